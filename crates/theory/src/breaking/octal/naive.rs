//! The slow twin of this folder's tests: the rules, word for word.

use crate::breaking::Code;
use crate::mex::mex;

/// Every follower of heap `n` as the (smaller, larger) heaps left, by amount taken, then by the
/// smaller heap; an empty heap stands for none.
pub fn followers(code: &Code, n: usize) -> Vec<(usize, usize, usize)> {
    let mut all = Vec::new();
    for (take, digit) in code.digits().enumerate().filter(|(take, _)| *take <= n) {
        let left = n - take;
        if digit.leaves(0) && left == 0 && take > 0 {
            all.push((take, 0, 0));
        }
        if digit.leaves(1) && left > 0 {
            all.push((take, 0, left));
        }
        if digit.leaves(2) {
            all.extend((1..left).take_while(|a| a + a <= left).map(|a| (take, a, left - a)));
        }
    }
    all
}

/// Grundy values of heaps 0..=n.
pub fn grundy(code: &Code, n: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..=n {
        let next = mex(followers(code, heap).iter().map(|&(_, a, b)| {
            let one = |h: usize| if h == 0 { 0 } else { u32::from(values[h]) };
            one(a) ^ one(b)
        }));
        values.push(next as u16);
    }
    values
}
