//! Nim multiplication: the field of the nimbers below 2⁶⁴.
//!
//! Nim-sum (exclusive or) and nim-product make the nimbers below 2^(2ᵏ) a field of characteristic 2
//! (Conway, On Numbers and Games, chapter 6). With F = 2^(2ᵏ), each nimber below F² is h⊗F ⊕ l with
//! h, l below F, and F⊗F = F ⊕ F/2. So a field of twice the bits costs three products of the smaller
//! one (Karatsuba) and one by the constant F/2. The field of 16 bits is kept as logarithms and
//! powers of a generator.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the lower half of a number is meant"
)]

mod field16;
#[cfg(test)]
mod tests;

use field16::Field16;

/// Returns the nim-product.
///
/// # Complexity
///
/// O(1): twelve products of 16 bits, by tables of 512 KB that the first product builds.
///
/// # Example
///
/// ```
/// use grundy_values::nimbers::product;
/// assert_eq!(product(2, 2), 3);
/// assert_eq!(product(4, 4), 6);
/// assert_eq!(product(1 << 32, 1 << 32), 1 << 32 | 1 << 31);
/// ```
pub fn product(a: u64, b: u64) -> u64 {
    product64(Field16::get(), a, b)
}

/// Returns the nimber whose product with `a` is 1; `None` for 0.
///
/// # Complexity
///
/// O(1). With a = h⊗F ⊕ l and its conjugate a' = h⊗F ⊕ h ⊕ l, the product a⊗a' lies in the smaller field.
pub fn inverse(a: u64) -> Option<u64> {
    if a == 0 {
        return None;
    }
    let field = Field16::get();
    let h = (a >> 32) as u32;
    let l = a as u32;
    let norm = product32(field, l, h ^ l) ^ product32(field, product32(field, h, h), 1 << 31);
    let inverse = inverse32(field, norm);
    let high = product32(field, h, inverse);
    let low = product32(field, h ^ l, inverse);
    Some(u64::from(high) << 32 | u64::from(low))
}

/// Returns the product of nimbers of 64 bits, from products of their halves (Karatsuba).
#[inline]
fn product64(field: &Field16, a: u64, b: u64) -> u64 {
    let ah = (a >> 32) as u32;
    let al = a as u32;
    let bh = (b >> 32) as u32;
    let bl = b as u32;
    let low = product32(field, al, bl);
    if ah | bh == 0 {
        return u64::from(low);
    }
    let high = product32(field, ah, bh);
    let cross = product32(field, ah ^ al, bh ^ bl);
    u64::from(cross ^ low) << 32 | u64::from(low ^ half_of_32_times(field, high))
}

/// Returns the product of nimbers of 32 bits, from products of their halves (Karatsuba).
#[inline]
fn product32(field: &Field16, a: u32, b: u32) -> u32 {
    let ah = (a >> 16) as u16;
    let al = a as u16;
    let bh = (b >> 16) as u16;
    let bl = b as u16;
    let low = field.product(al, bl);
    if ah | bh == 0 {
        return u32::from(low);
    }
    let high = field.product(ah, bh);
    let cross = field.product(ah ^ al, bh ^ bl);
    u32::from(cross ^ low) << 16 | u32::from(low ^ field.half(high))
}

/// Returns the product with 2³¹ = 2¹⁵⊗2¹⁶: (h⊗F ⊕ l)⊗c⊗F = (h ⊕ l)⊗c⊗F ⊕ h⊗c⊗c for F = 2¹⁶, c = 2¹⁵.
#[inline]
fn half_of_32_times(field: &Field16, a: u32) -> u32 {
    let h = (a >> 16) as u16;
    let l = a as u16;
    u32::from(field.half(h ^ l)) << 16 | u32::from(field.half(field.half(h)))
}

/// Returns the inverse of a nimber of 32 bits, which is not 0, as [`inverse`] does.
fn inverse32(field: &Field16, a: u32) -> u32 {
    let h = (a >> 16) as u16;
    let l = a as u16;
    let norm = field.product(l, h ^ l) ^ field.half(field.product(h, h));
    let inverse = field.inverse(norm);
    u32::from(field.product(h, inverse)) << 16 | u32::from(field.product(h ^ l, inverse))
}
