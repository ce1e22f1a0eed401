//! The lists in which games are found by their names.

use std::collections::HashSet;
use std::sync::Arc;

use grundy_classics::classics;
use grundy_games::catalogue::STANDARD;
use grundy_games::{Catalogue, Game, own_rules};

#[test]
fn every_standard_game_is_found_by_its_name() {
    let catalogue = Catalogue::standard();
    assert_eq!(catalogue.games().count(), STANDARD.len());
    for game in STANDARD {
        let name = &game.signature().name;
        assert_eq!(
            catalogue.find(name).map(|found| &found.signature().name),
            Some(name)
        );
    }
    assert!(catalogue.find("no-game").is_none());
}

#[test]
fn a_name_is_given_once() {
    let rule = || {
        grundy_rules::grammar::read_rule("[n] -> [n-1]")
            .expect("a rule")
            .0
    };
    let named = || Arc::new(own_rules::ByRule::new("nim", "[n] -> [n-1]", rule()));
    let mut catalogue = Catalogue::clone(&Catalogue::standard());
    assert!(!catalogue.add(named()));
    let mut empty = Catalogue::default();
    assert!(empty.add(named()) && empty.find("nim").is_some());
}

#[test]
fn every_classic_has_a_name_of_its_own_and_can_be_read() {
    let names: HashSet<String> = classics().iter().map(|classic| classic.word()).collect();
    assert_eq!(names.len(), classics().len());
    for name in &names {
        assert!(own_rules::classic(name).is_some(), "{name}");
    }
    assert_eq!(
        own_rules::classic("i-mark").map(|game| &*game.signature().example),
        Some("i-mark: 40 ? sequence")
    );
    assert!(names.contains("dawsons-kayles") && names.contains("nim-one-heap"));
}
