//! Certificates that an automaton gives who wins, or the values, of all positions of a rule.
//!
//! One line: `automaton SYSTEM KIND MEASURE STATE …`. The system is a base, `2`, or `a,b` for the places
//! U(0) = 1, U(1) = a + 1, U(j) = a·U(j−1) + b·U(j−2). The kind is `outcomes` (1 if the player to move loses),
//! `values`, or `relation` (one number more is read, and 1 says that it is the value). The measure is sums that every move lowers, `1,1`, or `1,0/0,1` where the second one counts if the first
//! stays. A state is its output (`-` for no position) and, behind a colon, the next states by the digits read, the most
//! significant ones first: the digit of the i-th number counts dⁱ times.
//!
//! Nothing is multiplied, projected or made smaller. A rule is, for each kind of move, a few lists of
//! [`statements`](crate::statements). A *reading* is a list with the digits read so far of the position x, and
//! guessed of all other numbers. The check walks once over all pairs of a state of the automaton on x, and the set of
//! all readings of x, each with the state of the automaton on the option y; at each pair the definition of the
//! game, applied to the options' outputs, must give the output of x. Since every move lowers the measure, that is an
//! induction. In Mark, behind the digits 1 0 of x, "y = x − 1" has the reading "y began 0 1", and one more that may
//! still borrow: "y began 1 0, and x is to be y + 1".
//!
//! A relation V is walked with two numbers more, v and u ≤ v. If V(x,v), some option y has V(y,u) for each u < v, and none
//! has V(y,v): so v is the mex of the options' values. And every position x has V(x,w) for some w.

use std::collections::BTreeSet;
use std::iter::successors;

use fxhash::{FxHashMap, FxHashSet};

use crate::moves::rule::{Rule, op};
use crate::statements::{All, Atom, LinearForm, Statements, Test, bit};
use crate::{Fail, Ordered, Res, met, mex};

/// The most readings, and the most readings in all sets together.
const MAX_READINGS: usize = 5_000_000;

/// The most letters of a list of statements, and the most that are looked at for one statement alone.
const MAX_LETTERS: u64 = 1 << 20;
const MAX_ATOM_LETTERS: usize = 1 << 25;

/// A certificate.
pub struct CertifiedAutomaton {
    a: i64,
    b: i64,
    digits: usize,
    kind: Kind,
    measure: Vec<Vec<i64>>,
    /// By state: the value, of outcomes 0 if the player to move loses, else 1; none of numbers that are no position. The
    /// last state is one more, to which words lead that are no numbers.
    outputs: Vec<Option<u64>>,
    next: Vec<Vec<u32>>,
}

/// The meaning of the outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Outcomes,
    KnownHeapValues,
    /// Of a position and a number: 1 if that is its value.
    Relation,
}

/// p and r of the digits so far: the number is p + r, and r is 0 in a base; or what else an atom remembers.
type Cell = (i64, i64);

/// Nothing leads back from here, and the atom holds.
const HOLDS: Cell = (i64::MAX, 0);

