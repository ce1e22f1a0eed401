//! Products of two coin turning games, by the Tartan theorem.

use std::ops::ControlFlow::{self, Continue};

use super::strip::Strip;
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_base::sync::interrupt::Checked;
use grundy_values::nimbers::{inverse, product};

/// A visitor of moves: the rows that they turn, and the columns.
type EachMove<'e> = &'e mut dyn FnMut(&[u64], &[u64]) -> ControlFlow<()>;

/// A function that sees the coins of a move of the first game and the value that the second game must leave.
type EachHalf<'e> = &'e mut dyn FnMut(&[u64], u64) -> Result<ControlFlow<()>, Limit>;

/// A head in one of the two games.
#[derive(Clone, Copy, Debug)]
struct Head<'a> {
    /// The strip on which it lies.
    strip: &'a Strip,
    /// The place of the head.
    place: u64,
}

/// Coins on the cells of a plane. A move turns the cells of a move of the first game times a move of
/// the second; the coin of the two heads turns from heads to tails.
///
/// The value of a head at row r, column c is the nim-product of the values of r and c (the Tartan
/// theorem: Winning Ways, chapter 14). Let a and b be the values of the two heads, and let a move turn other rows
/// with nim-sum x and other columns with nim-sum y. By distributivity it turns cells with nim-sum
/// (a ⊕ x)⊗(b ⊕ y).
#[derive(Debug)]
pub struct Product<'a> {
    /// The game of the rows.
    rows: &'a Strip,
    /// The game of the columns.
    cols: &'a Strip,
    /// The memory and the steps that are allowed.
    budget: Budget,
}

impl<'a> Product<'a> {
    /// Makes the product of two games.
    pub fn new(rows: &'a Strip, cols: &'a Strip, budget: Budget) -> Self {
        Product { rows, cols, budget }
    }

    /// Finds the Grundy value of a head at this cell.
    ///
    /// # Errors
    ///
    /// Fails where [`Strip::value`] fails.
    pub fn value(&self, row: u64, col: u64) -> Result<u64, Limit> {
        Ok(product(self.rows.value(row)?, self.cols.value(col)?))
    }

    /// Counts the moves of a head at this cell that leave Grundy value `target` in its stead.
    ///
    /// # Complexity
    ///
    /// A nim-quotient and a count for each move of the row or of the column, whichever has fewer.
    ///
    /// # Errors
    ///
    /// Fails where [`Strip::count_to`] fails, and if both row and column have too many moves.
    pub fn count_to(&self, row: u64, col: u64, target: u64) -> Result<u128, Limit> {
        let mut few = self.row(row);
        let mut many = self.col(col);
        if self.cols.count(col) < self.rows.count(row) {
            std::mem::swap(&mut few, &mut many);
        }
        let mut total = 0u128;
        let _ = self.each_half(few, many, target, &mut |_, left| {
            let more = many.strip.count_to(many.place, left)?;
            total = total
                .checked_add(more)
                .ok_or_else(|| Limit::fixed("the number of moves has more than 128 bits"))?;
            Ok(Continue(()))
        })?;
        Ok(total)
    }

    /// Returns a head of the first game.
    fn row(&self, place: u64) -> Head<'a> {
        Head {
            strip: self.rows,
            place,
        }
    }

    /// Returns a head of the second game.
    fn col(&self, place: u64) -> Head<'a> {
        Head {
            strip: self.cols,
            place,
        }
    }

    /// Shows `each` the rows and the columns that the moves of a head at this cell turn, until it breaks.
    /// If there is a `target`, only moves that leave this Grundy value are shown. Moves come in the order of the moves
    /// of the row, then of the column.
    ///
    /// # Errors
    ///
    /// Fails where [`Strip::moves_to`] fails, and if the row has too many moves.
    pub fn moves_to(
        &self,
        row: u64,
        col: u64,
        target: Option<u64>,
        each: EachMove<'_>,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(target) = target else {
            return self.all_moves(row, col, each);
        };
        self.each_half(self.row(row), self.col(col), target, &mut |rows, left| {
            self.cols
                .moves_to(col, Some(left), &mut |cols| each(rows, cols))
        })
    }

    /// Shows `each` all moves of a head at this cell.
    fn all_moves(&self, row: u64, col: u64, each: EachMove<'_>) -> Result<ControlFlow<()>, Limit> {
        self.rows.try_moves(row, &mut |rows| {
            self.cols.moves_to(col, None, &mut |cols| each(rows, cols))
        })
    }

    /// Shows `each` every move of the first game for which some nim-sum of a move of the second game leaves
    /// `target`, and the value that the other coins of that move must have.
    fn each_half(
        &self,
        first: Head<'_>,
        second: Head<'_>,
        target: u64,
        each: EachHalf<'_>,
    ) -> Result<ControlFlow<()>, Limit> {
        let a = first.strip.value(first.place)?;
        let b = second.strip.value(second.place)?;
        let turned = target ^ product(a, b);
        if turned == 0 {
            // No move turns cells with nim-sum 0: neither do its rows, nor its columns.
            return Ok(Continue(()));
        }
        let limit = u128::from(shares::heaps::halves_of_products(self.budget.work));
        let mut work = 0u128;
        let mut steps = Checked::default();
        first.strip.try_moves(first.place, &mut |coins| {
            steps.step();
            work += coins.len() as u128;
            if work > limit {
                // A head whose moves are that many has a move for each place below, at least.
                let least_coins = u128::from(first.place);
                let steps = least_coins * u128::from(self.budget.work) / limit.max(1);
                let message = format!(
                    "the moves of a head at place {} are too many to look at one by one",
                    first.place
                );
                return Err(Limit::steps(steps, message));
            }
            let mut sum = 0;
            for &coin in coins {
                sum ^= first.strip.value(coin)?;
            }
            // The second move must turn columns with nim-sum `turned` ⊘ `sum`.
            match inverse(sum) {
                Some(inverse) => each(coins, b ^ product(turned, inverse)),
                None => Ok(Continue(())),
            }
        })
    }
}
