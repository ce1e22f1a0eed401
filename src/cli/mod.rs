//! The command line: one file per command.

mod argument;
mod compare;
mod completions;
mod editor;
mod exit;
mod explain;
mod flatten;
mod games;
mod generate;
mod interact;
mod interrupt;
mod limits;
mod output;
mod own;
mod package;
mod play;
mod progress;
mod record;
mod setter;
mod solve;
mod study;
mod table;
mod terminal;
mod verify;
mod whole_file;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use exit::{CommandEnd, CommandResult};

pub use grundy_base::platform::allocator::Allocator;

use grundy_api::text::piece;
use grundy_base::platform::guard_maps;
use grundy_base::simd::Level;
use grundy_batch::version::version;
use grundy_language::nearest;

/// Exact solver for impartial games
///
/// Reads game records from files or standard input, one a line, and answers each with one line:
/// who wins, in how many first moves, Grundy values, the moves.
#[derive(Debug, Parser)]
#[command(name = "grundy", version = version(), args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    solve: solve::SolveArguments,

    #[command(flatten)]
    own: own::OwnNames,
}

/// The command line without a command, `grundy [FILE…]`.
#[derive(Debug, Parser)]
#[command(name = "grundy", disable_help_flag = true)]
struct RecordsLine {
    #[command(flatten)]
    solve: solve::SolveArguments,

    #[command(flatten)]
    own: own::OwnNames,
}

/// The subcommands. Without one, records are solved.
#[derive(Debug, Subcommand)]
enum Command {
    /// List the games, or describe one: rules, form, limits, asks, an example
    Games(games::GamesArguments),
    /// Play a record: against the computer, between two people, or let the computer play itself
    Play(play::PlayArguments),
    /// Draw a map of who wins: in the terminal, as SVG, PNG or CSV
    Table(table::TableArguments),
    /// Explain why a record's answer holds
    Explain(record::RecordArguments),
    /// Study a game: its first values, losing positions, period, patterns, and code for them
    Study(study::StudyArguments),
    /// Write seeded random records of a game
    Generate(Box<generate::GenerateArguments>),
    /// Write the test data of a problem package
    Package(package::PackageArguments),
    /// Play a record with another program, line by line: the judge of an interactive problem
    Interact(Box<interact::InteractArguments>),
    /// Compare your program with the answers, and show the least record where they differ
    Compare(compare::CompareArguments),
    /// Print the completion script of a shell
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: Shell,
    },
    Flatten(flatten::FlattenArguments),
    Verify(verify::VerifyArguments),
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    run().map_or_else(CommandEnd::end, |()| ExitCode::SUCCESS)
}

fn run() -> CommandResult {
    if let Some(error) = Level::env_error() {
        return Err(CommandEnd::usage(error));
    }
    // This process is the program's own: files may be mapped, under a handler of SIGBUS.
    guard_maps();
    let CommandLine {
        command,
        solve,
        own,
    } = read_command_line()?;
    own.define()?;
    match command {
        None => solve.run(),
        Some(Command::Games(arguments)) => arguments.run(),
        Some(Command::Play(arguments)) => arguments.run(),
        Some(Command::Table(arguments)) => arguments.run(),
        Some(Command::Explain(record)) => explain::run(&record),
        Some(Command::Study(arguments)) => arguments.run(),
        Some(Command::Generate(arguments)) => arguments.run(),
        Some(Command::Package(arguments)) => arguments.run(),
        Some(Command::Interact(arguments)) => arguments.run(),
        Some(Command::Compare(arguments)) => arguments.run(),
        Some(Command::Completions { shell }) => completions::run(shell, command_line()),
        Some(Command::Flatten(arguments)) => arguments.run(),
        Some(Command::Verify(arguments)) => arguments.run(),
    }
}

/// Reads the command line; what is asked of it alone, help and version, is printed here.
fn read_command_line() -> CommandResult<CommandLine> {
    argument::know_commands(command_names);
    if let Some(RecordsLine { solve, own }) = read_records_line() {
        return Ok(CommandLine {
            command: None,
            solve,
            own,
        });
    }
    let matches = command_line().try_get_matches();
    matches
        .and_then(|matches| CommandLine::from_arg_matches(&matches))
        .map_err(|mut error| {
            if error.kind() == ErrorKind::UnknownArgument {
                suggest_option(&mut error);
            }
            // Help and version are no errors; a closed pipe while printing them is none either.
            if !error.use_stderr()
                && let Err(closed) = output::check_open()
            {
                return closed.into();
            }
            let _ = error.print();
            CommandEnd::silent(if error.use_stderr() {
                CommandEnd::USAGE
            } else {
                0
            })
        })
}

/// Reads a command line that names no command, as most do, so that the options of all commands need not be defined, which
/// would take most of a short run. `None` if it is not understood: the whole command line says why.
fn read_records_line() -> Option<RecordsLine> {
    let may_name_command = |word: OsString| {
        let name = word.to_str();
        name.is_some_and(|name| name == "help" || Command::has_subcommand(name))
    };
    if std::env::args_os().skip(1).any(may_name_command) {
        return None;
    }
    RecordsLine::try_parse().ok()
}

/// Lists the names of the commands.
fn command_names() -> Vec<String> {
    let command = command_line();
    let names = command.get_subcommands().map(clap::Command::get_name);
    names.map(str::to_owned).collect()
}

/// Says whether one option may be a slip for another: all letters of it but one are in the other. In short words two wrong
/// letters make another word, `--size` and `--save`.
fn shares_letters(wrong: &str, near: &str) -> bool {
    let mut letters: Vec<char> = near.chars().collect();
    let mut missing = 0;
    for letter in wrong.chars() {
        match letters.iter().position(|&other| other == letter) {
            Some(place) => drop(letters.swap_remove(place)),
            None => missing += 1,
        }
    }
    missing <= 1
}

/// Replaces the tip to pass a wrong option as a value, which helps nobody, by the nearest option.
fn suggest_option(error: &mut clap::Error) {
    error.remove(ContextKind::Suggested);
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let command = command_line();
    let called = std::env::args()
        .skip(1)
        .find_map(|word| command.find_subcommand(word))
        .unwrap_or(&command);
    let options: Vec<String> = called
        .get_arguments()
        .filter_map(|own| Some(format!("--{}", own.get_long()?)))
        .collect();
    let wrong = wrong.split('=').next().unwrap_or_default();
    if options.iter().any(|option| option == wrong) {
        let tip = format!(
            "the command stands first: `grundy {} {wrong} …`",
            called.get_name()
        );
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.into()]),
        );
    } else if wrong == "--json" {
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec!["answers in JSON: `--format json`".into()]),
        );
    } else if let Some(near) = nearest(wrong, options.iter().map(String::as_str))
        && shares_letters(wrong, near)
    {
        error.insert(
            ContextKind::SuggestedArg,
            ContextValue::String(near.to_owned()),
        );
    }
}

/// Defines the command line, for parsing, help and completions. The help of each command ends with its examples.
fn command_line() -> clap::Command {
    let with_examples = |command: clap::Command| {
        let examples = piece(include_str!("examples.txt"), command.get_name());
        command.after_help(examples)
    };
    with_examples(CommandLine::command()).mut_subcommands(with_examples)
}
