//! Certificates that an automaton gives who wins, or the values, of all positions of a rule.
//!
//! One line: `automaton SYSTEM KIND MEASURE STATE …`. The system is a base, `2`, or `a,b` for the places
//! U(0) = 1, U(1) = a + 1, U(j) = a·U(j−1) + b·U(j−2). The kind is `outcomes` (1 if the player to move loses),
//! `values`, or `relation` (one number more is read, and 1 says that it is the value). The measure is sums that every move
//! lowers, `1,1`, or `1,0/0,1` where the second one counts if the first stays. A state is its output (`-` for no position)
//! and, after a colon, the next states by the digits read, the most significant ones first: the digit of the i-th number
//! counts dⁱ times.
//!
//! Nothing is multiplied, projected or made smaller. A rule is, for each kind of move, a few lists of
//! [`statements`](grundy_reference::rules::statements). A *reading* is a list with the digits read so far of the position x, and
//! guessed of all other numbers. The check walks once over all pairs of a state of the automaton on x, and the set of
//! all readings of x, each with the state of the automaton on the option y; at each pair the definition of the
//! game, applied to the options' outputs, must give the output of x. Since every move lowers the measure, that is an
//! induction. In Mark, after the digits 1 0 of x, "y = x − 1" has the reading "y began 0 1", and one more that may
//! still borrow: "y began 1 0, and x is to be y + 1".
//!
//! A relation V is walked with two numbers more, v and u ≤ v. If V(x,v), some option y has V(y,u) for each u < v, and none
//! has V(y,v): so v is the mex of the options' values. And every position x has V(x,w) for some w.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has few numbers"
)]

mod given;
mod list;
mod rule;
mod walk;

use grundy_reference::rules::rule::Rule;
use grundy_reference::{Fail, Res};

pub use given::CertifiedAutomaton;
use rule::lists;
use walk::walk;

/// The most letters that may follow a state of the automaton.
const MAX_ROW: usize = 1 << 16;

/// Weights of a measure are smaller.
const MAX_WEIGHT_OF_MEASURE: i64 = 1 << 20;

/// Returns the automaton of a certificate, if it proves what it says of a rule.
///
/// # Errors
///
/// Fails if it does not, or the check passes a limit.
pub fn prove(rule: &Rule, certificate: &str) -> Res<CertifiedAutomaton> {
    let automaton = CertifiedAutomaton::read(certificate).ok_or(Fail::Forged)?;
    Fail::Forged.when(!may_be_about(&automaton, rule))?;
    let lists = lists(&automaton, rule)?;
    walk(&automaton, rule, &lists)?;
    Ok(automaton)
}

/// Says whether an automaton has the form of one about a rule, and the rule that of one that automata are about.
fn may_be_about(automaton: &CertifiedAutomaton, rule: &Rule) -> bool {
    let numbers = automaton.numbers_read(rule.arity) as u32;
    let Some(letters) = automaton.digits.checked_pow(numbers) else {
        return false;
    };
    let weighs = |weights: &Vec<i64>| {
        weights.len() == rule.arity
            && weights
                .iter()
                .all(|c| (0..MAX_WEIGHT_OF_MEASURE).contains(c))
    };
    let fits = letters <= MAX_ROW && automaton.next.iter().all(|row| row.len() == letters);
    // Numbers may have further zeros before their digits.
    let has_form = fits && automaton.next[0][0] == 0 && automaton.measure.iter().all(weighs);
    let may_be_drawn = rule.loopy || rule.clauses.contains_key("draw");
    let splits = rule.kinds.iter().any(|kind| kind.parts.len() > 1);
    let has_values = !rule.misere && !rule.clauses.contains_key("win");
    has_form && !may_be_drawn && !splits && (has_values || !automaton.has_values())
}
