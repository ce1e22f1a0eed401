//! Patterns of sequences, and what finds and proves them.
//!
//! - *Finite state*: if a term is a function of the `w` terms before it, the same `w` terms met twice prove the
//!   period for ever ([`last_recurrence`]).
//! - *Bounded moves*: the theorems for taking and breaking prove a period that is seen far enough
//!   ([`find_period`]).

#![expect(
    clippy::cast_possible_truncation,
    reason = "what a recurrence looks back at ends at its largest amount, of 32 bits"
)]

use std::ops::ControlFlow::{self, Continue};

use grundy_base::bits::ones;

/// The way in which a sequence goes on for ever: from `preperiod` on, terms grow by `saltus` every `period` terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The number of terms before the first period.
    pub preperiod: u64,
    /// The length of a period, at least 1.
    pub period: u64,
    /// The growth in a period, 0 if the terms repeat.
    pub saltus: u64,
}

/// An index of a sequence by the first terms, which determine all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReducedIndex {
    /// The place of its term among the first terms.
    pub place: u64,
    /// The number of periods that it lies above that place.
    pub periods: u64,
}

impl Pattern {
    /// Returns the pattern of terms that repeat.
    pub fn periodic(preperiod: u64, period: u64) -> Pattern {
        Pattern {
            preperiod,
            period,
            saltus: 0,
        }
    }

    /// Returns the place below `preperiod + period` that index `n` is some periods above, and how many periods these are.
    #[inline]
    pub fn reduce(self, n: u64) -> ReducedIndex {
        match n.checked_sub(self.preperiod) {
            None => ReducedIndex {
                place: n,
                periods: 0,
            },
            Some(after) => ReducedIndex {
                place: self.preperiod + after % self.period,
                periods: after / self.period,
            },
        }
    }

    /// Returns the place below `preperiod + period` that index `n` is some periods above.
    #[inline]
    pub fn place(self, n: u64) -> u64 {
        if n < self.preperiod {
            n
        } else {
            self.preperiod + (n - self.preperiod) % self.period
        }
    }

    /// Returns how many leading terms determine the sequence.
    pub fn terms(self) -> u64 {
        self.preperiod + self.period
    }

    /// Returns whether the first period ends among this many terms.
    pub fn is_within(self, terms: u64) -> bool {
        self.period > 0
            && self
                .preperiod
                .checked_add(self.period)
                .is_some_and(|end| end <= terms)
    }

    /// Returns the pattern of the sequence in which every term of this one is repeated `times` times. Its numbers are the
    /// least, like those of this one, unless the periodic part is constant: terms change at multiples of `times` only.
    pub fn stretched(self, times: u64) -> Pattern {
        Pattern {
            preperiod: self.preperiod * times,
            period: self.period * times,
            ..self
        }
    }
}

/// Returns the least shift `p` ≥ 1 under which the last `window` of the `len` terms occur again.
///
/// If the next term depends on the last `window` terms only, `p` is the least period of
/// the whole sequence: both copies are states on the cycle, and a smaller period would have been
/// met first.
///
/// # Complexity
///
/// O(`len`) comparisons (Knuth–Morris–Pratt on the reversed sequence), and 4·`window` bytes.
fn last_recurrence<T: PartialEq>(
    len: usize,
    window: usize,
    term: impl Fn(usize) -> T,
) -> Option<usize> {
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

/// Looks for the period of a sequence whose next term depends on the last `window` terms only: it is proved if the last
/// `window` of the `len` terms known occur twice.
pub fn find_recurrence<T: PartialEq>(
    len: usize,
    window: usize,
    term: impl Fn(usize) -> T,
) -> Verdict {
    match last_recurrence(len, window, &term) {
        Some(p) => {
            let e = least_preperiod(len - window - p, p, term);
            Verdict::Proved(Pattern::periodic(e as u64, p as u64))
        }
        None => Verdict::LookAgainAt(u64::MAX),
    }
}

/// Returns the least `e` such that term(i) = term(i + p) for all e ≤ i < `known`, given that it holds
/// from `known` on.
pub fn least_preperiod<T: PartialEq>(known: usize, p: usize, term: impl Fn(usize) -> T) -> usize {
    let mut e = known;
    while e > 0 && term(e - 1) == term(e - 1 + p) {
        e -= 1;
    }
    e
}

/// A shift of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The distance p ≥ 1.
    pub period: usize,
    /// The least index from which on every known term is equal to the one p terms later.
    pub preperiod: usize,
}

impl Shift {
    /// Returns the number of terms up to the end of the first period.
    pub fn terms(self) -> usize {
        self.preperiod + self.period
    }
}

