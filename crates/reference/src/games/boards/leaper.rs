//! Knights, which leap in the four ways that come nearer to the corner, and pieces whose steps the record lists.

use crate::games::boards::board::Movement;
use crate::games::boards::pieces;
use crate::games::entry::CatalogueGame;

pub(crate) static KNIGHT: CatalogueGame = pieces::game(
    "knight",
    "knight 8x8: 3,4",
    Movement::Steps("-2,-1 -1,-2 -2,1 1,-2"),
);

pub(crate) static LEAPER: CatalogueGame =
    pieces::game("leaper", "leaper 8x8 -1,0 -2,-1: 3,4", Movement::Given);
