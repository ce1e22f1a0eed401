//! Runs of plain nim records, straight from bytes to answers.
//!
//! A record `nim: 3 4 5` with nothing else on its line is answered without becoming a record:
//! 64 bytes at a time are told apart into digits, line ends and the rest, as bits; numbers end
//! where digits stop, and an [`engine`] reads all that end in a block at once, with the
//! instructions the processor has. Whatever is not such a line ends the run and takes the general
//! path, so that path alone decides what is right and what is wrong; the tests hold the two
//! together.

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx512;
pub(super) mod engine;
mod long;
pub(super) mod run;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod sse2;
mod tally;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

use crate::simd::Simd;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
use crate::simd::{Avx2, Avx512};
use engine::Engine;
use run::{Hand, PREFIX};

pub(super) use verdict::Single;

pub(super) use run::Run;

/// Answers runs of plain nim records; keeps its working memory between runs.
pub(super) struct PlainNim {
    simd: Simd,
    threads: usize,
    single: Single,
    hand: Hand,
}

impl PlainNim {
    /// With these instructions; a line that is itself large is worked by so many threads.
    pub(super) fn new(simd: Simd, threads: usize, single: Single) -> Self {
        PlainNim { simd, threads, single, hand: Hand::default() }
    }

    /// Whether a text may begin with a run.
    pub(super) fn begins(text: &[u8]) -> bool {
        text.starts_with(&PREFIX)
    }

    /// Answers the lines at the beginning of a text that are plain nim records, each with its line
    /// end.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut Vec<u8>) -> Run {
        if !Self::begins(text) {
            return Run::default();
        }
        if self.threads > 1
            && let Some(run) = long::answer(self.simd, self.threads, self.single, text, out)
        {
            return run;
        }
        with_engine(self.simd, Lines { hand: &mut self.hand, single: self.single, text, out })
    }
}

/// What is done with an engine: compiled once for each, all of it for the engine's instructions.
pub(super) trait Task {
    type Result;

    fn run<E: Engine>(self, engine: E) -> Self::Result;
}

/// A run of lines.
struct Lines<'a> {
    hand: &'a mut Hand,
    single: Single,
    text: &'a [u8],
    out: &'a mut Vec<u8>,
}

impl Task for Lines<'_> {
    type Result = Run;

    #[inline(always)]
    fn run<E: Engine>(self, engine: E) -> Run {
        self.hand.answer(engine, self.single, self.text, self.out)
    }
}

/// Does a task with the engine for some instructions.
pub(super) fn with_engine<T: Task>(simd: Simd, task: T) -> T::Result {
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    match simd {
        // SAFETY: the engine is proof of the instructions.
        Simd::Avx512(engine) => return unsafe { with_avx512(engine, task) },
        // SAFETY: the engine is proof of the instructions.
        Simd::Avx2(engine) => return unsafe { with_avx2(engine, task) },
        Simd::Portable(_) => return task.run(sse2::Sse2),
        Simd::Words => {}
    }
    let _ = simd;
    task.run(words::Words)
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn with_avx512<T: Task>(engine: Avx512, task: T) -> T::Result {
    task.run(engine)
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_avx2<T: Task>(engine: Avx2, task: T) -> T::Result {
    task.run(engine)
}
