//! Certificates that an automaton gives who wins, or the values, of all positions of a rule.
//!
//! One line: `automaton SYSTEM KIND MEASURE STATE …`. The system is a base, `2`, or `a,b` for the places
//! U(0) = 1, U(1) = a + 1, U(j) = a·U(j−1) + b·U(j−2). The kind is `outcomes` (1 if the player to move loses) or
//! `values`. The measure is sums that every move lowers, `1,1`, or `1,0/0,1` where the second one counts if the first
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

use std::collections::{BTreeMap, BTreeSet};

use fxhash::{FxHashMap, FxHashSet};

use crate::mex;
use crate::moves::rule::{Rule, op};
use crate::statements::{All, Atom, Checked, Form, Statements, bit, refuse};

/// The most readings, and the most readings in all sets together.
const MAX_READINGS: usize = 5_000_000;

/// The most digits that are read at once, and the most sums of a statement.
const MAX_LETTERS: u64 = 1 << 20;
const MAX_SUMS: usize = 1 << 18;

/// A certificate.
pub struct Automaton {
    a: i64,
    b: i64,
    digits: usize,
    values: bool,
    measure: Vec<Vec<i64>>,
    outputs: Vec<Option<u64>>,
    next: Vec<Vec<Option<u32>>>,
}

/// p and r of the digits so far: the number is p in a base, else p + r; or what else an atom remembers.
type Cell = (i64, i64);

/// Nothing leads back from here, and the atom holds.
const HOLDS: Cell = (i64::MAX, 0);

impl Automaton {
    fn read(text: &str) -> Checked<Automaton> {
        let wrong =
            || "the certificate is not of the form `automaton SYSTEM KIND MEASURE STATE …`".to_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["automaton", system, kind, measure, states @ ..] = &words[..] else { return Err(wrong()) };
        let list = |text: &str| {
            text.split(',').map(str::parse).collect::<Result<Vec<i64>, _>>().map_err(|_| wrong())
        };
        let (a, b) = match list(system)?[..] {
            [a @ 2..=12] => (a, 0),
            [a, b] if 1 <= b && b <= a && a <= 4 => (a, b),
            _ => return Err(wrong()),
        };
        let (mut outputs, mut next) = (Vec::new(), Vec::new());
        for state in states {
            let (output, row) = state.split_once(':').ok_or_else(wrong)?;
            outputs.push(if output == "-" { None } else { Some(output.parse().map_err(|_| wrong())?) });
            let to = |word: &str| match word.parse() {
                Ok(to) if (to as usize) < states.len() => Ok(Some(to)),
                _ if word == "-" => Ok(None),
                _ => Err(wrong()),
            };
            next.push(row.split(',').map(to).collect::<Checked<Vec<_>>>()?);
        }
        let values = match *kind {
            "values" => true,
            "outcomes" => false,
            _ => return Err(wrong()),
        };
        let measure = measure.split('/').map(list).collect::<Checked<_>>()?;
        Ok(Automaton { a, b, digits: (a + i64::from(b > 0)) as usize, values, measure, outputs, next })
    }

    /// Whether each digit is the largest, one bit each; none if one may not stand there.
    fn follow(&self, largest: u32, digits: &[usize]) -> Option<u32> {
        if self.b == 0 {
            return Some(0);
        }
        let mut now = 0;
        for (i, &digit) in digits.iter().enumerate() {
            if largest >> i & 1 == 1 && digit as i64 >= self.b {
                return None;
            }
            now |= u32::from(digit as i64 == self.a) << i;
        }
        Some(now)
    }

    fn then(&self, (p, r): Cell, sum: i64) -> Cell {
        (self.a * p + self.b * r + sum, if self.b == 0 { 0 } else { p })
    }

