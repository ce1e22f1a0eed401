//! The game of a plan as programs play it: the form of its positions, its moves, the size of a search.

use itertools::Itertools;
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::definition::definition;
use super::rule;
use crate::Position;
use crate::games::Context;
use crate::record::{CoinRule, Keyword, PositionKind, Record, Shape, Slot};
use crate::rules::grammar::read_rule;
use crate::setter::limits::Limits;
use crate::setter::templates::{READY, Ready};
use crate::setter::{Fields, Trouble};
use crate::theory::positional::shapes::{normal, polyominoes, turned};

/// A word of the templates.
type Word = &'static str;

/// The model of the game of a plan.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    /// The form of positions, and with it the text of the moves in the folder `moves`.
    pub(super) form: Word,
    /// How the components of a record are read: `heaps`, `piles`, `row`, `rings`, `pieces`, `tokens`; none if the moves
    /// bring it.
    pub(super) parts: Word,
    /// How moves are written: `component:before>after`, the `places` that change, a `bite`, a name `alone`, or a name on
    /// the `whole` board.
    pub(super) notation: Word,
    /// The lists that must be read.
    pub(super) needs: &'static [Word],
    /// The constants of the moves.
    pub(super) constants: Value,
    /// The outcome of a position without a move, if sums have no Grundy values.
    pub(super) stuck: Option<Word>,
    /// How many numbers a position has.
    pub(super) arity: usize,
    /// Whether pieces ride.
    pub(super) slides: bool,
}

/// The most cells or vertices that fit the bits of a number.
const MAX_PLACES: u64 = 62;
/// Graphs of more arcs are searched as if they had cycles.
const MAX_ARCS: usize = 10_000;

impl Model {
    /// A game whose moves are not known: they are left to the setter.
    pub(super) fn todo() -> Model {
        Model::new("todo", "", "alone", &[], Value::UNDEFINED)
    }

    fn new(form: Word, parts: Word, notation: Word, needs: &'static [Word], constants: Value) -> Model {
        Model { form, parts, notation, needs, constants, stuck: None, arity: 1, slides: false }
    }

    /// The model of all records.
    ///
    /// # Errors
    ///
    /// Why they have none.
    pub fn of_all(
        records: &[&Fields],
        read: bool,
        limits: &Limits,
        context: &Context,
    ) -> Result<Model, Trouble> {
        // Equal rules have equal models, but for heaps that leave their limit out.
        let is_short = |record: &Fields| record.piles.iter().any(|pile| pile.len() < 2);
        let different = records.iter().unique_by(|record| (&record.rules, is_short(record)));
        let mut models = different.map(|record| {
            let model = Model::of(record, read, limits, context);
            model.ok_or_else(|| {
                format!("no rule or form of positions here has the moves of `{}`", record.game)
            })
        });
        let first = models.next().unwrap_or_else(|| Ok(Model::todo()))?;
        models.try_fold(first, |model, other| match other? {
            // A graph may have cycles in some records and none in others.
            other if model.form == "graph" && other.form == "graph" => {
                Ok(Model { stuck: model.stuck.or(other.stuck), ..model })
            }
            other if model == other => Ok(model),
            _ => Err("the rules differ from record to record, and the template does not show them: `rules` in the plan \
                      would give all of them the same"
                .into()),
        })
    }

    /// Why programs cannot read an input of this form; `None` if they can.
    pub(super) fn hidden(&self, form: &Ready, limits: &Limits) -> Option<String> {
        let shows = |form: &Ready, name: &str| match name {
            "heaps" | "piles" => {
                form.fills("heaps") && (name == "heaps" || limits.arity.max == 1) || form.fills("piles")
            }
            "rows" => form.fills("rows") || form.fills("pieces"),
            "tokens" => form.fills(name) || limits.tokens.max == 0,
            name => form.fills(name),
        };
        let missing = self.needs.iter().find(|name| !shows(form, name))?;
        let others = READY.iter().filter(|ready| ready.is_read() && shows(ready, missing));
        let others = others.map(|ready| format!("`{}`", ready.name)).join(", ");
        let name = form.name;
        Some(format!("the input `{name}` does not show the `{missing}` of a record, but {others} may"))
    }

    /// The model of a record; `None` if no program plays its rules. Amounts that are read are no constants.
    fn of(fields: &Fields, amounts_read: bool, limits: &Limits, context: &Context) -> Option<Model> {
        let position = Position::read(fields.text.as_bytes(), context).ok()?;
        let record = position.record();
        let read = amounts_read && !fields.amounts.is_empty();
        if let Some(model) = Model::of_numbers(&position, read, limits) {
            return Some(model);
        }
        let model = Model::of_form(fields, record)?;
        let endless = model.form == "graph" && !is_acyclic(&fields.edges);
        let stuck = match (record.modifiers.has(Keyword::Misere), endless) {
            (true, _) => Some("WIN"),
            (_, true) => Some("LOSE"),
            _ => None,
        };
        Some(Model { stuck, ..model })
    }