impl CertifiedAutomaton {
    fn read(text: &str) -> Option<CertifiedAutomaton> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["automaton", system, kind, measure, states @ ..] = &words[..] else {
            return None;
        };
        let list = |text: &str| {
            text.split(',')
                .map(|n| n.parse().ok())
                .collect::<Option<Vec<i64>>>()
        };
        let (a, b) = match list(system)?[..] {
            [a @ 2..=12] => (a, 0),
            [a, b] if 1 <= b && b <= a && a <= 4 => (a, b),
            _ => return None,
        };
        let kinds = [
            ("outcomes", Kind::Outcomes),
            ("values", Kind::KnownHeapValues),
            ("relation", Kind::Relation),
        ];
        let &(_, kind) = kinds.iter().find(|(word, _)| word == kind)?;
        let measure = measure.split('/').map(list).collect::<Option<_>>()?;
        let none = states.len() as u32;
        let (mut outputs, mut next) = (Vec::new(), Vec::new());
        for state in states {
            let (output, row) = state.split_once(':')?;
            outputs.push(match (output.parse(), kind) {
                _ if output == "-" => None,
                (Ok(value), Kind::KnownHeapValues) | (Ok(value @ 0..=1), Kind::Relation) => {
                    Some(value)
                }
                (Ok(lost @ 0..=1), Kind::Outcomes) => Some(1 - lost),
                _ => return None,
            });
            let to = |to: &str| match to {
                "-" => Some(none),
                _ => to.parse().ok().filter(|&to| to < none),
            };
            next.push(row.split(',').map(to).collect::<Option<Vec<_>>>()?);
        }
        outputs.push(None);
        next.push(vec![none; next.first()?.len()]);
        Some(CertifiedAutomaton {
            a,
            b,
            digits: (a + i64::from(b > 0)) as usize,
            kind,
            measure,
            outputs,
            next,
        })
    }

    /// Whether each digit is the largest, one bit each; none if one may not stand there.
    fn follow(&self, largest: u32, digits: &[usize]) -> Option<u32> {
        let may_not =
            |(i, &digit): (usize, &usize)| largest >> i & 1 == 1 && digit as i64 >= self.b;
        let is_largest =
            |(i, &digit): (usize, &usize)| u32::from(self.b > 0 && digit as i64 == self.a) << i;
        (!digits.iter().enumerate().any(may_not))
            .then(|| digits.iter().enumerate().map(is_largest).sum())
    }

    fn then(&self, (p, r): Cell, sum: i64) -> Cell {
        (
            self.a * p + self.b * r + sum,
            if self.b == 0 { 0 } else { p },
        )
    }

    /// Whether a sum stays above `limit`, if digits lower it by `down` a place at most: p does not fall with the next digit,
    /// nor with the one behind it, of which p is the new r; so it never does, and the sum is 2p or more, p in a base.
    fn is_above(&self, (p, r): Cell, limit: i64, down: i64) -> bool {
        let (a, b) = (self.a, self.b);
        p >= 0
            && (a - 1) * p + b * r >= down
            && (a - 1 + b) * p >= down
            && (p + r).min(2 * p) > limit
    }

    /// The output at a position: its value, or who wins; `None` if it is none.
    pub fn output(&self, position: &[u64]) -> Option<u64> {
        let (a, b) = (self.a as u128, self.b as u128);
        let pairs = successors(Some((1, a + b.min(1))), |&(place, next)| {
            Some((next, a * next + b * place))
        });
        let places = pairs
            .map(|(place, _)| place)
            .take_while(|&place| place <= u64::MAX.into());
        let mut rest: Vec<u128> = position.iter().map(|&n| n.into()).collect();
        // The states met, each with the value read so far, if one is read. The value is the only one, so to the states on
        // its way no other digits lead.
        let mut states = FxHashMap::from_iter([(0, 0)]);
        let read = if self.kind == Kind::Relation {
            self.digits
        } else {
            1
        };
        for place in places.collect::<Vec<u128>>().into_iter().rev() {
            let digits: Vec<usize> = rest
                .iter_mut()
                .map(|n| (*n / place, *n %= place).0 as usize)
                .collect();
            let steps = states
                .into_iter()
                .flat_map(|from| (0..read).map(move |digit| (from, digit)));
            let after = |((state, value), digit): ((u32, u128), usize)| {
                (
                    self.after(state, &[&digits[..], &[digit]].concat()),
                    value + digit as u128 * place,
                )
            };
            states = steps.map(after).collect();
        }
        let mut ends = states
            .into_iter()
            .map(|(state, value)| (self.outputs[state as usize], value));
        match self.kind {
            Kind::Relation => ends
                .find(|(output, _)| *output == Some(1))?
                .1
                .try_into()
                .ok(),
            _ => ends.next()?.0,
        }
    }

    /// Whether outputs are values; else they say who wins.
    pub fn has_values(&self) -> bool {
        self.kind != Kind::Outcomes
    }

    /// The numeration system and the number of states of the least automaton that reads the lost positions, those from
    /// which none is read left out.
    ///
    /// # Errors
    ///
    /// If it is a relation.
    pub fn text(&self) -> Res<String> {
        Fail::Forged.when(self.kind == Kind::Relation)?;
        let system = match (self.a, self.b) {
            (a, 0) => format!("base {a}"),
            (1, 1) => "Zeckendorf".to_owned(),
            (2, 1) => "Pell".to_owned(),
            (a, b) => format!("quadratic {a},{b}"),
        };
        // Classes of states, told apart by one more letter each round (Moore 1956).
        let mut class: Vec<usize> = self
            .outputs
            .iter()
            .map(|output| usize::from(*output == Some(0)))
            .collect();
        let (mut classes, mut count) = (Ordered::default(), 0);
        while count == 0 || classes.len() > count {
            count = std::mem::take(&mut classes).len();
            let key = |(i, row): (usize, &Vec<u32>)| {
                (
                    class[i],
                    row.iter().map(|&to| class[to as usize]).collect::<Vec<_>>(),
                )
            };
            class = self
                .next
                .iter()
                .enumerate()
                .map(|state| classes.insert_full(key(state)).0)
                .collect();
        }
        let states = (count - 1).max(1);
        Ok(format!(
            "{system}: {states} state{}",
            if states == 1 { "" } else { "s" }
        ))
    }

    /// The state behind a letter, given as digits.
    fn after(&self, state: u32, digits: &[usize]) -> u32 {
        self.next[state as usize][digits
            .iter()
            .rev()
            .fold(0, |letter, digit| letter * self.digits + digit)]
    }
}

