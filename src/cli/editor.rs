//! Lines typed on a terminal, with editing and history.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::terminal::is_dumb;
use grundy_api::play::{LineSource, Plain, tidy};

/// Makes the source of typed lines: an editor on a terminal, else the input unchanged.
pub(super) fn lines<'a>(input: &'a mut dyn BufRead) -> Box<dyn LineSource + 'a> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
    match DefaultEditor::new() {
        Ok(editor) if is_terminal => Box::new(Edited(editor)),
        _ => Box::new(Plain {
            input,
            echo: !io::stdin().is_terminal(),
        }),
    }
}

/// Lines edited on the terminal; the arrows bring back earlier ones.
struct Edited(DefaultEditor);

impl LineSource for Edited {
    fn read(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        output.flush()?;
        match self.0.readline(prompt) {
            Ok(line) => {
                let line = tidy(&line);
                if !line.is_empty() {
                    // A history that is full keeps what it has.
                    let _ = self.0.add_history_entry(&line);
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
