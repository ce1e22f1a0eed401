//! Which systems are tried, with what is known of which small positions.

use std::collections::BTreeSet;

use grundy_rules::tree::{Cond, Expr, Function, Item, Op, Qualifier, Rule, Set, SetName};

use crate::learn::{ILLEGAL, Sample, learn};
use crate::prove::{Compiled, Kind, Pattern, prove};
use crate::system::System;
use crate::work::{Refusal, Work};

/// The values of all positions up to some numbers.
#[derive(Clone, Debug)]
pub struct Table {
    /// The largest numbers.
    pub tops: Vec<u64>,
    /// A value for each position, the last number fastest: its Grundy value; of outcomes 0 if the player to
    /// move loses, else 1; [`NO_POSITION`].
    pub cells: Vec<u32>,
}

/// The numbers are no position.
pub const NO_POSITION: u32 = u32::MAX;

/// Larger values are too many for an automaton a value.
const MAX_FEW_VALUES: u32 = 40;

/// The most states of a guess: of one number, of several.
const MAX_STATES: [usize; 2] = [400, 600];

/// Boxes for each number of numbers: a further one is used if those before are too small.
const BOXES: [&[u64]; 5] =
    [&[1 << 13, 1 << 16, 1 << 19], &[128, 256, 512, 800], &[32, 64, 80], &[16, 24], &[8, 10]];

/// The box for values that are a relation, with the value as one number more.
const RELATIONS: [u64; 3] = [256, 64, 32];

/// The result for a rule: a pattern; or for every system tried, why there is none.
pub type Found = Result<Pattern, Vec<(System, Refusal)>>;

/// The largest numbers of the boxes that a search of a rule with `arity` numbers may ask for.
pub fn largest_box(arity: usize) -> u64 {
    BOXES.get(arity.wrapping_sub(1)).and_then(|sizes| sizes.last()).copied().unwrap_or(0)
}

/// Looks for a pattern of the outcomes, or of the values, and proves it. `fill` gives what is known up to some
/// numbers, which may be less in some of them.
pub fn search(
    rule: &Rule,
    values: bool,
    work: &Work,
    fill: &mut dyn FnMut(&[u64]) -> Option<Table>,
) -> Found {
    let Some(boxes) = BOXES.get(rule.arity().wrapping_sub(1)).filter(|_| !values || rule.has_values()) else {
        return Err(vec![]);
    };
    let mut refused: Vec<(System, Refusal)> = Vec::new();
    let mut open = Vec::new();
    for system in systems(rule) {
        match Compiled::new(rule, system, work) {
            Ok(_) => open.push(system),
            Err(why) => refused.push((system, why)),
        }
    }
    for size in *boxes {
        if open.is_empty() {
            break;
        }
        let Some(table) = fill(&vec![size - 1; rule.arity()]) else { break };
        let mut small = Vec::new();
        for system in std::mem::take(&mut open) {
            match of_table(rule, system, values, &table, work) {
                Ok(pattern) => return Ok(pattern),
                Err(why) => {
                    refused.retain(|(other, _)| *other != system);
                    if matches!(why, Refusal::Unlike | Refusal::Wrong(..)) {
                        small.push(system);
                    }
                    refused.push((system, why));
                }
            }
        }
        open = small;
    }
    Err(refused)
}

/// Learns from a table, and proves.
fn of_table(
    rule: &Rule,
    system: System,
    values: bool,
    table: &Table,
    work: &Work,
) -> Result<Pattern, Refusal> {
    let arity = rule.arity();
    let cell = |numbers: &[u64]| -> Option<u32> {
        let mut at = 0;
        for (&n, &top) in numbers.iter().zip(&table.tops) {
            if n > top {
                return None;
            }
            at = at * (top + 1) + n;
        }
        table.cells.get(at as usize).copied()
    };
    let largest = table.cells.iter().copied().filter(|&cell| cell != NO_POSITION).max().unwrap_or(0);
    let kind = match values {
        false => Kind::Outcomes,
        true if largest <= MAX_FEW_VALUES => Kind::Values,
        true => Kind::Relation,
    };
    let side = RELATIONS.get(arity - 1).copied();
    let output = |numbers: &[u64]| -> Option<u8> {
        Some(match (kind, cell(numbers)?) {
            (Kind::Relation, value) => {
                let side = side?;
                if numbers.iter().any(|&n| n >= side) {
                    return None;
                }
                u8::from(u64::from(value) == numbers[arity])
            }
            (_, NO_POSITION) => ILLEGAL,
            (Kind::Values, value) => value as u8,
            (Kind::Outcomes, value) => u8::from(value == 0),
        })
    };
    let sample = Sample { arity: arity + usize::from(kind == Kind::Relation), output: &output };
    let most = MAX_STATES[usize::from(arity > 1)];
    prove(rule, learn(system, &sample, most, work)?, kind, work)
}

