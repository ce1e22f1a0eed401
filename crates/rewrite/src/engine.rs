//! What every way to solve a position answers, and for what it is made.

use std::borrow::Cow;

use grundy_base::budget::{Budget, Limit, StepMeter};

use crate::choice::RewriteEngine;
use crate::definition::{Definition, RewriteMove};
use crate::ground::Ground;
use crate::mex::MexStop;

/// The reason why a question about a position has no answer.
#[derive(Debug)]
pub enum EngineStop {
    /// A limit would be passed.
    Limit(Limit),
    /// Play can return to a position that it left.
    Return,
}

impl From<Limit> for EngineStop {
    fn from(limit: Limit) -> Self {
        EngineStop::Limit(limit)
    }
}

impl<P> From<MexStop<P>> for EngineStop {
    fn from(stop: MexStop<P>) -> Self {
        match stop {
            MexStop::Limit(limit) => EngineStop::Limit(limit),
            MexStop::Return(_) => EngineStop::Return,
        }
    }
}

/// A position, or what one of its moves leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// The letters of the position.
    pub(crate) start: &'a [u8],
    /// The move, if the question is about what it leaves.
    pub(crate) after: Option<&'a RewriteMove>,
}

impl<'a> Asked<'a> {
    /// Returns the letters.
    pub(crate) fn letters(self) -> Cow<'a, [u8]> {
        match self.after {
            None => Cow::Borrowed(self.start),
            Some(mv) => Cow::Owned(mv.apply(self.start)),
        }
    }
}

/// The questions about a position, for which the engine was made, and about what its moves leave. Steps are taken from the
/// account of the record.
pub(crate) trait Engine: Send {
    /// Returns the value of the position with these letters. An engine that has its own [`is`](Self::is) for moves may take
    /// them for those of the position for which it was made.
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop>;
    /// Returns whether the value is this one.
    fn is(
        &mut self,
        asked: Asked<'_>,
        nimber: u32,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        Ok(self.value(&asked.letters(), account)? == nimber)
    }
    /// Returns whether the player to move wins under misère play. Engines that know values alone, of words and of heaps, are
    /// not made for its rules.
    fn wins_misere(
        &mut self,
        asked: Asked<'_>,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let _ = (asked, account);
        unreachable!("values do not say who wins under misère play")
    }
    /// Returns the least value of the position that is not excluded.
    fn least(&mut self, letters: &[u8]) -> u32 {
        let _ = letters;
        0
    }
    /// Takes the engine that answers in place of this one, if one was chosen since this was asked before.
    fn take_chosen(&mut self) -> Option<RewriteEngine> {
        None
    }
}

/// An engine that was made, and what it is.
pub(crate) struct ChosenEngine {
    /// The engine.
    pub(crate) engine: Box<dyn Engine>,
    /// The kind of engine.
    pub(crate) chosen: RewriteEngine,
}

impl ChosenEngine {
    /// Names an engine.
    pub(crate) fn new(chosen: RewriteEngine, engine: Box<dyn Engine>) -> Self {
        ChosenEngine { engine, chosen }
    }
}

impl std::fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Engine")
    }
}

/// The position and the limits for which an engine of parts is made.
pub(crate) struct EngineRequest<'a> {
    /// The rules of the position.
    pub(crate) definition: &'a Definition,
    /// The cells of the position.
    pub(crate) ground: &'a Ground,
    /// The letters of the position.
    pub(crate) letters: &'a [u8],
    /// The limits of the record.
    pub(crate) budget: Budget,
    /// Whether NoGo may be solved by its own planes.
    pub(crate) has_nogo: bool,
}
