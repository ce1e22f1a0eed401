//! Values by definition, the mex over the options, where it is not known whether play ends.
//!
//! ```text
//!   AB ── CB        a position on the path is open; one whose options all have values is valued
//!    └── BA ── AB   an option that is open was left before: play can return to it
//! ```
//!
//! All parts of an option are looked at before equal ones cancel: two equal parts in which play may go on for ever are no
//! position of value 0.

use std::hash::Hash;

use fxhash::FxHashMap;
use grundy_base::budget::{Limit, StepMeter};
use grundy_base::shares;
use grundy_values::mex::mex;

use crate::account::spend;

/// A game for [`MexTable`] and [`crate::outcomes::OutcomeTable`].
pub(crate) trait PartsGame {
    /// A part, or a whole position where none splits.
    type Part: Clone + Ord + Hash;

    /// Lists the positions after each move of a part.
    ///
    /// # Errors
    ///
    /// Fails when a limit would be passed.
    fn options(&self, part: &Self::Part, meter: &mut StepMeter) -> Result<Vec<Self::Part>, Limit>;

    /// Adds the parts of a position, equal ones as often as they are there, and returns the nim-sum of the values of
    /// those that are not added since a theorem gives them.
    fn split(&self, position: &Self::Part, parts: &mut Vec<Self::Part>) -> u32;

    /// Returns about how many bytes a part takes.
    fn bytes(&self, part: &Self::Part) -> u64;
}

/// The knowledge about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The part is on the path.
    Open,
    /// The value of the part.
    Value(u32),
}

/// The reason why a value was not found.
#[derive(Debug)]
pub(crate) enum MexStop<P> {
    /// A limit would be passed.
    Limit(Limit),
    /// Play can return to a position that it left.
    Return(ReturnPath<P>),
}

/// Parts of which each has the next as a part of an option, and the last has one before.
#[derive(Debug)]
pub(crate) struct ReturnPath<P> {
    /// The parts, in the order of play.
    pub(crate) parts: Vec<P>,
    /// The number of the part that is met again.
    pub(crate) back_to: usize,
}

impl<P> From<Limit> for MexStop<P> {
    fn from(limit: Limit) -> Self {
        MexStop::Limit(limit)
    }
}

/// The values of parts.
#[derive(Debug)]
pub(crate) struct MexTable<P> {
    /// The knowledge about each part that was met.
    known: FxHashMap<P, Known>,
    /// The approximate number of bytes of the table and of the path.
    bytes: u64,
    /// The largest number of bytes.
    most_bytes: u64,
}

/// A part on the path.
struct PathPart<P> {
    /// The part that is valued.
    part: P,
    /// The positions after its moves that are not valued yet, each as its parts.
    options: Vec<SplitOption<P>>,
    /// The values of the options that were valued.
    seen: Vec<u32>,
}

/// An option as its parts.
struct SplitOption<P> {
    /// The nim-sum of the parts that a theorem values.
    nim_sum: u32,
    /// The parts whose values the table finds.
    parts: Vec<P>,
}

/// The bytes of an entry of a table beyond those of its part. A guess.
const BYTES_AN_ENTRY: u64 = 48;

/// Makes the error of a table that would take more than this many bytes.
pub(crate) fn too_many(most_bytes: u64) -> Limit {
    Limit::memory(format!(
        "the positions that play comes to from here take more than {most_bytes} bytes"
    ))
}

impl<P: Clone + Ord + Hash> MexTable<P> {
    /// Makes an empty table within a budget of memory.
    pub(crate) fn new(memory: u64) -> Self {
        MexTable {
            known: FxHashMap::default(),
            bytes: 0,
            most_bytes: shares::rewriting::valued_positions(memory),
        }
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// Fails when play can return to a position that it left, or a limit would be passed.
    pub(crate) fn value(
        &mut self,
        game: &impl PartsGame<Part = P>,
        position: &P,
        meter: &mut StepMeter,
    ) -> Result<u32, MexStop<P>> {
        let mut parts = Vec::new();
        let mut value = game.split(position, &mut parts);
        for part in parts {
            value ^= self.part_value(game, part, meter)?;
        }
        Ok(value)
    }

    /// Returns the value of a part.
    fn part_value(
        &mut self,
        game: &impl PartsGame<Part = P>,
        part: P,
        meter: &mut StepMeter,
    ) -> Result<u32, MexStop<P>> {
        if let Some(Known::Value(value)) = self.known.get(&part) {
            return Ok(*value);
        }
        let mut path = vec![self.open(game, part, meter)?];
        loop {
            let last = path.len() - 1;
            let top = &mut path[last];
            let Some(option) = top.options.last() else {
                let value = mex(top.seen.iter().copied());
                self.known.insert(top.part.clone(), Known::Value(value));
                path.pop();
                if path.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            let mut value = option.nim_sum;
            let mut unknown = None;
            for part in &option.parts {
                match self.known.get(part) {
                    Some(Known::Value(own)) => value ^= own,
                    Some(Known::Open) => {
                        let met = part.clone();
                        return Err(MexStop::Return(return_path(&path, &met)));
                    }
                    None => unknown = Some(part.clone()),
                }
            }
            match unknown {
                Some(part) => {
                    let deeper = self.open(game, part, meter)?;
                    path.push(deeper);
                }
                None => {
                    top.seen.push(value);
                    top.options.pop();
                }
            }
        }
    }

    /// Puts a part on the path.
    fn open(
        &mut self,
        game: &impl PartsGame<Part = P>,
        part: P,
        meter: &mut StepMeter,
    ) -> Result<PathPart<P>, Limit> {
        self.bytes += game.bytes(&part) + BYTES_AN_ENTRY;
        if self.bytes > self.most_bytes {
            return Err(too_many(self.most_bytes));
        }
        let mut options = Vec::new();
        for option in game.options(&part, meter)? {
            let mut parts = Vec::new();
            let nim_sum = game.split(&option, &mut parts);
            options.push(SplitOption { nim_sum, parts });
        }
        spend(meter, options.len() as u64)?;
        self.known.insert(part.clone(), Known::Open);
        Ok(PathPart {
            part,
            options,
            seen: Vec::new(),
        })
    }
}

/// Returns a path that meets one of its parts again.
fn return_path<P: Clone + Eq>(path: &[PathPart<P>], met: &P) -> ReturnPath<P> {
    let back_to = path.iter().position(|on_path| on_path.part == *met);
    ReturnPath {
        parts: path.iter().map(|on_path| on_path.part.clone()).collect(),
        back_to: back_to.unwrap_or(0),
    }
}
