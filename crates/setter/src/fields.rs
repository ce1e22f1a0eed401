//! A record as data, for templates and limits.

use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;

use super::error::SetterError;
use grundy_api::Position;
use grundy_api::text::board_rows;
use grundy_base::range::Range;
use grundy_games::Context;
use grundy_record::text::board_text;
use grundy_record::{PositionKind, Record, Rules, SetRules, Signature, Tuples, WrittenLetters};

/// The most amounts, or damaged numbers, or rows of a bar, that are listed one by one.
const MAX_LISTED_NUMBERS: u64 = 1_000_000;

/// The fields of a record that templates see.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RecordFields {
    /// The number of the record in its case, from 1.
    pub index: usize,
    /// The record in one line, without asks.
    pub text: String,
    /// The name of the game.
    pub game: String,
    /// The rules as they were written.
    pub rules: String,
    /// The amounts, each once, ascending.
    pub amounts: Vec<u64>,
    /// The vectors.
    pub vectors: Vec<Vec<u64>>,
    /// The heaps, or other numbers of the position.
    pub heaps: Vec<u64>,
    /// The piles, or other tuples of the position.
    pub piles: Vec<Vec<u64>>,
    /// The number of heaps or piles.
    pub n: usize,
    /// The number of numbers of a pile.
    pub arity: usize,
    /// The rows of the board: `.` is free, `#` damaged, `K` a piece, `2` to `9` as many pieces.
    pub rows: Vec<String>,
    /// The number of rows of the board.
    pub height: u64,
    /// The number of columns of the board.
    pub width: u64,
    /// The damaged cells or positions.
    pub damaged: Vec<Vec<u64>>,
    /// The pieces, each as row and column.
    pub pieces: Vec<Vec<u64>>,
    /// The number of vertices of the graph, or the limit of a factor game.
    pub vertices: u64,
    /// The ends of the edges or arcs.
    pub edges: Vec<[u64; 2]>,
    /// The tokens, or the path walked so far, or the numbers drawn.
    pub tokens: Vec<u64>,
    /// The sets of vertices that moves take.
    pub sets: Vec<Vec<u64>>,
    /// The rows and boards of letters, with `/` between rows; `-` without a cell.
    pub letters: Vec<String>,
    /// The answers.
    pub answer: Value,
}

impl RecordFields {
    /// Goes through the sizes of heaps and the numbers of piles.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.heaps
            .iter()
            .chain(self.piles.iter().flatten())
            .copied()
    }

    /// Lists the names of the fields by which a file may show the position; a board stands in its rows, or by its size,
    /// damaged cells and pieces.
    pub(super) fn with_position(&self) -> Vec<&'static str> {
        let fields = [
            ("heaps", self.heaps.is_empty()),
            ("piles", self.piles.is_empty()),
            ("rows", self.rows.is_empty()),
            ("pieces", self.rows.is_empty() && self.pieces.is_empty()),
            ("tokens", self.tokens.is_empty()),
            ("edges", self.edges.is_empty()),
            ("sets", self.sets.is_empty()),
            ("letters", self.letters.is_empty()),
        ];
        let mut names = Vec::new();
        for (name, is_empty) in fields {
            if !is_empty {
                names.push(name);
            }
        }
        names
    }
}

/// Reads a record as data. The caller fills in the answer.
///
/// # Errors
///
/// Says what is wrong in the record.
pub fn fields(text: &[u8], index: usize, context: &Context) -> Result<RecordFields, SetterError> {
    let position = Position::read(text, context).map_err(|error| {
        let record = String::from_utf8_lossy(text);
        format!("{}: {}", record.trim_end(), error.message())
    })?;
    let record = position.record();
    let signature = position.signature();
    let line = position.record_line();
    let mut fields = RecordFields {
        index,
        game: signature.name.to_string(),
        rules: rules_text(&line, &signature.name).to_owned(),
        text: line,
        ..RecordFields::default()
    };
    fill_in_rules(&mut fields, signature, &record.rules);
    fields.damaged = lists(&record.modifiers.damaged);
    for number in listed(&record.modifiers.damaged_numbers) {
        fields.damaged.push(vec![number]);
    }
    fill_in_position(&mut fields, record, signature);
    fill_in_board(&mut fields, record);
    fill_in_letters(&mut fields, record);
    Ok(fields)
}

/// Cuts the rules out of the line of a record: what stands between the name of the game and the last colon.
fn rules_text<'t>(line: &'t str, game: &str) -> &'t str {
    let after_game = line.strip_prefix(game).unwrap_or(line);
    let rules = after_game.rsplit_once(':').map(|(rules, _)| rules);
    rules.unwrap_or(after_game).trim()
}

