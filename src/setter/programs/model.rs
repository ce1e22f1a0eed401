//! The model of a game for generated programs: its moves, the end of play, the size of the search.

use super::definition::definition;
use super::own;
use crate::Position;
use crate::games::Context;
use crate::record::{Piece, PositionKind, Record, Shape};
use crate::rules::grammar::read_rule;
use crate::setter::Fields;
use crate::setter::limits::Limits;
use crate::theory::positional::shapes::{normal, polyominoes, turned};

/// A constant of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Number(i64),
    Text(&'static str),
    Flag(bool),
    List(Vec<i64>),
    Lists(Vec<Vec<i64>>),
}

/// How play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// A player who cannot move loses, and play ends: sums have Grundy values.
    Normal,
    /// Otherwise: outcomes are searched for. Where no move is left it has ended with this.
    Other(&'static str),
}

/// A formula that the program's text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    None,
    /// For who wins, 1 or 0.
    Outcome,
    /// For Grundy values.
    Value,
}

/// The model of the game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Model {
    /// Which moves: the name of the text in `games`.
    pub(super) game: &'static str,
    /// The moves in Python and in C++, where they are made for these rules.
    pub(super) own: Option<(String, String)>,
    /// The kind of components: heaps, piles, row, pieces, tokens; or `text`, read from the record.
    pub(super) parts: &'static str,
    /// The lists that must be read.
    pub(super) needs: &'static [&'static str],
    pub(super) constants: Vec<(&'static str, Constant)>,
    pub(super) ends: Ends,
    pub(super) closed: Closed,
    /// Whether moves are written with the number of their component.
    pub(super) numbered: bool,
    /// Whether the moves of a position are the same in all records.
    pub(super) shared: bool,
    /// Whether positions are one number, and moves lead to smaller ones.
    pub(super) ordered: bool,
}

const HEAPS: &[&str] = &["heaps"];
const BOARD: &[&str] = &["rows"];

