//! The form of a file: a header, the name, the terms, each followed by its checksum.

#![expect(
    clippy::cast_possible_truncation,
    reason = "names and checksums are short, and terms that are written or read by blocks stand in memory"
)]

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};

use crc::{CRC_64_XZ, Crc, Digest, Table};

use grundy_heaps::sequence::Pattern;
use grundy_heaps::sequence::store::{Kept, Terms};

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"GRUNDYSQ";
/// The format that this version writes and reads.
const VERSION: u32 = 1;

/// The checksum of files. CRC-64/XZ sees every change of one bit and every change within 64 bits in a row.
pub(super) static CHECKSUM: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// The bytes of a header before the name.
const FIXED: usize = 56;
/// The bytes of a checksum.
const SUM: u64 = 8;

/// The longest name, in bytes. No set of amounts that is solved has a longer one.
const MAX_STORED_NAME_BYTES: usize = 1 << 24;

/// The bytes that are written and read at a time. A guess.
const FILE_BLOCK_BYTES: usize = 1 << 16;

/// The reason for which a file cannot be used.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The file is not as it was written.
    Damaged(&'static str),
    /// The file is whole, but is no sequence of these rules, or it cannot be read.
    Other(Cow<'static, str>),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Trouble::Damaged("it is cut short"),
            _ => Trouble::Other(format!("cannot be read ({error})").into()),
        }
    }
}

/// The description of the terms in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// The bits of a term.
    pub(super) width: u32,
    /// The number of terms.
    pub(super) count: u64,
    /// The pattern, if one is proved.
    pub(super) pattern: Option<Pattern>,
}

/// Counts the bytes of this many terms of `width` bits; `None` if no file is so long.
fn body(count: u64, width: u32) -> Option<u64> {
    Some(count.checked_mul(width.into())?.div_ceil(8))
}

/// Writes a file.
pub(super) fn write(out: &mut dyn Write, name: &str, kept: &Kept<'_>) -> io::Result<()> {
    let pattern = kept.pattern.unwrap_or(Pattern {
        preperiod: 0,
        period: 0,
        saltus: 0,
    });
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(kept.terms.width().to_le_bytes());
    for number in [
        kept.terms.count(),
        pattern.preperiod,
        pattern.period,
        pattern.saltus,
        name.len() as u64,
    ] {
        head.extend(number.to_le_bytes());
    }
    head.extend(name.as_bytes());
    out.write_all(&head)?;
    out.write_all(&CHECKSUM.checksum(&head).to_le_bytes())?;
    let mut sum = CHECKSUM.digest();
    // The last of words of bits may be longer than the terms are.
    let mut left = body(kept.terms.count(), kept.terms.width()).unwrap_or(0) as usize;
    let mut put = |bytes: Vec<u8>| {
        let bytes = &bytes[..bytes.len().min(left)];
        left -= bytes.len();
        sum.update(bytes);
        out.write_all(bytes)
    };
    match &kept.terms {
        Terms::Bits(words, _) => words
            .chunks(FILE_BLOCK_BYTES / 8)
            .try_for_each(|some| put(bytes(some, u64::to_le_bytes))),
        Terms::Short(terms) => terms
            .chunks(FILE_BLOCK_BYTES / 2)
            .try_for_each(|some| put(bytes(some, u16::to_le_bytes))),
        Terms::Long(terms) => terms
            .chunks(FILE_BLOCK_BYTES / 4)
            .try_for_each(|some| put(bytes(some, u32::to_le_bytes))),
    }?;
    out.write_all(&sum.finalize().to_le_bytes())
}

/// Writes terms as bytes, the least byte of each first.
fn bytes<T: Copy, const N: usize>(terms: &[T], of: fn(T) -> [u8; N]) -> Vec<u8> {
    terms.iter().flat_map(|&term| of(term)).collect()
}

/// Copies the bytes of the number at this place.
fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

