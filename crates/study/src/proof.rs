//! Proofs of the formulas of a study, for all positions.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most 8 numbers"
)]

use std::borrow::Cow;
use std::collections::BTreeMap;

use num_integer::{gcd, lcm};

use super::claim;
use super::gives::Gives;
use super::names::default_names;
use super::patterns::{Formula, FoundFormula, Function, Op, Proof};
use super::sample::one;
use super::say::condition_of;
use grundy_api::Position;
use grundy_automata::{ILLEGAL, Refusal, Work, verify};
use grundy_games::Context;
use grundy_games::own_rules::values_automaton;
use grundy_record::{Automaton, Period};
use grundy_rules::meter::Meter;
use grundy_rules::tree::{Cond, Expr, Relation, Rule};

/// The number of values in which a formula of one number is compared with an automaton. A guess: some hundredths of a second.
const MAX_COMPARED: u64 = 1 << 20;

/// The largest number at which a formula is compared with the values if no automaton is proved. A guess.
const LAST_OF_TABLE: u64 = 1 << 16;

/// The work limit of this table of values: some seconds.
const MAX_TABLE_WORK: u64 = 1 << 30;

/// The most states of an automaton that becomes a formula. A guess.
const MAX_STATES_OF_FORMULA: usize = 64;

/// The work limit of the proof of one formula: about a second.
const MAX_PROOF_WORK: u64 = 1 << 26;

/// A theorem about a rule of two numbers.
struct Theorem {
    /// The condition for a position to be lost, as reports write it.
    lost: &'static str,
    /// The rule of which it is true.
    rule: &'static str,
}

/// The theorems that prove formulas: of Wythoff (1907) and of Whinihan (1963).
const THEOREMS: [Theorem; 2] = [
    Theorem {
        lost: "min(a, b) = floor(phi * (max(a, b) - min(a, b)))",
        rule: "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)",
    },
    Theorem {
        lost: "a = 0, or b < zeckendorf(a)",
        rule: "[a,b] -> [a-k,2*k] for k in 1..min(a,b)",
    },
];

/// The end of the attempts to prove a formula.
pub(super) struct Judged {
    /// The formula that is left, proved or not.
    pub(super) pattern: Option<FoundFormula>,
    /// A position at which a formula that had been found contradicts the rules.
    pub(super) refuted: Option<Vec<i64>>,
}

impl Judged {
    /// Judges nothing: the formula is neither proved nor refuted.
    pub(super) fn open(pattern: Option<FoundFormula>) -> Judged {
        Judged {
            pattern,
            refuted: None,
        }
    }

    /// Judges that this formula is proved, which may stand in the place of one that is refuted at a number.
    fn proved(formula: Formula, refuted: Option<i64>) -> Judged {
        let pattern = FoundFormula {
            proof: Some(Proof::Rules),
            ..FoundFormula::seen(formula, 0)
        };
        Judged {
            pattern: Some(pattern),
            refuted: refuted.map(|n| vec![n]),
        }
    }
}

/// The result of one attempt to prove a formula.
enum Attempt {
    /// The formula is proved.
    Proved(Proof),
    /// The formula contradicts the rules at this position, or at one with larger numbers than can be written.
    Refuted(Option<Vec<i64>>),
    /// Nothing is proved.
    Open,
}

/// A game, and all that is known of it, against which formulas are held.
pub(super) struct Prover<'p, 's> {
    /// A position of the game.
    pub(super) position: &'p Position<'s>,
    /// The names of the numbers of a position.
    pub(super) names: &'p [String],
    /// The period of the values of one number, if one is proved.
    pub(super) period: Option<Period>,
    /// The number of first values that formulas are known to give.
    pub(super) seen: u64,
    /// Whether each number is 0 or 1 in all positions looked at, though others are larger.
    pub(super) is_flag: Vec<bool>,
    /// Whether the values are few, so that an automaton may give them.
    pub(super) few_values: bool,
}

