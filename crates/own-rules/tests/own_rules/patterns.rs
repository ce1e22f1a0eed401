//! Patterns proved for all positions.

use grundy_base::budget::Budget;
use grundy_base::range::Range;
use grundy_own_rules::SolvedRule;
use grundy_own_rules::solver::{Proved, unsigned};
use grundy_rules::grammar::read_rule;
use grundy_rules::options::OptionParts;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Sums of one-number rules, position by position against the table of the whole rule.
#[test]
fn sums_have_the_values_and_options_of_the_whole_rule() {
    let kinds_of_a = [
        "[a-k,b] for k in 1..a/2",
        "[a-1,b] | [a/2,b] if a > 0",
        "[a-k,b] for k in {1,3,4}",
    ];
    let kinds_of_b = [
        "[a,b-k] for k in 1..2*b/3",
        "[a,b-1] | [a,b-2] | [a,b/3] if b > 0",
        "[a,b-k] for k in odds(b)",
    ];
    let budget = Budget::default();
    for (a, b) in kinds_of_a
        .iter()
        .flat_map(|a| kinds_of_b.iter().map(move |b| (a, b)))
    {
        let b = b.replace("odds(b)", "1..b by 2");
        let (rule, _) = read_rule(&format!("[a,b] -> {a} | {b}")).unwrap();
        let mut whole = SolvedRule::new(rule.clone());
        let mut sum = Proved::by_theorem(&rule, &budget).unwrap();
        for at in 0..24i64 * 24 {
            let position = [at / 24, at % 24];
            let numbers = unsigned(&position);
            let value = whole.value(&position, &budget).unwrap();
            assert_eq!(sum.value(&numbers), Some(value), "{a} {b} {position:?}");
            for target in [0, 1, value ^ 1] {
                let mut expected = Vec::new();
                let mut found = Vec::new();
                let mut all = Vec::new();
                let list_all = &mut |parts: &OptionParts| {
                    all.push(parts.clone());
                    Ok(())
                };
                whole.options(&position, &budget, list_all).unwrap();
                for parts in all {
                    if whole.value(&parts, &budget).unwrap() == target {
                        expected.push(parts);
                    }
                }
                let list = &mut |parts: &OptionParts| {
                    found.push(parts.clone());
                    ControlFlow::Continue(())
                };
                sum.options(&rule, &numbers, Some(target), list).unwrap();
                assert_eq!(found, expected, "{a} {b} {position:?} {target}");
                assert_eq!(sum.count(&numbers, target), Ok(expected.len() as u128));
            }
        }
    }
}

/// Sums of two positions of nim with two piles each: the last pile is the nim-sum of the others.
#[test]
fn values_that_a_theorem_gives_are_counted_by_an_automaton() {
    let (rule, _) = read_rule("[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b").unwrap();
    let mut solver = SolvedRule::new(rule);
    let budget = Budget::default();
    assert!(matches!(solver.pattern(true, &budget), Ok(Proved::Sum(..))));
    let first = [Range::new(0, 1 << 40), Range::new(0, (1 << 20) - 1)];
    let second = [Range::new(0, (1 << 20) - 1), Range::new(2, 6)];
    let answers = solver.automaton(&budget).unwrap();
    let counted = answers.lost_sums(&[&first, &second]).unwrap();
    let all = BigUint::from(5u64 << 40) * ((1u64 << 40) + 1);
    assert_eq!(counted.lost, (5u64 << 40).into());
    assert_eq!(counted.all, all);
    assert!(matches!(solver.pattern(true, &budget), Ok(Proved::Sum(..))));
}
