//! Every ask about a position that is a list of moves: under normal play by the values of its parts,
//! under misère play by whole positions.

use std::ops::ControlFlow;

use grundy_base::budget::{Limit, LimitKind};

use crate::shared::sum::refuse_values_under_misere;
use crate::shared::visiting;
use crate::{Context, Evidence, Goal, OpenPosition, PositionResult, Visit, Visited};
use grundy_placement::{Misere, Setup, TakeList, TakingPosition};
use grundy_record::{
    Ask, Fault, Keyword, Move, Outcome, Place, Record, Taken, Tuple, Value, Verdict,
};

/// The limits of games that are searched, for people.
pub(super) const LIMITS_OF_SEARCH: &str = "a search of each connected part: some 60 cells or vertices, by its difficulty, within \
        --max-work and --max-memory; parts of more than 4096 cells only if a theorem gives the \
        value; boards to 67108864 cells";

/// The names by which the moves of a game are written.
#[derive(Debug)]
pub(super) enum Names {
    /// The cells taken, on a board of this many columns.
    Cells(u32),
    /// The vertex taken.
    Vertex,
    /// The edge or the set taken, for each move.
    Listed(Vec<Taken>),
}

impl Names {
    /// Lists the cells that a move takes.
    fn of(&self, moves: &TakeList, mv: usize) -> Taken {
        match self {
            Names::Cells(columns) => {
                let cell = |&cell: &u32| {
                    Tuple::new(&[cell / columns + 1, cell % columns + 1].map(u64::from))
                };
                Taken::Cells(moves.needs(mv).iter().map(cell).collect())
            }
            Names::Vertex => Taken::Places(
                moves
                    .needs(mv)
                    .iter()
                    .map(|&cell| u64::from(cell) + 1)
                    .collect(),
            ),
            Names::Listed(names) => names[mv].clone(),
        }
    }
}

/// Makes the setup that remains after these moves, and the names of its moves.
fn after(setup: Setup, names: Names, taken: &[(usize, Taken)]) -> Result<(Setup, Names), Fault> {
    let mut left = setup.left.clone();
    for (_, what) in taken {
        let may_be = |&mv: &usize| {
            setup
                .moves
                .needs(mv)
                .iter()
                .all(|&cell| left[cell as usize])
        };
        let made =
            (0..setup.moves.len()).find(|mv| names.of(&setup.moves, *mv) == *what && may_be(mv));
        let made = made.ok_or_else(|| {
            Fault::new(
                Place::Game,
                "there is no such move",
                "make one of the moves that there are",
            )
        })?;
        for &cell in setup.moves.goes(made) {
            left[cell as usize] = false;
        }
    }
    let (setup, kept) = setup.within(left);
    Ok(match names {
        Names::Listed(names) => (
            setup,
            Names::Listed(kept.iter().map(|&mv| names[mv].clone()).collect()),
        ),
        names => (setup, names),
    })
}

/// The cells of a part from which on a search is hardly ever known to end. A guess: Cram is searched to some 60 cells, and
/// the games of sparse graphs to more.
const MANY_CELLS: usize = 128;

/// Makes the fault of a limit, with who wins and the least value that is not excluded, if they are known.
pub(super) fn with_known(limit: Limit, wins: Option<bool>, least: Option<u32>) -> Fault {
    let mut message = limit.message.clone();
    message.push_str(match wins {
        Some(true) => "; the player to move wins",
        Some(false) => "; the player to move loses",
        None => "",
    });
    match least {
        Some(1) => message.push_str("; the value 0 is excluded"),
        Some(least) if least > 1 => {
            message.push_str(&format!("; the values 0 to {} are excluded", least - 1));
        }
        _ => {}
    }
    Limit { message, ..limit }.into()
}

/// A position, ready to be asked.
pub(super) struct TakingGame<'a> {
    /// The position, by the kind of play.
    play: Play,
    /// The position as the game describes it.
    setup: Setup,
    /// The names of the moves.
    names: Names,
    /// The context of the record.
    context: &'a Context,
    /// The moves that win, once they are known.
    winning: Option<Vec<usize>>,
}

