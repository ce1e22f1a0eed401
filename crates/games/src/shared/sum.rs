//! Sums of independent components with Grundy values, and every ask about them.
//!
//! Sprague and Grundy: a sum behaves like the nim-sum (exclusive or) of the Grundy values of its
//! components; the player to move loses exactly when it is 0. A move in component *i* wins when it
//! leaves that component the nim-sum of all the others.
//!
//! Misère play is decided by the same values if every component is *tame*, as the positions of
//! nim and of all subtraction games are (Ferguson 1974): as in misère nim, the player to move
//! loses when the nim-sum is 0 and some value is above 1, or the nim-sum is 1 and none is.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use grundy_base::budget::Limit;
use grundy_misere::genus::Genus;
use smallvec::SmallVec;

use crate::shared::found_once;
use crate::shared::visiting;
use crate::{Evidence, Goal, HeapAsks, OpenPosition, Quick, Searched, Visit, Visited};
use grundy_record::{Ask, Fault, Keyword, Outcome, Place, Quotient, Record, Value};

/// The player who wins when the player to move cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The other player.
    Normal,
    /// The player to move; this is decided for games all of whose positions are tame.
    Misere,
}

impl Play {
    /// Returns the play of a record: normal, unless it says `misere`.
    pub fn of(record: &Record<'_>) -> Play {
        if record.modifiers.has(Keyword::Misere) {
            Play::Misere
        } else {
            Play::Normal
        }
    }
}

/// Returns the fault of a limit that a component meets.
pub fn at(index: usize) -> impl Fn(Limit) -> Fault {
    move |limit| Fault::limit(Place::Position(index), &limit)
}

/// Finds the answer of [`OpenRules::quick`](crate::OpenRules::quick) for a sum under normal play, from the value
/// of a component and the number of its moves to a value.
pub fn quick<C>(
    ask: Ask,
    components: impl Iterator<Item = C> + Clone,
    value: impl Fn(C) -> Option<u64>,
    count_to: impl Fn(C, u64) -> Option<u128>,
) -> Option<Quick> {
    let mut values = SmallVec::<[u64; 16]>::new();
    for component in components.clone() {
        values.push(value(component)?);
    }
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    match ask {
        Ask::Grundy => return Some(Quick::Value(nim_sum)),
        Ask::Verdict | Ask::Count if nim_sum != 0 => {}
        _ => return Some(Quick::Winning(u64::from(nim_sum != 0))),
    }
    let mut count = 0;
    for (component, value) in components.zip(values) {
        count += count_to(component, value ^ nim_sum)?;
    }
    Quick::winning(count)
}

/// The components of a position that is a sum, as [`Summed`] asks about them.
pub trait Sum: Send {
    /// Finds the Grundy value of a component.
    ///
    /// # Errors
    ///
    /// Fails when it would pass a limit.
    fn value(&mut self, index: usize) -> Result<u64, Fault>;

    /// Counts the different moves of a component that leave it this Grundy value.
    ///
    /// # Errors
    ///
    /// Fails when counting them would pass a limit.
    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        visiting::count(|visit| self.moves_of(index, Some(target), visit))
    }

    /// Visits the moves of a component, in the order answers list them, until the visitor breaks:
    /// all of them, or those that leave the component this Grundy value.
    ///
    /// # Errors
    ///
    /// Fails when listing them would pass a limit.
    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited;

    /// Returns what answers asks about heaps, as [`OpenPosition::heap_asks`] does.
    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        None
    }

    /// Finds the misère quotient as [`OpenPosition::quotient`] does, if the sum brings no position under misère play.
    ///
    /// # Errors
    ///
    /// Fails when it would pass a limit; the default, for games without a quotient, always.
    fn quotient(&mut self) -> Result<Searched<Quotient>, Fault> {
        Err(Fault::unsupported(Ask::Quotient))
    }

    /// Finds evidence as [`OpenPosition::evidence`] does.
    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        let _ = asks;
        None
    }
}

/// Components whose values are known when they are opened.
struct Valued<M> {
    /// The value of each component.
    values: Vec<u64>,
    /// The function that visits the moves of a component.
    moves: M,
}

