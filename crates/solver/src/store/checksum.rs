//! CRC-64/XZ, which sees every change of one bit and every one within 64 bits in a row.

/// ECMA-182, reflected.
const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

/// `TABLES[k][b]` is byte b followed by k zero bytes.
static TABLES: [[u64; 256]; 8] = tables();

const fn tables() -> [[u64; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut k = 1;
    while k < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[k - 1][byte];
            tables[k][byte] = (before >> 8) ^ tables[0][(before & 255) as usize];
            byte += 1;
        }
        k += 1;
    }
    tables
}

/// The checksum of bytes that come in pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// That of no bytes.
    pub(super) fn new() -> Self {
        Checksum(!0)
    }

    /// Goes on with these.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            let mixed = (self.0 ^ u64::from_le_bytes(*word)).to_le_bytes();
            self.0 =
                mixed.iter().zip(TABLES.iter().rev()).fold(0, |crc, (&b, table)| crc ^ table[b as usize]);
        }
        for &byte in rest {
            self.0 = self.0 >> 8 ^ TABLES[0][(self.0 as u8 ^ byte) as usize];
        }
    }

    pub(super) fn value(self) -> u64 {
        !self.0
    }
}

/// The checksum of some bytes.
pub(super) fn of(bytes: &[u8]) -> u64 {
    let mut checksum = Checksum::new();
    checksum.add(bytes);
    checksum.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_check_value() {
        // CRC-64/XZ in the catalogue of parametrised CRC algorithms.
        assert_eq!(of(b"123456789"), 0x995d_c9bb_df19_39fa);
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| ((i * i) >> 3) as u8).collect();
        for cut in [0, 1, 7, 8, 9, 500, 999] {
            let mut checksum = Checksum::new();
            checksum.add(&bytes[..cut]);
            checksum.add(&bytes[cut..]);
            assert_eq!(checksum.value(), of(&bytes));
        }
    }
}
