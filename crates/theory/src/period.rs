//! Least preperiods and periods of sequences, and what proves them.
//!
//! Two theorems are used.
//!
//! - *Finite state*: where a term is a function of the `w` terms before it, the same `w` terms
//!   met twice prove the period for ever ([`last_recurrence`]).
//! - *Guy and Smith* (The G-values of various games, 1956): an octal game whose largest take is
//!   `t` has period `p` from `e` on if G(n) = G(n + p) holds for all e ≤ n ≤ 2e + p + t, that is,
//!   if it is seen in the heaps 0..=N with N ≥ 2e + 2p + t ([`guy_smith`]).
//!   Where splits must leave unequal heaps, to N ≥ 2e + 3p + t for e ≥ 1: a heap N + p is split into a and
//!   b > a, and shortening b by p fails only where it makes both equal to a; then a − p and a + p, of nim-sum
//!   0 as well, are both at least e.

use crate::sync::store::Pattern;

/// The least preperiod (terms before the periodic part) and the least period of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The least period, at least 1.
    pub period: u64,
}

impl From<Period> for Pattern {
    fn from(Period { preperiod, period }: Period) -> Pattern {
        Pattern { preperiod, period, saltus: 0 }
    }
}

impl Period {
    /// The index below `preperiod + period` that holds the same term as index `n`.
    #[inline]
    pub fn reduce(self, n: u64) -> u64 {
        if n < self.preperiod { n } else { self.preperiod + (n - self.preperiod) % self.period }
    }

    /// How many leading terms determine the sequence.
    pub fn terms(self) -> u64 {
        self.preperiod + self.period
    }

    /// The period of the sequence in which every term of this one is repeated `times` times.
    /// (A change of terms then happens at multiples of `times` only, so the least values stay
    /// the least unless the periodic part is constant.)
    pub fn stretched(self, times: u64) -> Period {
        Period { preperiod: self.preperiod * times, period: self.period * times }
    }
}

/// The least shift `p` ≥ 1 under which the last `window` of the `len` terms occur again.
///
/// Where the next term depends on the last `window` terms only, `p` is then the least period of
/// the whole sequence: both copies are states on the cycle, and a smaller period would have been
/// met first.
///
/// # Complexity
///
/// O(`len`) comparisons (Knuth–Morris–Pratt on the reversed sequence), 4·`window` bytes.
pub fn last_recurrence<T: PartialEq>(len: usize, window: usize, term: impl Fn(usize) -> T) -> Option<usize> {
    if window == 0 {
        return (len > 0).then_some(1);
    }
    if len <= window {
        return None;
    }
    let back = |i: usize| term(len - 1 - i);
    let mut failure = vec![0u32; window];
    let mut matched = 0;
    for i in 1..len {
        let here = back(i);
        while matched > 0 && here != back(matched) {
            matched = failure[matched - 1] as usize;
        }
        if here == back(matched) {
            matched += 1;
        }
        if matched == window {
            return Some(i + 1 - window);
        }
        if i < window {
            failure[i] = matched as u32;
        }
    }
    None
}

/// The least `e` such that term(i) = term(i + p) for all e ≤ i < `known`, given that it holds
/// from `known` on.
pub fn least_preperiod<T: PartialEq>(known: usize, p: usize, term: impl Fn(usize) -> T) -> usize {
    let mut e = known;
    while e > 0 && term(e - 1) == term(e - 1 + p) {
        e -= 1;
    }
    e
}

/// Calls `each` with the indices up to `last` at which a sequence of bits is set, ascending, until
/// it returns false. The bits are known up to `last`, or to the end of the first period.
///
/// # Complexity
///
/// O(known / 64 + indices given), so that sparse bits of far indices cost no more than their number.
pub fn visit_set_bits(words: &[u64], period: Option<Period>, last: u64, mut each: impl FnMut(u64) -> bool) {
    let known = period.map_or(u64::MAX, Period::terms);
    let mut cycle = Vec::new();
    for (start, &word) in (0u64..).step_by(64).zip(words) {
        let mut left = word;
        while left != 0 {
            let i = start + u64::from(left.trailing_zeros());
            left &= left - 1;
            if i >= known || i > last || !each(i) {
                // The bits ascend: none after this one matters, unless a period was passed.
                if i < known {
                    return;
                }
                break;
            }
            if period.is_some_and(|period| i >= period.preperiod) {
                cycle.push(i);
            }
        }
    }
    let Some(period) = period.filter(|_| !cycle.is_empty()) else { return };
    let mut offset = 0u64;
    loop {
        let Some(next) = offset.checked_add(period.period) else { return };
        offset = next;
        for i in &cycle {
            match i.checked_add(offset) {
                Some(i) if i <= last => {
                    if !each(i) {
                        return;
                    }
                }
                _ => return,
            }
        }
    }
}

/// What a look at the first heaps of an octal game says about its period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proved.
    Proved(Period),
    /// Nothing proved; the best candidate would be proved at this number of heaps, which is
    /// worth another look there.
    LookAgainAt(usize),
}

