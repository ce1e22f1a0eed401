//! Lines typed by a person, or read from a pipe.

use std::io::{self, BufRead, Read, Write};

/// A source of typed lines.
pub trait LineSource {
    /// Shows a prompt and reads a line, without its end and without blanks around it. Gives `None` at the
    /// end of the input.
    ///
    /// # Errors
    ///
    /// Says that the prompt cannot be shown or that the input cannot be read.
    fn read(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>>;
}

/// The lines of an input that nobody edits.
pub struct Plain<'a> {
    /// The input.
    pub input: &'a mut dyn BufRead,
    /// Whether typed lines are repeated in the output, for input that is not seen there.
    pub echo: bool,
}

impl LineSource for Plain<'_> {
    fn read(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        // A line of moves is short; a longer line is cut, and is no move.
        let read = Read::take(&mut *self.input, 4096).read_until(b'\n', &mut line)?;
        if read == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        let line = tidy(&String::from_utf8_lossy(&line));
        if self.echo {
            writeln!(output, "{line}")?;
        }
        Ok(Some(line))
    }
}

/// Removes the codes that keys such as arrows send, and other control characters.
pub fn tidy(line: &str) -> String {
    let mut kept = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            // `ESC [ … letter` and `ESC O letter` are keys.
            if chars.next_if(|&c| c == '[' || c == 'O').is_some() {
                while chars
                    .next_if(|c| !c.is_ascii_alphabetic() && *c != '~')
                    .is_some()
                {}
                chars.next();
            }
        } else if !c.is_control() {
            kept.push(c);
        }
    }
    kept.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn codes_of_keys_are_dropped() {
        assert_eq!(tidy(" 1:5>3 \r\n"), "1:5>3");
        assert_eq!(tidy("\x1b[A\x1b[Bup\x1b[3~ 2\x1bOP\x07"), "up 2");
        assert_eq!(tidy("\x1b"), "");
    }
}
