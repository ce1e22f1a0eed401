//! Positional games: boards, shapes, pieces, graphs, sets, bars and orders.

use std::ops::Range;

use super::{board, graph};
use crate::language::error::{SyntaxError, quote};
use crate::language::number::number;
use crate::language::reader::Reader;
use crate::record::{Named, Piece};
use crate::record::{Place, PositionalForm, PositionalRules, Shape, Size, TakenSet};

/// The most cells of a shape, and vertices of a set.
const MOST_LISTED: usize = 4096;

/// How far a cell of a shape is from its corner.
const MOST_OFFSET: u64 = 4096;

/// Rows of a bar.
const MOST_ROWS: usize = 1 << 20;

/// Reads a word that is no keyword; `false` where the game knows no such word.
pub(super) fn word(
    reader: &mut Reader<'_>,
    span: &Range<usize>,
    form: PositionalForm,
    rules: &mut PositionalRules<'_>,
) -> Result<bool, SyntaxError> {
    let word = &reader.scanner.text[span.clone()];
    match form {
        PositionalForm::Shapes => {
            let named = match word {
                b"domino" => Named::Domino,
                b"tromino" => Named::Tromino,
                b"tetromino" => Named::Tetromino,
                _ => return Ok(false),
            };
            reader.mark(Place::Item(rules.shapes.len()), span);
            rules.shapes.push(Shape::Named(named));
        }
        PositionalForm::Piece => {
            let piece = match word {
                b"king" => Piece::King,
                b"queen" => Piece::Queen,
                b"rook" => Piece::Rook,
                b"bishop" => Piece::Bishop,
                b"knight" => Piece::Knight,
                _ => return Ok(false),
            };
            if rules.piece.replace(piece).is_some() {
                return Err(SyntaxError::new(span.clone(), "a second piece", "all pieces are of one kind"));
            }
            reader.mark(Place::Item(0), span);
        }
        PositionalForm::Bar if word == b"rows" => {
            if rules.rows.is_some() || rules.bar.is_some() {
                return Err(twice(span));
            }
            rules.rows = Some(Vec::new());
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn twice(span: &Range<usize>) -> SyntaxError {
    SyntaxError::new(
        span.clone(),
        "the bar is given twice",
        "give a size, `chomp 4x6:`, or the rows that are left, `chomp rows 6 6 4 1:`",
    )
}

/// Whether a word after `damaged` is no damaged cell.
pub(super) fn is_item(word: &[u8], form: PositionalForm) -> bool {
    match form {
        PositionalForm::Board | PositionalForm::Piece | PositionalForm::GraphOrBoard => board::is_part(word),
        PositionalForm::Shapes => board::is_part(word) || word.contains(&b'+'),
        _ => true,
    }
}

/// Reads an item of the rules; `given`: the number of vertices was read.
pub(super) fn item<'t>(
    reader: &mut Reader<'t>,
    span: Range<usize>,
    form: PositionalForm,
    given: &mut bool,
    rules: &mut PositionalRules<'t>,
) -> Result<(), SyntaxError> {
    let word = &reader.scanner.text[span.clone()];
    match form {
        PositionalForm::Board | PositionalForm::Piece => board::part(reader, span, &mut rules.board),
        PositionalForm::Shapes if word.contains(&b',') => shape(reader, span, rules),
        PositionalForm::Shapes => board::part(reader, span, &mut rules.board),
        PositionalForm::GraphOrBoard if is_board(word) => {
            if *given {
                return Err(SyntaxError::new(
                    span,
                    "both a graph and a board are given",
                    "give a number of vertices and edges, or a board",
                ));
            }
            board::part(reader, span, &mut rules.board)
        }
        PositionalForm::GraphOrBoard if rules.has_board() => Err(SyntaxError::new(
            span.clone(),
            format!("{} stands beside a board", quote(word)),
            "a board is its own graph: cells are neighbours where they share a side",
        )),
        PositionalForm::GraphOrBoard | PositionalForm::Edges => {
            match graph::edge(reader, &span, graph::EDGE, &mut rules.graph.edges)? {
                true => Ok(()),
                false => vertices(reader, span, given, &mut rules.graph.vertices),
            }
        }
        PositionalForm::Order => {
            rules.is_order = true;
            match graph::edge(reader, &span, graph::PAIR, &mut rules.graph.edges)? {
                true => Ok(()),
                false => vertices(reader, span, given, &mut rules.graph.vertices),
            }
        }
        PositionalForm::Sets if !*given => vertices(reader, span, given, &mut rules.graph.vertices),
        PositionalForm::Sets => set(reader, span, rules),
        PositionalForm::Bar => bar(reader, span, rules),
    }
}

/// Whether a word is a size or rows, and no number and no edge.
fn is_board(word: &[u8]) -> bool {
    word.iter().any(|byte| !byte.is_ascii_digit() && *byte != b'-' && *byte != b'>')
}

/// Checks that what the game needs is there.
pub(super) fn missing(
    form: PositionalForm,
    given: bool,
    rules: &PositionalRules<'_>,
) -> Option<(&'static str, &'static str)> {
    let board = ("the board is missing", "give a size, `5x7`, or rows joined by `/`: `..X/...`");
    match form {
        PositionalForm::Shapes if rules.shapes.is_empty() => Some((
            "the shapes are missing",
            "name a shape, `domino`, `tromino` or `tetromino`, or write its cells: `0,0+0,1+1,0`",
        )),
        PositionalForm::Piece if rules.piece.is_none() => Some((
            "the piece is missing",
            "name it after the game: `king`, `queen`, `rook`, `bishop` or `knight`",
        )),
        PositionalForm::Board | PositionalForm::Shapes | PositionalForm::Piece => {
            (!rules.has_board()).then_some(board)
        }
        PositionalForm::GraphOrBoard if rules.has_board() => None,
        PositionalForm::GraphOrBoard
        | PositionalForm::Edges
        | PositionalForm::Sets
        | PositionalForm::Order => (!given).then_some((
            "the number of vertices is missing",
            "write it after the name: `node-kayles 5 1-2`, `take 6 1,2`, `poset 4 1<2`",
        )),
        PositionalForm::Bar => match &rules.rows {
            Some(rows) if rows.is_empty() => {
                Some(("the rows are missing", "write their lengths from the top: `rows 6 6 4 1`"))
            }
            None if rules.bar.is_none() => Some((
                "the bar is missing",
                "give a size, `chomp 4x6:`, or the rows that are left, `chomp rows 6 6 4 1:`",
            )),
            _ => None,
        },
    }
}

fn vertices(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    given: &mut bool,
    vertices: &mut u64,
) -> Result<(), SyntaxError> {
    let value = number(reader.scanner.text, span.clone())?;
    if std::mem::replace(given, true) {
        return Err(SyntaxError::new(
            span,
            format!("a second number, {value}"),
            "one number follows the name: how many vertices there are",
        ));
    }
    if value == 0 || value > graph::MAX_VERTICES {
        return Err(SyntaxError::new(
            span,
            format!("{value} is out of range"),
            format!("write a number from 1 to {}", graph::MAX_VERTICES),
        ));
    }
    reader.mark(Place::Limit, &span);
    *vertices = value;
    Ok(())
}

/// The parts of a word between these signs, with their places.
fn split(text: &[u8], span: Range<usize>, sign: u8) -> impl Iterator<Item = Range<usize>> {
    let mut start = Some(span.start);
    std::iter::from_fn(move || {
        let from = start?;
        let end = memchr::memchr(sign, &text[from..span.end]).map(|at| from + at);
        start = end.map(|end| end + 1);
        Some(from..end.unwrap_or(span.end))
    })
}

fn shape(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    rules: &mut PositionalRules<'_>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let mut cells = Vec::new();
    for part in split(text, span.clone(), b'+') {
        let mut numbers = Vec::with_capacity(2);
        for part in split(text, part.clone(), b',') {
            numbers.push(number(text, part)?);
        }
        let &[row, column] = numbers.as_slice() else {
            return Err(SyntaxError::new(
                part.clone(),
                format!("{} is no cell of a shape", quote(&text[part])),
                "a shape is cells `row,col` joined by `+`: `0,0+0,1+1,0`",
            ));
        };
        if row.max(column) > MOST_OFFSET || cells.len() == MOST_LISTED {
            return Err(SyntaxError::new(
                part,
                "the shape is too large",
                format!("a shape has at most {MOST_LISTED} cells, each number at most {MOST_OFFSET}"),
            ));
        }
        cells.push((row, column));
    }
    reader.mark(Place::Item(rules.shapes.len()), &span);
    rules.shapes.push(Shape::Cells(cells));
    Ok(())
}

fn set(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    rules: &mut PositionalRules<'_>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let mut lists = [Vec::new(), Vec::new()];
    let mut count = 0;
    for (i, part) in split(text, span.clone(), b'>').enumerate() {
        let Some(list) = lists.get_mut(i) else {
            return Err(SyntaxError::new(
                span.clone(),
                format!("{} has two signs `>`", quote(&text[span])),
                "a set is vertices joined by commas; after one `>` stand those that go with them: `4>3,5`",
            ));
        };
        for part in split(text, part, b',') {
            let value = number(text, part.clone())?;
            count += 1;
            if value == 0 || value > rules.graph.vertices || count > MOST_LISTED {
                return Err(SyntaxError::new(
                    part,
                    format!("there is no vertex {value}"),
                    format!("the vertices are 1 to {}", rules.graph.vertices),
                ));
            }
            list.push(value);
        }
    }
    let [needs, others] = lists;
    reader.mark(Place::Item(rules.sets.len()), &span);
    rules.sets.push(TakenSet { needs, others });
    Ok(())
}

fn bar(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    rules: &mut PositionalRules<'_>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    if let Some(rows) = &mut rules.rows {
        let length = number(text, span.clone())?;
        if length > rows.last().copied().unwrap_or(u64::MAX) {
            return Err(SyntaxError::new(
                span,
                format!("a row of {length} cells under a shorter one"),
                "no row is longer than the one above",
            ));
        }
        if (length == 0 && rows.is_empty()) || length > Size::MAX || rows.len() == MOST_ROWS {
            return Err(SyntaxError::new(
                span,
                format!("a row of {length} cells"),
                format!("the first row has 1 to {} cells; there are up to {MOST_ROWS} rows", Size::MAX),
            ));
        }
        reader.mark(Place::Item(rows.len()), &span);
        rows.push(length);
        return Ok(());
    }
    if rules.bar.is_some() {
        return Err(twice(&span));
    }
    let mut board = crate::record::BoardRules::default();
    board::part(reader, span.clone(), &mut board)?;
    let Some(size) = board.size else {
        return Err(SyntaxError::new(
            span,
            "a bar is not drawn",
            "give a size, `chomp 4x6:`, or the rows that are left, `chomp rows 6 6 4 1:`",
        ));
    };
    rules.bar = Some(size);
    Ok(())
}
