//! Playing a game: two players, each a person or the computer, take turns at a record.
//!
//! It reads lines and writes lines, so a game can be played through a pipe; what is typed is echoed
//! there, and the output reads as a transcript.

mod choose;
mod lines;
mod quiz;
mod scene;
mod survey;
mod why;
mod words;

use std::io::{self, Write};

use fxhash::FxHashMap;

pub use choose::{Chooser, Level};
pub use lines::{Lines, Plain, tidy};
pub use quiz::{Score, quiz};
pub use survey::{Outcome, Survey};
pub use words::{Meaning, read as read_move};

use crate::games::Context;
use crate::language::answer;
use crate::record::{Fault, Move, Place, Position, Verdict, View};
use crate::subject::{Subject, wrap};

/// The most legal moves a position may have to be played by a person.
const MAX_MOVES: usize = 1_000_000;
/// How many legal moves are listed without being asked for.
const MAX_LISTED: usize = 12;
/// How often a position may come before play is called a draw.
const REPETITIONS: u32 = 3;
/// The reply to unknown commands after the end of the game.
const AT_THE_END: &str = "Play is over: type again, undo or quit.";
/// The most moves of one game.
const MAX_PLIES: usize = 100_000;

/// Who plays.
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

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Who plays.
    pub players: Players,
    /// Lets the computer choose among equally good moves at random.
    pub seed: Option<u64>,
    /// How well the computer plays.
    pub level: Level,
    /// Whether to hide who is winning.
    pub quiet: bool,
    /// How many characters a line of text has.
    pub width: usize,
}

/// Why a game could not go on.
#[derive(Debug)]
pub enum Stop {
    /// A position that cannot be solved.
    Fault(Fault),
    /// The game could not be shown or the moves not be read.
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Io(error)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

/// Plays until somebody leaves.
///
/// # Errors
///
/// When a position cannot be solved within the limits, or input or output fail.
pub fn play(
    subject: &mut Subject<'_>,
    context: &Context,
    options: &Options,
    input: &mut dyn Lines,
    output: &mut dyn Write,
) -> Result<(), Stop> {
    check_playable(subject, context)?;
    let start = subject.record.position.clone();
    let chooser = match options.level {
        Level::Perfect => Chooser::new(options.seed),
        level => Chooser::of_level(level, options.seed.unwrap_or_default()),
    };
    let adviser = Chooser::new(None);
    let history = Vec::new();
    let mut table = Table { subject, context, options, input, output, chooser, adviser, start, history };
    let rules = table.subject.rules_in_words();
    writeln!(table.output, "{}", table.subject.text())?;
    table.print_rules(&rules)?;
    while table.round()? == Then::Again {
        table.history.clear();
        table.subject.go_to(table.start.clone());
    }
    Ok(())
}

/// Some games have moves that leave what a record cannot say by changing its numbers.
fn check_playable(subject: &mut Subject<'_>, context: &Context) -> Result<(), Fault> {
    let legal = subject.legal_moves(context, MAX_MOVES)?;
    match legal.moves.iter().all(|mv| subject.record.position.after(mv).is_some()) {
        true => Ok(()),
        false => Err(Fault::new(
            Place::Game,
            format!("`{}` cannot be played here", subject.signature().name),
            "`grundy explain` says where its moves lead",
        )),
    }
}

/// The next step after a round or a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Next,
    Again,
    Leave,
}

struct Table<'a, 't> {
    subject: &'a mut Subject<'t>,
    context: &'a Context,
    options: &'a Options,
    input: &'a mut dyn Lines,
    output: &'a mut dyn Write,
    chooser: Chooser,
    /// Gives hints, as well as can be.
    adviser: Chooser,
    start: Position,
    /// The positions before each move made.
    history: Vec<Position>,
}

impl Table<'_, '_> {
    /// One game, from the start to its end.
    fn round(&mut self) -> Result<Then, Stop> {
        let mut seen: FxHashMap<Position, u32> = FxHashMap::default();
        loop {
            let legal = self.subject.legal_moves(self.context, MAX_MOVES)?;
            let times = seen.entry(self.subject.record.position.clone()).or_default();
            *times += 1;
            let round_and_round = *times >= REPETITIONS || self.history.len() >= MAX_PLIES;
            if legal.moves.is_empty() || round_and_round {
                self.show()?;
                self.print_result(round_and_round)?;
                match self.after_the_end()? {
                    Then::Next => continue,
                    then => return Ok(then),
                }
            }
            let then = if self.computer_moves() {
                self.computer_turn()?;
                Then::Next
            } else if legal.more {
                writeln!(self.output, "There are more than {MAX_MOVES} moves here: too many to play.")?;
                Then::Leave
            } else {
                self.person_turn(&legal.moves)?
            };
            if then != Then::Next {
                return Ok(then);
            }
        }
    }