impl Prover<'_, '_> {
    /// Looks for a proved automaton of the lost positions.
    pub(super) fn find_automaton(&self) -> Option<Automaton> {
        if self.position.own_rule().is_some() {
            return automaton_of(self.position);
        }
        self.find_automaton_of_rule(self.definition()?.0)
    }

    /// Finds the text and the tree of the rule that defines the game, if its positions have as many numbers as those looked at.
    fn definition(&self) -> Option<(&str, Cow<'_, Rule>)> {
        self.position
            .definition()
            .filter(|(_, rule)| rule.arity() == self.names.len())
    }

    /// Looks for a proved automaton of the lost positions of a rule.
    fn find_automaton_of_rule(&self, rule: &str) -> Option<Automaton> {
        let text = format!("rules {rule}: ? pattern");
        automaton_of(&Position::read(text.as_bytes(), self.position.context()).ok()?)
    }

    /// Tries to prove a formula, or puts an automaton that is proved in its place.
    pub(super) fn judge(
        &self,
        found: Option<FoundFormula>,
        gives: Gives,
        lost: Option<&Automaton>,
    ) -> Judged {
        let mut found = found;
        let mut refuted = None;
        if let Some(pattern) = &found {
            match self.attempt(pattern, gives, lost) {
                Attempt::Proved(proof) => {
                    let pattern = found.map(|found| FoundFormula {
                        proof: Some(proof),
                        ..found
                    });
                    return Judged { pattern, refuted };
                }
                Attempt::Refuted(at) => {
                    refuted = at;
                    found = None;
                }
                Attempt::Open => {}
            }
        }
        let judged = match self.turn_automaton(gives, lost) {
            Some(turned) => self.hold_to_automaton(found, turned),
            None => self.hold_to_table(found, gives),
        };
        Judged {
            refuted: refuted.or(judged.refuted),
            ..judged
        }
    }

    /// Tries to prove a formula by the period, by a theorem, and by the rules.
    fn attempt(&self, found: &FoundFormula, gives: Gives, lost: Option<&Automaton>) -> Attempt {
        if let Some(proof) = found.proof {
            return Attempt::Proved(proof);
        }
        if self.repeats(&found.formula, gives) {
            return Attempt::Proved(Proof::Period);
        }
        if found.from_one {
            return Attempt::Open;
        }
        if lost.is_some_and(|lost| self.is_theorem(&found.formula, lost)) {
            return Attempt::Proved(Proof::Rules);
        }
        self.verify_by_rules(&found.formula, gives)
    }

    /// Says whether a formula that agrees with the first values gives a sequence that repeats, and the period implies that it
    /// agrees with all values. Two sequences that rise alike are equal if they agree for both beginnings and then for a
    /// common multiple of both periods: after these terms both repeat, higher by the same constant.
    pub(super) fn repeats(&self, formula: &Formula, gives: Gives) -> bool {
        let Some(mut known) = self.period else {
            return false;
        };
        if gives != Gives::Value {
            // Values that rise are above 0 from the second period on: from there on, nobody who is to move loses.
            if known.saltus > 0 {
                known.preperiod = known.preperiod.saturating_add(known.period);
                known.period = 1;
            }
            known.saltus = 0;
        }
        let Some(cycle) = read_cycle(formula) else {
            return false;
        };
        let rise_alike = i128::from(cycle.rise) * i128::from(known.period)
            == i128::from(known.saltus) * i128::from(cycle.len);
        let enough = lcm(u128::from(cycle.len), known.period.into())
            + u128::from(cycle.from.max(known.preperiod));
        rise_alike && enough <= self.seen.into()
    }

    /// Says whether an automaton, by a theorem, accepts the positions at which a formula is 1.
    fn is_theorem(&self, formula: &Formula, lost: &Automaton) -> bool {
        if let Formula::Columns(all, q) = formula {
            return self.accepts_columns(all, *q, lost);
        }
        let said = condition_of(formula, &default_names(2));
        let theorem = THEOREMS.iter().find(|theorem| theorem.lost == said);
        theorem
            .is_some_and(|theorem| self.find_automaton_of_rule(theorem.rule).as_ref() == Some(lost))
    }

