//! Games that change cells: rows, boards and graphs of random letters.

use std::collections::BTreeSet;
use std::io::{Error, ErrorKind};

use super::errors::check;
use super::writer::Writer;
use grundy_games::own_rules::rewrite::admits;
use grundy_record::{Size, WrittenLetters};
use grundy_rules::rewrite::{FREE, LetterBoard, Rewriting, Symbol, read_rewriting};

/// The largest number of positions that are drawn to find one that the rules allow.
const MAX_DRAWN_POSITIONS: usize = 10_000;

/// The most cells of a position that is drawn.
const MAX_DRAWN_CELLS: u64 = 4096;

/// The rules that are taken where none are given: those of Clobber.
const USUAL_RULES: &str = "XO>.X OX>.O turned";

impl Writer<'_> {
    /// Draws the positions of a game that changes cells, under the rules that are given.
    pub(super) fn letters(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let named = self.signature.own_rewriting();
        let rewriting: Rewriting = match (named, &parameters.rules) {
            (Some(named), _) => Rewriting::clone(&named.rewriting),
            (None, Some(rules)) => read(rules)?,
            (None, None) => {
                self.word(USUAL_RULES);
                read(USUAL_RULES)?
            }
        };
        self.keywords();
        self.text(":");
        let size = match (&rewriting.graph, parameters.size) {
            (Some(graph), _) => Size {
                rows: 1,
                cols: graph.vertices.into(),
            },
            (None, Some(size)) => size,
            (None, None) => Size {
                rows: 1,
                cols: parameters.max.unwrap_or(10),
            },
        };
        let cells = size.rows.saturating_mul(size.cols);
        check("--size", cells, 1, MAX_DRAWN_CELLS)?;
        let letters = letters_of(&rewriting);
        let admits = admits(&rewriting);
        let positions = parameters.count_of_heaps().unwrap_or(1);
        for _ in 0..positions {
            let board = self.allowed(&admits, size, &letters)?;
            self.word(&WrittenLetters::of_board(&board).to_string());
            self.flush_when_full()?;
        }
        Ok(())
    }

    /// Draws a position until the rules allow it. Each draw has more free cells than the one before, since what forbids a
    /// position is mostly about letters that stand close together.
    fn allowed(
        &mut self,
        admits: &impl Fn(&LetterBoard) -> bool,
        size: Size,
        letters: &[u8],
    ) -> Result<LetterBoard, Error> {
        let rows = usize::try_from(size.rows).unwrap_or(1);
        let count = size.rows * size.cols;
        for drawn in 0..MAX_DRAWN_POSITIONS as u64 {
            let mut cells = Vec::new();
            for _ in 0..count {
                let is_freed = self.random.below(MAX_DRAWN_POSITIONS as u64 / 8) < drawn;
                let letter = self.random.below(letters.len() as u64);
                let letter = letters[usize::try_from(letter).unwrap_or(0)];
                cells.push(if is_freed { FREE } else { letter });
            }
            let board = LetterBoard::board(rows, &cells);
            if admits(&board) {
                return Ok(board);
            }
        }
        let message = "no position was found that `never`, `alive` and `joined` allow";
        Err(Error::new(ErrorKind::InvalidInput, message))
    }
}

/// Reads the rules that are given.
fn read(rules: &str) -> Result<Rewriting, Error> {
    match read_rewriting(rules) {
        Ok(read) => Ok(read.rewriting),
        Err(fault) => {
            let message = format!("--rules: {}: {}", fault.message, fault.help);
            Err(Error::new(ErrorKind::InvalidInput, message))
        }
    }
}

/// Lists the letters that the rules change, ascending; the free cell if they name none.
fn letters_of(rewriting: &Rewriting) -> Vec<u8> {
    let mut letters = BTreeSet::new();
    for rule in &rewriting.rules {
        let signs = rule.before.signs().chain(rule.after.signs());
        for sign in signs {
            if let Symbol::Letter(letter) = sign.symbol {
                letters.insert(letter);
            }
        }
    }
    if letters.is_empty() {
        letters.extend(*b"AB");
    }
    letters.into_iter().collect()
}