/// Makes a sum of components with these values, each with its moves ([`Sum::moves_of`]).
pub fn valued<'s>(
    values: Vec<u64>,
    moves: impl FnMut(usize, Option<u64>, &mut Visit<'_>) -> Visited + Send + 's,
) -> Summed<'s> {
    Summed::new(values.len(), Valued { values, moves })
}

/// Makes a position of one component with this value, whose moves give numbers to several piles or coins.
pub fn row<'s>(
    numbers: usize,
    value: u64,
    mut moves: impl FnMut(Option<u64>, &mut Visit<'_>) -> Visited + Send + 's,
) -> Summed<'s> {
    valued(vec![value], move |_, target, visit| moves(target, visit)).numbered(numbers)
}

impl<M: FnMut(usize, Option<u64>, &mut Visit<'_>) -> Visited + Send> Sum for Valued<M> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(self.values[index])
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        (self.moves)(index, target, visit)
    }
}

/// A sum with the values of its components found once.
pub struct Summed<'s> {
    /// The components.
    sum: Box<dyn Sum + 's>,
    /// The number of components.
    components: usize,
    /// The number of numbers that its moves give to what they change.
    numbers: usize,
    /// The kind of play.
    play: Play,
    /// Whether all components are tame, by a theorem.
    is_tame: bool,
    /// Whether the components have Grundy values.
    has_values: bool,
    /// The position under misère play, if that is asked about.
    misere: Option<Box<dyn OpenPosition>>,
    /// The values of the components, once they are found.
    values: OnceCell<Values>,
}

#[derive(Debug)]
struct Values {
    /// The value of each component.
    each: Vec<u64>,
    /// The nim-sum of all values.
    nim_sum: u64,
    /// The number of components with a value above 1.
    large: usize,
}

impl<'s> Summed<'s> {
    /// Makes a sum of this many components ready to be asked: under normal play, by their values, and its moves give a
    /// number to each component.
    pub fn new(components: usize, sum: impl Sum + 's) -> Self {
        Summed {
            sum: Box::new(sum),
            components,
            numbers: components,
            play: Play::Normal,
            is_tame: false,
            has_values: true,
            misere: None,
            values: OnceCell::new(),
        }
    }

    /// Returns the sum whose moves give this many numbers, if components have several piles or coins.
    #[must_use]
    pub fn numbered(self, numbers: usize) -> Self {
        Summed { numbers, ..self }
    }

    /// Returns the sum under this play; `is_tame` says whether all its components are tame, by a theorem.
    #[must_use]
    pub fn tame(self, is_tame: bool, play: Play) -> Self {
        debug_assert!(
            is_tame || play == Play::Normal,
            "the values of components that are not tame do not decide misère play"
        );
        Summed {
            play,
            is_tame,
            ..self
        }
    }

    /// Returns the sum; `has_values` says whether [`Sum::value`] gives Grundy values. If it does not, a record of one
    /// component is asked who wins alone, and the value is 0 if the player to move loses and 1 if they win.
    #[must_use]
    pub fn with_values(self, has_values: bool) -> Self {
        Summed { has_values, ..self }
    }

    /// Returns the sum together with its position under misère play.
    #[must_use]
    pub fn with_misere(self, misere: Option<Box<dyn OpenPosition>>) -> Self {
        Summed { misere, ..self }
    }

    fn find_values(&mut self) -> Result<&Values, Fault> {
        found_once(&self.values, || {
            let found = (0..self.components).map(|i| self.sum.value(i));
            let each = found.collect::<Result<Vec<u64>, Fault>>()?;
            let nim_sum = each.iter().fold(0, |sum, value| sum ^ value);
            let large = each.iter().filter(|&&value| value > 1).count();
            Ok(Values {
                each,
                nim_sum,
                large,
            })
        })
    }

    /// Finds the values, for an ask that is about them.
    fn grundy_values(&mut self, ask: Ask) -> Result<&Values, Fault> {
        match self.play {
            Play::Normal if !self.has_values => Err(Fault::unsupported(ask)),
            Play::Normal => self.find_values(),
            Play::Misere => Err(under_misere(ask, Place::Game)),
        }
    }

