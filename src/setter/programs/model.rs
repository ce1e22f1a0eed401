//! The game of a plan as programs play it: the form of its positions, its moves, the size of a search.

use minijinja::{Value, context};

use super::definition::definition;
use super::rule;
use crate::Position;
use crate::games::Context;
use crate::record::{CoinRule, Keyword, Piece, PositionKind, Record, Shape, Slot};
use crate::rules::grammar::read_rule;
use crate::setter::limits::Limits;
use crate::setter::templates::rendered;
use crate::setter::{Fields, Trouble};
use crate::theory::positional::shapes::{normal, polyominoes, turned};

/// The model of the game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Model {
    /// The form of positions, and with it the text of the moves in the folder `moves`.
    pub(super) form: &'static str,
    /// How the components of a record are read: `heaps`, `piles`, `row`, `rings`, `pieces`, `tokens`; none if the moves
    /// bring it.
    pub(super) parts: &'static str,
    /// How moves are written: `component:before>after`, the `places` that change, a `bite`, a name `alone`, or a name on
    /// the `whole` board.
    pub(super) names: &'static str,
    /// The lists that must be read.
    pub(super) needs: &'static [&'static str],
    /// The moves in Python and in C++.
    pub(super) moves: [String; 2],
    /// The outcome of a position without a move, if sums have no Grundy values.
    pub(super) stuck: Option<&'static str>,
    /// How many numbers a position has.
    pub(super) arity: usize,
    /// Whether pieces ride.
    pub(super) slides: bool,
}

