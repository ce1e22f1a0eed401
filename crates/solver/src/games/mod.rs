//! One file per game: its rules, its moves, its limits, and how its records are answered.
//! A game does no I/O and knows no text.
//!
//! To add a game: write its file with a type that implements [`Game`] (and [`Instance`], or
//! [`sum::Sum`] when a position is a sum of components with Grundy values), and add one line to
//! [`catalogue::STANDARD`].

pub mod board;
pub mod coins;

pub mod end_nim;
pub mod euclid;
pub mod factor;
pub mod flags;
pub mod geography;
pub mod graph;
pub mod grundys_game;
pub mod hackenbush;
mod kit;
pub mod lasker;
pub mod misere;
pub mod moore;
pub mod nim;
pub mod nimble;
pub mod octal;
pub mod positional;
pub mod rocks;
pub mod rules;
pub mod sequential_nim;
pub mod staircase;
pub mod strip;
pub mod subtraction;
pub mod take_and_break;
pub mod take_away;
pub mod wythoff;

use std::ops::ControlFlow;
use std::sync::Arc;

use kit::{
    amounts, cache, effort, heaps, listing, number_pick, pairs, part, repeating, rings, signed_rocks, varied,
    vertices,
};
pub use kit::{catalogue, mixed, sum};

pub use amounts::read_to as amounts_to;
pub use cache::{Cache, CacheRef, Shared};
pub use catalogue::Catalogue;
pub use effort::Effort;
pub use mixed::{Summand, open};
pub use rings::name as code_name;

use num_bigint::BigUint;

use crate::record::{
    Ask, Fault, Field, Move, Numbers, Outcome, Pattern, Period, Place, Quotient, Record, Signature, Stats,
    Value, Verdict,
};
use crate::theory::budget::Budget;
use crate::theory::rules::Rule;
use crate::theory::sequence;
use crate::theory::sequence::store::{SequenceStore, Slot};

/// A proved pattern as answers write it.
pub(crate) fn as_period(known: sequence::Pattern) -> Period {
    Period { preperiod: known.preperiod, period: known.period, saltus: known.saltus }
}

/// The rules of a game: what its records look like and how one is opened.
pub trait Game: Send + Sync {
    /// What the language must know to read the game's records.
    fn signature(&self) -> &Signature;

    /// The rule of one's own that the name of the game stands for, as text and as read; none for games
    /// that are no such name.
    fn definition(&self) -> Option<(&str, &Rule)> {
        None
    }

    /// The rules of a record under misère play, where the game is heaps that do not know of each other.
    ///
    /// # Errors
    ///
    /// Where the rules of the record are wrong.
    fn heaps(&self, record: &Record<'_>) -> Result<Option<misere::Rules>, Fault> {
        let _ = record;
        Ok(None)
    }

    /// Opens the rules of a record, for its position and others; `None` where nothing about them is worth
    /// keeping, so that each position is opened with them ([`Game::open`]).
    ///
    /// # Errors
    ///
    /// As those of [`Game::open`] that are about the rules.
    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        let _ = (record, context);
        Ok(None)
    }

    /// The verdict where play is over whatever could still be moved, and the record could not be opened
    /// there.
    fn ended(&self, record: &Record<'_>) -> Option<Verdict> {
        let _ = record;
        None
    }

    /// What it means for the player to move to have no move.
    fn without_moves(&self, record: &Record<'_>) -> Verdict {
        if record.modifiers.misere { Verdict::Win(0) } else { Verdict::Lose }
    }

    /// Opens a record: its rules and its position.
    ///
    /// The record follows [`Game::signature`]: its rules are of the kind named there, only keywords
    /// named there are filled, and it asks only what the signature admits. What the record asks may
    /// be used to choose a cheaper way; asks beyond those get an error, never another ask's answer.
    ///
    /// # Errors
    ///
    /// A [`Fault`] at the place that breaks the rules or asks for more than the limits allow.
    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a>;
}

/// Takes moves one by one, until it breaks.
pub type Visit<'v> = dyn FnMut(Move) -> ControlFlow<()> + 'v;

/// Rules opened, if there is something to keep, or what is wrong with them.
pub type OpeningRules<'a> = Result<Option<Box<dyn Rules<'a> + 'a>>, Fault>;

/// A record opened, or what is wrong with it.
pub type Opening<'a> = Result<Box<dyn Instance + 'a>, Fault>;

