//! Subtraction sets with given values.

#![expect(
    clippy::cast_possible_truncation,
    reason = "an amount is compared with the places of a list, which it is at most"
)]

/// The most choices of an amount that are tried to find small sets. A guess: some hundredths of a second.
const MAX_SET_STEPS: u64 = 1 << 20;

/// The most amounts of a small set. A guess.
const MAX_SMALL_SET: usize = 9;

/// Lists the amounts up to a given one that a set may have if its game has these first values: those that lead from no
/// heap to a heap of the same value.
///
/// # Complexity
///
/// O(n²) for n values.
pub fn possible_amounts(values: &[u64], most_amount: u64) -> Vec<u64> {
    let is_possible = |&amount: &u64| {
        let amount = amount as usize;
        (amount..values.len()).all(|n| values[n] != values[n - amount])
    };
    let largest = most_amount.min(values.len().saturating_sub(1) as u64);
    (1..=largest).filter(is_possible).collect()
}

/// Lists sets of amounts up to a given one whose subtraction games have these first values: at most `most` of the smallest
/// sets, or one set if no small one was found. Returns `None` if there is no set.
///
/// # Complexity
///
/// O(n²) for n values, and a bounded search.
pub fn subtraction_sets(values: &[u64], most_amount: u64, most: usize) -> Option<Vec<Vec<u64>>> {
    if values.first() != Some(&0) {
        return None;
    }
    let needs = needs(values, &possible_amounts(values, most_amount))?;
    let mut search = SetSearch {
        needs: &needs,
        chosen: Vec::new(),
        sets: Vec::new(),
        most,
        steps: MAX_SET_STEPS,
    };
    for size in 0..=MAX_SMALL_SET {
        search.find_sets(size);
        if !search.sets.is_empty() || search.steps == 0 {
            break;
        }
    }
    let mut sets = search.sets;
    if sets.is_empty() {
        sets.push(set_that_meets(&needs));
    }
    for set in &mut sets {
        set.sort_unstable();
    }
    sets.sort();
    sets.dedup();
    Some(sets)
}

/// Lists what a set of possible amounts needs for these values: one amount of each list. The shortest lists come first.
/// Returns `None` if a list is empty.
fn needs(values: &[u64], possible: &[u64]) -> Option<Vec<Vec<u64>>> {
    // No possible amount leads from heap n to a heap of its value. So it has the value v if each value below v is that of an
    // option.
    let mut needs: Vec<Vec<u64>> = Vec::new();
    for (n, &value) in values.iter().enumerate() {
        for below in 0..value {
            let up_to_n = possible.iter().copied().take_while(|&s| s as usize <= n);
            let amounts: Vec<u64> = up_to_n
                .filter(|&s| values[n - s as usize] == below)
                .collect();
            if amounts.is_empty() {
                return None;
            }
            needs.push(amounts);
        }
    }
    needs.sort_by_key(Vec::len);
    needs.dedup();
    Some(needs)
}

/// Returns a set with an amount of each list, which need not be a smallest one. Lists of one amount come first, so that
/// amounts without an alternative are in the set before the least amounts of other lists are added.
fn set_that_meets(needs: &[Vec<u64>]) -> Vec<u64> {
    let mut set: Vec<u64> = Vec::new();
    for need in needs {
        if !need.iter().any(|s| set.contains(s)) {
            set.extend(need.first());
        }
    }
    set
}

/// The search for sets of at most a given size, which is repeated with larger sizes.
struct SetSearch<'a> {
    /// The lists of amounts of which a set needs at least one each.
    needs: &'a [Vec<u64>],
    /// The amounts that are chosen.
    chosen: Vec<u64>,
    /// The sets that were found.
    sets: Vec<Vec<u64>>,
    /// The number of sets after which the search ends.
    most: usize,
    /// The choices that may still be tried.
    steps: u64,
}

impl SetSearch<'_> {
    /// Finds the sets of the amounts chosen and at most the given number of others.
    fn find_sets(&mut self, more: usize) {
        let unmet = self
            .needs
            .iter()
            .find(|need| !need.iter().any(|s| self.chosen.contains(s)));
        let Some(need) = unmet else {
            self.sets.push(self.chosen.clone());
            return;
        };
        if more == 0 {
            return;
        }
        for &amount in need {
            if self.sets.len() >= self.most || self.steps == 0 {
                return;
            }
            self.steps -= 1;
            self.chosen.push(amount);
            self.find_sets(more - 1);
            self.chosen.pop();
        }
    }
}
