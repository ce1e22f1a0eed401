//! The things that are asked: rules that were opened, and positions of them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use grundy_base::budget::Budget;
use grundy_base::edge::Edge;
use grundy_record::{
    Ask, Fault, Field, Length, Move, Outcome, Paths, Pattern, Period, Quotient, Record, Value,
    Verdict,
};
use num_bigint::BigUint;

use crate::shared::misere_rules::Classes;
use crate::shared::visiting::{self, Visit, Visited};

/// The position of a record, opened, or what is wrong with it.
pub type PositionResult<'a> = Result<Box<dyn OpenPosition + 'a>, Fault>;

/// Rules that were opened, ready for any position.
pub trait OpenRules<'a> {
    /// Opens a position of these rules; records of ranges are opened by their game ([`crate::Game::open_ranges`]).
    ///
    /// A record opened for one ask may be solved in a cheaper way than for others; asks beyond those get an error, never
    /// another ask's answer.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] at the place of the position that is wrong or asks for more than the limits allow.
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p;

    /// Returns how many numbers a component of a position has.
    fn piles(&self) -> usize {
        1
    }

    /// Answers an ask about a position if the answer is known or found in no time. `numbers` are those of the position,
    /// component after component. `None`, which is always right, lets the position be opened.
    fn quick(&self, ask: Ask, numbers: &[u64]) -> Option<Quick> {
        let _ = (ask, numbers);
        None
    }

    /// Lists the numbers of the P-positions of a record that varies, ascending; `None` if they must be looked for one
    /// by one.
    ///
    /// # Errors
    ///
    /// Fails if there are more than `most`, or one of the positions has no answer.
    fn p_list(&self, record: &Record<'_>, most: usize) -> Option<Result<Vec<u64>, Fault>> {
        let _ = (record, most);
        None
    }

    /// Appends the answers of positions that follow each other in `numbers`, each up to one of `ends`, until one
    /// has no quick answer.
    fn quick_each(&self, ask: Ask, numbers: &[u64], ends: &[usize], found: &mut Vec<Quick>) {
        let mut from = 0;
        for &end in ends {
            let Some(answer) = self.quick(ask, &numbers[from..end]) else {
                break;
            };
            found.push(answer);
            from = end;
        }
    }
}

/// An answer that is known or found in no time ([`OpenRules::quick`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quick {
    /// The Grundy value.
    Value(u64),
    /// The number of winning moves, which is 0 if the player to move loses; for the ask `winner`, 1 stands for any number
    /// of them.
    Winning(u64),
    /// A draw.
    Draw,
}

impl Quick {
    /// Makes the answer of a position with this many winning moves, if they are not too many.
    pub fn winning(moves: u128) -> Option<Quick> {
        u64::try_from(moves).ok().map(Quick::Winning)
    }

    /// Makes the field of the answer; `None` for asks without quick answers.
    pub fn field(self, ask: Ask) -> Option<Field> {
        Some(match (ask, self) {
            (Ask::Verdict, Quick::Draw) => Field::Verdict(Verdict::Draw),
            (Ask::Verdict, Quick::Winning(0)) => Field::Verdict(Verdict::Lose),
            (Ask::Verdict, Quick::Winning(moves)) => Field::Verdict(Verdict::Win(moves.into())),
            (Ask::Winner, Quick::Draw) => Field::Winner(Outcome::Draw),
            (Ask::Winner, Quick::Winning(0)) => Field::Winner(Outcome::Lose),
            (Ask::Winner, Quick::Winning(_)) => Field::Winner(Outcome::Win),
            (Ask::Count, Quick::Draw) => Field::Count(0),
            (Ask::Count, Quick::Winning(moves)) => Field::Count(moves.into()),
            (Ask::Grundy, Quick::Value(value)) => Field::Grundy(Value::Finite(value)),
            _ => return None,
        })
    }
}

/// The moves that are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All legal moves.
    Legal,
    /// The moves that reach the verdict: winning ones when it is a win, drawing ones when it is a draw, none when
    /// it is lost.
    Verdict,
    /// The moves that leave the position, as a part of a sum of games, this finite value.
    Value(u64),
}

/// The positions that are counted, of those that a record with ranges stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All the positions.
    All,
    /// The positions in which the player to move loses.
    Lost,
}

/// A record that was opened: a position of a game, ready to be asked about. Asks that a game has no answer to give
/// [`Fault::unsupported`].
///
/// # Errors
///
/// Every method gives a [`Fault`] when the answer would pass a limit.
pub trait OpenPosition: Send {
    /// Decides who wins.
    fn outcome(&mut self) -> Result<Outcome, Fault>;

    /// Visits moves in the order in which answers list them, until the visitor breaks.
    ///
    /// A move of a component that is a number, a tuple or a row of them is named by what it leaves, so that different moves
    /// leave different positions. Games that take cells, vertices or edges name a move by what is taken, and two of
    /// them may leave the same.
    ///
    /// This is no iterator, since the options of rules, of codes and of taking games come from recursive walks under a
    /// lock: an iterator would list all moves of a component before its first. Neither is faster. With short lists of
    /// moves, three boxed iterators in one another took as long a move as three visitors.
    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited;

