//! The ask `quotient`.

use grundy_misere::game::Heap;
use grundy_misere::growth::Size;
use grundy_record::{Fault, Quotient, QuotientPeriod};

use super::sum::MisereSum;
use crate::Searched;

impl MisereSum {
    /// Finds the quotient of heaps up to the largest, or of all if there is none.
    pub(super) fn searched_quotient(&self) -> Result<Searched<Quotient>, Fault> {
        let heaps = &self.heaps;
        let whole = heaps.heaps.is_empty();
        let largest = if whole { u64::MAX } else { heaps.largest() };
        let quotient = self.known.reaching(largest);
        let games = 0..self.known.games.len();
        self.known.check_moves(
            games.flat_map(|game| (0..=largest).map(move |size| Heap { game, size })),
        )?;
        let mut period = None;
        let mut size = quotient.size(largest);
        match (quotient.normal(), quotient.periods()) {
            (_, Some(&[found])) if whole => {
                period = Some(QuotientPeriod {
                    preperiod: found.preperiod,
                    period: found.period,
                });
            }
            _ if !whole && quotient.reaches(largest) => {}
            (Some(normal), _) => {
                let mut value = 0;
                for game in 0..self.known.games.len() {
                    match self.known.largest_value(game, largest) {
                        Ok(found) => value = value.max(found),
                        Err(_) if whole => return Ok(Searched::UpTo(Some(quotient.heaps()))),
                        Err(limit) => return Err(heaps.fault_at_largest(limit)),
                    }
                }
                size = normal.size(largest, value);
                // A heap that is not firm is of no class of the period.
                let repeats = if whole {
                    self.known.repeats(true)
                } else {
                    None
                };
                period = repeats.map(|values| QuotientPeriod {
                    preperiod: values.preperiod.max(normal.last[0] + 1),
                    period: values.period,
                });
            }
            _ if whole => return Ok(Searched::UpTo(Some(quotient.heaps()))),
            _ => return Err(heaps.fault_at_largest(quotient.limit())),
        }
        let Size { order, losing, .. } = size;
        Ok(Searched::Found(Quotient {
            order: order as u128,
            losing: losing as u64,
            period,
        }))
    }
}
