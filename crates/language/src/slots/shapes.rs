//! Shapes of cells, `tromino`, `0,0+0,1+1,0`, and the piece of a placement game, `queen`.

use super::word::{Word, write_word};
use crate::error::SyntaxError;
use crate::number::{number, split};
use grundy_base::cell::Cell;
use grundy_record::{Named, Piece, Place, Rules, Shape};

/// The forms of shapes, for messages.
pub(super) const HELP: &str = "name a shape, `domino`, `tromino` or `tetromino`, or write its cells: `0,0` is one, `0,0+0,1+1,0` are three";

/// The most cells of a shape.
const MAX_SHAPE_CELLS: usize = 4096;

/// The most rows or columns from a cell of a shape to its corner.
const MAX_OFFSET: u64 = 4096;

/// Says whether a word is the cells of a shape, right or wrong. After `damaged`, only several cells are a shape.
pub(super) fn is_cells(word: &[u8], damaged: bool) -> bool {
    word.contains(&b',') && (!damaged || word.contains(&b'+') || word.contains(&b'/'))
}

/// Reads a shape.
pub(super) fn read(word: &mut Word<'_, '_>, shapes: &mut Vec<Shape>) -> Result<(), SyntaxError> {
    let shape = match Named::of(word.bytes()) {
        Some(named) => Shape::Named(named),
        None => Shape::Cells(cells(word)?),
    };
    word.mark(Place::Item(shapes.len()));
    shapes.push(shape);
    Ok(())
}

/// Reads the cells of a shape.
fn cells(word: &Word<'_, '_>) -> Result<Vec<Cell<u64>>, SyntaxError> {
    let text = word.reader.scanner.text;
    let mut cells = Vec::new();
    for part in split(text, word.span.clone(), b'+') {
        let numbers = split(text, part.clone(), b',').map(|number_at| number(text, number_at));
        let &[row, column] = numbers.collect::<Result<Vec<_>, _>>()?.as_slice() else {
            let help = "a shape is cells `row,col` joined by `+`: `0,0+0,1+1,0`";
            return Err(SyntaxError::quoting(
                text,
                part,
                "{} is no cell of a shape",
                help,
            ));
        };
        if row.max(column) > MAX_OFFSET || cells.len() == MAX_SHAPE_CELLS {
            return Err(SyntaxError::new(
                part,
                "the shape is too large",
                format!(
                    "a shape has at most {MAX_SHAPE_CELLS} cells, each number at most {MAX_OFFSET}"
                ),
            ));
        }
        cells.push(Cell { row, column });
    }
    Ok(cells)
}

/// Appends shapes.
pub(super) fn write(shapes: &[Shape], out: &mut Vec<u8>) {
    for shape in shapes {
        match shape {
            Shape::Named(named) => write_word(named.word(), out),
            Shape::Cells(cells) => {
                let cells = cells
                    .iter()
                    .map(|Cell { row, column }| format!("{row},{column}"));
                write_word(itertools::join(cells, "+"), out);
            }
        }
    }
}

/// The words of the pieces, as a help lists them.
pub(super) const PIECES: &str = "`king`, `queen`, `rook`, `bishop` and `knight`";

/// Reads a piece.
pub(super) fn read_piece(word: &mut Word<'_, '_>, rules: &mut Rules) -> Result<(), SyntaxError> {
    if matches!(rules, Rules::Piece(_)) {
        return Err(word.wrong("a second piece", "all pieces are of one kind"));
    }
    if let Some(piece) = Piece::of(word.bytes()) {
        *rules = Rules::Piece(piece);
    }
    word.mark(Place::Item(0));
    Ok(())
}
