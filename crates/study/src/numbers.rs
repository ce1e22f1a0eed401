//! The study of a game whose positions are numbers: the first are looked at, and what is found is held against its rules.

use crate::findings::Study;
use crate::gives::Gives;
use crate::identify;
use crate::names::default_names;
use crate::patterns::{self, Sample};
use crate::period::{first_values, of_period};
use crate::proof::{Judged, Prover};
use crate::sample::{self, SampleKind, one};
use grundy_api::{Error, Position, explain};
use grundy_record::{Ask, Keyword};

/// The largest value for which an automaton of the values is looked for. A guess.
const MAX_FEW_VALUES: i64 = 40;

/// Studies a game whose positions are numbers.
pub(super) fn study(position: &Position<'_>, to: Option<u64>) -> Result<Study, Error> {
    let text = position.record_line();
    let sampled = sample::sample(position, to)?;
    let sample = &sampled.sample;
    let arity = sample.arity;
    let is_sequence = arity == 1 && sampled.kind == SampleKind::Values;
    let mut period = None;
    let mut no_period_to = None;
    if is_sequence && position.answers(Ask::Period) {
        match one(position, 1).period_or_reach() {
            Ok(Ok(proved)) => period = Some(proved),
            Ok(Err(heap)) => no_period_to = Some(heap.unwrap_or(0).max(sampled.tops[0])),
            Err(_) => no_period_to = Some(sampled.tops[0]),
        }
    }
    let names = match position.own_rule() {
        Some((rule, _)) if rule.list.is_none() => rule.names.clone(),
        _ => default_names(arity),
    };
    let has_few_values = sample
        .values
        .iter()
        .all(|value| (0..=MAX_FEW_VALUES).contains(value));
    let prover = Prover {
        position,
        names: &names,
        period,
        seen: sample.len() as u64,
        is_flag: (0..arity).map(|i| sampled.is_flag(i)).collect(),
        few_values: arity == 1 && has_few_values,
    };
    // If nothing is drawn, the P-positions determine all outcomes.
    let is_drawn = sampled.kind == SampleKind::Outcomes && sample.values.contains(&2);
    let automaton = if is_drawn {
        None
    } else {
        prover.find_automaton()
    };
    let losing = patterns::find_losing(&sample.losing());
    let losing = prover.judge(losing, Gives::Losing, automaton.as_ref());
    let values = match sampled.kind {
        SampleKind::Values => formula_of_values(position, &prover, sample),
        SampleKind::Outcomes if is_drawn => Judged::open(patterns::find(sample)),
        SampleKind::Outcomes => Judged::open(None),
    };
    let is_misere = position.record().modifiers.has(Keyword::Misere);
    let misere = if is_misere {
        position.at(sample::sum(position, &[])).quotient().ok()
    } else {
        None
    };
    let same = if is_sequence {
        let first = first_values(position, sample, period);
        identify::same(&first, period, &text, position.context())
    } else {
        Vec::new()
    };
    Ok(Study {
        text,
        known: None,
        family: None,
        names,
        sampled,
        period,
        no_period_to,
        values: values.pattern,
        losing: losing.pattern,
        automaton,
        refuted: losing.refuted.or(values.refuted),
        same,
        lasting: explain::lasting(position),
        misere,
    })
}

/// Finds a formula for the values of all positions of a sample, and tries to prove it. A proved period gives a formula if
/// nothing shorter is found that the period proves.
fn formula_of_values(position: &Position<'_>, prover: &Prover<'_, '_>, sample: &Sample) -> Judged {
    let mut found = patterns::find(sample);
    let is_proved = found
        .as_ref()
        .is_some_and(|found| prover.repeats(&found.formula, Gives::Value));
    if let Some(period) = prover.period
        && !is_proved
    {
        found = of_period(position, period).or(found);
    }
    prover.judge(found, Gives::Value, None)
}
