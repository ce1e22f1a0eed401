//! Sums of independent components with Grundy values, and every ask about them.
//!
//! Sprague and Grundy: a sum behaves like the nim-sum (exclusive or) of the Grundy values of its
//! components; the player to move loses exactly when it is 0. A move in component *i* wins when it
//! leaves that component the nim-sum of all the others.
//!
//! Misère play is decided by the same values where every component is *tame*, as the positions of
//! nim and of all subtraction games are (Ferguson 1974): as in misère nim, the player to move
//! loses when the nim-sum is 0 and some value is above 1, or the nim-sum is 1 and none is.

use std::ops::ControlFlow;

use grundy_misere::genus::Genus;
use num_bigint::BigUint;
use smallvec::SmallVec;

use super::listing;
use super::part::Part;
use crate::games::{Instance, Visit};
use crate::record::{Ask, Fault, Move, Numbers, Outcome, Pattern, Period, Place, Quotient, Value};
use crate::theory::budget::{Budget, Limit};

/// Who wins when the player to move cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The other player.
    Normal,
    /// The player to move. Only for games all of whose positions are tame.
    Misere,
}

/// The fault of a limit that a component meets.
pub fn at(index: usize) -> impl Fn(Limit) -> Fault {
    move |limit| Fault::limit(Place::Position(index), &limit)
}

/// What [`Rules::number`](crate::games::Rules::number) gives for a sum under normal play, from the value of a component and
/// the number of its moves to a value.
pub fn number<C>(
    ask: Ask,
    components: impl Iterator<Item = C> + Clone,
    value: impl Fn(C) -> Option<u64>,
    mut count_to: impl FnMut(C, u64) -> Option<u128>,
) -> Option<u64> {
    let mut values = SmallVec::<[u64; 16]>::new();
    for component in components.clone() {
        values.push(value(component)?);
    }
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    if nim_sum == 0 || !matches!(ask, Ask::Verdict | Ask::Count) {
        return Some(nim_sum);
    }
    let mut count = 0;
    for (component, value) in components.zip(values) {
        count += count_to(component, value ^ nim_sum)?;
    }
    count.try_into().ok()
}

/// A position that is a sum of components.
pub trait Sum {
    /// The number of components.
    fn components(&self) -> usize;

    /// How many numbers its moves give to what they change: one to each component, unless a
    /// component has several piles or coins.
    fn numbers(&self) -> usize {
        self.components()
    }

    /// Which play; normal unless said otherwise.
    fn play(&self) -> Play {
        Play::Normal
    }

    /// Whether all its components are tame, by a theorem.
    fn is_tame(&self) -> bool {
        false
    }

    /// As [`Instance::quotient`], where a theorem says it.
    fn quotient(&self) -> Option<Result<Quotient, u64>> {
        None
    }

    /// Whether [`Sum::value`] gives Grundy values. Where it does not, a record of one component is
    /// asked who wins alone, and the value is 0 where the player to move loses and 1 elsewhere.
    fn has_values(&self) -> bool {
        true
    }

    /// The Grundy value of a component.
    ///
    /// # Errors
    ///
    /// When it would pass a limit.
    fn value(&mut self, index: usize) -> Result<u64, Fault>;

    /// The number of different moves of a component that leave it this Grundy value.
    ///
    /// # Errors
    ///
    /// When counting them would pass a limit.
    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let mut count = 0;
        self.moves_of(index, Some(target), &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// Visits the moves of a component, in the order answers list them, until the visitor breaks:
    /// all of them, or those that leave the component this Grundy value.
    ///
    /// # Errors
    ///
    /// When listing them would pass a limit.
    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Result<(), Fault>;

    /// As [`Instance::losing`].
    ///
    /// # Errors
    ///
    /// When the answer would pass a limit; the default, for games without this ask, always.
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        Err(Fault::unsupported(Ask::Losing))
    }

