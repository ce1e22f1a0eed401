//! A quiz: positions to judge, with the reasons.

use std::io::Write;

use super::words::{self, Meaning};
use super::{Lines, Stop, scene, text};
use crate::explain::{explain, wrapped};
use crate::games::Context;
use crate::record::{Move, Verdict};
use crate::subject::{Subject, wrap};

/// The most moves a position may have for one of them to be asked for.
const MAX_MOVES: usize = 1000;

/// How a quiz went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Questions answered rightly.
    pub right: u32,
    /// Questions answered.
    pub asked: u32,
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
pub fn quiz<'t>(
    positions: &mut dyn Iterator<Item = Subject<'t>>,
    context: &Context,
    width: usize,
    input: &mut dyn Lines,
    output: &mut dyn Write,
) -> Result<Score, Stop> {
    let mut asker = Asker { context, width, input, output, score: Score::default() };
    for (number, mut subject) in (1..).zip(positions) {
        if number == 1 {
            asker.say(&subject.rules_in_words())?;
            asker.say(
                "Answer win, lose or draw for the player to move; why, skip and quit are understood, too.",
            )?;
        }
        writeln!(asker.output, "\n{number}. {}", subject.text())?;
        for line in scene::lines(&subject) {
            writeln!(asker.output, "   {line}")?;
        }
        if let Then::Leave = asker.question(&mut subject)? {
            break;
        }
    }
    let Score { right, asked } = asker.score;
    writeln!(asker.output, "\n{right} of {asked} right.")?;
    Ok(asker.score)
}

struct Asker<'a> {
    context: &'a Context,
    width: usize,
    input: &'a mut dyn Lines,
    output: &'a mut dyn Write,
    score: Score,
}

impl Asker<'_> {
    fn say(&mut self, text: &str) -> Result<(), Stop> {
        Ok(wrap(text, self.width).iter().try_for_each(|line| writeln!(self.output, "{line}"))?)
    }

    fn question(&mut self, subject: &mut Subject<'_>) -> Result<Then, Stop> {
        let verdict = subject.verdict(self.context)?;
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
                    self.why(subject)?;
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
                self.why(subject)?;
                return Ok(Then::Next);
            }
            self.score.right += 1;
            return match verdict {
                Verdict::Win(1..) => self.ask_for_move(subject),
                _ => {
                    self.say("Right.")?;
                    Ok(Then::Next)
                }
            };
        }
    }

    /// The position is won: by which move?
    fn ask_for_move(&mut self, subject: &mut Subject<'_>) -> Result<Then, Stop> {
        let legal = subject.legal_moves(self.context, MAX_MOVES)?;
        if legal.more {
            self.say("Right.")?;
            return Ok(Then::Next);
        }
        let best = subject.best_moves(self.context)?;
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
                    self.why(subject)?;
                    return Ok(Then::Next);
                }
                typed => match words::read(typed, subject.signature(), &legal.moves) {
                    Meaning::Move(mv) => return self.judge(subject, &mv, &best),
                    Meaning::Unclear(moves) => {
                        let shown = itertools::join(moves.iter().take(8).map(text), " or ");
                        self.say(&format!("`{typed}` could be {shown}: say which."))?;
                    }
                    Meaning::None => {
                        let shown = itertools::join(legal.moves.iter().take(12).map(text), " ");
                        let more = if legal.moves.len() > 12 { " …" } else { "" };
                        self.say(&format!("That is no move here; the moves are {shown}{more}."))?;
                    }
                },
            }
        }
    }

    fn judge(&mut self, subject: &mut Subject<'_>, mv: &Move, best: &[Move]) -> Result<Then, Stop> {
        self.score.asked += 1;
        if best.contains(mv) {
            self.score.right += 1;
            self.say("Right.")?;
        } else {
            let winning = itertools::join(best.iter().take(8).map(text), " ");
            self.say(&format!("No: {} lets the other win. Winning: {winning}.", text(mv)))?;
            self.why(subject)?;
        }
        Ok(Then::Next)
    }

    /// The reasons, without the record, which stands above.
    fn why(&mut self, subject: &mut Subject<'_>) -> Result<(), Stop> {
        let lines = match explain(subject, self.context) {
            Ok(lines) => lines,
            Err(fault) => return self.say(&format!("The reasons cannot be given: {}.", fault.message)),
        };
        for line in wrapped(&lines[1..], self.width.saturating_sub(3)) {
            writeln!(self.output, "{}", format!("   {line}").trim_end())?;
        }
        Ok(())
    }
}
