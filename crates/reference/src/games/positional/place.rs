//! Placing shapes on the free cells of a board. What is left of the board falls into parts.

use itertools::Itertools;

use crate::games::boards::board::BoardWord;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::positional::cells::{Vertices, free, name};
use crate::games::positional::taking::{Sets, Taking};
use crate::play::Play;
use crate::{Fail, Res, met, text};

pub(crate) static PLACE: CatalogueGame =
    CatalogueGame::of_values("place", "place tromino 4x5:", read)
        .keywords("misere damaged turned")
        .board(BoardWord::Cells);

/// The largest row or column of a shape.
const MAX_OFFSET: u64 = 4096;

/// The way from the first cell of a shape to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Offset {
    /// The number of rows down.
    down: i64,
    /// The number of columns to the right.
    right: i64,
}

/// The cells of a shape, ascending, the first at 0,0.
pub(super) type Shape = Vec<Offset>;

fn read(given: &Given<'_>) -> Res<Play> {
    must_be_untouched(given)?;
    let mut words = given.words.clone();
    let items = items(&mut words, given.has("turned"))?;
    Ok(place(free(given, &words)?, &items))
}

/// Refuses a record that says what was taken before.
pub(super) fn must_be_untouched(given: &Given<'_>) -> Res<()> {
    let taken = given.record.position.as_deref().unwrap_or_default();
    Fail::Wrong.when(!taken.is_empty())
}

/// Returns the shapes of a name.
fn named(word: &str) -> Option<&'static str> {
    match word {
        "domino" => Some("0,0+0,1"),
        "tromino" => Some("0,0+0,1+0,2 0,0+0,1+1,0"),
        "tetromino" => {
            Some("0,0+0,1+0,2+0,3 0,0+0,1+1,0+1,1 0,0+0,1+0,2+1,0 0,0+0,1+0,2+1,1 0,0+0,1+1,1+1,2")
        }
        _ => None,
    }
}

/// Returns the ways in which the shapes of each item of the rules may lie; other words are left.
fn items(words: &mut Vec<String>, turned: bool) -> Res<Vec<Vec<Shape>>> {
    let is_item = |word: &mut String| word.contains(',') || named(word).is_some();
    let items = words.extract_if(.., is_item);
    let items = items.map(|word| lying(&word, turned));
    let items = items.collect::<Res<Vec<_>>>()?;
    Fail::Wrong.when(items.is_empty())?;
    // What lies in the same ways twice is one item.
    Ok(items.into_iter().unique().collect())
}

/// Returns the ways in which a shape, or those of a name, may lie, in ascending order.
pub(super) fn lying(word: &str, turned: bool) -> Res<Vec<Shape>> {
    let may_turn = turned || named(word).is_some();
    let mut lying = Vec::new();
    for shape in named(word).unwrap_or(word).split(' ') {
        let shape = shape.split('+').map(offset).collect::<Res<Shape>>()?;
        // The first of the eight ways leaves the shape alone.
        for way in 0..if may_turn { 8 } else { 1 } {
            lying.push(turn(&shape, way));
        }
    }
    lying.sort();
    lying.dedup();
    Ok(lying)
}

fn offset(cell: &str) -> Res<Offset> {
    match text::tuple(cell)?[..] {
        // At most 4096, which is small enough for signs.
        [row, col] if row.max(col) <= MAX_OFFSET => Ok(Offset {
            down: row as i64,
            right: col as i64,
        }),
        _ => Err(Fail::Wrong),
    }
}

/// Returns a shape in one of eight ways: mirrored at a diagonal, in the rows, in the columns, as the bits say.
fn turn(shape: &Shape, way: u64) -> Shape {
    let turned = |&cell: &Offset| {
        let mut turned = cell;
        if way & 4 != 0 {
            turned = Offset {
                down: turned.right,
                right: turned.down,
            };
        }
        if way & 1 != 0 {
            turned.down = -turned.down;
        }
        if way & 2 != 0 {
            turned.right = -turned.right;
        }
        turned
    };
    let mut cells: Shape = shape.iter().map(turned).sorted().dedup().collect();
    if let Some(&first) = cells.first() {
        for cell in &mut cells {
            cell.down -= first.down;
            cell.right -= first.right;
        }
    }
    cells
}

/// Returns all ways to place one of the shapes, cell by cell.
pub(super) fn place(cells: Vertices, items: &[Vec<Shape>]) -> Play {
    let mut takings = Vec::new();
    for cell in &cells {
        for shape in items.iter().flatten() {
            let lying = shape.iter().map(|to| cell.moved(to.down, to.right));
            let lying: Vertices = lying.collect();
            takings.push(Taking {
                needs: vec![lying.clone()],
                text: lying.iter().map(name).join("+"),
                goes: lying,
            });
        }
    }
    // Cells next to each other belong together if no shape can lie on two parts of the board.
    let mut linked = Vec::new();
    if items.iter().flatten().all(is_connected) {
        for &cell in &cells {
            linked.push([cell, cell.moved(0, 1)].into());
            linked.push([cell, cell.moved(1, 0)].into());
        }
    }
    Sets::play(cells, takings, linked)
}

fn is_connected(shape: &Shape) -> bool {
    let near = |cell: &Offset| {
        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let cells = steps.map(|(down, right)| Offset {
            down: cell.down + down,
            right: cell.right + right,
        });
        Ok(cells
            .into_iter()
            .filter(|cell| shape.contains(cell))
            .collect())
    };
    met(shape.first().copied(), near).is_ok_and(|met| met.len() == shape.len())
}
