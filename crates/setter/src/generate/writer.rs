//! The writer that draws records and gathers them into large writes. A file for each form of rules draws its records.

use std::hash::Hash;
use std::io::{self, Error, Write};

use fxhash::FxHashSet;

use super::parameters::Parameters;
use super::rules::GRAPHS;
use grundy_base::random::Random;
use grundy_record::{NumberUse, PositionKind, Signature, Slot};

/// The most heads, squares or positions of piles that a record lists.
pub(super) const MAX_LISTED_COMPONENTS: u64 = 10_000_000;

/// Writes records as they are drawn.
///
/// Memory is bounded by the longest line and by the pieces and damaged cells given as exact counts;
/// boards in rows stream.
///
/// # Errors
///
/// Says that a parameter is out of range, or that `out` cannot be written.
pub(super) fn write_all(
    signature: &Signature,
    parameters: &Parameters,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let random = Random::new(parameters.seed);
    let buffer = Vec::with_capacity(2 * Writer::FULL_BYTES);
    let mut writer = Writer {
        signature,
        parameters,
        random,
        out,
        buffer,
    };
    for number in 1..=parameters.count {
        writer.record(number)?;
        writer.flush_when_full()?;
    }
    writer.flush()
}

/// A writer that draws records, and gathers them into large writes.
pub(super) struct Writer<'a> {
    /// The signature of the game.
    pub(super) signature: &'a Signature,
    /// The parameters of the records.
    pub(super) parameters: &'a Parameters,
    /// The random numbers.
    pub(super) random: Random,
    /// The stream to which records go.
    pub(super) out: &'a mut dyn Write,
    /// The text that is not written yet.
    pub(super) buffer: Vec<u8>,
}

impl Writer<'_> {
    /// The number of bytes that is worth a write.
    pub(super) const FULL_BYTES: usize = 1 << 18;

    /// Draws the record of a number.
    pub(super) fn record(&mut self, number: u64) -> Result<(), Error> {
        let Writer {
            signature,
            parameters,
            ..
        } = *self;
        if parameters.label {
            self.text("@");
            self.number(number);
            self.text(" ");
        }
        self.text(&signature.name);
        if let Some(rules) = &parameters.rules {
            self.word(rules);
        }
        let has_graph = parameters.limit.is_some() || parameters.rules.is_some();
        match signature.slots {
            [Slot::Number(NumberUse::Limit)] => self.factor()?,
            [Slot::Coins] => self.coins()?,
            [Slot::Bar] => self.bar()?,
            _ if signature.position == PositionKind::Letters => self.letters()?,
            [] if signature.position == PositionKind::Boards => self.notakto()?,
            [.., Slot::Board] => return self.board(),
            [Slot::GraphOrBoard] if !has_graph => return self.board(),
            [slot] if GRAPHS.contains(slot) => self.graph()?,
            _ => self.heaps()?,
        }
        self.end();
        Ok(())
    }

    pub(super) fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    pub(super) fn number(&mut self, number: u64) {
        self.text(itoa::Buffer::new().format(number));
    }

    /// Writes a blank and a word.
    pub(super) fn word(&mut self, text: &str) {
        self.text(" ");
        self.text(text);
    }

    /// Writes a blank and a number.
    pub(super) fn spaced(&mut self, number: u64) {
        self.text(" ");
        self.number(number);
    }

    /// Writes a blank, and numbers with commas between them.
    pub(super) fn tuple(&mut self, numbers: &[u64]) {
        for (i, &number) in numbers.iter().enumerate() {
            self.text(if i == 0 { " " } else { "," });
            self.number(number);
        }
    }

    /// Writes the end of a record's line: its asks and the end of the line.
    pub(super) fn end(&mut self) {
        if let Some(ask) = &self.parameters.ask {
            self.text(" ? ");
            self.text(ask);
        }
        self.text("\n");
    }

    /// Writes the keywords.
    pub(super) fn keywords(&mut self) {
        for keyword in &self.parameters.keywords {
            self.word(keyword.word());
        }
    }

    /// Draws until something fits, and, if no thing may come twice, was not drawn before.
    pub(super) fn distinct<T: Clone + Eq + Hash>(
        &mut self,
        drawn: &mut FxHashSet<T>,
        draw: impl Fn(&mut Random) -> Option<T>,
    ) -> T {
        loop {
            if let Some(found) = draw(&mut self.random)
                && (!self.parameters.distinct || drawn.insert(found.clone()))
            {
                return found;
            }
        }
    }

    pub(super) fn flush_when_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= Self::FULL_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
