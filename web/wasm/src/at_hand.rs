//! A game at hand: a position, where its moves lead, what the computer plays, and why.
//!
//! A position is a record and the moves made since, as texts: that is all that the page has to remember, put
//! into a link, or tell a new worker. The session is kept here, since the next question is
//! nearly always about the same game.

use grundy::drawing::{Drawing, View};
use grundy::play::{Level, Meaning, Session};
use grundy::{Error, Move, Solver, Verdict};
use serde_json::{Value as Json, json};

use super::json;

/// The number of legal moves that are listed for the page.
const MAX_LISTED: usize = 2_000;

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
        solver: &'static Solver,
    ) -> Result<&mut Session<'static>, Error> {
        let known = self.0.take().filter(|(known, _)| known == record);
        let session = match known {
            Some((_, session)) => session,
            None => Session::new(&solver.position(record)?)?,
        };
        let (_, session) = self.0.insert((record.to_owned(), session));
        session.go_to(moves)?;
        Ok(session)
    }
}

pub fn look(session: &mut Session<'static>) -> Result<Json, Error> {
    let here = session.position();
    let mut listed = here.legal_moves(MAX_LISTED + 1)?;
    let more = listed.len() > MAX_LISTED;
    listed.truncate(MAX_LISTED);
    let verdict = match listed.is_empty() {
        true => here.verdict_without_moves(),
        false => here.verdict()?,
    };
    // The first will do if there are more than an answer lists.
    let best = match here
        .winning_moves()
        .or_else(|_| Ok::<_, Error>(here.best()?.into_iter().collect()))
    {
        Ok(moves) if verdict != Verdict::Lose => moves.into_iter().take(MAX_LISTED).collect(),
        _ => Vec::new(),
    };
    let drawing = here.drawing()?;
    let mut said = json!({
        "text": here.line()?,
        "game": here.game().name(),
        "view": view(drawing.view),
        "rules": here.rules_in_words(),
        "verdict": said_of(verdict),
        "over": listed.is_empty(),
        "endless": session.is_endless(),
        "playable": session.can_play(&listed),
        "legal": listed.iter().map(json::mv).collect::<Vec<_>>(),
        "more": more,
        "best": best.iter().map(Move::to_string).collect::<Vec<_>>(),
        "position": position(&drawing),
        "shape": shape(&drawing),
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

pub fn read(session: &mut Session<'static>, typed: &str) -> Result<Json, Error> {
    let found = match session.read(typed)? {
        Meaning::Move(mv) => vec![mv],
        Meaning::Unclear(moves) => moves,
        Meaning::None => Vec::new(),
    };
    Ok(json!({ "moves": found.iter().take(MAX_LISTED).map(Move::to_string).collect::<Vec<_>>() }))
}

pub fn explain(session: &mut Session<'static>) -> Result<Json, Error> {
    Ok(json!({ "lines": session.position().explain()? }))
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
fn position(drawing: &Drawing) -> Json {
    json!({
        "numbers": json::strings(&drawing.numbers),
        "tuples": drawing.pieces.iter().map(json::tuple).collect::<Vec<_>>(),
        "rows": drawing.boards,
    })
}

/// The shape that the rules give: whether it is a board, the edges of a graph, the number of a strip's first square.
fn shape(drawing: &Drawing) -> Json {
    json!({
        "board": drawing.board.is_some() || drawing.lengths.is_some(),
        "edges": drawing.edges.iter().map(|&(a, b)| json::strings(&[a, b])).collect::<Vec<_>>(),
        "first": drawing.first_square.unwrap_or(0),
    })
}
