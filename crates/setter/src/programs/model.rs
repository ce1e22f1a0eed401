//! The game of a plan as programs play it: the form of its positions, its moves, the size of a search.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a rule has at most 8 numbers"
)]

use itertools::Itertools;
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::definition::definition;
use super::rule;
use crate::error::{SetterError, ensure};
use crate::fields::RecordFields;
use crate::limits::{RecordLimits, Span};
use crate::templates::{Ready, hides};
use grundy_api::Position;
use grundy_games::Context;
use grundy_games::own_rules::rewriting;
use grundy_games::positional::{place, placement::attacks};
use grundy_placement::shapes::{ROOK, ShapeCell, polyominoes};
use grundy_record::{Keyword, KnownMoves, Piece, PositionKind, Record, Rules, SetRules, Slot};
use grundy_rules::grammar::read_rule;
use grundy_rules::parts::CoinRule;
use grundy_rules::rewrite::{CellWord, Directions, Rewriting};

/// A word of the templates.
type Word = &'static str;

/// The model of the game of a plan.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    /// The form of positions, and with it the text of the moves in the folder `moves`.
    pub(super) form: Word,
    /// The components of a record: `heaps`, `piles`, `row`, `rings`, `pieces` or `tokens`; empty if the text of the moves
    /// reads them.
    pub(super) parts: Word,
    /// The notation of moves: empty for `component:before>after`, the `places` that change, a `bite`, a name `alone`, or a
    /// name on the `whole` board.
    pub(super) notation: Word,
    /// The lists that must be read.
    pub(super) needs: &'static [Word],
    /// The constants of the moves.
    pub(super) constants: Value,
    /// The outcome of a position without a move, if sums have no Grundy values.
    pub(super) stuck: Option<Word>,
    /// The number of numbers of a position.
    pub(super) arity: usize,
    /// Whether pieces move any distance.
    pub(super) slides: bool,
}

/// The most cells or vertices that fit the bits of a number.
const MAX_PLACES: u64 = 62;
/// The most arcs of a graph that is looked through for cycles; larger graphs are searched as if they had some.
const MAX_ARCS: usize = 10_000;

impl Model {
    /// Makes the model of a game whose moves are not known: they are left to the setter.
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

    /// Makes one model for all records.
    ///
    /// # Errors
    ///
    /// Says why they have none.
    pub fn of_all(
        records: &[&RecordFields],
        amounts_read: bool,
        heaps: Span,
        context: &Context,
    ) -> Result<Model, SetterError> {
        // Equal rules have equal models, except for heaps that leave their limit out.
        let is_short = |record: &RecordFields| record.piles.iter().any(|pile| pile.len() < 2);
        let different = records
            .iter()
            .unique_by(|record| (&record.rules, is_short(record)));
        let mut common: Option<Model> = None;
        for record in different {
            let Some(model) = Model::of(record, amounts_read, heaps, context) else {
                return Err(format!(
                    "no rule or form of positions here has the moves of `{}`",
                    record.game
                ));
            };
            common = match common {
                None => Some(model),
                Some(common) => Some(common.joined(model)?),
            };
        }
        Ok(common.unwrap_or_else(Model::todo))
    }

    /// Joins the model of some records with that of another record.
    fn joined(self, other: Model) -> Result<Model, SetterError> {
        if self.form == "graph" && other.form == "graph" {
            // A graph may have cycles in some records and none in others.
            return Ok(Model {
                stuck: self.stuck.or(other.stuck),
                ..self
            });
        }
        ensure(
            self == other,
            "the rules differ from record to record, and the template does not show them: `rules` in the plan \
             would give all of them the same",
        )?;
        Ok(self)
    }

    /// Says why programs cannot read an input of this form; gives `None` if they can.
    pub(super) fn hidden(&self, form: &Ready, limits: &RecordLimits) -> Option<String> {
        let missing = self.needs.iter().find(|list| !shows(form, list, limits))?;
        let why = hides(form, missing, |ready| shows(ready, missing, limits));
        Some(format!("the input {why}"))
    }

