//! Named sets of amounts, by their definitions.

use super::{CELLS, Checked, unproved};
use grundy_record::{Amounts, NamedSet, Range};

/// The amounts up to `last`, as disjoint ascending ranges.
pub fn amounts_to(sets: &Amounts, last: u64) -> Checked<Vec<Range>> {
    if last >= CELLS {
        return unproved(format!("amounts by name up to {last} are too many to list"));
    }
    let mut listed = vec![false; last as usize + 1];
    for range in &sets.ranges {
        (range.low..=range.high.min(last)).for_each(|amount| listed[amount as usize] = true);
    }
    for set in &sets.named {
        mark(*set, &mut listed);
    }
    let mut ranges: Vec<Range> = Vec::new();
    for amount in (1..=last).filter(|&amount| listed[amount as usize] != sets.all_but) {
        match ranges.last_mut() {
            Some(range) if range.high + 1 == amount => range.high = amount,
            _ => ranges.push(Range { low: amount, high: amount }),
        }
    }
    Ok(ranges)
}

/// Marks the members of a set among the numbers of the list.
fn mark(set: NamedSet, listed: &mut [bool]) {
    let last = listed.len() as u64 - 1;
    let mut mark = |number: u64| {
        if let Some(listed) = listed.get_mut(number as usize) {
            *listed = true;
        }
        number <= last
    };
    match set {
        NamedSet::Squares => _ = (1..).take_while(|&k| mark(k * k)).count(),
        NamedSet::Cubes => _ = (1..).take_while(|&k| mark(k * k * k)).count(),
        NamedSet::Triangular => _ = (1..).take_while(|&k| mark(k * (k + 1) / 2)).count(),
        NamedSet::Primes => {
            let is_prime = |n: u64| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
            (2..=last).filter(|&n| is_prime(n)).for_each(|n| _ = mark(n));
        }
        NamedSet::Fibonacci => {
            let (mut one, mut next) = (1, 2);
            while mark(one) {
                (one, next) = (next, one + next);
            }
        }
        NamedSet::Factorials => {
            let (mut number, mut factor) = (1, 1);
            while mark(number) {
                factor += 1;
                number *= factor;
            }
        }
        NamedSet::PowersOf(base) => {
            let mut power = Some(1u64);
            while let Some(number) = power.filter(|&number| mark(number)) {
                power = number.checked_mul(base);
            }
        }
        NamedSet::Odd => (1..=last).step_by(2).for_each(|n| _ = mark(n)),
        NamedSet::Even => (2..=last).step_by(2).for_each(|n| _ = mark(n)),
    }
}

/// Where membership repeats, the amounts as a list: at place n, whether n may be taken, to where the numbers of the
/// record end, and then two places that repeat for ever.
pub fn repeating(sets: &Amounts) -> Option<(Vec<bool>, [bool; 2])> {
    /// Longer lists are not made.
    const MOST: u64 = 1 << 12;
    let parity = sets.named.iter().all(|set| matches!(set, NamedSet::Odd | NamedSet::Even));
    let last = sets.ranges.iter().map(|range| range.high).max().unwrap_or(0);
    if !parity || last > MOST {
        return None;
    }
    let ranges = amounts_to(sets, last + 3).ok()?;
    let may = |amount: u64| ranges.iter().any(|range| (range.low..=range.high).contains(&amount));
    Some(((0..last + 1).map(may).collect(), [may(last + 1), may(last + 2)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_those_of_their_names() {
        let listed = |named: &[NamedSet], all_but: bool| -> Vec<u64> {
            let sets = Amounts { ranges: vec![Range { low: 4, high: 5 }], named: named.to_vec(), all_but };
            let ranges = amounts_to(&sets, 30).unwrap();
            ranges.iter().flat_map(|range| range.low..=range.high).collect()
        };
        assert_eq!(listed(&[NamedSet::Squares], false), [1, 4, 5, 9, 16, 25]);
        assert_eq!(listed(&[NamedSet::Cubes], false), [1, 4, 5, 8, 27]);
        assert_eq!(listed(&[NamedSet::Triangular], false), [1, 3, 4, 5, 6, 10, 15, 21, 28]);
        assert_eq!(listed(&[NamedSet::Primes], false), [2, 3, 4, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(listed(&[NamedSet::Fibonacci], false), [1, 2, 3, 4, 5, 8, 13, 21]);
        assert_eq!(listed(&[NamedSet::Factorials], false), [1, 2, 4, 5, 6, 24]);
        assert_eq!(listed(&[NamedSet::PowersOf(3)], false), [1, 3, 4, 5, 9, 27]);
        assert_eq!(
            listed(&[NamedSet::Even], true),
            (1..30).step_by(2).filter(|&n| n != 5).collect::<Vec<_>>()
        );
        let all_but = Amounts { ranges: vec![Range { low: 2, high: 2 }], named: vec![], all_but: true };
        assert_eq!(repeating(&all_but), Some((vec![false, true, false], [true, true])));
    }
}
