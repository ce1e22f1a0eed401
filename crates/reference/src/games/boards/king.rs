//! Kings, which go one step up, left, or both.

use crate::games::boards::board::Movement;
use crate::games::boards::pieces;
use crate::games::entry::CatalogueGame;

pub(crate) static KING: CatalogueGame =
    pieces::game("king", "king 8x8: 3,4", Movement::Steps("-1,0 0,-1 -1,-1")).published(&[
        ("king .K/.K", "WIN 2"),
        ("king K./XX", "LOSE"),
        ("king ..K/K../...", "WIN 2"),
    ]);