    /// Says whether an automaton accepts the positions whose binary digits add up to 0 modulo q in each column: it then has
    /// one state, in which it reads exactly the columns that do so.
    fn accepts_columns(&self, numbers: &[Formula], q: i64, lost: &Automaton) -> bool {
        let is_of_all_numbers = numbers
            .iter()
            .cloned()
            .eq((0..self.names.len()).map(Formula::Of));
        let has_one_state = *lost.system == *"base 2" && *lost.lost == [true];
        let adds_up = |digits: u32| i64::from(digits.count_ones()) % q == 0;
        let mut letters = (0..).zip(&lost.next[0]);
        is_of_all_numbers
            && has_one_state
            && letters.all(|(digits, to)| to.is_some() == adds_up(digits))
    }

    /// Holds a formula against the definition of the game.
    fn verify_by_rules(&self, formula: &Formula, gives: Gives) -> Attempt {
        let Some((_, rule)) = self.definition() else {
            return Attempt::Open;
        };
        let Some(rule) = self.restrict_flags(rule.into_owned()) else {
            return Attempt::Open;
        };
        let Some(claimed) = claim::moves(formula, self.names) else {
            return Attempt::Open;
        };
        let is_value = gives == Gives::Value;
        match verify(&rule, &claimed, is_value, &Work::new(MAX_PROOF_WORK)) {
            Ok(()) => Attempt::Proved(Proof::Rules),
            Err(Refusal::Wrong(_, Some(at))) => {
                let numbers = at.into_iter().map(|n| i64::try_from(n).ok());
                Attempt::Refuted(numbers.collect())
            }
            Err(_) => Attempt::Open,
        }
    }

    /// Restricts a rule to the positions in which the numbers that were only 0 or 1 in the sample are 0 or 1: the formula is
    /// about these alone. Returns `None` if some move may leave another number there.
    fn restrict_flags(&self, mut rule: Rule) -> Option<Rule> {
        for (i, &is_flag) in self.is_flag.iter().enumerate() {
            if !is_flag {
                continue;
            }
            let own = Expr::Name(i as u8);
            let stays = |part: &Vec<Expr>| part[i] == own || matches!(part[i], Expr::Number(0 | 1));
            if !rule.kinds.iter().flat_map(|kind| &kind.parts).all(stays) {
                return None;
            }
            let at_most_one = vec![(Relation::Le, Expr::Number(1))];
            rule.legal.push(Cond::Chain(Box::new(own), at_most_one));
        }
        Some(rule)
    }

    /// Looks for a proved automaton of one number in a base, and turns it round.
    fn turn_automaton(&self, gives: Gives, lost: Option<&Automaton>) -> Option<TurnedAutomaton> {
        if gives == Gives::Losing {
            let Automaton {
                system,
                digits,
                tracks: 1,
                next,
                lost,
            } = lost?
            else {
                return None;
            };
            if !system.starts_with("base") {
                return None;
            }
            let outputs = lost.iter().map(|&lost| lost.into()).collect();
            return Some(TurnedAutomaton {
                formula: lowest_first(next, outputs)?,
                base: *digits as u64,
            });
        }
        if !self.few_values {
            return None;
        }
        let (text, rule) = self.definition()?;
        let values = values_automaton(text, &rule, self.position.context())?;
        let outputs = values
            .outputs
            .iter()
            .map(|&value| if value == ILLEGAL { 0 } else { value.into() });
        Some(TurnedAutomaton {
            formula: lowest_first(&values.rows(), outputs.collect())?,
            base: values.system.as_base()?.into(),
        })
    }

