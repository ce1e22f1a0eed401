//! Games against the computer, and quizzes (`grundy play`).

use crate::tools::program::{ListedGame, answers, games, grundy, grundy_with};

/// Plays the computer against itself and says who won.
fn winner(record: &str, seed: &str) -> &'static str {
    let game = grundy(&["play", record, "--first", "both-computer", "--seed", seed]);
    let last = game.lines().last().unwrap_or_default();
    match last {
        last if last.ends_with("Computer 1 wins.") => "FIRST",
        last if last.ends_with("Computer 2 wins.") => "SECOND",
        last if last.ends_with("draw.") => "NOBODY",
        _ => panic!("{record}: {game}"),
    }
}

#[test]
fn the_computer_keeps_in_every_game_what_the_verdict_promises() {
    let mut played = 0;
    for ListedGame { name, example } in games() {
        let expected = answers(&example, "winner").remove(0);
        let refused = grundy_with(&["play", &example], "");
        if refused.said().contains("cannot be played here") {
            continue;
        }
        played += 1;
        for seed in &["1", "2", "3"][..grundy_base::testing::sized(1, 3)] {
            assert_eq!(winner(&example, seed), expected, "{name}: {example}");
        }
    }
    assert!(played >= 25, "{played}");
    for record in [
        "nim misere: 1 2 3",
        "nim misere: 1 1 1",
        "subtraction misere 1 3 4: 9 10",
        "flags 2 5 left 1: 13",
        "flags 2 5 left 1 overshoot: 9",
        "flags 1-6 left 5 or-less: 21",
        "factor 12: 4",
        "geography 6 1-2 2-3 3-4 4-5 5-6 6-1 1-4: 1",
        "graph 5 1>2 2>1 2>3 3>4 4>5: 1 2",
        "graph 3 1>2 2>3 3>1: 1",
        "king .KX/..K/.2.",
        "rook 4x5 damaged 2,2: 4,5 3,3",
        "rocks 1,0 0,1 2,2: 3,4 5,5",
    ] {
        assert_eq!(
            winner(record, "5"),
            answers(record, "winner")[0],
            "{record}"
        );
    }
}

#[test]
fn the_computer_wins_from_every_won_position() {
    // Ten random players against a won position of the computer.
    for seed in 0..10u32 {
        let moves: String = (0..60)
            .map(|i| format!("{}\n", (seed * 7 + i * 3) % 3 + 1))
            .collect();
        let output = grundy_with(&["play", "flags 1-3 left 1: 21"], moves.as_bytes());
        let text = output.answers();
        assert!(
            text.contains("The computer wins.") && !text.contains("You win."),
            "{text}"
        );
    }
}

#[test]
fn sides_and_seeds_are_as_asked() {
    let first = grundy_with(&["play", "nim: 3 4 5", "--first", "computer"], b"quit\n");
    let text = first.answers();
    assert!(text.contains("computer> 1:3>1"), "{text}");
    let two = grundy_with(&["play", "nim: 1 2", "--first", "both-me"], b"1:1\n2\n");
    let text = two.answers();
    assert!(
        text.contains("player 2> 2\n") && text.ends_with("Player 2 wins.\nagain, undo or quit> \n"),
        "{text}"
    );
    let game = |seed: &str| {
        grundy(&[
            "play",
            "nim: 7 7 7 7",
            "--first",
            "both-computer",
            "--seed",
            seed,
        ])
    };
    assert_eq!(game("1"), game("1"));
    assert!((2..20).any(|seed| game(&seed.to_string()) != game("1")));
}

#[test]
fn words_after_the_end_are_understood_or_answered() {
    let output = grundy_with(
        &["play", "nim misere: 1 2"],
        b"2:2>0\n1:1\nagain\n2:2>0\nquit\n",
    );
    let text = output.answers();
    assert!(
        text.contains("You have no move, and so have won. You win.\n"),
        "{text}"
    );
    assert!(
        text.contains("> 1:1\nPlay is over: type again, undo or quit.\n"),
        "{text}"
    );
    assert_eq!(text.matches("You win.").count(), 2, "{text}");
}