    /// Whether a sum stays above `limit` whatever follows, if the digits of one place lower it by `down` and raise it by
    /// `up` at most. In a base, it does once it does not fall. Else let `most` be the larger of both. With the roots
    /// θ > 1 > |θ′| of x² = ax + b, L = θp + br does not fall above most·θ/(θ−1) < 3·most, and p + r is above the limit if
    /// L is above θ√d/(θ+1)·limit, which is less than a + 1 times it, and less than `most` for the other root.
    fn is_above(&self, (p, r): Cell, limit: i64, down: i64, up: i64) -> bool {
        if self.b == 0 {
            return p > limit && (self.a - 1) * p >= down;
        }
        let (limit, most) = (i128::from(limit.max(0)), i128::from(down.max(up)));
        let (a, b, p, r) = (i128::from(self.a), i128::from(self.b), i128::from(p), i128::from(r));
        let far = (3 * most).max(most + (a + 1) * limit);
        let (x, d) = (a * p + 2 * b * r - 2 * far, a * a + 4 * b);
        match (x >= 0, p >= 0) {
            (true, true) => x + p > 0,
            (true, false) => x * x > p * p * d,
            (false, true) => p * p * d > x * x,
            (false, false) => false,
        }
    }

    /// The output at a position, `None` if that is none.
    pub fn output(&self, position: &[u64]) -> Option<u64> {
        let most = position.iter().copied().max().unwrap_or(0);
        let mut places: Vec<u64> = vec![1];
        loop {
            let [.., last] = places[..] else { return None };
            let before = places.len().checked_sub(2).map_or(1, |at| places[at]);
            let next = self.a as u128 * u128::from(last) + self.b as u128 * u128::from(before);
            match u64::try_from(next) {
                Ok(next) if next <= most => places.push(next),
                _ => break,
            }
        }
        let (mut rest, mut state) = (position.to_vec(), 0);
        for place in places.into_iter().rev() {
            let digits: Vec<usize> = rest.iter().map(|n| (n / place) as usize).collect();
            rest.iter_mut().for_each(|n| *n %= place);
            state = self.after(state, &digits)?;
        }
        self.outputs[state as usize]
    }

    /// Whether outputs are values; else they are 1 if the player to move loses.
    pub fn has_values(&self) -> bool {
        self.values
    }

    /// The numeration system and the number of states of the least automaton that reads the lost positions, those from
    /// which none is read left out.
    pub fn text(&self) -> String {
        let system = match (self.a, self.b) {
            (a, 0) => format!("base {a}"),
            (1, 1) => "Zeckendorf".to_owned(),
            (2, 1) => "Pell".to_owned(),
            (a, b) => format!("quadratic {a},{b}"),
        };
        // One state more stands for nothing read from here.
        let none = self.next.len();
        let lost = |output: &Option<u64>| usize::from(*output == Some(u64::from(!self.values)));
        // Classes of states, told apart by one more letter each round (Moore 1956).
        let mut classes: Vec<usize> = self.outputs.iter().map(lost).chain([0]).collect();
        let mut count = 0;
        loop {
            let mut met: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
            let mut refined = Vec::new();
            for state in 0..=none {
                let row = self.next.get(state).into_iter().flatten();
                let row = row.map(|to| classes[to.map_or(none, |to| to as usize)]);
                let mut key: Vec<usize> = std::iter::once(classes[state]).chain(row).collect();
                key.resize(self.next[0].len() + 1, classes[none]);
                let fresh = met.len();
                refined.push(*met.entry(key).or_insert(fresh));
            }
            classes = refined;
            if met.len() == count {
                break;
            }
            count = met.len();
        }
        let mut reached = BTreeSet::from([0]);
        let mut todo = vec![0];
        while let Some(state) = todo.pop() {
            let row = self.next[state as usize].iter().flatten();
            todo.extend(row.filter(|&&to| reached.insert(to)));
        }
        let least: BTreeSet<usize> = reached.into_iter().map(|state| classes[state as usize]).collect();
        let states = least.into_iter().filter(|&class| class != classes[none]).count().max(1);
        format!("{system}: {states} state{}", if states == 1 { "" } else { "s" })
    }

    /// The state behind a letter, given as digits.
    fn after(&self, state: u32, digits: &[usize]) -> Option<u32> {
        let letter = digits.iter().rev().fold(0, |letter, digit| letter * self.digits + digit);
        self.next[state as usize].get(letter).copied().flatten()
    }
}

/// All digits for this many numbers, the first one fastest.
fn tuples(digits: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let tuple =
        move |mut n: usize| -> Vec<usize> { (0..count).map(|_| (n % digits, n /= digits).0).collect() };
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
}

