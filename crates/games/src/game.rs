//! A game, the list in which games are found by their names, and the state in which they are asked.
//!
//! The three stand in one file because each is said in the words of the others: a game is opened in a context, a
//! context has a list of games.

use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_base::budget::Budget;
use grundy_base::shares;
use grundy_classics::NamedRule;
use grundy_heaps::sequence::store::{SequenceStore, Slot};
use grundy_record::{
    Ask, Fault, Keyword, Length, Record, Signature, Signatures, Structure, Verdict,
};

use crate::opened::{OpenRules, PositionResult};
use crate::shared::cache::Cache;
use crate::shared::effort::Effort;
use crate::shared::misere_rules::MisereRules;
use crate::shared::notes::Notes;

/// The length of some play of a record, as of the longest; `None` if no formula is known, so that it must be searched for.
pub type KnownLength = Result<Option<Length>, Fault>;

/// The rules of a game: the form of its records, and how one is opened.
pub trait Game: Send + Sync {
    /// Returns all that the language must know to read the game's records.
    fn signature(&self) -> &Signature;

    /// Reads the rules of a record under misère play, if the game is played on independent heaps, and checks that the
    /// numbers of the record are heaps of them.
    ///
    /// # Errors
    ///
    /// Fails if the rules of the record are wrong, or its position.
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
    fn birthday(&self, record: &Record<'_>, context: &Context) -> KnownLength {
        let _ = (record, context);
        Ok(None)
    }

    /// Opens a record whose numbers are ranges, to count the positions that they stand for.
    ///
    /// # Errors
    ///
    /// Fails as [`Game::open`] does, and if the game has no ranges.
    fn open_ranges<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        let _ = (record, context);
        Err(Fault::unsupported(Ask::PPositions))
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

    /// Opens a record: its rules and its position, or its ranges.
    ///
    /// # Errors
    ///
    /// Fails as [`Game::open_rules`] and [`OpenRules::position`] do.
    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        if record.varies() {
            return self.open_ranges(record, context);
        }
        self.open_rules(record, context)?.position(record)
    }
}

/// The rules, opened, or what is wrong with them.
pub type RulesResult<'a> = Result<Box<dyn OpenRules<'a> + 'a>, Fault>;

/// A function that opens a record as a whole: its rules and its position.
pub type OpenFunction = for<'a> fn(&'a Record<'a>, &'a Context) -> PositionResult<'a>;

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

/// The state that all records of a batch share. A clone shares all of it; another worker has notes of its own
/// ([`Context::for_worker`]).
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
    /// The notes of the worker about the record that it answers.
    pub notes: Arc<Notes>,
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
            notes: Arc::default(),
            store: None,
        }
    }

    /// Returns this context for another worker, with notes of its own.
    #[must_use]
    pub fn for_worker(&self) -> Self {
        Context {
            notes: Arc::default(),
            ..self.clone()
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
