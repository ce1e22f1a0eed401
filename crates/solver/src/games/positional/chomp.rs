//! Chomp: a move bites a cell of a bar of chocolate with all cells below and right of it.
//!
//! The rectangles are won by the first player, who could steal whatever answers a bite at the last cell.

use std::ops::ControlFlow;

use crate::games::listing::{moves_limit, too_many_moves};
use crate::games::sum::refuse_values_under_misere;
use crate::games::{Context, Evidence, Goal, Instance, Opening, Standard, Visit, Visited, words};
use crate::record::{
    Ask, Fault, Keyword, Move, Outcome, Place, Record, Signature, Slot, Taken, Theorem, Tuple, Value,
};
use crate::theory::budget::Limit;
use crate::theory::positional::chomp::{self as theory, Bite, MAX_ROWS};

static SIGNATURE: Signature = words("chomp").parts(&[Slot::Bar]).theorem(Theorem {
    statement: "Every rectangle of two cells or more is won by the first player, who could steal \
                whatever answers a bite at the last cell",
    source: "Gale 1974",
    here: |record| (!record.modifiers.has(Keyword::Misere)).then(String::new),
});

/// Bite a cell of a bar with all cells below and right of it.
pub static CHOMP: Standard = Standard::new(&SIGNATURE, open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
    let rules = &record.rules;
    let rows = match (&rules.lengths, rules.bar) {
        (Some(rows), _) => rows.clone(),
        (None, Some(size)) if size.rows <= MAX_ROWS => vec![size.cols; size.rows as usize],
        (None, Some(size)) => {
            let message = format!("bars have at most {MAX_ROWS} rows, not {}", size.rows);
            return Err(Fault::limit(Place::EndOfRules, &Limit::fixed(message)));
        }
        (None, None) => {
            return Err(Fault::new(Place::EndOfRules, "the bar is missing", "give a size, `4x6`"));
        }
    };
    let mut rows = rows;
    for (_, what) in record.position.taken.iter().flatten() {
        if let Taken::Cells(cells) = what
            && let [cell] = &**cells
            && let &[row, column] = cell.as_slice()
        {
            rows.iter_mut().skip(row as usize - 1).for_each(|length| *length = (*length).min(column - 1));
        }
    }
    let misere = record.modifiers.has(Keyword::Misere);
    if misere {
        refuse_values_under_misere(&record.asks)?;
    }
    let bar = theory::Chomp::new(&rows, misere);
    Ok(Box::new(Bar { bar, misere, needs_values: record.needs_values(), context }))
}

struct Bar<'a> {
    bar: theory::Chomp,
    misere: bool,
    needs_values: bool,
    context: &'a Context,
}

fn move_of((row, column): Bite) -> Move {
    let cell = Tuple::new(&[row as u64 + 1, column + 1]);
    Move::Take { index: Some(0), what: Taken::Cells([cell].into()) }
}

impl Bar<'_> {
    /// Makes the answers readable. The verdict of a rectangle, which is always won, needs no table.
    fn solve(&mut self) -> Result<(), Fault> {
        self.bar.solve(self.needs_values, &self.context.budget).map_err(|limit| {
            let mut fault = Fault::from(limit);
            if self.is_stolen() {
                fault.message = format!("{}; the player to move wins", fault.message).into();
            }
            fault
        })
    }

    /// Whether stealing a strategy shows that the player to move wins.
    fn is_stolen(&self) -> bool {
        let rows = self.bar.rows();
        !self.misere && self.bar.bites() > 0 && rows.first() == rows.last()
    }
}

impl Instance for Bar<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        if self.is_stolen() {
            return Ok(Outcome::Win);
        }
        self.solve()?;
        Ok(if self.bar.wins() { Outcome::Win } else { Outcome::Lose })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        match goal {
            Goal::Legal => {}
            Goal::Verdict => self.solve()?,
            Goal::Value(_) => _ = self.grundy()?,
        }
        let limit = moves_limit(&self.context.budget);
        if goal != Goal::Legal && self.bar.bites() > u128::from(limit) {
            return Err(too_many_moves(limit));
        }
        let bar = &self.bar;
        let reaches = |bite| match goal {
            Goal::Legal => true,
            Goal::Verdict => !bar.wins_after(bite),
            Goal::Value(target) => bar.value_after(bite) == target,
        };
        let mut flow = ControlFlow::Continue(());
        bar.each_bite(|bite| {
            if reaches(bite) {
                flow = visit(move_of(bite));
            }
            flow.is_continue()
        });
        Ok(flow)
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        self.solve()?;
        let (mut first, mut best) = (None, None);
        let wins = self.bar.wins();
        let bar = &self.bar;
        bar.each_bite(|bite| {
            first = first.or(Some(bite));
            best = (wins && !bar.wins_after(bite)).then_some(bite);
            wins && best.is_none()
        });
        Ok(best.or(first).map(move_of))
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        self.needs_values = true;
        self.solve()?;
        Ok(Value::Finite(self.bar.value()))
    }

    /// A bar is connected, whatever was bitten off.
    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        Ok(vec![self.grundy()?])
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let for_values = !self.misere && asks.iter().any(|ask| matches!(ask, Ask::Grundy | Ask::Values));
        self.bar.solve(for_values, &self.context.budget).ok()?;
        let value = |part: &&[u64]| self.bar.value_of(part);
        Some(Evidence::Search(Box::new(move |parts, heap| Ok(parts.first().map_or(0, value) == heap))))
    }

    fn numbers(&self) -> Option<usize> {
        (!self.misere).then_some(1)
    }
}
