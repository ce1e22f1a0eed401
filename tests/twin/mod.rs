//! The slow twin: the record language and every game once more, from the rules alone.
//!
//! It shares no line with the library. Records are read token by token, games are solved by
//! brute force over explicit positions: Grundy values by mex over all moves, misère play and
//! sums by win/lose search over whole positions, loopy graphs by retrograde analysis of the
//! product of their tokens, vertex geography by walking every path. Where a published theorem
//! stands in for a search that would be too long (Bouton's nim, Tutte matrices for matchings,
//! repeated states for periods), `checks.rs` holds the theorem to the search.
//!
//! What is too large for it answers [`TOO_BIG`], and whoever compares skips that line.
#![allow(dead_code)] // each test binary uses its own part

pub mod boards;
pub mod breaking;
pub mod classics;
pub mod coins;
pub mod flags;
pub mod goldens;
pub mod graph;
pub mod hackenbush;
pub mod heaps;
pub mod own;
pub mod positional;
pub mod rocks;
pub mod sequence;
pub mod signed;
pub mod sums;
pub mod text;
pub mod varied;
pub mod walks;

use text::{Ask, Chunk, Parts};

/// What stands in place of an answer that brute force cannot reach.
pub const TOO_BIG: &str = "TOO-BIG";

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The record is wrong.
    Wrong,
    /// The record is right, as far as can be seen, but too large for brute force.
    TooBig,
}

/// A value, or why there is none.
pub type Res<T> = Result<T, Fail>;

/// The answer lines of an input, and whether some record was wrong (exit status 1).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// One line a record.
    pub lines: Vec<String>,
    /// The line of the input, from 0, on which the record of each begins.
    pub places: Vec<usize>,
    /// Whether the program says so with its exit status.
    pub wrong: bool,
}

/// Whether an answer line is one the twin could not work out.
pub fn is_too_big(line: &str) -> bool {
    line.ends_with(TOO_BIG)
}

/// Answers every record of an input.
pub fn answers(input: &[u8]) -> Answers {
    let mut answers = Answers::default();
    for chunk in text::chunks(input) {
        match chunk {
            Chunk::Stray => answers.wrong = true,
            Chunk::Record { place, label, parts } => {
                answers.places.push(place);
                let result = parts.and_then(|parts| answer(&parts));
                answers.wrong |= result == Err(Fail::Wrong);
                let line = match result {
                    Ok(line) => line,
                    Err(Fail::Wrong) => "ERROR".to_owned(),
                    Err(Fail::TooBig) => TOO_BIG.to_owned(),
                };
                answers.lines.push(match label {
                    Some(label) => format!("@{label} {line}"),
                    None => line,
                });
            }
        }
    }
    answers
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move.
    Win,
    /// The other.
    Lose,
    /// Nobody.
    Draw,
}

/// What the five asks that every game knows are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The moves that reach it (none when it is a loss), in order.
    pub good: Vec<String>,
    /// The first legal move.
    pub first: Option<String>,
}

impl Play {
    /// From the outcome and every move with the outcome it leaves to the other player.
    fn new(outcome: Outcome, moves: Vec<(String, Outcome)>) -> Play {
        let left = match outcome {
            Outcome::Win => Some(Outcome::Lose),
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::Lose => None,
        };
        let first = moves.first().map(|(text, _)| text.clone());
        let good = moves.into_iter().filter(|&(_, after)| Some(after) == left).map(|(text, _)| text);
        Play { outcome, good: good.collect(), first }
    }
}

/// A game with its rules and its position, read and checked.
pub trait Game {
    /// The outcome, and the moves that reach it.
    fn play(&self) -> Res<Play>;
    /// The value of the sum and of each component.
    fn values(&self) -> Res<(String, Vec<String>)> {
        Err(Fail::Wrong)
    }
    /// Heaps at which the player to move loses.
    fn losing(&self) -> Res<Vec<u64>> {
        Err(Fail::Wrong)
    }
    /// Grundy values of heaps 0, 1, … to the one heap.
    fn sequence(&self) -> Res<Vec<u64>> {
        Err(Fail::Wrong)
    }
    /// Ways to take everything in an odd and in an even number of moves.
    fn paths(&self, _modulus: Option<u64>) -> Res<String> {
        Err(Fail::Wrong)
    }
    /// Preperiod and period.
    fn period(&self) -> Res<String> {
        Err(Fail::Wrong)
    }
    /// Its components with their values, where it is a sum under normal play.
    fn components(&self) -> Res<Vec<Valued>> {
        Err(Fail::Wrong)
    }
    /// How many numbers the moves of a component use. Where it is not one for all, moves have `#0:`, `#1:`, …
    /// in the places of the numbers.
    fn numbers(&self, _component: usize) -> usize {
        1
    }
}

fn answer(parts: &Parts) -> Res<String> {
    if varied::varies(parts) {
        return varied::answer(parts);
    }
    let mut game = read(parts)?;
    if !parts.more.is_empty() {
        let mut games = vec![game];
        for part in &parts.more {
            games.push(read(part)?);
        }
        if !parts.asks_within(&["grundy", "values"]) {
            return Err(Fail::Wrong);
        }
        game = Box::new(sums::Sum(games));
    }
    let fields: Vec<Res<String>> = parts.asks.iter().map(|&ask| field(game.as_ref(), ask)).collect();
    if fields.contains(&Err(Fail::Wrong)) {
        return Err(Fail::Wrong);
    }
    Ok(fields.into_iter().collect::<Res<Vec<_>>>()?.join(" | "))
}