impl Model {
    fn new(game: &'static str, parts: &'static str, needs: &'static [&'static str]) -> Model {
        Model {
            game,
            own: None,
            parts,
            needs,
            constants: Vec::new(),
            ends: Ends::Normal,
            closed: Closed::None,
            numbered: true,
            shared: matches!(parts, "heaps" | "piles" | "row"),
            ordered: false,
        }
    }

    /// Positions of numbers, whose moves a rule makes.
    pub(super) fn of_rule() -> Model {
        Model::new("own", "piles", &["piles"])
    }

    /// The model of a game of numbers, from its definition.
    fn defined(position: &Position<'_>, amounts_read: bool) -> Option<Model> {
        let record = position.record();
        let text = definition(position.signature(), record, amounts_read)?;
        let (rule, _) = read_rule(&text).ok()?;
        let model = own::model(&rule, record.modifiers.misere)?;
        Some(match position.signature().position {
            PositionKind::Numbers => {
                let ordered = model.ends == Ends::Normal;
                Model { parts: "heaps", needs: HEAPS, ordered, ..model }
            }
            _ => model,
        })
    }

    fn with(mut self, name: &'static str, constant: Constant) -> Model {
        self.constants.push((name, constant));
        self
    }

    fn closed(self, closed: Closed) -> Model {
        Model { closed, ..self }
    }

    /// Moves that name their components themselves, or none.
    fn unnumbered(self) -> Model {
        Model { numbered: false, ..self }
    }

    fn alone(self) -> Model {
        Model { shared: false, ..self }
    }

    /// Whether components fall apart, and moves are named by the places on the whole board.
    pub(super) fn falls_apart(&self) -> bool {
        matches!(self.game, "place" | "placement" | "node_kayles" | "arc_kayles" | "take" | "poset")
    }

    /// The model of a record; `None` if programs have none. Amounts that are read need not
    /// be constants.
    pub(super) fn of(fields: &Fields, amounts_read: bool, context: &Context) -> Option<Model> {
        let position = Position::read(fields.text.as_bytes(), context).ok()?;
        let record = position.record();
        if let Some((rule, _)) = position.own_rule() {
            return own::model(rule, record.modifiers.misere);
        }
        if let Some(model) = Model::defined(&position, amounts_read && !fields.amounts.is_empty()) {
            return Some(model);
        }
        let model = Model::named(&fields.game, fields, record)?;
        let misere = match fields.game.as_str() {
            "notakto" => !record.modifiers.normal,
            _ => record.modifiers.misere,
        };
        Some(match misere {
            true => Model { ends: Ends::Other("WIN"), closed: Closed::None, ..model },
            false => model,
        })
    }

    fn named(game: &str, fields: &Fields, record: &Record<'_>) -> Option<Model> {
        use Constant::{Flag, List, Lists, Number};
        let row = |game| Model::new(game, "row", HEAPS).unnumbered();
        let number = |otherwise: u64| i64::try_from(record.rules.number.unwrap_or(otherwise)).ok();
        let pieces = |steps: &[(i64, i64)], slides| {
            let steps = steps.iter().map(|&(row, col)| vec![row, col]).collect();
            Model::new("board", "pieces", BOARD).with("STEPS", Lists(steps)).with("SLIDES", Flag(slides))
        };
        const KING: [(i64, i64); 3] = [(-1, 0), (0, -1), (-1, -1)];
        Some(match game {
            _ if record.modifiers.ring => {
                let code = match game {
                    "kayles" => "0.77".to_owned(),
                    "dawson-kayles" => "0.07".to_owned(),
                    "dawson-chess" => "0.137".to_owned(),
                    "treblecross" => "0.007".to_owned(),
                    _ => record.rules.code.as_ref()?.to_string(),
                };
                let (digits, repeat) = digits(&code);
                let model = Model::new("ring", "own", HEAPS);
                Model { shared: true, ..model }.with("DIGITS", List(digits)).with("REPEAT", Number(repeat))
            }
            "king" => pieces(&KING, false),
            "rook" => pieces(&KING[..2], true),
            "bishop" => pieces(&KING[2..], true),
            "queen" => pieces(&KING, true),
            "knight" => pieces(&[(-2, -1), (-1, -2), (-2, 1), (1, -2)], false),
            "leaper" => {
                let steps = record.rules.steps.iter().map(|step| (step.drow.into(), step.dcol.into()));
                pieces(&steps.collect::<Vec<_>>(), false)
            }
            "factor" if fields.damaged.is_empty() => {
                Model::new("factor", "own", &["vertices"]).closed(Closed::Outcome).unnumbered()
            }
            "geography" => Model::new("walk", "own", &["edges", "tokens", "vertices"])
                .closed(Closed::Outcome)
                .unnumbered(),
            "graph" => {
                let model = Model::new("graph", "tokens", &["edges", "tokens"]);
                if is_acyclic(fields) { model } else { Model { ends: Ends::Other("LOSE"), ..model } }
            }
            "staircase" => row("staircase").closed(Closed::Value),
            "silver-dollar" => row("silver_dollar").closed(Closed::Value),
            "welter" => row("welter").closed(Closed::Value),
            "moore" => row("moore").with("HEAPS", Number(number(1)?)).closed(Closed::Outcome),
            "end-nim" => row("end_nim"),
            "sequential-nim" => row("sequential_nim").closed(Closed::Outcome),
            "fibonacci-nim" | "take-away" => {
                Model::new("take_away", "piles", &["piles"]).with("TIMES", Number(number(2)?))
            }
            "coins" => {
                let (kind, most) = coin_rule(record.rules.coins?)?;
                let model = Model::new("coins", "piles", &["piles"]);
                let model = model.with("FIRST", kind).with("FIRST_MOST", Number(most)).unnumbered();
                let second = record.rules.columns.map_or(Some((Constant::Text(""), 0)), coin_rule)?;
                model.with("SECOND", second.0).with("SECOND_MOST", Number(second.1))
            }
            "hackenbush" => Model::new("hackenbush", "own", &["edges"]).closed(Closed::Value).unnumbered(),
            "chomp" => Model { numbered: true, ..row("chomp") },
            "notakto" => Model { shared: true, ..Model::new("notakto", "own", BOARD) },
            _ => return Model::taking(game, fields, record).map(Model::alone),
        })
    }

    /// Positional games whose moves take cells or vertices.
    fn taking(game: &str, fields: &Fields, record: &Record<'_>) -> Option<Model> {
        use Constant::{Flag, Lists};
        let rules = &record.rules;
        Some(match game {
            "cram" | "place" => {
                let mut shapes = Vec::new();
                for shape in &rules.shapes {
                    let cells = |cells: &[(u64, u64)]| {
                        cells.iter().map(|&(row, col)| (row as i64, col as i64)).collect::<Vec<_>>()
                    };
                    shapes.extend(match shape {
                        Shape::Named(named) => polyominoes(named.cells()),
                        Shape::Cells(shape) if record.modifiers.turned => turned(&cells(shape)),
                        Shape::Cells(shape) => vec![normal(cells(shape))],
                    });
                }
                if game == "cram" {
                    shapes = vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
                }
                let flat =
                    |shape: Vec<(i64, i64)>| shape.into_iter().flat_map(|(row, col)| [row, col]).collect();
                let shapes = shapes.into_iter().map(flat).collect();
                Model::new("place", "own", BOARD).with("SHAPES", Lists(shapes))
            }
            "placement" => {
                let (steps, slides) = attacks(rules.piece?);
                Model::new("placement", "own", BOARD).with("STEPS", Lists(steps)).with("SLIDES", Flag(slides))
            }
            "node-kayles" if rules.board().is_some() => {
                let steps = vec![vec![-1, 0], vec![0, -1], vec![0, 1], vec![1, 0]];
                let model = Model::new("placement", "own", BOARD).with("STEPS", Lists(steps));
                model.with("SLIDES", Flag(false))
            }
            "node-kayles" => Model::new("node_kayles", "own", &["edges", "vertices"]),
            "arc-kayles" => Model::new("arc_kayles", "own", &["edges", "vertices"]),
            "poset" => Model::new("poset", "own", &["edges", "vertices"]),
            "take" if rules.sets.iter().all(|set| set.others.is_empty()) => {
                Model::new("take", "own", &["sets", "vertices"])
            }
            _ => return None,
        })
        .filter(|_| fields.height * fields.width <= MOST_PLACES && fields.vertices <= MOST_PLACES)
    }

    /// The number of positions below the largest one, at most.
    pub(super) fn positions(&self, limits: &Limits) -> u128 {
        let size = u128::from(limits.size.max) + 1;
        let power = |count: u64| size.saturating_pow(count.max(1) as u32);
        match (self.game, self.parts) {
            ("take_away", _) => size.saturating_pow(2) / 2,
            ("ring", _) | (_, "heaps") => size,
            (_, "piles") => power(limits.arity.max),
            (_, "row") => power(limits.count.max),
            (_, "pieces") => u128::from(limits.height.max) * u128::from(limits.width.max),
            (_, "tokens") => {
                let tokens = if self.ends == Ends::Normal { 1 } else { limits.tokens.max.max(1) as u32 };
                u128::from(limits.vertices.max).saturating_pow(tokens)
            }
            // Subsets of cells, edges or vertices; few of them are reached.
            _ => {
                let cells = (limits.height.max * limits.width.max).max(limits.vertices.max);
                let places = if self.game == "hackenbush" { limits.edges.max } else { cells };
                1 << (places.min(200) / 2)
            }
        }
    }
}

