//! Sets of amounts.

use grundy_base::budget::Budget;
use grundy_base::range::Range;
use grundy_heaps::subtraction::{AmountSets, Amounts, RepeatingAmounts};
use grundy_rules::named::NamedSet;

#[test]
fn runs_merge() {
    let given = [(5, 9), (1, 2), (3, 3), (7, 12), (0, 0), (20, 20)];
    let set = Amounts::new(given.map(Range::from));
    assert_eq!(set.runs(), [(1, 3), (5, 12), (20, 20)].map(Range::from));
    assert_eq!((set.min(), set.max(), set.len(), set.gcd()), (1, 20, 12, 1));
    assert!(set.contains(12) && !set.contains(13) && !set.contains(4) && !set.contains(21));
    assert_eq!(set.up_to(6).collect::<Vec<_>>(), [1, 2, 3, 5, 6]);
    assert_eq!(
        Amounts::new([Range::new(1, u64::MAX), Range::single(u64::MAX)]).runs(),
        [Range::new(1, u64::MAX)]
    );
}

#[test]
fn common_factors_divide_out() {
    let set = Amounts::new([6, 4, 12].map(Range::single));
    assert_eq!(set.gcd(), 2);
    assert_eq!(set.divided(2).runs(), [Range::new(2, 3), Range::single(6)]);
}

#[test]
fn sets_repeat_as_they_are_written_out() {
    for all_but in [false, true] {
        for named in [
            vec![],
            vec![NamedSet::Odd],
            vec![NamedSet::Even],
            vec![NamedSet::Odd, NamedSet::Even],
        ] {
            for ranges in [
                vec![],
                vec![Range::single(2), Range::new(5, 7)],
                vec![Range::single(1)],
            ] {
                let sets = AmountSets {
                    ranges,
                    named: named.clone(),
                    all_but,
                };
                let amounts = sets.up_to(40, &Budget::default()).unwrap();
                let Some(RepeatingAmounts { first, again }) = sets.repeating(100) else {
                    assert!(!all_but && named.is_empty());
                    continue;
                };
                for n in 1..=40usize {
                    let allowed = if n < first.len() {
                        first[n]
                    } else {
                        again[(n - first.len()) % again.len()]
                    };
                    assert_eq!(amounts.contains(n as u64), allowed, "{sets:?} {n}");
                }
            }
        }
    }
    let all = AmountSets {
        ranges: vec![Range::new(3, u64::MAX)],
        named: vec![],
        all_but: true,
    };
    assert_eq!(
        all.up_to(u64::MAX, &Budget::default()).unwrap().runs(),
        [Range::new(1, 2)]
    );
    assert_eq!(all.repeating(100), None);
}

#[test]
fn amounts_that_take_more_memory_than_allowed_are_refused() {
    let primes = AmountSets {
        named: vec![NamedSet::Primes],
        ..AmountSets::default()
    };
    let small = Budget {
        memory: 1 << 20,
        ..Budget::default()
    };
    assert!(primes.up_to(50_000, &small).is_ok());
    assert!(primes.up_to(30_000_000, &small).is_err());
    assert!(primes.up_to(3_000_000, &Budget::default()).is_ok());
}
