//! Explanations of rows, boards and graphs of letters: their values, the parts into which they fall, and what a move does.

use super::examples::MAX_EXPLAINED_ITEMS;
use super::{outcomes, sum};
use crate::{Error, Position};
use grundy_games::own_rules::{LetterPart, letter_parts, rewriting};
use grundy_record::{Value, Verdict, WrittenLetters, letter_cell};
use grundy_rules::rewrite::{LetterBoard, WALL};

/// The largest number of cells of a position whose parts are shown. A guess.
const MAX_EXPLAINED_CELLS: u64 = 4096;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    if position.is_misere() {
        let mut lines = vec![
            "Under misère play a player who cannot move wins, and values do not say who that is."
                .to_owned(),
        ];
        lines.extend(outcomes::explain(position, verdict)?);
        lines.extend(parts_of_all(position)?);
        return Ok(lines);
    }
    let values = sum::explain(position, verdict);
    let mut lines = values.or_else(|_| outcomes::explain(position, verdict))?;
    lines.extend(parts_of_all(position)?);
    Ok(lines)
}

/// Writes the parts of the positions that fall into several, and what a winning move does to them.
fn parts_of_all(position: &Position<'_>) -> Result<Vec<String>, Error> {
    let mut lines: Vec<String> = why_whole(position).into_iter().collect();
    let how_added = if position.is_misere() {
        "Who wins depends on all of them together"
    } else {
        "Their values add without carry"
    };
    let boards = boards(position);
    for (number, board) in (1..).zip(&boards).take(MAX_EXPLAINED_ITEMS) {
        let parts = parts(position, board);
        if parts.len() > 1 {
            lines.push(format!(
                "Position {number} falls into {} parts, since no move touches cells of two. {how_added}:",
                parts.len()
            ));
            lines.extend(written(position, board, &parts)?);
        }
    }
    let best = position.best()?;
    if let Some(mv) = &best
        && let Some(index) = mv.component()
        && let Some(next) = position.option(mv)
        && let Some(board) = self::boards(&next).get(index)
    {
        let parts = parts(&next, board);
        if parts.len() > 1 {
            lines.push(format!("After {mv} there are {} parts:", parts.len()));
            lines.extend(written(&next, board, &parts)?);
        }
    }
    Ok(lines)
}

/// Says why positions do not fall into parts under rules that look at all cells.
fn why_whole(position: &Position<'_>) -> Option<String> {
    let rules = rewriting(position.signature(), position.record())?;
    let why = if rules.joined {
        "under `joined` a move in one place depends on what stands in all others"
    } else if !rules.ends.is_empty() {
        "a word of `ends` that is made anywhere ends play in all places"
    } else if rules.closes_up() && (rules.alive || !rules.never.is_empty()) {
        "where the row closes up, any two letters may come to stand side by side, and a word or a group forbids moves"
    } else {
        return None;
    };
    Some(format!("A position is one part here: {why}."))
}

/// Lists the boards of a record.
fn boards(position: &Position<'_>) -> Vec<LetterBoard> {
    let letters = position.record().position.letters.iter();
    letters
        .filter_map(|written| written.board(None).ok())
        .collect()
}

/// Lists the parts of a board of a record; none if it is large.
fn parts(position: &Position<'_>, board: &LetterBoard) -> Vec<LetterPart> {
    match rewriting(position.signature(), position.record()) {
        Some(rules) if board.cells() <= MAX_EXPLAINED_CELLS => {
            letter_parts(rules, board, position.context().budget)
        }
        _ => Vec::new(),
    }
}

/// Writes a line for each part: its cells, its letters and its value, which it has none of under misère play.
fn written(
    position: &Position<'_>,
    board: &LetterBoard,
    parts: &[LetterPart],
) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    for part in parts.iter().take(MAX_EXPLAINED_ITEMS) {
        let shown = format!(
            "  {}: {}",
            cells_text(board, &part.cells),
            cropped(&part.board)
        );
        if position.is_misere() {
            lines.push(shown);
            continue;
        }
        let alone = grundy_record::Position {
            letters: vec![WrittenLetters::of_board(&part.board)],
            ..grundy_record::Position::default()
        };
        let value = match position.values_at(alone)?[..] {
            [Value::Finite(value)] => value.to_string(),
            _ => "unknown".to_owned(),
        };
        lines.push(format!("{shown}   value {value}"));
    }
    if parts.len() > MAX_EXPLAINED_ITEMS {
        lines.push(format!("  … {} parts in all", parts.len()));
    }
    Ok(lines)
}

/// Writes cells as moves do.
fn cells_text(board: &LetterBoard, cells: &[u32]) -> String {
    /// The most cells that are named.
    const NAMED: usize = 8;
    let columns = match board.rows() {
        1 => 0,
        _ => u32::try_from(board.columns()).unwrap_or(u32::MAX),
    };
    let named = cells
        .iter()
        .take(NAMED)
        .map(|&cell| letter_cell(columns, cell));
    let more = if cells.len() > NAMED { "+…" } else { "" };
    itertools::join(named, "+") + more
}

/// Writes the letters of a part without the walls around it.
fn cropped(board: &LetterBoard) -> String {
    let letters = board.letters();
    let columns = usize::try_from(board.columns()).unwrap_or(1).max(1);
    let rows: Vec<&[u8]> = letters.chunks(columns).collect();
    let is_wall = |column: usize| rows.iter().all(|row| row[column] == WALL);
    let Some(left) = (0..columns).find(|&column| !is_wall(column)) else {
        return String::new();
    };
    let right = (0..columns)
        .rfind(|&column| !is_wall(column))
        .unwrap_or(left);
    let has_letters = |row: &&[u8]| row.iter().any(|&letter| letter != WALL);
    let shown = rows.iter().filter(|row| has_letters(row));
    let text = |row: &&[u8]| String::from_utf8_lossy(&row[left..=right]).into_owned();
    itertools::join(shown.map(text), "/")
}
