//! `grundy games [GAME]`: the games, for people.

use std::io::{self, Write};

use clap::Args;

use super::text::line_width;
use super::{Exit, own, subject};
use crate::games;
use crate::language::nearest;
use crate::record::{PositionalForm, RuleKind, Signature};
use crate::subject::wrap;

/// Which game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  grundy games\n  grundy games king")]
pub(super) struct Arguments {
    /// The game to describe; all in a list when none is named
    game: Option<String>,

    /// List classic games written as rules of one's own, with their sources and what is known of them
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
        subject::written(io::stdout().write_all(&out))
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
    for classic in games::rules::CLASSICS {
        line(out, &format!("{} ({})", classic.name, classic.source));
        line(out, &format!("    rules {}", classic.record));
        for text in wrap(classic.known, line_width() - 4) {
            line(out, &format!("    {text}"));
        }
    }
    line(out, "");
    line(out, "What stands between `rules` and the colon can be given a name: --game 'mark [n] -> …'.");
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
        RuleKind::Octal | RuleKind::Code => " CODE",
        RuleKind::Vectors => " VECTOR…",
        RuleKind::Board => " RxC|ROWS",
        RuleKind::StepsAndBoard => " STEP… RxC|ROWS",
        RuleKind::Limit => " LIMIT",
        RuleKind::Number { needed: true } => " K",
        RuleKind::Number { needed: false } => " [K]",
        RuleKind::Edges => " VERTICES A-B…",
        RuleKind::Arcs => " VERTICES A>B…",
        RuleKind::Rule => " RULE",
        RuleKind::Coins => " RULE|RULE x RULE",
        RuleKind::Branches => " A-B…",
        RuleKind::Positional(PositionalForm::Board) => " RxC|ROWS",
        RuleKind::Positional(PositionalForm::Shapes) => " SHAPE… RxC|ROWS",
        RuleKind::Positional(PositionalForm::Piece) => " PIECE RxC|ROWS",
        RuleKind::Positional(PositionalForm::GraphOrBoard) => " VERTICES A-B…|RxC|ROWS",
        RuleKind::Positional(PositionalForm::Edges) => " VERTICES A-B…",
        RuleKind::Positional(PositionalForm::Sets) => " VERTICES A,B>C…",
        RuleKind::Positional(PositionalForm::Bar) => " RxC|rows LENGTH…",
        RuleKind::Positional(PositionalForm::Order) => " ELEMENTS A<B…",
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
        crate::record::PositionKind::Row => ": PILE…",
        crate::record::PositionKind::Squares { .. } => ": SQUARE…",
        crate::record::PositionKind::Tuples { .. } if signature.rules == RuleKind::Coins => {
            ": PLACE…|ROW,COL…"
        }
        crate::record::PositionKind::Tuples { .. } => ": PILE,PILE…",
        crate::record::PositionKind::Cells => ": ROW,COL…",
        crate::record::PositionKind::Rows if signature.rules != RuleKind::None => ": TAKEN…",
        crate::record::PositionKind::Rows => ": ROWS…",
        crate::record::PositionKind::Empty => ":",
    };
    format!("{}{rules}{}{position} [? ASK…]", signature.name, keywords.collect::<String>())
}

fn line(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}