    /// As [`Instance::sequence`].
    ///
    /// # Errors
    ///
    /// As [`Sum::losing`].
    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        Err(Fault::unsupported(Ask::Sequence))
    }

    /// As [`Instance::narrow_sequence`].
    ///
    /// # Errors
    ///
    /// As [`Sum::losing`].
    fn narrow_sequence(&mut self) -> Result<Numbers, Fault> {
        self.sequence().map(Numbers::from)
    }

    /// As [`Instance::paths`].
    ///
    /// # Errors
    ///
    /// As [`Sum::losing`].
    fn paths(&mut self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Fault> {
        Err(Fault::unsupported(Ask::Paths(modulus)))
    }

    /// As [`Instance::period`].
    ///
    /// # Errors
    ///
    /// As [`Sum::losing`].
    fn period(&mut self) -> Result<Option<Period>, Fault> {
        Err(Fault::unsupported(Ask::Period))
    }

    /// As [`Instance::pattern`].
    ///
    /// # Errors
    ///
    /// As [`Sum::losing`].
    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        Err(Fault::unsupported(Ask::Pattern))
    }

    /// Where no period was found: the largest heap whose value was looked at, where that is known.
    fn searched(&self) -> Option<u64> {
        None
    }
}

/// A sum with the values of its components found once.
pub struct Summed<S> {
    sum: S,
    /// The position under misère play, where that is asked about.
    misere: Option<Box<dyn Instance>>,
    budget: Budget,
    values: Option<Values>,
}

#[derive(Debug)]
struct Values {
    each: Vec<u64>,
    nim_sum: u64,
    /// How many components have a value above 1.
    large: usize,
}

impl<S: Sum> Summed<S> {
    /// A sum ready to be asked, within this budget.
    pub fn new(sum: S, budget: Budget) -> Self {
        Summed { sum, misere: None, budget, values: None }
    }

    /// The sum with its position under misère play beside it.
    #[must_use]
    pub fn beside(self, misere: Option<Box<dyn Instance>>) -> Self {
        Summed { misere, ..self }
    }

    fn find_values(&mut self) -> Result<&Values, Fault> {
        let values = match self.values.take() {
            Some(values) => values,
            None => {
                let components = self.sum.components();
                let each = (0..components).map(|i| self.sum.value(i)).collect::<Result<Vec<u64>, Fault>>()?;
                let nim_sum = each.iter().fold(0, |sum, value| sum ^ value);
                let large = each.iter().filter(|&&value| value > 1).count();
                Values { each, nim_sum, large }
            }
        };
        Ok(self.values.insert(values))
    }

    /// Whether the player to move wins.
    fn wins(&mut self) -> Result<bool, Fault> {
        let play = self.sum.play();
        let Values { nim_sum, large, .. } = *self.find_values()?;
        Ok(match play {
            Play::Misere if large == 0 => nim_sum == 0,
            _ => nim_sum != 0,
        })
    }

    /// The value that a winning move of this component leaves it.
    fn target(&mut self, index: usize) -> Result<u64, Fault> {
        let play = self.sum.play();
        let values = self.find_values()?;
        let own = values.each[index];
        let others = values.nim_sum ^ own;
        let large_others = values.large - usize::from(own > 1);
        Ok(match play {
            Play::Misere if large_others == 0 => others ^ 1,
            _ => others,
        })
    }

