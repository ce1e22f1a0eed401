//! Rooks, bishops and queens, which slide up and left until something is in the way.

use crate::games::boards::board::Movement;
use crate::games::boards::pieces;
use crate::games::entry::CatalogueGame;

pub(crate) static ROOK: CatalogueGame =
    pieces::game("rook", "rook 8x8: 3,4", Movement::Slides("-1,0 0,-1"));

pub(crate) static BISHOP: CatalogueGame =
    pieces::game("bishop", "bishop 8x8: 3,4", Movement::Slides("-1,-1"));

pub(crate) static QUEEN: CatalogueGame = pieces::game(
    "queen",
    "queen 8x8: 3,4",
    Movement::Slides("-1,0 0,-1 -1,-1"),
);
