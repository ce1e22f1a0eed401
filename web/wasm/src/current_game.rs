//! The game that the page shows: a position, where its moves lead, what the computer plays, and why.
//!
//! A position is a record and the moves made since, as texts: that is all that the page has to remember, put
//! into a link, or tell a new worker. The session is kept here, since the next question is
//! nearly always about the same game.

use grundy::drawing::{Drawing, Look};
use grundy::play::{Level, Meaning, Session};
use grundy::{Error, Move, Position, Solver, Verdict};
use serde_json::{Value as Json, json};

use super::json;

/// The most moves, and the most values, that are listed for the page. A guess.
const MAX_LISTED_FOR_PAGE: usize = 2_000;

/// The game that was looked at last, if there was one.
#[derive(Default)]
pub struct CurrentGame(Option<GameOfRecord>);

/// A session, and the record that it began with.
struct GameOfRecord {
    /// The text of the record.
    record: String,
    /// The session.
    session: Session<'static>,
}

impl CurrentGame {
    /// Goes to the position that moves lead to from a record, and gives the session there.
    ///
    /// # Errors
    ///
    /// Fails if the record is wrong, or does not belong to the moves.
    pub fn at(
        &mut self,
        record: &str,
        moves: &[String],
        solver: &'static Solver,
    ) -> Result<&mut Session<'static>, Error> {
        let game = match self.0.take() {
            Some(game) if game.record == record => game,
            _ => GameOfRecord {
                record: record.to_owned(),
                session: Session::new(&solver.position(record)?)?,
            },
        };
        let session = &mut self.0.insert(game).session;
        session.go_to(moves)?;
        Ok(session)
    }
}

/// Describes the position, its moves and its outcome.
pub fn look(session: &mut Session<'static>) -> Result<Json, Error> {
    let here = session.position();
    let mut listed = here.legal_moves(MAX_LISTED_FOR_PAGE + 1)?;
    let more = listed.len() > MAX_LISTED_FOR_PAGE;
    listed.truncate(MAX_LISTED_FOR_PAGE);
    let verdict = if listed.is_empty() {
        here.verdict_without_moves()
    } else {
        here.verdict()?
    };
    let best = if verdict == Verdict::Lose {
        Vec::new()
    } else {
        best_moves(here)
    };
    let drawing = here.drawing()?;
    let mut said = json!({
        "text": here.line()?,
        "game": here.game().name(),
        "view": view(drawing.look),
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
        && values.len() <= MAX_LISTED_FOR_PAGE
    {
        said["values"] = values.iter().map(json::value).collect();
    }
    Ok(said)
}

/// Chooses the move that a computer of this level makes. The seed decides between equally good moves.
pub fn choose(session: &mut Session<'static>, level: u8, seed: u64) -> Result<Json, Error> {
    let level = match level {
        0 => Level::Easy,
        1 => Level::Fair,
        _ => Level::Perfect,
    };
    session.set_level(level, seed);
    Ok(json!({ "move": session.computer_move()?.map(|mv| mv.to_string()) }))
}

/// Reads the move that was typed, or the moves that may be meant.
pub fn read(session: &mut Session<'static>, typed: &str) -> Result<Json, Error> {
    let found = match session.read(typed)? {
        Meaning::Move(mv) => vec![mv],
        Meaning::Unclear(moves) => moves,
        Meaning::None => Vec::new(),
    };
    Ok(
        json!({ "moves": found.iter().take(MAX_LISTED_FOR_PAGE).map(Move::to_string).collect::<Vec<_>>() }),
    )
}

/// Explains why the verdict holds.
pub fn explain(session: &mut Session<'static>) -> Result<Json, Error> {
    Ok(json!({ "lines": session.position().explain()? }))
}

/// Lists the moves that reach the verdict, at most as many as are listed; the first of them if they are too many for an
/// answer.
fn best_moves(here: &Position<'_>) -> Vec<Move> {
    let mut moves = match here.winning_moves() {
        Ok(moves) => moves,
        Err(_) => here.best().ok().flatten().into_iter().collect(),
    };
    moves.truncate(MAX_LISTED_FOR_PAGE);
    moves
}

/// Says who wins, and in how many first moves.
fn said_of(verdict: Verdict) -> Json {
    match verdict {
        Verdict::Win(count) => json!({ "outcome": "win", "count": count.to_string() }),
        Verdict::Lose => json!({ "outcome": "lose" }),
        Verdict::Draw => json!({ "outcome": "draw" }),
    }
}

/// Returns the word for a way to draw a position.
fn view(look: Look) -> &'static str {
    match look {
        Look::Heaps => "heaps",
        Look::Countdown => "countdown",
        Look::Piles => "piles",
        Look::Row => "row",
        Look::Strip => "strip",
        Look::Pieces => "pieces",
        Look::Drawn => "drawn",
        Look::Walk => "walk",
        Look::Tokens => "tokens",
        Look::Parts => "parts",
        Look::Letters => "letters",
        Look::Plain => "plain",
    }
}

/// Lists the components of a position.
fn position(drawing: &Drawing) -> Json {
    json!({
        "numbers": json::strings(&drawing.numbers),
        "tuples": drawing.pieces.iter().map(json::tuple).collect::<Vec<_>>(),
        "rows": drawing.boards,
    })
}

/// Describes the shape that the rules give: whether it is a board, the edges of a graph, the number of a strip's first square.
fn shape(drawing: &Drawing) -> Json {
    json!({
        "board": drawing.board.is_some() || drawing.lengths.is_some(),
        "edges": drawing.edges.iter().map(|edge| json::strings(&edge.ends())).collect::<Vec<_>>(),
        "first": drawing.first_square.unwrap_or(0),
    })
}
