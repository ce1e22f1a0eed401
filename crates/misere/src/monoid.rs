//! Finite commutative monoids with a set of P-elements.

pub use fixedbitset::FixedBitSet as Set;

/// The largest order whose table is made.
pub const MAX_ELEMENTS: usize = 4096;

/// A commutative monoid; element 0 is the identity.
#[derive(Clone, Debug)]
pub struct Monoid {
    products: Vec<u16>,
    rows: Vec<Set>,
}

impl Monoid {
    /// The monoid of this table, row by row, and whether each element is a P-element.
    pub fn new(products: Vec<u16>, losing: &[bool]) -> Self {
        let row = |elements: &[u16]| set(losing.len(), |z| losing[usize::from(elements[z])]);
        Monoid {
            rows: products.chunks(losing.len()).map(row).collect(),
            products,
        }
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.rows.len()
    }

    /// An element times every element.
    pub fn action(&self, a: usize) -> &[u16] {
        &self.products[a * self.order()..][..self.order()]
    }

    /// The product of two elements.
    pub fn product(&self, a: usize, b: usize) -> usize {
        self.products[a * self.order() + b].into()
    }

    /// The P-elements.
    pub fn losing(&self) -> &Set {
        &self.rows[0]
    }

    /// Whether the player to move loses.
    pub fn loses(&self, a: usize) -> bool {
        self.rows[0].contains(a)
    }

    /// The elements whose product with this one is a P-element.
    pub fn row(&self, a: usize) -> &Set {
        &self.rows[a]
    }

    /// The least i with aⁱ = aⁱ⁺ᵖ for some p > 0.
    pub fn index(&self, a: usize) -> usize {
        let (mut powers, mut next) = (Vec::new(), 0);
        while !powers.contains(&next) {
            powers.push(next);
            next = self.product(next, a);
        }
        powers.iter().position(|&power| power == next).unwrap_or(0)
    }

    /// The contexts in which no option is a P-element: the options are these elements.
    pub fn blocked(&self, options: &Set) -> Set {
        let mut blocked = Set::with_capacity(self.order());
        options
            .ones()
            .for_each(|option| blocked.union_with(self.row(option)));
        blocked.toggle_range(..);
        blocked
    }

    /// Whether it is the quotient of heaps of nim: of order 1, 2, or 2ᵏ + 2 with two P-elements.
    pub fn tame(&self) -> bool {
        self.order() <= 2
            || self.losing().count_ones(..) == 2 && (self.order() - 2).is_power_of_two()
    }
}

/// The numbers below `size` with a property.
pub fn set(size: usize, holds: impl Fn(usize) -> bool) -> Set {
    let bits = usize::BITS as usize;
    let block = |from: usize| {
        (from..size.min(from + bits))
            .rev()
            .fold(0, |block, i| block << 1 | usize::from(holds(i)))
    };
    Set::with_capacity_and_blocks(size, (0..size).step_by(bits).map(block))
}

/// A sum of heaps: letters, the largest first. So words are compared by the number of their largest letters, then of the next.
pub type Word = Vec<u32>;

/// The word of some letters.
pub fn word(letters: impl IntoIterator<Item = u32>) -> Word {
    let mut word: Word = letters.into_iter().collect();
    word.sort_unstable_by(|a, b| b.cmp(a));
    word
}

/// The elements that letters generate, each by its least word.
#[derive(Debug)]
pub struct Words {
    /// The elements in the order of their words, the identity first.
    pub order: Vec<usize>,
    /// The element of the word without its largest letter, and that letter; none of the identity, and of elements that are
    /// not generated.
    pub parents: Vec<Option<(usize, u32)>>,
}

impl Words {
    /// The elements below `size` that these letters generate, given in ascending order; `act` multiplies by one.
    pub fn new<A>(
        size: usize,
        letters: impl IntoIterator<Item = (u32, A)>,
        act: impl Fn(&A, usize) -> usize,
    ) -> Self {
        let mut words = Words {
            order: vec![0],
            parents: vec![None; size],
        };
        for (letter, action) in letters {
            for next in 0.. {
                let Some(&x) = words.order.get(next) else {
                    break;
                };
                let y = act(&action, x);
                if y != 0 && words.parents[y].is_none() {
                    words.parents[y] = Some((x, letter));
                    words.order.push(y);
                } else if next == 0 {
                    // Elements that smaller letters generate have smaller words, and so have all products of them.
                    break;
                }
            }
        }
        words
    }

    /// The letters of the least word of an element, the largest first.
    pub fn word(&self, element: usize) -> impl Iterator<Item = u32> {
        let before = |&(parent, _): &(usize, u32)| self.parents[parent];
        std::iter::successors(self.parents[element], before).map(|(_, letter)| letter)
    }

    /// The elements that are letters, and these, ascending: the others are products of them.
    pub fn generators(&self) -> impl Iterator<Item = (u32, usize)> {
        let letter = |&x: &usize| {
            self.parents[x]
                .filter(|parent| parent.0 == 0)
                .map(|parent| (parent.1, x))
        };
        self.order.iter().filter_map(letter)
    }

    /// The least word of an element by numbers of generators with exponents, ascending.
    pub fn powers(&self, element: usize) -> Vec<(usize, u32)> {
        let generators: Vec<u32> = self.generators().map(|(letter, _)| letter).collect();
        let word: Vec<u32> = self.word(element).collect();
        let power = |run: &[u32]| {
            (
                generators.partition_point(|letter| *letter < run[0]),
                run.len() as u32,
            )
        };
        word.chunk_by(|a, b| a == b).rev().map(power).collect()
    }
}