/// All digits for this many numbers, the first one fastest.
fn tuples(digits: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let tuple = move |mut n: usize| -> Vec<usize> {
        (0..count).map(|_| (n % digits, n /= digits).0).collect()
    };
    (0..digits.pow(count as u32)).map(tuple)
}

/// The meaning of a list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    Option,
    /// An option that does not lower the measure.
    Rises,
    Lose,
    Win,
    Legal,
    /// A relation has some value of x.
    Known,
}

/// A list of statements over x and other numbers.
struct List {
    says: Says,
    atoms: All,
    /// How many numbers are read: x, v and u first.
    tracks: usize,
    /// The places of the option's numbers among them, and of its value.
    option: Vec<usize>,
    /// For each atom: the cells from which it can still hold.
    live: Vec<FxHashSet<Cell>>,
}

/// A reading of a list: a cell for each atom, the largest digits, the state on the option.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading(Vec<Cell>, u32, u32);

impl List {
    /// Equations give away numbers that nothing else reads: with y = x − k, k is x − y.
    fn new(
        automaton: &CertifiedAutomaton,
        known: usize,
        says: Says,
        mut atoms: All,
        option: &[usize],
    ) -> Res<List> {
        let mut tracks: BTreeSet<usize> = option.iter().copied().chain(0..known).collect();
        tracks.extend(
            atoms
                .iter()
                .filter(|atom| !atom.is_sum())
                .flat_map(|atom| atom.0.0.keys()),
        );
        loop {
            let given = atoms.iter().enumerate().find_map(|(i, Atom(form, test))| {
                let free = |&(x, c): &(&usize, &i64)| c.abs() == 1 && !tracks.contains(x);
                let given = form
                    .0
                    .iter()
                    .find(free)
                    .map(|(&x, &c)| (i, x, c, form.clone()));
                given.filter(|_| *test == Test::EQUAL)
            });
            let Some((i, x, c, zero)) = given else { break };
            atoms.remove(i);
            for Atom(form, _) in &mut atoms {
                let factor = form.0.get(&x).copied().unwrap_or(0);
                *form = form.plus(&zero, -factor * c).small()?;
            }
            atoms.push(Atom(
                LinearForm::of(x).plus(&zero, -c),
                Test::Within(Some(0), None),
            ));
        }
        tracks.extend(atoms.iter().flat_map(|atom| atom.0.0.keys()));
        let place = |x: &usize| {
            tracks
                .iter()
                .position(|other| other == x)
                .unwrap_or_default()
        };
        for Atom(form, _) in &mut atoms {
            form.0 = form.0.iter().map(|(x, &c)| (place(x), c)).collect();
        }
        let digits = (automaton.digits as u64).checked_pow(tracks.len() as u32);
        Fail::TooLarge.when(digits.is_none_or(|digits| digits > MAX_LETTERS))?;
        let live = atoms
            .iter()
            .map(|atom| live(automaton, atom))
            .collect::<Res<_>>()?;
        Ok(List {
            says,
            atoms,
            tracks: tracks.len(),
            option: option.iter().map(place).collect(),
            live,
        })
    }

