//! A report on a game from its first positions, for people who meet it for the first time:
//! values, losing positions, period, patterns, games with the same values, and code.

#![expect(
    clippy::cast_possible_truncation,
    reason = "samples have at most 2²⁰ positions, and their places are those of lists"
)]

mod claim;
mod code;
mod identify;
pub mod patterns;
mod proof;
mod report;
mod sample;
mod say;

pub use code::Language;
pub use identify::{Agreement, Match, identify};
pub use report::report;
pub use sample::{SampleKind, Sampled};

use itertools::Itertools;

use code::Gives;
use grundy_api::{Error, Position, explain};
use grundy_record::{Ask, Automaton, Keyword, Period, Quotient};
use patterns::{Formula, FoundFormula, Function, Op, Proof, Sample};
use proof::{Judged, Prover};

/// The findings about a game.
#[derive(Clone, Debug)]
pub struct Study {
    /// The record.
    pub text: String,
    /// The names of the numbers of a position in its rule.
    pub names: Vec<String>,
    /// The positions that were looked at.
    pub sampled: Sampled,
    /// The period of the values, proved; of outcomes if there are no values.
    pub period: Option<Period>,
    /// The largest number up to which the values were known when a period was looked for in vain.
    pub no_period_to: Option<u64>,
    /// A formula for the values, or for the outcomes, if one was found.
    pub values: Option<FoundFormula>,
    /// A formula that gives 1 for P-positions and else 0, if one was found.
    pub losing: Option<FoundFormula>,
    /// The automaton of the lost positions, proved for all numbers.
    pub automaton: Option<Automaton>,
    /// A position at which a formula that had fitted all positions looked at contradicts the rules.
    pub refuted: Option<Vec<i64>>,
    /// The games with the same values.
    pub same: Vec<Match>,
    /// The length of play from the position of the record, in words, if it is cheap to know.
    pub lasting: Option<String>,
    /// The misère quotient of all heaps, or the largest heap of the last that was found.
    pub misere: Option<Result<Quotient, u64>>,
}

/// The largest value for which an automaton of the values is looked for. A guess.
const MAX_FEW_VALUES: i64 = 40;

/// The most terms of a preperiod and a period that become a formula by themselves. A guess.
const MAX_PERIOD_TERMS: u64 = 1 << 16;

/// Studies the game of a record: positions to these numbers, or as far as is cheap.
///
/// # Errors
///
/// Games of other positions than numbers, and what no position can be asked about.
pub fn study(position: &Position<'_>, to: Option<u64>) -> Result<Study, Error> {
    let position = &position.apart()?;
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
        Some((rule, _)) => rule.names.clone(),
        None => default_names(arity),
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
    let automaton = if is_drawn { None } else { prover.automaton() };
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

/// Names the numbers of a position of which no rule gives the names.
pub fn default_names(arity: usize) -> Vec<String> {
    match arity {
        1 => vec!["n".to_owned()],
        _ => "abcdefgh".chars().take(arity).map(String::from).collect(),
    }
}

/// Makes the position of one number under the rules of a position.
fn one<'s>(position: &Position<'s>, n: u64) -> Position<'s> {
    position.at(sample::sum(position, &[vec![n]]))
}

/// Computes the values from 0 to the end of the first period, if they are not too many.
fn to_end_of_period(position: &Position<'_>, period: Period) -> Option<Vec<u64>> {
    let terms = period.preperiod.saturating_add(period.period);
    if terms > MAX_PERIOD_TERMS {
        return None;
    }
    let sequence = one(position, terms - 1).sequence().ok()?;
    (sequence.len() as u64 == terms).then_some(sequence)
}

/// Lists the values of one number from 0 on, as far as they were looked at, or to the end of the first period if that is longer.
fn first_values(position: &Position<'_>, sample: &Sample, period: Option<Period>) -> Vec<u64> {
    let first: Vec<u64> = sample
        .line()
        .into_iter()
        .map_while(|value| u64::try_from(value?).ok())
        .collect();
    let longer = period.and_then(|period| to_end_of_period(position, period));
    match longer {
        Some(longer) if longer.len() > first.len() => longer,
        _ => first,
    }
}

