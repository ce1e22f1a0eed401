//! All neighbour lists, stored: written family by family, so that what is written lies together.

use super::numbering::{Family, Numbering};
use crate::matching::Adjacency;
use crate::platform::LOADED_ANEW;
use crate::platform::pages::huge;
use crate::simd::prefetch::prefetch;
use crate::sync::progress::PHASES;
use crate::sync::threads::both;
use std::ops::Range;

/// Neighbours in families of at most so many members are stored as differences.
const MOST_NEAR: usize = 1 << 15;

/// The lists of all labels: neighbours in the same family, three quarters of all, as differences
/// of two bytes, and the others, and those of very large families, as labels.
pub(super) struct Stored {
    near: Lists<i16>,
    far: Lists<u32>,
}

/// One list for each label.
///
/// ```text
///   ends        0    2        5  …       ends   0  1     3  …
///               |    |        |                 |  |     |
///   neighbours +1 +5 -1 +2 +9 …                 7  3  90  …
/// ```
struct Lists<T> {
    ends: Vec<u32>,
    neighbours: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    fn with_room(order: usize, most: usize) -> Lists<T> {
        // More than is needed, but memory that is never written takes none.
        Lists { ends: huge(Vec::with_capacity(order + 1)), neighbours: huge(vec![T::default(); most]) }
    }

    fn close(mut self, end: u32) -> Lists<T> {
        self.ends.push(end);
        self.neighbours.truncate(end as usize);
        self
    }

    #[inline]
    fn of(&self, vertex: u32) -> &[T] {
        let v = vertex as usize;
        &self.neighbours[self.ends[v] as usize..self.ends[v + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.ends[..]) + size_of_val(&self.neighbours[..])) as u64
    }

    /// Fetches where the list of a vertex begins, and the list of another.
    #[inline]
    fn expect(&self, soon: Option<&u32>, later: Option<&u32>) {
        prefetch(later.and_then(|&v| self.ends.get(v as usize)));
        prefetch(soon.and_then(|&v| self.neighbours.get(*self.ends.get(v as usize)? as usize)));
    }
}

impl Stored {
    /// Lists `pairs` pairs of matched numbers of which one divides the other; near and far ones at the same
    /// time where there are several `threads`.
    ///
    /// Multiples of a member p·c in its family are p·c·j, j another cofactor. A number d that is
    /// smooth below p is a cofactor itself, and its multiples in the family are p·d·j. So a pair of
    /// cofactors names each pair of numbers.
    pub fn new(numbering: &Numbering, pairs: usize, threads: usize) -> Stored {
        let far = || Stored::far(numbering, pairs);
        let near = || Stored::near(numbering, pairs);
        let (far, near) = if threads > 1 { both(far, near) } else { (far(), near()) };
        Stored { near, far }
    }

    fn near(numbering: &Numbering, pairs: usize) -> Lists<i16> {
        let mut lists = Lists::with_room(numbering.number_of.len(), 2 * pairs);
        let mut writer = Writer::default();
        let mut end = 0;
        for family in numbering.families() {
            if !is_near(family.labels.len()) {
                lists.ends.extend(family.labels.map(|_| end));
                writer.sizes.clear();
                continue;
            }
            writer.find_cofactors(numbering, &family);
            if !writer.has_sizes_of(&family) {
                writer.count_multiples(&family);
                writer.count_divisors();
            }
            writer.next.clear();
            for size in &writer.sizes {
                lists.ends.push(end);
                let multiple = end + size.divisors;
                writer.next.push(Places { divisor: end, multiple, below: 0 });
                end = multiple + size.multiples;
            }
            writer.write_inside(&family, |place, from, to| {
                lists.neighbours[place as usize] = to.wrapping_sub(from) as i16;
            });
        }
        lists.close(end)
    }