    /// Makes the model of a record; gives `None` if no program plays its rules. If amounts are read, they are no constants.
    fn of(
        fields: &RecordFields,
        amounts_read: bool,
        heaps: Span,
        context: &Context,
    ) -> Option<Model> {
        let position = Position::read(fields.text.as_bytes(), context).ok()?;
        let record = position.record();
        let amounts_read = amounts_read && !fields.amounts.is_empty();
        if let Some(model) = Model::of_numbers(&position, amounts_read, heaps) {
            return Some(model);
        }
        if let Some(rules) = rewriting(position.signature(), record) {
            let is_misere = rules.misere || record.modifiers.has(Keyword::Misere);
            return Some(Model {
                stuck: is_misere.then_some("WIN"),
                ..Model::cells(rules)
            });
        }
        let known = position.signature().known_moves?;
        let model = Model::of_known(known, fields, record)?;
        let may_be_endless = model.form == "graph" && !is_acyclic(&fields.edges);
        let stuck = if record.modifiers.has(Keyword::Misere) {
            Some("WIN")
        } else if may_be_endless {
            Some("LOSE")
        } else {
            None
        };
        Some(Model { stuck, ..model })
    }

    /// Makes the model of a game of numbers from its definition.
    fn of_numbers(position: &Position<'_>, amounts_read: bool, heaps: Span) -> Option<Model> {
        let record = position.record();
        let signature = position.signature();
        let rule = match position.own_rule() {
            Some((rule, _)) => rule.clone(),
            None => {
                let text = definition(signature, record, amounts_read, heaps)?;
                read_rule(&text).ok()?.0
            }
        };
        let is_misere = record.modifiers.has(Keyword::Misere);
        let stuck = if rule.has_values() && !is_misere {
            None
        } else if rule.misere || is_misere {
            Some("WIN")
        } else {
            Some("LOSE")
        };
        let constants = rule::constants(&rule)?;
        let model = |parts, notation, needs| Model::new("rule", parts, notation, needs, constants);
        let model = if record.modifiers.has(Keyword::Ring) {
            model("rings", "", &["heaps"])
        } else if signature.has(Slot::Bar) {
            model("row", "bite", &["heaps"])
        } else {
            match signature.position {
                PositionKind::Numbers => model("heaps", "", &["heaps"]),
                PositionKind::Row | PositionKind::Squares { .. } => {
                    model("row", "places", &["heaps"])
                }
                _ => model("piles", "", &["piles"]),
            }
        };
        Some(Model {
            stuck,
            arity: rule.arity(),
            ..model
        })
    }

    /// Makes the model of known moves, with their steps, shapes or coins as constants.
    fn of_known(moves: KnownMoves, fields: &RecordFields, record: &Record<'_>) -> Option<Model> {
        let rules = &record.rules;
        let has_bits = |places: u64| places <= MAX_PLACES;
        let cells_fit = has_bits(fields.height * fields.width);
        let vertices_fit = has_bits(fields.vertices);
        match moves {
            KnownMoves::Piece(piece) => {
                let piece = attacks(piece);
                // Moves lower row + column.
                let steps = piece.steps.iter().copied();
                let moves = steps.filter(|step| step.row + step.column < 0).collect();
                Some(Model::board(moves, piece.slides))
            }
            KnownMoves::Steps => {
                let Rules::Steps(steps) = rules else {
                    return None;
                };
                let moves = steps.iter();
                let moves = moves.map(|step| ShapeCell::new(step.drow.into(), step.dcol.into()));
                Some(Model::board(moves.collect(), false))
            }
            KnownMoves::Arc => {
                let needs = &["edges", "tokens"];
                Some(Model::new("graph", "tokens", "", needs, Value::UNDEFINED))
            }
            KnownMoves::Walk => {
                let needs = &["edges", "tokens", "vertices"];
                let constants = context! { divisors => false };
                Some(Model::new("walk", "", "alone", needs, constants))
            }
            KnownMoves::Divisor if fields.damaged.is_empty() => {
                let constants = context! { divisors => true };
                Some(Model::new("walk", "", "alone", &["vertices"], constants))
            }
            KnownMoves::Divisor => None,
            KnownMoves::Coins => Model::coins(rules),
            _ if !cells_fit || !vertices_fit => None,
            // The neighbours of a cell are a step of a rook away.
            KnownMoves::Neighbourhood if record.has_board() => {
                Some(Model::sets_of_board(polyominoes(1), ROOK.steps, false))
            }
            KnownMoves::Neighbourhood => Some(Model::sets_of_graph("", true)),
            KnownMoves::Above => Some(Model::sets_of_graph("", false)),
            KnownMoves::Edge => Some(Model::sets_of_graph("-", false)),
            KnownMoves::Set => {
                let Rules::Sets(SetRules { sets, .. }) = rules else {
                    return None;
                };
                let is_plain = sets.iter().all(|set| set.others.is_empty());
                is_plain.then(|| Model::sets_of_graph(",", false))
            }
            KnownMoves::Domino => Some(Model::sets_of_board(polyominoes(2), &[], false)),
            KnownMoves::Shape => Some(Model::sets_of_board(place::shapes(record), &[], false)),
            KnownMoves::Placement => {
                let Rules::Piece(piece) = rules else {
                    return None;
                };
                let piece = attacks(*piece);
                let cell = polyominoes(1);
                Some(Model::sets_of_board(cell, piece.steps, piece.slides))
            }
        }
    }

