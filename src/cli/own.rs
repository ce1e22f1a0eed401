//! Names for user-defined rules: `--games FILE` and `--game 'NAME RULE'`.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use clap::{Args, ColorChoice};

use super::exit::{Run, Stop};
use crate::games::Catalogue;
use crate::language::define::define;
use crate::language::{Diagnostic, nearest};

/// The games of this run: the standard ones, and those under custom names.
static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();

/// The games of this run.
pub(super) fn catalogue() -> Arc<Catalogue> {
    CATALOGUE.get().cloned().unwrap_or_else(Catalogue::standard)
}

/// The name of a game that a word may be meant for.
pub(super) fn nearest_game(word: &str) -> Option<String> {
    let catalogue = catalogue();
    nearest(
        word,
        catalogue.games().map(|game| game.signature().name.as_ref()),
    )
    .map(str::to_owned)
}

/// The source of a name.
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
    pub(super) fn define(&self) -> Run {
        if self.own_files.is_empty() && self.own_lines.is_empty() {
            return Ok(());
        }
        let mut catalogue = Catalogue::clone(&Catalogue::standard());
        let mut define_one = |name: &str, number: u64, line: &str| {
            define(&mut catalogue, line).map_err(|error| {
                let diagnostic = Diagnostic::new(number, line.as_bytes(), error);
                Stop::diagnosed(&diagnostic, name, ColorChoice::Auto).with_status(Stop::USAGE)
            })
        };
        for path in &self.own_files {
            let (name, text) = (
                path.display().to_string(),
                fs::read_to_string(path).map_err(Stop::file(path))?,
            );
            (1..)
                .zip(text.lines())
                .try_for_each(|(number, line)| define_one(&name, number, line))?;
        }
        self.own_lines
            .iter()
            .try_for_each(|line| define_one("--game", 1, line))?;
        // Nobody else sets it: the command line is read once.
        let _ = CATALOGUE.set(Arc::new(catalogue));
        Ok(())
    }
}