/// Copies tuples as lists.
fn lists(tuples: &Tuples) -> Vec<Vec<u64>> {
    tuples.iter().map(<[u64]>::to_vec).collect()
}

/// Fills in what the rules of a record say, but for the board.
fn fill_in_rules(fields: &mut RecordFields, signature: &Signature, rules: &Rules) {
    fields.amounts = listed(rules.amounts());
    fields.vertices = signature.order(rules).unwrap_or(0);
    match rules {
        Rules::Vectors(vectors) => fields.vectors = lists(&vectors.several),
        Rules::Sets(SetRules { sets, .. }) => {
            fields.sets = sets.iter().map(|set| set.needs.clone()).collect();
        }
        Rules::Graph(graph) => {
            for edge in &graph.edges {
                fields.edges.push(edge.map(u64::from).ends());
            }
        }
        Rules::Branches(branches) => {
            let largest_vertex = branches.iter().map(|branch| branch.high()).max();
            fields.vertices = largest_vertex.unwrap_or(0);
            fields.edges = branches.iter().map(|branch| branch.ends()).collect();
        }
        _ => {}
    }
}

/// Fills in heaps, piles, pieces and tokens. On a graph, numbers and cells are its vertices.
fn fill_in_position(fields: &mut RecordFields, record: &Record<'_>, signature: &Signature) {
    let is_on_graph = signature.order(&record.rules).is_some();
    let tuples = lists(&record.position.tuples);
    match signature.position {
        PositionKind::Taken if is_on_graph => fields.tokens = tuples.concat(),
        PositionKind::Cells | PositionKind::Taken => fields.pieces = tuples,
        _ => fields.piles = tuples,
    }
    if is_on_graph {
        fields.tokens.extend(&record.position.numbers);
    } else {
        fields.heaps.extend(&record.position.numbers);
    }
    match &record.rules {
        Rules::Rows(lengths) => fields.heaps.extend(lengths),
        Rules::Bar(bar) => {
            let rows = bar.rows.min(MAX_LISTED_NUMBERS);
            fields.heaps.extend((0..rows).map(|_| bar.cols));
        }
        _ => {}
    }
    fields.n = fields.heaps.len().max(fields.piles.len());
    fields.arity = fields.piles.first().map_or(0, Vec::len);
    if fields.arity == 1 {
        // Positions of one number are heaps.
        fields.heaps = fields.piles.concat();
    }
}

/// Fills in the board and its size; the boards of Notakto stand one below the other.
fn fill_in_board(fields: &mut RecordFields, record: &Record<'_>) {
    let rows = match record.size {
        Some(size) => {
            fields.height = size.rows;
            fields.width = size.cols;
            let damaged = &record.modifiers.damaged;
            let pieces = &record.position.tuples;
            board_rows(size, damaged, pieces, b'K', None).unwrap_or_default()
        }
        None => {
            let mut rows = Vec::new();
            for &board in &record.position.boards {
                rows.extend(board_text(board).split('/').map(str::to_owned));
            }
            fields.height = rows.len() as u64;
            fields.width = rows.first().map_or(0, String::len) as u64;
            rows
        }
    };
    fields.rows = rows.iter().map(|row| row.replace('X', "#")).collect();
}

/// Fills in rows and boards of letters, with powers and sizes written out, and the size of the largest.
fn fill_in_letters(fields: &mut RecordFields, record: &Record<'_>) {
    for written in &record.position.letters {
        let Ok(board) = written.board(None) else {
            continue;
        };
        // Longer rows are a power of one letter, which no template writes out.
        if board.cells() > WrittenLetters::MAX_CELLS {
            continue;
        }
        fields.height = fields.height.max(board.rows());
        fields.width = fields.width.max(board.columns());
        fields.letters.push(if board.cells() == 0 {
            "-".to_owned()
        } else {
            WrittenLetters::of_board(&board).to_string()
        });
    }
    fields.n = fields.n.max(fields.letters.len());
}

/// Lists the numbers of some ranges, each once; an empty list stands for more than `MAX_LISTED_NUMBERS`.
fn listed(ranges: &[Range]) -> Vec<u64> {
    let lengths = ranges
        .iter()
        .map(|range| (range.high - range.low).saturating_add(1));
    if lengths.fold(0, u64::saturating_add) > MAX_LISTED_NUMBERS {
        return Vec::new();
    }
    let numbers = ranges.iter().flat_map(|range| range.low..=range.high);
    numbers.sorted_unstable().dedup().collect()
}
