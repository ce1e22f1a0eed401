//! Proofs of arithmetic periods: g(n + p) = g(n) + s for all n ≥ e.
//!
//! *One heap left at most* ([`holds_for_one_heap`]): what heap n reaches, heap n + p reaches raised by s,
//! for takes that repeat reach low values again from further away.
//!
//! *Several heaps* ([`Proof`]), in the spirit of Austin (1976) and of Howse and Nowakowski (2004): s is a
//! power of 2, and heaps below e have values below s. A value is *height* · s + *low*. Low parts are
//! periodic, heights rise by 1 a period, and the nim-sum works on both apart. Call the heaps of one
//! remainder, from e on, a *class*. Let a move leave heaps of given classes, two or three, and small heaps.
//! The sum of their heights is some S, the same for all such moves with the same take, and S rises by 1
//! when the heap moved from grows by p.
//!
//! - The height of a nim-sum of heights with sum S is at most S, and S − height is even. So no such move
//!   reaches heights above S, or of the other parity. A move that leaves one large heap reaches S itself.
//! - With three classes whose heights start at 0 every height v ≤ S with S − v even is reached: v + t + t.
//! - A take that may be any number, by steps of p, from c on, reaches what c reaches and, one large
//!   heap left, every height from its class's first one up.
//!
//! Both bounds move along with n: whatever shows that one heap of each remainder has the value claimed
//! (no move reaches it, and all below are reached) shows it for every larger one.

use num_integer::lcm;

use super::code::Code;

/// Steps that one proof may take.
const MAX_WORK_STEPS: u64 = 1 << 28;

/// Whether g(n + p) = g(n) + s is proved for all n ≥ e, given that it holds among `values`; and the work.
pub fn holds(code: &Code, values: &[u32], e: usize, p: usize, s: u64) -> (bool, u64) {
    if code.most_heaps() <= 1 {
        return (
            holds_for_one_heap(code, values, e, p, s),
            values.len() as u64,
        );
    }
    let mut work = 0;
    for times in [1, 2, 4, 8] {
        let (p, s) = (p * times, s * times as u64);
        if !s.is_power_of_two() || !p.is_multiple_of(code.repeat().len().max(1)) {
            continue;
        }
        let Some(mut proof) = Proof::new(code, values, e.max(1), p, s) else {
            continue;
        };
        let proved = proof.holds();
        work += proof.work;
        if proved {
            return (true, work);
        }
    }
    (false, work)
}

/// Let q be p or a multiple of it that the digits' modulus divides, and σ its rise. Let every
/// heap from n₁ − `from` on have a value above σ plus the values of all heaps below e + q. Then by
/// induction for N ≥ n₁: heap N + q does not reach g(N) + σ, for that value belongs to a heap y ≥ e + q, and N
/// would reach y − q. It reaches all v below: if v is below g(N) and N reaches it by a take that repeats, so
/// does N + q; else v − σ, or v ≥ g(N), is large enough to belong to a heap z ≥ e that N reaches, and N + q
/// reaches z + q.
fn holds_for_one_heap(code: &Code, values: &[u32], e: usize, p: usize, s: u64) -> bool {
    if code.repeat().is_empty() {
        return false;
    }
    let q = lcm(p, code.repeat().len());
    let rise = s * (q / p) as u64;
    let Some(high) = values.len().checked_sub(q + code.from()) else {
        return false;
    };
    if high < e.max(1) + 2 * q {
        return false;
    }
    let low = values[..e.max(1) + q].iter().copied().max().unwrap_or(0);
    values[high..]
        .iter()
        .all(|&v| u64::from(v) > u64::from(low) + rise)
}

/// No heaps with these remainders.
const NO: i64 = i64::MIN;

/// The best sum of weights by low part and by remainder modulo 2p.
struct Best {
    table: Vec<i64>,
    modulus: usize,
}

impl Best {
    fn new(lows: usize, modulus: usize) -> Self {
        Best {
            table: vec![NO; lows * modulus],
            modulus,
        }
    }

    fn raise(&mut self, low: usize, weight: i64) {
        let slot =
            &mut self.table[low * self.modulus + weight.rem_euclid(self.modulus as i64) as usize];
        *slot = (*slot).max(weight);
    }

    /// The best weight of this low part that is `weight` modulo 2p.
    fn get(&self, low: usize, weight: i64) -> Option<i64> {
        let best = self.table[low * self.modulus + weight.rem_euclid(self.modulus as i64) as usize];
        (best != NO).then_some(best)
    }

    /// The best sums of one of these and one of `items`.
    fn plus(&self, items: &[(usize, i64)]) -> Best {
        let mut sums = Best {
            table: vec![NO; self.table.len()],
            modulus: self.modulus,
        };
        for (i, &best) in self
            .table
            .iter()
            .enumerate()
            .filter(|(_, best)| **best != NO)
        {
            let low = i / self.modulus;
            items
                .iter()
                .for_each(|&(other, weight)| sums.raise(low ^ other, best + weight));
        }
        sums
    }
}