    /// Holds a formula for one number against a proved automaton in a base. If both have few states, they agree for all
    /// numbers if they agree for short ones. A formula that is not proved in this way gives way to the automaton.
    fn hold_to_automaton(&self, found: Option<FoundFormula>, turned: TurnedAutomaton) -> Judged {
        let TurnedAutomaton {
            formula: automaton,
            base,
        } = turned;
        let Some(found) = found else {
            return Judged::proved(automaton, None);
        };
        if let Some(refuted) = self.first_difference(&found, &automaton) {
            return Judged::proved(automaton, Some(refuted));
        }
        let agrees_for_all = !found.from_one
            && self.legal_numbers().is_none()
            && enough_numbers(&found.formula, &automaton, base)
                .is_some_and(|enough| enough <= MAX_COMPARED);
        let formula = if agrees_for_all {
            found.formula
        } else {
            automaton
        };
        Judged::proved(formula, None)
    }

    /// Returns the rule of the position if it says which numbers are positions.
    fn legal_numbers(&self) -> Option<&Rule> {
        let (rule, _) = self.position.own_rule()?;
        (!rule.legal.is_empty()).then_some(rule)
    }

    /// Finds the first of the numbers compared that is a position and to which a formula gives another value than an
    /// automaton.
    fn first_difference(&self, found: &FoundFormula, automaton: &Formula) -> Option<i64> {
        let legal_numbers = self.legal_numbers();
        let is_position = |n: i64| match legal_numbers {
            Some(rule) => rule.is_position(&[n], &mut Meter::new(MAX_PROOF_WORK)) == Ok(true),
            None => true,
        };
        (i64::from(found.from_one)..MAX_COMPARED as i64)
            .find(|&n| found.formula.at(&[n]) != automaton.at(&[n]) && is_position(n))
    }

    /// Holds a formula for one number to some ten thousand values, and drops it if it is wrong there.
    fn hold_to_table(&self, found: Option<FoundFormula>, gives: Gives) -> Judged {
        let Some(found) = found else {
            return Judged::open(None);
        };
        // Under misère play a sequence still has the values of normal play.
        if self.position.is_misere() {
            return Judged::open(Some(found));
        }
        let Some(values) = self.compute_table() else {
            return Judged::open(Some(found));
        };
        let from = usize::from(found.from_one);
        for (n, &value) in values.iter().enumerate().skip(from) {
            let value = if gives == Gives::Losing {
                i64::from(value == 0)
            } else {
                value as i64
            };
            if found.formula.at(&[n as i64]) != Some(value) {
                return Judged {
                    pattern: None,
                    refuted: Some(vec![n as i64]),
                };
            }
        }
        if found.verified >= values.len() - from {
            return Judged::open(Some(found));
        }
        Judged::open(Some(FoundFormula {
            verified: values.len() - from,
            verified_to: Some(LAST_OF_TABLE),
            ..found
        }))
    }

    /// Computes the values of one number from 0 on, if that takes a few seconds at most.
    fn compute_table(&self) -> Option<Vec<u64>> {
        // The table is an extra: it may take a few seconds, whatever the record may take.
        let context = self.position.context();
        let mut context = Context::with(context.catalogue.clone(), context.budget);
        context.budget.work = context.budget.work.min(MAX_TABLE_WORK);
        let last = one(self.position, LAST_OF_TABLE);
        let values = last.within(&context).sequence().ok()?;
        (values.len() as u64 == LAST_OF_TABLE + 1).then_some(values)
    }
}

/// Asks a position for the proved automaton of its lost positions.
fn automaton_of(position: &Position<'_>) -> Option<Automaton> {
    match position.pattern() {
        Ok(Some(grundy_record::Pattern::Automaton(automaton))) => Some(automaton),
        _ => None,
    }
}

/// A sequence each of whose terms, from a first one on, is higher by a constant than the one a number of terms before.
struct Cycle {
    /// The index of that first term.
    from: u64,
    /// The number of terms of a round.
    len: u64,
    /// The constant by which each round is higher than the one before.
    rise: i64,
}

