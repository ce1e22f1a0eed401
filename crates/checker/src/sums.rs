//! The fields of a sum whose components' values are known: Sprague and Grundy, by enumeration.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::{Checked, rejected, unproved, verdict};
use grundy_record::{Ask, Field, Move, Outcome, Value};

/// What takes a move and says whether to go on.
pub(super) type Visitor<'v> = dyn FnMut(Move) -> ControlFlow<()> + 'v;

/// A sum of components with known values.
pub(super) trait Sum {
    fn components(&self) -> usize;

    fn value(&self, index: usize) -> Checked<u64>;

    /// Visits a component's moves in order: all, or those that leave it this value.
    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()>;

    /// How many moves leave it this value.
    fn count_to(&self, index: usize, target: u64) -> Checked<u128> {
        let mut count = 0;
        self.visit(index, Some(target), &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// The values that `values` shows: those of the components, unless the game shows others.
    fn shown(&self, values: &[u64]) -> Checked<Vec<u64>> {
        Ok(values.to_vec())
    }

    /// Fields only this game has.
    fn own(&self, ask: Ask) -> Checked<Field> {
        rejected(format!("this game has no `{ask}`"))
    }
}

/// The most moves that are listed.
const LISTED: usize = 10_000_000;

/// Derives the fields asked for. Misère play of sums all of whose components are tame: the player
/// to move loses when some value is above 1 and the nim-sum is 0, or none is and it is 1.
pub(super) fn answer(sum: &(impl Sum + ?Sized), misere: bool, asks: &[Ask]) -> Checked<Vec<Field>> {
    let values = (0..sum.components()).map(|i| sum.value(i)).collect::<Checked<Vec<u64>>>()?;
    let total = values.iter().fold(0, |total, value| total ^ value);
    let large = values.iter().filter(|&&value| value > 1).count();
    let wins = if misere && large == 0 { total == 0 } else { total != 0 };
    // What a winning move leaves of component i.
    let target = |i: usize| {
        let (others, large_others) = (total ^ values[i], large - usize::from(values[i] > 1));
        if misere && large_others == 0 { others ^ 1 } else { others }
    };
    let count = || {
        let indices = if wins { 0..values.len() } else { 0..0 };
        indices.map(|i| sum.count_to(i, target(i))).sum::<Checked<u128>>()
    };
    let each_winning = |visitor: &mut Visitor<'_>| -> Checked<()> {
        let mut flow = ControlFlow::Continue(());
        for i in 0..values.len() {
            sum.visit(i, Some(target(i)), &mut |mv| {
                flow = visitor(mv);
                flow
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    };
    asks.iter()
        .map(|&ask| {
            Ok(match ask {
                Ask::Verdict => Field::Verdict(verdict(wins, count()?)),
                Ask::Winner => Field::Winner(if wins { Outcome::Win } else { Outcome::Lose }),
                Ask::Count => Field::Count(count()?),
                Ask::Grundy | Ask::Values if misere => {
                    return rejected("no Grundy values under misère play");
                }
                Ask::Grundy => Field::Grundy(Value::Finite(total)),
                Ask::Values => Field::Values(sum.shown(&values)?.into_iter().map(Value::Finite).collect()),
                Ask::Moves => {
                    let mut moves = Vec::new();
                    if wins {
                        if count()? > LISTED as u128 {
                            return unproved("the moves are too many to list");
                        }
                        each_winning(&mut |mv| {
                            moves.push(mv);
                            ControlFlow::Continue(())
                        })?;
                    }
                    Field::Moves(moves)
                }
                Ask::Best => {
                    let best = RefCell::new(None);
                    let mut first = |mv| {
                        *best.borrow_mut() = Some(mv);
                        ControlFlow::Break(())
                    };
                    if wins {
                        each_winning(&mut first)?;
                    } else {
                        for i in 0..values.len() {
                            sum.visit(i, None, &mut first)?;
                            if best.borrow().is_some() {
                                break;
                            }
                        }
                    }
                    Field::Best(best.into_inner())
                }
                _ => sum.own(ask)?,
            })
        })
        .collect()
}