/// The most cells or vertices that fit the bits of a number.
const MOST_PLACES: u64 = 62;

/// The digits of a code, the one before the point first, with 16 where heaps must be unequal; and how many
/// of the last repeat.
fn digits(code: &str) -> (Vec<i64>, i64) {
    let mut digits: Vec<i64> = Vec::new();
    let mut from = None;
    for c in code.chars() {
        match c {
            '[' => from = Some(digits.len()),
            '!' => digits.iter_mut().last().into_iter().for_each(|digit| *digit |= 16),
            c => digits.extend(c.to_digit(16).map(i64::from)),
        }
    }
    let repeat = from.map_or(0, |from| digits.len() - from);
    (digits, repeat as i64)
}

fn coin_rule(rule: crate::record::CoinRule) -> Option<(Constant, i64)> {
    use crate::record::CoinRule::{Exactly, Run, RunUpTo, UpTo};
    let (word, most) = match rule {
        UpTo(most) => ("up-to", most),
        Exactly(most) => ("exactly", most),
        Run => ("run", 0),
        RunUpTo(most) => ("run", most),
    };
    Some((Constant::Text(word), i64::try_from(most).ok()?))
}

fn attacks(piece: Piece) -> (Vec<Vec<i64>>, bool) {
    let sides = [[-1, 0], [0, -1], [0, 1], [1, 0]];
    let corners = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
    let knight = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
    let steps = |all: &[[i64; 2]]| all.iter().map(|step| step.to_vec()).collect::<Vec<_>>();
    match piece {
        Piece::King => ([steps(&sides), steps(&corners)].concat(), false),
        Piece::Queen => ([steps(&sides), steps(&corners)].concat(), true),
        Piece::Rook => (steps(&sides), true),
        Piece::Bishop => (steps(&corners), true),
        Piece::Knight => (steps(&knight), false),
    }
}

/// Whether play on a graph ends.
pub(super) fn is_acyclic(record: &Fields) -> bool {
    let n = record.vertices as usize + 1;
    let mut next = vec![Vec::new(); n];
    let mut entering = vec![0usize; n];
    for &(from, to) in &record.edges {
        next[from as usize].push(to as usize);
        entering[to as usize] += 1;
    }
    let mut open: Vec<usize> = (0..n).filter(|&vertex| entering[vertex] == 0).collect();
    let mut seen = 0;
    while let Some(vertex) = open.pop() {
        seen += 1;
        for &to in &next[vertex] {
            entering[to] -= 1;
            if entering[to] == 0 {
                open.push(to);
            }
        }
    }
    seen == n
}
