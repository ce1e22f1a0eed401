//! The findings about a game as a program to paste.

#![expect(
    clippy::cast_possible_truncation,
    reason = "samples have at most 2²⁰ positions, and their places are those of lists"
)]

use crate::code::Language;
use crate::findings::Study;
use crate::gives::Gives;
use crate::patterns::formula::place;
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
