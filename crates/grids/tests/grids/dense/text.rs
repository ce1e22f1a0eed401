//! Characters to bits.

use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_grids::dense::text::{BadCharacter, CellBuffer, Content, is_board_character};
use grundy_grids::dense::{COLUMNS, Plane};

fn random_text(rng: &mut Random, columns: usize, alphabet: &[u8]) -> Vec<u8> {
    (0..columns)
        .map(|_| alphabet[rng.index(alphabet.len())])
        .collect()
}

fn lengths() -> impl Iterator<Item = usize> {
    (1..=70).chain([
        127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 575, 768, 1023, 1024, 1025, 1600,
    ])
}

/// Every level against the plain meaning of the characters, character by character.
#[test]
fn every_level_reads_every_column() {
    let mut rng = Random::new(1);
    let alphabets: [&[u8]; 6] = [
        b".X#",
        b".",
        b".K",
        b"X.K#",
        b"..XX##KK.X.X.X.X.X.X.XK.23456789",
        b".2X3#4K56789",
    ];
    for simd in Simd::all() {
        let mut stretch = CellBuffer::default();
        for columns in lengths() {
            for alphabet in alphabets {
                let text = random_text(&mut rng, columns, alphabet);
                let content = stretch.convert(simd, &text).unwrap();
                let several = text.iter().any(u8::is_ascii_digit);
                let expected = match (several, text.contains(&b'K')) {
                    (true, _) => Content::Several,
                    (false, true) => Content::Single,
                    (false, false) => Content::Bare,
                };
                assert_eq!(content, expected);
                let blocks = columns.div_ceil(COLUMNS);
                let (cells, counts) = stretch.parts(columns, content);
                for column in 0..blocks * COLUMNS {
                    let byte = text.get(column).copied().unwrap_or(b'X');
                    let bit = |plane: &Plane| plane[column % COLUMNS / 64] >> (column % 64) & 1;
                    let cells = &cells[column / COLUMNS];
                    assert_eq!(
                        bit(&cells.free) == 0,
                        matches!(byte, b'X' | b'#'),
                        "{simd:?} {column}"
                    );
                    let mut count = bit(&cells.odd);
                    if several {
                        let counts = &counts[column / COLUMNS];
                        count += (0..3)
                            .map(|plane| bit(&counts.0[plane]) << (plane + 1))
                            .sum::<u64>();
                    }
                    let expected = match byte {
                        b'K' => 1,
                        b'0'..=b'9' => u64::from(byte - b'0'),
                        _ => 0,
                    };
                    assert_eq!(count, expected, "{simd:?} column {column} of {columns}");
                }
            }
        }
    }
}

#[test]
fn every_level_finds_the_first_bad_character() {
    let mut rng = Random::new(2);
    for simd in Simd::all() {
        let mut stretch = CellBuffer::default();
        for columns in lengths() {
            for bad in (0..=255u8).filter(|&byte| !is_board_character(byte)) {
                let mut text = random_text(&mut rng, columns, b".X#K");
                let at = rng.index(columns);
                let also = at + rng.index(columns - at);
                text[at] = bad;
                text[also] = bad;
                assert_eq!(
                    stretch.convert(simd, &text),
                    Err(BadCharacter(at)),
                    "{simd:?} {bad}"
                );
            }
        }
    }
}