enum Play {
    /// Normal play: the parts.
    Normal(Box<TakingPosition>),
    /// Misère play, where whole positions are searched.
    Misere(Box<Misere>),
}

impl<'a> TakingGame<'a> {
    /// Opens the position of a setup.
    ///
    /// # Errors
    ///
    /// Fails when a value is asked under misère play, or the position is too large for it.
    pub(super) fn open(
        setup: Setup,
        names: Names,
        record: &Record<'_>,
        context: &'a Context,
    ) -> PositionResult<'a> {
        let (setup, names) = match &record.position.taken {
            Some(taken) if !taken.is_empty() => after(setup, names, taken)?,
            _ => (setup, names),
        };
        let play = if record.modifiers.has(Keyword::Misere) {
            refuse_values_under_misere(record)?;
            Play::Misere(Box::new(Misere::new(&setup, context.budget)?))
        } else {
            let position = TakingPosition::new(setup.clone(), context.budget);
            Play::Normal(Box::new(position))
        };
        Ok(Box::new(TakingGame {
            play,
            setup,
            names,
            context,
            winning: None,
        }))
    }

    /// Opens the position, under normal play.
    fn position(&mut self) -> Result<&mut TakingPosition, Fault> {
        match &mut self.play {
            Play::Normal(position) => Ok(position),
            Play::Misere(_) => Err(Fault::new(
                Place::Game,
                "under misère play this position has no Grundy value",
                "leave out `misere`, or ask `verdict`, `winner`, `count`, `moves` or `best`",
            )),
        }
    }

    fn move_of(&self, mv: usize) -> Move {
        Move::Take {
            index: Some(0),
            what: self.names.of(&self.setup.moves, mv),
        }
    }

    /// Words a limit that was met, with what is known by then.
    fn fault(&mut self, limit: Limit) -> Fault {
        let Play::Normal(position) = &mut self.play else {
            return limit.into();
        };
        let is_searched = limit.kind != LimitKind::Fixed;
        let largest = (0..position.parts())
            .map(|part| position.cells_of(part).len())
            .max();
        let mut fault = with_known(limit, position.known_outcome(), position.least());
        if is_searched && largest > Some(MANY_CELLS) {
            fault.help = format!(
                "a search of more than {MANY_CELLS} cells may need more than any machine has"
            )
            .into();
        }
        fault
    }

    fn ask<R>(
        &mut self,
        ask: impl FnOnce(&mut TakingPosition) -> Result<R, Limit>,
    ) -> Result<R, Fault> {
        let position = self.position()?;
        let result = ask(position);
        let chosen = position.take_chosen();
        self.context.notes.engine_if_any(chosen);
        result.map_err(|limit| self.fault(limit))
    }

    /// Says whether the player to move wins, if that is known without a search.
    fn known_outcome(&mut self) -> Option<bool> {
        match &mut self.play {
            Play::Normal(position) => position.known_outcome(),
            Play::Misere(_) => None,
        }
    }

    /// Says whether a move wins.
    fn wins(&mut self, mv: usize) -> Result<bool, Fault> {
        match &mut self.play {
            Play::Normal(..) => self.ask(|position| position.leads_to(mv, 0)),
            Play::Misere(misere) => Ok(!misere.wins_after(mv)?),
        }
    }

    /// Lists the moves that win: each is asked only whether it leaves 0.
    fn winning(&mut self) -> Result<&[usize], Fault> {
        if self.winning.is_none() {
            let lost = self.known_outcome() == Some(false);
            let mut winning = Vec::new();
            // Part by part, so that each is searched once.
            let mut order: Vec<usize> =
                (0..if lost { 0 } else { self.setup.moves.len() }).collect();
            if let Play::Normal(position) = &self.play {
                order.sort_by_key(|&mv| position.part_of(mv));
            }
            for mv in order {
                if self.wins(mv)? {
                    winning.push(mv);
                }
            }
            winning.sort_unstable();
            self.winning = Some(winning);
        }
        Ok(self.winning.as_deref().unwrap_or_default())
    }

    /// Says whether the player to move loses the sum of these sets of cells and a nim-heap.
    fn loses(&self, parts: &[&[u64]], heap: u64) -> Result<bool, Fault> {
        let mut left = vec![false; self.setup.left.len()];
        let cells = (0..left.len()).filter(|&cell| self.setup.left[cell]);
        for (place, cell) in cells.enumerate() {
            left[cell] = parts
                .iter()
                .any(|part| part[place / 64] >> (place % 64) & 1 != 0);
        }
        let (setup, _) = self.setup.within(left);
        if let Play::Misere(_) = &self.play {
            return Ok(!Misere::new(&setup, self.context.budget)?.wins()?);
        }
        let mut position = TakingPosition::new(setup, self.context.budget);
        let loses = u32::try_from(heap).map_or(Ok(false), |heap| position.is(heap));
        self.context.notes.engine_if_any(position.take_chosen());
        Ok(loses?)
    }

    /// Says whether the player to move has won for having no move.
    fn has_won(&self) -> bool {
        self.setup.moves.is_empty() && matches!(self.play, Play::Misere(_))
    }
}