    /// A game of numbers, from its definition.
    fn of_numbers(position: &Position<'_>, amounts_read: bool, limits: &Limits) -> Option<Model> {
        let (record, signature) = (position.record(), position.signature());
        let own = position.own_rule().map(|(rule, _)| rule.clone());
        let defined = || definition(signature, record, amounts_read, limits.count);
        let rule = own.or_else(|| Some(read_rule(&defined()?).ok()?.0))?;
        let misere = record.modifiers.has(Keyword::Misere);
        let stuck = match rule.misere || misere {
            _ if rule.has_values() && !misere => None,
            true => Some("WIN"),
            false => Some("LOSE"),
        };
        let (parts, notation, needs): (_, _, &[_]) = match signature.position {
            _ if record.modifiers.has(Keyword::Ring) => ("rings", "", &["heaps"]),
            _ if signature.has(Slot::Bar) => ("row", "bite", &["heaps"]),
            PositionKind::Numbers => ("heaps", "", &["heaps"]),
            PositionKind::Row | PositionKind::Squares { .. } => ("row", "places", &["heaps"]),
            _ => ("piles", "", &["piles"]),
        };
        let model = Model::new("rule", parts, notation, needs, rule::constants(&rule)?);
        Some(Model { stuck, arity: rule.arity(), ..model })
    }

    /// A game whose form of positions has a text, with its steps, shapes or coins as constants.
    fn of_form(fields: &Fields, record: &Record<'_>) -> Option<Model> {
        let rules = &record.rules;
        let game = fields.game.as_str();
        if let Some((steps, slides)) = steps_on_board(game, record) {
            let constants = context! { steps => Serde(&steps), slides };
            return Some(Model { slides, ..Model::new("board", "pieces", "", &["rows"], constants) });
        }
        let graph = |given: &str, near: bool| {
            let needs = if given == "," { &["sets", "vertices"] } else { &["edges", "vertices"] };
            Some(Model::new("sets", "", "whole", needs, context! { board => false, given, near }))
        };
        let walk =
            |needs, divisors: bool| Some(Model::new("walk", "", "alone", needs, context! { divisors }));
        let fits = fields.height * fields.width <= MAX_PLACES && fields.vertices <= MAX_PLACES;
        match game {
            "graph" => Some(Model::new("graph", "tokens", "", &["edges", "tokens"], Value::UNDEFINED)),
            "geography" => walk(&["edges", "tokens", "vertices"], false),
            "factor" if fields.damaged.is_empty() => walk(&["vertices"], true),
            "coins" => {
                let sides = [coin_rule(Some(rules.coins?)), coin_rule(rules.columns)];
                let constants = context! { sides => Serde(&sides) };
                let model = Model::new("coins", "piles", "alone", &["piles"], constants);
                Some(Model { arity: if rules.columns.is_some() { 2 } else { 1 }, ..model })
            }
            _ if !fits => None,
            "node-kayles" if rules.board().is_none() => graph("", true),
            "poset" => graph("", false),
            "arc-kayles" => graph("-", false),
            "take" if rules.sets.iter().all(|set| set.others.is_empty()) => graph(",", false),
            "cram" | "place" | "placement" | "node-kayles" => {
                let (steps, slides) = match (game, rules.piece) {
                    ("placement", Some(piece)) => steps_of(piece.word())?,
                    // The neighbours of a cell are a step of a rook away.
                    ("node-kayles", _) => (steps_of("rook")?.0, false),
                    _ => (Vec::new(), false),
                };
                let shapes = shapes(game, record);
                let constants =
                    context! { board => true, shapes => Serde(&shapes), steps => Serde(&steps), slides };
                Some(Model::new("sets", "", "whole", &["rows"], constants))
            }
            _ => None,
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

fn coin_rule(rule: Option<CoinRule>) -> (&'static str, u64) {
    match rule {
        None => ("", 0),
        Some(CoinRule::UpTo(most)) => ("up-to", most),
        Some(CoinRule::Exactly(most)) => ("exactly", most),
        Some(CoinRule::Run) => ("run", 0),
        Some(CoinRule::RunUpTo(most)) => ("run", most),
    }
}

/// The steps of a piece in all directions, and whether it rides.
fn steps_of(piece: &str) -> Option<(Vec<(i64, i64)>, bool)> {
    let (fits, slides): (fn(i64, i64) -> bool, bool) = match piece {
        "king" => (|row, col| row.max(col) == 1, false),
        "queen" => (|row, col| row.max(col) == 1, true),
        "rook" => (|row, col| row + col == 1, true),
        "bishop" => (|row, col| row * col == 1, true),
        "knight" => (|row, col| row * col == 2, false),
        _ => return None,
    };
    let all = (-2..=2i64).cartesian_product(-2..=2i64);
    Some((all.filter(|(row, col)| fits(row.abs(), col.abs())).collect(), slides))
}

/// The steps of the pieces of a game: they lower row + column.
fn steps_on_board(game: &str, record: &Record<'_>) -> Option<(Vec<(i64, i64)>, bool)> {
    if game == "leaper" {
        let steps = record.rules.steps.iter().map(|step| (step.drow.into(), step.dcol.into()));
        return Some((steps.collect(), false));
    }
    let (mut steps, slides) = steps_of(game)?;
    steps.retain(|(row, col)| row + col < 0);
    Some((steps, slides))
}

/// The shapes that a move covers, each as the rows and columns of its cells, in one list.
fn shapes(game: &str, record: &Record<'_>) -> Vec<Vec<i64>> {
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
            record.rules.shapes.iter().flat_map(of_shape).collect()
        }
        _ => vec![vec![(0, 0)]],
    };
    shapes.into_iter().map(|cells| cells.into_iter().flat_map(|(row, col)| [row, col]).collect()).collect()
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