#[test]
fn quiet_play_gives_nothing_away_and_levels_are_as_asked() {
    let spoken = |arguments: &[&str]| {
        let output = grundy_with(
            &[&["play", "nim: 3 4 5"], arguments].concat(),
            b"1:3>2\nhint\nquit\n",
        );
        output.answers()
    };
    assert!(spoken(&[]).contains("upper hand"));
    let quiet = spoken(&["--quiet"]);
    assert!(
        !quiet.contains("upper hand") && quiet.contains("you> hint\n"),
        "{quiet}"
    );
    // A perfect computer answers with the one winning move; an easy one rarely does.
    assert!(spoken(&[]).contains("computer> 1:2>1"), "{}", spoken(&[]));
    let easy: Vec<String> = (1..9)
        .map(|seed| spoken(&["--level", "easy", "--seed", &seed.to_string()]))
        .collect();
    assert!(easy.iter().any(|text| *text != easy[0]));
    assert_eq!(spoken(&["--level", "easy", "--seed", "1"]), easy[0]);
}

#[test]
fn a_cell_with_more_than_nine_pieces_has_a_plus() {
    let output = grundy_with(
        &["play", &format!("knight 3x3:{}", " 2,2".repeat(10))],
        b"quit\n",
    );
    assert!(output.answers().contains(". + ."));
}

#[test]
fn keys_of_an_editor_are_no_moves() {
    let output = grundy_with(&["play", "nim: 3"], b"\x1b[A\x1b[B3\nquit\n");
    assert!(output.answers().contains("you> 3\n"));
}

#[test]
fn a_quiz_marks_answers_and_explains() {
    let output = grundy_with(&["play", "--quiz", "nim: 3 4 5"], b"maybe\nwin\n2:1\n");
    let text = output.answers();
    assert!(text.contains("Answer win, lose or draw"), "{text}");
    assert!(
        text.contains("No: 2:4>3 lets the other win. Winning: 1:3>1."),
        "{text}"
    );
    assert!(
        text.contains("nim-sum") && text.ends_with("\n1 of 2 right.\n"),
        "{text}"
    );
    let right = grundy_with(&["play", "--quiz", "nim: 3 4 5"], b"w\n1:2\n");
    assert!(right.answers().ends_with("2 of 2 right.\n"));
    // Reasons do not give up a question, but it is not answered rightly any more.
    let told = grundy_with(&["play", "--quiz", "nim: 3 4 5"], b"why\nw\n1:2\n");
    let told = told.answers();
    assert!(
        told.ends_with("1 of 2 right.\n") && told.contains("Right, but not counted"),
        "{told}"
    );
    assert_eq!(
        grundy_with(&["play", "--quiz", "chess"], "").code(),
        Some(2)
    );
}

#[test]
fn every_game_has_questions_for_a_quiz() {
    for ListedGame { name, .. } in games() {
        // Periods are not looked for as far as they could be.
        let arguments = [
            "play",
            "--quiz",
            &name,
            "--seed",
            "1",
            "--max-work",
            "100000000",
        ];
        let output = grundy_with(&arguments, "why\nskip\n".repeat(5));
        let text = output.answers();
        assert!(output.status.success(), "{name}: {}", output.said());
        assert!(
            text.contains("\n5. ") && text.ends_with("0 of 5 right.\n"),
            "{name}: {text}"
        );
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    let wrong = grundy_with(&["play", "nim 3 4"], "");
    assert_eq!(wrong.code(), Some(1));
    assert!(wrong.said().contains("nim 3 4"));
    let endless = grundy_with(&["play", "nim: 18446744073709551615"], b"1\n");
    assert!(endless.answers().contains("too many to play"));
}