/// Looks for a period of the Grundy sequence `values` (heaps 0, 1, …) of an octal game with
/// largest take `t`, by the theorem of Guy and Smith; `halves` says whether splits may leave equal heaps.
///
/// One Z-function over the reversed sequence tells for each p how far back G(n) = G(n + p)
/// holds, so every candidate is judged at once, and the least p accepted is the least period.
///
/// # Complexity
///
/// O(len) time, 2·len bytes beside the sequence (only shifts up to len / 2 can be proved).
pub fn guy_smith(values: &[u16], t: usize, halves: bool) -> Verdict {
    let len = values.len();
    let back = |i: usize| values[len - 1 - i];
    let shifts = len / 2;
    let mut z = vec![0u32; shifts + 1];
    let (mut left, mut right) = (0, 0);
    let mut best = usize::MAX;
    for p in 1..=shifts {
        let mut k = if p < right { (z[p - left] as usize).min(right - p) } else { 0 };
        while p + k < len && back(k) == back(p + k) {
            k += 1;
        }
        z[p] = k as u32;
        if p + k > right {
            (left, right) = (p, p + k);
        }
        let e = len - p - k;
        // The largest heap known is len - 1.
        let needed = if halves { 2 * e + 2 * p + t + 1 } else { 2 * e.max(1) + 3 * p + t + 1 };
        if needed <= len {
            return Verdict::Proved(Period { preperiod: e as u64, period: p as u64 });
        }
        best = best.min(needed);
    }
    Verdict::LookAgainAt(best)
}

/// A period is answered as an arithmetic one whose values grow by nothing.
impl From<Period> for grundy_record::Period {
    fn from(known: Period) -> Self {
        grundy_record::Period { preperiod: known.preperiod, period: known.period, saltus: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, tried in order of p and e.
    fn least_by_hand(x: &[u16], tail: usize) -> Option<(usize, usize)> {
        (1..x.len()).find_map(|p| {
            let e = (0..x.len()).find(|&e| (e..x.len() - p).all(|i| x[i] == x[i + p]))?;
            (e + p + tail <= x.len()).then_some((e, p))
        })
    }

    fn shift_register(mut x: u64) -> impl FnMut() -> u64 {
        move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        }
    }

    #[test]
    fn recurrence_agrees_with_the_definition() {
        let mut random = shift_register(7);
        for _ in 0..2000 {
            let (e, p) = (random() as usize % 12, random() as usize % 9 + 1);
            let base: Vec<u16> = (0..e + p).map(|_| (random() % 3) as u16).collect();
            let x: Vec<u16> = (0..80).map(|i| base[if i < e { i } else { e + (i - e) % p }]).collect();
            let p = last_recurrence(x.len(), 30, |i| x[i]).unwrap();
            let e = least_preperiod(x.len() - p, p, |i| x[i]);
            assert_eq!(Some((e, p)), least_by_hand(&x, 30), "{x:?}");
        }
    }

    #[test]
    fn no_recurrence_in_too_few_terms() {
        assert_eq!(last_recurrence(4, 4, |_| 0), None);
        assert_eq!(last_recurrence(5, 4, |_| 0), Some(1));
        assert_eq!(last_recurrence(9, 3, |i| i), None);
    }

    #[test]
    fn set_bits_recur() {
        let words = [0b1001_0110_u64, 1 << 63];
        let period = Period { preperiod: 2, period: 5 };
        let at = |i: u64| i < 2 && i == 1 || i >= 2 && [2, 4].contains(&((i - 2) % 5 + 2));
        for last in 0..60 {
            let mut seen = Vec::new();
            visit_set_bits(&words, Some(period), last, |i| {
                seen.push(i);
                true
            });
            assert_eq!(seen, (0..=last).filter(|&i| at(i)).collect::<Vec<_>>());
        }
        let mut seen = Vec::new();
        visit_set_bits(&words, None, u64::MAX, |i| {
            seen.push(i);
            seen.len() < 5
        });
        assert_eq!(seen, [1, 2, 4, 7, 127]);
        visit_set_bits(&[1], Some(Period { preperiod: 1, period: 3 }), u64::MAX, |i| {
            assert_eq!(i, 0);
            true
        });
    }

    #[test]
    fn guy_smith_asks_for_the_whole_bound() {
        // Preperiod 3, period 2, largest take 2: heaps to 2·3 + 2·2 + 2 = 12 are needed.
        let x = |len: usize| (0..len).map(|n| if n < 3 { 9 } else { (n % 2) as u16 }).collect::<Vec<_>>();
        assert_eq!(guy_smith(&x(13), 2, true), Verdict::Proved(Period { preperiod: 3, period: 2 }));
        assert_eq!(guy_smith(&x(12), 2, true), Verdict::LookAgainAt(13));
        // Unequal heaps: to 2·3 + 3·2 + 2 = 14.
        assert_eq!(guy_smith(&x(15), 2, false), Verdict::Proved(Period { preperiod: 3, period: 2 }));
        assert_eq!(guy_smith(&x(14), 2, false), Verdict::LookAgainAt(15));
    }

    #[test]
    fn guy_smith_finds_the_least_candidate() {
        let mut random = shift_register(11);
        for _ in 0..500 {
            let (e, p, t) = (random() as usize % 9, random() as usize % 7 + 1, random() as usize % 4);
            let base: Vec<u16> = (0..e + p).map(|_| (random() % 2) as u16).collect();
            let len = 2 * e + 2 * p + t + 1;
            let x: Vec<u16> = (0..len).map(|i| base[if i < e { i } else { e + (i - e) % p }]).collect();
            let Verdict::Proved(found) = guy_smith(&x, t, true) else { panic!("{x:?}") };
            let by_hand = (1..=len / 2).find_map(|p| {
                let e = (0..=len - p).find(|&e| (e..len - p).all(|i| x[i] == x[i + p]))?;
                (2 * e + 2 * p + t < len).then_some((e as u64, p as u64))
            });
            assert_eq!(by_hand, Some((found.preperiod, found.period)));
        }
    }
}
