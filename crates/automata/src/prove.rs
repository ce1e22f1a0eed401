//! Holds a guess against the definition of the game, for all positions at once.
//!
//! Mark, `[n] -> [n-1] | [n/2] if n > 0`, in base 2: let P be the numbers that the guess calls lost. The numbers with
//! an option in P are Hit = {x : some y = x − 1 is in P} ∪ {x > 0 : some y with 0 ≤ x − 2y ≤ 1 is in P}, an automaton made
//! of those of the sums and of P. Every move lowers the sum of the numbers, so there is exactly one set P
//! for which P = not Hit. If the two automata are equal, the guess is that set: proved for all n. If they differ,
//! a shortest word of the difference is a position at which the guess is wrong.
//!
//! Few values: with Pᵥ for the numbers guessed to have the value v, Pᵥ = Hit₀ ∧ … ∧ Hitᵥ₋₁ ∧ ¬Hitᵥ, and every
//! position is in some Pᵥ. Any values: the guess reads a number more, V(x,v), and
//! V(x,v) = ¬Hit(x,v) ∧ no u < v with ¬Hit(x,u), where Hit(x,v) says that some option y has V(y,v).

use grundy_rules::tree::{Cond, Rule};

use crate::automaton::{Automaton, DEAD, Track, letters, numbers};
use crate::compile::{Compiler, Move, at};
use crate::form::{Atom, Form, Joiner};
use crate::learn::{Guess, ILLEGAL};
use crate::system::System;
use crate::work::{Refusal, Work};

/// The meaning of the outputs of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 1 if the player to move loses, else 0.
    Outcomes,
    /// The Grundy values.
    Values,
    /// The last number is a value: 1 if it is that of the position.
    Relation,
}

/// Sums with these weights, of which every move lowers the first that it changes.
pub type Measure = Vec<Vec<i64>>;

/// Which states are lost, and the next states of each.
pub type LostStates = (Vec<bool>, Vec<Vec<Option<u32>>>);

/// A guess that holds for all positions of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The automaton.
    pub guess: Guess,
    /// The meaning of its outputs.
    pub kind: Kind,
    /// Why play ends.
    pub measure: Measure,
}

impl Pattern {
    /// How many states the automaton has.
    pub fn states(&self) -> usize {
        self.guess.outputs.len()
    }

    /// The certificate: system, kind, measure, and for each state its output and the next states. None for a relation,
    /// which is not checked.
    pub fn certificate(&self) -> Option<String> {
        let Guess { system, arity, next, outputs } = &self.guess;
        let kind = match self.kind {
            Kind::Outcomes => "outcomes",
            Kind::Values => "values",
            Kind::Relation => return None,
        };
        let listed = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let measure: Vec<String> = self.measure.iter().map(|weights| listed(weights)).collect();
        let mut text = format!("automaton {} {kind} {}", system.code(), measure.join("/"));
        let or_none = |known: bool, n: u32| if known { n.to_string() } else { "-".to_owned() };
        for (row, &output) in next.chunks(letters(system.digits(), *arity)).zip(outputs) {
            let row: Vec<String> = row.iter().map(|&next| or_none(next != DEAD, next)).collect();
            text += &format!(" {}:{}", or_none(output != ILLEGAL, output.into()), row.join(","));
        }
        Some(text)
    }

    /// The least automaton for the positions at which the player to move loses: which states are such, and a row of
    /// next states for each.
    pub fn lost(&self) -> Option<LostStates> {
        let work = Work::new(1 << 28);
        let lost = match self.kind {
            Kind::Outcomes => self.guess.class(&work, |output| output == 1),
            Kind::Values => self.guess.class(&work, |output| output == 0),
            Kind::Relation => return None,
        };
        let lost = lost.ok()?;
        let row = |row: &[u32]| row.iter().map(|&next| (next != DEAD).then_some(next)).collect();
        let rows = lost.next.chunks(lost.letters()).map(row).collect();
        Some((lost.accepts, rows))
    }
}

/// A rule as automata.
pub(crate) struct Compiled<'w> {
    pub(crate) arity: usize,
    pub(crate) moves: Vec<Move>,
    pub(crate) joiner: Joiner<'w>,
    pub(crate) legal: Automaton,
    lose: Automaton,
    /// The positions with moves: those at which play has not ended by a clause.
    pub(crate) live: Automaton,
    misere: bool,
    next: Track,
}

impl Guess {
    /// Its states as an automaton, as they are: the numbers with such outputs.
    pub(crate) fn plain(&self, test: impl Fn(u8) -> bool) -> Automaton {
        Automaton {
            tracks: (0..self.arity as Track).collect(),
            digits: self.system.digits(),
            next: self.next.clone(),
            accepts: self.outputs.iter().map(|&output| test(output)).collect(),
        }
    }

