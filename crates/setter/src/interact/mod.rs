//! Play with another program, line by line: what interactive problems need.
//!
//! The judge writes the record, then `first` or `second`: which player the contestant is. Then moves
//! alternate, one a line. After a move that ends play, the judge writes `win`, `lose` or `draw`, from the
//! contestant's side, and ends. The contestant has done well if the result is at least what the position is
//! worth to the player that he is.

mod pipes;

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use grundy_api::play::{ComputerPlayer, Session};
use grundy_api::{Error, Position};
use grundy_record::{Move, Outcome, Taken, Tuple};

pub use pipes::Pipes;

/// A line from the contestant, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// No line within the time.
    Silence,
    /// The end of the contestant's output.
    Closed,
    /// A line of more bytes than it may have.
    TooLong,
}

/// The two pipes to the contestant.
pub trait Partner {
    /// Waits for the next line.
    fn read(&mut self, time: Duration) -> Line;

    /// Writes a line, and does not hold it back.
    ///
    /// # Errors
    ///
    /// Says that the contestant reads no more.
    fn write(&mut self, line: &str) -> io::Result<()>;
}

/// A judge whose programs can start `grundy interact`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Wrapper {
    /// An output validator of Kattis and DOMjudge, in Python
    Kattis,
    /// An interactor with testlib's conventions, in C++
    Polygon,
}

impl Wrapper {
    /// Writes the program that starts `grundy interact` with these options.
    pub fn program(self, options: &[String]) -> String {
        let quoted = options
            .iter()
            .map(|option| serde_json::Value::from(option.as_str()).to_string());
        let text = match self {
            Wrapper::Kattis => include_str!("wrapper.py"),
            Wrapper::Polygon => include_str!("wrapper.cpp"),
        };
        text.replace("OPTIONS_OF_THE_COMMAND", &itertools::join(quoted, ", "))
    }
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// The notation of answers: `2:3>1`.
    #[default]
    Moves,
    /// Numbers alone: the component, and what is left of it: `2 1`.
    Numbers,
}

/// Which player the contestant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// The contestant
    Contestant,
    /// The judge
    Judge,
    /// The player who wins, so that the contestant can always win
    Winner,
}

/// Options of an interactive run.
#[derive(Clone, Copy, Debug)]
pub struct InteractOptions {
    /// The player who moves first.
    pub first: First,
    /// The notation of moves.
    pub notation: Notation,
    /// The time for one line.
    pub time: Duration,
    /// The most moves of both players together.
    pub max_moves: u64,
}

/// The judge's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeResult {
    /// The contestant got at least the outcome of the position.
    Accepted(String),
    /// The contestant got less, or made no legal move.
    WrongAnswer(String),
    /// The contestant's line does not follow the protocol.
    PresentationError(String),
}

/// Plays one record with a contestant. `greeting` is written instead of the record, if it is given.
///
/// # Errors
///
/// Says that a position cannot be solved within the limits, or that its game cannot be played on.
pub fn interact(
    start: &Position<'_>,
    computer: ComputerPlayer,
    options: &InteractOptions,
    greeting: Option<&str>,
    partner: &mut dyn Partner,
) -> Result<JudgeResult, Error> {
    let outcome = start.outcome()?;
    let mut contestant_moves = match options.first {
        First::Contestant => true,
        First::Judge => false,
        First::Winner => outcome != Outcome::Lose,
    };
    let worth = rank(outcome, contestant_moves);
    let text = start.record_line();
    let seat = if contestant_moves { "first" } else { "second" };
    let greeting = greeting.unwrap_or(&text);
    let greeted = partner
        .write(greeting.trim_end_matches('\n'))
        .and_then(|()| partner.write(seat));
    if greeted.is_err() {
        return Ok(JudgeResult::WrongAnswer(
            "the contestant read nothing".into(),
        ));
    }
    let max_plies = usize::try_from(options.max_moves).unwrap_or(usize::MAX);
    let mut session = Session::new(start)?
        .with_computer(computer)
        .with_max_plies(max_plies);
    loop {
        let ply = session.moves().len();
        if let Some(verdict) = session.ended()? {
            let got = rank(verdict.outcome(), contestant_moves);
            // A contestant who has seen the end may have closed its input.
            let _ = partner.write(OUTCOMES_BY_RANK[got]);
            return Ok(judged(got, worth, ply));
        }
        let mv = if contestant_moves {
            let line = partner.read(options.time);
            match move_of_line(line, &session, options.notation)? {
                Ok(mv) => mv,
                Err(result) => return Ok(result),
            }
        } else {
            let Some(mv) = session.computer_move()? else {
                return Err(unplayable(start));
            };
            if partner.write(&format_move(&mv, options.notation)).is_err() {
                return Ok(JudgeResult::WrongAnswer(format!(
                    "the contestant ended before move {}",
                    ply + 1
                )));
            }
            mv
        };
        if !session.play(&mv) {
            return Err(unplayable(start));
        }
        contestant_moves = !contestant_moves;
    }
}

