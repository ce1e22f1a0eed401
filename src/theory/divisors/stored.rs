//! All neighbour lists, stored: written family by family, so that what is written lies together.

use super::numbering::{Family, Numbering};
use crate::platform::pages::huge;
use crate::simd::prefetch::prefetch;
use crate::sync::progress::PHASES;
use crate::theory::matching::Adjacency;
use std::ops::Range;

/// Neighbours in families of at most so many members are stored as differences.
const MOST_NEAR: usize = 1 << 15;

/// The lists of all labels: neighbours in the same family, three quarters of all, as differences
/// of two bytes, and the others, and those of very large families, as labels.
///
/// ```text
///   near_ends     0    2        5  …       far_ends     0  1     3  …
///                 |    |        |                       |  |     |
///   near         +1 +5 -1 +2 +9 …          far          7  3  90  …
/// ```
pub(super) struct Stored {
    near_ends: Vec<u32>,
    near: Vec<i16>,
    far_ends: Vec<u32>,
    far: Vec<u32>,
}

impl Stored {
    /// Lists `pairs` pairs of matched numbers of which one divides the other.
    ///
    /// Multiples of a member p·c in its family are p·c·j, j another cofactor. A number d that is
    /// smooth below p is a cofactor itself, and its multiples in the family are p·d·j. So a pair of
    /// cofactors names each pair of numbers.
    pub fn new(numbering: &Numbering, pairs: usize) -> Stored {
        let order = numbering.number_of.len();
        // More than is needed, but memory that is never written takes none.
        let mut stored = Stored {
            near_ends: huge(Vec::with_capacity(order + 1)),
            near: huge(vec![0; 2 * pairs]),
            far_ends: huge(Vec::with_capacity(order + 1)),
            far: huge(vec![0; 2 * pairs]),
        };
        // For each label: where its next multiple in another family goes.
        let mut beyond = huge(vec![0u32; order]);
        let mut writer = Writer::default();
        let (mut near, mut far) = (0, 0);
        let mut phase = PHASES.begin("numbers whose divisors are listed", order as u64);
        for family in numbering.families() {
            phase.add(family.labels.len() as u64);
            writer.find_cofactors(numbering, &family);
            if !(family.repeats && writer.sizes.len() == family.labels.len()) {
                writer.count(numbering.hubs, &family);
            }
            writer.next.clear();
            for (size, label) in writer.sizes.iter().zip(family.labels.clone()) {
                stored.near_ends.push(near);
                stored.far_ends.push(far);
                let end = if is_near(&family) { &mut near } else { &mut far };
                let multiple = *end + size.divisors;
                let divisor = std::mem::replace(end, multiple + size.multiples);
                writer.next.push(Places { divisor, multiple, below: far });
                far += size.below;
                beyond[label as usize] = far;
                far += numbering.limit / numbering.number_of[label as usize] - 1 - size.multiples;
            }
            writer.write(numbering, &family, &mut stored, &mut beyond);
        }
        stored.near_ends.push(near);
        stored.far_ends.push(far);
        stored.near.truncate(near as usize);
        stored.far.truncate(far as usize);
        stored
    }

    /// The memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.near_ends.len() + self.far_ends.len() + self.far.len()) as u64 + 2 * self.near.len() as u64
    }

    #[inline]
    fn near(&self, vertex: u32) -> &[i16] {
        let v = vertex as usize;
        &self.near[self.near_ends[v] as usize..self.near_ends[v + 1] as usize]
    }

    #[inline]
    fn far(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.far[self.far_ends[v] as usize..self.far_ends[v + 1] as usize]
    }
}

fn is_near(family: &Family) -> bool {
    family.labels.len() <= MOST_NEAR
}

impl Adjacency for Stored {
    const NEAR: bool = true;

    fn order(&self) -> usize {
        self.near_ends.len() - 1
    }

    #[inline]
    fn degree(&self, vertex: u32) -> usize {
        self.near(vertex).len() + self.far(vertex).len()
    }

    #[inline]
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let near = self.near(vertex).iter().map(move |&step| vertex.wrapping_add_signed(step.into()));
        near.chain(self.far(vertex).iter().copied())
    }

    /// For the labels of a family.
    #[inline]
    fn neighbours_within(&self, vertex: u32, range: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let far = if range.len() <= MOST_NEAR { &[][..] } else { self.far(vertex) };
        let far = far.iter().copied().filter(move |neighbour| range.contains(neighbour));
        self.near(vertex).iter().map(move |&step| vertex.wrapping_add_signed(step.into())).chain(far)
    }

    #[inline]
    fn expect(&self, soon: Option<&u32>, later: Option<&u32>) {
        prefetch(later.and_then(|&v| self.near_ends.get(v as usize)));
        prefetch(later.and_then(|&v| self.far_ends.get(v as usize)));
        prefetch(soon.and_then(|&v| self.near.get(*self.near_ends.get(v as usize)? as usize)));
        prefetch(soon.and_then(|&v| self.far.get(*self.far_ends.get(v as usize)? as usize)));
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

    fn count(&mut self, hubs: u32, family: &Family) {
        let Writer { cofactors, member, sizes, .. } = self;
        sizes.clear();
        sizes.resize(family.labels.len(), Sizes::default());
        let first = cofactors.len() - sizes.len();
        let mut shrinking = Shrinking::new(cofactors);
        for (i, &cofactor) in cofactors[first..].iter().enumerate() {
            let factors = &shrinking.for_number(cofactor)[1..];
            sizes[i].multiples = factors.len() as u32;
            for &factor in factors {
                sizes[member[(cofactor * factor) as usize] as usize].divisors += 1;
            }
        }
        let mut shrinking = Shrinking::new(cofactors);
        for divisor in below(cofactors, hubs, family.prime) {
            for &factor in shrinking.for_number(divisor) {
                sizes[member[(divisor * factor) as usize] as usize].below += 1;
            }
        }
    }

    fn write(&mut self, numbering: &Numbering, family: &Family, lists: &mut Stored, beyond: &mut [u32]) {
        let Writer { cofactors, member, next, .. } = self;
        let start = family.labels.start;
        let first = cofactors.len() - next.len();
        let is_near = is_near(family);
        let mut put = |place: u32, from: u32, to: u32| {
            if is_near {
                lists.near[place as usize] = to.wrapping_sub(from) as i16;
            } else {
                lists.far[place as usize] = to;
            }
        };
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
        let mut shrinking = Shrinking::new(cofactors);
        for divisor in below(cofactors, numbering.hubs, family.prime) {
            let label = numbering.label_of[divisor as usize];
            let factors = shrinking.for_number(divisor);
            for (place, &factor) in (beyond[label as usize]..).zip(factors) {
                let multiple = member[(divisor * factor) as usize];
                lists.far[place as usize] = start + multiple;
                let place = &mut next[multiple as usize].below;
                lists.far[*place as usize] = label;
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