fn read(parts: &Parts) -> Res<Box<dyn Game>> {
    Ok(match parts.game.as_str() {
        "flags" => Box::new(flags::Flags::read(parts)?),
        "rocks" if parts.rules.iter().any(|word| signed::is_signed(word)) => {
            Box::new(signed::SignedRocks::read(parts)?)
        }
        "rocks" | "three-rocks" => Box::new(rocks::Rocks::read(parts)?),
        "take-and-break" => Box::new(breaking::Breaking::read(parts)?),
        "octal" | "kayles" | "dawson-kayles" | "dawson-chess" | "treblecross" | "lasker"
            if parts.rules.iter().any(|word| word == "ring") =>
        {
            Box::new(breaking::Breaking::read(parts)?)
        }
        "coins" => Box::new(coins::Coins::read(parts)?),
        "hackenbush" => Box::new(hackenbush::Hackenbush::read(parts)?),
        "factor" => Box::new(walks::Factor::read(parts)?),
        "geography" => Box::new(walks::Geography::read(parts)?),
        "rules" => Box::new(own::Own::read(parts)?),
        "graph" => Box::new(graph::Graph::read(parts)?),
        name if positional::NAMES.contains(&name) => Box::new(positional::Positional::read(parts)?),
        name if classics::NAMES.contains(&name) => Box::new(classics::Classic::read(parts)?),
        name if text::BOARD_GAMES.contains(&name) => Box::new(boards::Board::read(parts)?.within_edges()?),
        _ => Box::new(heaps::Heaps::read(parts)?),
    })
}

fn field(game: &dyn Game, ask: Ask) -> Res<String> {
    Ok(match ask {
        Ask::Verdict => {
            let play = game.play()?;
            match play.outcome {
                Outcome::Win => format!("WIN {}", play.good.len()),
                Outcome::Lose => "LOSE".to_owned(),
                Outcome::Draw => "DRAW".to_owned(),
            }
        }
        Ask::Winner => match game.play()?.outcome {
            Outcome::Win => "FIRST".to_owned(),
            Outcome::Lose => "SECOND".to_owned(),
            Outcome::Draw => "NOBODY".to_owned(),
        },
        Ask::Count => {
            let play = game.play()?;
            if play.outcome == Outcome::Win { play.good.len().to_string() } else { "0".to_owned() }
        }
        Ask::Moves => dash_if_empty(game.play()?.good),
        Ask::Best => {
            let play = game.play()?;
            let best = match play.outcome {
                Outcome::Lose => play.first,
                _ => play.good.into_iter().next(),
            };
            best.unwrap_or_else(|| "-".to_owned())
        }
        Ask::Grundy => game.values()?.0,
        Ask::Values => dash_if_empty(game.values()?.1),
        Ask::Losing => dash_if_empty(game.losing()?.iter().map(u64::to_string).collect()),
        Ask::Sequence => dash_if_empty(game.sequence()?.iter().map(u64::to_string).collect()),
        Ask::Paths(modulus) => game.paths(modulus)?,
        Ask::Period => game.period()?,
        Ask::PPositions => u32::from(game.play()?.outcome == Outcome::Lose).to_string(),
        Ask::Positions => "1".to_owned(),
    })
}

fn dash_if_empty(words: Vec<String>) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// The least number that is not among these.
fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: Vec<u64> = values.into_iter().collect();
    // So many values leave one of the numbers up to their count free.
    let mut among = vec![false; values.len() + 1];
    for value in values {
        if let Some(seen) = among.get_mut(value as usize) {
            *seen = true;
        }
    }
    among.iter().position(|seen| !seen).expect("one is free") as u64
}

/// A component of a sum under normal play: its Grundy value, and its moves with the values
/// they lead to.
struct Component {
    value: u64,
    moves: Vec<(String, u64)>,
}

/// A component of a sum of different games, whose value may be infinite.
pub struct Valued {
    pub value: graph::Value,
    /// The moves, without the number of the component, and the values they lead to.
    pub moves: Vec<(String, graph::Value)>,
}

impl From<Component> for Valued {
    fn from(component: Component) -> Valued {
        let finite = graph::Value::Finite;
        let moves = component.moves.into_iter().map(|(text, value)| (text, finite(value)));
        Valued { value: finite(component.value), moves: moves.collect() }
    }
}

/// Sprague–Grundy: a sum is lost exactly when the nim-sum of the values is 0.
fn play_sum(components: &[Component]) -> Play {
    let total = components.iter().fold(0, |sum, component| sum ^ component.value);
    let mut moves = Vec::new();
    for (i, component) in components.iter().enumerate() {
        for (text, value) in &component.moves {
            let rest = total ^ component.value ^ value;
            moves.push((format!("{}:{text}", i + 1), if rest == 0 { Outcome::Lose } else { Outcome::Win }));
        }
    }
    Play::new(if total == 0 { Outcome::Lose } else { Outcome::Win }, moves)
}

fn sum_values(values: impl IntoIterator<Item = u64>) -> (String, Vec<String>) {
    let values: Vec<u64> = values.into_iter().collect();
    let total = values.iter().fold(0, |sum, value| sum ^ value);
    (total.to_string(), values.iter().map(u64::to_string).collect())
}
