//! Play with another program, line by line: what interactive problems need.
//!
//! The judge writes the record, then `first` or `second`: which player the contestant is. Then moves
//! alternate, one a line. After each move that ends play, the judge writes `win`, `lose` or `draw`, as the
//! contestant has it, and ends. A contestant has done well who gets at least what the position is worth to
//! the player he is.

mod pipes;

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use fxhash::FxHashMap;
use smallvec::smallvec;

use crate::games::Context;
use crate::play::Chooser;
use crate::record::{Ask, Fault, Move, Outcome, Place, Position, Taken};
use crate::subject::Subject;

pub use pipes::Pipes;

/// How often a position may come before play is called a draw.
const REPETITIONS: u32 = 3;

/// A line from the contestant, or its absence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// Nothing within the time.
    Silence,
    /// The end of its output.
    Closed,
    /// More bytes than a line may have.
    TooLong,
}

/// The two pipes to the contestant.
pub trait Partner {
    /// The next line.
    fn read(&mut self, time: Duration) -> Line;

    /// Writes a line, at once.
    ///
    /// # Errors
    ///
    /// When the contestant reads no more.
    fn write(&mut self, line: &str) -> io::Result<()>;
}

/// An output validator of Kattis and DOMjudge in Python, which starts `grundy interact` with these options.
pub fn kattis_wrapper(options: &[String]) -> String {
    wrapper(include_str!("wrapper.py"), options)
}

/// An interactor with testlib's conventions in C++, which starts `grundy interact` with these options.
pub fn polygon_wrapper(options: &[String]) -> String {
    wrapper(include_str!("wrapper.cpp"), options)
}

fn wrapper(text: &str, options: &[String]) -> String {
    let quoted = options.iter().map(|option| serde_json::Value::from(option.as_str()).to_string());
    text.replace("OPTIONS_OF_THE_COMMAND", &quoted.collect::<Vec<_>>().join(", "))
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

/// Options of an interactive run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether the contestant moves first.
    pub first: bool,
    /// How moves are written.
    pub notation: Notation,
    /// The time for one line.
    pub time: Duration,
    /// The most moves of both players.
    pub moves: u64,
}

/// How the contestant did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// He got at least what the position is worth.
    Right(String),
    /// He got less, or made no legal move.
    Wrong(String),
    /// The contestant's line does not follow the protocol.
    Unreadable(String),
}

/// Plays one record. `greeting` is written instead of the record, where it is given.
///
/// # Errors
///
/// When a position cannot be solved within the limits, or its game cannot be played on.
pub fn interact(
    subject: &mut Subject<'_>,
    context: &Context,
    chooser: &mut Chooser,
    options: &Options,
    greeting: Option<&str>,
    partner: &mut dyn Partner,
) -> Result<Verdict, Fault> {
    let worth = match (subject.outcome(context)?, options.first) {
        (outcome, true) => outcome,
        (Outcome::Win, false) => Outcome::Lose,
        (Outcome::Lose, false) => Outcome::Win,
        (Outcome::Draw, false) => Outcome::Draw,
    };
    let text = subject.text();
    let seat = if options.first { "first" } else { "second" };
    let greeting = greeting.unwrap_or(&text);
    if partner.write(greeting.trim_end_matches('\n')).and_then(|()| partner.write(seat)).is_err() {
        return Ok(Verdict::Wrong("it read nothing".into()));
    }
    let mut seen: FxHashMap<Position, u32> = FxHashMap::default();
    let mut theirs = options.first;
    for ply in 0..=options.moves {
        let times = seen.entry(subject.record.position.clone()).or_default();
        *times += 1;
        let over = if *times >= REPETITIONS || ply == options.moves {
            Some(Outcome::Draw)
        } else if subject.legal_moves(context, 1)?.moves.is_empty() {
            Some(subject.verdict_without_moves().outcome())
        } else {
            None
        };
        if let Some(over) = over {
            let got = match (over, theirs) {
                (Outcome::Win, false) => Outcome::Lose,
                (Outcome::Lose, false) => Outcome::Win,
                (outcome, _) => outcome,
            };
            // Who has seen the end may have closed its input.
            let _ = partner.write(word(got));
            let said = format!("{} after {ply} moves, worth {}", word(got), word(worth));
            return Ok(if rank(got) >= rank(worth) { Verdict::Right(said) } else { Verdict::Wrong(said) });
        }
        let mv = if theirs {
            match heard(partner.read(options.time), ply, options.notation) {
                Ok(words) => match find(subject, context, options.notation, &words)? {
                    Some(mv) => mv,
                    None => {
                        return Ok(Verdict::Wrong(format!("`{words}` is no move in `{}`", subject.text())));
                    }
                },
                Err(verdict) => return Ok(verdict),
            }
        } else {
            let Some(mv) = chooser.choose(subject, context)? else {
                return Err(unplayable(subject));
            };
            if partner.write(&written(&mv, options.notation)).is_err() {
                return Ok(Verdict::Wrong(format!("it ended before move {}", ply + 1)));
            }
            mv
        };
        let Some(next) = subject.record.position.after(&mv) else { return Err(unplayable(subject)) };
        subject.go_to(next);
        theirs = !theirs;
    }
    // The loop ends by itself at the last of these moves.
    Ok(Verdict::Wrong(format!("play took more than {} moves", options.moves)))
}

