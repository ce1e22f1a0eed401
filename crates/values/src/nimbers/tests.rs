use super::field16::by_definition;
use super::*;
use crate::mex::mex;
use grundy_base::random::Random;

#[test]
fn small_products_are_the_mex_of_the_definition() {
    // a⊗b = mex over a' < a, b' < b of a'⊗b ⊕ a⊗b' ⊕ a'⊗b'.
    const N: usize = 40;
    let mut table = vec![[0u32; N]; N];
    for a in 0..N {
        for b in 0..N {
            let options = (0..a).flat_map(|i| (0..b).map(move |j| (i, j)));
            table[a][b] = mex(options.map(|(i, j)| table[i][b] ^ table[a][j] ^ table[i][j]));
            assert_eq!(
                product(a as u64, b as u64),
                u64::from(table[a][b]),
                "{a} {b}"
            );
        }
    }
}

#[test]
fn products_are_those_by_halves() {
    let mut random = Random::new(1);
    for shift in 0..64 {
        for _ in 0..20 {
            let (a, b) = (random.word() >> shift, random.word() >> (random.below(64)));
            assert_eq!(product(a, b), by_definition(a, b, 64), "{a} {b}");
        }
    }
}

#[test]
fn nimbers_are_a_field() {
    let mut random = Random::new(2);
    for shift in 0..64 {
        for _ in 0..20 {
            let [a, b, c] = [(); 3].map(|()| random.word() >> shift);
            assert_eq!(product(a, b), product(b, a));
            assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            assert_eq!(product(a, 1), a);
            match inverse(a) {
                Some(inverse) => assert_eq!(product(a, inverse), 1, "{a}"),
                None => assert_eq!(a, 0),
            }
        }
    }
}

#[test]
fn fermat_powers_multiply_as_numbers_with_less() {
    // F⊗a = F·a for a < F, and F⊗F = 3F/2.
    for fermat in [2u64, 4, 16, 256, 1 << 16, 1 << 32] {
        assert_eq!(product(fermat, fermat), fermat / 2 * 3);
        for a in [1, fermat / 2, fermat - 1] {
            assert_eq!(product(fermat, a), fermat * a);
        }
    }
}