/// The directions of rooks and of bishops, and the steps of knights.
const SIDES: [(i64, i64); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const CORNERS: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const KNIGHT: [(i64, i64); 8] = [(-2, -1), (-1, -2), (-2, 1), (1, -2), (-1, 2), (2, -1), (1, 2), (2, 1)];

/// The most cells or vertices that fit the bits of a number.
const MAX_PLACES: u64 = 62;
/// Graphs of more arcs are searched as if they had cycles.
const MAX_ARCS: usize = 10_000;

impl Model {
    /// A game whose moves are not known: they are left to the setter.
    pub(super) fn todo() -> Result<Model, Trouble> {
        Model::new("todo", "", "alone", &[], |_| context! {})
    }

    /// A form of positions with its constants, by the language: 0 for Python, 1 for C++.
    fn new(
        form: &'static str,
        parts: &'static str,
        names: &'static str,
        needs: &'static [&'static str],
        constants: impl Fn(usize) -> Value,
    ) -> Result<Model, Trouble> {
        let texts = match form {
            "board" => [include_str!("moves/board.py"), include_str!("moves/board.cpp")],
            "graph" => [include_str!("moves/graph.py"), include_str!("moves/graph.cpp")],
            "walk" => [include_str!("moves/walk.py"), include_str!("moves/walk.cpp")],
            "sets" => [include_str!("moves/sets.py"), include_str!("moves/sets.cpp")],
            "coins" => [include_str!("moves/coins.py"), include_str!("moves/coins.cpp")],
            _ => [include_str!("moves/todo.py"), include_str!("moves/todo.cpp")],
        };
        let moves = rendered_twice(texts, constants)?;
        Ok(Model { form, parts, names, needs, moves, stuck: None, arity: 1, slides: false })
    }

    /// The model of a record; `None` if no program plays its rules. Amounts that are read are no constants.
    pub(super) fn of(
        fields: &Fields,
        amounts_read: bool,
        limits: &Limits,
        context: &Context,
    ) -> Result<Option<Model>, Trouble> {
        let Ok(position) = Position::read(fields.text.as_bytes(), context) else { return Ok(None) };
        let record = position.record();
        let misere = record.modifiers.has(Keyword::Misere);
        if let Some(model) = Model::of_numbers(&position, amounts_read && !fields.amounts.is_empty(), limits)?
        {
            return Ok(Some(model));
        }
        let Some(model) = Model::of_form(fields, record)? else { return Ok(None) };
        let endless = model.form == "graph" && !is_acyclic(&fields.edges);
        let stuck = match (misere, endless) {
            (true, _) => Some("WIN"),
            (_, true) => Some("LOSE"),
            _ => None,
        };
        Ok(Some(Model { stuck, ..model }))
    }

    /// A game of numbers, from its definition.
    fn of_numbers(
        position: &Position<'_>,
        amounts_read: bool,
        limits: &Limits,
    ) -> Result<Option<Model>, Trouble> {
        let (record, signature) = (position.record(), position.signature());
        let heaps = (limits.count.min as usize, limits.count.max as usize);
        let own = position.own_rule().map(|(rule, _)| rule.clone());
        let defined = || definition(signature, record, amounts_read, heaps);
        let Some(rule) = own.or_else(|| Some(read_rule(&defined()?).ok()?.0)) else { return Ok(None) };
        let misere = record.modifiers.has(Keyword::Misere);
        let stuck = match rule.misere || misere {
            _ if rule.has_values() && !misere => None,
            true => Some("WIN"),
            false => Some("LOSE"),
        };
        let (parts, names, needs): (_, _, &[_]) = match signature.position {
            _ if record.modifiers.has(Keyword::Ring) => ("rings", "", &["heaps"]),
            _ if signature.has(Slot::Bar) => ("row", "bite", &["heaps"]),
            PositionKind::Numbers => ("heaps", "", &["heaps"]),
            PositionKind::Row | PositionKind::Squares { .. } => ("row", "places", &["heaps"]),
            _ => ("piles", "", &["piles"]),
        };
        let moves = rule::moves(&rule, stuck.is_some())?;
        let arity = rule.arity();
        Ok(Some(Model { form: "rule", parts, names, needs, moves, stuck, arity, slides: false }))
    }

    /// A game whose form of positions has a text, with its steps, shapes or coins as constants.
    fn of_form(fields: &Fields, record: &Record<'_>) -> Result<Option<Model>, Trouble> {
        let rules = &record.rules;
        let pieces = |steps: &[(i64, i64)], slides: bool| {
            let steps: Vec<Vec<i64>> = steps.iter().map(|&(row, col)| vec![row, col]).collect();
            let constants = |cpp| context! { steps => list(&steps, cpp), slides };
            let model = Model::new("board", "pieces", "", &["rows"], constants)?;
            Ok(Some(Model { slides, ..model }))
        };
        let graph = |given: &str, near: bool| {
            let needs = if given == "," { &["sets", "vertices"] } else { &["edges", "vertices"] };
            Model::new("sets", "", "whole", needs, |_| context! { board => false, given, near }).map(Some)
        };
        let game = fields.game.as_str();
        let fits = fields.height * fields.width <= MAX_PLACES && fields.vertices <= MAX_PLACES;
        match game {
            "king" => pieces(&[(-1, 0), (0, -1), (-1, -1)], false),
            "rook" => pieces(&[(-1, 0), (0, -1)], true),
            "bishop" => pieces(&[(-1, -1)], true),
            "queen" => pieces(&[(-1, 0), (0, -1), (-1, -1)], true),
            "knight" => pieces(&KNIGHT[..4], false),
            "leaper" => {
                let steps = rules.steps.iter().map(|step| (step.drow.into(), step.dcol.into()));
                pieces(&steps.collect::<Vec<_>>(), false)
            }
            "graph" => Model::new("graph", "tokens", "", &["edges", "tokens"], |_| context! {}).map(Some),
            "geography" => {
                let needs = &["edges", "tokens", "vertices"];
                Model::new("walk", "", "alone", needs, |_| context! { divisors => false }).map(Some)
            }
            "factor" if fields.damaged.is_empty() => {
                Model::new("walk", "", "alone", &["vertices"], |_| context! { divisors => true }).map(Some)
            }
            "coins" => {
                let Some(first) = rules.coins else { return Ok(None) };
                let (first, second) = (coin_rule(Some(first)), coin_rule(rules.columns));
                let constants = |_| {
                    context! { first => first.0, first_most => first.1, second => second.0, second_most => second.1 }
                };
                let model = Model::new("coins", "piles", "alone", &["piles"], constants)?;
                Ok(Some(Model { arity: if rules.columns.is_some() { 2 } else { 1 }, ..model }))
            }
            _ if !fits => Ok(None),
            "node-kayles" if rules.board().is_none() => graph("", true),
            "poset" => graph("", false),
            "arc-kayles" => graph("-", false),
            "take" if rules.sets.iter().all(|set| set.others.is_empty()) => graph(",", false),
            "cram" | "place" | "placement" | "node-kayles" => {
                let (shapes, steps, slides) = moves_on_board(game, record);
                let constants = |cpp| {
                    context! { board => true, shapes => list(&shapes, cpp), steps => list(&steps, cpp), slides }
                };
                Model::new("sets", "", "whole", &["rows"], constants).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether the moves of a position are the moves of this position in each record.
    pub(super) fn is_shared(&self) -> bool {
        self.form == "rule" || self.form == "coins"
    }

    /// Whether positions are one number, and moves lead to smaller ones.
    pub(super) fn is_ordered(&self) -> bool {
        self.form == "rule" && self.parts == "heaps" && self.stuck.is_none()
    }

    /// The number of positions below the largest one, at most.
    pub(super) fn positions(&self, limits: &Limits) -> u128 {
        let size = u128::from(limits.size.max) + 1;
        match self.form {
            "rule" if self.parts == "rings" => 2 * size,
            "rule" | "coins" => size.saturating_pow(self.arity as u32),
            "board" => u128::from(limits.height.max) * u128::from(limits.width.max),
            "graph" => {
                let tokens = if self.stuck.is_none() { 1 } else { limits.tokens.max.max(1) as u32 };
                u128::from(limits.vertices.max).saturating_pow(tokens)
            }
            // Subsets of cells or vertices; few of them are reached.
            _ => 1 << ((limits.height.max * limits.width.max).max(limits.vertices.max).min(200) / 2),
        }
    }
}

/// A text with constants of each language, rendered.
pub(super) fn rendered_twice(
    texts: [&str; 2],
    constants: impl Fn(usize) -> Value,
) -> Result<[String; 2], Trouble> {
    let [python, cpp] = texts;
    let (python, cpp) = (rendered(python, constants(0))?, rendered(cpp, constants(1))?);
    Ok([python.trim_end().to_owned(), cpp.trim_end().to_owned()])
}

/// Lists of numbers in Python, or with braces in C++.
fn list(lists: &[Vec<i64>], cpp: usize) -> String {
    let text = format!("{lists:?}");
    if cpp == 1 { text.replace('[', "{").replace(']', "}") } else { text }
}

fn coin_rule(rule: Option<CoinRule>) -> (&'static str, u64) {
    match rule {
        None => ("", 0),
        Some(CoinRule::UpTo(most)) => ("up-to", most),
        Some(CoinRule::Exactly(most)) => ("exactly", most),
        Some(CoinRule::Run) => ("run", 0),
        Some(CoinRule::RunUpTo(most)) => ("run", most),
    }
}

/// The shapes that a move covers, each a list of rows and columns; the steps to the cells that it clears besides, and
/// whether these ride.
fn moves_on_board(game: &str, record: &Record<'_>) -> (Vec<Vec<i64>>, Vec<Vec<i64>>, bool) {
    let rules = &record.rules;
    let cells =
        |cells: &[(u64, u64)]| cells.iter().map(|&(row, col)| (row as i64, col as i64)).collect::<Vec<_>>();
    let shapes: Vec<Vec<(i64, i64)>> = match game {
        "cram" => vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]],
        "place" => {
            let of_shape = |shape: &Shape| match shape {
                Shape::Named(named) => polyominoes(named.cells()),
                Shape::Cells(shape) if record.modifiers.has(Keyword::Turned) => turned(&cells(shape)),
                Shape::Cells(shape) => vec![normal(cells(shape))],
            };
            rules.shapes.iter().flat_map(of_shape).collect()
        }
        _ => vec![vec![(0, 0)]],
    };
    let (steps, slides) = match rules.piece {
        Some(Piece::King) => ([SIDES, CORNERS].concat(), false),
        Some(Piece::Queen) => ([SIDES, CORNERS].concat(), true),
        Some(Piece::Rook) => (SIDES.to_vec(), true),
        Some(Piece::Bishop) => (CORNERS.to_vec(), true),
        Some(Piece::Knight) => (KNIGHT.to_vec(), false),
        None if game == "node-kayles" => (SIDES.to_vec(), false),
        None => (Vec::new(), false),
    };
    let flat = |cells: Vec<(i64, i64)>| cells.into_iter().flat_map(|(row, col)| [row, col]).collect();
    let steps = steps.into_iter().map(|(row, col)| vec![row, col]).collect();
    (shapes.into_iter().map(flat).collect(), steps, slides)
}

/// Whether play on a graph ends: arcs into vertices without arcs are dropped until none is left.
fn is_acyclic(arcs: &[(u64, u64)]) -> bool {
    let mut arcs = arcs.to_vec();
    let mut before = MAX_ARCS + 1;
    while arcs.len() < before {
        before = arcs.len();
        let sources: fxhash::FxHashSet<u64> = arcs.iter().map(|&(from, _)| from).collect();
        arcs.retain(|(_, to)| sources.contains(to));
    }
    arcs.is_empty()
}