    /// The readings behind one more digit of each number of x.
    fn step(&self, automaton: &CertifiedAutomaton, reading: &Reading, x: &[usize]) -> Vec<Reading> {
        let mut found = Vec::new();
        for others in tuples(automaton.digits, self.tracks - x.len()) {
            let digits = [x, &others].concat();
            let Some(largest) = automaton.follow(reading.1, &digits) else {
                continue;
            };
            let option: Vec<usize> = self.option.iter().map(|&at| digits[at]).collect();
            let state = if option.is_empty() {
                0
            } else {
                automaton.after(reading.2, &option)
            };
            let cells =
                self.atoms
                    .iter()
                    .zip(&self.live)
                    .zip(&reading.0)
                    .map(|((atom, live), &cell)| {
                        read(automaton, atom, cell, &digits).filter(|cell| live.contains(cell))
                    });
            if let Some(cells) = cells.collect() {
                found.push(Reading(cells, largest, state));
            }
        }
        found
    }
}

/// The memory of an atom behind one more digit of each number.
fn read(
    automaton: &CertifiedAutomaton,
    Atom(form, test): &Atom,
    cell: Cell,
    digits: &[usize],
) -> Option<Cell> {
    let now = || {
        automaton.then(
            cell,
            form.0.iter().map(|(&x, c)| c * digits[x] as i64).sum(),
        )
    };
    let digit = |i: usize| form.0.keys().nth(i).map_or(0, |&x| digits[x]);
    match test {
        _ if cell == HOLDS => Some(HOLDS),
        Test::Within(lo, hi) => {
            // The most by which one more digit of each number changes the sum, up or down.
            let most = |sign: i64| form.0.values().map(|c| (c * sign).max(0)).sum::<i64>();
            let [down, up] = [-1, 1].map(|sign| most(sign) * (automaton.digits as i64 - 1));
            let now = now();
            if automaton.is_above(now, hi.or(*lo).unwrap_or_default() - form.1, down) {
                return hi.is_none().then_some(HOLDS);
            }
            if automaton.is_above(
                (-now.0, -now.1),
                form.1 - lo.or(*hi).unwrap_or_default(),
                up,
            ) {
                return lo.is_none().then_some(HOLDS);
            }
            Some(now)
        }
        Test::Divides(m) => Some(now()).map(|(p, r)| (p.rem_euclid(*m), r.rem_euclid(*m))),
        Test::Place => match (digit(0), cell.0) {
            (0, _) => Some(cell),
            (1, 0) => Some((1, 0)),
            _ => None,
        },
        Test::Bits(operator, turned) => {
            let [x, y, z] = [0, 1, 2].map(|i| (digit(i) == 1) != turned[i]);
            (bit(*operator, x, y) == z).then_some(cell)
        }
    }
}

/// Whether the atom holds if no digits follow.
fn ends(Atom(form, test): &Atom, cell: Cell) -> bool {
    let number = || cell.0 + cell.1 + form.1;
    match test {
        _ if cell == HOLDS => true,
        Test::Within(lo, hi) => {
            lo.is_none_or(|lo| number() >= lo) && hi.is_none_or(|hi| number() <= hi)
        }
        Test::Divides(m) => number().rem_euclid(*m) == 0,
        Test::Place => cell.0 == 1,
        Test::Bits(..) => true,
    }
}

/// The cells from which an atom can still hold.
fn live(automaton: &CertifiedAutomaton, Atom(form, test): &Atom) -> Res<FxHashSet<Cell>> {
    let alone = Atom(
        LinearForm((0..).zip(form.0.values().copied()).collect(), form.1),
        test.clone(),
    );
    let letters: Vec<Vec<usize>> = tuples(automaton.digits, form.0.len()).collect();
    let (mut before, mut count): (FxHashMap<_, Vec<(Cell, u32)>>, _) = (FxHashMap::default(), 0);
    let cells = met([((0, 0), 0)], |&(cell, largest)| {
        let read = |letter: &Vec<usize>| {
            Some((
                read(automaton, &alone, cell, letter)?,
                automaton.follow(largest, letter)?,
            ))
        };
        let later: Vec<(Cell, u32)> = letters.iter().filter_map(read).collect();
        later
            .iter()
            .for_each(|&to| before.entry(to).or_default().push((cell, largest)));
        count += letters.len();
        if count > MAX_ATOM_LETTERS {
            Err(Fail::TooLarge)
        } else {
            Ok(later)
        }
    })?;
    let ending = cells.into_iter().filter(|&(cell, _)| ends(&alone, cell));
    let good = met(ending, |cell| {
        Ok(before.get(cell).cloned().unwrap_or_default())
    })?;
    Ok(good.into_iter().map(|(cell, _)| cell).collect())
}

