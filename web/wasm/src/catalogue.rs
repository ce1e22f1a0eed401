//! The games there are, for the gallery and for completion.

use grundy::classics::classics;
use grundy::{Game, Solver};
use serde_json::{Value as Json, json};

/// Describes every game of the catalogue, and classic user-defined rules.
pub fn games(solver: &Solver) -> Json {
    let of = |game: Game<'_>| {
        json!({
            "name": game.name(),
            "summary": game.summary(),
            "rules": game.rules(),
            "limits": game.limits(),
            "example": game.example(),
            "asks": game.asks().map(|ask| ask.to_string()).collect::<Vec<_>>(),
            "keywords": game.keywords().collect::<Vec<_>>(),
            "board": game.has_pieces(),
        })
    };
    let classics = classics().iter().map(|classic| {
        json!({
            "name": classic.name,
            "source": classic.source,
            "record": format!("rules {}", classic.record),
            "known": classic.known,
        })
    });
    json!({
        "games": solver.games().map(of).collect::<Vec<_>>(),
        "classics": classics.collect::<Vec<_>>(),
    })
}
