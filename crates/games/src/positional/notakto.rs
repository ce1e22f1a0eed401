//! Notakto: crosses on boards of 3 × 3; the player who kills the last board loses (or wins, under normal
//! play).
//!
//! Under misère play sums are decided by the misère quotient of Plambeck and Whitehead, see
//! [`grundy_placement::notakto`]; under normal play by Grundy values.

use super::boards::{take_cell, taken_cell};
use crate::shared::sum::valued;
use crate::shared::sum::{refuse, under_misere};
use crate::{Context, Goal, OpenPosition, PositionResult, Standard, Visit, Visited};
use grundy_base::cell::Cell;
use grundy_placement::notakto::{Element, NotaktoBoard, element, moves, products_of_others, value};
use grundy_record::{
    Ask, Fault, Keyword, Look, Move, Outcome, PositionKind, Record, Structure, Theorem, Words,
};

/// The words about notakto for people.
const WORDS: Words = Words {
    name: "notakto",
    summary: "put crosses on boards of 3 x 3; three in a line kill a board",
    how_to_play: "A move puts a cross on a free cell of a live board. A board with three crosses \
        in a row, column or diagonal is dead. The player who kills the last board loses; under \
        `normal`, wins.",
    limits: "any number of boards",
    example: "notakto: .X./.../... .../.../...",
    theorem: Some(Theorem::new(
        "Under misère play sums of boards are decided by a misère quotient of 18 elements",
        "Plambeck and Whitehead 2013",
    )),
};

/// The game in which a move puts a cross on a board of 3 × 3; three in a line kill the board.
pub static NOTAKTO: Standard = Standard::new(
    WORDS
        .of(Structure::Taking, Look::Parts)
        .position(PositionKind::Boards, "ROWS…")
        .keywords(&[Keyword::Normal])
        .theorem_at(|record| (!record.modifiers.has(Keyword::Normal)).then(String::new)),
    open,
);

fn open<'a>(record: &'a Record<'a>, _: &'a Context) -> PositionResult<'a> {
    let mut boards = record.position.boards.clone();
    for (index, what) in record.position.taken.iter().flatten() {
        if let (Some(Cell { row, column }), Some(board)) =
            (taken_cell(what), boards.get_mut(*index))
        {
            *board |= 1 << (3 * row + column);
        }
    }
    let normal = record.modifiers.has(Keyword::Normal);
    let of_normal_play = |ask: &Ask| !normal && matches!(ask, Ask::Grundy | Ask::Values);
    refuse(&record.asks, of_normal_play, |ask, place| {
        let help =
            "write `notakto normal: …`, or ask `verdict`, `winner`, `count`, `moves` or `best`";
        Fault {
            help: help.into(),
            ..under_misere(ask, place)
        }
    })?;
    if normal {
        let values = boards.iter().map(|&board| value(board).into()).collect();
        return Ok(Box::new(valued(values, move |index, target, visit| {
            let after = |cell: u32| u64::from(value(boards[index] | 1 << cell));
            let mut cells =
                moves(boards[index]).filter(|&cell| target.is_none_or(|to| to == after(cell)));
            Ok(cells.try_for_each(|cell| visit(move_of(index, cell))))
        })));
    }
    Ok(Box::new(Misere {
        others: products_of_others(&boards),
        boards,
    }))
}

fn move_of(index: usize, cell: u32) -> Move {
    take_cell(index, Cell::of(cell, 3).map(u64::from))
}

struct Misere {
    /// The boards.
    boards: Vec<NotaktoBoard>,
    /// The products of all boards but one, for each board.
    others: Vec<Element>,
}

impl OpenPosition for Misere {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        let product = self.boards.iter().fold(Element::ONE, |product, &board| {
            product.times(element(board))
        });
        Ok(if product.is_lost() {
            Outcome::Lose
        } else {
            Outcome::Win
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let mut boards = self.boards.iter().zip(&self.others).enumerate();
        Ok(boards.try_for_each(|(index, (&board, others))| {
            let wins = |cell: &u32| others.times(element(board | 1 << cell)).is_lost();
            let mut cells = moves(board).filter(|cell| goal == Goal::Legal || wins(cell));
            cells.try_for_each(|cell| visit(move_of(index, cell)))
        }))
    }
}
