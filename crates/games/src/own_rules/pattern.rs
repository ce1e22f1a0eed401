//! Patterns that are proved of all positions: what they are, and moves from positions beyond every table.

use grundy_automata::{CountedSums, Guess, PatternKind, Refusal};
use grundy_rules::grammar::read_rule;

use super::shared_solver::solver;
use crate::shared::listing::too_many_p_positions;
use crate::shared::sequences;
use crate::shared::varied;
use crate::{Context, Visited};
use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;
use grundy_own_rules::SolvedRule;
use grundy_own_rules::solver::{Proved, unsigned};
use grundy_record::{Ask, Automaton, Fault, Pattern};
use grundy_rules::options::{OptionParts, RulePosition};
use grundy_rules::tree::Rule;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Returns the fault of moves that a pattern does not give.
pub(super) fn fault(refusal: Refusal) -> Fault {
    Limit::fixed(format!(
        "the pattern of this rule is proved, but not its moves: {refusal}"
    ))
    .into()
}

/// Finds the values of positions of the rule with this text, or 0 for those that are lost and 1 for others, by a
/// pattern that is proved; `None` if none is found.
pub fn proved_values<'p>(
    text: &str,
    mut positions: impl Iterator<Item = &'p [u64]>,
    values: bool,
    context: &Context,
) -> Option<Vec<u32>> {
    let (rule, _) = read_rule(text).ok()?;
    let known = solver(text, &rule, context).ok()?;
    let mut solver = known.lock();
    let proved = solver.pattern(values, &context.budget).ok()?;
    positions.try_fold(Vec::new(), |mut found, position| {
        found.push(u32::try_from(proved.value(position)?).ok()?);
        Some(found)
    })
}

/// Returns the automaton whose outputs are the values of all positions of a rule, if one is proved.
pub fn values_automaton(text: &str, rule: &Rule, context: &Context) -> Option<Guess> {
    let known = solver(text, rule, context).ok()?;
    let mut solver = known.lock();
    let pattern = &solver.automaton(&context.budget)?.pattern;
    (pattern.kind == PatternKind::Values).then(|| pattern.guess.clone())
}

/// Visits the options of a position that leave this value, or are lost for 0, or all, in the order of the rule; none
/// if the position is in a table, or no pattern is proved.
pub(super) fn moves_beyond(
    solver: &mut SolvedRule,
    from: &[i64],
    values: bool,
    target: Option<u64>,
    visit: &mut dyn FnMut(&OptionParts) -> ControlFlow<()>,
) -> Option<Visited> {
    let rule = solver.rule().clone();
    let proved = solver.beyond(from, values)?;
    let mut flow = ControlFlow::Continue(());
    let found = proved.options(&rule, &unsigned(from), target, &mut |parts| {
        flow = visit(parts);
        flow
    });
    Some(found.map(|()| flow).map_err(fault))
}

/// Finds a pattern proved of all positions: a period, or an automaton for those at which the player to move loses.
pub(super) fn of(solver: &mut SolvedRule, budget: &Budget) -> Option<Pattern> {
    if solver.rule().arity() == 1
        && let Some(period) = solver.period(budget)
    {
        return Some(Pattern::Period(sequences::as_period(period)));
    }
    let Ok(Proved::Automaton(answers)) = solver.pattern(false, budget) else {
        return None;
    };
    let pattern = &answers.pattern;
    let lost = pattern.lost()?;
    let system = pattern.guess.system;
    Some(Pattern::Automaton(Automaton {
        system: system.to_string(),
        digits: system.digits(),
        tracks: pattern.guess.tracks.len(),
        next: lost.rows(),
        lost: lost.outputs,
    }))
}

/// Returns the pattern that is asked for, or answers these positions, as a certificate.
pub(super) fn certificate(
    solver: &mut SolvedRule,
    positions: &[RulePosition],
    values: bool,
    asks: &[Ask],
    budget: &Budget,
) -> Option<String> {
    let asked = asks.contains(&Ask::Pattern);
    if !asked
        && !positions
            .iter()
            .any(|position| solver.beyond(position, values).is_some())
    {
        return None;
    }
    solver.pattern(values && !asked, budget).ok()?.certificate()
}

/// Counts the positions of these ranges, a component each, at which the player to move loses, and all positions
/// there are; `None` if no pattern is proved that adds them up.
pub(super) fn count(
    solver: &mut SolvedRule,
    components: &[&[Range]],
    budget: &Budget,
) -> Option<CountedSums> {
    match (
        solver.pattern(components.len() > 1, budget).ok()?,
        components,
    ) {
        (Proved::Automaton(answers), _) => answers.lost_sums(components),
        (Proved::Runs(runs), [[range]]) => Some(CountedSums {
            lost: runs.count(range.low, range.high)?.into(),
            all: varied::size(range),
        }),
        _ => solver.automaton(budget)?.lost_sums(components),
    }
}

/// Lists the positions of a rule in these ranges at which the player to move loses, by a pattern that is proved:
/// their numbers one after the other, ascending; `None` if no pattern is proved.
///
/// # Errors
///
/// Fails if there are more than `most`.
pub fn list_lost(
    text: &str,
    rule: &Rule,
    ranges: &[Range],
    most: usize,
    context: &Context,
) -> Option<Result<Vec<u64>, Limit>> {
    let known = solver(text, rule, context).ok()?;
    let budget = &context.budget;
    let mut solver = known.lock();
    if let Some(CountedSums { lost, .. }) = count(&mut solver, &[ranges], budget)
        && lost > BigUint::from(most)
    {
        return Some(Err(too_many_p_positions(lost, most)));
    }
    let Ok(Proved::Automaton(answers)) = solver.pattern(false, budget) else {
        return None;
    };
    let low: Vec<u64> = ranges.iter().map(|range| range.low).collect();
    let high: Vec<u64> = ranges.iter().map(|range| range.high).collect();
    let mut numbers = Vec::new();
    let width = ranges.len();
    let more = answers.each_lost(&low, &high, &mut |position| {
        if numbers.len() == most * width {
            return ControlFlow::Break(());
        }
        numbers.extend_from_slice(position);
        ControlFlow::Continue(())
    });
    if more.is_break() {
        return Some(Err(Limit::fixed(format!(
            "there are more than {most} P-positions to list"
        ))));
    }
    let mut positions: Vec<&[u64]> = numbers.chunks(width).collect();
    positions.sort_unstable();
    Some(Ok(positions.concat()))
}
