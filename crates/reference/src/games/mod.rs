//! The games of the catalogue, each by its rules, in folders by family.
//!
//! A game stands in one file: the form of its records, its moves, and what is published about it. It is named here
//! twice: as a file, and in [`GAMES`], from which all else follows.

use crate::games::entry::CatalogueGame;

pub mod catalogue;
pub mod entry;
pub mod given;
pub mod own;
pub mod union;

/// Pieces on boards, and rocks in piles that move at once.
pub mod boards {
    pub mod board;
    pub mod king;
    pub mod leaper;
    pub mod pieces;
    pub mod rocks;
    pub mod slider;
}

/// Tokens on graphs, and graphs that are cut.
pub mod graphs {
    pub mod factor;
    pub mod geography;
    pub mod graph;
    pub mod hackenbush;
    pub mod walk;
}

/// Heaps and coins that do not know of each other.
pub mod heaps {
    pub mod by_code;
    pub mod code_heaps;
    pub mod coins;
    pub mod flags;
    pub mod lasker;
    pub mod nim;
    pub mod nimble;
    pub mod subtraction;
}

/// Several numbers that are one position: two piles, rows of piles, strips of coins.
pub mod piles {
    pub mod by_rule;
    pub mod end_nim;
    pub mod euclid;
    pub mod moore;
    pub mod northcott;
    pub mod sequential_nim;
    pub mod staircase;
    pub mod strip;
    pub mod take_away;
    pub mod wythoff;
}

/// Boards, graphs and orders of which moves take parts away.
pub mod positional {
    pub mod arc_kayles;
    pub mod cells;
    pub mod chomp;
    pub mod cram;
    pub mod grim;
    pub mod node_kayles;
    pub mod notakto;
    pub mod place;
    pub mod placement;
    pub mod poset;
    pub mod take;
    pub mod taking;
    pub mod vertices;
}

/// All games of the catalogue but `rules`, whose rules stand in the record ([`own`]).
pub static GAMES: &[&CatalogueGame] = &[
    &heaps::nim::NIM,
    &heaps::nimble::NIMBLE,
    &heaps::subtraction::SUBTRACTION,
    &heaps::by_code::OCTAL,
    &heaps::by_code::KAYLES,
    &heaps::by_code::DAWSON_KAYLES,
    &heaps::by_code::DAWSON_CHESS,
    &heaps::by_code::FLIP_GAME,
    &heaps::by_code::TREBLECROSS,
    &heaps::by_code::TAKE_AND_BREAK,
    &heaps::by_code::GRUNDYS_GAME,
    &heaps::lasker::LASKER,
    &heaps::flags::FLAGS,
    &heaps::coins::COINS,
    &heaps::coins::TURNING_TURTLES,
    &heaps::coins::MOCK_TURTLES,
    &heaps::coins::RULER,
    &boards::king::KING,
    &boards::slider::ROOK,
    &boards::slider::BISHOP,
    &boards::slider::QUEEN,
    &boards::leaper::KNIGHT,
    &boards::leaper::LEAPER,
    &boards::rocks::ROCKS,
    &boards::rocks::THREE_ROCKS,
    &graphs::factor::FACTOR,
    &graphs::geography::GEOGRAPHY,
    &graphs::graph::GRAPH,
    &graphs::hackenbush::HACKENBUSH,
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
    &positional::cram::CRAM,
    &positional::place::PLACE,
    &positional::placement::PLACEMENT,
    &positional::node_kayles::NODE_KAYLES,
    &positional::arc_kayles::ARC_KAYLES,
    &positional::grim::GRIM,
    &positional::take::TAKE,
    &positional::poset::POSET,
    &positional::chomp::CHOMP,
    &positional::notakto::NOTAKTO,
];
