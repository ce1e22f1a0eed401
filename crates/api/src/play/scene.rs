//! A position as a person sees it in a terminal.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a cell that was taken is on the board, which was drawn as text"
)]

use fxhash::FxHashSet;

use crate::Position;
use crate::text::{board_rows, joined, position_text};
use grundy_record::text::board_text;
use grundy_record::{Look, Move, PositionKind, Rules, Taken};

/// The most rows of a board that is drawn whole.
const MAX_SCENE_ROWS: u64 = 40;
const MAX_SCENE_COLS: u64 = 60;
/// The largest heap that is drawn as tokens.
const MAX_TOKENS: u64 = 50;
/// The largest limit of a factor game whose numbers are laid out.
const MAX_LAID_OUT: u64 = 200;
/// The most components that are listed.
const MAX_SHOWN_COMPONENTS: usize = 40;

/// Draws a position as lines of text.
pub fn lines(position: &Position<'_>) -> Vec<String> {
    let tuples = &position.record().position.tuples;
    match position.signature().look {
        Look::Parts => positional(position),
        Look::Drawn => numbers(position),
        Look::Walk => path(position),
        Look::Tokens => tokens(position),
        Look::Pieces => board(position),
        Look::Strip => strip(position),
        Look::Piles => {
            let words = position.record().position.words;
            let texts = tuples.iter().map(|numbers| position_text(numbers, words));
            listed(texts, position.component_name())
        }
        Look::Plain => listed(
            tuples.iter().map(|place| format!("at {}", joined(place))),
            "head",
        ),
        Look::Letters => letters(position),
        Look::Heaps | Look::Countdown | Look::Row => heaps(position),
    }
}

/// Draws the rows, boards and graphs of letters, each with its number if there are several.
fn letters(position: &Position<'_>) -> Vec<String> {
    let all = &position.record().position.letters;
    let mut lines = Vec::new();
    for (number, written) in (1..).zip(all).take(MAX_SHOWN_COMPONENTS) {
        let Ok(board) = written.board(None) else {
            continue;
        };
        if all.len() > 1 {
            lines.push(format!("position {number}:"));
        }
        if board.rows() > MAX_SCENE_ROWS || board.columns() > MAX_SCENE_COLS {
            lines.push(written.to_string());
            continue;
        }
        // A row without cells is one row.
        let letters = board.letters();
        let columns = letters.len() / usize::try_from(board.rows()).unwrap_or(1);
        let rows = letters.chunks(columns.max(1));
        lines.extend(rows.map(|row| String::from_utf8_lossy(row).into_owned()));
    }
    if all.len() > MAX_SHOWN_COMPONENTS {
        lines.push(format!("… {} more", all.len() - MAX_SHOWN_COMPONENTS));
    }
    if all.is_empty() {
        lines.push("no position".to_owned());
    }
    lines
}

/// Draws a board, where cells are damaged (`X`), have a piece (`P`) or were taken (`o`); of other games, lists what was
/// taken.
fn positional(position: &Position<'_>) -> Vec<String> {
    let record = position.record();
    let taken = record.position.taken.iter().flatten();
    let moves = taken.map(|(index, what)| Move::Take {
        index: Some(*index),
        what: what.clone(),
    });
    let moves = itertools::join(moves, " ");
    let size = match record.rules {
        Rules::Bar(size) => Some(size),
        _ => record.size,
    };
    let mut lines = Vec::new();
    if let Some(size) =
        size.filter(|size| size.rows <= MAX_SCENE_ROWS && size.cols <= MAX_SCENE_COLS)
    {
        let sign = if position.signature().position == PositionKind::Taken {
            b'o'
        } else {
            b'P'
        };
        lines = board_rows(
            size,
            &record.modifiers.damaged,
            &record.position.tuples,
            sign,
            Some(b'+'),
        )
        .unwrap_or_default();
        for (_, what) in record.position.taken.iter().flatten() {
            let Taken::Cells(cells) = what else { continue };
            for cell in cells {
                if let &[row, col] = cell.as_slice()
                    && let Some(line) = lines.get_mut(row as usize - 1)
                {
                    line.replace_range(col as usize - 1..col as usize, "o");
                }
            }
        }
    }
    for (index, &board) in record
        .position
        .boards
        .iter()
        .enumerate()
        .take(MAX_SHOWN_COMPONENTS)
    {
        lines.push(format!("{}: {}", index + 1, board_text(board)));
    }
    if !moves.is_empty() {
        lines.push(format!("taken: {moves}"));
    } else if lines.is_empty() {
        lines.push(position.record_line());
    }
    lines
}

fn listed(items: impl Iterator<Item = String>, what: &str) -> Vec<String> {
    listed_by_number(items.enumerate(), what)
}

/// Lists the first of some items with their numbers, which are counted from 0.
fn listed_by_number(mut items: impl Iterator<Item = (usize, String)>, what: &str) -> Vec<String> {
    let line = |(i, item)| format!("{what} {}: {item}", i + 1);
    let mut lines: Vec<String> = items
        .by_ref()
        .take(MAX_SHOWN_COMPONENTS)
        .map(line)
        .collect();
    lines.extend(lines.is_empty().then(|| format!("no {what}")));
    lines.extend(
        Some(items.count())
            .filter(|&more| more > 0)
            .map(|more| format!("… {more} more")),
    );
    lines
}

