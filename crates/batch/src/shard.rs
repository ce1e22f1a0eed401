//! A batch cut into shards for several machines: contiguous runs of records, about equal in bytes.
//!
//! Shard *i* of *n* begins with the first line at or after *i − 1* *n*-ths of all bytes that
//! certainly begins a record (its first character is a lower-case letter, `@` or `{`), and ends where
//! shard *i + 1* begins. So every record is in one shard, and the answers of the shards in order
//! are those of the whole, whatever machine solves which.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a part of a length is at most the length"
)]

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom};

use super::source::Source;
use grundy_language::layout::surely_begins_record;

/// One shard of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this shard, from 1.
    pub index: u64,
    /// The number of all shards.
    pub of: u64,
}

/// The parts of files that are in a shard, and those that come before it.
pub struct ShardSources {
    /// The records to answer.
    pub shard: Vec<Source>,
    /// The items before it, for those who number records.
    pub before: Vec<Source>,
}

/// Cuts a shard out of files, given with their names in order.
///
/// # Errors
///
/// Fails when a file has no length or cannot be read, with its name.
pub fn cut(files: Vec<(String, File)>, shard: Shard) -> Result<ShardSources, (String, io::Error)> {
    let mut parts = ShardSources {
        shard: Vec::new(),
        before: Vec::new(),
    };
    let mut lengths = Vec::new();
    for (name, file) in &files {
        let metadata = file.metadata().map_err(|error| (name.clone(), error))?;
        if !metadata.is_file() {
            let error = io::Error::new(ErrorKind::NotSeekable, "only files can be cut into shards");
            return Err((name.clone(), error));
        }
        lengths.push(metadata.len());
    }
    let total = lengths.iter().sum::<u64>();
    let bound = |i: u64| (u128::from(total) * u128::from(i) / u128::from(shard.of)) as u64;
    let from = bound(shard.index - 1);
    let to = bound(shard.index);

    let mut offset = 0;
    for ((name, file), length) in files.into_iter().zip(lengths) {
        let failed = |error| (name.clone(), error);
        let start = record_start(&file, from.saturating_sub(offset), length).map_err(failed)?;
        let end = record_start(&file, to.saturating_sub(offset), length).map_err(failed)?;
        offset += length;
        if start > 0 {
            parts
                .before
                .push(Source::part(&name, &file, 0, start).map_err(failed)?);
        }
        if start < end {
            parts
                .shard
                .push(Source::part(&name, &file, start, end).map_err(failed)?);
        }
    }
    Ok(parts)
}

/// Finds the first place at or after `from` where a record certainly begins; `length` if there is none.
fn record_start(file: &File, from: u64, length: u64) -> io::Result<u64> {
    if from == 0 || from >= length {
        return Ok(from.min(length));
    }
    // A record begins after a line end, which may be the byte before.
    let mut text = BufReader::with_capacity(256 << 10, file);
    let mut at = text.seek(SeekFrom::Start(from - 1))?;
    loop {
        at += text.skip_until(b'\n')? as u64;
        let rest = text.fill_buf()?;
        if rest.is_empty() || surely_begins_record(rest) {
            return Ok(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn shards_in_order_are_the_whole_and_begin_with_records() {
        let mut file = grundy_base::testing::TemporaryFolder::new().file("records");
        let text = "nim: 1 2\n// a comment\n\nking 2x2\n.K\n..\n@a nim: 3\nNIM\n  nim: 7\nking K/.\nnim: 5";
        file.write_all(text.as_bytes()).unwrap();
        for of in 1..20 {
            let mut whole = String::new();
            for index in 1..=of {
                let files = vec![("f".to_owned(), file.try_clone().unwrap())];
                for mut source in cut(files, Shard { index, of }).unwrap().shard {
                    let mut part = String::new();
                    source.read_to_string(&mut part).unwrap();
                    assert!(
                        whole.is_empty()
                            || part.starts_with(|c: char| c.is_lowercase() || c == '@')
                    );
                    let lines = text[..whole.len()].matches('\n').count() as u64;
                    assert_eq!(source.start.lines_before(), lines);
                    whole.push_str(&part);
                }
            }
            assert_eq!(whole, text, "{of} shards");
        }
    }
}