/// The shifts by 1, 2, … up to half of the terms, by the Z-function of the reversed sequence.
///
/// # Complexity
///
/// O(terms) for all shifts, and 2 bytes a term.
#[derive(Debug)]
pub struct Shifts<'a, T> {
    /// The terms.
    terms: &'a [T],
    /// The number of the last terms that are equal to the terms before them by each shift.
    kept: Vec<u32>,
    /// The shift whose equal terms reach furthest back, and how far they do.
    left: usize,
    /// The place, in the reversed sequence, where the terms that are equal by that shift end.
    right: usize,
}

impl<'a, T: PartialEq> Shifts<'a, T> {
    /// Begins before the shift by 1.
    pub fn new(terms: &'a [T]) -> Self {
        Shifts {
            terms,
            kept: Vec::with_capacity(terms.len() / 2 + 1),
            left: 0,
            right: 0,
        }
    }
}

impl<T: PartialEq> Iterator for Shifts<'_, T> {
    type Item = Shift;

    fn next(&mut self) -> Option<Shift> {
        let len = self.terms.len();
        if self.kept.is_empty() {
            self.kept.push(0);
        }
        let p = self.kept.len();
        if p > len / 2 {
            return None;
        }
        let back = |i: usize| &self.terms[len - 1 - i];
        let known = if p < self.right {
            (self.kept[p - self.left] as usize).min(self.right - p)
        } else {
            0
        };
        let mut k = known;
        while p + k < len && back(k) == back(p + k) {
            k += 1;
        }
        // The number is where a comparison begins, so a smaller one is right also.
        self.kept.push(u32::try_from(k).unwrap_or(u32::MAX));
        if p + k > self.right {
            self.left = p;
            self.right = p + k;
        }
        Some(Shift {
            period: p,
            preperiod: len - p - k,
        })
    }
}

/// The result of a look for a pattern among the first terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A pattern is proved.
    Proved(Pattern),
    /// Nothing is proved. With this many terms the best candidate would be, if it is one.
    LookAgainAt(u64),
}

/// Looks for the least period p, seen from the index e on, that these terms prove. `needed(e, p)` says how many terms
/// must be known to prove it.
///
/// # Complexity
///
/// O(terms): every shift is judged once, and the first one accepted is the least.
pub fn find_period<T: PartialEq>(terms: &[T], needed: impl Fn(usize, usize) -> usize) -> Verdict {
    let mut best = usize::MAX;
    for Shift { period, preperiod } in Shifts::new(terms) {
        let needed = needed(preperiod, period);
        if needed <= terms.len() {
            return Verdict::Proved(Pattern::periodic(preperiod as u64, period as u64));
        }
        best = best.min(needed);
    }
    Verdict::LookAgainAt(best as u64)
}

/// Returns the least period of a cyclic word: the length of the shortest word of which it is a multiple.
pub fn least_period<T: PartialEq>(word: &[T]) -> usize {
    Shifts::new(word)
        .find(|shift| shift.preperiod == 0 && word.len().is_multiple_of(shift.period))
        .map_or(word.len(), |shift| shift.period)
}

/// Shows `each` the members up to `last` of a set of indices, ascending, until it breaks. `members` are all, or those below the end of the first period, from which on membership repeats.
pub fn visit_recurring(
    members: impl IntoIterator<Item = u64>,
    pattern: Option<Pattern>,
    last: u64,
    mut each: impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // The members of the first period.
    let mut cycle = Vec::new();
    for i in members {
        if i > last {
            return Continue(());
        }
        each(i)?;
        if pattern.is_some_and(|pattern| i >= pattern.preperiod) {
            cycle.push(i);
        }
    }
    let Some(pattern) = pattern else {
        return Continue(());
    };
    if cycle.is_empty() {
        return Continue(());
    }
    for round in 1u64.. {
        let Some(offset) = pattern.period.checked_mul(round) else {
            break;
        };
        for i in &cycle {
            match i.checked_add(offset).filter(|&i| i <= last) {
                Some(i) => each(i)?,
                None => return Continue(()),
            }
        }
    }
    Continue(())
}

/// Shows `each` the indices up to `last` at which a sequence of bits is set, ascending, until it breaks.
/// The bits are known up to `last`, or to the end of the first period.
///
/// # Complexity
///
/// O(known / 64 + indices shown), so that sparse bits of far indices cost no more than their number.
pub fn visit_bits(
    words: &[u64],
    pattern: Option<Pattern>,
    last: u64,
    each: impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let known = pattern.map_or(u64::MAX, Pattern::terms);
    let set = (0u64..)
        .step_by(64)
        .zip(words)
        .flat_map(|(start, &word)| ones(word).map(move |i| start + u64::from(i)));
    visit_recurring(set.take_while(|&i| i < known), pattern, last, each)
}
