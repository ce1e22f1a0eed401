//! Small boards whose positions are asked about again and again: all cells are solved at once.
//!
//! A board of 8x8 takes a microsecond to solve for one piece and some ten for a piece on each cell. So once as
//! many positions were opened as the board has cells, every cell's value and those of its options are kept;
//! a position is then a sum whose values are looked up.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a small board has few cells"
)]

use smallvec::SmallVec;

use crate::game::OpenFunction;
use crate::shared::after_many::AfterMany;
use crate::shared::sum;
use crate::standard::EachPosition;
use crate::{Context, Goal, OpenRules, PositionResult, Quick};
use grundy_record::{Ask, Move, Record, Size, Value};
use std::ops::ControlFlow;

/// The largest number of cells of a small board.
const MAX_SMALL_BOARD_CELLS: u64 = 1 << 10;

/// A board given by its size.
struct SmallBoard<'a> {
    /// The size.
    size: Size,
    /// A record of the board without pieces.
    empty: Record<'static>,
    /// The rules for positions that the table does not answer.
    whole: EachPosition<'a>,
    /// The cells, row by row.
    table: AfterMany<Vec<SolvedCell>>,
}

/// A cell with a piece.
#[derive(Clone, Default)]
struct SolvedCell {
    /// The value, unless the cell is damaged.
    value: Option<u64>,
    /// The values of its options.
    options: SmallVec<[u64; 4]>,
}

/// Opens the rules of a record that `open` opens as a whole: a small board that is not drawn is solved once for all
/// positions.
pub fn open_rules<'a>(
    open: OpenFunction,
    record: &Record<'_>,
    context: &'a Context,
) -> Box<dyn OpenRules<'a> + 'a> {
    let whole = EachPosition::new(open, context);
    let Some(size) = record.size else {
        return Box::new(whole);
    };
    let is_small = size.rows.saturating_mul(size.cols) <= MAX_SMALL_BOARD_CELLS;
    let (true, Some(mut empty)) = (is_small, record.owned()) else {
        return Box::new(whole);
    };
    empty.position = grundy_record::Position::default();
    empty.asks = [Ask::Values].into_iter().collect();
    let table = AfterMany::new(size.rows * size.cols);
    Box::new(SmallBoard {
        size,
        empty,
        whole,
        table,
    })
}

impl SmallBoard<'_> {
    /// Solves the board with a piece on every undamaged cell.
    fn solve(&self) -> Option<Vec<SolvedCell>> {
        let damaged = &self.empty.modifiers.damaged;
        let cells =
            (1..=self.size.rows).flat_map(|row| (1..=self.size.cols).map(move |col| [row, col]));
        let pieces: Vec<[u64; 2]> = cells
            .filter(|cell| !damaged.iter().any(|damaged| damaged == &cell[..]))
            .collect();
        let mut record = self.empty.clone();
        for piece in &pieces {
            let _ = record.position.tuples.push(piece);
        }
        let mut instance = self.whole.position(&record).ok()?;
        let mut table = vec![SolvedCell::default(); (self.size.rows * self.size.cols) as usize];
        for (piece, value) in pieces.iter().zip(instance.values().ok()?) {
            let Value::Finite(value) = value else {
                return None;
            };
            table[self.place(piece)?].value = Some(value);
        }
        let moves = instance.visit(Goal::Legal, &mut |mv| {
            if let Move::Tuple { from, to, .. } = mv
                && let Some(from) = self.place(from.as_slice())
                && let Some(to) = self.place(to.as_slice())
                && let Some(value) = table[to].value
            {
                table[from].options.push(value);
            }
            ControlFlow::Continue(())
        });
        moves.ok().map(|_| table)
    }

    /// Finds the place of a cell in the table.
    fn place(&self, cell: &[u64]) -> Option<usize> {
        let &[row, col] = cell else { return None };
        let on_board = (1..=self.size.rows).contains(&row) && (1..=self.size.cols).contains(&col);
        on_board.then(|| ((row - 1) * self.size.cols + col - 1) as usize)
    }
}

impl<'a> OpenRules<'a> for SmallBoard<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        self.whole.position(record)
    }

    fn piles(&self) -> usize {
        2
    }

    fn quick(&self, ask: Ask, numbers: &[u64]) -> Option<Quick> {
        let table = self.table.table(|| self.solve())?;
        let solved = |cell: &[u64]| self.place(cell).map(|place| &table[place]);
        let count_to = |cell: &[u64], target| {
            let options = &solved(cell)?.options;
            Some(options.iter().filter(|&&option| option == target).count() as u128)
        };
        sum::quick(ask, numbers.chunks(2), |cell| solved(cell)?.value, count_to)
    }
}
