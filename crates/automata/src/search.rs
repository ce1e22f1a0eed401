//! The choice of the systems that are tried, and of the small positions that they are learnt from.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the place of a cell is that in a list, values are at most 40 here, and a rule has at most 8 numbers"
)]

use itertools::Itertools;

use grundy_rules::tree::{Expr, Item, MoveKind as Case, Op, Qualifier, Rule, Set, SetName};

use crate::learn::{ILLEGAL, Sample, learn};
use crate::prove::{Compiled, PatternKind, ProvedPattern, holds, prove};
use crate::system::System;
use crate::work::{Refusal, Result, Work};

/// The values of all positions up to some numbers.
#[derive(Clone, Debug)]
pub struct Table {
    /// The largest numbers.
    pub tops: Vec<u64>,
    /// A value for each position, the last number fastest: its Grundy value; of outcomes 0 if the player to
    /// move loses, else 1; [`NO_POSITION`].
    pub cells: Vec<u32>,
}

/// The mark of numbers that are no position.
pub const NO_POSITION: u32 = u32::MAX;

/// The largest value up to which each value has an automaton of its own; a guess.
const MAX_FEW_VALUES: u32 = 40;

/// The most states of a guess about one number, and about several.
const MAX_STATES: [usize; 2] = [400, 600];

/// The boxes for each number of numbers: a further one is used if those before are too small.
const BOXES: [&[u64]; 5] = [
    &[1 << 13, 1 << 16, 1 << 19],
    &[128, 256, 512, 800],
    &[32, 64, 80],
    &[16, 24],
    &[8, 10],
];

/// The box for values that are a relation, with the value as one number more.
const RELATIONS: [u64; 3] = [256, 64, 32];

/// The pattern of a rule, or for every system tried the reason why there is none.
pub type Found = Result<ProvedPattern, Vec<(System, Refusal)>>;

/// Looks for a pattern of the outcomes, or of the values, and proves it. `fill` gives what is known up to some
/// numbers, which may be less in some of them.
pub fn search(
    rule: &Rule,
    values: bool,
    work: &Work,
    fill: &mut dyn FnMut(&[u64]) -> Option<Table>,
) -> Found {
    if values && !rule.has_values() {
        return Err(vec![]);
    }
    let Some(boxes) = BOXES.get(rule.arity().wrapping_sub(1)) else {
        return Err(vec![]);
    };
    let compiled = |system| (system, Compiled::new(rule, system, work).err());
    let mut tried: Vec<(System, Option<Refusal>)> =
        systems(rule).into_iter().map(compiled).collect();
    for size in *boxes {
        let is_open = |why: &Option<Refusal>| {
            matches!(why, None | Some(Refusal::Unlike | Refusal::Wrong(..)))
        };
        if !tried.iter().any(|(_, why)| is_open(why)) {
            break;
        }
        let Some(table) = fill(&vec![size - 1; rule.arity()]) else {
            break;
        };
        for (system, why) in tried.iter_mut().filter(|(_, why)| is_open(why)) {
            match of_table(rule, *system, values, &table, work) {
                Ok(pattern) => return Ok(pattern),
                Err(refusal) => *why = Some(refusal),
            }
        }
    }
    Err(tried
        .into_iter()
        .filter_map(|(system, why)| Some((system, why?)))
        .collect())
}

/// Learns from a table, and proves.
fn of_table(
    rule: &Rule,
    system: System,
    values: bool,
    table: &Table,
    work: &Work,
) -> Result<ProvedPattern> {
    let arity = rule.arity();
    let cell = |numbers: &[u64]| -> Option<u32> {
        let mut within = numbers.iter().zip(&table.tops);
        let at = within.try_fold(0, |at, (&n, &top)| (n <= top).then_some(at * (top + 1) + n))?;
        table.cells.get(at as usize).copied()
    };
    let largest = table
        .cells
        .iter()
        .copied()
        .filter(|&cell| cell != NO_POSITION)
        .max()
        .unwrap_or(0);
    let kind = if !values {
        PatternKind::Outcomes
    } else if largest <= MAX_FEW_VALUES {
        PatternKind::Values
    } else {
        PatternKind::Relation
    };
    let side = 0..RELATIONS.get(arity - 1).copied().unwrap_or(0);
    let output = |numbers: &[u64]| match (kind, cell(numbers)?) {
        (PatternKind::Relation, value) => {
            let is_small = numbers.iter().all(|n| side.contains(n));
            is_small.then(|| u8::from(u64::from(value) == numbers[arity]))
        }
        (_, NO_POSITION) => Some(ILLEGAL),
        (_, value) => Some(value as u8),
    };
    let sample = Sample {
        system,
        arity: arity + usize::from(kind == PatternKind::Relation),
        output: &output,
    };
    let most = MAX_STATES[usize::from(arity > 1)];
    prove(rule, learn(&sample, most, work)?, kind, work)
}

