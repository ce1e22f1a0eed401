//! Names for user-defined rules: `--games FILE` and `--game 'NAME RULE'`.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use clap::{Args, ColorChoice};

use super::exit::{CommandEnd, CommandResult};
use super::whole_file::read_text;
use grundy_batch::define;
use grundy_games::Catalogue;
use grundy_language::{Diagnostic, nearest};

/// The games of this run: the standard ones, and those under custom names.
static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();

/// Returns the games of this run.
pub(super) fn catalogue() -> Arc<Catalogue> {
    CATALOGUE.get().cloned().unwrap_or_else(Catalogue::standard)
}

/// Finds the name of the game that a word may mean.
pub(super) fn nearest_game(word: &str) -> Option<String> {
    let catalogue = catalogue();
    nearest(
        word,
        catalogue.games().map(|game| game.signature().name.as_ref()),
    )
    .map(str::to_owned)
}

/// The names that the command line gives to rules.
#[derive(Args, Debug)]
pub(super) struct OwnNames {
    /// Give names to rules: a file with `NAME RULE` on each line
    #[arg(long = "games", value_name = "FILE", global = true)]
    own_files: Vec<PathBuf>,

    /// Give a name to a rule, such as 'mark [n] -> [n-1] | [n/2] if n > 0'
    #[arg(long = "game", value_name = "NAME RULE", global = true)]
    own_lines: Vec<String>,
}

impl OwnNames {
    /// Makes the names known to the whole run.
    pub(super) fn define(&self) -> CommandResult {
        if self.own_files.is_empty() && self.own_lines.is_empty() {
            return Ok(());
        }
        let mut catalogue = Catalogue::clone(&Catalogue::standard());
        let mut define_one = |name: &str, number: u64, line: &str| {
            define(&mut catalogue, line).map_err(|error| {
                let diagnostic = Diagnostic::new(number, line.as_bytes(), error);
                CommandEnd::diagnosed(&diagnostic, name, ColorChoice::Auto)
                    .with_status(CommandEnd::USAGE)
            })
        };
        for path in &self.own_files {
            let name = path.display().to_string();
            let text = read_text(path)?;
            for (number, line) in (1..).zip(text.lines()) {
                define_one(&name, number, line)?;
            }
        }
        for line in &self.own_lines {
            define_one("--game", 1, line)?;
        }
        // Nobody else sets it: the command line is read once.
        let _ = CATALOGUE.set(Arc::new(catalogue));
        Ok(())
    }
}
