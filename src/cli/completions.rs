//! `grundy completions SHELL`, from the definition of the command line.

use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use super::exit::CommandResult;
use super::output::print;
use grundy_games::catalogue::STANDARD;

/// Prints the completion script of a shell for this command line.
pub(super) fn run(shell: Shell, command_line: clap::Command) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_names(command_line), "grundy", &mut script);
    if shell == Shell::Fish {
        script.extend_from_slice(names_in_fish().as_bytes());
    }
    print(String::from_utf8_lossy(&script))
}

/// The commands whose first argument may be the name of a game.
const NAMING: [&str; 3] = ["games", "generate", "play"];

/// Lists the names of the games that come with the program.
fn game_names() -> impl Iterator<Item = String> {
    STANDARD
        .iter()
        .map(|game| game.signature().name.to_string())
}

/// Lists the names of the games for arguments that name one. The library writes no values of arguments for fish.
fn names_in_fish() -> String {
    let names = itertools::join(game_names(), " ");
    let seen = NAMING.join(" ");
    format!("complete -c grundy -n \"__fish_seen_subcommand_from {seen}\" -f -a \"{names}\"\n")
}

/// Adds to the command line the names of the games for arguments that name one, which shells offer.
fn with_names(mut command: clap::Command) -> clap::Command {
    for subcommand in ["games", "generate"] {
        command = command.mut_subcommand(subcommand, |own| {
            let names = PossibleValuesParser::new(game_names());
            own.mut_arg("game", |game| game.index(1).value_parser(names))
        });
    }
    command.mut_subcommand("generate", |own| {
        own.mut_arg("extent", |extent| extent.index(2))
    })
}
