//! Euclid's game: a multiple of one number from the other, which stays at least as large as this (Cole and Davie 1969).

use crate::Res;
use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule::{self, sorted};
use crate::games::piles::sequential_nim;
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers};
use crate::rules::rule::Rule;
use crate::theorem::Theorem;

pub(crate) static EUCLID: CatalogueGame =
    CatalogueGame::of_numbers("euclid", "euclid: 25,7 10,4", |given| {
        given.must_be_without_rules()?;
        let pairs = given.tuples_of(2)?;
        let least = u64::from(given.has("positive"));
        let rule = Rule::read(&rule(least))?;
        Ok(Play::new(Euclid { least, rule }, pairs))
    })
    .keywords("positive")
    .held(&["euclid: 40,57", "euclid positive: 89,55"]);

/// The game with the least number that a position may have.
struct Euclid {
    /// The least number.
    least: u64,
    /// The rule of the game.
    rule: Rule,
}

/// Returns the rule of the game.
fn rule(least: u64) -> String {
    let kinds = "[a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a";
    format!("[a,b] -> {kinds} ; legal if a >= {least} and b >= {least}")
}

impl GameDefinition for Euclid {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        by_rule::moves(&self.rule, position)
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        sorted(position)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        let value = |pair: &[u64]| value(self.least, pair);
        Ok(Theorem::value("a heap before a position", value))
    }
}

/// Returns the value of a pair by the quotients of the Euclidean algorithm, which are heaps, one before the other; the
/// last is one less if no number may become 0.
fn value(least: u64, pair: &[u64]) -> Res<u64> {
    let mut a = pair[0].max(pair[1]);
    let mut b = pair[0].min(pair[1]);
    let mut quotients = Vec::new();
    while b > 0 {
        let is_last = a.is_multiple_of(b);
        quotients.push(a / b - if is_last { least } else { 0 });
        let rest = a % b;
        a = b;
        b = rest;
    }
    sequential_nim::value(&quotients)
}
