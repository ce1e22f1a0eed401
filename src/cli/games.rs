//! `grundy games [GAME]`: the games, for people.

use std::io::{self, Write};

use clap::Args;

use super::{Exit, subject};
use crate::games::{self, Catalogue};
use crate::record::{RuleKind, Signature};

/// Which game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  grundy games\n  grundy games king")]
pub(super) struct Arguments {
    /// The game to describe; all in a list when none is named
    game: Option<String>,
}

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let mut out = Vec::new();
        match &self.game {
            None => list(&mut out),
            Some(name) => match Catalogue::standard().find(name) {
                Some(game) => describe(game.signature(), &mut out),
                None => {
                    eprintln!("grundy: no game is called `{name}`; `grundy games` lists them");
                    return Exit::Usage;
                }
            },
        }
        subject::written(io::stdout().write_all(&out))
    }
}

fn list(out: &mut Vec<u8>) {
    let signatures = || games::catalogue::STANDARD.iter().map(|game| game.signature());
    let width = signatures().map(|signature| signature.name.len()).max().unwrap_or(0);
    for signature in signatures() {
        let Signature { name, summary, example, .. } = signature;
        line(out, &format!("{name:width$}  {summary}"));
        line(out, &format!("{:width$}  {example}", ""));
    }
    line(out, "");
    line(out, "`grundy games GAME` says the rules, the limits and the cost of one.");
}

fn describe(signature: &Signature, out: &mut Vec<u8>) {
    line(out, &format!("{}: {}", signature.name, signature.summary));
    line(out, "");
    for text in wrap(&signature.how_to_play, 88) {
        line(out, &text);
    }
    line(out, "");
    let mut entry = |head: &str, text: &str| {
        for (i, part) in wrap(text, 76).iter().enumerate() {
            line(out, &format!("{:10}{part}", if i == 0 { head } else { "" }));
        }
    };
    entry("form", &form(signature));
    entry("example", &signature.example);
    entry("limits", &signature.limits);
    entry("asks", &itertools::join(signature.asks.iter(), " "));
}

/// How a record of the game is written.
fn form(signature: &Signature) -> String {
    let rules = match signature.rules {
        RuleKind::None => "",
        RuleKind::Amounts => " AMOUNT…",
        RuleKind::Octal => " CODE",
        RuleKind::Vectors => " VECTOR…",
        RuleKind::Board => " RxC|ROWS",
        RuleKind::StepsAndBoard => " STEP… RxC|ROWS",
        RuleKind::Limit => " LIMIT",
        RuleKind::Edges => " VERTICES A-B…",
        RuleKind::Arcs => " VERTICES A>B…",
    };
    let keywords = signature.keywords.iter().map(|keyword| match keyword {
        crate::record::Keyword::Damaged => " [damaged …]".to_owned(),
        crate::record::Keyword::Left => " left N".to_owned(),
        keyword => format!(" [{}]", keyword.word()),
    });
    let position = match signature.position {
        crate::record::PositionKind::Numbers if signature.rules == RuleKind::Limit => ": DRAWN…",
        crate::record::PositionKind::Numbers if signature.rules == RuleKind::Edges => ": PATH…",
        crate::record::PositionKind::Numbers if signature.rules == RuleKind::Arcs => ": TOKEN…",
        crate::record::PositionKind::Numbers => ": HEAP…",
        crate::record::PositionKind::Tuples { .. } => ": PILE,PILE…",
        crate::record::PositionKind::Cells => ": ROW,COL…",
        crate::record::PositionKind::Rows => ": ROWS…",
        crate::record::PositionKind::Empty => ":",
    };
    format!("{}{rules}{}{position} [? ASK…]", signature.name, keywords.collect::<String>())
}

fn line(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// A text in lines of at most so many characters, cut at blanks.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if let Some(last) = lines.last_mut() {
            let joined = last.chars().count() + 1 + word.chars().count();
            if last.is_empty() {
                last.push_str(word);
            } else if joined <= width {
                last.push(' ');
                last.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("overlong word", 3), ["overlong", "word"]);
        assert_eq!(wrap("", 3), [""]);
    }
}
