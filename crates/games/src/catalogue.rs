//! The games there are, by name: a value, so that user-defined games can be listed with the standard ones.

use std::sync::{Arc, LazyLock};

use fxhash::FxHashMap;
use grundy_record::{Signature, Signatures};

use crate::boards::rocks;
use crate::graphs::{factor, geography, graph, hackenbush};
use crate::heaps::{by_code, coins, flags, lasker, nim, nimble, subtraction};
use crate::piles::{end_nim, euclid, moore, sequential_nim, staircase, strip, take_away, wythoff};
use crate::{Game, boards, own_rules, positional};

/// The games that come with the program, in the order in which they are listed for people.
pub static STANDARD: &[&dyn Game] = &[
    &nim::NIM,
    &subtraction::SUBTRACTION,
    &by_code::OCTAL,
    &by_code::KAYLES,
    &by_code::DAWSON_KAYLES,
    &by_code::DAWSON_CHESS,
    &by_code::TREBLECROSS,
    &lasker::LASKER,
    &by_code::TAKE_AND_BREAK,
    &by_code::GRUNDYS_GAME,
    &flags::FLAGS,
    &rocks::ROCKS,
    &rocks::THREE_ROCKS,
    &boards::king::KING,
    &boards::slider::ROOK,
    &boards::slider::BISHOP,
    &boards::slider::QUEEN,
    &boards::leaper::KNIGHT,
    &boards::leaper::LEAPER,
    &factor::FACTOR,
    &geography::GEOGRAPHY,
    &graph::GRAPH,
    &nimble::NIMBLE,
    &staircase::STAIRCASE,
    &strip::SILVER_DOLLAR,
    &strip::WELTER,
    &wythoff::WYTHOFF,
    &euclid::EUCLID,
    &take_away::FIBONACCI_NIM,
    &take_away::TAKE_AWAY,
    &moore::MOORE,
    &end_nim::END_NIM,
    &sequential_nim::SEQUENTIAL_NIM,
    &own_rules::OWN_RULES,
    &coins::COINS,
    &hackenbush::HACKENBUSH,
    &positional::cram::CRAM,
    &positional::place::PLACE,
    &positional::placement::PLACEMENT,
    &positional::node_kayles::NODE_KAYLES,
    &positional::arc_kayles::ARC_KAYLES,
    &positional::grim::GRIM,
    &positional::take::TAKE,
    &positional::chomp::CHOMP,
    &positional::poset::POSET,
    &positional::notakto::NOTAKTO,
];

static SHARED: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
    let mut catalogue = Catalogue::default();
    for &game in STANDARD {
        catalogue.list(Listed::Standard(game));
    }
    Arc::new(catalogue)
});

/// A list of games, each with a name of its own. The classics can also be found, unless their names are given to
/// other games.
#[derive(Clone, Default)]
pub struct Catalogue {
    games: Vec<Listed>,
    by_name: FxHashMap<Box<str>, usize>,
}

#[derive(Clone)]
enum Listed {
    Standard(&'static dyn Game),
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
    /// Returns the games that come with the program.
    pub fn standard() -> Arc<Catalogue> {
        SHARED.clone()
    }

    /// Adds a game; returns `false`, and adds nothing, when its name is taken.
    pub fn add(&mut self, game: Arc<dyn Game>) -> bool {
        self.list(Listed::Own(game))
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
        listed.or_else(|| own_rules::classic(name).map(|game| game as &dyn Game))
    }

    /// Returns the names of rules, each with the text of its rule: those of this list, and the classics.
    pub fn definitions(&self) -> impl Iterator<Item = (String, String)> {
        let classics = grundy_classics::classics()
            .iter()
            .filter_map(|classic| self.find(&classic.word()));
        let named = self.games().chain(classics);
        named.filter_map(|game| {
            Some((
                game.signature().name.to_string(),
                game.signature().own_rule.as_ref()?.text.to_string(),
            ))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_standard_game_is_found_by_its_name() {
        let catalogue = Catalogue::standard();
        assert_eq!(catalogue.games().count(), STANDARD.len());
        for game in STANDARD {
            let name = &game.signature().name;
            assert_eq!(
                catalogue.find(name).map(|found| &found.signature().name),
                Some(name)
            );
        }
        assert!(catalogue.find("no-game").is_none());
    }

    #[test]
    fn a_name_is_given_once() {
        let rule = || {
            grundy_rules::grammar::read_rule("[n] -> [n-1]")
                .expect("a rule")
                .0
        };
        let named = || Arc::new(own_rules::ByRule::new("nim", "[n] -> [n-1]", rule()));
        let mut catalogue = Catalogue::clone(&Catalogue::standard());
        assert!(!catalogue.add(named()));
        let mut empty = Catalogue::default();
        assert!(empty.add(named()) && empty.find("nim").is_some());
    }
}