/// Proves that a formula gives the values of all positions of a rule, or is 1 at those at which the player to move
/// loses. The cases of the formula are kinds of moves to a position of one number, the result.
///
/// # Errors
///
/// Returns the position at which it contradicts the rule, else the obstacle to a proof in the last system that was tried.
pub fn verify(rule: &Rule, formula: &[Case], values: bool, work: &Work) -> Result<()> {
    let no_values = || Refusal::outside("positions have no values");
    if values && !rule.has_values() {
        return no_values();
    }
    let tried = systems(rule).into_iter();
    let ended = tried.map(|system| holds(rule, formula, values, system, work));
    let is_settled = |ended: &Result<()>| matches!(ended, Ok(()) | Err(Refusal::Wrong(..)));
    ended.find_or_last(is_settled).unwrap_or_else(no_values)
}

/// The constants of a rule that suggest systems.
#[derive(Default)]
struct Suggestions {
    /// The operators with a constant after them.
    constants: Vec<(Op, u64)>,
    /// Whether a name goes through the numbers of Fibonacci.
    has_fibonacci: bool,
}

impl Suggestions {
    /// Reads a rule.
    fn of(rule: &Rule) -> Suggestions {
        let mut found = Suggestions::default();
        for cond in rule.lose.iter().chain(&rule.win).chain(&rule.legal) {
            cond.exprs(&mut |expr| found.read_expr(expr));
        }
        for kind in &rule.kinds {
            for expr in kind.parts.iter().flatten() {
                found.read_expr(expr);
            }
            for qualifier in &kind.qualifiers {
                qualifier.exprs(&mut |expr| found.read_expr(expr));
                found.read_qualifier(qualifier);
            }
        }
        found
    }

    /// Reads an expression and its parts.
    fn read_expr(&mut self, expr: &Expr) {
        expr.each(&mut |expr| {
            if let Expr::Binary(op, _, by) = expr {
                let by = constant(by).map(|by| (*op, by));
                self.constants.extend(by);
            }
        });
    }

    /// Reads the set of a name: powers suggest quotients by their base, and steps of a range remainders.
    fn read_qualifier(&mut self, qualifier: &Qualifier) {
        match qualifier {
            Qualifier::For(_, Set::Named(SetName::Fibonacci, _)) => self.has_fibonacci = true,
            Qualifier::For(_, Set::Named(SetName::Powers, arguments)) => {
                let base = constant(&arguments[0]).map(|base| (Op::Div, base));
                self.constants.extend(base);
            }
            Qualifier::For(_, Set::Items(items)) => {
                let steps = items.iter().filter_map(|item| match item {
                    Item::Range(_, _, Some(step)) => Some((Op::Rem, constant(step)?)),
                    _ => None,
                });
                self.constants.extend(steps);
            }
            _ => {}
        }
    }

    /// Returns the constants after an operator, each once, ascending.
    fn by(&self, op: Op) -> impl Iterator<Item = u64> {
        let of_op = self.constants.iter().filter(move |(other, _)| *other == op);
        of_op.map(|&(_, by)| by).sorted().dedup()
    }
}

/// Returns the systems that a rule suggests, cheap ones first.
fn systems(rule: &Rule) -> Vec<System> {
    let suggestions = Suggestions::of(rule);
    let divisors = suggestions.by(Op::Div).collect_vec();
    let together = if divisors.is_empty() {
        &[2][..]
    } else {
        &divisors
    };
    let multiples =
        (2..=System::MAX_BASE.into()).filter(|base| together.iter().all(|by| base % by == 0));
    // Quotients say most; remainders are read in any base.
    let bases = divisors
        .iter()
        .copied()
        .chain([2])
        .chain(suggestions.by(Op::Rem))
        .chain(multiples.take(2));
    let quadratic: &[(u8, u8)] = if suggestions.has_fibonacci || changes_both_numbers(rule) {
        &[(1, 1), (2, 1), (3, 1), (2, 2)]
    } else {
        &[]
    };
    let bases = bases.filter_map(|b| System::base(u8::try_from(b).ok()?));
    bases
        .chain(
            quadratic
                .iter()
                .filter_map(|&(a, b)| System::quadratic(a, b)),
        )
        .unique()
        .collect()
}

/// Returns whether positions are pairs, of which some move changes both numbers.
fn changes_both_numbers(rule: &Rule) -> bool {
    let is_changed = |part: &[Expr], i: usize| part[i] != Expr::Name(i as u8);
    let changes = |part: &Vec<Expr>| (0..part.len()).filter(|&i| is_changed(part, i)).count();
    let mut parts = rule.kinds.iter().flat_map(|kind| &kind.parts);
    rule.arity() == 2 && parts.any(|part| changes(part) > 1)
}

/// Returns a number of at least 2.
fn constant(expr: &Expr) -> Option<u64> {
    if let Expr::Number(m @ 2..) = expr {
        Some(*m as u64)
    } else {
        None
    }
}
