//! Names for user-defined rules: `--games FILE` and `--game 'NAME RULE'`.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::{fs, io};

use clap::{Args, ColorChoice};

use super::Exit;
use super::exit::Stop;
use super::output::is_coloured;
use crate::games::Catalogue;
use crate::language::define::define;
use crate::language::{Diagnostic, SyntaxError};
use grundy_solver::rules::grammar::RuleFault;

/// The games of this run: the standard ones, and those under custom names.
static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();

/// The games of this run.
pub(super) fn catalogue() -> Arc<Catalogue> {
    CATALOGUE.get().cloned().unwrap_or_else(Catalogue::standard)
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
    pub(super) fn define(&self) -> Result<(), Stop> {
        if self.own_files.is_empty() && self.own_lines.is_empty() {
            return Ok(());
        }
        let mut catalogue = Catalogue::clone(&Catalogue::standard());
        for path in &self.own_files {
            let name = path.display().to_string();
            let text = fs::read_to_string(path).map_err(|error| Stop::file(path, &error))?;
            for (number, line) in (1u64..).zip(text.lines()) {
                define(&mut catalogue, line).map_err(|fault| complain(&name, number, line, fault))?;
            }
        }
        for line in &self.own_lines {
            define(&mut catalogue, line).map_err(|fault| complain("--game", 1, line, fault))?;
        }
        // Nobody else sets it: the command line is read once.
        let _ = CATALOGUE.set(Arc::new(catalogue));
        Ok(())
    }
}

/// The message of a line of names that is wrong.
fn complain(name: &str, number: u64, line: &str, fault: RuleFault) -> Stop {
    let error = SyntaxError::new(fault.at, fault.message, fault.help);
    let colour = is_coloured(ColorChoice::Auto, &io::stderr());
    let mut lines = Vec::new();
    // Memory can always be written.
    let _ = Diagnostic::new(number, line.as_bytes(), error).write(name, colour, &mut lines);
    Stop { text: String::from_utf8_lossy(&lines).into_owned(), exit: Exit::USAGE }
}
