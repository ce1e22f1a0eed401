//! The slow twin: whole positions, no parts, the definition alone.

use grundy_base::budget::{Limit, StepMeter};

use crate::definition::Definition;
use crate::mex::PartsGame;

/// The game of whole positions of a number of rows.
#[derive(Debug)]
pub(crate) struct WholePositions<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) rows: usize,
}

impl PartsGame for WholePositions<'_> {
    /// The letters of a position in reading order.
    type Part = Vec<u8>;

    fn options(&self, letters: &Vec<u8>, meter: &mut StepMeter) -> Result<Vec<Vec<u8>>, Limit> {
        let ground = self.definition.ground(self.rows, letters.len() / self.rows);
        let moves = self.definition.moves(&ground, letters, meter)?;
        Ok(moves.iter().map(|mv| mv.apply(letters)).collect())
    }

    fn split(&self, position: &Vec<u8>, parts: &mut Vec<Vec<u8>>) -> u32 {
        parts.push(position.clone());
        0
    }

    fn bytes(&self, letters: &Vec<u8>) -> u64 {
        (size_of::<Vec<u8>>() + letters.len()) as u64
    }
}
