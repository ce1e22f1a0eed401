//! The list of the games that come with the program.

use std::sync::{Arc, LazyLock};

use grundy_base::budget::Budget;

use crate::boards::rocks;
use crate::game::FindUnlisted;
use crate::graphs::{factor, geography, graph, hackenbush};
use crate::heaps::{by_code, coins, flags, lasker, nim, nimble, subtraction};
use crate::piles::{end_nim, euclid, moore, sequential_nim, staircase, strip, take_away, wythoff};
use crate::{Catalogue, Context, Game, boards, own_rules, positional};

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
    let classic: FindUnlisted = |name| own_rules::classic(name).map(|game| game as &dyn Game);
    Arc::new(Catalogue::of(STANDARD, classic))
});

impl Catalogue {
    /// Returns the games that come with the program.
    pub fn standard() -> Arc<Catalogue> {
        SHARED.clone()
    }
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
