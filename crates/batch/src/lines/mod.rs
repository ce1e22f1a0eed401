//! Lines of numbers under rules that are open, straight from bytes to answers.
//!
//! `nim: 3 4 5` and `kayles: 5 9` are answered by one number each: how many winning moves there are, or the
//! Grundy value ([`OpenRules::quick`]). So such lines need no record. Lines that follow each other under the same rules
//! are classified 64 bytes at a time into digits, line ends and the rest, as bits, and all numbers that end in a block
//! are read at once, with AVX2 (`run.rs`); other lines are read one by one. The rules answer the numbers of a line, and
//! [`short`] writes the answer. A line with anything else ends the run and is read as a record. So that path alone decides
//! what is right and what is wrong, and the tests hold the two together.

mod answered;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod block;
mod reader;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod run;
mod short;
#[cfg(test)]
mod tests;

use super::contained::contained;
use grundy_base::simd::Simd;
use grundy_games::{OpenRules, Quick};
use grundy_record::Ask;
use reader::LineReader;
use short::Writer;

pub(super) use answered::Run;

/// Answers lines of numbers; keeps its working memory between runs.
pub(super) struct NumberLines {
    /// The reader of the lines.
    reader: LineReader,
    /// The answers of the lines that were read last.
    found: Vec<Quick>,
    /// The writer of the answers.
    writer: Writer,
}

impl NumberLines {
    /// Prepares for records that are asked these; `None` if their answer is not one number.
    pub(super) fn new(simd: Simd, asks: &[Ask]) -> Option<Self> {
        match *asks {
            [ask @ (Ask::Verdict | Ask::Winner | Ask::Count | Ask::Grundy)] => Some(NumberLines {
                reader: LineReader::new(simd),
                found: Vec::new(),
                writer: Writer::new(ask),
            }),
            _ => None,
        }
    }

    /// Answers the lines at the beginning of a text that begin with the text of these rules and go on in
    /// numbers alone, as far as the rules have quick answers.
    pub(super) fn answer(
        &mut self,
        rules_text: &[u8],
        rules: &dyn OpenRules<'_>,
        text: &[u8],
        out: &mut Vec<u8>,
    ) -> Run {
        let NumberLines {
            reader,
            found,
            writer,
        } = self;
        let begin = out.len();
        let answer = |numbers: &[u64], ends: &[usize]| {
            found.clear();
            rules.quick_each(writer.ask, numbers, ends, found);
            writer.write(found, out);
            found.len()
        };
        let run = contained(|| Ok(reader.read(rules_text, rules.piles(), text, answer)));
        run.unwrap_or_else(|_| {
            // Read line by line, the panic costs one record its answer.
            out.truncate(begin);
            Run::default()
        })
    }
}
