//! A quiz: positions to judge, with the reasons.

use std::io::Write;

use super::words::{self, Meaning};
use super::{LineSource, scene};
use crate::explain::explain;
use crate::record::{Move, Verdict};
use crate::text::{list, wrap, wrapped};
use crate::{Error, Position};

/// The most moves a position may have for one of them to be asked for.
const MAX_MOVES: usize = 1000;

/// Questions answered, and those answered rightly.
#[derive(Default)]
struct Score {
    right: u32,
    asked: u32,
}

/// The next step after a question.
enum Then {
    Next,
    Leave,
}

/// Asks about positions, one after the other: who wins, and by which move. A wrong answer is
/// explained, and so is a right one that is asked about.
///
/// # Errors
///
/// When a position cannot be solved within the limits, or input or output fail.
pub fn quiz(
    positions: &[Position<'_>],
    width: usize,
    input: &mut dyn LineSource,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut asker = Asker { width, input, output, score: Score::default() };
    for (number, position) in (1..).zip(positions) {
        if number == 1 {
            asker.say(&position.rules_in_words())?;
            asker.say(
                "Answer win, lose or draw for the player to move; why, skip and quit are understood, too.",
            )?;
        }
        writeln!(asker.output, "\n{number}. {}", position.record_line())?;
        for line in scene::lines(position) {
            writeln!(asker.output, "   {line}")?;
        }
        if let Then::Leave = asker.question(position)? {
            break;
        }
    }
    let Score { right, asked } = asker.score;
    Ok(writeln!(asker.output, "\n{right} of {asked} right.")?)
}

struct Asker<'a> {
    width: usize,
    input: &'a mut dyn LineSource,
    output: &'a mut dyn Write,
    score: Score,
}

impl Asker<'_> {
    fn say(&mut self, text: &str) -> Result<(), Error> {
        Ok(wrap(text, self.width).iter().try_for_each(|line| writeln!(self.output, "{line}"))?)
    }

    fn question(&mut self, position: &Position<'_>) -> Result<Then, Error> {
        let verdict = position.verdict()?;
        loop {
            let Some(line) = self.input.read("who wins> ", self.output)? else { return Ok(Then::Leave) };
            let said = match line.to_lowercase().as_str() {
                "win" | "w" | "wins" | "first" | "1" | "me" => 'W',
                "lose" | "l" | "loses" | "loss" | "second" | "2" | "other" => 'L',
                "draw" | "d" | "draws" | "nobody" | "0" => 'D',
                "quit" | "q" | "exit" => return Ok(Then::Leave),
                "skip" | "next" | "s" => return Ok(Then::Next),
                "why" | "?" => {
                    self.score.asked += 1;
                    self.why(position)?;
                    return Ok(Then::Next);
                }
                "" => continue,
                _ => {
                    self.say("Answer win, lose or draw; or why, skip, quit.")?;
                    continue;
                }
            };
            let right = match verdict {
                Verdict::Win(_) => 'W',
                Verdict::Lose => 'L',
                Verdict::Draw => 'D',
            };
            self.score.asked += 1;
            if said != right {
                self.say("No.")?;
                self.why(position)?;
                return Ok(Then::Next);
            }
            self.score.right += 1;
            return match verdict {
                Verdict::Win(1..) => self.ask_for_move(position),
                _ => {
                    self.say("Right.")?;
                    Ok(Then::Next)
                }
            };
        }
    }

    /// The position is won: by which move?
    fn ask_for_move(&mut self, position: &Position<'_>) -> Result<Then, Error> {
        let legal = position.first_moves(MAX_MOVES)?;
        if legal.more {
            self.say("Right.")?;
            return Ok(Then::Next);
        }
        let best = position.winning_moves()?;
        self.say("Right. By which move?")?;
        loop {
            let Some(line) = self.input.read("a winning move> ", self.output)? else {
                return Ok(Then::Leave);
            };
            match line.to_lowercase().as_str() {
                "" => continue,
                "quit" | "q" | "exit" => return Ok(Then::Leave),
                "skip" | "next" | "s" => return Ok(Then::Next),
                "why" | "?" => {
                    self.why(position)?;
                    return Ok(Then::Next);
                }
                typed => match words::read(typed, position.signature(), &legal.moves) {
                    Meaning::Move(mv) => return self.judge(position, &mv, &best),
                    Meaning::Unclear(moves) => self.say(&words::unclear(typed, &moves))?,
                    Meaning::None => {
                        let shown = list(&legal.moves, 12);
                        self.say(&format!("That is no move here; the moves are {shown}."))?;
                    }
                },
            }
        }
    }

    fn judge(&mut self, position: &Position<'_>, mv: &Move, best: &[Move]) -> Result<Then, Error> {
        self.score.asked += 1;
        if best.contains(mv) {
            self.score.right += 1;
            self.say("Right.")?;
        } else {
            let winning = itertools::join(best.iter().take(8), " ");
            self.say(&format!("No: {mv} lets the other win. Winning: {winning}."))?;
            self.why(position)?;
        }
        Ok(Then::Next)
    }

    /// The reasons, without the record, which stands above.
    fn why(&mut self, position: &Position<'_>) -> Result<(), Error> {
        let lines = match explain(position) {
            Ok(lines) => lines,
            Err(error) => return self.say(&format!("The reasons cannot be given: {error}.")),
        };
        for line in wrapped(&lines[1..], self.width.saturating_sub(3)) {
            writeln!(self.output, "{}", format!("   {line}").trim_end())?;
        }
        Ok(())
    }
}