    /// Counts the moves with this goal.
    ///
    /// No limit ends a visit of them one by one, as here. Games in which very many moves may have the goal `Verdict` or
    /// `Value` know their number; what needs `Legal` moves lists them up to a limit (`shared::listing::up_to`).
    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        visiting::count(|visit| self.visit(goal, visit))
    }

    /// Counts the winning first moves; 0 when there is none.
    fn count(&mut self) -> Result<u128, Fault> {
        match self.outcome()? {
            Outcome::Win => self.count_of(Goal::Verdict),
            _ => Ok(0),
        }
    }

    /// Decides who wins, and counts the winning first moves.
    fn verdict(&mut self) -> Result<Verdict, Fault> {
        Ok(match self.outcome()? {
            Outcome::Win => Verdict::Win(self.count()?),
            Outcome::Lose => Verdict::Lose,
            Outcome::Draw => Verdict::Draw,
        })
    }

    /// Finds the first move that reaches the verdict; when lost, the first legal move; `None` when there is none.
    fn best(&mut self) -> Result<Option<Move>, Fault> {
        match visiting::first(&mut |visit| self.visit(Goal::Verdict, visit))? {
            None => visiting::first(&mut |visit| self.visit(Goal::Legal, visit)),
            best => Ok(best),
        }
    }

    /// Finds the Grundy value of the position.
    fn grundy(&mut self) -> Result<Value, Fault> {
        Err(Fault::unsupported(Ask::Grundy))
    }

    /// Finds the Grundy value of each component.
    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        Err(Fault::unsupported(Ask::Values))
    }

    /// Returns the position as what answers asks about all heaps up to its own; `None` if the game has no such asks.
    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        None
    }

    /// Finds the genus of the position under misère play, as text.
    fn genus(&mut self) -> Result<String, Fault> {
        Err(Fault::unsupported(Ask::Genus))
    }

    /// Finds the misère quotient of heaps up to the largest of the position, or of all heaps if it has none.
    fn quotient(&mut self) -> Result<Searched<Quotient>, Fault> {
        Err(Fault::unsupported(Ask::Quotient))
    }

    /// Finds the remoteness if it is known without a visit of all positions ([`crate::questions::remoteness::of`]).
    fn remoteness(&mut self, budget: &Budget) -> Option<Result<Length, Fault>> {
        let _ = budget;
        None
    }

    /// Finds the position in its misère quotient.
    fn classes(&mut self) -> Result<Classes, Fault> {
        Err(Fault::unsupported(Ask::Quotient))
    }

    /// Counts positions that the record stands for: of one, unless its numbers are ranges.
    fn positions(&mut self, counted: Counted) -> Result<BigUint, Fault> {
        let counts = match counted {
            Counted::All => true,
            Counted::Lost => self.outcome()? == Outcome::Lose,
        };
        Ok(BigUint::from(u32::from(counts)))
    }

    /// Finds evidence for the answers to these asks beyond the definition of the game, for those who prove them; `None`
    /// if it is a theorem, or a period.
    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let _ = asks;
        None
    }

    /// Returns how many numbers it takes in the moves of a sum of different games: one for each component, or for each of
    /// its piles or coins where moves name these. `None` if the position has no Grundy value.
    fn numbers(&self) -> Option<usize> {
        None
    }

    /// Visits the moves after which this part of a sum and a rest of this value are a draw. The default is for
    /// parts whose values are all finite.
    fn drawing_moves(&mut self, rest: &Value, visit: &mut Visit<'_>) -> Visited {
        let Value::Infinite(set) = rest else {
            return Ok(ControlFlow::Continue(()));
        };
        // A move to a value of the set lets the opponent win.
        let mut bad = HashSet::new();
        for &value in set {
            let _ = self.visit(Goal::Value(value), &mut |mv| {
                bad.insert(mv);
                ControlFlow::Continue(())
            })?;
        }
        let mut good = |mv| {
            if bad.contains(&mv) {
                ControlFlow::Continue(())
            } else {
                visit(mv)
            }
        };
        self.visit(Goal::Legal, &mut good)
    }
}

/// Asks about the heaps 0, 1, 2, … up to the one heap of a position, or about all heaps of its rules.
///
/// # Errors
///
/// Every method gives a [`Fault`] when the answer would pass a limit, or when the game or the position has no answer, as
/// the defaults do.
pub trait HeapAsks {
    /// Shows heaps with their Grundy values, ascending: all from 0 on, or at least those of the slice if the ask is one.
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        let _ = show;
        Err(Fault::unsupported(ask))
    }

    /// Lists the heaps at which the player to move loses.
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        Err(Fault::unsupported(Ask::Losing))
    }

    /// Counts the ways to the end; modulo a number if one is given.
    fn paths(&mut self, modulus: Option<u64>) -> Result<Paths, Fault> {
        Err(Fault::unsupported(Ask::Paths(modulus)))
    }

    /// Finds the period of the Grundy values.
    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        Err(Fault::unsupported(Ask::Period))
    }

    /// Finds a pattern that is proved of all positions; `None` if none was found and proved.
    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        Err(Fault::unsupported(Ask::Pattern))
    }
}

/// The result of a search among heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched<T> {
    /// The result, which is proved.
    Found(T),
    /// No result; the largest heap that was looked at, if that is known.
    UpTo(Option<u64>),
}

/// A proof of answers, in the words of `grundy_certificates::certificate`.
pub enum Evidence<'e> {
    /// The edges of the graph that is left to walk on: a maximum matching proves who wins.
    Walk(Vec<Edge>),
    /// Arcs and tokens: labels with ranks prove the values of the tokens.
    Arcs {
        /// The arcs of the graph.
        arcs: Vec<Edge>,
        /// The vertices of the tokens.
        tokens: Vec<u32>,
    },
    /// A search: it says whether the player to move loses the sum of these parts and a nim-heap.
    Search(Box<Loses<'e>>),
    /// An automaton or a misère quotient, as its certificate.
    Text(String),
}

/// A function that says whether the player to move loses the sum of these parts and a nim-heap of this size. A part is a set of cells as bits, the
/// cells of the record in ascending order; the rows of a bar; the numbers of a rule; the columns and letters of a board.
pub type Loses<'e> = dyn FnMut(&[&[u64]], u64) -> Result<bool, Fault> + 'e;