/// Reads the cycle of the values of a formula of one number from its form, if the form shows one.
fn read_cycle(formula: &Formula) -> Option<Cycle> {
    let flat = |from: u64, len: u64| Some(Cycle { from, len, rise: 0 });
    match formula {
        Formula::Number(_) => flat(0, 1),
        Formula::Of(_) => Some(Cycle {
            from: 0,
            len: 1,
            rise: 1,
        }),
        Formula::Binary(op, a, b) => match (op, &**a, &**b) {
            (Op::Mod, Formula::Of(_), Formula::Number(m @ 1..)) => flat(0, *m as u64),
            (Op::Add | Op::Sub, n, Formula::Number(_)) => read_cycle(n),
            (Op::Equal | Op::AtMost, Formula::Of(_), Formula::Number(n))
            | (Op::AtMost, Formula::Number(n), Formula::Of(_)) => {
                flat(u64::try_from(*n).ok()? + 1, 1)
            }
            (_, a, b) => cycle_of_all([a, b]),
        },
        Formula::If(condition, a, b) => cycle_of_all([condition, a, b]),
        Formula::Call(function, at) => cycle_of_call(function, at),
        Formula::Columns(..) => None,
    }
}

/// Reads the cycle of a function of a term.
fn cycle_of_call(function: &Function, at: &Formula) -> Option<Cycle> {
    let inner = read_cycle(at)?;
    if inner.rise == 0 {
        // Equal numbers have equal values, whatever the function.
        return Some(inner);
    }
    let Function::Repeats {
        before,
        cycle,
        rise,
    } = function
    else {
        return None;
    };
    // The term must be the number itself, or lie at a constant distance from it.
    if inner.from != 0 || inner.len != 1 || inner.rise != 1 {
        return None;
    }
    let from = (before.len() as i64).checked_sub(at.at(&[0])?)?;
    Some(Cycle {
        from: from.max(0) as u64,
        len: cycle.len() as u64,
        rise: *rise,
    })
}

/// Finds the cycle of what depends on these formulas, if none of them rises.
fn cycle_of_all<const N: usize>(formulas: [&Formula; N]) -> Option<Cycle> {
    let mut all = Cycle {
        from: 0,
        len: 1,
        rise: 0,
    };
    for formula in formulas {
        let Cycle { from, len, rise: 0 } = read_cycle(formula)? else {
            return None;
        };
        all.from = all.from.max(from);
        all.len = (all.len / gcd(all.len, len)).checked_mul(len)?;
    }
    Some(all)
}

/// An automaton of one number that was turned round to read the lowest digit first, as formulas are computed.
struct TurnedAutomaton {
    /// The automaton as a formula.
    formula: Formula,
    /// The base of the digits.
    base: u64,
}

/// Turns an automaton of one number in a base round, so that it reads the lowest digit first. A state of the new one is the list
/// of the outputs that the states of the old one would have in the end.
fn lowest_first(next: &[Vec<Option<u32>>], outputs: Vec<i64>) -> Option<Formula> {
    let mut numbers = BTreeMap::from([(outputs.clone(), 0)]);
    let mut list = vec![outputs];
    let mut turned = Vec::new();
    let mut gives = Vec::new();
    while let Some(ends) = list.get(turned.len()).cloned() {
        gives.push(*ends.first()?);
        let mut row = Vec::new();
        for digit in 0..next.first()?.len() {
            let end = |row: &Vec<Option<u32>>| row[digit].map_or(0, |to| ends[to as usize]);
            let before: Vec<i64> = next.iter().map(end).collect();
            let fresh = list.len();
            let number = *numbers.entry(before.clone()).or_insert(fresh);
            if number == fresh {
                list.push(before);
            }
            row.push(number);
        }
        turned.push(row);
        if list.len() > MAX_STATES_OF_FORMULA {
            return None;
        }
    }
    Some(Formula::call(
        Function::Automaton {
            next: turned,
            gives,
        },
        Formula::Of(0),
    ))
}

/// Counts the first numbers for which two formulas of one number must agree so that they agree for all. Returns `None` if
/// the states that compute them are not known to be few.
fn enough_numbers(a: &Formula, b: &Formula, base: u64) -> Option<u64> {
    // Leading zeros change neither output. So if the two differ, they do so on a word that is shorter than the number of
    // their states together.
    let together = states(a, base)?.checked_add(states(b, base)?)?;
    base.checked_pow(u32::try_from(together).ok()?)
}

