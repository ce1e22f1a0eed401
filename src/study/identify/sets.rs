//! Subtraction sets with given values.

/// The most choices that are tried to find small sets.
const MAX_STEPS: u64 = 1 << 20;

/// The largest small set.
const MAX_AMOUNTS: usize = 9;

/// Subtraction games with given first values.
#[derive(Clone, Debug)]
pub struct Found {
    /// Some of the smallest sets of amounts; or one set if small ones were not found.
    pub sets: Vec<Vec<u64>>,
    /// All amounts that may be in a set, up to the largest heap.
    pub possible: Vec<u64>,
}

/// The subtraction games with these first values: none if there is none, else at most the given number of the
/// smallest.
///
/// # Complexity
///
/// O(n²) for n values, and a bounded search.
pub fn subtraction_sets(values: &[u64], most: usize) -> Option<Found> {
    if values.first() != Some(&0) {
        return None;
    }
    let is_possible = |&s: &usize| (s..values.len()).all(|n| values[n] != values[n - s]);
    let possible: Vec<u64> = (1..values.len())
        .filter(is_possible)
        .map(|s| s as u64)
        .collect();
    // Each needs one of its amounts.
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
    // The value with the fewest choices comes first.
    needs.sort_by_key(Vec::len);
    needs.dedup();
    let mut search = SetSearch {
        needs: &needs,
        chosen: Vec::new(),
        sets: Vec::new(),
        most,
        steps: MAX_STEPS,
    };
    for size in 0..=MAX_AMOUNTS {
        search.look(size);
        if !search.sets.is_empty() || search.steps == 0 {
            break;
        }
    }
    let mut sets = search.sets;
    if sets.is_empty() {
        // Amounts that are needed anyway, then the least amounts that help.
        let mut set: Vec<u64> = Vec::new();
        for need in &needs {
            if !need.iter().any(|s| set.contains(s)) {
                set.extend(need.first());
            }
        }
        sets.push(set);
    }
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort();
    sets.dedup();
    Some(Found { sets, possible })
}

struct SetSearch<'a> {
    needs: &'a [Vec<u64>],
    chosen: Vec<u64>,
    sets: Vec<Vec<u64>>,
    most: usize,
    steps: u64,
}

impl SetSearch<'_> {
    /// Adds at most the given number of amounts to those chosen.
    fn look(&mut self, more: usize) {
        let open = self
            .needs
            .iter()
            .find(|need| !need.iter().any(|s| self.chosen.contains(s)));
        let Some(need) = open else {
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
            self.look(more - 1);
            self.chosen.pop();
        }
    }
}
