//! The form of a file: a header, the name, the terms, each followed by its checksum.

use std::fs::File;
use std::io::{self, Read, Write};

use crc::{CRC_64_XZ, Crc, Table};

use crate::theory::sequence::Pattern;
use crate::theory::sequence::store::{Kept, Terms};

const MAGIC: &[u8; 8] = b"GRUNDYSQ";
const VERSION: u32 = 1;

/// CRC-64/XZ sees every change of one bit and every change within 64 bits in a row.
pub(super) static CHECKSUM: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// The bytes before the name, and those of a checksum.
const FIXED: usize = 56;
const SUM: u64 = 8;

/// Longer names, of sets of amounts, are not met.
const MAX_NAME_BYTES: usize = 1 << 24;

/// Bytes written and read at a time.
const BLOCK: usize = 1 << 16;

/// Why a file cannot be used.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The file is not as it was written.
    Damaged(&'static str),
    /// The file is whole, but is no sequence of these rules.
    Other(&'static str),
    Io(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Trouble::Damaged("it is cut short"),
            _ => Trouble::Io(error),
        }
    }
}

/// The description of the terms in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) width: u32,
    pub(super) count: u64,
    pub(super) pattern: Option<Pattern>,
}

/// The bytes of this many terms; `None` if no file is so long.
fn body(count: u64, width: u32) -> Option<u64> {
    Some(count.checked_mul(width.into())?.div_ceil(8))
}

/// Writes a file.
pub(super) fn write(out: &mut dyn Write, name: &str, kept: &Kept<'_>) -> io::Result<()> {
    let pattern = kept.pattern.unwrap_or(Pattern { preperiod: 0, period: 0, saltus: 0 });
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(kept.terms.width().to_le_bytes());
    for number in [kept.terms.count(), pattern.preperiod, pattern.period, pattern.saltus, name.len() as u64] {
        head.extend(number.to_le_bytes());
    }
    head.extend(name.as_bytes());
    out.write_all(&head)?;
    out.write_all(&CHECKSUM.checksum(&head).to_le_bytes())?;
    let mut sum = CHECKSUM.digest();
    let mut put = |bytes: &[u8]| {
        sum.update(bytes);
        out.write_all(bytes)
    };
    match &kept.terms {
        Terms::Bits(words, count) => {
            let mut left = count.div_ceil(8) as usize;
            for words in words.chunks(BLOCK / 8) {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                put(&bytes[..bytes.len().min(left)])?;
                left -= bytes.len().min(left);
            }
        }
        Terms::Short(values) => {
            for values in values.chunks(BLOCK / 2) {
                put(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
            }
        }
        Terms::Long(values) => {
            for values in values.chunks(BLOCK / 4) {
                put(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
            }
        }
    }
    out.write_all(&sum.finalize().to_le_bytes())
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

impl Header {
    /// Reads a header and checks it, and the length of the file, which must be that of `name`.
    pub(super) fn read(input: &mut dyn Read, file: &File, name: &str) -> Result<Header, Trouble> {
        Header::read_of(input, file.metadata()?.len(), name)
    }

    fn read_of(input: &mut dyn Read, length: u64, name: &str) -> Result<Header, Trouble> {
        let mut head = vec![0; FIXED];
        input.read_exact(&mut head)?;
        if head[..8] != *MAGIC {
            return Err(Trouble::Damaged("it does not begin as such files do"));
        }
        let version = u32::from_le_bytes(number(&head, 8));
        let name_length = u64::from_le_bytes(number(&head, 48));
        if name_length > MAX_NAME_BYTES as u64 {
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
            return Err(Trouble::Other("has a format that this version does not know"));
        }
        if head[FIXED..] != *name.as_bytes() {
            return Err(Trouble::Other("belongs to other rules"));
        }
        let width = u32::from_le_bytes(number(&head, 12));
        let [count, preperiod, period, saltus] =
            [16, 24, 32, 40].map(|at| u64::from_le_bytes(number(&head, at)));
        let whole = body(count, width).and_then(|body| body.checked_add(head.len() as u64 + 2 * SUM));
        if whole != Some(length) {
            return Err(Trouble::Damaged("its length is wrong"));
        }
        let pattern = (period > 0).then_some(Pattern { preperiod, period, saltus });
        Ok(Header { width, count, pattern })
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
    let header = Header::read(input, file, name)?;
    let Header { width, count, pattern } = header;
    let most = most_bytes.saturating_mul(8) / u64::from(width.max(1));
    let (kept_count, pattern) = if count <= most { (count, pattern) } else { (most, None) };
    let mut sum = CHECKSUM.digest();
    let mut left = body(count, width).unwrap_or(0);
    let mut block = vec![0; BLOCK];
    let too_many = |_| Trouble::Io(io::ErrorKind::OutOfMemory.into());
    let (mut words, mut short, mut long) = (Vec::<u64>::new(), Vec::<u16>::new(), Vec::<u32>::new());
    let capacity = usize::try_from(kept_count).unwrap_or(usize::MAX);
    match width {
        1 => words.try_reserve_exact(capacity.div_ceil(64)).map_err(too_many)?,
        16 => short.try_reserve_exact(capacity).map_err(too_many)?,
        32 => long.try_reserve_exact(capacity).map_err(too_many)?,
        _ => return Err(Trouble::Other("has terms of a width that this version does not know")),
    }
    while left > 0 {
        let length = left.min(BLOCK as u64) as usize;
        let bytes = &mut block[..length];
        input.read_exact(bytes)?;
        sum.update(bytes);
        left -= length as u64;
        match width {
            1 => {
                let more = capacity.div_ceil(64) - words.len();
                words.extend(bytes.chunks(8).take(more).map(|chunk| {
                    let mut word = [0; 8];
                    word[..chunk.len()].copy_from_slice(chunk);
                    u64::from_le_bytes(word)
                }));
            }
            16 => {
                let more = capacity - short.len();
                short.extend(bytes.as_chunks().0.iter().take(more).map(|&term| u16::from_le_bytes(term)));
            }
            _ => {
                let more = capacity - long.len();
                long.extend(bytes.as_chunks().0.iter().take(more).map(|&term| u32::from_le_bytes(term)));
            }
        }
    }
    let mut wanted = [0; SUM as usize];
    input.read_exact(&mut wanted)?;
    if u64::from_le_bytes(wanted) != sum.finalize() {
        return Err(Trouble::Damaged("the checksum of its values is wrong"));
    }
    let terms = match width {
        1 => Terms::Bits(words.into(), kept_count),
        16 => Terms::Short(short.into()),
        _ => Terms::Long(long.into()),
    };
    Ok(Kept { terms, pattern })
}