/// A list of statements over x and other numbers.
struct List {
    says: Says,
    atoms: All,
    /// The numbers read: x first.
    tracks: Vec<usize>,
    /// The places of the option's numbers among them.
    option: Vec<usize>,
    /// For each atom with bounds: the sums from which it can still hold.
    live: Vec<FxHashSet<Cell>>,
}

/// A reading of a list: a cell for each atom, the largest digits, the state on the option.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading(Vec<Cell>, u32, u32);

impl List {
    /// Equations give away numbers that nothing else reads: with y = x − k, k is x − y.
    fn new(
        automaton: &Automaton,
        arity: usize,
        says: Says,
        mut atoms: All,
        option: &[usize],
    ) -> Checked<List> {
        loop {
            let mut fixed: BTreeSet<usize> = option.iter().copied().chain(0..arity).collect();
            fixed.extend(atoms.iter().flat_map(Atom::named));
            let given = atoms.iter().enumerate().find_map(|(i, atom)| match atom {
                Atom::Within(form, Some(0), Some(0)) => {
                    let free = |&(x, c): &(&usize, &i64)| c.abs() == 1 && !fixed.contains(x);
                    form.0.iter().find(free).map(|(&x, &c)| (i, x, c, form.clone()))
                }
                _ => None,
            });
            let Some((i, x, c, form)) = given else { break };
            atoms.remove(i);
            let value = Form::of(x).plus(&form, -c);
            for atom in &mut atoms {
                if let Atom::Within(form, ..) | Atom::Divides(_, form) = atom {
                    let factor = form.0.get(&x).copied().unwrap_or(0);
                    *form = form.plus(&Form::of(x), -factor).plus(&value, factor).small()?;
                }
            }
            atoms.push(Atom::Within(value, Some(0), None));
        }
        let mut others: BTreeSet<usize> = option.iter().copied().collect();
        others.extend(atoms.iter().flat_map(Atom::named));
        others.extend(atoms.iter().filter_map(Atom::form).flat_map(|form| form.0.keys()));
        let tracks: Vec<usize> = (0..arity).chain(others.into_iter().filter(|&x| x >= arity)).collect();
        let place = |x: &usize| tracks.iter().position(|other| other == x).unwrap_or_default();
        let atoms: All = atoms.into_iter().map(|atom| atom.renamed(place)).collect();
        let option = option.iter().map(place).collect();
        let digits = (automaton.digits as u64).checked_pow(tracks.len() as u32);
        if digits.is_none_or(|digits| digits > MAX_LETTERS) {
            return refuse("a statement is about too many numbers");
        }
        let live = atoms.iter().map(|atom| live(automaton, atom)).collect::<Checked<_>>()?;
        Ok(List { says, atoms, tracks, option, live })
    }

    fn first(&self) -> Reading {
        Reading(vec![(0, 0); self.atoms.len()], 0, 0)
    }

    /// The readings behind one more digit of each number of x.
    fn step(&self, automaton: &Automaton, reading: &Reading, x: &[usize]) -> Vec<Reading> {
        let mut found = Vec::new();
        for others in tuples(automaton.digits, self.tracks.len() - x.len()) {
            let digits = [x, &others].concat();
            let Some(largest) = automaton.follow(reading.1, &digits) else { continue };
            let option: Vec<usize> = self.option.iter().map(|&at| digits[at]).collect();
            let state = if option.is_empty() { Some(0) } else { automaton.after(reading.2, &option) };
            let Some(state) = state else { continue };
            let cells = self.atoms.iter().zip(&self.live).zip(&reading.0);
            let cells = cells.map(|((atom, live), &cell)| {
                let is_live = |cell: &Cell| !matches!(atom, Atom::Within(..)) || live.contains(cell);
                read(automaton, atom, cell, &digits).filter(is_live)
            });
            if let Some(cells) = cells.collect() {
                found.push(Reading(cells, largest, state));
            }
        }
        found
    }

    /// Whether all statements hold if no digits follow.
    fn holds(&self, automaton: &Automaton, reading: &Reading) -> bool {
        self.atoms.iter().zip(&reading.0).all(|(atom, &cell)| ends(automaton, atom, cell))
    }
}

