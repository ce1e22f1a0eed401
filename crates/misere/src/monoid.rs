//! Finite commutative monoids with a set of P-elements.

#![expect(
    clippy::cast_possible_truncation,
    reason = "an element is a word of at most 4,096 letters"
)]

pub use fixedbitset::FixedBitSet as Set;

/// The largest order whose table is made.
pub const MAX_ELEMENTS: usize = 4096;

/// A commutative monoid; element 0 is the identity.
#[derive(Clone, Debug)]
pub struct Monoid {
    /// The table of products, row by row.
    products: Vec<u16>,
    /// The contexts of each element: those with which it is a P-element.
    rows: Vec<Set>,
}

impl Monoid {
    /// Makes the monoid of a table of products, row by row; `losing` says of each element whether it is a P-element.
    pub fn new(products: Vec<u16>, losing: &[bool]) -> Self {
        let row = |elements: &[u16]| set(losing.len(), |z| losing[usize::from(elements[z])]);
        Monoid {
            rows: products.chunks(losing.len()).map(row).collect(),
            products,
        }
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.rows.len()
    }

    /// Returns the products of an element with every element.
    pub fn action(&self, a: usize) -> &[u16] {
        &self.products[a * self.order()..][..self.order()]
    }

    /// Returns the product of two elements.
    pub fn product(&self, a: usize, b: usize) -> usize {
        self.products[a * self.order() + b].into()
    }

    /// Returns the P-elements.
    pub fn losing(&self) -> &Set {
        &self.rows[0]
    }

    /// Returns whether an element is a P-element: whether the player to move loses.
    pub fn loses(&self, a: usize) -> bool {
        self.rows[0].contains(a)
    }

    /// Returns the elements whose product with this one is a P-element.
    pub fn row(&self, a: usize) -> &Set {
        &self.rows[a]
    }

    /// Returns the least i with aⁱ = aⁱ⁺ᵖ for some p > 0.
    pub fn index(&self, a: usize) -> usize {
        let mut powers = Vec::new();
        let mut next = 0;
        while !powers.contains(&next) {
            powers.push(next);
            next = self.product(next, a);
        }
        powers.iter().position(|&power| power == next).unwrap_or(0)
    }

    /// Returns the contexts in which none of these options is a P-element.
    pub fn blocked(&self, options: &Set) -> Set {
        let mut blocked = Set::with_capacity(self.order());
        for option in options.ones() {
            blocked.union_with(self.row(option));
        }
        blocked.toggle_range(..);
        blocked
    }

    /// Returns whether this may be the quotient of heaps of nim: of order 1, 2, or 2ᵏ + 2 with two P-elements.
    pub fn tame(&self) -> bool {
        self.order() <= 2
            || self.losing().count_ones(..) == 2 && (self.order() - 2).is_power_of_two()
    }
}

/// Collects the numbers below `size` with a property. Whole words are made at once: this is the inner loop of the check.
pub fn set(size: usize, holds: impl Fn(usize) -> bool) -> Set {
    let bits = usize::BITS as usize;
    let block = |from: usize| {
        let mut block = 0;
        for i in (from..size.min(from + bits)).rev() {
            block = block << 1 | usize::from(holds(i));
        }
        block
    };
    Set::with_capacity_and_blocks(size, (0..size).step_by(bits).map(block))
}

/// A sum of heaps as a list of letters, the largest first: words are compared by their largest letters.
pub type Word = Vec<u32>;

/// Sorts some letters to a word.
pub fn word(letters: impl IntoIterator<Item = u32>) -> Word {
    let mut word: Word = letters.into_iter().collect();
    word.sort_unstable_by(|a, b| b.cmp(a));
    word
}

/// The word of an element: that of `parent`, followed by `letter`, which is none of its smaller letters.
#[derive(Clone, Copy, Debug)]
pub struct LastLetter {
    /// The element of the word without its largest letter.
    pub parent: usize,
    /// The largest letter of the word.
    pub letter: u32,
}

/// The elements that letters generate, each by its least word.
#[derive(Debug)]
pub struct Words {
    /// The elements in the order of their words, the identity first.
    pub order: Vec<usize>,
    /// The end of the word of each element; `None` for the identity, and for elements that are not generated.
    pub last: Vec<Option<LastLetter>>,
}

impl Words {
    /// Finds the elements below `size` that these letters, in ascending order, generate; `act` multiplies by a letter.
    pub fn new<A>(
        size: usize,
        letters: impl IntoIterator<Item = (u32, A)>,
        act: impl Fn(&A, usize) -> usize,
    ) -> Self {
        let mut words = Words {
            order: vec![0],
            last: vec![None; size],
        };
        for (letter, action) in letters {
            for next in 0.. {
                let Some(&x) = words.order.get(next) else {
                    break;
                };
                let y = act(&action, x);
                if y != 0 && words.last[y].is_none() {
                    words.last[y] = Some(LastLetter { parent: x, letter });
                    words.order.push(y);
                } else if next == 0 {
                    // Elements that smaller letters generate have smaller words, and so have all products of them.
                    break;
                }
            }
        }
        words
    }

    /// Returns the letters of the least word of an element, the largest first.
    pub fn word(&self, element: usize) -> impl Iterator<Item = u32> {
        std::iter::successors(self.last[element], |last| self.last[last.parent])
            .map(|last| last.letter)
    }

    /// Returns the letters that generate, ascending, each with its element: all other elements are products of them.
    pub fn generators(&self) -> impl Iterator<Item = (u32, usize)> {
        self.order.iter().filter_map(|&x| {
            let last = self.last[x]?;
            (last.parent == 0).then_some((last.letter, x))
        })
    }

    /// Returns the least word of an element as powers: places in the list of generators, ascending, with exponents.
    pub fn powers(&self, element: usize) -> Vec<(usize, u32)> {
        let generators: Vec<u32> = self.generators().map(|(letter, _)| letter).collect();
        let word: Vec<u32> = self.word(element).collect();
        let runs = word.chunk_by(|a, b| a == b).rev();
        runs.map(|run| {
            let generator = generators.partition_point(|letter| *letter < run[0]);
            (generator, run.len() as u32)
        })
        .collect()
    }
}