    /// Computes the value that a move with this goal leaves the component; none for legal moves, which may leave any.
    fn target(&mut self, index: usize, goal: Goal) -> Result<Option<u64>, Fault> {
        let play = self.play;
        if goal == Goal::Legal {
            return Ok(None);
        }
        let values = self.find_values()?;
        let own = values.each[index];
        let others = values.nim_sum ^ own;
        let large_others = values.large - usize::from(own > 1);
        Ok(Some(match (goal, play) {
            (Goal::Value(total), _) => others ^ total,
            (_, Play::Misere) if large_others == 0 => others ^ 1,
            _ => others,
        }))
    }
}

impl OpenPosition for Summed<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        let play = self.play;
        let Values { nim_sum, large, .. } = *self.find_values()?;
        let loses = if play == Play::Misere && large == 0 {
            nim_sum != 0
        } else {
            nim_sum == 0
        };
        Ok(if loses { Outcome::Lose } else { Outcome::Win })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        if goal == Goal::Verdict && self.outcome()? == Outcome::Lose {
            return Ok(ControlFlow::Continue(()));
        }
        visiting::visit_each(0..self.components, |index| {
            let target = self.target(index, goal)?;
            self.sum.moves_of(index, target, visit)
        })
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        let mut count = 0;
        for index in 0..self.components {
            count += match self.target(index, goal)? {
                Some(target) => self.sum.count_to(index, target)?,
                None => visiting::count(|visit| self.sum.moves_of(index, None, visit))?,
            };
        }
        Ok(count)
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        Ok(Value::Finite(self.grundy_values(Ask::Grundy)?.nim_sum))
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        Ok(self
            .grundy_values(Ask::Values)?
            .each
            .iter()
            .map(|&value| Value::Finite(value))
            .collect())
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        self.sum.heap_asks()
    }

    fn genus(&mut self) -> Result<String, Fault> {
        if self.is_tame {
            let &Values { nim_sum, large, .. } = self.find_values()?;
            return Ok(Genus::tame(nim_sum, large > 0).to_string());
        }
        match &mut self.misere {
            Some(misere) => misere.genus(),
            None => Err(Fault::unsupported(Ask::Genus)),
        }
    }

    fn quotient(&mut self) -> Result<Searched<Quotient>, Fault> {
        match &mut self.misere {
            Some(misere) => misere.quotient(),
            None => self.sum.quotient(),
        }
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        match &mut self.misere {
            Some(misere) if asks.contains(&Ask::Quotient) => misere.evidence(asks),
            _ => self.sum.evidence(asks),
        }
    }

    fn numbers(&self) -> Option<usize> {
        (self.play == Play::Normal && self.has_values).then_some(self.numbers)
    }
}

/// Refuses a record if one of its asks is refused, with a fault at the first of them.
///
/// # Errors
///
/// Fails if there is one.
pub fn refuse(
    asks: &[Ask],
    refused: impl Fn(&Ask) -> bool,
    fault: impl FnOnce(Ask, Place) -> Fault,
) -> Result<(), Fault> {
    match asks.iter().position(refused) {
        Some(i) => Err(fault(asks[i], Place::Ask(i))),
        None => Ok(()),
    }
}

/// Refuses a record under misère play that asks a Grundy value, if positions have none.
///
/// # Errors
///
/// Fails at the first such ask.
pub fn refuse_values_under_misere(record: &Record<'_>) -> Result<(), Fault> {
    let misere = record.modifiers.has(Keyword::Misere);
    refuse(
        &record.asks,
        |ask| misere && matches!(ask, Ask::Grundy | Ask::Values),
        under_misere,
    )
}

/// Returns the fault of an ask that only normal play has.
pub fn under_misere(ask: Ask, place: Place) -> Fault {
    Fault::new(
        place,
        format!("`{ask}` is defined under normal play only"),
        "leave out `misere`, or ask `verdict`, `winner`, `count`, `moves` or `best`",
    )
}