/// The memory of an atom behind one more digit of each number.
fn read(automaton: &Automaton, atom: &Atom, cell: Cell, digits: &[usize]) -> Option<Cell> {
    let sum = |form: &Form| form.0.iter().map(|(&x, c)| c * digits[x] as i64).sum::<i64>();
    match atom {
        _ if cell == HOLDS => Some(HOLDS),
        Atom::Within(form, lo, hi) => {
            // The most by which one more digit of each number changes the sum, up or down.
            let most = |sign: i64| {
                form.0.values().map(|c| (c * sign).max(0)).sum::<i64>() * (automaton.digits as i64 - 1)
            };
            let now = automaton.then(cell, sum(form));
            let top = hi.or(*lo).unwrap_or_default() - form.1;
            let bottom = lo.or(*hi).unwrap_or_default() - form.1;
            if automaton.is_above(now, top, most(-1), most(1)) {
                return hi.is_none().then_some(HOLDS);
            }
            if automaton.is_above((-now.0, -now.1), -bottom, most(1), most(-1)) {
                return lo.is_none().then_some(HOLDS);
            }
            Some(now)
        }
        Atom::Divides(m, form) => {
            let (p, r) = automaton.then(cell, sum(form));
            Some((p.rem_euclid(*m), r.rem_euclid(*m)))
        }
        Atom::Place(x) => match (digits[*x], cell.0) {
            (0, _) => Some(cell),
            (1, 0) => Some((1, 0)),
            _ => None,
        },
        Atom::Bits(operator, [(x, of_x), (y, of_y), (z, of_z)]) => {
            let digit = |at: usize, turned: bool| (digits[at] == 1) != turned;
            (bit(*operator, digit(*x, *of_x), digit(*y, *of_y)) == digit(*z, *of_z)).then_some(cell)
        }
        // 0: no one yet; 1: a one that is not the lowest; 2: the lowest is behind.
        Atom::Lowest(x, z) => match (cell.0, digits[*x], digits[*z]) {
            (0 | 2, 0, 0) => Some(cell),
            (0 | 1, 1, 0) | (1, 0, 0) => Some((1, 0)),
            (0 | 1, 1, 1) => Some((2, 0)),
            _ => None,
        },
    }
}

fn ends(automaton: &Automaton, atom: &Atom, cell: Cell) -> bool {
    let number = |form: &Form| cell.0 + if automaton.b == 0 { 0 } else { cell.1 } + form.1;
    match atom {
        _ if cell == HOLDS => true,
        Atom::Within(form, lo, hi) => {
            lo.is_none_or(|lo| number(form) >= lo) && hi.is_none_or(|hi| number(form) <= hi)
        }
        Atom::Divides(m, form) => number(form).rem_euclid(*m) == 0,
        Atom::Place(_) => cell.0 == 1,
        Atom::Bits(..) => true,
        Atom::Lowest(..) => cell.0 != 1,
    }
}

/// The sums from which bounds can still be met.
fn live(automaton: &Automaton, atom: &Atom) -> Checked<FxHashSet<Cell>> {
    let Atom::Within(form, lo, hi) = atom else { return Ok(FxHashSet::default()) };
    let places: BTreeMap<usize, i64> = (0..).zip(form.0.values().copied()).collect();
    let alone = Atom::Within(Form(places, form.1), *lo, *hi);
    let letters: Vec<Vec<usize>> = tuples(automaton.digits, form.0.len()).collect();
    let mut before: FxHashMap<(Cell, u32), Vec<(Cell, u32)>> = FxHashMap::default();
    let mut todo = vec![((0, 0), 0)];
    before.insert(todo[0], vec![]);
    while let Some(state) = todo.pop() {
        if before.len() > MAX_SUMS {
            return refuse("a sum takes too many values");
        }
        for letter in &letters {
            let Some(largest) = automaton.follow(state.1, letter) else { continue };
            let Some(cell) = read(automaton, &alone, state.0, letter) else { continue };
            let entry = before.entry((cell, largest));
            if let std::collections::hash_map::Entry::Vacant(_) = entry {
                todo.push((cell, largest));
            }
            entry.or_default().push(state);
        }
    }
    let mut good: FxHashSet<(Cell, u32)> =
        before.keys().copied().filter(|state| ends(automaton, &alone, state.0)).collect();
    let mut todo: Vec<(Cell, u32)> = good.iter().copied().collect();
    while let Some(state) = todo.pop() {
        todo.extend(before[&state].iter().copied().filter(|&from| good.insert(from)));
    }
    Ok(good.into_iter().map(|(cell, _)| cell).collect())
}