/// One attempt, with period `p` and rise `s` = 2ᵞ.
struct Proof<'a> {
    code: &'a Code,
    values: &'a [u32],
    e: usize,
    p: usize,
    s: usize,
    /// Small heaps, and heaps whose class starts with height 0: those of height 0.
    flat: Vec<usize>,
    /// Low part and sum of two flat heaps: whether there are such.
    flat_pairs: Vec<bool>,
    work: u64,
}

impl<'a> Proof<'a> {
    fn new(code: &'a Code, values: &'a [u32], e: usize, p: usize, s: u64) -> Option<Self> {
        let s = usize::try_from(s).ok()?;
        let cells = s.checked_mul(2 * (e + p))?;
        let heaps = code.most_heaps() as usize;
        // Terms enough that every move leaves a large heap, and that a period lies behind the block.
        let enough = values.len() > e + 2 * p && values.len() > heaps * e + code.from();
        let fits = (cells as u64).checked_mul((e + p) as u64)? < MAX_WORK_STEPS / 4;
        if !enough || !fits || values[1..e].iter().any(|&v| v as usize >= s) {
            return None;
        }
        let flat: Vec<usize> = (1..e + p).filter(|&a| (values[a] as usize) < s).collect();
        let mut flat_pairs = vec![false; cells];
        for &a in &flat {
            for &b in &flat {
                flat_pairs[(values[a] ^ values[b]) as usize * 2 * (e + p) + a + b] = true;
            }
        }
        Some(Proof {
            code,
            values,
            e,
            p,
            s,
            flat,
            flat_pairs,
            work: 0,
        })
    }

    fn low(&self, heap: usize) -> usize {
        self.values[heap] as usize % self.s
    }

    fn height(&self, heap: usize) -> i64 {
        (self.values[heap] as usize / self.s) as i64
    }

    /// The first heap of each class.
    fn classes(&self) -> std::ops::Range<usize> {
        self.e..self.e + self.p
    }

    /// The first heap of the class that `heap` ≥ 0 belongs to, or would belong to.
    fn class_of(&self, heap: i64) -> usize {
        self.e + (heap - self.e as i64).rem_euclid(self.p as i64) as usize
    }

    /// The takes that may leave this many heaps: those before the repeated digits, and the first of each
    /// remainder among the others.
    fn takes(&self, heaps: u32) -> Vec<(i64, bool)> {
        let last = self.code.from()
            + if self.code.repeat().is_empty() {
                0
            } else {
                self.p
            };
        let takes = (0..last).filter(|&k| self.code.digit(k as u64).leaves(heaps));
        takes.map(|k| (k as i64, k >= self.code.from())).collect()
    }

    fn weight(&self, class: usize) -> i64 {
        self.p as i64 * self.height(class) - class as i64
    }

    fn holds(&mut self) -> bool {
        let block = self.values.len() - self.p..self.values.len();
        block.clone().all(|n| self.height(n) > 0)
            && self.none_reached(block.clone())
            && self.all_below_reached(block)
    }

