//! Take: the record lists the sets of vertices that a move takes, and what goes with them.

use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::positional::cells::{Vertices, vertex};
use crate::games::positional::place::must_be_untouched;
use crate::games::positional::taking::{Taking, in_order};
use crate::games::positional::vertices::{MAX_NAMED_VERTICES, few};
use crate::play::Play;
use crate::{Fail, Res, text};

pub(crate) static TAKE: CatalogueGame =
    CatalogueGame::of_values("take", "take 6 1,2 2,3 4>3,5:", read).keywords("misere");

fn read(given: &Given<'_>) -> Res<Play> {
    must_be_untouched(given)?;
    Fail::Wrong.when(given.record.position.is_none())?;
    let (count, sets) = given.words.split_first().ok_or(Fail::Wrong)?;
    let count = text::number_within(count, MAX_NAMED_VERTICES)?;
    let list = |text: &str| -> Res<Vertices> {
        let numbers = text.split(',');
        numbers
            .map(|number| text::number_within(number, count).map(vertex))
            .collect()
    };
    let mut takings = Vec::new();
    for word in sets {
        let needed = word.split_once('>').map_or(&word[..], |(needed, _)| needed);
        takings.push(Taking {
            needs: vec![list(needed)?],
            goes: list(&word.replacen('>', ",", 1))?,
            text: word.clone(),
        });
    }
    Ok(in_order(few(count)?, takings))
}