/// Rules opened, ready for any position.
pub trait Rules<'a> {
    /// Opens a position of these rules.
    ///
    /// # Errors
    ///
    /// As [`Game::open`].
    fn position<'p>(&self, record: &'p Record<'p>) -> Opening<'p>
    where
        'a: 'p;

    /// How many numbers a component of a position has.
    fn piles(&self) -> usize {
        1
    }

    /// The answer of a position as one number, where it is known or found in no time: for the Grundy value that
    /// value, for verdict, winner and count the number of winning moves (for the winner, any number but 0 says
    /// that there are some). `numbers` are those of the position, component after component. `None`, always
    /// right, lets the position be opened.
    fn number(&self, ask: Ask, numbers: &[u64]) -> Option<u64> {
        let _ = (ask, numbers);
        None
    }
}

/// The field that an answer of one number is ([`Rules::number`]); `None` for asks without such an answer.
pub fn field(ask: Ask, number: u64) -> Option<Field> {
    Some(match (ask, number) {
        (Ask::Verdict, 0) => Field::Verdict(Verdict::Lose),
        (Ask::Verdict, _) => Field::Verdict(Verdict::Win(number.into())),
        (Ask::Winner, 0) => Field::Winner(Outcome::Lose),
        (Ask::Winner, _) => Field::Winner(Outcome::Win),
        (Ask::Count, _) => Field::Count(number.into()),
        (Ask::Grundy, _) => Field::Grundy(Value::Finite(number)),
        _ => return None,
    })
}

/// A record opened: a position of a game, ready to be asked about. There is one method for each
/// ask; those that a game has no answer to give [`Fault::unsupported`].
///
/// # Errors
///
/// Every method gives a [`Fault`] when the answer would pass a limit.
pub trait Instance {
    /// Who wins.
    fn outcome(&mut self) -> Result<Outcome, Fault>;

    /// The number of winning first moves; 0 when there is none.
    fn count(&mut self) -> Result<u128, Fault>;

    /// Who wins, and in how many first moves.
    fn verdict(&mut self) -> Result<Verdict, Fault> {
        Ok(match self.outcome()? {
            Outcome::Win => Verdict::Win(self.count()?),
            Outcome::Lose => Verdict::Lose,
            Outcome::Draw => Verdict::Draw,
        })
    }

    /// All moves that reach the verdict: winning ones when it is a win, drawing ones when it is a
    /// draw, none when it is lost.
    fn moves(&mut self) -> Result<Vec<Move>, Fault>;

    /// The first of [`Instance::moves`]; when lost, the first legal move; `None` when there is none.
    fn best(&mut self) -> Result<Option<Move>, Fault>;

    /// Visits the legal moves, winning or not, in the order answers list them, until the visitor
    /// breaks.
    fn legal_moves(&mut self, visit: &mut Visit<'_>) -> Result<(), Fault>;

    /// The Grundy value of the position.
    fn grundy(&mut self) -> Result<Value, Fault> {
        Err(Fault::unsupported(Ask::Grundy))
    }

    /// The Grundy value of each component.
    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        Err(Fault::unsupported(Ask::Values))
    }

    /// The heaps up to the one heap at which the player to move loses.
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        Err(Fault::unsupported(Ask::Losing))
    }

    /// The Grundy values of heaps 0 to the one heap.
    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        Err(Fault::unsupported(Ask::Sequence))
    }

    /// The same in the narrowest type that holds them.
    fn narrow_sequence(&mut self) -> Result<Numbers, Fault> {
        self.sequence().map(Numbers::from)
    }

    /// The Grundy values of the heaps from `first` to `last`, which are at most the one heap.
    fn slice(&mut self, first: u64, last: u64) -> Result<Vec<u64>, Fault> {
        let mut values = self.sequence()?;
        if last >= values.len() as u64 {
            return Err(Fault::new(
                Place::Game,
                format!("the slice {first}-{last} ends beyond the heap, {}", values.len().saturating_sub(1)),
                "give a heap that is at least as large as the end of the slice",
            ));
        }
        values.truncate(last as usize + 1);
        Ok(values.split_off(first as usize))
    }

    /// In how many ways the end is reached, by an odd and by an even number of moves, exactly or
    /// modulo a number.
    fn paths(&mut self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Fault> {
        Err(Fault::unsupported(Ask::Paths(modulus)))
    }

    /// The period of the game's sequence, proved; `None` when none was found.
    fn period(&mut self) -> Result<Option<Period>, Fault> {
        Err(Fault::unsupported(Ask::Period))
    }

    /// Where no period was found: the largest heap whose value was looked at, where that is known.
    fn searched(&self) -> Option<u64> {
        None
    }

    /// The genus of the position, as it is written: `2^2,0`.
    fn genus(&mut self) -> Result<String, Fault> {
        Err(Fault::unsupported(Ask::Genus))
    }

    /// The misère quotient of heaps up to the largest, or of all if there is none; then, where it was not found, the
    /// largest heap of the last.
    fn quotient(&mut self) -> Result<Result<Quotient, u64>, Fault> {
        Err(Fault::unsupported(Ask::Quotient))
    }

    /// The position in its misère quotient.
    fn classes(&mut self) -> Result<misere::Classes, Fault> {
        Err(Fault::unsupported(Ask::Quotient))
    }

    /// The pattern that is proved of all positions; `None` when none was found.
    fn pattern(&mut self) -> Result<Option<Pattern>, Fault> {
        Err(Fault::unsupported(Ask::Pattern))
    }

    /// In how many of the positions that the record stands for the player to move loses.
    fn p_positions(&mut self) -> Result<BigUint, Fault> {
        Ok(BigUint::from(u32::from(self.outcome()? == Outcome::Lose)))
    }

    /// How many positions the record stands for: one, unless its numbers are ranges.
    fn positions(&mut self) -> Result<BigUint, Fault> {
        Ok(BigUint::from(1u32))
    }

    /// The position as part of a sum of different games; `None` where it has no Grundy value.
    fn part(&mut self) -> Option<&mut dyn part::Part> {
        None
    }
}

