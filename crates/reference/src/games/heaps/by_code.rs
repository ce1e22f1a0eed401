//! Games whose moves are those of a code: octal games and take-and-break games by their codes, and those with a name.

use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::heaps::code_heaps::{of_heaps, of_rows, read_code, read_rows};
use crate::heap_code::HeapCode;
use crate::{Fail, Res, text};

/// Octal games by their codes.
pub(crate) static OCTAL: CatalogueGame = of_rows("octal", "octal 0.77: 3 5", |given| {
    let code = code(given)?;
    // What stands in braces says how often a digit stands there.
    let is_octal = |word: &String| {
        let mut digits = word.split('{').filter_map(|part| part.rsplit('}').next());
        digits.all(|digits| digits.chars().all(|c| matches!(c, '0'..='7' | '.')))
    };
    Fail::Wrong.when(!given.words.iter().all(is_octal))?;
    read_rows(given, code)
})
.published(&[
    ("octal 0.055 ? period", "259 148"),
    ("octal 0.177 ? period", "497 20"),
])
.held(&["octal 0.137: 60"]);

/// Take-and-break games by their codes.
pub(crate) static TAKE_AND_BREAK: CatalogueGame =
    of_rows("take-and-break", "take-and-break 0.12[3F]: 3 5", |given| {
        read_rows(given, code(given)?)
    });

/// Returns the code among the rules of a record.
fn code(given: &Given<'_>) -> Res<HeapCode> {
    let [word] = &given.words[..] else {
        return Err(Fail::Wrong);
    };
    HeapCode::read(word)
}

/// Kayles: one pin or two neighbours of a row.
pub(crate) static KAYLES: CatalogueGame = of_rows("kayles", "kayles: 3 5 7", |given| {
    read_code(given, "0.77")?.play(given, &text::heaps_or_rows(given.record)?)
})
.published(&[("kayles ? period", "71 12"), ("kayles: 3 ? genus", "3^3,1")])
.held(&["kayles: 90"]);

/// Dawson's Kayles: two neighbours of a row.
pub(crate) static DAWSON_KAYLES: CatalogueGame =
    of_rows("dawson-kayles", "dawson-kayles: 3 5 7", |given| {
        read_code(given, "0.07")?.play(given, &text::heaps_or_rows(given.record)?)
    })
    .published(&[("dawson-kayles ? period", "53 34")])
    .held(&["dawson-kayles: 90"]);

/// The Flip Game: two neighbouring pluses of a row become minuses.
pub(crate) static FLIP_GAME: CatalogueGame = of_rows("flip-game", "flip-game: ++++", |given| {
    let heaps = read_code(given, "0.07")?;
    let mut drawn = given.record.clone();
    for word in drawn.position.iter_mut().flatten() {
        let is_drawn = word.chars().all(|sign| matches!(sign, '+' | '-'));
        if is_drawn {
            *word = word.replace('+', ".").replace('-', "X");
        }
    }
    heaps.play(given, &text::heaps_or_rows(&drawn)?)
})
.published(&[("flip-game: ++++ ? winner", "FIRST")])
.held(&["flip-game: 90"]);

/// Dawson's Chess: a pin with its neighbours.
pub(crate) static DAWSON_CHESS: CatalogueGame =
    of_rows("dawson-chess", "dawson-chess: 3 5 7", |given| {
        read_code(given, "0.137")?.play(given, &text::heaps_or_rows(given.record)?)
    })
    .published(&[("dawson-chess ? period", "52 34")])
    .held(&["dawson-chess: 90"]);

/// Treblecross: three neighbours of a row.
pub(crate) static TREBLECROSS: CatalogueGame =
    of_rows("treblecross", "treblecross: 3 5 7", |given| {
        read_code(given, "0.007")?.play(given, &text::heaps_or_rows(given.record)?)
    });

/// Grundy's game: a heap is cut into two that differ. No period is known to 2³⁵.
pub(crate) static GRUNDYS_GAME: CatalogueGame =
    of_heaps("grundys-game", "grundys-game: 3 5 7", |given| {
        let heaps = read_code(given, "4!.0")?.without_period();
        heaps.play(given, &given.record.numbers()?)
    });
