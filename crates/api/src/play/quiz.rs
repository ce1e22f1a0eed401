//! A quiz: positions to judge, with the reasons.

use std::io::Write;

use super::lines::LineSource;
use super::scene;
use super::then::Then;
use super::words::{self, Meaning};
use crate::explain::explain;
use crate::text::{list, wrap, wrapped};
use crate::{Error, Position};
use grundy_record::{Move, Outcome, Verdict};

/// The most moves of a position of which one is asked for.
const MAX_QUIZ_MOVES: usize = 1000;

/// Asks about positions, one after the other: who wins, and by which move. A wrong answer is explained; a question whose
/// reasons are given before it is answered counts as answered wrongly, and is asked on.
///
/// # Errors
///
/// Says that a position cannot be solved within the limits, or that input or output fail.
pub fn quiz(
    positions: &[Position<'_>],
    width: usize,
    input: &mut dyn LineSource,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut asker = Asker {
        width,
        input,
        output,
        right: 0,
        asked: 0,
        is_counted: false,
    };
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
    Ok(writeln!(
        asker.output,
        "\n{} of {} right.",
        asker.right, asker.asked
    )?)
}

/// A person who is asked questions about positions, and the count of the answers.
struct Asker<'a> {
    /// The number of columns of the terminal.
    width: usize,
    /// The source of the answers.
    input: &'a mut dyn LineSource,
    /// The stream to which questions are written.
    output: &'a mut dyn Write,
    /// The number of questions that were answered rightly.
    right: u32,
    /// The number of questions that were answered.
    asked: u32,
    /// Whether this question is counted already, since its reasons were given.
    is_counted: bool,
}

impl Asker<'_> {
    fn say(&mut self, text: &str) -> Result<(), Error> {
        Ok(wrap(text, self.width)
            .iter()
            .try_for_each(|line| writeln!(self.output, "{line}"))?)
    }

    fn question(&mut self, position: &Position<'_>) -> Result<Then, Error> {
        let verdict = position.verdict()?;
        self.is_counted = false;
        loop {
            let line = match self.answer("who wins> ", position)? {
                Ok(line) => line,
                Err(then) => return Ok(then),
            };
            let said = match line.as_str() {
                "win" | "w" | "wins" | "first" | "1" | "me" => Outcome::Win,
                "lose" | "l" | "loses" | "loss" | "second" | "2" | "other" => Outcome::Lose,
                "draw" | "d" | "draws" | "nobody" | "0" => Outcome::Draw,
                _ => {
                    self.say("Answer win, lose or draw; or why, skip, quit.")?;
                    continue;
                }
            };
            let is_right = said == verdict.outcome();
            self.count(is_right);
            if !is_right {
                self.say("No.")?;
                self.why(position)?;
                return Ok(Then::Next);
            }
            return match verdict {
                Verdict::Win(1..) => self.ask_for_move(position),
                _ => {
                    self.say(self.praise())?;
                    Ok(Then::Next)
                }
            };
        }
    }

    /// Asks for a winning move of a won position.
    fn ask_for_move(&mut self, position: &Position<'_>) -> Result<Then, Error> {
        let legal = position.first_moves(MAX_QUIZ_MOVES)?;
        if legal.more {
            self.say(self.praise())?;
            return Ok(Then::Next);
        }
        let best = position.winning_moves()?;
        self.say(&format!("{} By which move?", self.praise()))?;
        self.is_counted = false;
        loop {
            let typed = match self.answer("a winning move> ", position)? {
                Ok(typed) => typed,
                Err(then) => return Ok(then),
            };
            match words::read(&typed, position.signature(), &legal.moves) {
                Meaning::Move(mv) => return self.judge(position, &mv, &best),
                Meaning::Unclear(moves) => self.say(&words::unclear(&typed, &moves))?,
                Meaning::None => {
                    let shown = list(&legal.moves, 12);
                    self.say(&format!("That is no move here; the moves are {shown}."))?;
                }
            }
        }
    }

    /// Reads the answer, or gives the next step if there is none. Before that, gives the reasons if they are asked for.
    fn answer(
        &mut self,
        prompt: &str,
        position: &Position<'_>,
    ) -> Result<Result<String, Then>, Error> {
        loop {
            let Some(line) = self.input.read(prompt, self.output)? else {
                return Ok(Err(Then::Leave));
            };
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Err(Then::Leave)),
                "skip" | "next" | "s" => return Ok(Err(Then::Next)),
                "why" | "?" => {
                    self.count(false);
                    self.is_counted = true;
                    self.why(position)?;
                }
                answer => return Ok(Ok(answer.to_owned())),
            }
        }
    }

    fn judge(&mut self, position: &Position<'_>, mv: &Move, best: &[Move]) -> Result<Then, Error> {
        self.count(best.contains(mv));
        if best.contains(mv) {
            self.say(self.praise())?;
        } else {
            let winning = itertools::join(best.iter().take(8), " ");
            self.say(&format!("No: {mv} lets the other win. Winning: {winning}."))?;
            self.why(position)?;
        }
        Ok(Then::Next)
    }

    /// Counts this question, once.
    fn count(&mut self, is_right: bool) {
        if !self.is_counted {
            self.right += u32::from(is_right);
            self.asked += 1;
        }
    }

    /// Returns the word for a right answer, which does not count after its reasons were given.
    fn praise(&self) -> &'static str {
        if self.is_counted {
            "Right, but not counted: the reasons were given before."
        } else {
            "Right."
        }
    }

    /// Writes the reasons, without the record, which stands above.
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
