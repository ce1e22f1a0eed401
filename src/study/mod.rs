//! A report on a game from its first positions, for people who meet it for the first time:
//! values, losing positions, period, patterns, games with the same values, and code.

mod claim;
mod code;
mod identify;
pub mod patterns;
mod proof;
mod report;
mod sample;
mod say;

pub use code::Language;
pub use identify::{Match, identify, names};
pub use report::report;
pub use sample::{SampleKind, Sampled};

use crate::record::{self, Ask, Automaton, Keyword, Period, PositionKind, Quotient};
use crate::{Error, Position, explain};
use code::Gives;
use patterns::{Formula, Function, Op, Pattern};
use proof::Prover;

/// The findings about a game.
#[derive(Clone, Debug)]
pub struct Study {
    /// The record.
    pub text: String,
    /// The names of the numbers of a position in its rule.
    pub names: Vec<String>,
    /// The sample.
    pub sampled: Sampled,
    /// The period of the values, proved; of outcomes if there are no values.
    pub period: Option<Period>,
    /// Whether a period was asked for.
    pub asked_period: bool,
    /// A formula for the values, or for the outcomes.
    pub values: Option<Pattern>,
    /// A formula that gives 1 for P-positions.
    pub losing: Option<Pattern>,
    /// The automaton of the lost positions, proved for all numbers.
    pub automaton: Option<Automaton>,
    /// A position at which a formula that had fitted all positions looked at contradicts the rules.
    pub refuted: Option<Vec<i64>>,
    /// Games with the same values.
    pub same: Vec<Match>,
    /// How long play lasts from the position of the record, in words, if that is cheap.
    pub lasting: Option<String>,
    /// The misère quotient of all heaps, or the largest heap of the last that was found.
    pub misere: Option<Result<Quotient, u64>>,
}

/// The largest value for which an automaton of the values is looked for.
const MAX_FEW_VALUES: i64 = 40;

/// The longest period that becomes a formula by itself.
const MAX_PERIOD: u64 = 1 << 16;

/// Studies the game of a record: positions to these numbers, or as far as is cheap.
///
/// # Errors
///
/// Games of other positions than numbers, and what no position can be asked about.
pub fn study(position: &Position<'_>, to: Option<u64>) -> Result<Study, Error> {
    let position = &position.apart()?;
    let text = position.record_line();
    let sampled = sample::sample(position, to)?;
    let arity = sampled.sample.arity;
    let asked_period = arity == 1 && sampled.kind == SampleKind::Values && position.answers(Ask::Period);
    let mut period = None;
    if asked_period {
        period = one(position, 1).period().ok().flatten();
    }
    let own: Option<Vec<String>> = position.own_rule().map(|(rule, _)| rule.names.clone());
    let names = own.unwrap_or_else(|| default_names(arity));
    let sample = &sampled.sample;
    let (mut values, gives) = match sampled.kind {
        SampleKind::Values => (patterns::find(sample), Gives::Value),
        // If nothing is drawn, the P-positions determine all outcomes.
        SampleKind::Outcomes if sample.values.contains(&2) => (patterns::find(sample), Gives::Outcome),
        SampleKind::Outcomes => (None, Gives::Outcome),
    };
    let few_values = arity == 1 && sample.values.iter().all(|value| (0..=MAX_FEW_VALUES).contains(value));
    let is_flag = (0..arity).map(|i| sampled.is_flag(i)).collect();
    let seen = sample.len() as u64;
    let prover = Prover { position, names: &names, period, seen, is_flag, few_values };
    if let Some(period) = period
        && !values.as_ref().is_some_and(|found| prover.repeats(&found.formula, Gives::Value))
    {
        values = of_period(position, period).or(values);
    }
    let losing = patterns::find_losing(&sample.losing());
    let has_moves = gives == Gives::Value || values.is_none();
    let automaton = if has_moves { prover.automaton() } else { None };
    let (losing, mut refuted) = prover.judge(losing, Gives::Losing, automaton.as_ref());
    if gives == Gives::Value {
        let wrong;
        (values, wrong) = prover.judge(values, gives, None);
        refuted = refuted.or(wrong);
    }
    let mut misere = None;
    if position.record().modifiers.has(Keyword::Misere) {
        misere = position.at(record::Position::default()).quotient().ok();
    }
    let mut same = Vec::new();
    if arity == 1 && sampled.kind == SampleKind::Values {
        let first = sample.line().into_iter().map_while(|value| Some(value?.max(0) as u64));
        same = identify::same(&first.collect::<Vec<_>>(), &text, position.context());
    }
    let lasting = explain::lasting(position);
    Ok(Study {
        text,
        names,
        sampled,
        period,
        asked_period,
        values,
        losing,
        automaton,
        refuted,
        same,
        lasting,
        misere,
    })
}