    fn winning_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let mut flow = ControlFlow::Continue(());
        for index in 0..self.sum.components() {
            let target = self.target(index)?;
            self.sum.moves_of(index, Some(target), &mut |mv| {
                flow = visit(mv);
                flow
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl<S: Sum> Instance for Summed<S> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(if self.wins()? { Outcome::Win } else { Outcome::Lose })
    }

    fn count(&mut self) -> Result<u128, Fault> {
        if !self.wins()? {
            return Ok(0);
        }
        let mut count = 0;
        for index in 0..self.sum.components() {
            let target = self.target(index)?;
            count += self.sum.count_to(index, target)?;
        }
        Ok(count)
    }

    fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        if !self.wins()? {
            return Ok(Vec::new());
        }
        listing::list(self.budget, |visit| self.winning_moves(visit))
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        match self.wins()? {
            true => listing::first(|visit| self.winning_moves(visit)),
            false => listing::first(|visit| self.legal_moves(visit)),
        }
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        match self.sum.play() {
            Play::Normal if !self.sum.has_values() => Err(Fault::unsupported(Ask::Grundy)),
            Play::Normal => Ok(Value::Finite(self.find_values()?.nim_sum)),
            Play::Misere => Err(under_misere(Ask::Grundy, Place::Game)),
        }
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        match self.sum.play() {
            Play::Normal if !self.sum.has_values() => Err(Fault::unsupported(Ask::Values)),
            Play::Normal => Ok(self.find_values()?.each.iter().map(|&v| Value::Finite(v)).collect()),
            Play::Misere => Err(under_misere(Ask::Values, Place::Game)),
        }
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        self.sum.losing()
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        self.sum.sequence()
    }

    fn narrow_sequence(&mut self) -> Result<Numbers, Fault> {
        self.sum.narrow_sequence()
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Fault> {
        self.sum.paths(modulus)
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        self.sum.period()
    }

    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        self.sum.pattern()
    }

    fn searched(&self) -> Option<u64> {
        self.sum.searched()
    }

    fn genus(&mut self) -> Result<String, Fault> {
        if self.sum.is_tame() {
            let &Values { nim_sum, large, .. } = self.find_values()?;
            return Ok(Genus::tame(nim_sum, large > 0).to_string());
        }
        self.misere.as_mut().map_or_else(|| Err(Fault::unsupported(Ask::Genus)), |misere| misere.genus())
    }

    fn quotient(&mut self) -> Result<Result<Quotient, u64>, Fault> {
        match (self.sum.quotient(), &mut self.misere) {
            (Some(known), _) => Ok(known),
            (None, Some(misere)) => misere.quotient(),
            (None, None) => Err(Fault::unsupported(Ask::Quotient)),
        }
    }

    fn part(&mut self) -> Option<&mut dyn Part> {
        match self.sum.play() {
            Play::Normal if self.sum.has_values() => Some(self),
            _ => None,
        }
    }

    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let mut flow = ControlFlow::Continue(());
        for index in 0..self.sum.components() {
            self.sum.moves_of(index, None, &mut |mv| {
                flow = visit(mv);
                flow
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl<S: Sum> Part for Summed<S> {
    fn numbers(&self) -> usize {
        self.sum.numbers()
    }

    fn count_to(&mut self, target: u64) -> Result<u128, Fault> {
        let mut count = 0;
        for index in 0..self.sum.components() {
            let Values { each, nim_sum, .. } = self.find_values()?;
            let goal = each[index] ^ nim_sum ^ target;
            count += self.sum.count_to(index, goal)?;
        }
        Ok(count)
    }

    fn moves_to(&mut self, target: u64, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let mut flow = ControlFlow::Continue(());
        for index in 0..self.sum.components() {
            let Values { each, nim_sum, .. } = self.find_values()?;
            let goal = each[index] ^ nim_sum ^ target;
            self.sum.moves_of(index, Some(goal), &mut |mv| {
                flow = visit(mv);
                flow
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// The fault of asking a Grundy value under misère play, where positions have none.
///
/// # Errors
///
/// At the first such ask.
pub fn refuse_values_under_misere(asks: &[Ask]) -> Result<(), Fault> {
    match asks.iter().position(|ask| matches!(ask, Ask::Grundy | Ask::Values)) {
        Some(i) => Err(under_misere(asks[i], Place::Ask(i))),
        None => Ok(()),
    }
}

pub fn under_misere(ask: Ask, place: Place) -> Fault {
    Fault::new(
        place,
        format!("`{ask}` is defined under normal play only"),
        "leave out `misere`, or ask `verdict`, `winner`, `count`, `moves` or `best`",
    )
}
