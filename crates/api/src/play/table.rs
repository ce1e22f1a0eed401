//! Playing a game: two players, each a person or the computer, take turns at a record.
//!
//! It reads lines and writes lines, so a game can be played through a pipe; what is typed is echoed
//! there, and the output reads as a transcript.

use std::io::{self, Write};

use super::computer::{ComputerPlayer, Level};
use super::lines::LineSource;
use super::scene;
use super::session::Session;
use super::then::Then;
use super::why;
use super::words::{self, Meaning};
use crate::explain::{lasting, reason_of};
use crate::text::wrap;
use crate::{Error, Position};
use grundy_record::{Look, Move, Verdict};

/// The most legal moves of a position that a person plays.
const MAX_PERSON_MOVES: usize = 1_000_000;
/// The most legal moves that are listed without being asked for.
const MAX_UNASKED_MOVES: usize = 12;

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Players {
    /// You, then the computer
    #[cfg_attr(feature = "cli", value(name = "me"))]
    PersonFirst,
    /// The computer, then you
    #[cfg_attr(feature = "cli", value(name = "computer"))]
    ComputerFirst,
    /// Two people at one terminal
    #[cfg_attr(feature = "cli", value(name = "both-me"))]
    Persons,
    /// The computer against itself
    #[cfg_attr(feature = "cli", value(name = "both-computer"))]
    Computers,
}

/// The options of a play.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions {
    /// The players.
    pub players: Players,
    /// The seed by which the computer chooses among equally good moves; if there is none, it takes the first.
    pub seed: Option<u64>,
    /// The level of the computer.
    pub level: Level,
    /// Whether to hide who is winning.
    pub quiet: bool,
    /// The number of characters of a line of text.
    pub width: usize,
}

/// Plays until somebody leaves.
///
/// # Errors
///
/// Says that a position cannot be solved within the limits, or that input or output fail.
pub fn play(
    start: &Position<'_>,
    options: &PlayOptions,
    input: &mut dyn LineSource,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let computer = match options.level {
        Level::Perfect => ComputerPlayer::new(options.seed),
        level => ComputerPlayer::of_level(level, options.seed.unwrap_or_default()),
    };
    let session = Session::new(start)?.with_computer(computer);
    check_playable(&session)?;
    let mut table = Table {
        session,
        options,
        input,
        output,
    };
    let rules = table.here().rules_in_words();
    writeln!(table.output, "{}", table.here().record_line())?;
    table.say(&rules)?;
    while table.round()? == Then::Again {
        table.session.undo(table.session.moves().len());
    }
    Ok(())
}

/// Checks that records can say what the moves leave, which they cannot for some games.
fn check_playable(session: &Session<'_>) -> Result<(), Error> {
    let position = session.position();
    let moves = position.first_moves(MAX_PERSON_MOVES)?.moves;
    if session.can_play(&moves) {
        return Ok(());
    }
    Err(position.wrong(
        format!("`{}` cannot be played here", position.signature().name),
        "`grundy explain` says where its moves lead",
    ))
}

/// The effect of a word that may be typed at any time.
enum Command {
    /// The word leads on to this step.
    Leads(Then),
    /// The word was obeyed, and the player is asked again.
    Done,
    /// No such word is known.
    Unknown,
}

/// A terminal, or a pipe, at which a game is played.
struct Table<'a, 's> {
    /// The game.
    session: Session<'s>,
    options: &'a PlayOptions,
    /// The source of the player's lines.
    input: &'a mut dyn LineSource,
    /// The stream to which the game is written.
    output: &'a mut dyn Write,
}

