//! Holds a guess against the definition of the game, for all positions at once.
//!
//! Mark, `[n] -> [n-1] | [n/2] if n > 0`, in base 2: let P be the numbers that the guess calls lost. The numbers with
//! an option in P are Hit = {x : some y = x − 1 is in P} ∪ {x > 0 : some y with 0 ≤ x − 2y ≤ 1 is in P}, an automaton
//! made of those of the sums and of P. Every move lowers the sum of the numbers, so there is exactly one set P for
//! which P = not Hit. If the two automata are equal, the guess is that set: proved for all n. If they differ, a
//! shortest word of the difference is a position at which the guess is wrong.
//!
//! Few values: with Pᵥ for the numbers guessed to have the value v, Pᵥ = Hit₀ ∧ … ∧ Hitᵥ₋₁ ∧ ¬Hitᵥ, and every
//! position is in some Pᵥ. Any values: the guess reads a number more, V(x,v), and
//! V(x,v) = ¬Hit(x,v) ∧ no u < v with ¬Hit(x,u), where Hit(x,v) says that some option y has V(y,v).

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most 8 numbers"
)]

use grundy_rules::tree::{Cond, MoveKind as Case, Rule};
use itertools::Itertools;

use crate::automaton::{Automaton, Track, numbers};
use crate::compile::{Compiler, Move, joined};
use crate::form::{All, Atom, Form};
use crate::learn::{Guess, ILLEGAL};
use crate::setting::Setting;
use crate::system::System;
use crate::work::{Refusal, Result, Work};

/// The meaning of the outputs of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// The outcomes: 0 if the player to move loses, else 1.
    Outcomes,
    /// The Grundy values.
    Values,
    /// The relation of positions and values: the last number is a value, and the output is 1 if it is that of the position.
    Relation,
}

/// A guess that holds for all positions of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedPattern {
    /// The automaton.
    pub guess: Guess,
    /// The meaning of its outputs.
    pub kind: PatternKind,
    /// The reason why play ends: every move lowers the first that it changes of the sums with these weights.
    pub measure: Vec<Vec<i64>>,
}

impl ProvedPattern {
    /// Returns the certificate: system, kind, measure, and for each state its output, which is 1 of outcomes if the
    /// player to move loses, and the next states.
    pub fn certificate(&self) -> String {
        let kind = ["outcomes", "values", "relation"][self.kind as usize];
        let measure = self
            .measure
            .iter()
            .map(|weights| weights.iter().join(","))
            .join("/");
        let mut text = format!("automaton {} {kind} {measure}", self.guess.system.code());
        let or_none = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
        for (row, &output) in self.guess.rows().into_iter().zip(&self.guess.outputs) {
            let shown = if self.kind == PatternKind::Outcomes {
                output ^ 1
            } else {
                output
            };
            let shown = (output != ILLEGAL).then(|| shown.into());
            text += &format!(
                " {}:{}",
                or_none(shown),
                row.into_iter().map(or_none).join(",")
            );
        }
        text
    }

    /// Returns the least automaton for the positions at which the player to move loses; `None` for a relation.
    pub fn lost(&self) -> Option<Automaton> {
        if self.kind == PatternKind::Relation {
            return None;
        }
        self.guess
            .class(&Work::new(1 << 28), |&output| output == 0)
            .ok()
    }
}

/// The most cases of all kinds of moves together.
const MAX_MOVE_CASES: usize = 1 << 11;

/// Returns whether a rule is of the kind that proofs are tried for; else why not.
fn suits(rule: &Rule) -> Result<()> {
    if rule.loopy || !rule.draw.is_empty() {
        return Refusal::outside("play may be a draw");
    }
    if rule.splits() {
        return Refusal::outside("a move leaves several positions");
    }
    if rule.arity() > 5 {
        return Refusal::outside("a position has more than five numbers");
    }
    Ok(())
}

/// A rule as automata.
pub(crate) struct Compiled<'w> {
    /// The system and the work.
    pub(crate) setting: Setting<'w>,
    /// The tracks of the numbers of a position.
    pub(crate) tracks: Vec<Track>,
    /// The legal positions.
    pub(crate) legal: Automaton,
    /// The legal positions, without those that a clause gives to the player to move.
    open: Automaton,
    /// The positions with moves: those at which play has not ended by a clause.
    pub(crate) live: Automaton,
    /// Whether a player without a move wins.
    misere: bool,
    /// The cases of all kinds of moves.
    pub(crate) moves: Vec<Move>,
    /// The first track that no statement has.
    pub(crate) next: Track,
}

