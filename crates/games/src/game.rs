//! What a game is, the list in which games are found by their names, and the state in which they are asked.
//!
//! The three stand in one file because each is said in the words of the others: a game is opened in a context, a
//! context has a list of games.

use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_base::budget::Budget;
use grundy_base::shares;
use grundy_classics::NamedRule;
use grundy_heaps::sequence::store::{SequenceStore, Slot};
use grundy_record::{Fault, Keyword, Record, Signature, Signatures, Structure, Verdict};

use crate::opened::{OpenRules, PositionResult};
use crate::shared::cache::Cache;
use crate::shared::effort::Effort;
use crate::shared::longest::Longest;
use crate::shared::misere_rules::MisereRules;
use crate::shared::varied::RangeForm;

/// The rules of a game: the form of its records, and how one is opened.
pub trait Game: Send + Sync {
    /// Returns all that the language must know to read the game's records.
    fn signature(&self) -> &Signature;

    /// Reads the rules of a record under misère play, if the game is played on independent heaps.
    ///
    /// # Errors
    ///
    /// Fails if the rules of the record are wrong.
    fn heaps(&self, record: &Record<'_>) -> Result<Option<MisereRules>, Fault> {
        let _ = record;
        Ok(None)
    }

    /// Finds the number of moves of the longest play of a record by a formula; `None` if all positions must be visited
    /// ([`crate::questions::birthday`]). The record was opened, so its position is right.
    ///
    /// # Errors
    ///
    /// Fails if the number would pass a limit.
    fn birthday(&self, record: &Record<'_>, context: &Context) -> Longest {
        let _ = (record, context);
        Ok(None)
    }

    /// Opens the rules of a record, for its position and others.
    ///
    /// The record follows [`Game::signature`]: its rules are of the kind named there, only keywords
    /// named there are filled, and it asks only what the signature admits.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] at the place that breaks the rules or asks for more than the limits allow.
    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a>;

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
    /// # Errors
    ///
    /// Fails as [`Game::open_rules`] and [`OpenRules::position`] do.
    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        self.open_rules(record, context)?.position(record)
    }
}

/// A game of the catalogue: its signature, and how its rules are opened.
pub struct Standard {
    /// The signature.
    signature: Signature,
    /// The way in which its rules are opened.
    opening: Opening,
    /// The function that reads the rules under misère play.
    heaps: HeapsFunction,
    /// The formula for the longest play.
    birthday: BirthdayFunction,
}

/// The ways in which the rules of a game are opened.
enum Opening {
    /// Each position is opened together with the rules, of which nothing is worth keeping.
    EachPosition {
        /// The function that opens a record of one position.
        open: OpenFunction,
        /// The function that opens a record whose numbers are ranges, if the game counts them by a theorem.
        ranges: Option<OpenFunction>,
    },
    /// The rules are prepared for many positions, by this function.
    Rules(RulesFunction),
}

type RulesFunction = for<'a> fn(&Record<'_>, &'a Context) -> RulesResult<'a>;
type BirthdayFunction = fn(&Record<'_>, &Context) -> Longest;
type HeapsFunction = fn(&Record<'_>) -> Result<Option<MisereRules>, Fault>;

impl Standard {
    /// Makes a game each record of which is opened as a whole.
    pub const fn new(signature: Signature, open: OpenFunction) -> Standard {
        let ranges = None;
        Standard::of(signature, Opening::EachPosition { open, ranges })
    }

    /// Lets a game whose records are opened as a whole count the positions of ranges by a theorem. Without it, each
    /// is opened: those of a sum for the values of its components ([`RangeForm::open`]).
    #[must_use]
    pub const fn counting(mut self, ranges: OpenFunction) -> Standard {
        if let Opening::EachPosition { open, .. } = self.opening {
            let ranges = Some(ranges);
            self.opening = Opening::EachPosition { open, ranges };
        }
        self
    }

    /// Makes a game whose rules are prepared for many positions.
    pub const fn with_rules(signature: Signature, open_rules: RulesFunction) -> Standard {
        Standard::of(signature, Opening::Rules(open_rules))
    }

    const fn of(signature: Signature, opening: Opening) -> Standard {
        let heaps: HeapsFunction = |_| Ok(None);
        Standard {
            signature,
            opening,
            heaps,
            birthday: |_, _| Ok(None),
        }
    }

    /// Adds the rules under misère play ([`Game::heaps`]).
    #[must_use]
    pub const fn of_heaps(mut self, heaps: HeapsFunction) -> Standard {
        self.heaps = heaps;
        self
    }

    /// Adds the formula for the longest play ([`Game::birthday`]).
    #[must_use]
    pub const fn lasting(mut self, birthday: BirthdayFunction) -> Standard {
        self.birthday = birthday;
        self
    }
}

impl Game for Standard {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<MisereRules>, Fault> {
        (self.heaps)(record)
    }

    fn birthday(&self, record: &Record<'_>, context: &Context) -> Longest {
        (self.birthday)(record, context)
    }

    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        match self.opening {
            Opening::EachPosition { open, ranges } => Ok(Box::new(EachPosition {
                open,
                ranges: match ranges {
                    Some(ranges) => Ranges::Counted(ranges),
                    None => Ranges::Opened(RangeForm::of(&self.signature)),
                },
                context,
            })),
            Opening::Rules(open_rules) => open_rules(record, context),
        }
    }
}

/// The rules, opened, or what is wrong with them.
pub type RulesResult<'a> = Result<Box<dyn OpenRules<'a> + 'a>, Fault>;

/// A function that opens a record as a whole: its rules and its position.
pub type OpenFunction = for<'a> fn(&'a Record<'a>, &'a Context) -> PositionResult<'a>;

