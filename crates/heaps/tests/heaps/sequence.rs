//! Patterns of sequences, and sequences that threads share.

use grundy_base::budget::Limit;
use grundy_base::random::Random;
use grundy_heaps::sequence::{
    Grow, Pattern, Shared, Verdict, find_period, find_recurrence, least_period, least_preperiod,
    visit_bits,
};
use std::ops::ControlFlow;
use std::sync::Barrier;

/// Returns (e, p) by the definition, tried in order of p and e.
fn least_by_hand(x: &[u16], tail: usize) -> Option<(usize, usize)> {
    (1..x.len()).find_map(|p| {
        let e = (0..x.len()).find(|&e| (e..x.len() - p).all(|i| x[i] == x[i + p]))?;
        (e + p + tail <= x.len()).then_some((e, p))
    })
}

#[test]
fn recurrence_agrees_with_the_definition() {
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let (e, p) = (random.below(12) as usize, random.below(9) as usize + 1);
        let base: Vec<u16> = (0..e + p).map(|_| random.below(3) as u16).collect();
        let x: Vec<u16> = (0..80)
            .map(|i| base[if i < e { i } else { e + (i - e) % p }])
            .collect();
        let (e, p) = least_by_hand(&x, 30).unwrap();
        let pattern = Pattern::periodic(e as u64, p as u64);
        assert_eq!(
            find_recurrence(x.len(), 30, |i| x[i]),
            Verdict::Proved(pattern),
            "{x:?}"
        );
        assert_eq!(least_preperiod(x.len() - p, p, |i| x[i]), e, "{x:?}");
    }
}

#[test]
fn no_recurrence_in_too_few_terms() {
    let none = Verdict::LookAgainAt(u64::MAX);
    assert_eq!(find_recurrence(4, 4, |_| 0), none);
    assert_eq!(
        find_recurrence(5, 4, |_| 0),
        Verdict::Proved(Pattern::periodic(0, 1))
    );
    assert_eq!(find_recurrence(9, 3, |i| i), none);
}

#[test]
fn set_bits_recur() {
    let words = [0b1001_0110_u64, 1 << 63];
    let period = Pattern::periodic(2, 5);
    let at = |i: u64| i < 2 && i == 1 || i >= 2 && [2, 4].contains(&((i - 2) % 5 + 2));
    for last in 0..60 {
        let mut seen = Vec::new();
        let _ = visit_bits(&words, Some(period), last, |i| {
            seen.push(i);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, (0..=last).filter(|&i| at(i)).collect::<Vec<_>>());
    }
    let mut seen = Vec::new();
    let _ = visit_bits(&words, None, u64::MAX, |i| {
        seen.push(i);
        if seen.len() < 5 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(seen, [1, 2, 4, 7, 127]);
    let _ = visit_bits(&[1], Some(Pattern::periodic(1, 3)), u64::MAX, |i| {
        assert_eq!(i, 0);
        ControlFlow::Continue(())
    });
}

/// Returns the bound of Guy and Smith for octal games with largest take `t`.
fn octal(t: usize) -> impl Fn(usize, usize) -> usize {
    move |e, p| 2 * e + 2 * p + t + 1
}

#[test]
fn a_period_needs_its_whole_bound() {
    // Preperiod 3, period 2, largest take 2: heaps to 2·3 + 2·2 + 2 = 12 are needed.
    let x = |len: usize| {
        (0..len)
            .map(|n| if n < 3 { 9 } else { (n % 2) as u16 })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        find_period(&x(13), octal(2)),
        Verdict::Proved(Pattern::periodic(3, 2))
    );
    assert_eq!(find_period(&x(12), octal(2)), Verdict::LookAgainAt(13));
}

#[test]
fn the_least_period_is_found() {
    let mut random = Random::new(11);
    for _ in 0..500 {
        let mut below = |n: u64| random.below(n) as usize;
        let (e, p, t) = (below(9), below(7) + 1, below(4));
        let base: Vec<u16> = (0..e + p).map(|_| below(2) as u16).collect();
        let len = 2 * e + 2 * p + t + 1;
        let x: Vec<u16> = (0..len)
            .map(|i| base[if i < e { i } else { e + (i - e) % p }])
            .collect();
        let Verdict::Proved(found) = find_period(&x, octal(t)) else {
            panic!("{x:?}")
        };
        let by_hand = (1..=len / 2).find_map(|p| {
            let e = (0..=len - p).find(|&e| (e..len - p).all(|i| x[i] == x[i + p]))?;
            (2 * e + 2 * p + t < len).then_some((e as u64, p as u64))
        });
        assert_eq!(by_hand, Some((found.preperiod, found.period)));
        let word = &x[..=below(x.len() as u64)];
        let goes_round = |p: &usize| {
            word.len().is_multiple_of(*p) && (*p..word.len()).all(|i| word[i] == word[i - p])
        };
        assert_eq!(
            Some(least_period(word)),
            (1..=word.len()).find(goes_round),
            "{word:?}"
        );
    }
}

/// A sequence of which only the length is known, which is settled from ten terms on.
struct Counted(u64);

impl Grow for Counted {
    fn reach(&mut self, n: u64) -> Result<(), Limit> {
        self.0 = self.0.max((n + 1).min(10));
        Ok(())
    }

    fn has(&self, n: u64) -> bool {
        n < self.0 || self.is_settled()
    }

    fn is_settled(&self) -> bool {
        self.0 == 10
    }
}

#[test]
fn threads_that_settle_a_sequence_at_once_all_read_it() {
    for _ in 0..2000 {
        let (shared, start) = (Shared::new(Counted(0)), Barrier::new(4));
        std::thread::scope(|scope| {
            for first in 0..4 {
                let (shared, start) = (&shared, &start);
                scope.spawn(move || {
                    start.wait();
                    for n in first..12 {
                        assert!(
                            shared
                                .read(n, |sequence| sequence.has(n))
                                .is_ok_and(|has| has)
                        );
                    }
                });
            }
        });
        assert_eq!(shared.peek(|sequence| sequence.0), 10);
    }
}
