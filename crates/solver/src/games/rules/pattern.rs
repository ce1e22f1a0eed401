//! Moves from positions beyond every table, by patterns that are proved.

use std::ops::ControlFlow;

use fxhash::FxHashSet;
use grundy_automata::{Refusal, Wanted};

use crate::record::Fault;
use crate::theory::budget::Limit;
use crate::theory::rules::options::names_of;
use crate::theory::rules::solver::unsigned;
use crate::theory::rules::{Parts, Solver};

fn fault(refusal: Refusal) -> Fault {
    Limit::fixed(format!("the pattern of this rule is proved, but not its moves: {refusal}")).into()
}

/// How many different options of a position leave this value, or are lost for 0; none where the position is in a
/// table, or no pattern is proved.
pub(super) fn count_beyond(
    solver: &mut Solver,
    from: &[i64],
    values: bool,
    target: u64,
) -> Option<Result<u128, Fault>> {
    let answers = solver.beyond(from, values)?;
    Some(answers.count(&unsigned(from), Wanted::Value(target)).map_err(fault))
}

/// Visits those options in the order of the rule.
pub(super) fn moves_beyond(
    solver: &mut Solver,
    from: &[i64],
    values: bool,
    target: u64,
    visit: &mut dyn FnMut(&Parts) -> ControlFlow<()>,
) -> Option<Result<(), Fault>> {
    solver.beyond(from, values)?;
    let rule = solver.rule().clone();
    let answers = solver.beyond(from, values)?;
    let mut met = FxHashSet::default();
    let found = answers.moves(&unsigned(from), Wanted::Value(target), &mut |kind, bound| {
        let mut names = names_of(from);
        for (name, &n) in names[from.len()..].iter_mut().zip(bound) {
            *name = n as i64;
        }
        match rule.kinds[kind].parts(&names) {
            Ok(parts) if met.insert(parts.clone()) => visit(&parts),
            _ => ControlFlow::Continue(()),
        }
    });
    Some(found.map_err(fault))
}