/// Rules of which nothing is worth keeping: each position is opened with them.
pub struct EachPosition<'a> {
    /// The function that opens a record as a whole.
    open: OpenFunction,
    /// The way in which positions of ranges are counted.
    ranges: Ranges,
    /// The state that all records share.
    context: &'a Context,
}

/// The way in which the positions of ranges are counted.
#[derive(Clone, Copy)]
enum Ranges {
    /// The function opens the record that counts them.
    Counted(OpenFunction),
    /// Each position is opened, in this form.
    Opened(RangeForm),
}

impl<'a> EachPosition<'a> {
    /// Makes the rules of records that a function opens, also those whose numbers are ranges.
    pub fn new(open: OpenFunction, context: &'a Context) -> Self {
        EachPosition {
            open,
            ranges: Ranges::Counted(open),
            context,
        }
    }

    /// Returns the state that all records share.
    pub fn context(&self) -> &'a Context {
        self.context
    }
}

impl<'a> OpenRules<'a> for EachPosition<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        match self.ranges {
            _ if !record.varies() => (self.open)(record, self.context),
            Ranges::Counted(open) => open(record, self.context),
            Ranges::Opened(form) => form.open(self.open, record, self.context),
        }
    }
}

/// A list of games, each with a name of its own. The classics can also be found, unless their names are given to
/// other games.
#[derive(Clone, Default)]
pub struct Catalogue {
    /// The games, in the order of the list.
    games: Vec<Listed>,
    /// The place of each game by its name.
    by_name: FxHashMap<Box<str>, usize>,
    /// The function that finds games that are not listed, by their names.
    unlisted: Option<FindUnlisted>,
}

/// A function that finds a game by its name.
pub(crate) type FindUnlisted = fn(&str) -> Option<&'static dyn Game>;