    /// The least automaton of the numbers with such outputs.
    pub(crate) fn class(&self, work: &Work, test: impl Fn(u8) -> bool) -> Result<Automaton, Refusal> {
        self.plain(test).least(work)
    }
}

/// Whether a rule is of the kind that proofs are tried for; else why not.
pub fn suits(rule: &Rule) -> Result<(), Refusal> {
    let why = if rule.loopy || !rule.draw.is_empty() {
        "play may be a draw"
    } else if rule.splits() {
        "a move leaves several positions"
    } else if rule.arity() > 5 {
        "a position has more than five numbers"
    } else {
        return Ok(());
    };
    Refusal::outside(why)
}

impl<'w> Compiled<'w> {
    pub(crate) fn new(rule: &Rule, system: System, work: &'w Work) -> Result<Self, Refusal> {
        suits(rule)?;
        let arity = rule.arity();
        // A track each for the numbers of a position and of an option, one for its value and one for a lower one.
        let mut compiler = Compiler { system, work, next: 2 * arity as Track + 2 };
        let position: Vec<Form> = (0..arity as Track).map(Form::track).collect();
        let mut moves = Vec::new();
        for (number, kind) in rule.kinds.iter().enumerate() {
            moves.extend(compiler.moves(number, kind, &position)?);
        }
        let joiner = Joiner::new(system, work);
        let tracks: Vec<Track> = (0..arity as Track).collect();
        let mut holds = |conds: &[Cond], holds: bool| -> Result<Automaton, Refusal> {
            let mut found = joiner.nothing(&tracks)?;
            for cond in conds {
                for ((), all) in compiler.cond(cond, holds, &position)? {
                    found = found.or(&joiner.some(all, &tracks)?, work)?;
                }
            }
            Ok(found)
        };
        let illegal = holds(&rule.legal, false)?;
        let (lose, win) = (holds(&rule.lose, true)?, holds(&rule.win, true)?);
        let legal = joiner.words(&tracks)?.without(&illegal, work)?;
        let lose = lose.and(&legal, work)?;
        let live = legal.without(&lose, work)?.without(&win, work)?;
        Ok(Compiled { arity, moves, legal, lose, live, misere: rule.misere, next: compiler.next, joiner })
    }

