//! The output of a chunk of records.

use super::Checked;
use super::reader::Origin;
use super::slowest::Slow;
use grundy_language::Diagnostic;
use grundy_record::Field;

/// The most bytes that a chunk may hold before they must be written: one record may list ten million
/// numbers, and a chunk holds thousands of records.
pub(super) const MAX_HELD_BYTES: usize = 4 << 20;

/// The output of a chunk, to be written when its turn comes. Lines and records count from 1 where
/// the chunk begins.
#[derive(Default)]
pub(super) struct Output {
    /// The place of the records in the input.
    pub(super) origin: Origin,
    /// The first byte of the records in their piece.
    pub(super) start: usize,
    /// The first byte of the next output of the same piece, if there is one.
    pub(super) end: Option<usize>,
    /// The number of lines.
    pub(super) lines: u64,
    /// The number of records.
    pub(super) records: u64,
    /// The answers as text.
    pub(super) text: Vec<u8>,
    /// The answers that are not yet text: JSON names the number of each record.
    pub(super) answers: Vec<Answer>,
    /// The remarks on the answers, each with the number of bytes of the text before it.
    pub(super) remarks: Vec<(usize, Remark)>,
    /// Whether some record is wrong.
    pub(super) wrong: bool,
    /// Certificates with the numbers of their records.
    pub(super) certificates: Vec<(u64, String)>,
    /// The basis of the answers that were checked.
    pub(super) checked: Checked,
    /// The bytes that `answers` and `certificates` take, about.
    pub(super) listed: usize,
}

impl Output {
    /// Makes the output of no records yet.
    pub(super) fn new(origin: Origin, start: usize) -> Self {
        Output {
            origin,
            start,
            ..Output::default()
        }
    }

    /// Adds a remark to be read before the text from a place on.
    pub(super) fn remark(&mut self, at: usize, remark: Remark) {
        self.wrong |= matches!(remark, Remark::Wrong(_));
        self.remarks.push((at, remark));
    }

    /// Estimates the bytes that are held; 0 if there is nothing to write.
    pub(super) fn held(&self) -> usize {
        self.text.len() + self.listed + self.remarks.len() * 512
    }

    /// Adds what follows, which is then empty.
    pub(super) fn append(&mut self, more: &mut Output) {
        self.lines += std::mem::take(&mut more.lines);
        let before = self.records;
        let certificates = std::mem::take(&mut more.certificates).into_iter();
        self.certificates
            .extend(certificates.map(|(record, text)| (before + record, text)));
        self.records += std::mem::take(&mut more.records);
        self.checked += std::mem::take(&mut more.checked);
        self.listed += std::mem::take(&mut more.listed);
        let text_before = self.text.len();
        self.remarks.extend(
            more.remarks
                .drain(..)
                .map(|(at, remark)| (text_before + at, remark)),
        );
        self.wrong |= more.wrong;
        self.text.extend_from_slice(&more.text);
        more.text.clear();
        self.answers.append(&mut more.answers);
        self.end = more.end;
    }
}

/// A remark on an answer.
pub(super) enum Remark {
    /// The record is wrong.
    Wrong(Diagnostic),
    /// A note on the answer to the record in this line.
    Note(u64, String),
    /// The record took long.
    Slow(Slow),
}

/// The answer to a record of a text.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The number of the record's first line, from 1.
    pub line: u64,
    /// The text of the record, if records are echoed.
    pub record: Option<String>,
    /// The label, without its `@`.
    pub label: Option<String>,
    /// The answers to its asks, in order, or the diagnostic.
    pub fields: Result<Vec<Field>, Diagnostic>,
}
