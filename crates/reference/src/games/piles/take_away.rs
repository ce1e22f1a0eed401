//! Take-away: at most K times what was taken before (Schwenk 1970); Fibonacci nim for K = 2 (Whinihan 1963).
//!
//! The second number of a position is the most that may be taken. Without one, all but one may be taken.

use crate::explore::MAX_POSITIONS;
use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::piles::by_rule::{self, MAX_PILE_OF_RULE};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers, joined};
use crate::rules::rule::Rule;
use crate::theorem::Theorem;
use crate::{Fail, Res};

pub(crate) static FIBONACCI_NIM: CatalogueGame =
    CatalogueGame::of_numbers("fibonacci-nim", "fibonacci-nim: 13 20,4", |given| {
        given.must_be_without_rules()?;
        read(given, 2)
    })
    .held(&["fibonacci-nim: 120"]);

pub(crate) static TAKE_AWAY: CatalogueGame =
    CatalogueGame::of_numbers("take-away", "take-away 3: 13 20,4", |given| {
        read(given, given.number()?.ok_or(Fail::Wrong)?)
    })
    .held(&["take-away 4: 120"]);

/// The game with its factor and its rule.
struct TakeAway {
    /// The factor K.
    factor: u64,
    /// The rule of a position.
    rule: Rule,
}

/// Reads a record of the game with a factor.
fn read(given: &Given<'_>, factor: u64) -> Res<Play> {
    let mut positions = given.tuples()?;
    Fail::Wrong.when(positions.iter().any(|numbers| numbers.len() > 2))?;
    let written = positions.iter().map(|position| joined(position));
    let written: Vec<String> = written.collect();
    for position in &mut positions {
        if position.len() == 1 {
            position.push(position[0].saturating_sub(1));
        }
    }
    // A larger factor would allow no more: already after 1 was taken, the whole of any pile may be taken.
    let rule = Rule::read(&rule_text(factor.min(MAX_PILE_OF_RULE)))?;
    Ok(Play::new(TakeAway { factor, rule }, positions).written(written))
}

/// Writes the rule of the game with a factor.
fn rule_text(factor: u64) -> String {
    format!("[a,b] -> [a-k,k*{factor}] for k in 1..min(a,b)")
}

impl GameDefinition for TakeAway {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        by_rule::moves(&self.rule, position)
    }

    fn is_far(&self, position: &[u64]) -> bool {
        let positions = position.iter().copied().fold(1, u64::saturating_mul);
        positions > 10 * MAX_POSITIONS as u64
    }

    /// A limit above the heap is as good as the heap.
    fn canonical(&self, mut position: PositionNumbers) -> PositionNumbers {
        position[1] = position[1].min(position[0]);
        position
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        let lost = |heap: &[u64]| is_lost(self.factor, heap);
        Ok(Theorem::lost("Whinihan 1963, Schwenk 1970", lost))
    }
}

/// The most terms of a sequence that rises slowly if the factor is small.
const MAX_TERMS_OF_TAKE_AWAY: usize = 1_000_000;

/// Says whether a position is lost: the heap is a sum of terms, the largest possible one first, and the last of them is
/// more than may be taken. The terms are H₁ = 1, and Hₖ + Hₘ follows Hₖ for the least m with K·Hₘ ≥ Hₖ.
fn is_lost(factor: u64, position: &[u64]) -> Res<bool> {
    let heap = position[0];
    let most = position[1];
    let terms = terms_to(heap, factor)?;
    let mut rest = heap;
    let mut least = u64::MAX;
    for &term in terms.iter().rev() {
        if term <= rest {
            rest -= term;
            least = term;
        }
    }
    Ok(most.min(heap) < least)
}

/// Returns the terms of Schwenk's sequence up to a heap.
fn terms_to(heap: u64, factor: u64) -> Res<Vec<u64>> {
    let mut terms = vec![1u64];
    loop {
        let last = terms[terms.len() - 1];
        let reaches = |term: &&u64| term.saturating_mul(factor) >= last;
        let least = *terms.iter().find(reaches).unwrap_or(&last);
        match last.checked_add(least) {
            Some(next) if next <= heap => terms.push(next),
            _ => return Ok(terms),
        }
        Fail::TooLarge.when(terms.len() > MAX_TERMS_OF_TAKE_AWAY)?;
    }
}
