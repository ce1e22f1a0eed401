//! Whole positions, without parts: the definition alone. It is the slow twin of all that is fast, and solves what nothing
//! else does.

use std::sync::Arc;

use grundy_base::budget::{Limit, StepMeter};

use crate::definition::Definition;
use crate::engine::{Asked, Engine, EngineStop};
use crate::mex::{MexTable, PartsGame};
use crate::outcomes::OutcomeTable;

/// The game of whole positions of a number of rows.
#[derive(Debug)]
pub(crate) struct WholePositions<'a> {
    /// The rules of the position.
    pub(crate) definition: &'a Definition,
    /// The number of rows of each position.
    pub(crate) rows: usize,
    /// The bytes that the record may use.
    pub(crate) memory: u64,
}

impl PartsGame for WholePositions<'_> {
    /// The letters of a position in reading order.
    type Part = Vec<u8>;

    fn visit_options(
        &self,
        letters: &Vec<u8>,
        meter: &mut StepMeter,
        visit: &mut dyn FnMut(Vec<u8>) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let ground = self.definition.ground(self.rows, letters.len() / self.rows);
        let moves = self
            .definition
            .moves(&ground, letters, self.memory, meter)?;
        for mv in moves {
            visit(mv.apply(letters))?;
        }
        Ok(())
    }

    fn split(&self, position: Vec<u8>, parts: &mut Vec<Vec<u8>>) {
        parts.push(position);
    }

    fn bytes(&self, letters: &Vec<u8>) -> u64 {
        (size_of::<Vec<u8>>() + letters.len()) as u64
    }
}

/// The questions about whole positions.
pub(crate) struct WholeEngine {
    /// The rules of the position.
    definition: Arc<Definition>,
    /// The number of rows of each position.
    rows: usize,
    /// The bytes that the record may use.
    memory: u64,
    /// The values of positions.
    values: MexTable<Vec<u8>>,
    /// The winners of positions under misère play.
    outcomes: OutcomeTable<Vec<u8>>,
}

impl WholeEngine {
    /// Makes the engine of positions of this many rows.
    pub(crate) fn new(definition: &Arc<Definition>, rows: usize, memory: u64) -> Self {
        WholeEngine {
            definition: Arc::clone(definition),
            rows,
            memory,
            values: MexTable::new(memory),
            outcomes: OutcomeTable::new(memory),
        }
    }
}

impl Engine for WholeEngine {
    fn value(&mut self, letters: &[u8], account: &mut StepMeter) -> Result<u32, EngineStop> {
        let game = WholePositions {
            definition: &self.definition,
            rows: self.rows,
            memory: self.memory,
        };
        Ok(self.values.value(&game, &letters.to_vec(), account)?)
    }

    fn wins_misere(
        &mut self,
        asked: Asked<'_>,
        account: &mut StepMeter,
    ) -> Result<bool, EngineStop> {
        let letters = asked.letters().into_owned();
        // Finding the value shows that play ends.
        self.value(&letters, account)?;
        let game = WholePositions {
            definition: &self.definition,
            rows: self.rows,
            memory: self.memory,
        };
        Ok(self.outcomes.wins(&game, &letters, account)?)
    }
}