impl<'s> Table<'_, 's> {
    fn here(&self) -> &Position<'s> {
        self.session.position()
    }

    /// Plays one game, from the start to its end.
    fn round(&mut self) -> Result<Then, Error> {
        loop {
            if let Some(verdict) = self.session.ended()? {
                self.show()?;
                self.print_result(verdict)?;
                match self.after_the_end()? {
                    Then::Next => continue,
                    then => return Ok(then),
                }
            }
            if self.computer_moves() {
                self.computer_turn()?;
                continue;
            }
            let legal = self.here().first_moves(MAX_PERSON_MOVES)?;
            if legal.more {
                writeln!(
                    self.output,
                    "There are more than {MAX_PERSON_MOVES} moves here: too many to play."
                )?;
                return Ok(Then::Leave);
            }
            match self.person_turn(&legal.moves)? {
                Then::Next => {}
                then => return Ok(then),
            }
        }
    }

    /// Says whether the first player is to move.
    fn is_first(&self) -> bool {
        self.session.moves().len().is_multiple_of(2)
    }

    fn computer_moves(&self) -> bool {
        match self.options.players {
            Players::PersonFirst => !self.is_first(),
            Players::ComputerFirst => self.is_first(),
            Players::Persons => false,
            Players::Computers => true,
        }
    }

    /// Returns the name of the player to move, or of the other.
    fn name(&self, to_move: bool) -> &'static str {
        let first = self.is_first() == to_move;
        match (self.options.players, first) {
            (Players::PersonFirst, true) | (Players::ComputerFirst, false) => "you",
            (Players::PersonFirst, false) | (Players::ComputerFirst, true) => "computer",
            (Players::Persons, true) => "player 1",
            (Players::Persons, false) => "player 2",
            (Players::Computers, true) => "computer 1",
            (Players::Computers, false) => "computer 2",
        }
    }

    /// Writes a text in lines of the usual width.
    fn say(&mut self, text: &str) -> io::Result<()> {
        wrap(text, self.options.width)
            .iter()
            .try_for_each(|line| writeln!(self.output, "{line}"))
    }

    fn show(&mut self) -> io::Result<()> {
        writeln!(self.output)?;
        for line in scene::lines(self.session.position()) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    fn print_result(&mut self, verdict: Verdict) -> io::Result<()> {
        let mover = self.name(true);
        let other = self.name(false);
        let wins = |name: &str| {
            if name == "you" {
                "You win.".into()
            } else {
                format!("{} wins.", title(name))
            }
        };
        let record = self.here().record();
        let result = match verdict {
            _ if self.session.is_endless() => "Play goes round in circles: a draw.".to_owned(),
            Verdict::Draw => "Play is over, and nobody has won: a draw.".to_owned(),
            Verdict::Lose if record.modifiers.left.is_some() => {
                let faces = if mover == "you" {
                    "You face".to_owned()
                } else {
                    format!("{} faces", title(mover))
                };
                let heap = record.position.numbers.first().copied().unwrap_or(0);
                format!("{faces} {heap}. {}", wins(other))
            }
            Verdict::Lose => format!("{} no move. {}", has(mover), wins(other)),
            Verdict::Win(_) => {
                let won = if mover == "you" { "have" } else { "has" };
                format!("{} no move, and so {won} won. {}", has(mover), wins(mover))
            }
        };
        self.say(&result)
    }

    /// Asks what to do after the end of a game.
    fn after_the_end(&mut self) -> Result<Then, Error> {
        if self.options.players == Players::Computers {
            return Ok(Then::Leave);
        }
        loop {
            let Some(line) = self.read("again, undo or quit")? else {
                return Ok(Then::Leave);
            };
            let line = line.to_lowercase();
            match self.command(if line == "u" { "undo" } else { &line })? {
                Command::Leads(then) => return Ok(then),
                Command::Done => {}
                Command::Unknown => self.say("Play is over: type again, undo or quit.")?,
            }
        }
    }

    /// Does what may be typed at any time.
    fn command(&mut self, typed: &str) -> Result<Command, Error> {
        match typed {
            "" => {}
            "quit" | "q" | "exit" => return Ok(Command::Leads(Then::Leave)),
            "again" | "a" => return Ok(Command::Leads(Then::Again)),
            "undo" if self.undo() => return Ok(Command::Leads(Then::Next)),
            "undo" => writeln!(self.output, "There is no move of yours to take back.")?,
            "board" | "show" => self.show()?,
            "rules" => self.say(&self.here().rules_in_words())?,
            _ => return Ok(Command::Unknown),
        }
        Ok(Command::Done)
    }

    fn computer_turn(&mut self) -> Result<(), Error> {
        if self.options.players == Players::Computers {
            self.show()?;
            self.print_upper_hand()?;
        }
        if let Some(mv) = self.session.computer_move()? {
            writeln!(self.output, "{}> {mv}", self.name(true))?;
            self.session.play(&mv);
        }
        Ok(())
    }

    fn person_turn(&mut self, legal: &[Move]) -> Result<Then, Error> {
        self.show()?;
        self.print_upper_hand()?;
        self.print_moves(legal, MAX_UNASKED_MOVES)?;
        loop {
            let Some(written) = self.read(self.name(true))? else {
                return Ok(Then::Leave);
            };
            let line = written.to_lowercase();
            if let Some(number) = line
                .strip_prefix("moves ")
                .and_then(|number| number.trim().parse::<usize>().ok())
            {
                let of_one = |mv: &&Move| mv.component().is_some_and(|index| index + 1 == number);
                self.print_moves(
                    &legal.iter().filter(of_one).cloned().collect::<Vec<_>>(),
                    usize::MAX,
                )?;
                continue;
            }
            match self.command(&line)? {
                Command::Leads(then) => return Ok(then),
                Command::Done => continue,
                Command::Unknown => {}
            }
            match line.as_str() {
                "hint" => self.hint()?,
                "moves" => self.print_moves(legal, usize::MAX)?,
                "help" | "?" => self.help()?,
                _ => match words::read(&written, self.here().signature(), legal) {
                    Meaning::Move(mv) => {
                        self.session.play(&mv);
                        return Ok(Then::Next);
                    }
                    Meaning::Unclear(moves) => self.say(&words::unclear(&written, &moves))?,
                    Meaning::None => {
                        let reason = why::reason(&written, self.here(), legal);
                        self.say(&format!("No: {reason}."))?;
                    }
                },
            }
        }
    }

    fn print_upper_hand(&mut self) -> Result<(), Error> {
        if self.options.quiet {
            return Ok(());
        }
        let verdict = self.here().verdict()?;
        let mover = self.name(true);
        let other = self.name(false);
        let line = match verdict {
            Verdict::Win(1) => format!("{} the upper hand: 1 winning move.", has(mover)),
            Verdict::Win(count) => format!("{} the upper hand: {count} winning moves.", has(mover)),
            Verdict::Lose => format!("{} the upper hand, whatever {mover} will play.", has(other)),
            Verdict::Draw => "Neither can force a win.".to_owned(),
        };
        Ok(writeln!(self.output, "{line}")?)
    }

    fn print_moves(&mut self, legal: &[Move], most: usize) -> io::Result<()> {
        let rest = if legal.len() > most {
            format!(" … {} in all", legal.len())
        } else {
            String::new()
        };
        self.say(&format!(
            "moves: {}{rest}",
            itertools::join(legal.iter().take(most), " ")
        ))
    }

    /// Shows a best move, and the reason.
    fn hint(&mut self) -> Result<(), Error> {
        let Some(mv) = self.session.hint()? else {
            return Ok(());
        };
        let reason = reason_of(self.here(), &mv)?;
        let lasting = lasting(self.here())
            .map(|text| format!(" {text}"))
            .unwrap_or_default();
        Ok(self.say(&format!("{mv} {reason}.{lasting}"))?)
    }

    fn help(&mut self) -> io::Result<()> {
        let moves = match self.here().signature().look {
            Look::Drawn => "the number to draw",
            Look::Walk => "the vertex to go to",
            Look::Parts => {
                "what it takes: cells 1,1+1,2, a cell 2,3, a vertex 4, an edge 1-2; a board's number may stand before"
            }
            Look::Tokens => "1:3>4 (token 1 from 3 to 4), 3>4, or 4",
            Look::Pieces => {
                "1:3,3>2,3 (piece 1 from 3,3 to 2,3), 2,3, or a way: up, left 2, up-left"
            }
            Look::Letters => {
                "1:1+2>.X (cells 1 and 2 of position 1, and what stands there afterwards), as `moves` writes it"
            }
            Look::Piles => "1:5,4>4,3 (position 1 from 5,4 to 4,3), >4,3, or what is taken: 1,1",
            _ => "1:5>3 (heap 1 from 5 to 3), 5>3, or what is taken: 2, or 2 from 1; splits: 2+2",
        };
        self.say(&format!("a move: {moves}"))?;
        self.say("or: hint, moves, moves 2 (those of the second), show, rules, undo, again, quit")
    }

    /// Takes back the last move of the person to move, and all moves after it.
    fn undo(&mut self) -> bool {
        let back = match self.options.players {
            Players::Persons => 1,
            // At the end of a game the last move may have been the person's own.
            _ if self.computer_moves() => 1,
            _ => 2,
        };
        self.session.undo(back)
    }

    /// Reads a typed line, without blanks around it; gives `None` at the end of the input.
    fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.input.read(&format!("{prompt}> "), self.output)
    }
}

/// Writes a name for the beginning of a sentence.
fn title(name: &str) -> String {
    match name.strip_prefix("computer") {
        Some("") => "The computer".to_owned(),
        Some(number) => format!("Computer{number}"),
        None => name.replacen('p', "P", 1),
    }
}

fn has(name: &str) -> String {
    if name == "you" {
        "You have".to_owned()
    } else {
        format!("{} has", title(name))
    }
}