/// Checks that a certificate proves what it says of the text of a rule.
///
/// # Errors
///
/// Why it does not, or is not checked.
pub fn check(rule: &str, certificate: &str) -> Checked<()> {
    let rule = Rule::read(rule).map_err(|_| "the rule is wrong".to_owned())?;
    prove(&rule, certificate).map(|_| ())
}

/// The automaton of a certificate, if it proves what it says of a rule.
///
/// # Errors
///
/// Why it does not, or is not checked.
pub fn prove(rule: &Rule, certificate: &str) -> Checked<Automaton> {
    let automaton = Automaton::read(certificate)?;
    let letters = automaton.digits.checked_pow(rule.arity as u32).filter(|&letters| letters <= 1 << 16);
    let fits = automaton.next.iter().all(|row| Some(row.len()) == letters);
    if automaton.outputs.is_empty() || !fits || automaton.next[0][0] != Some(0) {
        return refuse("the automaton has not the form for this rule");
    }
    if rule.loopy || rule.clauses.contains_key("draw") {
        return refuse("play may be a draw");
    }
    if rule.kinds.iter().any(|(parts, _)| parts.len() > 1) {
        return refuse("a move leaves several positions");
    }
    if automaton.values && (rule.misere || rule.clauses.contains_key("win")) {
        return refuse("positions have no values");
    }
    let arity = rule.arity;
    let is_base = automaton.b == 0;
    let mut statements = Statements { digits: automaton.digits, is_base, fresh: arity };
    let mut lists = Vec::new();
    for (forms, mut atoms) in statements.moves(rule)? {
        let mut option: Vec<usize> = Vec::new();
        for form in &forms {
            let itself = (0..arity).find(|&x| *form == Form::of(x) && !option.contains(&x));
            let y = itself.unwrap_or_else(|| statements.fresh());
            if itself.is_none() {
                atoms.push(Atom::equal(form, &Form::of(y)));
            }
            option.push(y);
        }
        lists.extend(rising(&automaton, arity, &atoms, &option)?);
        lists.push(List::new(&automaton, arity, Says::Option, atoms, &option)?);
    }
    let position: Vec<Form> = (0..arity).map(Form::of).collect();
    for (clause, says) in [("lose", Says::Lose), ("win", Says::Win), ("legal", Says::Legal)] {
        let conds = rule.clauses.get(clause).cloned().unwrap_or_default();
        let cond = op(if says == Says::Legal { "and" } else { "or" }, conds);
        for ((), atoms) in statements.cond(&cond, true, &position)? {
            lists.push(List::new(&automaton, arity, says, atoms, &[])?);
        }
    }
    walk(&automaton, rule, &lists)?;
    Ok(automaton)
}

/// Lists that are met at a position if a move does not lower the measure: some sums stay, and the next one rises, or
/// all stay.
fn rising(automaton: &Automaton, arity: usize, atoms: &All, option: &[usize]) -> Checked<Vec<List>> {
    let weighs =
        |weights: &Vec<i64>| weights.len() == arity && weights.iter().all(|c| (0..1 << 20).contains(c));
    if !automaton.measure.iter().all(weighs) {
        return refuse("the measure has not the form for this rule");
    }
    let change = |weights: &Vec<i64>| {
        let terms = weights.iter().zip(option).enumerate();
        terms.fold(Form::default(), |sum, (x, (&c, &y))| sum.plus(&Form::of(y), c).plus(&Form::of(x), -c))
    };
    let changes: Vec<Form> = automaton.measure.iter().map(change).collect();
    let list = |rising: usize| {
        let mut all = atoms.clone();
        all.extend(changes[..rising].iter().map(|form| Atom::Within(form.clone(), Some(0), Some(0))));
        all.extend(changes.get(rising).map(|form| Atom::Within(form.clone(), Some(1), None)));
        List::new(automaton, arity, Says::Rises, all, option)
    };
    (0..=changes.len()).map(list).collect()
}

