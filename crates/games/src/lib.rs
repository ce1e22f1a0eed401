//! The games: a file each, in folders by family, and the questions that are the same for all of them.
//! A game does no I/O and knows no text.
//!
//! A new game needs a file with a [`Standard`], whose function opens a record as an [`OpenPosition`], or
//! as a [`sum::Sum`] if a position is a sum of components with Grundy values; and one line in
//! [`catalogue::STANDARD`].
//!
//! | folder or file | what it holds |
//! | --- | --- |
//! | `heaps/` | games whose positions are heaps that have nothing to do with each other |
//! | `piles/` | games whose piles or coins depend on each other |
//! | `boards/` | pieces that move on boards with damaged cells, and rocks |
//! | `graphs/` | tokens on graphs, branches that are cut, numbers that divide |
//! | `positional/` | boards and graphs of which moves take parts |
//! | `own_rules/` | rules of users, in the record or under a name |
//! | `questions/` | asks about any game: misère play, P-positions, remoteness |
//! | `shared/` | parts that games are made of: sums, lists of moves, caches |
//! | `catalogue` | the list of games |
//! | `answering` | opens the games of a record and answers what it asks |

mod answering;
pub mod boards;
pub mod catalogue;
pub mod graphs;
pub mod heaps;
pub mod own_rules;
pub mod piles;
pub mod positional;
pub mod questions;
mod shared;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

pub use shared::{mixed, sum};

pub use answering::{answer_all, open, remoteness_of};
pub use catalogue::Catalogue;
pub use shared::amounts::read_to as amounts_to;
pub use shared::cache::{Cache, CacheRef};
pub use shared::effort::Effort;
pub use shared::listing::list as list_moves;
pub use shared::rings::name as code_name;

use shared::listing;

use num_bigint::BigUint;

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use grundy_heaps::sequence;
use grundy_heaps::sequence::store::{SequenceStore, Slot};
use grundy_record::{
    Ask, Fault, Field, Keyword, Move, Outcome, Period, Place, Record, Signature, Stats, Structure,
    Value, Verdict,
};

/// Converts a proved pattern to the form in which answers write it.
pub(crate) fn as_period(known: sequence::Pattern) -> Period {
    Period {
        preperiod: known.preperiod,
        period: known.period,
        saltus: known.saltus,
    }
}

/// The rules of a game: the form of its records, and how one is opened.
pub trait Game: Send + Sync {
    /// Returns all that the language must know to read the game's records.
    fn signature(&self) -> &Signature;

    /// Reads the rules of a record under misère play, if the game is played on independent heaps.
    ///
    /// # Errors
    ///
    /// If the rules of the record are wrong.
    fn heaps(&self, record: &Record<'_>) -> Result<Option<questions::misere::MisereRules>, Fault> {
        let _ = record;
        Ok(None)
    }

    /// Opens the rules of a record, for its position and others; `None` if nothing about them is worth
    /// keeping, so that each position is opened with them ([`Game::open`]).
    ///
    /// # Errors
    ///
    /// The errors are those of [`Game::open`] that are about the rules.
    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        let _ = (record, context);
        Ok(None)
    }

    /// Returns the verdict if play is over whatever could still be moved, and the record could not be opened there: with
    /// `left n`, at n and below.
    fn ended(&self, record: &Record<'_>) -> Option<Verdict> {
        let left = record.modifiers.left?;
        let heap = *record.position.numbers.first()?;
        let drawn = heap < left && record.modifiers.has(Keyword::Overshoot);
        let verdict = if drawn { Verdict::Draw } else { Verdict::Lose };
        (heap <= left).then_some(verdict)
    }

    /// Returns the verdict of a player to move without a move. A countdown that is not at its end is a draw then.
    fn without_moves(&self, record: &Record<'_>) -> Verdict {
        let signature = self.signature();
        let has = |keyword| record.modifiers.has(keyword);
        let is_misere = has(Keyword::Misere)
            || signature.keywords.contains(&Keyword::Normal) && !has(Keyword::Normal);
        match self.ended(record) {
            Some(verdict) => verdict,
            None if signature.structure == Structure::Countdown => Verdict::Draw,
            None if is_misere => Verdict::Win(0),
            None => Verdict::Lose,
        }
    }

    /// Opens a record: its rules and its position.
    ///
    /// The record follows [`Game::signature`]: its rules are of the kind named there, only keywords
    /// named there are filled, and it asks only what the signature admits. A record opened for one ask may
    /// be solved in a cheaper way than for others; asks beyond those get an error, never another ask's answer.
    ///
    /// # Errors
    ///
    /// A [`Fault`] at the place that breaks the rules or asks for more than the limits allow.
    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a>;
}