/// Writes a proved period as a formula.
fn of_period(position: &Position<'_>, period: Period) -> Option<FoundFormula> {
    let sequence = to_end_of_period(position, period)?;
    let terms = sequence.iter().map(|&value| value as i64).collect_vec();
    let (before, cycle) = terms.split_at(period.preperiod as usize);
    let rise = period.saltus as i64;
    let repeats = Function::Repeats {
        before: before.to_vec(),
        cycle: cycle.to_vec(),
        rise,
    };
    let formula = Formula::call(repeats, Formula::Of(0));
    Some(FoundFormula {
        proof: Some(Proof::Period),
        ..FoundFormula::seen(formula, terms.len())
    })
}

impl Study {
    /// Writes a function `grundy` for the values, if a formula was found for them.
    pub fn definition(&self, language: Language) -> Option<String> {
        if self.sampled.kind != SampleKind::Values {
            return None;
        }
        let pattern = self.values.as_ref()?;
        let said = if pattern.proof.is_some() {
            format!("proved for all numbers{}", report::flags(self))
        } else {
            format!("verified {}, not proved", report::range(self, pattern))
        };
        let comment = format!("The Grundy values of {}, {said}.", self.text);
        Some(language.definition(
            Gives::Value,
            &pattern.formula,
            self.sampled.sample.arity,
            &[comment],
        ))
    }

    /// Writes a program for what was found: the formula for the values; else the values themselves, as far as they
    /// were looked at; for games without values the formula for who wins.
    pub fn program(&self, language: Language) -> String {
        let Sampled { sample, kind, tops } = &self.sampled;
        let (gives, found) = match (kind, &self.values, &self.losing) {
            (SampleKind::Values, found, _) => (Gives::Value, found),
            (SampleKind::Outcomes, None, found @ Some(_)) => (Gives::Losing, found),
            (SampleKind::Outcomes, found, _) => (Gives::Outcome, found),
        };
        let comment = match found {
            Some(FoundFormula { proof: Some(_), .. }) => {
                format!("Proved for all numbers{}.", report::flags(self))
            }
            Some(found) => {
                let from = if found.from_one {
                    "for numbers from 1, "
                } else {
                    ""
                };
                let range = report::range(self, found);
                format!("A formula verified {from}{range}, not proved.")
            }
            None => {
                let far = report::far(&self.names, tops);
                format!("A table {far}; -1 beyond it, and where there is no position.")
            }
        };
        let formula = found
            .as_ref()
            .map_or_else(|| table(sample, tops), |found| found.formula.clone());
        language.definition(gives, &formula, sample.arity, &[self.text.clone(), comment])
            + &language.main(gives, sample.arity)
    }
}

/// Writes all values as one list.
fn table(sample: &Sample, tops: &[u64]) -> Formula {
    let size = tops.iter().map(|&top| top as usize + 1).product();
    let mut before = vec![-1; size];
    let place = patterns::place(
        (0..)
            .zip(tops)
            .map(|(i, &top)| (Formula::Of(i), top as i64 + 1)),
    );
    for (position, value) in sample.iter() {
        let index = place
            .at(position)
            .and_then(|index| before.get_mut(index as usize));
        if let Some(cell) = index {
            *cell = value;
        }
    }
    let list = Formula::call(
        Function::Repeats {
            before,
            cycle: vec![-1],
            rise: 0,
        },
        place,
    );
    tops.iter()
        .enumerate()
        .rev()
        .fold(list, |inner, (i, &top)| {
            let inside = Formula::of(Op::AtMost, Formula::Of(i), Formula::Number(top as i64));
            Formula::when(inside, inner, Formula::Number(-1))
        })
}