/// Returns the result of a game that ended after a number of moves, by the ranks of what the contestant got and of what
/// the position was worth.
fn judged(got: usize, worth: usize, moves: usize) -> JudgeResult {
    let said = format!(
        "{} after {moves} moves, worth {}",
        OUTCOMES_BY_RANK[got], OUTCOMES_BY_RANK[worth]
    );
    if got >= worth {
        JudgeResult::Accepted(said)
    } else {
        JudgeResult::WrongAnswer(said)
    }
}

/// Finds the move that a line of the contestant names; or the result for a contestant who wrote something else.
///
/// # Errors
///
/// Says that the moves of the position cannot be listed within the limits.
fn move_of_line(
    line: Line,
    session: &Session<'_>,
    notation: Notation,
) -> Result<Result<Move, JudgeResult>, Error> {
    let words = match parse_line(line, session.moves().len(), notation) {
        Ok(words) => words,
        Err(result) => return Ok(Err(result)),
    };
    let here = session.position();
    let found = find(here, notation, &words)?;
    Ok(found.ok_or_else(|| {
        let here = here.record_line();
        JudgeResult::WrongAnswer(format!("`{words}` is no move in `{here}`"))
    }))
}

/// Returns the move that a line holds, with single blanks between its words; or the result for a contestant who wrote
/// something else.
fn parse_line(line: Line, ply: usize, notation: Notation) -> Result<String, JudgeResult> {
    let at = format!("move {}", ply + 1);
    match line {
        Line::Silence => Err(JudgeResult::WrongAnswer(format!("no {at} within the time"))),
        Line::Closed => Err(JudgeResult::WrongAnswer(format!(
            "the contestant ended before {at}"
        ))),
        Line::TooLong => Err(JudgeResult::PresentationError(format!(
            "the line of {at} is too long"
        ))),
        Line::Text(bytes) => {
            let bytes = bytes.trim_ascii();
            let fits = |&byte: &u8| match notation {
                Notation::Moves => byte.is_ascii_graphic(),
                Notation::Numbers => byte.is_ascii_digit() || byte == b' ',
            };
            if bytes.is_empty() || !bytes.iter().all(fits) {
                let shown: String = String::from_utf8_lossy(bytes).chars().take(40).collect();
                return Err(JudgeResult::PresentationError(format!(
                    "{at} reads `{}`",
                    shown.escape_debug()
                )));
            }
            let text = String::from_utf8_lossy(bytes);
            Ok(itertools::join(text.split_whitespace(), " "))
        }
    }
}

/// Looks for the legal move that is written with these words.
fn find(position: &Position<'_>, notation: Notation, words: &str) -> Result<Option<Move>, Error> {
    let mut found = None;
    position.each_move(&mut |mv| {
        if format_move(&mv, notation) == words {
            found = Some(mv);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Writes a move in a notation.
pub fn format_move(mv: &Move, notation: Notation) -> String {
    match notation {
        Notation::Moves => mv.to_string(),
        Notation::Numbers => {
            let mut numbers = Vec::new();
            push_numbers(mv, &mut numbers);
            itertools::join(numbers, " ")
        }
    }
}

/// Appends the numbers of a move: its component, from 1, unless its parts name theirs; then what it leaves or takes.
fn push_numbers(mv: &Move, numbers: &mut Vec<u64>) {
    if !matches!(mv, Move::Several(_)) {
        numbers.extend(mv.component().map(|index| index as u64 + 1));
    }
    match mv {
        Move::Heap { to, .. } => numbers.push(*to),
        Move::Split { parts, .. } => numbers.extend(parts),
        Move::Tuple { to, .. } => numbers.extend(to.as_slice()),
        Move::Parts { parts, .. } => numbers.extend(parts.iter().flat_map(Tuple::as_slice)),
        Move::Lists { parts, .. } => {
            numbers.extend(parts.iter().flat_map(|part| part.numbers.iter()));
        }
        Move::Several(moves) => {
            for mv in moves {
                push_numbers(mv, numbers);
            }
        }
        Move::Number(number) => numbers.push(*number),
        Move::Take { what, .. } => match what {
            Taken::Places(places) => numbers.extend(places.iter()),
            Taken::Cells(cells) => numbers.extend(cells.iter().flat_map(Tuple::as_slice)),
            Taken::Edge(edge) => numbers.extend(edge.ends()),
            Taken::Set(set) => numbers.extend(set.needs.iter().chain(&set.others)),
            _ => {}
        },
        _ => {}
    }
}

/// The words for outcomes, at the places of their ranks.
const OUTCOMES_BY_RANK: [&str; 3] = ["lose", "draw", "win"];

/// Ranks an outcome of the player to move, from the side of that player or of the other one: 0 for a loss, 1 for a draw,
/// 2 for a win.
fn rank(outcome: Outcome, is_to_move: bool) -> usize {
    if outcome == Outcome::Draw {
        return 1;
    }
    let mover_wins = outcome == Outcome::Win;
    if mover_wins == is_to_move { 2 } else { 0 }
}

/// Makes the error for a game that has outcomes, but no records of the positions after its moves.
fn unplayable(position: &Position<'_>) -> Error {
    position.wrong(
        format!(
            "`{}` cannot be played move by move",
            position.signature().name
        ),
        "its moves leave positions that no record says",
    )
}

#[cfg(test)]
mod tests;
