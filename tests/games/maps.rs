//! Maps of heaps, each cell of which says what the reference says of its position.

use grundy::map::{Kind, Show, chart};
use grundy::{Limits, Position, Solver};
use grundy_games::catalogue::STANDARD;
use grundy_record::{Keyword, Look};

/// Returns the answer of the reference.
fn answer(record: &str) -> String {
    let (answers, _) = grundy_reference::answers(record.as_bytes());
    answers[0].line().unwrap_or_else(|| panic!("{record}"))
}

/// Holds the map of a position to the reference. `cell` gives the heaps of a cell by its row and column.
fn hold(rules: &str, heaps: &str, show: Show, cell: impl Fn(usize, usize) -> String) {
    let solver = Solver::new(Limits::default());
    let record = format!("{rules}: {heaps}");
    let position: Position<'_> = solver
        .position(&record)
        .unwrap_or_else(|error| panic!("{record}: {error}"));
    let drawn =
        chart(&position, None, 64, show).unwrap_or_else(|error| panic!("{record}: {error}"));
    for (index, found) in drawn.cells.iter().enumerate() {
        let heaps = cell(index / drawn.cols, index % drawn.cols);
        let asked = format!("{rules}: {heaps}");
        let won = answer(&format!("{asked} ? winner")) == "FIRST";
        let kind = if won { Kind::Win } else { Kind::Lose };
        assert_eq!(found.kind, kind, "{asked}");
        if show == Show::Moves {
            // Under misère play a heap without moves is won.
            let has_winning_move = answer(&format!("{asked} ? count")) != "0";
            assert_eq!(found.winning.is_some(), has_winning_move, "{asked}");
        }
    }
}

/// Values decide the misère play of few games: maps of the others were once drawn by them.
#[test]
fn maps_of_heaps_under_misere_play_say_who_wins_each_position() {
    let mut games = 0;
    for game in STANDARD {
        let signature = game.signature();
        if signature.look != Look::Heaps || !signature.keywords.contains(&Keyword::Misere) {
            continue;
        }
        games += 1;
        let (rules, _) = signature.example.split_once(':').expect("a colon");
        let rules = format!("{} misere", rules.trim_end());
        hold(&rules, "13", Show::Outcomes, |_, heap| heap.to_string());
        hold(&rules, "13", Show::Moves, |_, heap| heap.to_string());
        hold(&rules, "6 5", Show::Outcomes, |first, second| {
            format!("{first} {second}")
        });
    }
    assert!(games > 5, "{games}");
}
