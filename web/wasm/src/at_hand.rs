//! A game at hand: a position, where its moves lead, what the computer plays, and why.
//!
//! A position is a record and the moves made since, as texts: that is all that the page has to remember, put
//! into a link, or tell a new worker. The session is kept here, since the next question is
//! nearly always about the same game.

use grundy::explain;
use grundy::games::Context;
use grundy::play::{self, Level, Meaning};
use grundy::record::{Move, PositionKind, Verdict, View, text};
use grundy::{Error, Position, Session};
use serde_json::{Value as Json, json};

use super::json;

/// The number of legal moves that are listed for the page.
const MAX_LISTED: usize = 2_000;
/// The number of legal moves that are looked through to find one.
const MAX_MOVES: usize = 1_000_000;

/// The game looked at last, with its record.
#[derive(Default)]
pub struct AtHand(Option<(String, Session<'static>)>);

impl AtHand {
    /// The session at the position that moves lead to.
    ///
    /// # Errors
    ///
    /// If the record is wrong, or does not belong to the moves.
    pub fn at(
        &mut self,
        record: &str,
        moves: &[String],
        context: &'static Context,
    ) -> Result<&mut Session<'static>, Error> {
        let known = self.0.take().filter(|(known, _)| known == record);
        let session = match known {
            Some((_, session)) => session,
            None => Session::new(&Position::read(record.as_bytes(), context)?)?,
        };
        let (_, session) = self.0.insert((record.to_owned(), session));
        session.go_to(moves)?;
        Ok(session)
    }
}

pub fn look(session: &mut Session<'static>) -> Result<Json, Error> {
    let here = session.position();
    let listed = here.first_moves(MAX_LISTED)?;
    let verdict = match listed.moves.is_empty() {
        true => here.verdict_without_moves(),
        false => here.verdict()?,
    };
    // The first will do if there are more than an answer lists.
    let best = match here.some_winning_moves() {
        Ok(moves) if verdict != Verdict::Lose => moves.into_iter().take(MAX_LISTED).collect(),
        _ => Vec::new(),
    };
    let mut said = json!({
        "text": here.record_line(),
        "game": here.signature().name,
        "view": view(here.signature().view),
        "rules": here.rules_in_words(),
        "asks": here.signature().asks.iter().map(|ask| ask.to_string()).collect::<Vec<_>>(),
        "verdict": said_of(verdict),
        "over": listed.moves.is_empty(),
        "endless": session.is_endless(),
        "playable": session.can_play(&listed.moves),
        "legal": listed.moves.iter().map(json::mv).collect::<Vec<_>>(),
        "more": listed.more,
        "best": best.iter().map(Move::to_string).collect::<Vec<_>>(),
        "position": position(here),
        "shape": shape(here),
    });
    if let Ok(value) = here.grundy() {
        said["value"] = json::value(&value);
    }
    if let Ok(values) = here.values()
        && values.len() <= MAX_LISTED
    {
        said["values"] = values.iter().map(json::value).collect();
    }
    Ok(said)
}

pub fn choose(session: &mut Session<'static>, level: u8, seed: u64) -> Result<Json, Error> {
    let level = match level {
        0 => Level::Easy,
        1 => Level::Fair,
        _ => Level::Perfect,
    };
    session.set_level(level, seed);
    Ok(json!({ "move": session.computer_move()?.map(|mv| mv.to_string()) }))
}

pub fn read_move(session: &mut Session<'static>, typed: &str) -> Result<Json, Error> {
    let here = session.position();
    let found = match play::read_move(typed, here.signature(), &here.legal_moves(MAX_MOVES)?) {
        Meaning::Move(mv) => vec![mv],
        Meaning::Unclear(moves) => moves,
        Meaning::None => Vec::new(),
    };
    Ok(json!({ "moves": found.iter().take(MAX_LISTED).map(Move::to_string).collect::<Vec<_>>() }))
}

pub fn explain(session: &mut Session<'static>) -> Result<Json, Error> {
    Ok(json!({ "lines": explain::explain(session.position())? }))
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

/// The components of a position.
fn position(here: &Position<'_>) -> Json {
    let position = &here.record().position;
    let taken = position
        .taken
        .iter()
        .flatten()
        .map(|(index, what)| json::mv(&Move::Take { index: Some(*index), what: what.clone() }));
    json!({
        "numbers": json::strings(&position.numbers),
        "tuples": position.tuples.iter().map(json::strings).collect::<Vec<_>>(),
        "rows": position.boards.iter().map(|&board| text::board_text(board)).collect::<Vec<_>>(),
        "taken": taken.collect::<Vec<_>>(),
    })
}

/// The shape that the rules give: a board with its damage, the edges of a graph.
fn shape(here: &Position<'_>) -> Json {
    let record = here.record();
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
    if let PositionKind::Squares { first } = here.signature().position {
        shape["first"] = json!(first);
    }
    if let Some(order) = rules.order() {
        shape["order"] = json!(order);
    }
    shape
}