    fn far(numbering: &Numbering, pairs: usize) -> Lists<u32> {
        let order = numbering.number_of.len();
        let mut lists = Lists::with_room(order, 2 * pairs);
        // For each label: where its next multiple in another family goes.
        let mut beyond = huge(vec![0u32; order]);
        let mut writer = Writer::default();
        let mut end = 0;
        let mut phase = PHASES.begin("numbers whose divisors are listed", order as u64);
        for family in numbering.families() {
            phase.add(family.labels.len() as u64);
            writer.find_cofactors(numbering, &family);
            if !writer.has_sizes_of(&family) {
                writer.count_multiples(&family);
                writer.count_below(numbering.hubs, family.prime);
                if !is_near(family.labels.len()) {
                    writer.count_divisors();
                }
            }
            writer.next.clear();
            for (size, label) in writer.sizes.iter().zip(family.labels.clone()) {
                lists.ends.push(end);
                let inside = if is_near(family.labels.len()) { 0 } else { size.divisors + size.multiples };
                let below = end + inside;
                writer.next.push(Places { divisor: end, multiple: end + size.divisors, below });
                beyond[label as usize] = below + size.below;
                let multiples = numbering.limit / numbering.number_of[label as usize] - 1;
                end = beyond[label as usize] + (multiples - size.multiples);
            }
            if !is_near(family.labels.len()) {
                writer.write_inside(&family, |place, _, to| lists.neighbours[place as usize] = to);
            }
            writer.write_below(numbering, &family, &mut lists.neighbours, &mut beyond);
        }
        lists.close(end)
    }

    /// The memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        self.near.bytes() + self.far.bytes()
    }
}

/// Are the neighbours in a family of so many members differences? The page has no code for that.
fn is_near(members: usize) -> bool {
    !LOADED_ANEW && members <= MOST_NEAR
}

impl Adjacency for Stored {
    const NEAR: bool = true;

    fn order(&self) -> usize {
        self.near.ends.len() - 1
    }

    #[inline]
    fn degree(&self, vertex: u32) -> usize {
        self.near.of(vertex).len() + self.far.of(vertex).len()
    }

    #[inline]
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let near = self.near.of(vertex).iter().map(move |&step| vertex.wrapping_add_signed(step.into()));
        near.chain(self.far.of(vertex).iter().copied())
    }

    /// For the labels of a family.
    #[inline]
    fn neighbours_within(&self, vertex: u32, range: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let far = if is_near(range.len()) { &[][..] } else { self.far.of(vertex) };
        let far = far.iter().copied().filter(move |neighbour| range.contains(neighbour));
        self.near.of(vertex).iter().map(move |&step| vertex.wrapping_add_signed(step.into())).chain(far)
    }

    #[inline]
    fn expect(&self, soon: Option<&u32>, later: Option<&u32>) {
        self.near.expect(soon, later);
        self.far.expect(soon, later);
    }
}

/// One family at work: the numbers with the largest prime factor p are p·c, with c among the
/// cofactors.
#[derive(Default)]
struct Writer {
    /// The numbers up to limit / p without a prime factor above p, ascending. The first few may
    /// belong to hubs.
    cofactors: Vec<u32>,
    /// Of each cofactor: which member it belongs to. Between cofactors, anything.
    member: Vec<u32>,
    /// For each member: how long the parts of its list are.
    sizes: Vec<Sizes>,
    /// For each member: where the next neighbour of each part goes.
    next: Vec<Places>,
}

/// The list of a member: divisors and multiples in the family, then divisors in families of smaller
/// primes, then multiples in those of larger ones.
#[derive(Clone, Copy, Default)]
struct Sizes {
    divisors: u32,
    multiples: u32,
    below: u32,
}

struct Places {
    divisor: u32,
    multiple: u32,
    below: u32,
}

impl Writer {
    fn find_cofactors(&mut self, numbering: &Numbering, family: &Family) {
        let is_smooth = |&number: &u32| {
            let mut rest = number;
            (2..=family.prime).for_each(|factor| {
                while rest % factor == 0 {
                    rest /= factor
                }
            });
            rest == 1
        };
        self.cofactors.clear();
        self.cofactors.extend((1..=numbering.hubs / family.prime).filter(is_smooth));
        let first = self.cofactors.len();
        let members = &numbering.number_of[family.labels.start as usize..family.labels.end as usize];
        self.cofactors.extend(members.iter().map(|member| member / family.prime));
        let largest = self.cofactors.last().map_or(0, |&cofactor| cofactor as usize);
        if self.member.len() <= largest {
            self.member = vec![0; largest + 1];
        }
        for (cofactor, i) in self.cofactors[first..].iter().zip(0..) {
            self.member[*cofactor as usize] = i;
        }
    }

