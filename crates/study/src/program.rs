//! The findings about a game as a program to paste.

#![expect(
    clippy::cast_possible_truncation,
    reason = "samples have at most 2²⁰ positions, and their places are those of lists"
)]

use crate::code::Language;
use crate::findings::Study;
use crate::gives::Gives;
use crate::patterns::formula::{joined, place};
use crate::patterns::{Formula, FoundFormula, Function, Op, Sample};
use crate::report;
use crate::sample::{SampleKind, Sampled};

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
        // Where there are draws, a formula for the lost positions does not say who wins the others.
        let has_draws = self.sampled.has_draws();
        let (gives, found) = match (kind, &self.values, &self.losing) {
            (SampleKind::Values, found, _) => (Gives::Value, found),
            (SampleKind::Outcomes, None, found @ Some(_)) if !has_draws => (Gives::Losing, found),
            (SampleKind::Outcomes, found, _) => (Gives::Outcome, found),
        };
        let comment = match found {
            Some(FoundFormula { proof: Some(_), .. }) => {
                format!("Proved for all numbers{}.", report::flags(self))
            }
            Some(found) => {
                let range = report::range(self, found);
                format!("A formula verified {range}, not proved.")
            }
            None => {
                let far = report::far(self);
                let unknown = match kind {
                    SampleKind::Values => "-1",
                    SampleKind::Outcomes => "UNKNOWN",
                };
                format!("A table {far}; {unknown} beyond it, and where there is no position.")
            }
        };
        let (gives, formula) = match found {
            Some(found) => self.completed(gives, found),
            None => (gives, table(sample, tops, gives.unknown())),
        };
        language.definition(gives, &formula, sample.arity, &[self.text.clone(), comment])
            + &language.main(gives, sample.arity)
    }

    /// Completes a formula by what is known where it does not speak: of a formula for numbers from 1, by the table of the
    /// positions with a 0; of one for numbers from the first position on, by nothing.
    fn completed(&self, gives: Gives, found: &FoundFormula) -> (Gives, Formula) {
        let Sampled { sample, tops, .. } = &self.sampled;
        let first = self.sampled.first();
        if !found.from_one && first == 0 {
            return (gives, found.formula.clone());
        }
        let (gives, formula) = match gives {
            Gives::Losing => {
                let loses = found.formula.clone();
                (
                    Gives::Outcome,
                    Formula::of(Op::Sub, Formula::Number(1), loses),
                )
            }
            Gives::Value | Gives::Outcome => (gives, found.formula.clone()),
        };
        let completed = if found.from_one {
            let least = joined(Op::Min, (0..sample.arity).map(Formula::Of));
            Formula::when(least.is(0), table(sample, tops, gives.unknown()), formula)
        } else {
            let before = Formula::of(Op::AtMost, Formula::Of(0), Formula::Number(first - 1));
            Formula::when(before, Formula::Number(gives.unknown()), formula)
        };
        (gives, completed)
    }
}

/// Writes all values as one list, with `unknown` where there is no position and beyond it.
fn table(sample: &Sample, tops: &[u64], unknown: i64) -> Formula {
    let size = tops.iter().map(|&top| top as usize + 1).product();
    let mut before = vec![unknown; size];
    let place = place(
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
            cycle: vec![unknown],
            rise: 0,
        },
        place,
    );
    tops.iter()
        .enumerate()
        .rev()
        .fold(list, |inner, (i, &top)| {
            let inside = Formula::of(Op::AtMost, Formula::Of(i), Formula::Number(top as i64));
            Formula::when(inside, inner, Formula::Number(unknown))
        })
}
