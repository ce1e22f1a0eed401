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
    let script = String::from_utf8_lossy(&script);
    print(match shell {
        Shell::Fish => mended_for_fish(&script),
        Shell::Zsh => mended_for_zsh(&script),
        _ => script.into_owned(),
    })
}

/// Lets zsh take the first word for a command or a file. The library asks for the files before the command, so
/// that zsh would look for the command in the second word.
fn mended_for_zsh(script: &str) -> String {
    const FIRST: &str = "\":: :_grundy_commands\" \\\n";
    const FIRST_OR_FILE: &str = "\": :_grundy_commands_and_files\" \\\n";
    const BOTH: &str = "\
(( $+functions[_grundy_commands_and_files] )) ||
_grundy_commands_and_files() {
    _alternative 'commands:command:_grundy_commands' 'files:file:_files'
}

";
    const COMMANDS: &str = "(( $+functions[_grundy_commands] )) ||\n";
    let lines = script.split_inclusive('\n');
    let without_files: String = lines
        .filter(|line| !line.starts_with("'::files -- "))
        .collect();
    without_files
        .replace("$line[2]", "$line[1]")
        .replace(FIRST, FIRST_OR_FILE)
        .replace(COMMANDS, &format!("{BOTH}{COMMANDS}"))
}

/// Lets fish offer the values of an option that ends the line (the library's script reads a line with such an option
/// as a wrong one), and the names of the games.
fn mended_for_fish(script: &str) -> String {
    const READ: &str = "    argparse -s (__fish_grundy_global_optspecs) -- $cmd 2>/dev/null\n";
    const READ_WITH_VALUE: &str =
        "    or argparse -s (__fish_grundy_global_optspecs) -- $cmd '' 2>/dev/null\n";
    let read = script.replace(READ, &format!("{READ}{READ_WITH_VALUE}"));
    format!("{read}{}", names_in_fish())
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