/// The automaton of a certificate, if it proves what it says of a rule.
///
/// # Errors
///
/// If it does not, or the check passes a limit.
pub fn prove(rule: &Rule, certificate: &str) -> Res<CertifiedAutomaton> {
    let automaton = CertifiedAutomaton::read(certificate).ok_or(Fail::Forged)?;
    let (arity, is_relation) = (rule.arity, automaton.kind == Kind::Relation);
    // How many numbers the automaton reads, and how many the walk.
    let (read, known) = if is_relation {
        (arity + 1, arity + 2)
    } else {
        (arity, arity)
    };
    let letters = automaton
        .digits
        .checked_pow(read as u32)
        .filter(|&letters| letters <= 1 << 16);
    let weighs = |weights: &Vec<i64>| {
        weights.len() == arity && weights.iter().all(|c| (0..1 << 20).contains(c))
    };
    let fits = automaton.next.iter().all(|row| Some(row.len()) == letters);
    let has_form = fits && automaton.next[0][0] == 0 && automaton.measure.iter().all(weighs);
    let may_be_drawn = rule.loopy || rule.clauses.contains_key("draw");
    let splits = rule.kinds.iter().any(|kind| kind.parts.len() > 1);
    let has_values = !rule.misere && !rule.clauses.contains_key("win");
    Fail::Forged
        .when(!has_form || may_be_drawn || splits || automaton.has_values() && !has_values)?;
    let mut statements = Statements {
        digits: automaton.digits,
        is_base: automaton.b == 0,
        fresh: known,
    };
    let mut lists = Vec::new();
    if is_relation {
        let position: Vec<usize> = (0..arity).chain([statements.fresh()]).collect();
        lists.push(List::new(
            &automaton,
            known,
            Says::Known,
            vec![],
            &position,
        )?);
    }
    for (forms, mut atoms) in statements.moves(rule)? {
        let mut option: Vec<usize> = Vec::new();
        for form in &forms {
            let itself = (0..arity).find(|&x| *form == LinearForm::of(x) && !option.contains(&x));
            let y = itself.unwrap_or_else(|| statements.fresh());
            atoms.push(Atom::equal(form, &LinearForm::of(y)));
            option.push(y);
        }
        let valued: Vec<usize> = option
            .iter()
            .copied()
            .chain(is_relation.then_some(arity + 1))
            .collect();
        lists.push(List::new(
            &automaton,
            known,
            Says::Option,
            atoms.clone(),
            &valued,
        )?);
        // A move does not lower the measure if some sums stay, and the next one rises, or all stay.
        for rising in 0..=automaton.measure.len() {
            let mut all = atoms.clone();
            for (i, weights) in automaton.measure.iter().take(rising + 1).enumerate() {
                let terms = weights.iter().zip(&option).enumerate();
                let change = terms.fold(LinearForm::default(), |sum, (x, (&c, &y))| {
                    sum.plus(&LinearForm::of(y), c).plus(&LinearForm::of(x), -c)
                });
                let rises = Test::Within(Some(1), None);
                all.push(Atom(change, if i < rising { Test::EQUAL } else { rises }));
            }
            lists.push(List::new(&automaton, known, Says::Rises, all, &valued)?);
        }
    }
    let position: Vec<LinearForm> = (0..arity).map(LinearForm::of).collect();
    for (clause, says) in [
        ("lose", Says::Lose),
        ("win", Says::Win),
        ("legal", Says::Legal),
    ] {
        let conds = rule.clauses.get(clause).cloned().unwrap_or_default();
        let cond = op(if says == Says::Legal { "and" } else { "or" }, conds);
        for ((), atoms) in statements.cond(&cond, true, &position)? {
            lists.push(List::new(&automaton, known, says, atoms, &[])?);
        }
    }
    walk(&automaton, rule, [read, known], &lists)?;
    Ok(automaton)
}

/// The readings met so far.
struct Readings<'a> {
    automaton: &'a CertifiedAutomaton,
    lists: &'a [List],
    letters: &'a [Vec<usize>],
    /// Each with its list.
    all: Ordered<(usize, Reading)>,
    steps: FxHashMap<(usize, usize), Vec<usize>>,
    /// How many are in all sets.
    members: usize,
}

