//! The choice of the engine that finds the values of a sequence of heaps, and the reason for it, as `--stats` prints both.
//!
//! | heaps | engines | chosen by |
//! | --- | --- | --- |
//! | outcomes of subtraction games | [`HeapEngine::Pulled`], [`HeapEngine::Pushed`] | the number of amounts |
//! | values of subtraction games | [`HeapEngine::Masks`] to [`HeapEngine::Layers`] | the largest amount, and how dense amounts are |
//! | octal codes | [`HeapEngine::HeapByHeap`] to [`HeapEngine::Sets`] | the values found so far |
//! | codes of any digits | [`HeapEngine::AnyDigits`] | |

/// An engine, with the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapEngine {
    /// [`crate::subtraction`]: the outcome of a heap from those that its amounts leave.
    Pulled,
    /// [`crate::subtraction`]: a lost heap marks all that reach it.
    Pushed,
    /// [`crate::subtraction`]: the values of the last 64 heaps as bits.
    Masks,
    /// [`crate::subtraction`]: the values that a heap reaches are marked one by one.
    Marks,
    /// [`crate::subtraction`]: the heaps of each value, and the amounts that are missing.
    Gaps,
    /// [`crate::subtraction`]: value after value, 64 heaps at a time.
    Layers,
    /// [`crate::breaking`]: an octal game without a sparse space.
    HeapByHeap,
    /// [`crate::breaking`]: an octal game with a sparse space.
    Blocks,
    /// [`crate::breaking`]: an octal game with a sparse space and small values.
    Sets,
    /// [`crate::breaking`]: a code of any digits.
    AnyDigits,
}

impl From<HeapEngine> for &'static str {
    fn from(engine: HeapEngine) -> Self {
        match engine {
            HeapEngine::Pulled => "outcomes pulled from heaps below: few amounts",
            HeapEngine::Pushed => "outcomes pushed from lost heaps: many amounts",
            HeapEngine::Masks => "subtraction by masks: amounts to 64",
            HeapEngine::Marks => "subtraction by marks: amounts far apart",
            HeapEngine::Gaps => "subtraction by gaps: few amounts are missing",
            HeapEngine::Layers => "subtraction by layers: 64 heaps at a time",
            HeapEngine::HeapByHeap => "octal game heap by heap: no sparse space",
            HeapEngine::Blocks => "octal game in blocks: sparse space of values",
            HeapEngine::Sets => "octal game in blocks by sets: nearly all values are small",
            HeapEngine::AnyDigits => "take-and-break code of any digits: mex over sets of bits",
        }
    }
}
