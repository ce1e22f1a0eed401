//! The record loop that plain nim is measured against: `split_parse FILE` reads blocks, answers
//! `nim:` records whole line by line with the standard library's split and parse, and writes the
//! answers of a block at once. It checks what it must to be right, and shows no diagnostics.

use std::fs::File;
use std::io::{self, Read, Write};

/// The number of bytes of a block.
const BLOCK_BYTES: usize = 256 << 10;

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let mut file = File::open(path)?;
    let mut out = io::stdout().lock();
    let mut buffer = vec![0; 2 * BLOCK_BYTES];
    let mut held = 0;
    let mut answers = Vec::new();
    let mut heaps = Vec::new();
    loop {
        let read = file.read(&mut buffer[held..])?;
        let text = &buffer[..held + read];
        // The last line is whole once the file has ended.
        let whole = if read == 0 {
            text.len()
        } else {
            let last = text.iter().rposition(|&byte| byte == b'\n');
            last.map_or(0, |end| end + 1)
        };
        let lines = std::str::from_utf8(&text[..whole]).map_err(io::Error::other)?;
        for line in lines.lines() {
            answer(line, &mut heaps, &mut answers);
        }
        out.write_all(&answers)?;
        answers.clear();
        if read == 0 {
            return Ok(());
        }
        let end = held + read;
        buffer.copy_within(whole..end, 0);
        held = end - whole;
        if held == buffer.len() {
            buffer.resize(2 * held, 0);
        }
    }
}

/// Reads the heaps of a line; returns whether it is a record of nim.
fn read_heaps(line: &str, heaps: &mut Vec<u64>) -> bool {
    let Some(list) = line.strip_prefix("nim:") else {
        return false;
    };
    for heap in list.split_ascii_whitespace() {
        let Ok(heap) = heap.parse() else {
            return false;
        };
        heaps.push(heap);
    }
    true
}

/// Answers a line.
fn answer(line: &str, heaps: &mut Vec<u64>, answers: &mut Vec<u8>) {
    heaps.clear();
    if !read_heaps(line, heaps) {
        return answers.extend_from_slice(b"ERROR\n");
    }
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let wins = heaps.iter().filter(|&&heap| heap ^ nim_sum < heap).count();
    if wins == 0 {
        answers.extend_from_slice(b"LOSE\n");
    } else {
        answers.extend_from_slice(b"WIN ");
        answers.extend_from_slice(itoa::Buffer::new().format(wins).as_bytes());
        answers.push(b'\n');
    }
}