impl<'w> Compiled<'w> {
    pub(crate) fn new(rule: &Rule, system: System, work: &'w Work) -> Result<Self> {
        suits(rule)?;
        let arity = rule.arity();
        let setting = Setting {
            system,
            work,
            given: &[],
        };
        // There is a track for each number of a position, one for its value and one for a lower value.
        let mut compiler = Compiler {
            setting,
            next: arity as Track + 2,
        };
        let tracks: Vec<Track> = (0..arity as Track).collect();
        let position: Vec<Form> = tracks.iter().map(|&track| Form::track(track)).collect();
        let mut moves = Vec::new();
        for (number, kind) in rule.kinds.iter().enumerate() {
            moves.extend(compiler.moves(number, kind, &position)?);
            if moves.len() > MAX_MOVE_CASES {
                return Refusal::outside("the moves have very many cases");
            }
        }
        let mut holds = |conds: &[Cond], holds: bool| {
            let cases = joined(
                false,
                conds
                    .iter()
                    .map(|cond| compiler.cond(cond, holds, &position)),
            )?;
            setting.any(cases.into_iter().map(|((), all)| Ok(all)), &tracks)
        };
        let illegal = holds(&rule.legal, false)?;
        let lose = holds(&rule.lose, true)?;
        let win = holds(&rule.win, true)?;
        let legal = setting.words(&tracks)?.without(&illegal, work)?;
        let live = legal.without(&lose, work)?.without(&win, work)?;
        let open = live.or(&legal.and(&lose, work)?, work)?;
        Ok(Compiled {
            setting,
            tracks,
            legal,
            open,
            live,
            misere: rule.misere,
            moves,
            next: compiler.next,
        })
    }

    /// Returns the automaton over the tracks kept that accepts where some move, of this kind if one is given, has what
    /// `more` says of it and of the tracks of the position that it leads to. These begin at `next`; a number that stays
    /// has its own track if the other is not kept.
    pub(crate) fn some_move(
        &self,
        kept: &[Track],
        kind: Option<usize>,
        more: impl Fn(&Move, &[Track], &mut All) -> Result<()>,
    ) -> Result<Automaton> {
        let moves = self
            .moves
            .iter()
            .filter(|step| kind.is_none_or(|kind| step.kind == kind));
        let statements = moves.map(|step| {
            let mut atoms = step.atoms.clone();
            let mut option = Vec::new();
            for (new, form) in (self.next..).zip(&step.target) {
                let stays = |track: &Track| {
                    *form == Form::track(*track) && !option.contains(track) && !kept.contains(&new)
                };
                let track = self.tracks.iter().copied().find(stays).unwrap_or(new);
                atoms.push(Atom::equal(form.minus(&Form::track(track))?));
                option.push(track);
            }
            more(step, &option, &mut atoms)?;
            Ok(atoms)
        });
        self.setting.any(statements, kept)
    }

    /// Returns the positions with an option that `wanted` accepts; with a value after the position as one track more.
    pub(crate) fn hit(&self, wanted: &Automaton) -> Result<Automaton> {
        self.some_move(&wanted.tracks, None, |_, option, all| {
            all.push(Atom::at(
                wanted,
                &[option, &wanted.tracks[self.tracks.len()..]].concat(),
            ));
            Ok(())
        })
    }

    /// Returns the first measure that every move from a live position to a legal one lowers.
    fn measure(&self) -> Result<Vec<Vec<i64>>> {
        let k = self.tracks.len();
        let unit = |i: usize| (0..k).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
        let rising: Vec<i64> = (1..=k as i64).collect();
        let falling = rising.iter().rev().copied().collect();
        let sums = [vec![1; k], rising, falling].map(|weights| vec![weights]);
        // The orders in which numbers may be compared: in their own or back, from each of them on.
        let orders = (0..2 * k).map(|order| {
            let place = |i| {
                if order % 2 == 0 {
                    order / 2 + i
                } else {
                    order / 2 + k - i
                }
            };
            (0..k).map(|i| unit(place(i) % k)).collect()
        });
        for measure in sums.into_iter().chain(orders).unique() {
            if self.lowers(&measure)? {
                return Ok(measure);
            }
        }
        Err(Refusal::Measureless)
    }