    fn computer_moves(&self) -> bool {
        let first = self.history.len().is_multiple_of(2);
        match self.options.players {
            Players::PersonFirst => !first,
            Players::ComputerFirst => first,
            Players::Persons => false,
            Players::Computers => true,
        }
    }

    /// The name of the player to move, or of the other.
    fn name(&self, to_move: bool) -> &'static str {
        let first = (self.history.len().is_multiple_of(2)) == to_move;
        match (self.options.players, first) {
            (Players::PersonFirst, true) | (Players::ComputerFirst, false) => "you",
            (Players::PersonFirst, false) | (Players::ComputerFirst, true) => "computer",
            (Players::Persons, true) => "player 1",
            (Players::Persons, false) => "player 2",
            (Players::Computers, true) => "computer 1",
            (Players::Computers, false) => "computer 2",
        }
    }

    fn print_rules(&mut self, rules: &str) -> io::Result<()> {
        self.say(rules)
    }

    /// Writes a text in lines as long as they may be.
    fn say(&mut self, text: &str) -> io::Result<()> {
        wrap(text, self.options.width).iter().try_for_each(|line| writeln!(self.output, "{line}"))
    }

    fn show(&mut self) -> io::Result<()> {
        writeln!(self.output)?;
        for line in scene::lines(self.subject) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    fn print_result(&mut self, round_and_round: bool) -> io::Result<()> {
        let (mover, other) = (self.name(true), self.name(false));
        let wins =
            |name: &str| if name == "you" { "You win.".into() } else { format!("{} wins.", title(name)) };
        let result = match self.subject.verdict_without_moves() {
            _ if round_and_round => "Play goes round in circles: a draw.".to_owned(),
            Verdict::Draw => "Play is over, and nobody has won: a draw.".to_owned(),
            Verdict::Lose if self.subject.record.modifiers.left.is_some() => {
                let faces =
                    if mover == "you" { "You face".to_owned() } else { format!("{} faces", title(mover)) };
                let heap = self.subject.record.position.numbers.first().copied().unwrap_or(0);
                format!("{faces} {heap}. {}", wins(other))
            }
            Verdict::Lose => format!("{} no move. {}", has(mover), wins(other)),
            Verdict::Win(_) => {
                let so = if mover == "you" { "have" } else { "has" };
                format!("{} no move, and so {so} won. {}", has(mover), wins(mover))
            }
        };
        self.say(&result)
    }

    /// The game is over: what next?
    fn after_the_end(&mut self) -> Result<Then, Stop> {
        if self.options.players == Players::Computers {
            return Ok(Then::Leave);
        }
        loop {
            let Some(line) = self.read("again, undo or quit")? else { return Ok(Then::Leave) };
            match line.to_lowercase().as_str() {
                "" => {}
                "again" | "a" => return Ok(Then::Again),
                "undo" | "u" if self.undo() => return Ok(Then::Next),
                "undo" | "u" => writeln!(self.output, "There is no move of yours to take back.")?,
                "quit" | "q" | "exit" => return Ok(Then::Leave),
                "show" | "board" => self.show()?,
                "rules" => self.print_rules(&self.subject.rules_in_words())?,
                _ => self.say(AT_THE_END)?,
            }
        }
    }

    fn computer_turn(&mut self) -> Result<(), Stop> {
        if self.options.players == Players::Computers {
            self.show()?;
            self.print_upper_hand()?;
        }
        if let Some(mv) = self.chooser.choose(self.subject, self.context)? {
            writeln!(self.output, "{}> {}", self.name(true), text(&mv))?;
            self.make(&mv);
        }
        Ok(())
    }

    fn person_turn(&mut self, legal: &[Move]) -> Result<Then, Stop> {
        self.show()?;
        self.print_upper_hand()?;
        self.print_moves(legal, MAX_LISTED)?;
        loop {
            let Some(line) = self.read(self.name(true))? else { return Ok(Then::Leave) };
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Then::Leave),
                "again" | "a" => return Ok(Then::Again),
                "undo" => {
                    if self.undo() {
                        return Ok(Then::Next);
                    }
                    writeln!(self.output, "There is no move of yours to take back.")?;
                }
                "hint" => self.hint()?,
                "moves" => self.print_moves(legal, usize::MAX)?,
                "board" | "show" => self.show()?,
                "rules" => self.print_rules(&self.subject.rules_in_words())?,
                "help" | "?" => self.help()?,
                typed => match words::read(typed, self.subject.signature(), legal) {
                    Meaning::Move(mv) => {
                        self.make(&mv);
                        return Ok(Then::Next);
                    }
                    Meaning::Unclear(moves) => self.print_unclear(typed, &moves)?,
                    Meaning::None => {
                        self.say(&format!("No: {}.", why::reason(typed, self.subject, legal)))?;
                    }
                },
            }
        }
    }

    fn print_unclear(&mut self, typed: &str, moves: &[Move]) -> io::Result<()> {
        let shown = itertools::join(moves.iter().take(MAX_LISTED).map(text), " or ");
        self.say(&format!("`{typed}` could be {shown}: say which."))
    }

    fn print_upper_hand(&mut self) -> Result<(), Stop> {
        if self.options.quiet {
            return Ok(());
        }
        let verdict = self.subject.verdict(self.context)?;
        let (mover, other) = (self.name(true), self.name(false));
        let line = match verdict {
            Verdict::Win(count) => {
                let moves =
                    if count == 1 { "1 winning move".into() } else { format!("{count} winning moves") };
                format!("{} the upper hand: {moves}.", has(mover))
            }
            Verdict::Lose => format!("{} the upper hand, whatever {mover} will play.", has(other)),
            Verdict::Draw => "Neither can force a win.".to_owned(),
        };
        Ok(writeln!(self.output, "{line}")?)
    }

    fn print_moves(&mut self, legal: &[Move], most: usize) -> io::Result<()> {
        let shown = itertools::join(legal.iter().take(most).map(text), " ");
        let rest = if legal.len() > most { format!(" … {} in all", legal.len()) } else { String::new() };
        self.say(&format!("moves: {shown}{rest}"))
    }

    fn hint(&mut self) -> Result<(), Stop> {
        let Some(mv) = self.adviser.choose(self.subject, self.context)? else { return Ok(()) };
        let why = match self.subject.verdict(self.context)? {
            Verdict::Win(_) => "wins",
            Verdict::Lose => "loses like every move, but holds out",
            Verdict::Draw => "keeps the draw",
        };
        Ok(writeln!(self.output, "{} {why}.", text(&mv))?)
    }

    fn help(&mut self) -> io::Result<()> {
        let signature = self.subject.signature();
        let moves = match signature.view {
            View::Drawn => "the number to draw",
            View::Walk => "the vertex to go to",
            View::Parts => {
                "what it takes: cells 1,1+1,2, a cell 2,3, a vertex 4, an edge 1-2; a board's number may stand before"
            }
            View::Tokens => "1:3>4 (token 1 from 3 to 4), 3>4, or 4",
            View::Pieces => "1:3,3>2,3 (piece 1 from 3,3 to 2,3), 2,3, or a way: up, left 2, up-left",
            View::Piles => "1:5,4>4,3 (group 1 from 5,4 to 4,3), >4,3, or what is taken: 1,1",
            _ => "1:5>3 (heap 1 from 5 to 3), 5>3, or what is taken: 2, or 2 from 1; splits: 2+2",
        };
        self.say(&format!("a move: {moves}"))?;
        self.say("or: hint, moves, show, rules, undo, again, quit")
    }

    /// Takes back the last move of the person to move, and what came after it.
    fn undo(&mut self) -> bool {
        let played = self.history.len();
        let back = match self.options.players {
            Players::Persons => 1,
            // At the end of a game the last move may have been the person's own.
            _ if self.computer_moves() => 1,
            _ => 2,
        };
        let Some(position) = played.checked_sub(back).and_then(|at| self.history.get(at).cloned()) else {
            return false;
        };
        self.history.truncate(played - back);
        self.subject.go_to(position);
        true
    }

    fn make(&mut self, mv: &Move) {
        if let Some(next) = self.subject.record.position.after(mv) {
            let before = self.subject.go_to(next);
            self.history.push(before);
        }
    }

    /// A line typed, without blanks around it; `None` at the end of the input.
    fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.input.read(&format!("{prompt}> "), self.output)
    }
}

fn text(mv: &Move) -> String {
    let mut out = Vec::new();
    answer::write_move(mv, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// A name at the beginning of a sentence.
fn title(name: &str) -> String {
    match name.strip_prefix("computer") {
        Some("") => "The computer".to_owned(),
        Some(number) => format!("Computer{number}"),
        None => name.replacen('p', "P", 1),
    }
}

fn has(name: &str) -> String {
    if name == "you" { "You have".to_owned() } else { format!("{} has", title(name)) }
}
