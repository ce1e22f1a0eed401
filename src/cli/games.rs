//! `grundy games [GAME]`: the games, for people.

use clap::Args;

use super::exit::{CommandEnd, CommandResult};
use super::output::print;
use super::own;
use super::terminal::line_width;
use grundy_api::text::wrap;
use grundy_classics::{Classic, classics, rewritings};
use grundy_record::Signature;

/// Which game.
#[derive(Args, Debug)]
pub(super) struct GamesArguments {
    /// The game to describe; all in a list when none is named
    game: Option<String>,

    /// List classic games written as user-defined rules, with their sources and known results
    #[arg(long, conflicts_with = "game")]
    rules: bool,
}

impl GamesArguments {
    pub(super) fn run(self) -> CommandResult {
        print(match &self.game {
            None if self.rules => rules(),
            None => list(),
            Some(name) => match own::catalogue().find(name) {
                Some(game) => description(game.signature()),
                None => return Err(unknown(name)),
            },
        })
    }
}

/// Writes the message for a name that no game has, with the game that was probably meant.
pub(super) fn unknown(name: &str) -> CommandEnd {
    let help = own::nearest_game(name).map_or("`grundy games` lists them".into(), |near| {
        format!("did you mean `{near}`?")
    });
    CommandEnd::usage(format_args!("no game is called `{name}`; {help}"))
}

/// Lists all games, with their summaries and examples.
fn list() -> String {
    let catalogue = own::catalogue();
    let signatures = || catalogue.games().map(|game| game.signature());
    let width = signatures()
        .map(|signature| signature.name.len())
        .max()
        .unwrap_or(0)
        + 2;
    let mut out = String::new();
    for Signature {
        name,
        summary,
        example,
        ..
    } in signatures()
    {
        entry(&mut out, width, name, summary);
        out += &format!("{:width$}{example}\n", "");
    }
    out + "\n`grundy games GAME` says the rules, the form, the limits and the asks of one.\n"
}

/// Lists the classic games that are user-defined rules, and those that change cells.
fn rules() -> String {
    let mut out = String::new();
    let by_rule = classics().iter().map(|classic| ("rules", classic));
    let on_cells = rewritings().iter().map(|classic| ("rewrite", classic));
    for (game, classic) in by_rule.chain(on_cells) {
        let Classic {
            name,
            source,
            record,
            known,
        } = classic;
        out += &format!(
            "{name} ({source}): `{}`\n    {game} {record}\n",
            classic.word()
        );
        entry(&mut out, 4, "", known);
    }
    out + "\nEach can be called by its name: `mark: 10 25`. Your own rules can be given names, too:\n\
           --game 'mark [n] -> …'.\n"
}

/// Describes one game.
fn description(signature: &Signature) -> String {
    let mut out = format!("{}: {}\n\n", signature.name, signature.summary);
    entry(&mut out, 0, "", &signature.how_to_play);
    out.push('\n');
    let mut line = |head: &str, text: &str| entry(&mut out, 10, head, text);
    line("form", &signature.form());
    line("example", &signature.example);
    line("limits", &signature.limits);
    if let Some(theorem) = &signature.theorem {
        line("known", &theorem.to_string());
    }
    if let Some(rule) = signature.definition {
        line("rule", &format!("rules {rule}"));
    }
    line("asks", &itertools::join(signature.asks.iter(), " "));
    out
}

/// Writes a head, followed by a text in a column that begins at `width`.
pub(super) fn entry(out: &mut String, width: usize, head: &str, text: &str) {
    for (i, part) in wrap(text, line_width().saturating_sub(width))
        .iter()
        .enumerate()
    {
        *out += &format!("{:width$}{part}\n", if i == 0 { head } else { "" });
    }
}