/// Bounds the number of states that compute a formula of one number, reading its digits in this base from the lowest.
fn states(formula: &Formula, base: u64) -> Option<u64> {
    match formula {
        Formula::Number(_) => Some(1),
        Formula::Call(Function::Automaton { next, .. }, at) => {
            let reads_base = next.first().is_some_and(|row| row.len() as u64 == base);
            (**at == Formula::Of(0) && reads_base).then_some(next.len() as u64)
        }
        Formula::Binary(Op::Mod, at, m) => match (&**at, &**m) {
            (Formula::Call(Function::Valuation(p), of), Formula::Number(m @ 1..))
                if **of == Formula::Of(0) && u64::from(*p) == base =>
            {
                Some(2 * *m as u64)
            }
            (Formula::Call(Function::Popcount, of), Formula::Number(m @ 1..))
                if **of == Formula::Of(0) && base == 2 =>
            {
                Some(*m as u64)
            }
            _ => None,
        },
        Formula::Binary(Op::Equal, a, b) => match (&**a, &**b) {
            (Formula::Of(0), Formula::Number(0)) => Some(2),
            (inner, Formula::Number(_)) => states(inner, base),
            _ => None,
        },
        Formula::If(a, b, c) => [a, b, c].iter().try_fold(1u64, |product, part| {
            product.checked_mul(states(part, base)?)
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study;
    use grundy_base::testing::sized;

    /// Rules, and the words in which the study proves the values or the lost positions.
    const PROVED: [(&str, &str); 9] = [
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b : 3,5",
            "a xor b",
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-1,b-1] if a > 0 and b > 0 : 3,5",
            "3 * (floor(a / 3) xor floor(b / 3)) + (a + b) mod 3",
        ),
        (
            "rules [a,b] -> [i,b] for i in 0..a-1 | [a,i] for i in 0..b-1 ; legal if a != b : 5,8",
            "(a xor b) - 1",
        ),
        (
            "rules [a,b] -> [a-2,b+1] if a >= 2 | [a+1,b-2] if b >= 2 : 7,7",
            "max(a, b) - min(a, b)",
        ),
        (
            "rules [n,z] -> [n-k,z] for k in 1..n | [n,0] if z == 1 and n > 0 : 4,1",
            "(z xor (n - 1)) + 1",
        ),
        (
            "rules [a,b] -> [a-1,b] | [a,b-1] | [a-1,b-1] : 3,5",
            "v2((a or b) + 1) = 0",
        ),
        (
            "rules [a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b ; misere : 3,4",
            "max(a, b) <= 1",
        ),
        (
            "rules [a,b] -> [i,a-i] for i in 1..a-1 | [i,b-i] for i in 1..b-1 ; legal if a*1 > 0 and b > 0 : 5,8",
            "a * b mod 2",
        ),
        (
            "rules [n] -> [n-k] for k in 1..n if k != 3 : 9",
            "repeated, 3 higher each time",
        ),
    ];

    /// Returns all formulas that differ in one number, operation or branch.
    fn changed(formula: &Formula) -> Vec<Formula> {
        let inside = |part: &Formula, whole: &dyn Fn(Formula) -> Formula| {
            changed(part).into_iter().map(whole).collect::<Vec<_>>()
        };
        match formula {
            Formula::Number(n) => [n - 1, n + 1].map(Formula::Number).to_vec(),
            Formula::Of(i) => vec![Formula::Of(1 - i.min(&1)), Formula::Of(*i).plus(1)],
            Formula::Binary(op, a, b) => {
                let ops = [
                    Op::Add,
                    Op::Sub,
                    Op::Mod,
                    Op::Xor,
                    Op::Or,
                    Op::Min,
                    Op::Max,
                    Op::Equal,
                    Op::AtMost,
                ];
                let others = ops.into_iter().filter(|other| other != op);
                let mut all: Vec<Formula> = others
                    .map(|op| Formula::of(op, (**a).clone(), (**b).clone()))
                    .collect();
                all.extend(inside(a, &|a| Formula::of(*op, a, (**b).clone())));
                all.extend(inside(b, &|b| Formula::of(*op, (**a).clone(), b)));
                all
            }
            Formula::If(c, a, b) => {
                let mut all = vec![Formula::If(c.clone(), b.clone(), a.clone())];
                all.extend(inside(c, &|c| {
                    Formula::If(Box::new(c), a.clone(), b.clone())
                }));
                all.extend(inside(a, &|a| {
                    Formula::If(c.clone(), Box::new(a), b.clone())
                }));
                all.extend(inside(b, &|b| {
                    Formula::If(c.clone(), a.clone(), Box::new(b))
                }));
                all
            }
            Formula::Call(
                Function::Repeats {
                    before,
                    cycle,
                    rise,
                },
                at,
            ) => {
                let at = || (**at).clone();
                let mut all = inside(formula_of(formula), &|at| match formula {
                    Formula::Call(function, _) => Formula::call(function.clone(), at),
                    _ => at,
                });
                for i in 0..before.len() + cycle.len() {
                    let (mut before, mut cycle) = (before.clone(), cycle.clone());
                    *before.iter_mut().chain(&mut cycle).nth(i).unwrap() += 1;
                    all.push(Formula::call(
                        Function::Repeats {
                            before,
                            cycle,
                            rise: *rise,
                        },
                        at(),
                    ));
                }
                let (before, cycle) = (before.clone(), cycle.clone());
                all.push(Formula::call(
                    Function::Repeats {
                        before,
                        cycle,
                        rise: rise + 1,
                    },
                    at(),
                ));
                all
            }
            Formula::Call(function, at) => inside(at, &|at| Formula::call(function.clone(), at)),
            Formula::Columns(all, q) => vec![Formula::Columns(all.clone(), q + 1)],
        }
    }

    fn formula_of(formula: &Formula) -> &Formula {
        match formula {
            Formula::Call(_, at) => at,
            other => other,
        }
    }

    /// A formula that is not right is not proved, however near it is.
    #[test]
    fn formulas_with_one_change_are_refused() {
        let context = Context::default();
        let (mut refused, mut kept) = (0, 0);
        for (record, words) in PROVED {
            let position = Position::read(record.as_bytes(), &context).unwrap();
            let found = study(&position, Some(40)).unwrap();
            let report = crate::report(&found, 200).join("\n");
            assert!(
                report.contains(words) && report.contains("proved for all"),
                "{record}\n{report}"
            );
            let sample = &found.sampled.sample;
            let is_flag = (0..sample.arity)
                .map(|i| found.sampled.is_flag(i))
                .collect();
            let (seen, names) = (sample.len() as u64, &found.names[..]);
            let prover = Prover {
                position: &position,
                names,
                period: None,
                seen,
                is_flag,
                few_values: false,
            };
            let lost = prover.find_automaton();
            for (pattern, sample, gives) in [
                (&found.values, sample.clone(), Gives::Value),
                (&found.losing, sample.losing(), Gives::Losing),
            ] {
                let Some(pattern) = pattern.as_ref().filter(|pattern| pattern.proof.is_some())
                else {
                    continue;
                };
                for formula in changed(&pattern.formula).into_iter().step_by(sized(4, 1)) {
                    let is_right = sample.agrees(&formula);
                    let attempt = prover.verify_by_rules(&formula, gives);
                    let is_verified = matches!(attempt, Attempt::Proved(_));
                    let by_theorem = gives == Gives::Losing
                        && lost
                            .as_ref()
                            .is_some_and(|lost| prover.is_theorem(&formula, lost));
                    assert!(
                        is_right || !is_verified && !by_theorem,
                        "{record} {formula:?}"
                    );
                    refused += usize::from(!is_right);
                    kept += usize::from(is_verified);
                }
            }
        }
        assert!(
            refused > sized(50, 200) && kept > sized(0, 3),
            "{refused} {kept}"
        );
    }
}