impl Header {
    /// Reads a header and checks it, and the length of the file, which must be that of `name`.
    pub(super) fn read(input: &mut dyn Read, file: &File, name: &str) -> Result<Header, Trouble> {
        let length = file.metadata()?.len();
        let mut head = vec![0; FIXED];
        input.read_exact(&mut head)?;
        if head[..8] != *MAGIC {
            return Err(Trouble::Damaged("it does not begin as such files do"));
        }
        let version = u32::from_le_bytes(number(&head, 8));
        let name_length = u64::from_le_bytes(number(&head, 48));
        if name_length > MAX_STORED_NAME_BYTES as u64 {
            return Err(Trouble::Damaged("its header is wrong"));
        }
        head.resize(FIXED + name_length as usize, 0);
        input.read_exact(&mut head[FIXED..])?;
        let mut sum = [0; SUM as usize];
        input.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != CHECKSUM.checksum(&head) {
            return Err(Trouble::Damaged("the checksum of its header is wrong"));
        }
        if version != VERSION {
            return Err(Trouble::Other(
                "has a format that this version does not know".into(),
            ));
        }
        if head[FIXED..] != *name.as_bytes() {
            return Err(Trouble::Other("belongs to other rules".into()));
        }
        let width = u32::from_le_bytes(number(&head, 12));
        let [count, preperiod, period, saltus] =
            [16, 24, 32, 40].map(|at| u64::from_le_bytes(number(&head, at)));
        let whole =
            body(count, width).and_then(|body| body.checked_add(head.len() as u64 + 2 * SUM));
        if whole != Some(length) {
            return Err(Trouble::Damaged("its length is wrong"));
        }
        let pattern = (period > 0).then_some(Pattern {
            preperiod,
            period,
            saltus,
        });
        Ok(Header {
            width,
            count,
            pattern,
        })
    }
}

/// Reads the file of this name: all of it, to check it, and the first bytes of its terms, to be kept. If
/// that is not all, no pattern is given back.
pub(super) fn read(
    input: &mut dyn Read,
    file: &File,
    name: &str,
    most_bytes: u64,
) -> Result<Kept<'static>, Trouble> {
    let Header {
        width,
        count,
        pattern,
    } = Header::read(input, file, name)?;
    let most = most_bytes.saturating_mul(8) / u64::from(width.max(1));
    let kept_count = count.min(most);
    // A pattern says something of all terms only if all are there.
    let pattern = if count <= most { pattern } else { None };
    let kept_terms = usize::try_from(kept_count).unwrap_or(usize::MAX);
    let mut text = Body {
        input,
        sum: CHECKSUM.digest(),
        left: body(count, width).unwrap_or(0),
    };
    let terms = match width {
        1 => Terms::Bits(
            text.terms(kept_terms.div_ceil(64), u64::from_le_bytes)?
                .into(),
            kept_count,
        ),
        16 => Terms::Short(text.terms(kept_terms, u16::from_le_bytes)?.into()),
        32 => Terms::Long(text.terms(kept_terms, u32::from_le_bytes)?.into()),
        _ => {
            return Err(Trouble::Other(
                "has terms of a width that this version does not know".into(),
            ));
        }
    };
    let mut wanted = [0; SUM as usize];
    text.input.read_exact(&mut wanted)?;
    if u64::from_le_bytes(wanted) != text.sum.finalize() {
        return Err(Trouble::Damaged("the checksum of its values is wrong"));
    }
    Ok(Kept { terms, pattern })
}

/// The terms of a file, which are read in order.
struct Body<'i> {
    /// The file.
    input: &'i mut dyn Read,
    /// The checksum of what was read.
    sum: Digest<'static, u64, Table<16>>,
    /// The bytes of terms that are not read yet.
    left: u64,
}

impl Body<'_> {
    /// Reads all terms and keeps this many.
    fn terms<T, const N: usize>(
        &mut self,
        count: usize,
        of: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, Trouble> {
        let mut terms = Vec::new();
        terms
            .try_reserve_exact(count)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let mut block = vec![0; FILE_BLOCK_BYTES];
        while self.left > 0 {
            let length = self.left.min(FILE_BLOCK_BYTES as u64) as usize;
            self.input.read_exact(&mut block[..length])?;
            self.sum.update(&block[..length]);
            self.left -= length as u64;
            // The last word of bits may be cut short.
            let whole = length.next_multiple_of(N);
            block[length..whole].fill(0);
            let more = count - terms.len();
            terms.extend(
                block[..whole]
                    .as_chunks()
                    .0
                    .iter()
                    .take(more)
                    .map(|&term| of(term)),
            );
        }
        Ok(terms)
    }
}
