//! One record at hand: a position, where its moves lead, what the computer plays, and why.
//!
//! A position is a record and the moves made since, as texts: that is all that the page has to remember, put
//! into a link, or tell a new worker. The positions on the way are kept here, since the next question is
//! nearly always about the same game.

use grundy::explain;
use grundy::games::Context;
use grundy::language::{Diagnostic, SyntaxError};
use grundy::play::{self, Chooser, Level, Meaning};
use grundy::record::{Move, Position, PositionKind, Rules, Verdict, View, text};
use grundy::subject::Subject;
use serde_json::{Value as Json, json};

use super::json;
use super::map;

/// How many legal moves are listed for the page.
const MAX_LISTED: usize = 2_000;
/// How many are looked through to find one.
const MAX_MOVES: usize = 1_000_000;

/// The game looked at last.
#[derive(Default)]
pub struct Tables {
    record: String,
    moves: Vec<String>,
    /// The positions after each of the moves.
    positions: Vec<Position>,
    chooser: Option<(Level, u64, Chooser)>,
}

impl Tables {
    /// The subject at the position that moves lead to.
    fn at<'t>(
        &mut self,
        record: &'t str,
        moves: &[String],
        context: &'t Context,
    ) -> Result<Subject<'t>, Diagnostic> {
        let mut subject = Subject::read(record.as_bytes(), context)?;
        if self.record != record {
            *self = Tables { record: record.to_owned(), ..Tables::default() };
        }
        let same = self.moves.iter().zip(moves).take_while(|(a, b)| a == b).count();
        self.moves.truncate(same);
        self.positions.truncate(same);
        if let Some(position) = self.positions.last() {
            subject.go_to(position.clone());
        }
        for typed in &moves[same..] {
            let legal = subject.legal_moves(context, MAX_MOVES).map_err(|fault| subject.diagnostic(fault))?;
            let next = legal
                .moves
                .iter()
                .find(|mv| text::move_text(mv) == *typed)
                .and_then(|mv| subject.record.position.after(mv))
                .ok_or_else(|| no_move(typed))?;
            subject.go_to(next.clone());
            self.moves.push(typed.clone());
            self.positions.push(next);
        }
        Ok(subject)
    }

    pub fn look(&mut self, record: &str, moves: &[String], context: &Context) -> Result<Json, Diagnostic> {
        let mut subject = self.at(record, moves, context)?;
        let listed = subject.legal_moves(context, MAX_LISTED).map_err(|fault| subject.diagnostic(fault))?;
        let verdict = match listed.moves.is_empty() {
            true => subject.verdict_without_moves(),
            false => subject.verdict(context).map_err(|fault| subject.diagnostic(fault))?,
        };
        // Where there are more than an answer lists, the first will do.
        let best = match subject.best_moves(context) {
            Ok(moves) if moves.len() <= MAX_LISTED => moves,
            _ => subject.best(context).ok().flatten().into_iter().collect(),
        };
        let best = if verdict == Verdict::Lose { Vec::new() } else { best };
        let playable = listed.moves.iter().all(|mv| subject.record.position.after(mv).is_some());
        let mut said = json!({
            "text": subject.text(),
            "game": subject.signature().name,
            "view": view(subject.signature().view),
            "rules": subject.rules_in_words(),
            "asks": subject.signature().asks.iter().map(|ask| ask.to_string()).collect::<Vec<_>>(),
            "verdict": said_of(verdict),
            "over": listed.moves.is_empty(),
            "playable": playable,
            "legal": listed.moves.iter().map(json::mv).collect::<Vec<_>>(),
            "more": listed.more,
            "best": best.iter().map(text::move_text).collect::<Vec<_>>(),
            "position": position(&subject),
            "shape": shape(&subject),
        });
        if let Ok(value) = subject.grundy(context) {
            said["value"] = json::value(&value);
        }
        if let Ok(values) = subject.values(context)
            && values.len() <= MAX_LISTED
        {
            said["values"] = values.iter().map(json::value).collect();
        }
        Ok(said)
    }

    pub fn choose(
        &mut self,
        record: &str,
        moves: &[String],
        (level, seed): (u8, u64),
        context: &Context,
    ) -> Result<Json, Diagnostic> {
        let mut subject = self.at(record, moves, context)?;
        let level = match level {
            0 => Level::Easy,
            1 => Level::Fair,
            _ => Level::Perfect,
        };
        let (.., chooser) = match &mut self.chooser {
            Some(known) if (known.0, known.1) == (level, seed) => known,
            other => other.insert((level, seed, Chooser::of_level(level, seed))),
        };
        let mv = chooser.choose(&mut subject, context).map_err(|fault| subject.diagnostic(fault))?;
        Ok(json!({ "move": mv.as_ref().map(text::move_text) }))
    }

    pub fn read_move(
        &mut self,
        record: &str,
        moves: &[String],
        typed: &str,
        context: &Context,
    ) -> Result<Json, Diagnostic> {
        let mut subject = self.at(record, moves, context)?;
        let legal = subject.legal_moves(context, MAX_MOVES).map_err(|fault| subject.diagnostic(fault))?;
        let found: Vec<Move> = match play::read_move(typed, subject.signature(), &legal.moves) {
            Meaning::Move(mv) => vec![mv],
            Meaning::Unclear(moves) => moves,
            Meaning::None => Vec::new(),
        };
        Ok(json!({ "moves": found.iter().take(MAX_LISTED).map(text::move_text).collect::<Vec<_>>() }))
    }

    pub fn explain(&mut self, record: &str, moves: &[String], context: &Context) -> Result<Json, Diagnostic> {
        let mut subject = self.at(record, moves, context)?;
        let lines = explain::explain(&mut subject, context).map_err(|fault| subject.diagnostic(fault))?;
        Ok(json!({ "lines": lines }))
    }

    pub fn map(
        &mut self,
        record: &str,
        moves: &[String],
        (show, part): (u8, &str),
        context: &Context,
    ) -> Result<Json, Diagnostic> {
        let mut subject = self.at(record, moves, context)?;
        map::map(&mut subject, show, part, context).map_err(|fault| subject.diagnostic(fault))
    }
}

