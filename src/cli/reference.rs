//! `grundy completions SHELL` and `grundy man DIR`, from the one definition of the command line.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::output::describe;
use super::{Exit, command, subject};

/// For which shell.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy
  grundy completions fish > ~/.config/fish/completions/grundy.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Exit {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "grundy", &mut script);
        subject::written(io::stdout().write_all(&script))
    }
}

/// Where to.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  grundy man ~/.local/share/man/man1")]
pub(super) struct Man {
    /// The directory the pages are written to; it is made where it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl Man {
    pub(super) fn run(self) -> Exit {
        let written = std::fs::create_dir_all(&self.directory)
            .and_then(|()| clap_mangen::generate_to(command(), &self.directory));
        match written {
            Ok(()) => Exit::Answered,
            Err(error) => {
                eprintln!("grundy: {}: {}", self.directory.display(), describe(&error));
                Exit::Usage
            }
        }
    }
}
