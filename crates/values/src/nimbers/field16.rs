//! The field of the nimbers below 2¹⁶, by logarithms.

#![expect(
    clippy::cast_possible_truncation,
    reason = "products in the field of 16 bits have 16 bits, and exponents are below 2¹⁶ − 1"
)]

use std::sync::OnceLock;

/// The order of the multiplicative group.
const ORDER: usize = (1 << 16) - 1;

/// The powers of a generator, and the exponent of each nimber but 0.
#[derive(Debug)]
pub struct Field16 {
    /// The powers, all of them twice, so that a sum of two exponents needs no reduction.
    powers: Box<[u16]>,
    /// The exponent of each nimber as a power of the generator; that of 0 has no meaning.
    exponents: Box<[u16]>,
    /// The product of each nimber with 2¹⁵, which every product of more bits needs.
    halves: Box<[u16]>,
}

impl Field16 {
    /// Returns the tables, built by the first call (about a millisecond).
    pub fn get() -> &'static Field16 {
        static TABLES: OnceLock<Field16> = OnceLock::new();
        TABLES.get_or_init(Field16::new)
    }

    /// Builds the tables.
    fn new() -> Self {
        // The order's prime factors are 3, 5, 17 and 257.
        let generates = |g: u16| {
            [3, 5, 17, 257]
                .iter()
                .all(|prime| power(g, ORDER / prime) != 1)
        };
        let generator = (2..=u16::MAX)
            .find(|&g| generates(g))
            .expect("the group of a finite field is cyclic");
        let mut powers = vec![1u16; 2 * ORDER].into_boxed_slice();
        let mut exponents = vec![0u16; ORDER + 1].into_boxed_slice();
        let times = Products::of(generator);
        for e in 1..2 * ORDER {
            powers[e] = times.product(powers[e - 1]);
        }
        for (e, &a) in powers[..ORDER].iter().enumerate() {
            exponents[usize::from(a)] = e as u16;
        }
        let half = Products::of(1 << 15);
        let halves = (0..=u16::MAX).map(|a| half.product(a)).collect();
        Field16 {
            powers,
            exponents,
            halves,
        }
    }

    /// Returns the nim-product with 2¹⁵.
    #[inline]
    pub fn half(&self, a: u16) -> u16 {
        self.halves[usize::from(a)]
    }

    /// Returns the nim-product.
    #[inline]
    pub fn product(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 {
            return 0;
        }
        let exponent = usize::from(self.exponents[usize::from(a)])
            + usize::from(self.exponents[usize::from(b)]);
        self.powers[exponent]
    }

    /// Returns the inverse of `a`, which is not 0.
    pub fn inverse(&self, a: u16) -> u16 {
        self.powers[ORDER - usize::from(self.exponents[usize::from(a)])]
    }
}

/// The products of one nimber with each power of 2 below 2¹⁶.
struct Products([u16; 16]);

impl Products {
    /// Finds the products of `a`.
    fn of(a: u16) -> Self {
        Products(std::array::from_fn(|bit| {
            by_definition(u64::from(a), 1 << bit, 16) as u16
        }))
    }

    /// Returns the product with `b`, by distributivity.
    fn product(&self, b: u16) -> u16 {
        let mut sum = 0;
        for (bit, product) in self.0.iter().enumerate() {
            if b >> bit & 1 != 0 {
                sum ^= product;
            }
        }
        sum
    }
}

/// Returns a power, by the definition of products.
fn power(a: u16, mut exponent: usize) -> u16 {
    let mut result = 1;
    let mut square = a;
    while exponent > 0 {
        if exponent & 1 != 0 {
            result = by_definition(result, u64::from(square), 16);
        }
        square = by_definition(u64::from(square), u64::from(square), 16) as u16;
        exponent >>= 1;
    }
    result as u16
}

/// Returns the nim-product of nimbers of `bits` bits (a power of 2, at most 64), from products of halves down to bits.
pub fn by_definition(a: u64, b: u64, bits: u32) -> u64 {
    if a == 0 || b == 0 {
        return 0;
    }
    if bits == 1 {
        return a & b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let ah = a >> half;
    let al = a & mask;
    let bh = b >> half;
    let bl = b & mask;
    let low = by_definition(al, bl, half);
    let high = by_definition(ah, bh, half);
    let cross = by_definition(ah ^ al, bh ^ bl, half);
    (cross ^ low) << half | low ^ by_definition(high, 1 << (half - 1), half)
}
