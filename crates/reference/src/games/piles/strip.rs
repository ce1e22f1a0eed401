//! Coins on the squares of a strip, which go to the left: not over each other (the silver dollar game), or over each other
//! but not onto another (Welter's game).

use itertools::Itertools;

use crate::game::GameDefinition;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::piles::by_rule::{RowRule, lowering, names, rule_of, sorted};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers, WrittenComponent};
use crate::theorem::Theorem;
use crate::{Fail, Res};

pub(crate) static SILVER_DOLLAR: CatalogueGame =
    CatalogueGame::of_numbers("silver-dollar", "silver-dollar: 3 7 9", |given| {
        let squares = squares(given)?;
        Fail::Wrong.when(squares.contains(&0))?;
        let rule = RowRule::read(&squares, silver_dollar)?;
        let theorem = silver_dollar_theorem;
        Ok(Play::new(Strip { rule, theorem }, [squares]))
    })
    .with_gaps()
    .held(&["silver-dollar: 3 7 9 14", "silver-dollar: 4 9 12"]);

pub(crate) static WELTER: CatalogueGame =
    CatalogueGame::of_numbers("welter", "welter: 0 4 9", |given| {
        let squares = squares(given)?;
        let rule = RowRule::read(&squares, welter)?;
        let theorem = welter_theorem;
        Ok(Play::new(Strip { rule, theorem }, [squares]))
    })
    .with_gaps()
    .held(&["welter: 4 9 11 15", "welter: 3 8 13"]);

/// One of the two games, with the rule of its coins.
struct Strip {
    /// The rule of the coins.
    rule: RowRule,
    /// The theorem about the game.
    theorem: fn() -> Theorem<'static>,
}

/// Returns the squares of the coins, which differ.
fn squares(given: &Given<'_>) -> Res<Vec<u64>> {
    let squares = given.numbers()?;
    given.must_be_without_rules()?;
    Fail::Wrong.when(!squares.iter().all_unique())?;
    Ok(squares)
}

/// Returns the rule of coins on squares from 1: one to the left, not over or onto another.
fn silver_dollar(coins: usize) -> String {
    let kinds = lowering(coins, |i, j| {
        Some(format!("(a{j} < a{i}-k or a{j} > a{i})"))
    });
    let names = names(coins);
    let are_on_strip = names.iter().map(|name| format!("{name} > 0"));
    let legal = are_on_strip.format(" and ");
    format!("{} ; legal if {legal}", rule_of(coins, &kinds))
}

/// Returns the rule of coins on squares from 0: one to the left, not onto another (Welter 1954).
fn welter(coins: usize) -> String {
    let kinds = lowering(coins, |i, j| Some(format!("a{j} != a{i}-k")));
    rule_of(coins, &kinds)
}

impl GameDefinition for Strip {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        self.rule.moves(position)
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        component.position.len()
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        sorted(position)
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        Ok((self.theorem)())
    }
}

/// Returns the theorem that every second gap between coins is a nim-heap.
fn silver_dollar_theorem() -> Theorem<'static> {
    let source = "every second gap is a nim-heap (Winning Ways, chapter 15)";
    Theorem::value(source, gaps)
}

/// Returns the nim-sum of every second gap, from the last coin on.
fn gaps(squares: &[u64]) -> Res<u64> {
    let mut sum = 0;
    let descending: Vec<u64> = squares.iter().copied().sorted().rev().collect();
    for pair in descending.chunks(2) {
        let next = pair.get(1).copied().unwrap_or(0);
        sum ^= pair[0] - next - 1;
    }
    Ok(sum)
}

/// The most coins of which all pairs are looked at.
const MAX_COINS_OF_STRIP: usize = 5_000;

/// Returns the theorem about Welter's game.
fn welter_theorem() -> Theorem<'static> {
    Theorem::value("Welter 1954, Sato 1970", pairs)
}

/// Returns the nim-sum of the squares, and of (a − b) ⊕ (a − b − 1) for each two of them.
fn pairs(squares: &[u64]) -> Res<u64> {
    Fail::TooLarge.when(squares.len() > MAX_COINS_OF_STRIP)?;
    let mut sum = 0;
    for (i, &a) in squares.iter().enumerate() {
        sum ^= a;
        for b in &squares[..i] {
            let far = a.abs_diff(*b);
            sum ^= far ^ (far - 1);
        }
    }
    Ok(sum)
}