/// The walk over all pairs.
fn walk(automaton: &Automaton, rule: &Rule, lists: &[List]) -> Checked<()> {
    let mut numbers: FxHashMap<(usize, Reading), u32> = FxHashMap::default();
    let mut readings: Vec<(usize, Reading)> = Vec::new();
    let mut number = |of: (usize, Reading), readings: &mut Vec<(usize, Reading)>| {
        let fresh = readings.len() as u32;
        *numbers.entry(of).or_insert_with_key(|of| {
            readings.push(of.clone());
            fresh
        })
    };
    let mut first: BTreeSet<u32> = BTreeSet::new();
    for (i, list) in lists.iter().enumerate() {
        first.insert(number((i, list.first()), &mut readings));
    }
    let letters: Vec<Vec<usize>> = tuples(automaton.digits, rule.arity).collect();
    let mut steps: FxHashMap<(u32, usize), Vec<u32>> = FxHashMap::default();
    let mut successors = |set: &[u32], letter: usize, readings: &mut Vec<(usize, Reading)>| {
        let mut to: Vec<u32> = Vec::new();
        for &at in set {
            let known = steps.entry((at, letter)).or_insert_with(|| {
                let (list, reading) = readings[at as usize].clone();
                let found = lists[list].step(automaton, &reading, &letters[letter]);
                found.into_iter().map(|reading| number((list, reading), readings)).collect()
            });
            to.extend_from_slice(known);
        }
        to.sort_unstable();
        to.dedup();
        to
    };
    // Numbers of the option may be longer than x.
    loop {
        let all: Vec<u32> = first.iter().copied().collect();
        let more = successors(&all, 0, &mut readings);
        first.extend(more);
        if first.len() == all.len() {
            break;
        }
    }
    let start = (0, 0, first.into_iter().collect::<Vec<u32>>());
    let mut met: FxHashSet<(u32, u32, Vec<u32>)> = [start.clone()].into_iter().collect();
    let (mut todo, mut members) = (vec![start], 0);
    while let Some((state, largest, set)) = todo.pop() {
        let (mut options, mut said) = (BTreeSet::new(), BTreeSet::new());
        for &at in &set {
            let (list, reading) = &readings[at as usize];
            let list = &lists[*list];
            let output = automaton.outputs[reading.2 as usize];
            let is_option = matches!(list.says, Says::Option | Says::Rises);
            if is_option && output.is_none() || !list.holds(automaton, reading) {
                continue;
            }
            said.insert(list.says);
            options.extend(output.filter(|_| list.says == Says::Option));
        }
        let ended = [Says::Lose, Says::Win].iter().any(|says| said.contains(says));
        if said.contains(&Says::Rises) && said.contains(&Says::Legal) && !ended {
            return refuse("a move does not lower the measure");
        }
        let lost = |lost: bool| u64::from(lost != automaton.values);
        let wanted = match () {
            () if !said.contains(&Says::Legal) => None,
            () if said.contains(&Says::Lose) => Some(lost(true)),
            () if said.contains(&Says::Win) => Some(0),
            () if automaton.values => Some(mex(options)),
            () => Some(u64::from(!(options.contains(&1) || rule.misere && options.is_empty()))),
        };
        if wanted != automaton.outputs[state as usize] {
            return refuse(format!("state {state} has not the output that the rule gives it"));
        }
        for (i, letter) in letters.iter().enumerate() {
            let (largest, to) = match (automaton.follow(largest, letter), automaton.after(state, letter)) {
                (Some(largest), Some(to)) => (largest, to),
                (None, None) => continue,
                _ => return refuse("the automaton does not read exactly the numbers"),
            };
            let pair = (to, largest, successors(&set, i, &mut readings));
            members += pair.2.len();
            if members > MAX_READINGS || readings.len() > MAX_READINGS {
                return refuse("the check passes its limit");
            }
            if met.insert(pair.clone()) {
                todo.push(pair);
            }
        }
    }
    Ok(())
}
