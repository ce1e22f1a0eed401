//! The list of games, examples, help and completions.

use grundy_games::catalogue::STANDARD;

use crate::tools::program::{commands, games, grundy, grundy_with};

#[test]
fn every_game_is_listed_and_described() {
    let games = games();
    let listed = games.iter().map(|(name, _)| name.as_str());
    let known = STANDARD.iter().map(|game| &*game.signature().name);
    assert!(listed.eq(known), "{games:?}");
    for (name, example) in games {
        let description = grundy(&["games", &name]);
        for part in ["form", "limits", "asks", &example] {
            assert!(description.contains(part), "{name}: {description}");
        }
    }
    assert_eq!(grundy_with(&["games", "chess"], "").code(), Some(2));
}

#[test]
fn heaps_with_and_without_a_limit_are_drawn_explained_and_played() {
    let record = "fibonacci-nim: 9 7,2";
    assert!(grundy(&["table", record]).contains('9'));
    assert!(grundy(&["explain", record]).contains("WIN"));
    let play = grundy(&["play", record, "--first", "both-computer", "--seed", "1"]);
    assert!(
        play.contains("1: 9\n") && play.contains("2: 7,2\n") && play.contains("wins"),
        "{play}"
    );
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let help = grundy(&[&command, "--help"]);
        assert!(help.contains("Example"), "{command}: {help}");
    }
    assert!(grundy(&["--version"]).starts_with(concat!("grundy ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn completions_are_made() {
    for shell in ["bash", "zsh", "fish"] {
        let script = grundy(&["completions", shell]);
        assert!(script.contains("generate"), "{shell}");
        assert!(script.contains("dawson-kayles"), "{shell}");
    }
}
