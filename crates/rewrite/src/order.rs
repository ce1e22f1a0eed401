//! Rows whose rules keep the order of the letters that are not free cells: borders that nothing will ever cross.
//!
//! If every rule leaves the letters other than `.` in their order, the letters themselves never pass each other. Between a
//! letter a and the next one b nothing happens if a reads no free cell to its right, b reads none to its left, and no rule
//! has a and b side by side: all free cells between them stay with the letters on either side for ever out of reach.
//!
//! `X..O..X` with `X.>.X` and `.O>O.`: the O reads to its left only, the second X to its right only, so the row splits
//! between them. That is wrong with `never`, `ends`, `alive` and `joined`, which look across, and with rules in which a
//! letter appears, vanishes or jumps over another one.

use grundy_rules::rewrite::{FREE, Symbol};

use crate::definition::Definition;
use crate::letters::PlaneNumbers;
use crate::planes::CellBits;

/// The letters that the rules read around each letter.
#[derive(Clone, Debug)]
pub(crate) struct LetterOrder {
    /// The plane of free cells.
    free: usize,
    /// The planes of letters that read a free cell to their right.
    reads_right: u32,
    /// The planes of letters that read a free cell to their left.
    reads_left: u32,
    /// For each plane, the planes of the letters that follow it in a rule, with free cells between them or without.
    followers: Vec<u32>,
}

impl LetterOrder {
    /// Returns what the rules read, if they keep the order of letters on rows.
    pub(crate) fn new(
        definition: &Definition,
        numbers: &PlaneNumbers,
        longest: usize,
    ) -> Option<LetterOrder> {
        let rules = &definition.rules;
        if rules.ring || rules.graph.is_some() || rules.is_constrained() || numbers.has_others {
            return None;
        }
        let planes = numbers.count();
        let plane_of = |letter: u8| numbers.plane(letter, planes);
        let mut order = LetterOrder {
            free: plane_of(FREE)?,
            reads_right: 0,
            reads_left: 0,
            followers: vec![0; planes],
        };
        for form in definition.forms(longest) {
            for turn in &form.turns {
                if turn.iter().any(|step| step.down != turn[0].down) {
                    continue;
                }
                let mut before = letters(&form.before)?;
                let mut after = letters(&form.after)?;
                if turn[turn.len() - 1].right < 0 {
                    before.reverse();
                    after.reverse();
                }
                order.read(&before, &after, &plane_of)?;
            }
        }
        Some(order)
    }

    /// Notes what a rule reads around its letters; returns `None` if it does not keep their order.
    fn read(
        &mut self,
        before: &[u8],
        after: &[u8],
        plane_of: &impl Fn(u8) -> Option<usize>,
    ) -> Option<()> {
        let others = |word: &[u8]| -> Vec<u8> {
            word.iter()
                .copied()
                .filter(|&letter| letter != FREE)
                .collect()
        };
        let letters = others(before);
        if letters != others(after) || letters.is_empty() {
            return None;
        }
        let mut planes = Vec::new();
        for &letter in &letters {
            planes.push(plane_of(letter)?);
        }
        if before[0] == FREE {
            self.reads_left |= 1 << planes[0];
        }
        if before[before.len() - 1] == FREE {
            self.reads_right |= 1 << planes[planes.len() - 1];
        }
        for pair in planes.windows(2) {
            self.followers[pair[0]] |= 1 << pair[1];
        }
        Some(())
    }

    /// Returns the borders that nothing crosses: cell i stands for the border between it and the next one.
    pub(crate) fn borders<W: CellBits>(&self, planes: &[W]) -> W {
        let mut stones = W::NONE;
        let mut all = W::NONE;
        for (plane, &cells) in planes.iter().enumerate() {
            all |= cells;
            if plane != self.free {
                stones |= cells;
            }
        }
        let end = all.end();
        let mut borders = W::NONE;
        // The plane of the letter before, and its cell; after a wall there is none.
        let mut last_plane = None;
        let mut last_cell = 0;
        let free = planes[self.free];
        for cell in 0..=end.min(W::CELLS - 1) {
            let at = W::cell(cell);
            if (free & at).is_some() {
                continue;
            }
            let plane = if (stones & at).is_some() {
                planes.iter().position(|&cells| (cells & at).is_some())
            } else {
                None
            };
            if self.is_border(last_plane, plane) {
                for border in last_cell..cell {
                    borders |= W::cell(border);
                }
            }
            last_plane = plane;
            last_cell = cell;
        }
        borders
    }

    /// Returns whether nothing ever happens between two letters that follow each other; `None` stands for a wall.
    fn is_border(&self, left: Option<usize>, right: Option<usize>) -> bool {
        let reads_right = |plane: usize| self.reads_right >> plane & 1 != 0;
        let reads_left = |plane: usize| self.reads_left >> plane & 1 != 0;
        match (left, right) {
            (Some(a), Some(b)) => {
                !reads_right(a) && !reads_left(b) && self.followers[a] >> b & 1 == 0
            }
            (Some(a), None) => !reads_right(a),
            (None, Some(b)) => !reads_left(b),
            (None, None) => false,
        }
    }
}

/// Returns the letters of a word that has nothing but letters.
fn letters(signs: &[Symbol]) -> Option<Vec<u8>> {
    let letter = |sign: &Symbol| match sign {
        Symbol::Letter(letter) => Some(*letter),
        Symbol::Wall | Symbol::Any | Symbol::Same(_) => None,
    };
    signs.iter().map(letter).collect()
}
