//! Certificates about rules: those whose positions are sums of numbers have a certificate for each number.
//!
//! If each move reads and changes one number alone, a position is the sum of its numbers, each played by the rule that
//! its moves make; so its value is the nim-sum of theirs (Sprague 1935, Grundy 1939).

use std::collections::BTreeMap;

use grundy_reference::game::GameDefinition;
use grundy_reference::rules::rule::{Rule, RuleMoves};
use grundy_reference::rules::term::Term;
use grundy_reference::theorem::Theorem;
use grundy_reference::value::Value;
use grundy_reference::{Fail, Res};
use itertools::Itertools;

use crate::certificate::Certificate;
use crate::kinds::automaton;

/// Returns the theorem that a certificate proves of a rule.
pub fn theorem(rule: &Rule, certificate: &Certificate) -> Res<Theorem<'static>> {
    match certificate {
        Certificate::Period(claim) => {
            let periodic = rule.periodic(Some(*claim))?;
            let value = move |part: &[u64]| periodic.term(part[0]);
            Ok(Theorem::value("its period", value))
        }
        Certificate::Automaton(text) => {
            let automaton = automaton::prove(rule, text)?;
            let has_values = automaton.has_values();
            let output = move |part: &[u64]| automaton.output(part).ok_or(Fail::TooLarge);
            Ok(if has_values {
                Theorem::value("its automaton", output)
            } else {
                Theorem::lost("its automaton", move |part| Ok(output(part)? == 0))
            })
        }
        Certificate::Numbers(each) => theorem_of_sums(rule, each),
        _ => Err(Fail::TooLarge),
    }
}

/// Returns the values of positions that are sums, by a certificate for each number.
fn theorem_of_sums(rule: &Rule, certificates: &[Certificate]) -> Res<Theorem<'static>> {
    let summands = summands(rule).ok_or(Fail::Forged)?;
    Fail::Forged.when(summands.len() != certificates.len())?;
    let mut values = Vec::new();
    for ((number, rule), certificate) in summands.into_iter().zip(certificates) {
        let value = theorem(&rule, certificate)?.value.ok_or(Fail::Forged)?;
        values.push((number, value));
    }
    Ok(Theorem::values("its numbers", move |part| {
        let mut sum = Value::Finite(0);
        for (number, value) in &values {
            sum = sum.plus(&value(&[part[*number]])?);
        }
        Ok(sum)
    }))
}

/// Returns the rules of one number of which positions are sums, by the places of these numbers: there are some if
/// each move reads and changes one number alone.
fn summands(rule: &Rule) -> Option<BTreeMap<usize, Rule>> {
    if rule.misere || rule.loopy || !rule.clauses.is_empty() {
        return None;
    }
    let mut summands: BTreeMap<usize, Rule> = BTreeMap::new();
    for RuleMoves {
        parts, qualifiers, ..
    } in &rule.kinds
    {
        let [part] = &parts[..] else { return None };
        let is_changed = |&i: &usize| !matches!(part[i], Term::Name(name) if name == i);
        let number = (0..rule.arity).filter(is_changed).exactly_one().ok()?;
        // The rule of this number has it at the place 0, and bound names after it.
        let place = |name: usize| {
            if name == number {
                Some(0)
            } else {
                name.checked_sub(rule.arity).map(|bound| bound + 1)
            }
        };
        let qualifiers = qualifiers.iter().map(|term| term.renamed(&place));
        let kind = RuleMoves {
            wide: Vec::new(),
            parts: vec![vec![part[number].renamed(&place)?]],
            qualifiers: qualifiers.collect::<Option<_>>()?,
        };
        let summand = summands.entry(number).or_insert_with(|| Rule {
            arity: 1,
            falls: rule.falls,
            ..Rule::default()
        });
        summand.kinds.push(kind);
    }
    Some(summands)
}
