//! The values of lists, exactly as the language defines them.

use std::ops::Range;

use super::meter::{EvalStop, Meter, STEPS_A_MEMBER, STEPS_AN_OPERATOR};
use super::tree::{Expr, List, MAX_LIST, Names};

/// The value of a list, copied only if it has to be computed.
pub enum View<'e> {
    /// Numbers of the position.
    Position(Range<usize>),
    /// Numbers that a clause gives.
    Given(&'e [i64]),
    /// Numbers that were computed.
    Computed(Vec<i64>),
}

impl View<'_> {
    /// Counts the numbers of the list.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            View::Position(range) => range.len(),
            View::Given(numbers) => numbers.len(),
            View::Computed(numbers) => numbers.len(),
        }
    }

    /// Returns whether the list has no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of the list, if this is the position.
    #[inline]
    pub fn numbers<'v>(&'v self, position: &'v [i64]) -> &'v [i64] {
        match self {
            View::Position(range) => &position[range.clone()],
            View::Given(numbers) => numbers,
            View::Computed(numbers) => numbers,
        }
    }

    /// Returns the stretch of the list between two places, the second not included; both are in the list, or at its
    /// end.
    fn stretch(self, from: usize, to: usize) -> Self {
        match self {
            View::Position(range) => View::Position(range.start + from..range.start + to),
            View::Given(numbers) => View::Given(&numbers[from..to]),
            View::Computed(mut numbers) => {
                numbers.truncate(to);
                numbers.drain(..from);
                View::Computed(numbers)
            }
        }
    }
}

impl Expr {
    /// Evaluates a list, for these values of the names.
    ///
    /// # Errors
    ///
    /// Fails when it is undefined or does not fit, or the steps end.
    pub fn view(&self, names: &Names, meter: &mut Meter) -> Result<View<'_>, EvalStop> {
        let Expr::List(list) = self else {
            // The reader lets no number pass where a list is needed.
            return Err(EvalStop::Undefined);
        };
        match &**list {
            List::Position => Ok(View::Position(0..meter.position.len())),
            List::Given(numbers) => Ok(View::Given(numbers)),
            List::Row(rows, index) => {
                let index = usize::try_from(index.value(names, meter)?);
                let row = index.ok().and_then(|index| rows.get(index));
                row.map(|row| View::Given(row)).ok_or(EvalStop::Undefined)
            }
            List::Slice(list, first, last) => {
                let view = list.view(names, meter)?;
                let stretch = stretch(first.as_ref(), last.as_ref(), view.len(), names, meter)?;
                Ok(view.stretch(stretch.start, stretch.end))
            }
            List::Sorted(list) => {
                let view = list.view(names, meter)?;
                let mut numbers = view.numbers(&meter.position).to_vec();
                meter.spend(STEPS_A_MEMBER + STEPS_AN_OPERATOR * numbers.len() as u64)?;
                numbers.sort_unstable();
                Ok(View::Computed(numbers))
            }
            List::Comprehension(_) => {
                let mut numbers = Vec::new();
                self.append(names, meter, &mut numbers)?;
                Ok(View::Computed(numbers))
            }
        }
    }

    /// Appends the numbers of a list, or a number, to others.
    ///
    /// # Errors
    ///
    /// Fails when something is undefined or does not fit, or the steps end.
    pub fn append(
        &self,
        names: &Names,
        meter: &mut Meter,
        numbers: &mut Vec<i64>,
    ) -> Result<(), EvalStop> {
        let Expr::List(list) = self else {
            numbers.push(self.operand(names, meter)?);
            return Ok(());
        };
        if let List::Comprehension(over) = &**list {
            let most = numbers.len() + MAX_LIST;
            return over.each(names, meter, &mut |n| {
                if numbers.len() == most {
                    return Err(EvalStop::Size);
                }
                numbers.push(n);
                Ok(())
            });
        }
        if let List::Slice(whole, first, last) = &**list
            && whole.is_position()
        {
            // Most lists of a rule are stretches of the position.
            let length = meter.position.len();
            let stretch = stretch(first.as_ref(), last.as_ref(), length, names, meter)?;
            let spent = stretch.len() as u64;
            numbers.extend_from_slice(&meter.position[stretch]);
            return meter.spend(spent);
        }
        let view = self.view(names, meter)?;
        numbers.extend_from_slice(view.numbers(&meter.position));
        meter.spend(view.len() as u64)
    }

    /// Returns whether this is the list that is the position.
    #[inline]
    pub(crate) fn is_position(&self) -> bool {
        matches!(self, Expr::List(list) if matches!(**list, List::Position))
    }
}

/// Evaluates the ends of a slice of a list of this length.
#[inline]
fn stretch(
    first: Option<&Expr>,
    last: Option<&Expr>,
    length: usize,
    names: &Names,
    meter: &mut Meter,
) -> Result<Range<usize>, EvalStop> {
    let first = match first {
        Some(first) => first.near(names, meter)?,
        None => 0,
    };
    let last = match last {
        Some(last) => last.near(names, meter)?,
        None => length as i64 - 1,
    };
    between(first, last, length)
}

/// Returns the places from the first to the last, both included, of a list of this length.
#[inline]
pub(super) fn between(first: i64, last: i64, length: usize) -> Result<Range<usize>, EvalStop> {
    let from = usize::try_from(first).map_err(|_| EvalStop::Undefined)?;
    let to = last.checked_add(1).and_then(|to| usize::try_from(to).ok());
    match to {
        Some(to) if from <= to && to <= length => Ok(from..to),
        _ => Err(EvalStop::Undefined),
    }
}