    /// No heap of the block, nor a larger one of its class, has a move to the value claimed.
    fn none_reached(&mut self, block: std::ops::Range<usize>) -> bool {
        let p = self.p as i64;
        let [ones, twos, threes] = [1, 2, 3].map(|heaps| self.takes(heaps));
        let items: Vec<(usize, i64)> = self
            .classes()
            .map(|b| (self.low(b), self.weight(b)))
            .collect();
        let smalls: Vec<(usize, i64)> = (1..self.e).map(|a| (self.low(a), -(a as i64))).collect();
        // One large heap: by what the small ones beside it are.
        let mut beside = vec![(0usize, 0i64)];
        let mut single = vec![(ones, beside.clone())];
        single.push((twos.clone(), smalls.clone()));
        if !threes.is_empty() {
            beside = smalls
                .iter()
                .flat_map(|a| smalls.iter().map(move |b| (a.0 ^ b.0, a.1 + b.1)))
                .collect();
            beside.sort_unstable();
            beside.dedup();
            single.push((threes.clone(), beside));
        }
        for (takes, beside) in &single {
            self.work += (takes.len() * beside.len() * self.p) as u64;
            if self.work > MAX_WORK_STEPS {
                return false;
            }
            for n in block.clone() {
                let (low, height) = (self.low(n), self.height(n));
                for &(take, repeats) in takes {
                    for &(small_low, small_weight) in beside {
                        let rest = n as i64 - take + small_weight;
                        let class = self.class_of(rest);
                        let sum = self.height(class) + (rest - class as i64) / p;
                        let hit = if repeats {
                            sum >= height
                        } else {
                            sum == height
                        };
                        if hit && self.low(class) ^ small_low == low {
                            return false;
                        }
                    }
                }
            }
        }
        // Two large heaps or three.
        let mut one = Best::new(self.s, 2 * self.p);
        items
            .iter()
            .for_each(|&(low, weight)| one.raise(low, weight));
        let two = one.plus(&items);
        let mut several = vec![(twos, &two)];
        let (three, two_and_small);
        if !threes.is_empty() {
            three = two.plus(&items);
            two_and_small = two.plus(&smalls);
            several.push((threes.clone(), &three));
            several.push((threes, &two_and_small));
        }
        self.work += (self.s * 2 * self.p * (2 * self.p + self.e)) as u64;
        for (takes, best) in several {
            for n in block.clone() {
                let (low, height) = (self.low(n), self.height(n));
                for &(take, repeats) in &takes {
                    let rest = n as i64 - take;
                    for weight in [-rest, p - rest] {
                        let Some(best) = best.get(low, weight) else {
                            continue;
                        };
                        let sum = (rest + best) / p;
                        if sum >= height && (repeats || (sum - height) % 2 == 0) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Every heap of the block, and every larger one of its class, has moves to all lower values.
    fn all_below_reached(&mut self, block: std::ops::Range<usize>) -> bool {
        let p = self.p as i64;
        let [ones, twos, threes] = [1, 2, 3].map(|heaps| self.takes(heaps));
        // Classes that start with height 0.
        let items: Vec<(usize, i64)> = self
            .classes()
            .filter(|&b| self.height(b) == 0)
            .map(|b| (self.low(b), -(b as i64)))
            .collect();
        let flat: Vec<(usize, i64)> = self
            .flat
            .iter()
            .map(|&a| (self.low(a), -(a as i64)))
            .collect();
        let mut one = Best::new(self.s, 2 * self.p);
        items
            .iter()
            .for_each(|&(low, weight)| one.raise(low, weight));
        let one_and_flat = one.plus(&flat);
        let three = one.plus(&items).plus(&items);
        self.work += (self.s * 2 * self.p * 3 * flat.len()) as u64;
        for n in block {
            for low in 0..self.s {
                // The largest sum of heights of each parity with all heights below reached.
                let mut covered: [Option<i64>; 2] = [None; 2];
                let mut cover = |sum: i64, both: bool| {
                    for sum in [sum, sum - 1]
                        .into_iter()
                        .take(1 + usize::from(both))
                        .filter(|&sum| sum >= -2)
                    {
                        let slot = &mut covered[sum.rem_euclid(2) as usize];
                        *slot = (*slot).max(Some(sum));
                    }
                };
                self.work += (ones.len() + twos.len() + threes.len()) as u64;
                for &(take, _) in ones.iter().filter(|take| take.1) {
                    let rest = n as i64 - take;
                    let class = self.class_of(rest);
                    let below = 0..self.height(class);
                    if self.low(class) == low
                        && below.into_iter().all(|v| self.always_reached(n, v, low))
                    {
                        cover(self.height(class) + (rest - class as i64) / p, true);
                    }
                }
                for (takes, best, always) in
                    [(&threes, &three, true), (&twos, &one_and_flat, false)]
                {
                    for &(take, repeats) in takes.iter().filter(|take| always || take.1) {
                        let rest = n as i64 - take;
                        for weight in [-rest, p - rest] {
                            if let Some(best) = best.get(low, weight) {
                                cover((rest + best) / p, repeats);
                            }
                        }
                    }
                }
                let last = self.height(n) - i64::from(low >= self.low(n));
                for parity in [0, 1] {
                    let Some(sum) = covered[parity as usize] else {
                        return false;
                    };
                    let first = (sum + 2).max(parity);
                    for v in (first..=last).step_by(2) {
                        if self.work > MAX_WORK_STEPS || !self.some_move_reaches(n, v, low, &threes)
                        {
                            return false;
                        }
                    }
                }
            }
        }
        self.work <= MAX_WORK_STEPS
    }

    /// Whether heap `n` and all larger ones of its class have moves, by takes that repeat, to nothing or to
    /// one heap of this height and low part.
    fn always_reached(&self, n: usize, height: i64, low: usize) -> bool {
        let value = height as usize * self.s + low;
        let repeated = |take: usize, heaps: u32| {
            take >= self.code.from() && self.code.digit(take as u64).leaves(heaps)
        };
        value == 0 && repeated(n, 0)
            || (1..self.e + 2 * self.p)
                .any(|x| self.values[x] as usize == value && repeated(n - x, 1))
    }

    /// Whether heap `n` has a move to one large heap of height `v` and flat ones that leaves this low part.
    fn some_move_reaches(&mut self, n: usize, v: i64, low: usize, threes: &[(i64, bool)]) -> bool {
        self.work += (self.p * (1 + self.flat.len() + threes.len())) as u64;
        let leaves =
            |take: i64, heaps: u32| take >= 0 && self.code.digit(take as u64).leaves(heaps);
        self.classes().filter(|&b| v >= self.height(b)).any(|b| {
            let rest = n as i64 - (b as i64 + (v - self.height(b)) * self.p as i64);
            let other = self.low(b) ^ low;
            other == 0 && leaves(rest, 1)
                || self
                    .flat
                    .iter()
                    .any(|&f| self.low(f) == other && leaves(rest - f as i64, 2))
                || threes.iter().filter(|take| !take.1).any(|&(take, _)| {
                    let sum = rest - take;
                    let width = 2 * (self.e + self.p) as i64;
                    (0..width).contains(&sum)
                        && self.flat_pairs[other * width as usize + sum as usize]
                })
        })
    }
}
