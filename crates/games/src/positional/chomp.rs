//! Chomp: a move bites a cell of a bar of chocolate with all cells below and right of it.
//!
//! The rectangles are won by the first player, who could steal whatever answers a bite at the last cell.

#![expect(
    clippy::cast_possible_truncation,
    reason = "there are at most 2²⁰ rows"
)]

use std::ops::ControlFlow;

use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;

use super::boards::{take_cell, taken_cell};
use crate::shared::listing::{MAX_MOVES, too_many_moves};
use crate::shared::longest;
use crate::shared::sum::refuse_values_under_misere;
use crate::shared::sum::{Sum, Summed};
use crate::{Context, Evidence, PositionResult, Standard, Visit, Visited};
use grundy_placement::chomp::{self, MAX_CHOMP_ROWS};
use grundy_record::{Ask, Fault, Keyword, Length, Place, Record, Rules, Slot, Theorem, Words};

/// The words about chomp for people.
const WORDS: Words = Words {
    name: "chomp",
    summary: "bite a cell of a bar with all cells below and right of it",
    how_to_play: "The position is a bar of chocolate, given as rows from the top, none longer \
        than the one above. A move bites a cell with all cells below and right of it. The cell \
        1,1 is poisoned and cannot be taken. A player who cannot move loses; under `misere`, \
        wins.",
    limits: "bars of about 14x14 within the default --max-work, for some 10^8 staircases fit \
        inside; one row and one column at any size, and the outcome of two rows, to 1048576 rows",
    example: "chomp rows 6 6 4 1:",
    theorem: Some(Theorem::new(
        "Every rectangle of two cells or more is won by the first player, who could steal \
            whatever answers a bite at the last cell",
        "Gale 1974",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% for n in names %}
{% set place = loop.index0 %}
[{% for row in names %}
{{- row if loop.index0 < place else "k" if loop.index0 == place else "min(" ~ row ~ ",k)" }}{{ "," if not loop.last else "" }}
{%- endfor %}] for k in {{ 1 if place == 0 else 0 }}..{{ n }}-1
{% endfor %}
"#;

/// The game in which a move bites a cell of a bar with all cells below and right of it.
pub static CHOMP: Standard = Standard::new(
    WORDS
        .parts(&[Slot::Bar])
        .definition_at(DEFINITION)
        .theorem_at(|record| (!record.modifiers.has(Keyword::Misere)).then(String::new)),
    open,
)
.lasting(|record, _| {
    // The cells are bitten one by one, from the last on; the first is poisoned.
    if longest::is_begun(record) {
        return Ok(None);
    }
    let cells = match &record.rules {
        Rules::Rows(rows) => rows
            .iter()
            .fold(0u128, |sum, &row| sum.saturating_add(row.into())),
        Rules::Bar(size) => u128::from(size.rows) * u128::from(size.cols),
        _ => return Err(Fault::incomplete()),
    };
    Ok(Some(Length::Moves(cells.saturating_sub(1))))
});

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let mut rows = match &record.rules {
        Rules::Rows(rows) => rows.clone(),
        Rules::Bar(size) if size.rows <= MAX_CHOMP_ROWS => vec![size.cols; size.rows as usize],
        Rules::Bar(size) => {
            let message = format!("bars have at most {MAX_CHOMP_ROWS} rows, not {}", size.rows);
            return Err(Fault::limit(Place::EndOfRules, &Limit::fixed(message)));
        }
        _ => return Err(Fault::incomplete()),
    };
    for (_, what) in record.position.taken.iter().flatten() {
        if let Some(Cell { row, column }) = taken_cell(what) {
            for length in rows.iter_mut().skip(row as usize) {
                *length = (*length).min(column);
            }
        }
    }
    let misere = record.modifiers.has(Keyword::Misere);
    refuse_values_under_misere(record)?;
    let has_values = !misere && record.needs_values();
    let bar = Bar {
        bar: chomp::Chomp::new(&rows, misere),
        misere,
        has_values,
        budget: context.budget,
    };
    Ok(Box::new(Summed::new(1, bar).with_values(has_values)))
}

struct Bar {
    /// The position.
    bar: chomp::Chomp,
    /// Whether a player without a move wins.
    misere: bool,
    /// Whether values are needed, or only who wins.
    has_values: bool,
    /// The limits of the record.
    budget: Budget,
}

impl Bar {
    /// Makes the answers readable. The verdict of a rectangle, which is always won, needs no table.
    fn solve(&mut self) -> Result<(), Fault> {
        self.bar
            .solve(self.has_values, &self.budget)
            .map_err(|limit| {
                let mut fault = Fault::from(limit);
                if self.is_stolen() {
                    fault.message = format!("{}; the player to move wins", fault.message).into();
                }
                fault
            })
    }

    /// Says whether stealing a strategy shows that the player to move wins.
    fn is_stolen(&self) -> bool {
        let rows = self.bar.rows();
        !self.misere && self.bar.bites() > 0 && rows.first() == rows.last()
    }
}

impl Sum for Bar {
    /// Finds the value of the whole bar, which is connected whatever was bitten off.
    fn value(&mut self, _: usize) -> Result<u64, Fault> {
        if !self.has_values && self.is_stolen() {
            return Ok(1);
        }
        self.solve()?;
        Ok(if self.has_values {
            self.bar.value()
        } else {
            u64::from(self.bar.wins())
        })
    }

    fn moves_of(&mut self, _: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        if target.is_some() {
            self.solve()?;
        }
        let bar = &self.bar;
        let mut looked_at = 0;
        let mut flow = ControlFlow::Continue(());
        let _ = bar.each_bite(|bite| {
            let reaches = match target {
                None => true,
                Some(target) if self.has_values => bar.value_after(bite) == target,
                Some(_) => !bar.wins_after(bite),
            };
            if reaches {
                flow = visit(take_cell(0, Cell::new(bite.row as u64, bite.column)));
            }
            looked_at += u64::from(target.is_some());
            if looked_at > MAX_MOVES {
                return ControlFlow::Break(());
            }
            flow
        });
        if looked_at > MAX_MOVES && flow.is_continue() {
            Err(too_many_moves(MAX_MOVES))
        } else {
            Ok(flow)
        }
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let for_values = !self.misere
            && asks
                .iter()
                .any(|ask| matches!(ask, Ask::Grundy | Ask::Values));
        self.bar.solve(for_values, &self.budget).ok()?;
        let value = |part: &&[u64]| self.bar.value_of(part);
        Some(Evidence::Search(Box::new(move |parts, heap| {
            Ok(parts.first().map_or(0, value) == heap)
        })))
    }
}
