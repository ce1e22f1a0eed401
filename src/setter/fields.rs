//! A record as data, for templates and limits.

use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;

use super::Trouble;
use crate::Position;
use crate::games::Context;
use crate::record::text::board_text;
use crate::record::{PositionKind, Range, Tuples};
use crate::text::board_rows;

/// The most amounts that are listed one by one.
const MAX_AMOUNTS: u64 = 1_000_000;

/// The fields of a record that templates see.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Fields {
    /// Its number in the case, from 1.
    pub index: usize,
    /// The record in one line, without asks.
    pub text: String,
    /// The name of the game.
    pub game: String,
    /// Its rules as written.
    pub rules: String,
    /// Its amounts, each once, ascending.
    pub amounts: Vec<u64>,
    /// Its vectors.
    pub vectors: Vec<Vec<u64>>,
    /// Heaps, or other numbers of the position.
    pub heaps: Vec<u64>,
    /// Piles, or other tuples of the position.
    pub piles: Vec<Vec<u64>>,
    /// How many heaps or piles it has.
    pub n: usize,
    /// How many numbers a pile has.
    pub arity: usize,
    /// The rows of its board, `.` free, `#` damaged, `K` a piece, `2` to `9` that many pieces.
    pub rows: Vec<String>,
    /// The size of its board.
    pub height: u64,
    /// The size of its board.
    pub width: u64,
    /// Damaged cells or positions.
    pub damaged: Vec<Vec<u64>>,
    /// Pieces, row and column.
    pub pieces: Vec<Vec<u64>>,
    /// How many vertices its graph has, or the limit of a factor game.
    pub vertices: u64,
    /// Its edges or arcs.
    pub edges: Vec<(u64, u64)>,
    /// Tokens, or the path walked so far, or the numbers drawn.
    pub tokens: Vec<u64>,
    /// The sets of vertices that moves take.
    pub sets: Vec<Vec<u64>>,
    /// The answers.
    pub answer: Value,
}

impl Fields {
    /// The sizes of heaps and the numbers of piles.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.heaps
            .iter()
            .chain(self.piles.iter().flatten())
            .copied()
    }
}

/// Reads a record; the answer is filled in by the caller.
///
/// # Errors
///
/// If the record is wrong.
pub fn fields(text: &[u8], index: usize, context: &Context) -> Result<Fields, Trouble> {
    let position = Position::read(text, context).map_err(|error| {
        format!(
            "{}: {}",
            String::from_utf8_lossy(text).trim_end(),
            error.message()
        )
    })?;
    let (record, signature) = (position.record(), position.signature());
    let (rules, damaged) = (&record.rules, &record.modifiers.damaged);
    let text = position.record_line();
    let head = text.strip_prefix(&*signature.name).unwrap_or(&text);
    let lists = |tuples: &Tuples| tuples.iter().map(<[u64]>::to_vec).collect_vec();
    let edges = rules
        .graph
        .edges
        .iter()
        .map(|&(from, to)| (from.into(), to.into()));
    let largest = rules.branches.iter().map(|&(from, to)| from.max(to)).max();
    let mut fields = Fields {
        index,
        game: signature.name.to_string(),
        rules: head
            .rsplit_once(':')
            .map_or(head, |(rules, _)| rules)
            .trim()
            .to_owned(),
        amounts: listed(rules.amounts()),
        vectors: lists(&rules.vectors),
        damaged: lists(damaged),
        vertices: rules.order().or(largest).unwrap_or(0),
        edges: edges.chain(rules.branches.iter().copied()).collect(),
        sets: rules.sets.iter().map(|set| set.needs.clone()).collect(),
        ..Fields::default()
    };
    fields.text = text;
    fields.damaged.extend(
        listed(&record.modifiers.damaged_numbers)
            .into_iter()
            .map(|number| vec![number]),
    );
    let (numbers, tuples) = (
        record.position.numbers.clone(),
        lists(&record.position.tuples),
    );
    let in_graph = rules.order().is_some();
    match signature.position {
        PositionKind::Taken if in_graph => fields.tokens = tuples.concat(),
        PositionKind::Cells | PositionKind::Taken => fields.pieces = tuples,
        _ => fields.piles = tuples,
    }
    let places = if in_graph {
        &mut fields.tokens
    } else {
        &mut fields.heaps
    };
    places.extend(numbers);
    let bar = rules
        .bar
        .map(|bar| vec![bar.cols; bar.rows.min(MAX_AMOUNTS) as usize]);
    fields
        .heaps
        .extend(rules.lengths.clone().or(bar).unwrap_or_default());
    fields.n = fields.heaps.len().max(fields.piles.len());
    fields.arity = fields.piles.first().map_or(0, Vec::len);
    if fields.arity == 1 {
        // Positions of one number are heaps.
        fields.heaps = fields.piles.concat();
    }
    let rows = match rules.size {
        Some(size) => {
            board_rows(size, damaged, &record.position.tuples, b'K', None).unwrap_or_default()
        }
        // Boards of Notakto stand below each other.
        None => {
            let boards = record
                .position
                .boards
                .iter()
                .map(|&board| board_text(board));
            boards
                .flat_map(|board| board.split('/').map(str::to_owned).collect_vec())
                .collect()
        }
    };
    let drawn = || {
        (
            rows.len() as u64,
            rows.first().map_or(0, String::len) as u64,
        )
    };
    (fields.height, fields.width) = rules.size.map_or_else(drawn, |size| (size.rows, size.cols));
    fields.rows = rows.into_iter().map(|row| row.replace('X', "#")).collect();
    Ok(fields)
}

/// The numbers of some ranges, each once, as long as they are not too many.
fn listed(ranges: &[Range]) -> Vec<u64> {
    let count = |range: &Range| (range.high - range.low).saturating_add(1);
    if ranges
        .iter()
        .fold(0u64, |all, range| all.saturating_add(count(range)))
        > MAX_AMOUNTS
    {
        return Vec::new();
    }
    ranges
        .iter()
        .flat_map(|range| range.low..=range.high)
        .sorted_unstable()
        .dedup()
        .collect()
}
