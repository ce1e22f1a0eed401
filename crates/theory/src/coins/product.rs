//! Products of two coin turning games, by the Tartan theorem.

use super::Strip;
use crate::nimbers::{inverse, product};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt::Checked;

/// Is shown the coins of a move of the first game, and the value that the second must leave; false ends it.
type Half<'e> = &'e mut dyn FnMut(&[u64], u64) -> Result<bool, Limit>;

/// Coins on the cells of a plane. A move turns the cells of a move of the first game times a move of
/// the second; the coin of the two heads turns from heads to tails.
///
/// The value of a head at row r, column c is the nim-product of the values of r and c (the Tartan
/// theorem: Winning Ways, chapter 14). For by distributivity a move that turns rows with nim-sum
/// a ⊕ x and columns with nim-sum b ⊕ y (a, b the values of the heads, x, y what is turned beside
/// them) turns cells with nim-sum (a ⊕ x)⊗(b ⊕ y).
#[derive(Debug)]
pub struct Product<'a> {
    rows: &'a Strip,
    cols: &'a Strip,
    budget: Budget,
}

impl<'a> Product<'a> {
    /// The product of two games.
    pub fn new(rows: &'a Strip, cols: &'a Strip, budget: Budget) -> Self {
        Product { rows, cols, budget }
    }

    /// The Grundy value of a head at this cell.
    ///
    /// # Errors
    ///
    /// As [`Strip::value`].
    pub fn value(&self, row: u64, col: u64) -> Result<u64, Limit> {
        Ok(product(self.rows.value(row)?, self.cols.value(col)?))
    }

    /// How many moves of a head at this cell leave Grundy value `target` in its stead.
    ///
    /// # Complexity
    ///
    /// A nim-quotient and a count for each move of the row or of the column, whichever has fewer.
    ///
    /// # Errors
    ///
    /// As [`Strip::count_to`], or both have too many moves.
    pub fn count_to(&self, row: u64, col: u64, target: u64) -> Result<u128, Limit> {
        let swap = self.cols.count(col) < self.rows.count(row);
        let (few, few_at, many, many_at) = if swap {
            (self.cols, col, self.rows, row)
        } else {
            (self.rows, row, self.cols, col)
        };
        let mut total = 0u128;
        self.each_half((few, few_at), (many, many_at), target, &mut |_, left| {
            let more = many.count_to(many_at, left)?;
            total = total
                .checked_add(more)
                .ok_or_else(|| Limit::fixed("the number of moves has more than 128 bits"))?;
            Ok(true)
        })?;
        Ok(total)
    }

    /// Calls `each` with the rows and the columns that the moves of a head at this cell turn, until it
    /// returns false: all moves, or those that leave Grundy value `target`. By the order of the moves
    /// of the row, then of the column.
    ///
    /// # Errors
    ///
    /// As [`Strip::moves_to`], or the row has too many moves.
    pub fn moves_to(
        &self,
        row: u64,
        col: u64,
        target: Option<u64>,
        each: &mut dyn FnMut(&[u64], &[u64]) -> bool,
    ) -> Result<(), Limit> {
        let Some(target) = target else {
            let mut more = true;
            let mut failure = Ok(());
            self.rows.moves_to(row, None, &mut |rows| {
                failure = self.cols.moves_to(col, None, &mut |cols| {
                    more = each(rows, cols);
                    more
                });
                more && failure.is_ok()
            })?;
            return failure;
        };
        self.each_half(
            (self.rows, row),
            (self.cols, col),
            target,
            &mut |rows, left| {
                let mut more = true;
                self.cols.moves_to(col, Some(left), &mut |cols| {
                    more = each(rows, cols);
                    more
                })?;
                Ok(more)
            },
        )
    }

    /// Calls `each` with every move of the first game, and the value that a move of the second game
    /// must leave beside its head.
    fn each_half(
        &self,
        (first, first_at): (&Strip, u64),
        (second, second_at): (&Strip, u64),
        target: u64,
        each: Half<'_>,
    ) -> Result<(), Limit> {
        let (a, b) = (first.value(first_at)?, second.value(second_at)?);
        let turned = target ^ product(a, b);
        if turned == 0 {
            // No move turns cells with nim-sum 0: neither do its rows, nor its columns.
            return Ok(());
        }
        let limit = u128::from(self.budget.work >> 10);
        let mut work = 0u128;
        let mut failure = Ok(());
        let mut steps = Checked::default();
        let mut look = |coins: &[u64]| {
            steps.step();
            work += coins.len() as u128;
            if work > limit {
                return Err(Limit::work(format!(
                    "the moves of a head at place {first_at} are too many to look at one by one"
                )));
            }
            let values = coins.iter().map(|&coin| first.value(coin));
            let sum = values
                .reduce(|sum, value| Ok(sum? ^ value?))
                .unwrap_or(Ok(0))?;
            inverse(sum).map_or(Ok(true), |inverse| {
                each(coins, b ^ product(turned, inverse))
            })
        };
        first.moves_to(first_at, None, &mut |coins| {
            look(coins).unwrap_or_else(|limit| {
                failure = Err(limit);
                false
            })
        })?;
        failure
    }
}