impl Drop for TakingGame<'_> {
    fn drop(&mut self) {
        if let Play::Normal(position) = &mut self.play {
            let cells = (0..position.parts())
                .map(|part| position.cells_of(part).len() as u64)
                .sum();
            self.context.effort.add(cells, position.spent());
        }
    }
}

impl OpenPosition for TakingGame<'_> {
    fn evidence(&mut self, _: &[Ask]) -> Option<Evidence<'_>> {
        Some(Evidence::Search(Box::new(|parts, heap| {
            self.loses(parts, heap)
        })))
    }

    fn outcome(&mut self) -> Result<Outcome, Fault> {
        let wins = match (&mut self.play, &self.winning) {
            (_, Some(winning)) => !winning.is_empty() || self.has_won(),
            (Play::Misere(misere), _) => misere.wins()?,
            (Play::Normal(position), _) => match position.known_outcome() {
                Some(wins) => wins,
                None => !self.ask(|position| position.is(0))?,
            },
        };
        Ok(if wins { Outcome::Win } else { Outcome::Lose })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        let moves = match goal {
            Goal::Verdict => self.winning()?.to_vec(),
            _ => (0..self.setup.moves.len()).collect(),
        };
        visiting::visit_each(moves, |mv| {
            let reaches = match goal {
                // Values of positions fit 32 bits.
                Goal::Value(target) => match u32::try_from(target) {
                    Ok(target) => self.ask(|position| position.leads_to(mv, target))?,
                    Err(_) => false,
                },
                _ => true,
            };
            Ok(if reaches {
                visit(self.move_of(mv))
            } else {
                ControlFlow::Continue(())
            })
        })
    }

    fn verdict(&mut self) -> Result<Verdict, Fault> {
        let count = self.winning()?.len() as u128;
        Ok(if count > 0 || self.has_won() {
            Verdict::Win(count)
        } else {
            Verdict::Lose
        })
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        let mut moves = 0..self.setup.moves.len();
        let best = match self
            .winning
            .as_ref()
            .map(|winning| winning.first().copied())
        {
            Some(best) => best,
            None if self.known_outcome() == Some(false) => None,
            None => moves
                .find_map(|mv| self.wins(mv).map(|wins| wins.then_some(mv)).transpose())
                .transpose()?,
        };
        Ok(best
            .or((!self.setup.moves.is_empty()).then_some(0))
            .map(|mv| self.move_of(mv)))
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        Ok(Value::Finite(self.ask(TakingPosition::value)?.into()))
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        let parts = self.position()?.parts();
        let value = |part| {
            Ok(Value::Finite(
                self.ask(|position| position.part_value(part))?.into(),
            ))
        };
        (0..parts).map(value).collect()
    }

    fn numbers(&self) -> Option<usize> {
        matches!(self.play, Play::Normal(..)).then_some(1)
    }
}
