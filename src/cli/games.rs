//! `grundy games [GAME]`: the games, for people.

use std::io::{self, Write};

use clap::Args;

use super::text::line_width;
use super::{Exit, own, record};
use crate::games;
use crate::language::nearest;
use crate::record::Signature;
use crate::text::wrap;

/// Which game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  grundy games\n  grundy games king")]
pub(super) struct Arguments {
    /// The game to describe; all in a list when none is named
    game: Option<String>,

    /// List classic games written as user-defined rules, with their sources and known results
    #[arg(long, conflicts_with = "game")]
    rules: bool,
}

impl Arguments {
    pub(super) fn run(self) -> Exit {
        let mut out = Vec::new();
        match &self.game {
            None if self.rules => list_rules(&mut out),
            None => list(&mut out),
            Some(name) => match own::catalogue().find(name) {
                Some(game) => describe(game.signature(), &mut out),
                None => return unknown(name),
            },
        }
        record::written(io::stdout().write_all(&out))
    }
}

/// Says that no game has a name, and which one was probably meant.
pub(super) fn unknown(name: &str) -> Exit {
    let catalogue = own::catalogue();
    match nearest(name, catalogue.games().map(|game| game.signature().name.as_ref())) {
        Some(near) => eprintln!("grundy: no game is called `{name}`; did you mean `{near}`?"),
        None => eprintln!("grundy: no game is called `{name}`; `grundy games` lists them"),
    }
    Exit::Usage
}

fn list(out: &mut Vec<u8>) {
    let catalogue = own::catalogue();
    let signatures = || catalogue.games().map(|game| game.signature());
    let width = signatures().map(|signature| signature.name.len()).max().unwrap_or(0);
    for signature in signatures() {
        let Signature { name, summary, example, .. } = signature;
        for (i, part) in wrap(summary, line_width().saturating_sub(width + 2)).iter().enumerate() {
            line(out, &format!("{:width$}  {part}", if i == 0 { name } else { "" }));
        }
        line(out, &format!("{:width$}  {example}", ""));
    }
    line(out, "");
    line(out, "`grundy games GAME` says the rules, the form, the limits and the asks of one.");
}

fn list_rules(out: &mut Vec<u8>) {
    for classic in games::rules::classics() {
        line(out, &format!("{} ({}): `{}`", classic.name, classic.source, classic.word()));
        line(out, &format!("    rules {}", classic.record));
        for text in wrap(classic.known, line_width() - 4) {
            line(out, &format!("    {text}"));
        }
    }
    line(out, "");
    line(out, "Each can be called by its name: `mark: 10 25`. Your own rules can be given names, too:");
    line(out, "--game 'mark [n] -> …'.");
}

fn describe(signature: &Signature, out: &mut Vec<u8>) {
    line(out, &format!("{}: {}", signature.name, signature.summary));
    line(out, "");
    for text in wrap(&signature.how_to_play, line_width()) {
        line(out, &text);
    }
    line(out, "");
    let mut entry = |head: &str, text: &str| {
        for (i, part) in wrap(text, line_width() - 10).iter().enumerate() {
            line(out, &format!("{:10}{part}", if i == 0 { head } else { "" }));
        }
    };
    entry("form", &signature.form());
    entry("example", &signature.example);
    entry("limits", &signature.limits);
    if let Some(theorem) = &signature.theorem {
        entry("known", &theorem.to_string());
    }
    if let Some(rule) = signature.definition {
        entry("rule", &format!("rules {rule}"));
    }
    entry("asks", &itertools::join(signature.asks.iter(), " "));
}

fn line(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}