    fn lowers(&self, measure: &[Vec<i64>]) -> Result<bool> {
        // Not lowered: some sums stay, and the next one rises; or all stay.
        for rising in 0..=measure.len() {
            let not_lowered = self.some_move(&[], None, |_, option, all| {
                all.extend([
                    Atom::at(&self.live, &self.tracks),
                    Atom::at(&self.legal, option),
                ]);
                for (i, weights) in measure.iter().take(rising + 1).enumerate() {
                    let mut change = Form::default();
                    for ((&from, &to), &weight) in self.tracks.iter().zip(option).zip(weights) {
                        change = change
                            .plus(&Form::track(to), weight)?
                            .plus(&Form::track(from), -weight)?;
                    }
                    all.push(if i < rising {
                        Atom::equal(change)
                    } else {
                        Atom::at_least(change, 1)
                    });
                }
                Ok(())
            });
            if not_lowered?.shortest().is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Refuses sets of positions that are not those with the values 0, 1, … by the definition, in this order. The
    /// positions with larger values are left; if moves end at a loss, the first set is that of the lost positions.
    fn values(&self, classes: impl Iterator<Item = Result<Automaton>>) -> Result<Automaton> {
        let work = self.setting.work;
        let mut left = self.open.clone();
        if self.misere {
            let stuck = self.live.without(&self.hit(&self.legal)?, work)?;
            left = left.without(&stuck, work)?;
        }
        for class in classes {
            let class = class?;
            let hit = self.hit(&class)?.and(&self.live, work)?;
            self.same(&class, &left.without(&hit, work)?)?;
            left = left.and(&hit, work)?;
        }
        Ok(left)
    }

    /// Refuses a set of positions with values after them that is not the relation by the definition.
    fn relation(&self, guessed: &Automaton) -> Result<()> {
        let setting = self.setting;
        let work = self.setting.work;
        let value = self.tracks.len() as Track;
        let lower = value + 1;
        let all: Vec<Track> = (0..=value).collect();
        // A position at which play has ended hits no value: its own is 0.
        let hit = self.hit(guessed)?.and(&self.live, work)?;
        let missing = setting.words(&all)?.without(&hit, work)?;
        let is_lower = Form::track(value).minus(&Form::track(lower))?;
        let missing_lower = Atom::at(&missing, &[&self.tracks[..], &[lower]].concat());
        let gap = setting.some(vec![missing_lower, Atom::at_least(is_lower, 1)], &all)?;
        self.same(
            guessed,
            &missing.and(&self.open, work)?.without(&gap, work)?,
        )
    }

    /// Refuses a guess that accepts other numbers than these.
    fn same(&self, guessed: &Automaton, wanted: &Automaton) -> Result<()> {
        if wanted == guessed {
            return Ok(());
        }
        let word = wanted
            .join(guessed, |a, b| a != b, self.setting.work)?
            .shortest()
            .unwrap_or_default();
        Err(Refusal::Wrong(
            guessed.states(),
            numbers(guessed.system, self.tracks.len(), &word),
        ))
    }
}

/// Proves that a guess holds for all positions of a rule, or finds a position at which it is wrong.
///
/// # Errors
///
/// Returns the obstacle to a proof.
pub fn prove(rule: &Rule, guess: Guess, kind: PatternKind, work: &Work) -> Result<ProvedPattern> {
    if kind != PatternKind::Outcomes && !rule.has_values() {
        return Refusal::outside("positions have no values");
    }
    let compiled = Compiled::new(rule, guess.system, work)?;
    let class = |value: u8| guess.class(work, |&output| output == value);
    compiled.same(
        &guess.class(work, |_| true)?,
        &compiled.setting.words(&guess.tracks)?,
    )?;
    if kind == PatternKind::Relation {
        compiled.relation(&class(1)?)?;
    } else {
        compiled.same(
            &guess.class(work, |&output| output != ILLEGAL)?,
            &compiled.legal,
        )?;
        let values = guess
            .outputs
            .iter()
            .copied()
            .filter(|&output| output != ILLEGAL);
        let most = if kind == PatternKind::Outcomes {
            0
        } else {
            values.max().unwrap_or(0)
        };
        let left = compiled.values((0..=most).map(class))?;
        if kind == PatternKind::Values {
            compiled.same(&left.without(&left, work)?, &left)?;
        }
    }
    Ok(ProvedPattern {
        guess,
        kind,
        measure: compiled.measure()?,
    })
}

/// Proves that a formula gives the values of all positions, or is 1 at those at which the player to move loses and 0 at
/// all others.
pub(crate) fn holds(
    rule: &Rule,
    formula: &[Case],
    values: bool,
    system: System,
    work: &Work,
) -> Result<()> {
    let compiled = Compiled::new(rule, system, work)?;
    let mut compiler = Compiler {
        setting: compiled.setting,
        next: compiled.next,
    };
    let position: Vec<Form> = compiled
        .tracks
        .iter()
        .map(|&track| Form::track(track))
        .collect();
    let cases = formula
        .iter()
        .map(|case| compiler.moves(0, case, &position))
        .flatten_ok();
    let cases: Vec<Move> = cases.try_collect()?;
    let gives = |result: Form, kept: &[Track]| {
        let is_result = |step: &Move| {
            let equal = Atom::equal(step.target[0].minus(&result)?);
            Ok([&step.atoms[..], &[equal]].concat())
        };
        compiled
            .setting
            .any(cases.iter().map(is_result), kept)?
            .and(&compiled.legal, work)
    };
    if values {
        let value = position.len() as Track;
        compiled.relation(&gives(
            Form::track(value),
            &(0..=value).collect::<Vec<_>>(),
        )?)?;
    } else {
        let [lost, others] = [1, 0].map(|n| gives(Form::number(n), &compiled.tracks));
        let lost = lost?;
        compiled.same(&others?, &compiled.legal.without(&lost, work)?)?;
        compiled.values(std::iter::once(Ok(lost)))?;
    }
    compiled.measure().map(drop)
}
