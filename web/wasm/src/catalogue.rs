//! The games there are, for the gallery and for completion.

use grundy::games::{self, Context};
use serde_json::{Value as Json, json};

/// Every game of the catalogue, and classic user-defined rules.
pub fn games(context: &Context) -> Json {
    let of = |game: &dyn games::Game| {
        let signature = game.signature();
        json!({
            "name": signature.name,
            "summary": signature.summary,
            "rules": signature.how_to_play,
            "limits": signature.limits,
            "example": signature.example,
            "asks": signature.asks.iter().map(|ask| ask.to_string()).collect::<Vec<_>>(),
            "keywords": signature.keywords.iter().map(|keyword| keyword.word()).collect::<Vec<_>>(),
            "board": signature.has_pieces(),
        })
    };
    let classics = games::rules::classics().iter().map(|classic| {
        json!({
            "name": classic.name,
            "source": classic.source,
            "record": format!("rules {}", classic.record),
            "known": classic.known,
        })
    });
    json!({
        "games": context.catalogue.games().map(of).collect::<Vec<_>>(),
        "classics": classics.collect::<Vec<_>>(),
    })
}