/// Answers one ask.
///
/// # Errors
///
/// As the method of [`Instance`] for this ask.
pub fn answer(instance: &mut dyn Instance, ask: Ask) -> Result<Field, Fault> {
    Ok(match ask {
        Ask::Verdict => Field::Verdict(instance.verdict()?),
        Ask::Winner => Field::Winner(instance.outcome()?),
        Ask::Count => Field::Count(instance.count()?),
        Ask::Grundy => Field::Grundy(instance.grundy()?),
        Ask::Values => Field::Values(instance.values()?),
        Ask::Moves => Field::Moves(instance.moves()?),
        Ask::Best => Field::Best(instance.best()?),
        Ask::Losing => Field::Losing(instance.losing()?),
        Ask::Sequence => Field::Sequence(instance.sequence()?),
        Ask::Slice(first, last) => Field::Slice { first, values: instance.slice(first, last)? },
        Ask::Stats => Field::Stats(Stats::of(&instance.sequence()?)),
        Ask::Paths(modulus) => {
            let (odd, even) = instance.paths(modulus)?;
            Field::Paths { modulus, odd, even }
        }
        Ask::Period => match instance.period()? {
            Some(period) => Field::Period(period),
            None => Field::NoPeriod(instance.searched()),
        },
        Ask::Pattern => Field::Pattern(instance.pattern()?),
        Ask::PPositions => Field::PPositions(instance.p_positions()?),
        Ask::Genus => Field::Genus(instance.genus()?),
        Ask::Quotient => instance.quotient()?.map_or_else(Field::NoQuotient, Field::Quotient),
        Ask::Positions => Field::Positions(instance.positions()?),
    })
}

/// What all records of a batch share.
#[derive(Debug)]
pub struct Context {
    /// The games there are.
    pub catalogue: Arc<Catalogue>,
    /// What one record may use.
    pub budget: Budget,
    /// Analyses of rules, so that each is made once a batch.
    pub cache: Cache,
    /// What its boards took.
    pub effort: Arc<Effort>,
    /// Where sequences are kept from one run to the next, if they are.
    pub store: Option<Arc<dyn SequenceStore>>,
}

impl Default for Context {
    fn default() -> Self {
        Context::new(Budget::default())
    }
}

impl Context {
    /// A context with the standard catalogue, this budget, and nothing analysed yet.
    pub fn new(budget: Budget) -> Self {
        Context::with(Catalogue::standard(), budget)
    }

    /// A context with these games, this budget, and nothing analysed yet.
    pub fn with(catalogue: Arc<Catalogue>, budget: Budget) -> Self {
        let cache = Cache::new(budget.memory / 2);
        Context { catalogue, budget, cache, effort: Arc::default(), store: None }
    }

    /// The same, with sequences kept in a store.
    #[must_use]
    pub fn keeping(self, store: Option<Arc<dyn SequenceStore>>) -> Self {
        Context { store, ..self }
    }

    /// Where a sequence is kept, by the name of its rules.
    fn slot(&self, name: impl FnOnce() -> String) -> Option<Slot> {
        self.store.as_ref().map(|store| Slot::new(store.clone(), &name()))
    }

    /// The same for another worker, who shares the analyses and adds to the same effort.
    pub fn for_worker(&self) -> Self {
        Context {
            catalogue: self.catalogue.clone(),
            budget: self.budget,
            cache: self.cache.for_worker(),
            effort: self.effort.clone(),
            store: self.store.clone(),
        }
    }
}
