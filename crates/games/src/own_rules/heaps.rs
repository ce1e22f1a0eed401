//! Rules of one number under misère play as heaps that do not know of each other: a move may split the number, and
//! several are a sum.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use grundy_misere::{HeapGame, HeapParts};

use super::faults::checked_position;
use super::lowered;
use super::shared_solver::key;
use crate::shared::misere_rules::MisereRules;
use grundy_base::budget::Budget;
use grundy_base::sync::lock;
use grundy_heaps::breaking::{Code, window};
use grundy_heaps::subtraction::Amounts;
use grundy_own_rules::Trouble;
use grundy_own_rules::shape::{self, Known};
use grundy_record::{Fault, OwnRule, Record};
use grundy_rules::left::Left;
use grundy_rules::meter::{EvalStop, Meter};
use grundy_rules::options::names_of;
use grundy_rules::parts::Digit;
use grundy_rules::tree::{Names, Rule};

/// The most steps that the options of one number take, or the clauses that say whether it is a position.
const MAX_OPTION_STEPS: u64 = 1 << 28;

/// The most heaps that a move leaves.
const MAX_HEAPS_LEFT: u64 = 1 << 12;

/// The largest amount of a set that is looked at as a code.
const MAX_CODE_AMOUNT: u64 = 1 << 10;

/// The heaps of one rule.
#[derive(Debug)]
struct Own {
    /// The rule.
    rule: Arc<Rule>,
    /// The code that the rule comes to, for the period.
    code: Option<Code>,
    /// How much larger a heap is than its number ([`MisereRules::raised`]).
    raised: u64,
    /// The heaps whose options are not known, and why.
    troubles: Mutex<BTreeMap<u64, String>>,
}

/// Finds the heaps of a rule whose play always ends by lack of moves. A number at which `lose if` holds is a heap
/// without moves, as in sums under normal play.
pub fn rules(OwnRule { text, rule }: &OwnRule) -> Option<MisereRules> {
    let ends_otherwise = rule.loopy || !rule.win.is_empty() || !rule.draw.is_empty();
    if rule.arity() != 1 || ends_otherwise {
        return None;
    }
    let mut own = Own {
        rule: rule.clone(),
        code: code(rule),
        raised: 0,
        troubles: Mutex::default(),
    };
    // Quotients take heaps of 0 for nothing and never ask for their moves. The number 0 may have one: to no heap at all.
    if !own.others(0).is_empty() {
        own.raised = 1;
    }
    let raised = own.raised;
    let key = std::iter::once(2).chain(key(text)).collect();
    Some(MisereRules {
        key,
        heaps: Arc::new(own),
        tuples: true,
        code: None,
        raised,
    })
}

/// Checks the positions of a record of a rule of one number, whose heaps are part of a sum.
///
/// # Errors
///
/// Fails at the first that has other than one number, that does not fit, or for which a `legal if` does not hold.
pub fn check_positions(rule: &Rule, record: &Record<'_>) -> Result<(), Fault> {
    let budget = Budget {
        work: MAX_OPTION_STEPS,
        ..Budget::default()
    };
    for (i, tuple) in record.position.tuples.iter().enumerate() {
        checked_position(i, tuple, rule, &budget, |numbers| {
            let mut meter = Meter::new(budget.work);
            let is_position = rule.is_position(numbers, &mut meter);
            is_position.map_err(|stop| Trouble::of(stop, 0, numbers, meter.place))
        })?;
    }
    Ok(())
}

/// Makes the game that a rule under misère play is, as under normal play.
pub fn known(rule: &Rule) -> Option<Known> {
    if !rule.lose.is_empty() || !rule.legal.is_empty() {
        return None;
    }
    shape::known(&Rule {
        misere: false,
        ..rule.clone()
    })
    .filter(|known| matches!(known, Known::Amounts(_) | Known::Splits(_)))
}

fn code(rule: &Rule) -> Option<Code> {
    match known(rule)? {
        Known::Splits(splits) => {
            let code = lowered::code(&splits);
            Code::new(&code.prefix, &code.repeat)
        }
        Known::Amounts(amounts) if amounts.named.is_empty() => {
            let amounts = Amounts::new(amounts.ranges);
            let last = Some(amounts.max()).filter(|last| (1..=MAX_CODE_AMOUNT).contains(last))?;
            let digit = |amount| Digit::of(if amounts.contains(amount) { 3 } else { 0 });
            Code::new(&(0..=last).map(digit).collect::<Vec<_>>(), &[])
        }
        _ => None,
    }
}

/// Returns the heaps that a move leaves in any number.
fn heaps_of(left: &Left) -> Result<HeapParts, EvalStop> {
    let mut heaps = HeapParts::new();
    for (part, count) in left.parts() {
        if heaps.len() as u64 + count > MAX_HEAPS_LEFT {
            return Err(EvalStop::Size);
        }
        for _ in 0..count {
            heaps.extend(part.iter().map(|&n| n as u64));
        }
    }
    Ok(heaps)
}

impl Own {
    /// Says whether a number is a position at which no clause ends play.
    fn has_moves(&self, number: u64, names: &Names, meter: &mut Meter) -> Result<bool, EvalStop> {
        Ok(self.rule.is_position(&[number as i64], meter)?
            && self.rule.ending(names, meter)?.is_none())
    }
}

impl HeapGame for Own {
    fn others(&self, heap: u64) -> Vec<HeapParts> {
        let Some(number) = heap.checked_sub(self.raised) else {
            return Vec::new();
        };
        let mut names = names_of(&[number as i64]);
        let mut meter = Meter::new(MAX_OPTION_STEPS);
        let mut options = Vec::new();
        let mut met = fxhash::FxHashSet::default();
        let mut grows = None;
        let has_moves = self.has_moves(number, &names, &mut meter);
        let looked = has_moves.and_then(|has_moves| {
            if !has_moves {
                return Ok(());
            }
            let mut option = |mut left: HeapParts| {
                grows = grows.or(left.iter().copied().find(|&part| part >= number));
                for part in &mut left {
                    *part += self.raised;
                }
                if grows.is_none() && met.insert(left.clone()) {
                    options.push(left);
                }
            };
            if self.rule.is_wide() {
                return self
                    .rule
                    .left_by_options(&mut names, &mut meter, &mut |left, _| {
                        option(heaps_of(left)?);
                        Ok(())
                    });
            }
            self.rule.options(&mut names, &mut meter, &mut |parts, _| {
                option(parts.iter().map(|&part| part as u64).collect());
                Ok(())
            })
        });
        let trouble = match (looked, grows) {
            (Ok(()), None) => return options,
            (_, Some(part)) => {
                format!("a move leads from {number} to {part}, which is not smaller")
            }
            (Err(_), None) => format!("the options of {number} were not found within the limits"),
        };
        lock(&self.troubles).insert(heap, trouble);
        Vec::new()
    }

    fn proving(&self, preperiod: u64, period: u64) -> Option<u64> {
        window(self.code.as_ref()?, preperiod, period)
    }

    fn troubles(&self) -> BTreeMap<u64, String> {
        lock(&self.troubles).clone()
    }
}