    /// Whether the sizes are those of the family before, and this one repeats it.
    fn has_sizes_of(&self, family: &Family) -> bool {
        family.repeats && self.sizes.len() == family.labels.len()
    }

    fn count_multiples(&mut self, family: &Family) {
        let members = family.labels.len();
        let mut shrinking = Shrinking::new(&self.cofactors);
        let of_members = &self.cofactors[self.cofactors.len() - members..];
        let size = |&cofactor: &u32| {
            let multiples = shrinking.for_number(cofactor).len() as u32 - 1;
            Sizes { divisors: 0, multiples, below: 0 }
        };
        self.sizes.clear();
        self.sizes.extend(of_members.iter().map(size));
    }

    fn count_divisors(&mut self) {
        let Writer { cofactors, member, sizes, .. } = self;
        let mut shrinking = Shrinking::new(cofactors);
        for &cofactor in &cofactors[cofactors.len() - sizes.len()..] {
            for &factor in &shrinking.for_number(cofactor)[1..] {
                sizes[member[(cofactor * factor) as usize] as usize].divisors += 1;
            }
        }
    }

    fn count_below(&mut self, hubs: u32, prime: u32) {
        let Writer { cofactors, member, sizes, .. } = self;
        let mut shrinking = Shrinking::new(cofactors);
        for divisor in below(cofactors, hubs, prime) {
            for &factor in shrinking.for_number(divisor) {
                sizes[member[(divisor * factor) as usize] as usize].below += 1;
            }
        }
    }

    /// Has every neighbour inside of the family `put` in its place: the place, whose list that is, and the
    /// neighbour.
    fn write_inside(&mut self, family: &Family, mut put: impl FnMut(u32, u32, u32)) {
        let Writer { cofactors, member, next, .. } = self;
        let start = family.labels.start;
        let first = cofactors.len() - next.len();
        let mut shrinking = Shrinking::new(cofactors);
        for (label, &cofactor) in family.labels.clone().zip(&cofactors[first..]) {
            let factors = &shrinking.for_number(cofactor)[1..];
            for (place, &factor) in (next[(label - start) as usize].multiple..).zip(factors) {
                let multiple = member[(cofactor * factor) as usize];
                put(place, label, start + multiple);
                let place = &mut next[multiple as usize].divisor;
                put(*place, start + multiple, label);
                *place += 1;
            }
        }
    }

    /// Writes the divisors of members in families below, and the members among the multiples of those.
    fn write_below(&mut self, numbering: &Numbering, family: &Family, far: &mut [u32], beyond: &mut [u32]) {
        let Writer { cofactors, member, next, .. } = self;
        let start = family.labels.start;
        let mut shrinking = Shrinking::new(cofactors);
        for divisor in below(cofactors, numbering.hubs, family.prime) {
            let label = numbering.label_of[divisor as usize];
            let factors = shrinking.for_number(divisor);
            for (place, &factor) in (beyond[label as usize]..).zip(factors) {
                let multiple = member[(divisor * factor) as usize];
                far[place as usize] = start + multiple;
                let place = &mut next[multiple as usize].below;
                far[*place as usize] = label;
                *place += 1;
            }
            beyond[label as usize] += factors.len() as u32;
        }
    }
}

/// The cofactors that are matched numbers of families below.
fn below(cofactors: &[u32], hubs: u32, prime: u32) -> impl Iterator<Item = u32> {
    let first = cofactors.partition_point(|&cofactor| cofactor <= hubs);
    cofactors[first..].iter().copied().filter(move |cofactor| prime > 1 && cofactor % prime != 0)
}

/// The factors that keep a number within the cofactors, for ascending numbers.
struct Shrinking<'a> {
    factors: &'a [u32],
    largest: u64,
}

impl<'a> Shrinking<'a> {
    fn new(cofactors: &'a [u32]) -> Shrinking<'a> {
        Shrinking { factors: cofactors, largest: cofactors.last().map_or(0, |&largest| largest.into()) }
    }

    /// Products of cofactors are cofactors, up to the largest.
    fn for_number(&mut self, number: u32) -> &'a [u32] {
        while let Some((&factor, rest)) = self.factors.split_last()
            && u64::from(factor) * u64::from(number) > self.largest
        {
            self.factors = rest;
        }
        self.factors
    }
}