/// Draws a strip of squares with its coins, if it is short.
fn strip(position: &Position<'_>) -> Vec<String> {
    let first = match position.signature().position {
        PositionKind::Squares { first } => first,
        _ => 0,
    };
    let squares = &position.record().position.numbers;
    let last = squares.iter().copied().max().unwrap_or(first);
    let mut lines = Vec::new();
    if last < MAX_SCENE_COLS {
        let square = |square| if squares.contains(&square) { 'o' } else { '.' };
        lines.push(format!(
            "strip, from square {first}: {}",
            (first..=last).map(square).collect::<String>()
        ));
    }
    lines.extend(listed(
        squares.iter().map(|square| format!("on square {square}")),
        "coin",
    ));
    lines
}

fn heaps(position: &Position<'_>) -> Vec<String> {
    let heaps = &position.record().position.numbers;
    let opened = position.record().position.opened.as_deref();
    let all_gone = heaps.iter().all(|&heap| heap == 0);
    let drawn = heaps
        .iter()
        .enumerate()
        .filter(|&(_, &heap)| heap > 0 || all_gone)
        .map(|(i, &heap)| {
            let form = match opened {
                None => "",
                Some(opened) if opened.get(i) == Some(&true) => "row of ",
                Some(_) => "ring of ",
            };
            let text = match heap {
                0 => "0".to_owned(),
                1..=MAX_TOKENS => format!("{form}{heap:<3} {}", tokens_of(heap)),
                _ => format!("{form}{heap}"),
            };
            (i, text)
        });
    listed_by_number(drawn, "heap")
}

/// Draws tokens in groups of five, which can be counted at a glance.
fn tokens_of(heap: u64) -> String {
    itertools::join(
        (0..heap)
            .step_by(5)
            .map(|i| &"ooooo"[..(heap - i).min(5) as usize]),
        " ",
    )
}

fn board(position: &Position<'_>) -> Vec<String> {
    let record = position.record();
    let pieces = &record.position.tuples;
    // A chess piece has its letter, as in records of chess games.
    let piece = position.signature().piece_letter();
    let size = record
        .size
        .filter(|size| size.rows <= MAX_SCENE_ROWS && size.cols <= MAX_SCENE_COLS);
    let rows = size
        .and_then(|size| board_rows(size, &record.modifiers.damaged, pieces, piece, Some(b'+')));
    let rows = rows.unwrap_or_default();
    let margin = rows.len().to_string().len();
    let spaced = |row: &String| itertools::join(row.chars(), " ");
    let numbered = (1..)
        .zip(&rows)
        .map(|(number, row)| format!("{number:margin$} {}", spaced(row)));
    // The last digits of the columns' numbers.
    let columns = rows
        .first()
        .map(|row| itertools::join((1..=row.len()).map(|col| col % 10), " "));
    let head = columns.map(|columns| format!("{:margin$} {columns}", ""));
    head.into_iter()
        .chain(numbered)
        .chain(listed(pieces.iter().map(joined), "piece"))
        .collect()
}

fn numbers(position: &Position<'_>) -> Vec<String> {
    let record = position.record();
    let drawn = &record.position.numbers;
    let limit = position.order().unwrap_or(0);
    let mut lines = Vec::new();
    if limit <= MAX_LAID_OUT {
        let gone: FxHashSet<u64> = drawn.iter().copied().collect();
        let is_damaged = |number| {
            let mut ranges = record.modifiers.damaged_numbers.iter();
            ranges.any(|range| range.contains(number))
        };
        let width = limit.to_string().len();
        for start in (1..=limit).step_by(10) {
            let row = (start..=limit.min(start + 9)).map(|number| {
                if is_damaged(number) {
                    format!("{:>width$}", "X")
                } else if gone.contains(&number) {
                    format!("{:>width$}", "·")
                } else {
                    format!("{number:>width$}")
                }
            });
            lines.push(itertools::join(row, " "));
        }
    }
    lines.push(match drawn.last() {
        None => "nothing is drawn yet".to_owned(),
        Some(last) => format!("drawn: {}   last: {last}", ending(drawn)),
    });
    lines
}

fn path(position: &Position<'_>) -> Vec<String> {
    let path = &position.record().position.numbers;
    let at = path.last().copied().unwrap_or(0);
    let mut lines = vec![format!("path: {}   token on {at}", ending(path))];
    let mut near = position.neighbours(at);
    near.retain(|vertex| !path.contains(vertex));
    lines.push(format!(
        "open neighbours: {}",
        if near.is_empty() {
            "none".into()
        } else {
            ending(&near)
        }
    ));
    lines
}

fn tokens(position: &Position<'_>) -> Vec<String> {
    let tokens = &position.record().position.numbers;
    let drawn = tokens
        .iter()
        .map(|&token| match position.neighbours(token)[..] {
            [] => format!("on {token}, no arc leads on"),
            ref near => format!("on {token}, arcs to {}", ending(near)),
        });
    listed(drawn, "token")
}

/// Writes numbers in a line; of many, only the last.
fn ending(numbers: &[u64]) -> String {
    let hidden = numbers.len().saturating_sub(MAX_SHOWN_COMPONENTS);
    let shown = itertools::join(&numbers[hidden..], " ");
    if hidden > 0 {
        format!("… {shown}")
    } else {
        shown
    }
}
