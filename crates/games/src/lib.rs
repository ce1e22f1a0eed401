//! The games: a file each, in folders by family, and the questions that are the same for all of them.
//! A game does no I/O and knows no text.
//!
//! A new game needs a file with a [`Standard`], whose function opens a record as an [`OpenPosition`], or
//! as a [`sum::Sum`] if a position is a sum of components with Grundy values; and one line in
//! [`catalogue::STANDARD`].
//!
//! | folder or file | what it holds |
//! | --- | --- |
//! | `heaps/` | games whose positions are heaps that have nothing to do with each other |
//! | `piles/` | games whose piles or coins depend on each other |
//! | `boards/` | pieces that move on boards with damaged cells, and rocks |
//! | `graphs/` | tokens on graphs, branches that are cut, numbers that divide |
//! | `positional/` | boards and graphs of which moves take parts |
//! | `own_rules/` | rules of users, in the record or under a name |
//! | `questions/` | asks about any game: misère play, P-positions, remoteness, the longest play |
//! | `shared/` | parts that games are made of: sums, lists of moves, caches |
//! | `game` | what a game is, a list of games, and the context in which they are asked |
//! | `opened` | what is asked: rules and positions that were opened |
//! | `catalogue` | the list of the games that come with the program |
//! | `answering` | opens the games of a record and answers what it asks |

mod answering;
pub mod boards;
pub mod catalogue;
mod game;
pub mod graphs;
pub mod heaps;
mod opened;
pub mod own_rules;
pub mod piles;
pub mod positional;
pub mod questions;
mod shared;
mod standard;

pub use answering::{answer, answer_all, open};
pub use game::{Catalogue, Context, Game, OpenFunction, RulesResult};
pub use opened::{
    Counted, Evidence, Goal, HeapAsks, Loses, OpenPosition, OpenRules, PositionResult, Quick,
    Searched,
};
pub use shared::amounts::read_to as amounts_to;
pub use shared::cache::{Cache, CacheRef};
pub use shared::codes::name as code_name;
pub use shared::effort::Effort;
pub use shared::listing::list as list_moves;
pub use shared::misere_rules::{ClassProduct, Classes, MisereRules};
pub use shared::notes::{Noted, Notes};
pub use shared::visiting::{Visit, Visited};
pub use shared::{mixed, sum};
pub use standard::{EachPosition, Standard};
