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
//! - Let the digits repeat with modulus m, and let q = tp be the least common multiple of p and m. A take that may be any
//!   number, by steps of q, from c on, reaches what c reaches and, one large heap left, every t-th height from S down to
//!   its class's first one.
//!
//! Both bounds move along with n: whatever shows that one heap of each remainder modulo q has the value claimed
//! (no move reaches it, and all below are reached) shows it for every larger one.
//!
//! So `0.[700]`, which takes 1, 4, 7, … and may split, has g(n) = 2⌊n/4⌋ + n mod 2: p = 4, s = 2 and t = 3. What is left
//! of heap n is n − 1 modulo 3. If it has the low part of n, it is at most n − 4, and the sum of its heights is too small
//! for ⌊n/4⌋; and every lower value is that of some heaps of each remainder modulo 3.

#![expect(
    clippy::cast_possible_truncation,
    reason = "remainders, heights and sums of two heaps are below the length of the list of values"
)]

use num_integer::lcm;

use super::code::Code;

/// The steps that one proof may take.
const MAX_WORK_STEPS: u64 = 1 << 28;

/// Returns whether g(n + p) = g(n) + s is proved for all n ≥ e, if it holds among `values`, and the work that it took.
pub fn holds(code: &Code, values: &[u32], e: usize, p: usize, s: u64) -> (bool, u64) {
    if code.most_heaps() <= 1 {
        return (
            holds_for_one_heap(code, values, e, p, s),
            values.len() as u64,
        );
    }
    let mut work = 0;
    for times in [1, 2, 4, 8] {
        let p = p * times;
        let s = s * times as u64;
        if !s.is_power_of_two() {
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

/// Returns whether an arithmetic period is proved for a code whose moves leave one heap at most.
///
/// Let q be p or a multiple of it that the digits' modulus divides, and σ its rise. Let every
/// heap from n₁ − `from` on have a value above σ plus the values of all heaps below e + q. Then the following holds
/// by induction for N ≥ n₁. Heap N + q does not reach g(N) + σ: that value belongs to a heap y ≥ e + q, and N
/// would reach y − q. Heap N + q reaches every v below: if v is below g(N) and N reaches it by a take that repeats, so
/// does N + q; else v − σ, or v ≥ g(N), is large enough to belong to a heap z ≥ e that N reaches, and N + q
/// reaches z + q.
fn holds_for_one_heap(code: &Code, values: &[u32], e: usize, p: usize, s: u64) -> bool {
    if code.repeat().is_empty() {
        return false;
    }
    let q = lcm(p, code.repeat().len());
    let rise = s * (q / p) as u64;
    let Some(high) = values.len().checked_sub(q + code.first_repeated()) else {
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

/// The entry of [`Best`] where no heaps have these remainders.
const NO: i64 = i64::MIN;

/// One heap or several that a move leaves.
///
/// The weight of a heap is p times its height, less its size, which is the same for all heaps of a class. So if
/// heaps of weight w add up to r, the sum of their heights is (r + w) / p.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Heaps {
    /// The nim-sum of their low parts.
    low: usize,
    /// The sum of their weights.
    weight: i64,
}

impl Heaps {
    /// Returns these heaps together with others.
    fn with(self, others: Heaps) -> Heaps {
        Heaps {
            low: self.low ^ others.low,
            weight: self.weight + others.weight,
        }
    }
}

/// The largest weight of some heaps by their low part and by the remainder of their weight modulo 2p.
struct Best {
    /// The weights, a row for each low part; [`NO`] where no heaps have these remainders.
    table: Vec<i64>,
    /// The modulus 2p.
    modulus: usize,
}

impl Best {
    /// Makes a table without heaps, for this many low parts.
    fn new(lows: usize, modulus: usize) -> Self {
        Best {
            table: vec![NO; lows * modulus],
            modulus,
        }
    }

    /// Returns the place of heaps in the table.
    fn place(&self, heaps: Heaps) -> usize {
        let remainder = heaps.weight.rem_euclid(self.modulus as i64) as usize;
        heaps.low * self.modulus + remainder
    }

    /// Enters heaps.
    fn enter(&mut self, heaps: Heaps) {
        let place = self.place(heaps);
        self.table[place] = self.table[place].max(heaps.weight);
    }

    /// Returns the largest weight of heaps with this low part and, modulo 2p, this weight.
    fn get(&self, heaps: Heaps) -> Option<i64> {
        let best = self.table[self.place(heaps)];
        (best != NO).then_some(best)
    }

    /// Returns the table of the heaps of this one together with one of `items`.
    fn plus(&self, items: &[Heaps]) -> Best {
        let lows = self.table.len() / self.modulus;
        let mut sums = Best::new(lows, self.modulus);
        for (place, &weight) in self.table.iter().enumerate() {
            if weight == NO {
                continue;
            }
            let low = place / self.modulus;
            for &item in items {
                sums.enter(item.with(Heaps { low, weight }));
            }
        }
        sums
    }
}

/// A take, or all that follow it by steps of q if it repeats.
#[derive(Clone, Copy)]
struct Take {
    /// The amount taken.
    amount: i64,
    /// Whether the takes that are larger by multiples of q leave as many heaps.
    repeats: bool,
}

/// The takes by the number of heaps that they may leave.
struct Takes {
    /// The takes that may leave one heap.
    one: Vec<Take>,
    /// The takes that may leave two heaps.
    two: Vec<Take>,
    /// The takes that may leave three heaps.
    three: Vec<Take>,
}

/// The largest sums of heights, by their remainder, that some moves reach with all heights of that remainder below them.
struct Covered {
    /// The largest sum of each remainder; the length is the modulus.
    largest: Vec<Option<i64>>,
}

impl Covered {
    /// Begins without a sum.
    fn new(modulus: usize) -> Self {
        Covered {
            largest: vec![None; modulus],
        }
    }

    /// Enters a sum that is reached, with all heights below it by multiples of `step`, which divides the modulus. A sum
    /// below 0 stays below 0 for larger heaps if no height of its remainder lies between.
    fn enter(&mut self, sum: i64, step: usize) {
        let modulus = self.largest.len();
        for less in (0..modulus).step_by(step) {
            let sum = sum - less as i64;
            if sum < -(modulus as i64) {
                break;
            }
            let entry = &mut self.largest[sum.rem_euclid(modulus as i64) as usize];
            *entry = (*entry).max(Some(sum));
        }
    }
}

/// One attempt, with period `p` and rise `s` = 2ᵞ.
struct Proof<'a> {
    /// The rules.
    code: &'a Code,
    /// The values of heaps 0, 1, … as far as they are known.
    values: &'a [u32],
    /// The heap e from which on the values are claimed to rise.
    e: usize,
    /// The period.
    p: usize,
    /// The rise in a period.
    s: usize,
    /// The number of periods after which the digits that repeat come again: t = q / p.
    stride: usize,
    /// The heaps of height 0 among the small ones and the first ones of the classes.
    flat: Vec<usize>,
    /// Whether two flat heaps have a low part and a sum, by these two.
    flat_pairs: Vec<bool>,
    /// The steps taken so far.
    work: u64,
}

impl<'a> Proof<'a> {
    /// Begins an attempt, if there are values enough for it and it is not too large.
    fn new(code: &'a Code, values: &'a [u32], e: usize, p: usize, s: u64) -> Option<Self> {
        let s = usize::try_from(s).ok()?;
        let q = lcm(p, code.repeat().len().max(1));
        let cells = s.checked_mul(2 * (e + p))?;
        let heaps = code.most_heaps() as usize;
        // With that many terms, every move leaves a large heap, and q terms lie before the last q.
        let enough = values.len() > e + 2 * q && values.len() > heaps * e + code.first_repeated();
        let fits = (cells as u64).checked_mul((e + p) as u64)? < MAX_WORK_STEPS / 4
            && (s as u64 * q as u64).checked_mul(q as u64)? < MAX_WORK_STEPS / 4;
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
            stride: q / p,
            flat,
            flat_pairs,
            work: 0,
        })
    }

    /// Returns the low part of a heap.
    fn low(&self, heap: usize) -> usize {
        self.values[heap] as usize % self.s
    }

    /// Returns the height of a heap.
    fn height(&self, heap: usize) -> i64 {
        (self.values[heap] as usize / self.s) as i64
    }

    /// Returns a heap as what a move leaves.
    fn left(&self, heap: usize) -> Heaps {
        Heaps {
            low: self.low(heap),
            weight: self.p as i64 * self.height(heap) - heap as i64,
        }
    }

    /// Returns the first heap of each class.
    fn classes(&self) -> std::ops::Range<usize> {
        self.e..self.e + self.p
    }

    /// Returns the first heap of the class that `heap` belongs to, or that it would belong to if it is small or
    /// below 0.
    fn class_of(&self, heap: i64) -> usize {
        self.e + (heap - self.e as i64).rem_euclid(self.p as i64) as usize
    }

    /// Returns the sum of the heights of heaps that add up to `rest` if one of them is of `class` and the others,
    /// whose sizes are taken off already, have height 0.
    fn height_at(&self, class: usize, rest: i64) -> i64 {
        self.height(class) + (rest - class as i64) / self.p as i64
    }

    /// Returns the takes that may leave this many heaps: those before the repeated digits, and the first of each
    /// remainder among the others.
    fn takes_to(&self, heaps: u32) -> Vec<Take> {
        let from = self.code.first_repeated();
        let repeated = if self.code.repeat().is_empty() {
            0
        } else {
            self.p * self.stride
        };
        (0..from + repeated)
            .filter(|&k| self.code.digit(k as u64).leaves(heaps))
            .map(|k| Take {
                amount: k as i64,
                repeats: k >= from,
            })
            .collect()
    }

    /// Returns the takes by the number of heaps that they may leave.
    fn takes(&self) -> Takes {
        Takes {
            one: self.takes_to(1),
            two: self.takes_to(2),
            three: self.takes_to(3),
        }
    }

    /// Returns whether the attempt succeeds: whether the last q heaps known, and all larger ones of their remainders
    /// modulo q, have the values claimed. That no move reaches a value depends on the remainder modulo p alone.
    fn holds(&mut self) -> bool {
        let end = self.values.len();
        let block = end - self.p * self.stride..end;
        block.clone().all(|n| self.height(n) > 0)
            && self.none_reached(end - self.p..end)
            && self.all_below_reached(block)
    }

    /// Returns whether no heap of the block, nor a larger one of its class, has a move to the value claimed.
    fn none_reached(&mut self, block: std::ops::Range<usize>) -> bool {
        let takes = self.takes();
        let small: Vec<Heaps> = (1..self.e).map(|heap| self.left(heap)).collect();
        let nothing = Heaps { low: 0, weight: 0 };
        if !self.none_reached_by_one(&block, &takes.one, &[nothing])
            || !self.none_reached_by_one(&block, &takes.two, &small)
        {
            return false;
        }
        if !takes.three.is_empty() {
            let mut small_pairs: Vec<Heaps> = small
                .iter()
                .flat_map(|a| small.iter().map(|b| a.with(*b)))
                .collect();
            small_pairs.sort_unstable();
            small_pairs.dedup();
            if !self.none_reached_by_one(&block, &takes.three, &small_pairs) {
                return false;
            }
        }
        self.work += (self.s * 2 * self.p) as u64 * (2 * self.p + self.e) as u64;
        let classes: Vec<Heaps> = self.classes().map(|class| self.left(class)).collect();
        let mut one = Best::new(self.s, 2 * self.p);
        for &class in &classes {
            one.enter(class);
        }
        let two = one.plus(&classes);
        self.none_reached_by_several(&block, &takes.two, &two)
            && (takes.three.is_empty()
                || self.none_reached_by_several(&block, &takes.three, &two.plus(&classes))
                    && self.none_reached_by_several(&block, &takes.three, &two.plus(&small)))
    }

    /// Returns whether no such take that leaves one large heap, and with it one of these lists of `small` heaps,
    /// leads to the value claimed; false also if that takes too long.
    fn none_reached_by_one(
        &mut self,
        block: &std::ops::Range<usize>,
        takes: &[Take],
        small: &[Heaps],
    ) -> bool {
        self.work += takes.len() as u64 * small.len() as u64 * self.p as u64;
        if self.work > MAX_WORK_STEPS {
            return false;
        }
        for n in block.clone() {
            let low = self.low(n);
            let height = self.height(n);
            for take in takes {
                for heaps in small {
                    // The heights of small heaps are 0, so their weight is minus their sum.
                    let rest = n as i64 - take.amount + heaps.weight;
                    let class = self.class_of(rest);
                    let sum = self.height_at(class, rest);
                    let reached = if take.repeats {
                        sum >= height && (sum - height) % self.stride as i64 == 0
                    } else {
                        sum == height
                    };
                    if reached && self.low(class) ^ heaps.low == low {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Returns whether no such take that leaves several large heaps leads to the value claimed. `left` has what may
    /// be left.
    fn none_reached_by_several(
        &self,
        block: &std::ops::Range<usize>,
        takes: &[Take],
        left: &Best,
    ) -> bool {
        let p = self.p as i64;
        for n in block.clone() {
            let low = self.low(n);
            let height = self.height(n);
            for take in takes {
                let rest = n as i64 - take.amount;
                // Weights that are −rest modulo p, of both remainders modulo 2p.
                for weight in [-rest, p - rest] {
                    let Some(best) = left.get(Heaps { low, weight }) else {
                        continue;
                    };
                    let sum = (rest + best) / p;
                    let is_even = (sum - height) % 2 == 0;
                    // The other parity is that of a take longer by an odd number of periods.
                    let longer_by = self.stride as i64;
                    let may_reach = if is_even {
                        sum >= height
                    } else {
                        take.repeats && longer_by % 2 == 1 && sum - longer_by >= height
                    };
                    if may_reach {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Returns whether every heap of the block, and every larger one of its class, has moves to all lower values;
    /// false also if that takes too long.
    fn all_below_reached(&mut self, block: std::ops::Range<usize>) -> bool {
        let takes = self.takes();
        let flat_classes: Vec<Heaps> = self
            .classes()
            .filter(|&class| self.height(class) == 0)
            .map(|class| self.left(class))
            .collect();
        let flat: Vec<Heaps> = self.flat.iter().map(|&heap| self.left(heap)).collect();
        let mut one = Best::new(self.s, 2 * self.p);
        for &class in &flat_classes {
            one.enter(class);
        }
        let one_and_flat = one.plus(&flat);
        let three = one.plus(&flat_classes).plus(&flat_classes);
        self.work += (self.s * 2 * self.p * 3) as u64 * flat.len() as u64;
        for n in block {
            for low in 0..self.s {
                let covered = self.covered(n, low, &takes, &one_and_flat, &three);
                let last = self.height(n) - i64::from(low >= self.low(n));
                let modulus = covered.largest.len();
                for (remainder, sum) in covered.largest.into_iter().enumerate() {
                    let Some(sum) = sum else {
                        return false;
                    };
                    let first = (sum + modulus as i64).max(remainder as i64);
                    for v in (first..=last).step_by(modulus) {
                        if self.work > MAX_WORK_STEPS
                            || !self.some_move_reaches(n, v, low, &takes.three)
                        {
                            return false;
                        }
                    }
                }
            }
        }
        self.work <= MAX_WORK_STEPS
    }

    /// Returns up to which heights, by their remainder, moves of heap `n` reach all values with this low part.
    fn covered(
        &mut self,
        n: usize,
        low: usize,
        takes: &Takes,
        one_and_flat: &Best,
        three: &Best,
    ) -> Covered {
        let mut covered = Covered::new(lcm(2, self.stride));
        self.work += (takes.one.len() + takes.two.len() + takes.three.len()) as u64;
        for take in takes.one.iter().filter(|take| take.repeats) {
            let rest = n as i64 - take.amount;
            let class = self.class_of(rest);
            let sum = self.height_at(class, rest);
            let mut lower = (0..self.height(class)).filter(|v| (sum - v) % self.stride as i64 == 0);
            if self.low(class) == low && lower.all(|v| self.always_reached(n, v, low)) {
                covered.enter(sum, self.stride);
            }
        }
        for take in &takes.three {
            for sum in self.sums(n, low, *take, three) {
                covered.enter(sum, 2);
                if take.repeats {
                    covered.enter(sum - self.stride as i64, 2);
                }
            }
        }
        for take in takes.two.iter().filter(|take| take.repeats) {
            for sum in self.sums(n, low, *take, one_and_flat) {
                covered.enter(sum, self.stride);
            }
        }
        covered
    }

    /// Lists the largest sums of heights, one of each parity that there is, of such heaps with this low part that a take
    /// from heap `n` leaves.
    fn sums(&self, n: usize, low: usize, take: Take, left: &Best) -> impl Iterator<Item = i64> {
        let p = self.p as i64;
        let rest = n as i64 - take.amount;
        let best = [-rest, p - rest].map(|weight| left.get(Heaps { low, weight }));
        best.into_iter()
            .flatten()
            .map(move |best| (rest + best) / p)
    }

    /// Returns whether heap `n` and all larger ones of its remainder modulo q have moves, by takes that repeat, to nothing
    /// or to one heap of this height and low part.
    fn always_reached(&self, n: usize, height: i64, low: usize) -> bool {
        let value = height as usize * self.s + low;
        let repeated = |take: usize, heaps: u32| {
            take >= self.code.first_repeated() && self.code.digit(take as u64).leaves(heaps)
        };
        value == 0 && repeated(n, 0)
            || (1..self.e + 2 * self.p)
                .any(|x| self.values[x] as usize == value && repeated(n - x, 1))
    }

    /// Returns whether heap `n` has a move to one large heap of height `v` and flat ones that leaves this low part.
    fn some_move_reaches(&mut self, n: usize, v: i64, low: usize, threes: &[Take]) -> bool {
        self.work += (self.p * (1 + self.flat.len() + threes.len())) as u64;
        self.classes()
            .filter(|&class| v >= self.height(class))
            .any(|class| {
                let heap = class as i64 + (v - self.height(class)) * self.p as i64;
                self.some_move_leaves(n as i64 - heap, self.low(class) ^ low, threes)
            })
    }

    /// Returns whether some move takes a part of `rest`, which is what a heap has without one large heap, and
    /// leaves the others of it as flat heaps with this low part.
    fn some_move_leaves(&self, rest: i64, low: usize, threes: &[Take]) -> bool {
        let leaves =
            |take: i64, heaps: u32| take >= 0 && self.code.digit(take as u64).leaves(heaps);
        let one_flat = |&heap: &usize| self.low(heap) == low && leaves(rest - heap as i64, 2);
        let width = 2 * (self.e + self.p) as i64;
        let two_flat = |take: &Take| {
            let sum = rest - take.amount;
            !take.repeats
                && (0..width).contains(&sum)
                && self.flat_pairs[low * width as usize + sum as usize]
        };
        low == 0 && leaves(rest, 1) || self.flat.iter().any(one_flat) || threes.iter().any(two_flat)
    }
}