    /// Makes the model of pieces that move on a board by some steps.
    fn board(steps: Vec<ShapeCell>, slides: bool) -> Model {
        let steps = steps.into_iter().map(numbers_of).collect_vec();
        let constants = context! { steps => Serde(&steps), slides };
        Model {
            slides,
            ..Model::new("board", "pieces", "", &["rows"], constants)
        }
    }

    /// Makes the model of coins in a row, or on a board if there is also a rule for its columns.
    fn coins(rules: &Rules) -> Option<Model> {
        let Rules::Coins(coins) = rules else {
            return None;
        };
        let sides = [
            coin_constants(Some(coins.rows)),
            coin_constants(coins.columns),
        ];
        let constants = context! { sides => Serde(&sides) };
        Some(Model {
            arity: if coins.columns.is_some() { 2 } else { 1 },
            ..Model::new("coins", "piles", "alone", &["piles"], constants)
        })
    }

    /// Makes the model of rules that change cells.
    fn cells(rules: &Rewriting) -> Model {
        let steps_of = |piece: Piece| {
            let steps = attacks(piece).steps.iter().copied();
            steps.map(numbers_of).collect_vec()
        };
        let steps = match rules.directions {
            Directions::AsDrawn | Directions::Turned => Vec::new(),
            Directions::King => steps_of(Piece::King),
            Directions::Knight => steps_of(Piece::Knight),
        };
        let near = if steps.is_empty() {
            ROOK.steps.iter().copied().map(numbers_of).collect_vec()
        } else {
            steps.clone()
        };
        let turned = rules.directions == Directions::Turned;
        let texts = |words: &[CellWord]| words.iter().map(ToString::to_string).collect_vec();
        let mut arcs: Vec<[u16; 2]> = Vec::new();
        if let Some(graph) = &rules.graph {
            for edge in &graph.edges {
                arcs.extend([[edge.from, edge.to], [edge.to, edge.from]]);
            }
            for arc in &graph.arcs {
                arcs.push([arc.from, arc.to]);
                if turned {
                    arcs.push([arc.to, arc.from]);
                }
            }
        }
        let constants = context! {
            rules => rules.rules.iter().map(ToString::to_string).collect_vec(),
            never => texts(&rules.never), ends => texts(&rules.ends),
            steps => Serde(&steps), near => Serde(&near), arcs => Serde(&arcs), turned,
            ring => rules.ring, graph => rules.graph.is_some(), alive => rules.alive, connected => rules.joined,
        };
        Model::new("cells", "", "cells", &["letters"], constants)
    }