#[derive(Clone)]
enum Listed {
    /// A game that is a constant.
    Standard(&'static dyn Game),
    /// A game that a user has named.
    Own(Arc<dyn Game>),
}

impl Listed {
    fn game(&self) -> &dyn Game {
        match self {
            Listed::Standard(game) => *game,
            Listed::Own(game) => &**game,
        }
    }
}

impl Catalogue {
    /// Makes a list of these games; `unlisted` finds further ones by their names.
    pub(crate) fn of(standard: &[&'static dyn Game], unlisted: FindUnlisted) -> Catalogue {
        let mut catalogue = Catalogue {
            unlisted: Some(unlisted),
            ..Catalogue::default()
        };
        for &game in standard {
            catalogue.list(Listed::Standard(game));
        }
        catalogue
    }

    /// Adds a game; returns `false`, and adds nothing, when its name is taken.
    pub fn add(&mut self, game: Arc<dyn Game>) -> bool {
        self.list(Listed::Own(game))
    }

    /// Adds a game that is a constant, as those of the catalogue are; returns `false`, and adds nothing, when its name is
    /// taken.
    pub fn add_constant(&mut self, game: &'static dyn Game) -> bool {
        self.list(Listed::Standard(game))
    }

    fn list(&mut self, listed: Listed) -> bool {
        let name: Box<str> = listed.game().signature().name.as_ref().into();
        let free = !self.by_name.contains_key(&name);
        if free {
            self.by_name.insert(name, self.games.len());
            self.games.push(listed);
        }
        free
    }

    /// Returns the game of this name: one of the list, else a classic.
    pub fn find(&self, name: &str) -> Option<&dyn Game> {
        let listed = self
            .by_name
            .get(name)
            .map(|&index| self.games[index].game());
        listed.or_else(|| (self.unlisted?)(name))
    }

    /// Returns the names that stand for rules, in this list and among the classics. A rule that changes cells begins with
    /// `rewrite`.
    pub fn definitions(&self) -> impl Iterator<Item = NamedRule> {
        let classics = grundy_classics::classics()
            .iter()
            .chain(grundy_classics::rewritings())
            .filter_map(|classic| self.find(&classic.word()));
        let named = self.games().chain(classics);
        named.filter_map(|game| {
            let signature = game.signature();
            let rule = match signature.own_rewriting() {
                Some(own) => format!("rewrite {}", own.text),
                None => signature.own_rule()?.text.to_string(),
            };
            Some(NamedRule {
                name: signature.name.to_string(),
                rule,
            })
        })
    }

    /// Returns the games in the order of the list: the standard ones first.
    pub fn games(&self) -> impl Iterator<Item = &dyn Game> {
        self.games.iter().map(Listed::game)
    }
}

impl Signatures for Catalogue {
    fn signature(&self, name: &str) -> Option<&Signature> {
        self.find(name).map(|game| game.signature())
    }

    fn names(&self) -> Vec<&str> {
        self.games().map(|game| &*game.signature().name).collect()
    }
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.games().map(|game| &game.signature().name))
            .finish()
    }
}

/// The state that all records of a batch share. A clone, for another worker, shares the analyses and adds to one effort.
#[derive(Clone, Debug)]
pub struct Context {
    /// The games that records may name.
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

impl Context {
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
    pub(crate) fn slot(&self, name: impl FnOnce() -> String) -> Option<Slot> {
        self.store
            .as_ref()
            .map(|store| Slot::new(store.clone(), &name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::nimble::NIMBLE;
    use crate::piles::sequential_nim::SEQUENTIAL_NIM;
    use crate::piles::staircase::STAIRCASE;
    use crate::piles::take_away::{FIBONACCI_NIM, TAKE_AWAY};
    use crate::piles::wythoff::WYTHOFF;
    use grundy_language::parse;
    use grundy_record::Ask;

    #[test]
    fn theorems_count_the_positions_of_ranges_as_if_each_was_opened() {
        let context = Context::default();
        for (game, positions) in [
            (&NIMBLE, "1..5 0..9 3"),
            (&NIMBLE, "4..9"),
            (&STAIRCASE, "0..3 1..4 2..5"),
            (&SEQUENTIAL_NIM, "0..3 1..4 2..5"),
            (&WYTHOFF, "0..6,1..5"),
            (&WYTHOFF, "0..6,1..5 0..3,2..4"),
            (&FIBONACCI_NIM, "0..30"),
            (&FIBONACCI_NIM, "1..9,1..4 1..7,2..3"),
            (&TAKE_AWAY, "2..9,0..5"),
        ] {
            let Opening::EachPosition {
                open,
                ranges: Some(counted),
            } = game.opening
            else {
                panic!("a game that counts by a theorem");
            };
            let number = if game.signature.example.starts_with("take-away") {
                " 3"
            } else {
                ""
            };
            let line = format!("{}{number}: {positions} ? p-positions", game.signature.name);
            let read = parse(line.as_bytes(), &*context.catalogue, &[Ask::PPositions]);
            let statement = read.unwrap_or_else(|_| panic!("{line}"));
            let record = statement.record();
            let form = RangeForm::of(&game.signature);
            let mut by_theorem = counted(record, &context).unwrap();
            let mut one_by_one = form.open(open, record, &context).unwrap();
            for lost in [false, true] {
                let found = one_by_one.positions(lost).unwrap();
                assert_eq!(by_theorem.positions(lost).unwrap(), found, "{line}");
            }
        }
    }
}
