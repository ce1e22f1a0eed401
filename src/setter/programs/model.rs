//! The game of a plan as programs play it: the form of its positions, its moves, the size of a search.

use itertools::Itertools;
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::definition::definition;
use super::rule;
use crate::Position;
use crate::games::Context;
use crate::games::positional::{place, placement::attacks};
use crate::record::{CoinRule, Keyword, Piece, PositionKind, Record, Slot};
use crate::rules::grammar::read_rule;
use crate::setter::limits::{Limits, Span};
use crate::setter::templates::{READY, Ready};
use crate::setter::{Fields, Trouble};
use crate::theory::positional::shapes::{Cell, ROOK, polyominoes};

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

    fn new(
        form: Word,
        parts: Word,
        notation: Word,
        needs: &'static [Word],
        constants: Value,
    ) -> Model {
        Model {
            form,
            parts,
            notation,
            needs,
            constants,
            stuck: None,
            arity: 1,
            slides: false,
        }
    }

    /// The model of all records.
    ///
    /// # Errors
    ///
    /// Why they have none.
    pub fn of_all(
        records: &[&Fields],
        read: bool,
        heaps: Span,
        context: &Context,
    ) -> Result<Model, Trouble> {
        // Equal rules have equal models, but for heaps that leave their limit out.
        let is_short = |record: &Fields| record.piles.iter().any(|pile| pile.len() < 2);
        let different = records
            .iter()
            .unique_by(|record| (&record.rules, is_short(record)));
        let mut models = different.map(|record| {
            let game = &record.game;
            let model = Model::of(record, read, heaps, context);
            model.ok_or_else(|| {
                format!("no rule or form of positions here has the moves of `{game}`")
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
                form.fills("heaps") && (name == "heaps" || limits.arity.max == 1)
                    || form.fills("piles")
            }
            "rows" => form.fills("rows") || form.fills("pieces"),
            "tokens" => form.fills(name) || limits.tokens.max == 0,
            name => form.fills(name),
        };
        let missing = self.needs.iter().find(|name| !shows(form, name))?;
        let others = READY
            .iter()
            .filter(|ready| ready.is_read() && shows(ready, missing));
        let others = others.map(|ready| format!("`{}`", ready.name)).join(", ");
        let name = form.name;
        Some(format!(
            "the input `{name}` does not show the `{missing}` of a record, but {others} may"
        ))
    }

    /// The model of a record; `None` if no program plays its rules. Amounts that are read are no constants.
    fn of(fields: &Fields, amounts_read: bool, heaps: Span, context: &Context) -> Option<Model> {
        let position = Position::read(fields.text.as_bytes(), context).ok()?;
        let record = position.record();
        let read = amounts_read && !fields.amounts.is_empty();
        if let Some(model) = Model::of_numbers(&position, read, heaps) {
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
    fn of_numbers(position: &Position<'_>, amounts_read: bool, heaps: Span) -> Option<Model> {
        let (record, signature) = (position.record(), position.signature());
        let own = position.own_rule().map(|(rule, _)| rule.clone());
        let defined = || definition(signature, record, amounts_read, heaps);
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
        Some(Model {
            stuck,
            arity: rule.arity(),
            ..model
        })
    }

    /// A game whose form of positions has a text, with its steps, shapes or coins as constants.
    fn of_form(fields: &Fields, record: &Record<'_>) -> Option<Model> {
        let rules = &record.rules;
        let game = fields.game.as_str();
        let board = |steps: Vec<Cell>, slides: bool| {
            let constants = context! { steps => Serde(&steps), slides };
            Some(Model {
                slides,
                ..Model::new("board", "pieces", "", &["rows"], constants)
            })
        };
        let graph = |given: &str, near: bool| {
            let needs = if given == "," {
                &["sets", "vertices"]
            } else {
                &["edges", "vertices"]
            };
            Some(Model::new(
                "sets",
                "",
                "whole",
                needs,
                context! { board => false, given, near },
            ))
        };
        let walk = |needs, divisors: bool| {
            Some(Model::new(
                "walk",
                "",
                "alone",
                needs,
                context! { divisors },
            ))
        };
        let fits = fields.height * fields.width <= MAX_PLACES && fields.vertices <= MAX_PLACES;
        match game {
            "king" | "queen" | "rook" | "bishop" | "knight" => {
                let piece = attacks(Piece::of(game.as_bytes())?);
                // Moves lower row + column.
                let steps = piece
                    .steps
                    .iter()
                    .copied()
                    .filter(|(row, col)| row + col < 0);
                board(steps.collect(), piece.slides)
            }
            "leaper" => {
                let steps = rules
                    .steps
                    .iter()
                    .map(|step| (step.drow.into(), step.dcol.into()));
                board(steps.collect(), false)
            }
            "graph" => Some(Model::new(
                "graph",
                "tokens",
                "",
                &["edges", "tokens"],
                Value::UNDEFINED,
            )),
            "geography" => walk(&["edges", "tokens", "vertices"], false),
            "factor" if fields.damaged.is_empty() => walk(&["vertices"], true),
            "coins" => {
                let sides = [coin_rule(Some(rules.coins?)), coin_rule(rules.columns)];
                let constants = context! { sides => Serde(&sides) };
                let model = Model::new("coins", "piles", "alone", &["piles"], constants);
                Some(Model {
                    arity: if rules.columns.is_some() { 2 } else { 1 },
                    ..model
                })
            }
            _ if !fits => None,
            "node-kayles" if !record.has_board() => graph("", true),
            "poset" => graph("", false),
            "arc-kayles" => graph("-", false),
            "take" if rules.sets.iter().all(|set| set.others.is_empty()) => graph(",", false),
            "cram" | "place" | "placement" | "node-kayles" => {
                let shapes = match game {
                    "cram" => polyominoes(2),
                    "place" => place::shapes(record),
                    _ => polyominoes(1),
                };
                let numbers =
                    |shape: Vec<Cell>| shape.into_iter().flat_map(<[i64; 2]>::from).collect_vec();
                let shapes = shapes.into_iter().map(numbers).collect_vec();
                let (steps, slides) = match (game, rules.piece.map(attacks)) {
                    ("placement", Some(piece)) => (piece.steps, piece.slides),
                    // The neighbours of a cell are a step of a rook away.
                    ("node-kayles", _) => (ROOK.steps, false),
                    _ => (&[][..], false),
                };
                let constants = context! { board => true, shapes => Serde(&shapes), steps => Serde(steps), slides };
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
    pub(super) fn positions(&self, limits: &Limits) -> f64 {
        let size = limits.size.max as f64 + 1.0;
        match self.form {
            "rule" if self.parts == "rings" => 2.0 * size,
            "rule" | "coins" => size.powi(self.arity as i32),
            "board" => (limits.height.max * limits.width.max) as f64,
            "graph" => {
                let tokens = if self.stuck.is_none() {
                    1
                } else {
                    limits.tokens.max.max(1) as i32
                };
                (limits.vertices.max as f64).powi(tokens)
            }
            // Subsets of cells or vertices; few of them are reached.
            _ => f64::exp2(
                ((limits.height.max * limits.width.max).max(limits.vertices.max) / 2) as f64,
            ),
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
