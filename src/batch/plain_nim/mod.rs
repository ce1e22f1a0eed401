//! Runs of plain nim records, straight from bytes to answers.
//!
//! A record `nim: 3 4 5` with nothing else on its line is answered without becoming a record:
//! 64 bytes at a time are told apart into digits, line ends and the rest, as bits; numbers end
//! where digits stop, and an [`engine`] reads all that end in a block at once, with the
//! instructions the processor has. Whatever is not such a line ends the run and takes the general
//! path, so that path alone decides what is right and what is wrong; the tests hold the two
//! together.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod engine;
mod run;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod tally;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

use crate::boards::dense::Level;
use run::{Hand, PREFIX};

pub(super) use run::Run;

/// Answers runs of plain nim records; keeps its working memory between runs.
pub(super) struct PlainNim {
    level: Level,
    hand: Hand,
}

impl PlainNim {
    /// With the instructions of a level, which the processor has.
    pub(super) fn new(level: Level) -> Self {
        PlainNim { level: level.or_below(), hand: Hand::default() }
    }

    /// Whether a text may begin with a run.
    pub(super) fn begins(text: &[u8]) -> bool {
        text.starts_with(&PREFIX)
    }

    /// Answers the lines at the beginning of a text that are plain nim records, each with its line
    /// end, as the verdict for the player to move.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut Vec<u8>) -> Run {
        if !Self::begins(text) {
            return Run::default();
        }
        let hand = &mut self.hand;
        match self.level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => match avx512::Avx512::new() {
                // SAFETY: the engine is proof of the instructions.
                Some(engine) => unsafe { answer_avx512(engine, hand, text, out) },
                None => hand.answer(words::Words, text, out),
            },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => match avx2::Avx2::new() {
                // SAFETY: the engine is proof of the instructions.
                Some(engine) => unsafe { answer_avx2(engine, hand, text, out) },
                None => hand.answer(words::Words, text, out),
            },
            #[cfg(target_arch = "x86_64")]
            Level::Portable => hand.answer(sse2::Sse2, text, out),
            _ => hand.answer(words::Words, text, out),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn answer_avx512(engine: avx512::Avx512, hand: &mut Hand, text: &[u8], out: &mut Vec<u8>) -> Run {
    hand.answer(engine, text, out)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn answer_avx2(engine: avx2::Avx2, hand: &mut Hand, text: &[u8], out: &mut Vec<u8>) -> Run {
    hand.answer(engine, text, out)
}
