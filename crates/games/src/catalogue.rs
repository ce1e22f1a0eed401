//! The list of the games that come with the program.

use std::sync::{Arc, LazyLock};

use grundy_base::budget::Budget;

use crate::game::FindUnlisted;
use crate::{Catalogue, Context, Game, boards, graphs, heaps, own_rules, piles, positional};

/// The games that come with the program, in the order in which they are listed for people.
pub static STANDARD: &[&dyn Game] = &[
    &heaps::nim::NIM,
    &heaps::subtraction::SUBTRACTION,
    &heaps::by_code::OCTAL,
    &heaps::by_code::KAYLES,
    &heaps::by_code::DAWSON_KAYLES,
    &heaps::by_code::DAWSON_CHESS,
    &heaps::by_code::FLIP_GAME,
    &heaps::by_code::TREBLECROSS,
    &heaps::lasker::LASKER,
    &heaps::by_code::TAKE_AND_BREAK,
    &heaps::by_code::GRUNDYS_GAME,
    &heaps::flags::FLAGS,
    &boards::rocks::ROCKS,
    &boards::rocks::THREE_ROCKS,
    &boards::king::KING,
    &boards::slider::ROOK,
    &boards::slider::BISHOP,
    &boards::slider::QUEEN,
    &boards::leaper::KNIGHT,
    &boards::leaper::LEAPER,
    &graphs::factor::FACTOR,
    &graphs::geography::GEOGRAPHY,
    &graphs::graph::GRAPH,
    &heaps::nimble::NIMBLE,
    &piles::staircase::STAIRCASE,
    &piles::strip::SILVER_DOLLAR,
    &piles::strip::WELTER,
    &piles::wythoff::WYTHOFF,
    &piles::euclid::EUCLID,
    &piles::northcott::NORTHCOTT,
    &piles::take_away::FIBONACCI_NIM,
    &piles::take_away::TAKE_AWAY,
    &piles::moore::MOORE,
    &piles::end_nim::END_NIM,
    &piles::sequential_nim::SEQUENTIAL_NIM,
    &own_rules::OWN_RULES,
    &own_rules::rewrite::REWRITE,
    &heaps::coins::COINS,
    &heaps::coins::TURNING_TURTLES,
    &heaps::coins::MOCK_TURTLES,
    &heaps::coins::RULER,
    &graphs::hackenbush::HACKENBUSH,
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
    let classic: FindUnlisted = |name| {
        let by_rule = own_rules::classic(name).map(|game| game as &dyn Game);
        by_rule.or_else(|| own_rules::rewrite::classic(name).map(|game| game as &dyn Game))
    };
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