/// The meaning of a line, or its error.
fn heard(line: Line, ply: u64, notation: Notation) -> Result<String, Verdict> {
    let at = format!("move {}", ply + 1);
    match line {
        Line::Silence => Err(Verdict::Wrong(format!("no {at} within the time"))),
        Line::Closed => Err(Verdict::Wrong(format!("it ended before {at}"))),
        Line::TooLong => Err(Verdict::Unreadable(format!("the line of {at} is too long"))),
        Line::Text(bytes) => {
            let bytes = bytes.trim_ascii();
            let fits = |&byte: &u8| match notation {
                Notation::Moves => byte.is_ascii_graphic(),
                Notation::Numbers => byte.is_ascii_digit() || byte == b' ',
            };
            if bytes.is_empty() || !bytes.iter().all(fits) {
                let shown: String = String::from_utf8_lossy(bytes).chars().take(40).collect();
                return Err(Verdict::Unreadable(format!("{at} reads `{}`", shown.escape_debug())));
            }
            let text = String::from_utf8_lossy(bytes);
            Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }
}

/// The legal move that is written so.
fn find(
    subject: &mut Subject<'_>,
    context: &Context,
    notation: Notation,
    words: &str,
) -> Result<Option<Move>, Fault> {
    let mut found = None;
    subject.record.asks = smallvec![Ask::Verdict];
    subject.game.open(&subject.record, context)?.legal_moves(&mut |mv| {
        if written(&mv, notation) == words {
            found = Some(mv);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// A move in a notation.
pub fn written(mv: &Move, notation: Notation) -> String {
    match notation {
        Notation::Moves => mv.to_string(),
        Notation::Numbers => {
            let mut numbers = Vec::new();
            list(mv, &mut numbers);
            itertools::join(numbers, " ")
        }
    }
}

fn list(mv: &Move, numbers: &mut Vec<u64>) {
    match mv {
        Move::Heap { index, to, .. } => numbers.extend([*index as u64 + 1, *to]),
        Move::Split { index, parts: [a, b], .. } => numbers.extend([*index as u64 + 1, *a, *b]),
        Move::Tuple { index, to, .. } => {
            numbers.push(*index as u64 + 1);
            numbers.extend(to.as_slice());
        }
        Move::Parts { index, parts, .. } => {
            numbers.push(*index as u64 + 1);
            numbers.extend(parts.iter().flat_map(|part| part.as_slice()));
        }
        Move::Several(moves) => moves.iter().for_each(|mv| list(mv, numbers)),
        Move::Number(number) => numbers.push(*number),
        Move::Take { index, what } => {
            numbers.extend(index.map(|index| index as u64 + 1));
            match what {
                Taken::Places(places) => numbers.extend(places.iter()),
                Taken::Cells(cells) => numbers.extend(cells.iter().flat_map(|cell| cell.as_slice())),
                Taken::Edge(from, to) => numbers.extend([*from, *to]),
                _ => {}
            }
        }
        _ => {}
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    }
}

fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Lose => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

fn unplayable(subject: &Subject<'_>) -> Fault {
    Fault::new(
        Place::Game,
        format!("`{}` cannot be played move by move", subject.signature().name),
        "its moves leave positions that no record says",
    )
}

#[cfg(test)]
mod tests;