    pub(crate) fn work(&self) -> &'w Work {
        self.joiner.work
    }

    /// The first track that no statement has.
    pub(crate) fn next_track(&self) -> Track {
        self.next
    }

    pub(crate) fn tracks(&self) -> Vec<Track> {
        (0..self.arity as Track).collect()
    }

    /// The move's statements, and the tracks of the position it leads to.
    fn targets(&self, step: &Move) -> Result<(Vec<Atom>, Vec<Track>), Refusal> {
        let (mut atoms, mut tracks) = (step.atoms.clone(), Vec::new());
        for (i, form) in step.target.iter().enumerate() {
            let unmoved =
                form.as_track().filter(|&track| usize::from(track) < self.arity && !tracks.contains(&track));
            let track = unmoved.unwrap_or(self.next + i as Track);
            if unmoved.is_none() {
                atoms.push(Atom::equal(form.minus(&Form::track(track))?));
            }
            tracks.push(track);
        }
        Ok((atoms, tracks))
    }

    /// The positions with an option that `wanted` accepts; with a value behind the position as one track more.
    pub(crate) fn hit(&self, wanted: &Automaton) -> Result<Automaton, Refusal> {
        let mut kept = self.tracks();
        let value = (wanted.tracks.len() > self.arity).then_some(self.arity as Track);
        kept.extend(value);
        let mut found = self.joiner.nothing(&kept)?;
        for step in &self.moves {
            let (mut atoms, mut tracks) = self.targets(step)?;
            tracks.extend(value);
            atoms.push(at(wanted, &tracks));
            found = found.or(&self.joiner.some(atoms, &kept)?, self.work())?;
        }
        Ok(found)
    }

    /// The first measure that every move from a live position to a legal one lowers.
    fn measure(&self) -> Result<Measure, Refusal> {
        let k = self.arity as i64;
        let unit = |i: &usize| (0..self.arity).map(|j| i64::from(*i == j)).collect::<Vec<_>>();
        let mut candidates = vec![vec![vec![1; self.arity]]];
        if k > 1 {
            candidates.extend([vec![(1..=k).collect()], vec![(1..=k).rev().collect()]]);
            candidates.extend(orders(self.arity).iter().map(|order| order.iter().map(unit).collect()));
        }
        for measure in candidates {
            if self.lowers(&measure)? {
                return Ok(measure);
            }
        }
        Err(Refusal::Measureless)
    }

    fn lowers(&self, measure: &Measure) -> Result<bool, Refusal> {
        let mut forms = Vec::new();
        for step in &self.moves {
            let (atoms, tracks) = self.targets(step)?;
            forms.clear();
            for weights in measure {
                let mut change = Form::default();
                for (i, &weight) in weights.iter().enumerate() {
                    change = change
                        .plus(&Form::track(tracks[i]), weight)?
                        .plus(&Form::track(i as Track), -weight)?;
                }
                forms.push(change);
            }
            // Not lowered: some sums stay, and the next one rises; or all stay.
            for rising in 0..=forms.len() {
                let mut all = atoms.clone();
                all.extend(forms[..rising].iter().cloned().map(Atom::equal));
                all.extend(forms.get(rising).cloned().map(|form| Atom::at_least(form, 1)));
                all.extend([at(&self.live, &self.tracks()), at(&self.legal, &tracks)]);
                if !self.joiner.some(all, &[])?.is_empty() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The lost positions by the definition, if those of the guess are `lost`.
    fn lost(&self, lost: &Automaton) -> Result<Automaton, Refusal> {
        let mut wanted = self.live.without(&self.hit(lost)?, self.work())?;
        if self.misere {
            wanted = wanted.and(&self.hit(&self.legal)?, self.work())?;
        }
        wanted.or(&self.lose, self.work())
    }

    /// The relation by the definition.
    fn relation(&self, guess: &Automaton) -> Result<Automaton, Refusal> {
        let (work, value, lower) = (self.work(), self.arity as Track, self.arity as Track + 1);
        let all: Vec<Track> = (0..=value).collect();
        let words = self.joiner.words(&all)?;
        let hit = self.hit(guess)?;
        let missing = words.without(&hit, work)?.renamed(|track| if track == value { lower } else { track });
        let is_lower = Form::track(value).minus(&Form::track(lower))?;
        let gap = vec![at(&missing, &(0..=lower).collect::<Vec<_>>()), Atom::at_least(is_lower, 1)];
        let gap = self.joiner.some(gap, &all)?;
        let live = words.and(&self.live, work)?;
        let zero = Atom::at_most(Form::track(value), 0);
        let ended = self.joiner.some(vec![at(&self.lose, &self.tracks()), zero], &all)?;
        live.without(&hit, work)?.without(&gap, work)?.or(&ended, work)
    }
}

/// Orders in which numbers may be compared.
fn orders(arity: usize) -> Vec<Vec<usize>> {
    let straight: Vec<usize> = (0..arity).collect();
    let back = straight.iter().rev().copied().collect();
    let mut orders = vec![straight, back];
    if arity == 3 {
        orders.extend([vec![0, 2, 1], vec![1, 0, 2], vec![1, 2, 0], vec![2, 0, 1]]);
    }
    orders
}

/// Proves that a guess holds for all positions of a rule, or finds a position at which it is wrong.
///
/// # Errors
///
/// The obstacle to a proof.
pub fn prove(rule: &Rule, guess: Guess, kind: Kind, work: &Work) -> Result<Pattern, Refusal> {
    let compiled = Compiled::new(rule, guess.system, work)?;
    let same = |wanted: &Automaton, guessed: &Automaton| -> Result<(), Refusal> {
        if wanted == guessed {
            return Ok(());
        }
        let difference = wanted.without(guessed, work)?.or(&guessed.without(wanted, work)?, work)?;
        let word = difference.shortest().unwrap_or_default();
        let at = numbers(guess.system, compiled.arity, &word);
        Err(Refusal::Wrong(guess.outputs.len(), at))
    };
    let read: Vec<Track> = (0..guess.arity as Track).collect();
    same(&compiled.joiner.words(&read)?, &guess.class(work, |_| true)?)?;
    if kind != Kind::Relation {
        same(&compiled.legal, &guess.class(work, |output| output != ILLEGAL)?)?;
    }
    match kind {
        Kind::Outcomes => {
            let lost = guess.class(work, |output| output == 1)?;
            same(&compiled.lost(&lost)?, &lost)?;
        }
        Kind::Values if rule.has_values() => {
            let most = guess.outputs.iter().copied().filter(|&output| output != ILLEGAL).max().unwrap_or(0);
            let mut left = compiled.live.clone();
            for value in 0..=most {
                let class = guess.class(work, |output| output == value)?;
                let hit = compiled.hit(&class)?;
                let mut wanted = left.without(&hit, work)?;
                left = left.and(&hit, work)?;
                if value == 0 {
                    wanted = wanted.or(&compiled.lose, work)?;
                }
                same(&wanted, &class)?;
            }
            same(&compiled.joiner.nothing(&compiled.tracks())?, &left)?;
        }
        Kind::Relation if rule.has_values() => {
            let values = guess.class(work, |output| output == 1)?;
            same(&compiled.relation(&values)?, &values)?;
        }
        Kind::Values | Kind::Relation => return Refusal::outside("positions have no values"),
    }
    let measure = compiled.measure()?;
    Ok(Pattern { guess, kind, measure })
}
