//! Chomp: a move bites a cell of a bar of chocolate with all cells below and right of it.
//!
//! The rectangles are won by the first player, who could steal whatever answers a bite at the last cell.

use std::ops::ControlFlow;

use crate::games::listing::{moves_limit, too_many_moves};
use crate::games::part::Part;
use crate::games::sum::refuse_values_under_misere;
use crate::games::{Context, Game, Instance, Opening, Visit};
use crate::record::{
    Fault, Move, Outcome, Place, Record, Signature, Slot, Taken, Theorem, Tuple, Value, Verdict, Words,
};
use crate::theory::budget::Limit;
use crate::theory::positional::chomp::{self as theory, Bite, MOST_ROWS};

/// Bite a cell of a bar with all cells below and right of it.
#[derive(Debug)]
pub struct Chomp;

static SIGNATURE: Signature = Words {
    name: "chomp",
    summary: "bite a cell of a bar with all cells below and right of it",
    how_to_play: "The position is a bar of chocolate, or what is left of it as rows from the top, \
         none longer than the one above. A move bites a cell with all cells below and right \
         of it. The cell 1,1 is poisoned and cannot be taken. A player who cannot move \
         loses; under `misere`, wins.",
    limits: "the staircases inside the position are listed: some 10^9 at the default \
         --max-memory, so bars to about 15x15; one row and one column, and who wins of two \
         rows, at any size to 1048576 rows",
    example: "chomp rows 6 6 4 1:",
}
.parts(&[Slot::Bar])
.theorem(Theorem {
    statement: "Every rectangle of two cells or more is won by the first player, who could steal \
                whatever answers a bite at the last cell",
    source: "Gale 1974",
    here: |record| (!record.modifiers.misere).then(String::new),
});

impl Game for Chomp {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        let rules = &record.rules;
        let rows = match (&rules.lengths, rules.bar) {
            (Some(rows), _) => rows.clone(),
            (None, Some(size)) if size.rows <= MOST_ROWS => vec![size.cols; size.rows as usize],
            (None, Some(size)) => {
                let message = format!("bars have at most {MOST_ROWS} rows, not {}", size.rows);
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
        let misere = record.modifiers.misere;
        if misere {
            refuse_values_under_misere(&record.asks)?;
        }
        let bar = theory::Chomp::new(&rows, misere);
        Ok(Box::new(Bar { bar, misere, needs_values: record.needs_values(), context, winning: None }))
    }
}

struct Bar<'a> {
    bar: theory::Chomp,
    misere: bool,
    needs_values: bool,
    context: &'a Context,
    winning: Option<Vec<Bite>>,
}

fn move_of((row, column): Bite) -> Move {
    let cell = Tuple::new(&[row as u64 + 1, column + 1]);
    Move::Take { index: Some(0), what: Taken::Cells([cell].into()) }
}

impl Bar<'_> {
    /// Makes the answers readable. A rectangle is won without: whoever asks no more needs no table.
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

    fn winning(&mut self) -> Result<&[Bite], Fault> {
        if self.winning.is_none() {
            self.solve()?;
            let limit = moves_limit(&self.context.budget);
            if self.bar.bites() > u128::from(limit) {
                return Err(too_many_moves(limit));
            }
            let mut winning = Vec::new();
            let bar = &self.bar;
            bar.each_bite(|bite| {
                if !bar.wins_after(bite) {
                    winning.push(bite);
                }
                true
            });
            self.winning = Some(winning);
        }
        Ok(self.winning.as_deref().unwrap_or_default())
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

    fn count(&mut self) -> Result<u128, Fault> {
        Ok(self.winning()?.len() as u128)
    }

    fn verdict(&mut self) -> Result<Verdict, Fault> {
        self.solve()?;
        Ok(if self.bar.wins() { Verdict::Win(self.count()?) } else { Verdict::Lose })
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        Ok(self.winning()?.iter().copied().map(move_of).collect())
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

    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        self.bar.each_bite(|bite| visit(move_of(bite)).is_continue());
        Ok(())
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

    fn part(&mut self) -> Option<&mut dyn Part> {
        if self.misere { None } else { Some(self) }
    }
}

impl Part for Bar<'_> {
    fn numbers(&self) -> usize {
        1
    }

    fn count_to(&mut self, target: u64) -> Result<u128, Fault> {
        let mut count = 0;
        self.moves_to(target, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    fn moves_to(&mut self, target: u64, visit: &mut Visit<'_>) -> Result<(), Fault> {
        self.grundy()?;
        let limit = moves_limit(&self.context.budget);
        if self.bar.bites() > u128::from(limit) {
            return Err(too_many_moves(limit));
        }
        let bar = &self.bar;
        bar.each_bite(|bite| bar.value_after(bite) != target || visit(move_of(bite)).is_continue());
        Ok(())
    }
}