/// The systems that a rule suggests, cheap ones first.
fn systems(rule: &Rule) -> Vec<System> {
    let hints = Hints::of(rule);
    // Quotients say most; remainders are read in any base.
    let mut bases: Vec<u64> =
        hints.divisors.iter().copied().chain([2]).chain(hints.remainders.iter().copied()).collect();
    let common = hints.divisors.iter().copied().reduce(|a, b| a / gcd(a, b) * b).unwrap_or(2);
    bases.extend([common, 2 * common]);
    bases.retain(|&base| base <= System::MAX_BASE.into());
    let mut systems: Vec<System> = bases.into_iter().filter_map(|b| System::base(b as u8)).collect();
    if hints.fibonacci || rule.arity() == 2 && hints.may_be_quadratic {
        let quadratic = [(1, 1), (2, 1), (3, 1), (2, 2)];
        systems.extend(quadratic.iter().filter_map(|&(a, b)| System::quadratic(a, b)));
    }
    let mut seen = Vec::new();
    systems.retain(|system| {
        !seen.contains(system) && {
            seen.push(*system);
            true
        }
    });
    systems
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The systems that a rule's constants suggest.
#[derive(Default)]
struct Hints {
    divisors: BTreeSet<u64>,
    remainders: BTreeSet<u64>,
    fibonacci: bool,
    may_be_quadratic: bool,
}

impl Hints {
    fn of(rule: &Rule) -> Hints {
        let mut hints = Hints::default();
        let clauses = [&rule.lose, &rule.win, &rule.legal];
        clauses.into_iter().flatten().for_each(|cond| hints.cond(cond));
        for kind in &rule.kinds {
            let changed = |part: &Vec<Expr>| {
                part.iter().enumerate().filter(|(i, expr)| **expr != Expr::Name(*i as u8)).count()
            };
            hints.may_be_quadratic |= kind.parts.iter().any(|part| changed(part) > 1);
            kind.parts.iter().flatten().for_each(|expr| hints.expr(expr));
            for qualifier in &kind.qualifiers {
                match qualifier {
                    Qualifier::For(_, set) => hints.set(set),
                    Qualifier::If(cond) => hints.cond(cond),
                }
            }
        }
        hints
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Binary(op, a, b) => {
                if let (Op::Div | Op::Rem, Expr::Number(m @ 2..)) = (op, &**b) {
                    let hints = if *op == Op::Div { &mut self.divisors } else { &mut self.remainders };
                    hints.insert(*m as u64);
                }
                self.expr(a);
                self.expr(b);
            }
            Expr::Negate(a) | Expr::Complement(a) => self.expr(a),
            Expr::Call(Function::Gcd, _)
            | Expr::Number(_)
            | Expr::Name(_)
            | Expr::Item(..)
            | Expr::Fold(..) => {}
            Expr::Call(_, arguments) => arguments.iter().for_each(|argument| self.expr(argument)),
        }
    }

    fn set(&mut self, set: &Set) {
        if let Set::Named(name, arguments) = set {
            self.fibonacci |= *name == SetName::Fibonacci;
            if let (SetName::Powers, Some(Expr::Number(base @ 2..))) = (name, arguments.first()) {
                self.divisors.insert(*base as u64);
            }
        }
        if let Set::Items(items) = set {
            for item in items {
                if let Item::Range(_, _, Some(Expr::Number(step @ 2..))) = item {
                    self.remainders.insert(*step as u64);
                }
            }
        }
        set.exprs(&mut |expr| self.expr(expr));
    }

    fn cond(&mut self, cond: &Cond) {
        cond.exprs(&mut |expr| self.expr(expr));
    }
}