    /// Makes the model of moves that take vertices of a graph. The sign between the numbers of a move is `given`; with
    /// `near`, a move also takes the neighbours.
    fn sets_of_graph(given: &str, near: bool) -> Model {
        let needs: &[Word] = if given == "," {
            &["sets", "vertices"]
        } else {
            &["edges", "vertices"]
        };
        let constants = context! { board => false, given, near };
        Model::new("sets", "", "whole", needs, constants)
    }

    /// Makes the model of moves that cover cells of a board by one of some shapes, and clear what the steps reach.
    fn sets_of_board(shapes: Vec<Vec<ShapeCell>>, steps: &[ShapeCell], slides: bool) -> Model {
        let numbers = |shape: Vec<ShapeCell>| shape.into_iter().flat_map(numbers_of).collect_vec();
        let shapes = shapes.into_iter().map(numbers).collect_vec();
        let steps = steps.iter().copied().map(numbers_of).collect_vec();
        let constants =
            context! { board => true, shapes => Serde(&shapes), steps => Serde(&steps), slides };
        Model::new("sets", "", "whole", &["rows"], constants)
    }

    /// Says whether the moves of a position are the moves of this position in each record.
    pub(super) fn is_shared(&self) -> bool {
        self.form == "rule" || self.form == "coins"
    }

    /// Says whether positions are one number, and moves lead to smaller ones.
    pub(super) fn is_ordered(&self) -> bool {
        self.form == "rule" && self.parts == "heaps" && self.stuck.is_none()
    }

    /// Returns the most positions that there may be below the largest one.
    pub(super) fn positions(&self, limits: &RecordLimits) -> f64 {
        let numbers = limits.size.max as f64 + 1.0;
        let cells = limits.height.max * limits.width.max;
        match self.form {
            "rule" if self.parts == "rings" => 2.0 * numbers,
            "rule" | "coins" => numbers.powi(self.arity as i32), // the arity is at most `MAX_NUMBERS`
            "board" => cells as f64,
            // Two letters on each cell; games of more letters change fewer of them.
            "cells" => f64::exp2(cells as f64),
            "graph" => {
                let tokens = if self.stuck.is_none() {
                    1
                } else {
                    limits.tokens.max.max(1)
                };
                (limits.vertices.max as f64).powi(i32::try_from(tokens).unwrap_or(i32::MAX))
            }
            // Positions are subsets of cells or vertices, few of which are reached.
            _ => f64::exp2((cells.max(limits.vertices.max) / 2) as f64),
        }
    }
}

/// Says whether inputs of a form show a list of the records. If piles have one number, heaps show them.
fn shows(form: &Ready, list: &str, limits: &RecordLimits) -> bool {
    match list {
        "heaps" => form.fills("heaps") || form.fills("piles"),
        "piles" => form.fills("piles") || limits.arity.max == 1 && form.fills("heaps"),
        "rows" => form.fills("rows") || form.fills("pieces"),
        "tokens" => form.fills("tokens") || limits.tokens.max == 0,
        list => form.fills(list),
    }
}

/// Writes a rule for coins as constants: its word, and its number, or 0.
fn coin_constants(rule: Option<CoinRule>) -> (&'static str, u64) {
    match rule {
        None => ("", 0),
        Some(CoinRule::UpTo(most)) => ("up-to", most),
        Some(CoinRule::Exactly(most)) => ("exactly", most),
        Some(CoinRule::Run) => ("run", 0),
        Some(CoinRule::RunUpTo(most)) => ("run", most),
    }
}

/// Returns a cell or a step as templates see it: its row and its column.
fn numbers_of(cell: ShapeCell) -> [i64; 2] {
    [cell.row, cell.column]
}

/// Says whether play on a graph ends. Arcs into vertices without arcs are dropped until none is left, which succeeds if
/// and only if the graph has no cycle.
fn is_acyclic(arcs: &[[u64; 2]]) -> bool {
    let mut arcs = arcs.to_vec();
    let mut before = MAX_ARCS + 1;
    while arcs.len() < before {
        before = arcs.len();
        let sources: fxhash::FxHashSet<u64> = arcs.iter().map(|&[from, _]| from).collect();
        arcs.retain(|[_, to]| sources.contains(to));
    }
    arcs.is_empty()
}