fn no_move(typed: &str) -> Diagnostic {
    let error = SyntaxError::new(
        0..typed.len(),
        "this move is not legal here",
        "the record and its moves do not belong together",
    );
    Diagnostic::new(1, typed.as_bytes(), error)
}

/// Who wins, and in how many first moves.
fn said_of(verdict: Verdict) -> Json {
    match verdict {
        Verdict::Win(count) => json!({ "outcome": "win", "count": count.to_string() }),
        Verdict::Lose => json!({ "outcome": "lose" }),
        Verdict::Draw => json!({ "outcome": "draw" }),
    }
}

fn view(view: View) -> &'static str {
    match view {
        View::Heaps => "heaps",
        View::Countdown => "countdown",
        View::Piles => "piles",
        View::Row => "row",
        View::Strip => "strip",
        View::Pieces => "pieces",
        View::Drawn => "drawn",
        View::Walk => "walk",
        View::Tokens => "tokens",
        View::Parts => "parts",
        View::Plain => "plain",
    }
}

/// What stands where.
fn position(subject: &Subject<'_>) -> Json {
    let position = &subject.record.position;
    let taken = position
        .taken
        .iter()
        .flatten()
        .map(|(index, what)| json::mv(&Move::Take { index: Some(*index), what: what.clone() }));
    json!({
        "numbers": json::strings(&position.numbers),
        "tuples": position.tuples.iter().map(json::strings).collect::<Vec<_>>(),
        "rows": position.rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect::<Vec<_>>(),
        "taken": taken.collect::<Vec<_>>(),
    })
}

/// What the rules lay out: a board with its damage, the edges of a graph.
fn shape(subject: &Subject<'_>) -> Json {
    let record = &subject.record;
    let rules = &record.rules;
    let mut shape = json!({});
    if let Some(size) = rules.size().or(rules.bar) {
        shape["board"] = json!([size.rows, size.cols]);
        shape["damaged"] = record.modifiers.damaged.iter().map(json::strings).collect();
    }
    if let Some(rows) = &rules.lengths {
        shape["lengths"] = json::strings(rows);
    }
    let branches = rules.branches.iter().map(|&(a, b)| [a, b]);
    let edges = rules.graph.edges.iter().map(|&(a, b)| [a.into(), b.into()]);
    let edges: Vec<[u64; 2]> = branches.chain(edges).collect();
    if !edges.is_empty() {
        shape["edges"] = edges.iter().map(|edge| json::strings(edge)).collect();
    }
    if let PositionKind::Squares { first } = subject.signature().position {
        shape["first"] = json!(first);
    }
    if let Some(order) = rules.order() {
        shape["order"] = json!(order);
    }
    shape
}