impl Readings<'_> {
    /// Those behind one more letter of x.
    fn behind(&mut self, set: &[usize], letter: usize) -> Res<Vec<usize>> {
        let mut found = BTreeSet::new();
        for &at in set {
            let later = self.steps.entry((at, letter)).or_insert_with(|| {
                let (list, reading) = self.all[at].clone();
                let later = self.lists[list].step(self.automaton, &reading, &self.letters[letter]);
                later
                    .into_iter()
                    .map(|reading| self.all.insert_full((list, reading)).0)
                    .collect()
            });
            found.extend(later.iter().copied());
            Fail::TooLarge.when(self.all.len().max(self.members + found.len()) > MAX_READINGS)?;
        }
        self.members += found.len();
        Ok(found.into_iter().collect())
    }
}

/// The walk over all pairs, the shortest words first; of a relation, as long as u may be at most v.
fn walk(
    automaton: &CertifiedAutomaton,
    rule: &Rule,
    [read, known]: [usize; 2],
    lists: &[List],
) -> Res<()> {
    let letters: &Vec<Vec<usize>> = &tuples(automaton.digits, known).collect();
    let first = |(i, list): (usize, &List)| (i, Reading(vec![(0, 0); list.atoms.len()], 0, 0));
    let all = lists.iter().enumerate().map(first).collect();
    let mut readings = Readings {
        automaton,
        lists,
        letters,
        all,
        steps: FxHashMap::default(),
        members: 0,
    };
    // Numbers of the option may be longer than x.
    let mut set: Vec<usize> = met(0..lists.len(), |&at| readings.behind(&[at], 0))?
        .into_iter()
        .collect();
    set.sort_unstable();
    let (none, is_relation) = (
        automaton.outputs.len() as u32 - 1,
        automaton.kind == Kind::Relation,
    );
    // Whether v is 0, and whether u is v.
    let begin = (true, true);
    let pairs = met(
        [(0, 0, begin, set)],
        |(state, largest, (is_zero, is_equal), set)| {
            let (mut options, mut said) = (BTreeSet::new(), BTreeSet::new());
            for &at in set {
                let (list, Reading(cells, _, option)) = &readings.all[at];
                let list = &lists[*list];
                let output = automaton.outputs[*option as usize]
                    .filter(|&output| !is_relation || output == 1);
                let is_about_x = matches!(list.says, Says::Lose | Says::Win | Says::Legal);
                let holds = || {
                    list.atoms
                        .iter()
                        .zip(cells)
                        .all(|(atom, &cell)| ends(atom, cell))
                };
                if (output.is_some() || is_about_x) && holds() {
                    said.insert(list.says);
                    options.extend(output.filter(|_| list.says == Says::Option));
                }
            }
            let (output, has_option) = (automaton.outputs[*state as usize], !options.is_empty());
            let wanted = match () {
                () if !said.contains(&Says::Legal) => is_relation.then_some(0),
                () if is_relation && !said.contains(&Says::Known) => return Err(Fail::Forged),
                () if said.contains(&Says::Lose) => Some(u64::from(is_relation && *is_zero)),
                () if said.contains(&Says::Win) => Some(1),
                () if said.contains(&Says::Rises) => return Err(Fail::Forged),
                () if is_relation => {
                    output.filter(|&is_value| is_value == 0 || has_option != *is_equal)
                }
                () if automaton.kind == Kind::KnownHeapValues => Some(mex(options)),
                () => Some(u64::from(
                    options.contains(&0) || rule.misere && !has_option,
                )),
            };
            Fail::Forged.when(wanted != output)?;
            let mut later = Vec::new();
            for (i, letter) in letters.iter().enumerate() {
                let to = automaton.after(*state, &letter[..read]);
                // It reads exactly the numbers.
                Fail::Forged
                    .when(automaton.follow(*largest, &letter[..read]).is_none() != (to == none))?;
                let order = match letter[rule.arity..] {
                    [v, u] if *is_equal && u > v => continue,
                    [v, u] => (*is_zero && v == 0, *is_equal && u == v),
                    _ => begin,
                };
                if let Some(largest) = automaton.follow(*largest, letter).filter(|_| to != none) {
                    later.push((to, largest, order, readings.behind(set, i)?));
                }
            }
            Ok(later)
        },
    )?;
    let reached: BTreeSet<u32> = pairs.iter().map(|(state, ..)| *state).collect();
    Fail::Forged.when(reached.len() < none as usize)
}
