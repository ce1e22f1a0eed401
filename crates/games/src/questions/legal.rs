//! The numbers that are positions: the definition of a game may have a `legal if`, coins of a strip lie on different
//! squares, and play may end above 0. All else that asks whether some numbers are a position asks here.

use std::sync::Arc;

use grundy_record::{PositionKind, Record, Signature};
use grundy_rules::grammar::read_rule;
use grundy_rules::meter::Meter;
use grundy_rules::tree::Rule;
use itertools::Itertools;

/// The steps in which it is found out whether some numbers are a position. A guess.
const MAX_LEGAL_STEPS: u64 = 1 << 20;

/// The test that says which numbers are positions under the rules of a record.
#[derive(Clone)]
pub struct Legal {
    /// The rule whose `legal if` forbids some.
    rule: Option<Arc<Rule>>,
    /// The first square of a strip.
    first_square: Option<u64>,
    /// The smallest heap at which play can begin.
    least_heap: u64,
}

impl Legal {
    /// Finds what says so for a record of a game: the rule that the record gives, that of the game's name, or the game's
    /// definition.
    pub fn of(signature: &Signature, record: &Record<'_>) -> Legal {
        let legal = match record.rules.own() {
            Some(own) => Legal::by(signature, Some(own.rule.clone())),
            None => Legal::of_rules(signature, None),
        };
        Legal {
            least_heap: record.modifiers.left.unwrap_or(0),
            ..legal
        }
    }

    /// Finds what says so for the records of a game with these rules, which are a rule if the game has none; of heaps, also
    /// those below the end of play are admitted.
    pub fn of_rules(signature: &Signature, rules: Option<&str>) -> Legal {
        let rule = match (signature.own_rule(), signature.definition.or(rules)) {
            (Some(own), _) => Some(own.rule.clone()),
            (None, Some(text)) if text.contains("legal") => {
                read_rule(text).ok().map(|(rule, _)| Arc::new(rule))
            }
            (None, _) => None,
        };
        Legal::by(signature, rule)
    }

    fn by(signature: &Signature, rule: Option<Arc<Rule>>) -> Legal {
        let first_square = match signature.position {
            PositionKind::Squares { first } => Some(first),
            _ => None,
        };
        Legal {
            rule: rule.filter(|rule| !rule.legal.is_empty() || rule.has_no_equal_numbers()),
            first_square,
            least_heap: 0,
        }
    }

    /// Says whether some numbers of ranges need not be a position. Ranges of heaps below the end of play are refused as a whole.
    pub fn has_gaps(&self) -> bool {
        self.rule.is_some() || self.first_square.is_some()
    }

    /// Says whether the numbers of a component, or all numbers of a row, are a position. Those for which this cannot be
    /// found out in some steps are none.
    pub fn admits(&self, numbers: &[u64]) -> bool {
        if let Some(first) = self.first_square
            && (numbers.iter().any(|&square| square < first) || !numbers.iter().all_unique())
        {
            return false;
        }
        if numbers.iter().any(|&heap| heap < self.least_heap) {
            return false;
        }
        let Some(rule) = &self.rule else {
            return true;
        };
        let signed = numbers
            .iter()
            .map(|&n| i64::try_from(n).unwrap_or(i64::MAX));
        let mut signed: Vec<i64> = signed.collect();
        rule.arrange(&mut signed);
        let mut meter = Meter::new(MAX_LEGAL_STEPS);
        rule.is_position(&signed, &mut meter).unwrap_or(false)
    }
}