/// The names of the numbers of a position.
pub fn default_names(arity: usize) -> Vec<String> {
    match arity {
        1 => vec!["n".to_owned()],
        _ => "abcdefgh".chars().take(arity).map(String::from).collect(),
    }
}

/// One number under the rules of a position.
fn one<'s>(position: &Position<'s>, n: u64) -> Position<'s> {
    let mut at = record::Position::default();
    match position.signature().position {
        PositionKind::Numbers => at.numbers.push(n),
        _ => _ = at.tuples.push(&[n]),
    }
    position.at(at)
}

/// The formula of a proved period.
fn of_period(position: &Position<'_>, period: Period) -> Option<Pattern> {
    let terms = period.preperiod.saturating_add(period.period);
    if terms > MAX_PERIOD {
        return None;
    }
    let sequence = one(position, terms - 1).sequence().ok()?;
    if sequence.len() as u64 != terms {
        return None;
    }
    let terms: Vec<i64> = sequence.iter().map(|&value| value as i64).collect();
    let (before, cycle) = terms.split_at(period.preperiod as usize);
    let rise = period.saltus as i64;
    let repeats = Function::Repeats { before: before.to_vec(), cycle: cycle.to_vec(), rise };
    let formula = Formula::call(repeats, Formula::Of(0));
    Some(Pattern { formula, from_one: false, verified: terms.len(), proved: true })
}

impl Study {
    /// A function `grundy` for the values, if a formula was found for them.
    pub fn definition(&self, language: Language) -> Option<String> {
        let pattern = self.values.as_ref().filter(|_| self.sampled.kind == SampleKind::Values)?;
        let arity = self.sampled.sample.arity;
        let far = report::far(&self.names, &self.sampled.tops);
        let said = match pattern.proved {
            true => "proved for all numbers".to_owned(),
            false => format!("verified {far}, not proved"),
        };
        let comment = format!("The Grundy values of {}, {said}.", self.text);
        Some(code::definition(language, Gives::Value, &pattern.formula, arity, &[comment]))
    }

    /// A program for what was found: the formula for the values; else the values themselves, as far as they
    /// were looked at; of games without values the formula for who wins.
    pub fn program(&self, language: Language) -> String {
        let Sampled { sample, kind, tops } = &self.sampled;
        let mut comments = vec![self.text.clone()];
        let far = report::far(&self.names, tops);
        let (gives, formula) = match (kind, &self.values, &self.losing) {
            (SampleKind::Values, found, _) => (Gives::Value, found.as_ref()),
            (SampleKind::Outcomes, None, Some(found)) => (Gives::Losing, Some(found)),
            (SampleKind::Outcomes, found, _) => (Gives::Outcome, found.as_ref()),
        };
        let formula = match formula {
            Some(found) if found.proved => {
                comments.push("Proved for all numbers.".into());
                found.formula.clone()
            }
            Some(found) => {
                let from = if found.from_one { "for numbers from 1, " } else { "" };
                comments.push(format!("A formula verified {from}{far}, not proved."));
                found.formula.clone()
            }
            None => {
                comments.push(format!("A table {far}; -1 beyond it, and where there is no position."));
                table(sample, tops)
            }
        };
        code::program(language, gives, &formula, sample.arity, &comments)
    }
}

/// All values as one list.
fn table(sample: &patterns::Sample, tops: &[u64]) -> Formula {
    let number = |top: u64| Formula::Number(top as i64);
    let size = tops.iter().map(|&top| top as usize + 1).product();
    let mut before = vec![-1; size];
    for (position, value) in sample.iter() {
        let index =
            position.iter().zip(tops).fold(0, |index, (&n, &top)| index * (top as usize + 1) + n as usize);
        if let Some(cell) = before.get_mut(index) {
            *cell = value;
        }
    }
    let index = tops.iter().enumerate().skip(1).fold(Formula::Of(0), |index, (i, &top)| {
        Formula::of(Op::Add, Formula::of(Op::Mul, index, number(top + 1)), Formula::Of(i))
    });
    let list = Formula::call(Function::Repeats { before, cycle: vec![-1], rise: 0 }, index);
    tops.iter().enumerate().rev().fold(list, |inner, (i, &top)| {
        let inside = Formula::of(Op::AtMost, Formula::Of(i), number(top));
        Formula::when(inside, inner, Formula::Number(-1))
    })
}