/// A game of the catalogue: its signature, and how a record is opened.
pub struct Standard {
    signature: Signature,
    open: OpenFunction,
    rules: RulesFunction,
    heaps: HeapsFunction,
}

/// How a record is opened.
type OpenFunction = for<'a> fn(&'a Record<'a>, &'a Context) -> PositionResult<'a>;
type RulesFunction = for<'a> fn(&Record<'_>, &'a Context) -> RulesResult<'a>;
type HeapsFunction = fn(&Record<'_>) -> Result<Option<questions::misere::MisereRules>, Fault>;

impl Standard {
    /// Makes a game each record of which is opened as a whole.
    pub const fn new(signature: Signature, open: OpenFunction) -> Standard {
        let rules: RulesFunction = |_, _| Ok(None);
        let heaps: HeapsFunction = |_| Ok(None);
        Standard {
            signature,
            open,
            rules,
            heaps,
        }
    }

    /// Adds rules that may be opened for many positions ([`Game::rules`]); those of games with pieces are small
    /// boards.
    #[must_use]
    pub const fn opening(mut self, rules: RulesFunction) -> Standard {
        self.rules = rules;
        self
    }

    /// Adds the rules under misère play ([`Game::heaps`]).
    #[must_use]
    pub const fn of_heaps(mut self, heaps: HeapsFunction) -> Standard {
        self.heaps = heaps;
        self
    }
}

impl Game for Standard {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<questions::misere::MisereRules>, Fault> {
        (self.heaps)(record)
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        if self.signature.has_pieces() {
            Ok(boards::SmallBoard::open(self.open, record, context))
        } else {
            (self.rules)(record, context)
        }
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        (self.open)(record, context)
    }
}

/// Takes moves one by one, until it breaks.
pub type Visit<'v> = dyn FnMut(Move) -> ControlFlow<()> + 'v;

/// Whether the visitor broke, or why the visit failed.
pub type Visited = Result<ControlFlow<()>, Fault>;

/// Rules opened, if there is something to keep, or what is wrong with them.
pub type RulesResult<'a> = Result<Option<Box<dyn OpenRules<'a> + 'a>>, Fault>;

/// A record opened, or what is wrong with it.
pub type PositionResult<'a> = Result<Box<dyn OpenPosition + 'a>, Fault>;

/// Rules opened, ready for any position.
pub trait OpenRules<'a> {
    /// Opens a position of these rules; `None` if it is opened by [`Game::open`].
    fn position<'p>(&self, record: &'p Record<'p>) -> Option<PositionResult<'p>>
    where
        'a: 'p,
    {
        let _ = record;
        None
    }

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
    /// If there are more than `most`.
    fn p_list(&self, record: &Record<'_>, most: usize) -> Option<Result<Vec<u64>, Limit>> {
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

/// A record opened: a position of a game, ready to be asked about. Asks that a game has no answer to give
/// [`Fault::unsupported`].
///
/// # Errors
///
/// Every method gives a [`Fault`] when the answer would pass a limit.
pub trait OpenPosition: Send {
    /// Decides who wins.
    fn outcome(&mut self) -> Result<Outcome, Fault>;

    /// Visits moves in the order in which answers list them, until the visitor breaks.
    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited;

    /// Counts the moves with this goal.
    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        listing::count(|visit| self.visit(goal, visit))
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
        match listing::first(&mut |visit| self.visit(Goal::Verdict, visit))? {
            None => listing::first(&mut |visit| self.visit(Goal::Legal, visit)),
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

    /// Finds the answers that have no method of their own: sequence with its parts and statistics, losing heaps, paths, period,
    /// pattern, genus and quotient.
    fn other(&mut self, ask: Ask) -> Result<Field, Fault> {
        Err(Fault::unsupported(ask))
    }

    /// Finds the remoteness, `None` for a draw, if it is known without a visit of all positions ([`questions::remoteness::of`]).
    fn remoteness(&mut self, budget: &Budget) -> Option<Result<Option<u64>, Fault>> {
        let _ = budget;
        None
    }

    /// Finds the position in its misère quotient.
    fn classes(&mut self) -> Result<questions::misere::Classes, Fault> {
        Err(Fault::unsupported(Ask::Quotient))
    }

    /// Counts the positions that the record stands for: one, unless its numbers are ranges. With `lost`, counts those in
    /// which the player to move loses.
    fn positions(&mut self, lost: bool) -> Result<BigUint, Fault> {
        Ok(BigUint::from(u32::from(
            !lost || self.outcome()? == Outcome::Lose,
        )))
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

/// A proof of answers, in the words of `grundy_reference::certificate`.
pub enum Evidence<'e> {
    /// The edges of the graph that is left to walk on: a maximum matching proves who wins.
    Walk(Vec<(u32, u32)>),
    /// Arcs and tokens: labels with ranks prove the values of the tokens.
    Arcs(Vec<(u32, u32)>, Vec<u32>),
    /// A search: it says whether the player to move loses the sum of these parts and a nim-heap.
    Search(Box<Loses<'e>>),
    /// An automaton or a misère quotient, as its certificate.
    Text(String),
}

/// A function that says whether the player to move loses the sum of these parts and a nim-heap of this size. A part is a set of cells as bits, the
/// cells of the record in ascending order; the rows of a bar; the numbers of a rule.
pub type Loses<'e> = dyn FnMut(&[&[u64]], u64) -> Result<bool, Fault> + 'e;

/// Answers an ask about an opened position alone, within a budget for what it lists.
///
/// # Errors
///
/// The errors are those of the method of [`OpenPosition`] for this ask.
pub fn answer(instance: &mut dyn OpenPosition, ask: Ask, budget: &Budget) -> Result<Field, Fault> {
    Ok(match ask {
        Ask::Verdict => Field::Verdict(instance.verdict()?),
        Ask::Winner => Field::Winner(instance.outcome()?),
        Ask::Count => Field::Count(instance.count()?),
        Ask::Grundy => Field::Grundy(instance.grundy()?),
        Ask::Values => Field::Values(instance.values()?),
        Ask::Moves => Field::Moves(listing::list(instance, budget)?),
        Ask::Best => Field::Best(instance.best()?),
        Ask::PPositions => Field::PPositions(instance.positions(true)?),
        Ask::Positions => Field::Positions(instance.positions(false)?),
        other => instance.other(other)?,
    })
}

/// Answers an ask about the Grundy values of heaps 0 to the one heap, which `show` shows; those that are not asked
/// for are not kept.
///
/// # Errors
///
/// The error of `show` is passed on. It is also an error if a slice ends beyond the heap.
fn of_sequence(
    ask: Ask,
    show: impl FnOnce(&mut dyn FnMut(u64)) -> Result<(), Fault>,
) -> Result<Field, Fault> {
    let (first, last) = if let Ask::Slice(first, last) = ask {
        (first, last)
    } else {
        (0, u64::MAX)
    };
    let mut heaps = 0;
    let mut values = Vec::new();
    show(&mut |value| {
        if (first..=last).contains(&heaps) {
            values.push(value);
        }
        heaps += 1;
    })?;
    match ask {
        Ask::Slice(..) if last < heaps => Ok(Field::Slice { first, values }),
        Ask::Slice(..) => Err(Fault::new(
            Place::Game,
            format!(
                "the slice {first}-{last} ends beyond the heap, {}",
                heaps.saturating_sub(1)
            ),
            "give a heap that is at least as large as the end of the slice",
        )),
        Ask::Stats => Ok(Field::Stats(Stats::of(&values))),
        _ => Ok(Field::Sequence(values)),
    }
}

/// The state that all records of a batch share. A clone, for another worker, shares the analyses and adds to one effort.
#[derive(Clone, Debug)]
pub struct Context {
    /// The games there are.
    pub catalogue: Arc<Catalogue>,
    /// The limits of one record.
    pub budget: Budget,
    /// Analyses of rules, so that each is made once a batch.
    pub cache: Cache,
    /// The effort that its boards took.
    pub effort: Arc<Effort>,
    /// The store of sequences from one run to the next, if there is one.
    pub store: Option<Arc<dyn SequenceStore>>,
}

impl Default for Context {
    fn default() -> Self {
        Context::new(Budget::default())
    }
}

impl Context {
    /// Makes a context with the standard catalogue, this budget, and nothing analysed yet.
    pub fn new(budget: Budget) -> Self {
        Context::with(Catalogue::standard(), budget)
    }

    /// Makes a context with these games, this budget, and nothing analysed yet.
    pub fn with(catalogue: Arc<Catalogue>, budget: Budget) -> Self {
        let cache = Cache::new(shares::batch::shared_tables(budget.memory));
        Context {
            catalogue,
            budget,
            cache,
            effort: Arc::default(),
            store: None,
        }
    }

    /// Keeps the sequences of this context in a store.
    #[must_use]
    pub fn keeping(self, store: Option<Arc<dyn SequenceStore>>) -> Self {
        Context { store, ..self }
    }

    /// Returns the file of a sequence in the store, by the name of its rules.
    fn slot(&self, name: impl FnOnce() -> String) -> Option<Slot> {
        self.store
            .as_ref()
            .map(|store| Slot::new(store.clone(), &name()))
    }
}
