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

    /// Visits the positions after each move of a part, until the visitor fails.
    ///
    /// # Errors
    ///
    /// Fails when a limit would be passed, or the visitor fails.
    fn visit_options(
        &self,
        part: &Self::Part,
        meter: &mut StepMeter,
        visit: &mut dyn FnMut(Self::Part) -> Result<(), Limit>,
    ) -> Result<(), Limit>;

    /// Adds the parts of a position, equal ones as often as they are there.
    fn split(&self, position: Self::Part, parts: &mut Vec<Self::Part>);

    /// Returns about how many bytes a part takes.
    fn bytes(&self, part: &Self::Part) -> u64;
}

/// Returns about how many bytes a list of parts takes.
pub(crate) fn bytes_of_list<G: PartsGame>(game: &G, parts: &[G::Part]) -> u64 {
    let bytes: u64 = parts.iter().map(|part| game.bytes(part)).sum();
    bytes + size_of::<Vec<G::Part>>() as u64
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
    /// The approximate number of bytes of the table.
    bytes: u64,
    /// The largest number of bytes.
    most_bytes: u64,
    /// The memory of the budget.
    memory: u64,
}

/// The room for the options of what is on the path of a search.
pub(crate) struct PathRoom {
    /// The largest number of bytes.
    most: u64,
    /// The bytes that are taken.
    taken: u64,
}

impl PathRoom {
    /// Makes the room that a budget of memory has.
    pub(crate) fn new(memory: u64) -> PathRoom {
        PathRoom {
            most: shares::rewriting::options_on_the_path(memory),
            taken: 0,
        }
    }

    /// Takes the bytes of an option.
    ///
    /// # Errors
    ///
    /// Fails when there is no room for it.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<(), Limit> {
        self.taken += bytes;
        if self.taken > self.most {
            return Err(too_many(self.most));
        }
        Ok(())
    }

    /// Gives back what the options of something on the path took.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.taken -= bytes;
    }
}

/// A part on the path.
struct PathPart<P> {
    /// The part that is valued.
    part: P,
    /// The positions after its moves that are not valued yet, each as its parts.
    options: Vec<Vec<P>>,
    /// The approximate number of bytes of the options as they were listed.
    bytes: u64,
    /// The values of the options that were valued.
    seen: Vec<u32>,
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
            memory,
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
        game.split(position.clone(), &mut parts);
        let mut value = 0;
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
        let mut room = PathRoom::new(self.memory);
        let mut path = vec![self.open(game, part, &mut room, meter)?];
        loop {
            let last = path.len() - 1;
            let top = &mut path[last];
            let Some(option) = top.options.last() else {
                let value = mex(top.seen.iter().copied());
                self.known.insert(top.part.clone(), Known::Value(value));
                room.give_back(top.bytes);
                path.pop();
                if path.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            let mut value = 0;
            let mut unknown = None;
            for part in option {
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
                Some(part) => path.push(self.open(game, part, &mut room, meter)?),
                None => {
                    top.seen.push(value);
                    top.options.pop();
                }
            }
        }
    }

    /// Puts a part on the path, where its options take room.
    fn open(
        &mut self,
        game: &impl PartsGame<Part = P>,
        part: P,
        room: &mut PathRoom,
        meter: &mut StepMeter,
    ) -> Result<PathPart<P>, Limit> {
        self.bytes += game.bytes(&part) + BYTES_AN_ENTRY;
        if self.bytes > self.most_bytes {
            return Err(too_many(self.most_bytes));
        }
        let mut options = Vec::new();
        let mut bytes = 0;
        game.visit_options(&part, meter, &mut |option| {
            let mut parts = Vec::new();
            game.split(option, &mut parts);
            let bytes_of_option = bytes_of_list(game, &parts);
            bytes += bytes_of_option;
            options.push(parts);
            room.take(bytes_of_option)
        })?;
        spend(meter, options.len() as u64)?;
        self.known.insert(part.clone(), Known::Open);
        Ok(PathPart {
            part,
            options,
            bytes,
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
