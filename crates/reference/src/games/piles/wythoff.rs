//! Wythoff's game: i from one pile and j from the other, one of them 0 or |i − j| < K (Wythoff 1907, Fraenkel 1982).

use num_bigint::BigUint;

use crate::Res;
use crate::explore::MAX_POSITIONS;
use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::piles::by_rule::{self, MAX_PILE_OF_RULE, sorted};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers};
use crate::rules::rule::Rule;
use crate::theorem::Theorem;

pub(crate) static WYTHOFF: CatalogueGame =
    CatalogueGame::of_numbers("wythoff", "wythoff: 3,5 4,9", |given| {
        let number = given.number()?.unwrap_or(1);
        let pairs = given.tuples_of(2)?;
        let rule = Rule::read(&rule(number.min(MAX_PILE_OF_RULE)))?;
        Ok(Play::new(Wythoff { number, rule }, pairs))
    })
    .held(&["wythoff: 30,40", "wythoff 3: 30,40"]);

/// The game with its number and its rule.
struct Wythoff {
    /// The number that is more than the difference of the amounts of a move from both piles.
    number: u64,
    /// The rule of a position.
    rule: Rule,
}

/// Returns the rule of the game with a number.
fn rule(k: u64) -> String {
    let from_one = "[a-k,b] for k in 1..a | [a,b-k] for k in 1..b";
    let from_both = format!("[a-i,b-j] for i in 1..a, j in 1..b if abs(i-j) < {k}");
    format!("[a,b] -> {from_one} | {from_both}")
}

impl GameDefinition for Wythoff {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        by_rule::moves(&self.rule, position)
    }

    fn is_far(&self, position: &[u64]) -> bool {
        let positions = position.iter().copied().fold(1, u64::saturating_mul);
        positions > 2 * MAX_POSITIONS as u64
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        sorted(position)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        let lost = |pair: &[u64]| is_lost(self.number, pair);
        Ok(Theorem::lost("Wythoff 1907, Fraenkel 1982", lost))
    }
}

/// Says whether the piles are ⌊nα⌋ and ⌊nα⌋ + Kn, α = (2 − K + √(K² + 4)) / 2.
fn is_lost(k: u64, pair: &[u64]) -> Res<bool> {
    let a = pair[0].min(pair[1]);
    let b = pair[0].max(pair[1]);
    if !(b - a).is_multiple_of(k) {
        return Ok(false);
    }
    let n = BigUint::from((b - a) / k);
    let kn = BigUint::from(b - a);
    let root = (kn.pow(2) + n.pow(2) * 4u8).sqrt();
    Ok((root + n * 2u8 - kn) / 2u8 == BigUint::from(a))
}
