//! Every game of the catalogue has what a game has: a reference, a golden, moves and generated records.

use std::path::Path;

use grundy::Position;
use grundy::Solver;
use grundy_batch::define;
use grundy_games::catalogue::STANDARD;
use grundy_games::{Catalogue, Context};
use grundy_setter::generate::{self, Parameters, Target};

/// Says whether a game has a golden of its own, with records of it.
fn has_golden(game: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(root.join(format!("inputs/{game}.in"))) else {
        return false;
    };
    let begins = |line: &str| {
        line.strip_prefix(game)
            .is_some_and(|rest| rest.starts_with([' ', ':']))
    };
    text.lines().any(begins) && root.join(format!("expected/{game}.out")).exists()
}

#[test]
fn every_game_has_a_reference_and_a_golden() {
    for game in STANDARD {
        let signature = game.signature();
        let (answers, wrong) = grundy_reference::answers(signature.example.as_bytes());
        assert!(
            !wrong && answers.len() == 1,
            "{}: the reference does not know it: {answers:?}",
            signature.name
        );
        let name = &signature.name;
        assert!(
            has_golden(name),
            "{name} has no golden: inputs/{name}.in with expected/{name}.out"
        );
    }
}

#[test]
fn records_of_a_named_rule_have_as_many_numbers_as_it() {
    let mut context = Context::default();
    for (line, arity) in [
        ("mark [n] -> [n-1] | [n/2] if n > 0", 1),
        ("pair [a,b] -> [a-1,b] | [a,b-1]", 2),
        (
            "three [a,b,c] -> [a-k,b,c] for k in 1..a | [a,b-k,c] for k in 1..b | [a,b,c-k] for k in 1..c",
            3,
        ),
    ] {
        let mut catalogue = Catalogue::clone(&context.catalogue);
        define(&mut catalogue, line).unwrap();
        context = Context::with(catalogue.into(), context.budget);
        let name = line.split(' ').next().unwrap();
        let signature = context.catalogue.find(name).unwrap().signature();
        let mut text = Vec::new();
        let parameters = Parameters {
            count: 20,
            max: Some(9),
            ..Parameters::default()
        };
        generate::write(signature, &parameters, &context, &mut text).unwrap();
        for record in String::from_utf8(text).unwrap().lines() {
            let position = Position::read(record.as_bytes(), &context)
                .unwrap_or_else(|e| panic!("{record}: {e:?}"));
            assert!(position.verdict().is_ok(), "{record}");
            assert_eq!(
                record.split(' ').next_back().unwrap().split(',').count(),
                arity,
                "{record}"
            );
        }
    }
}

#[test]
fn every_move_of_every_game_leads_to_a_position_or_is_said_not_to() {
    let solver = Solver::default();
    for game in STANDARD {
        let position = solver
            .open(&game.signature().example.parse().unwrap())
            .unwrap();
        for mv in position.legal_moves(20).unwrap() {
            if let Ok(next) = position.after(&mv) {
                assert!(next.verdict().is_ok(), "{} after {mv}", position.as_str());
            }
        }
    }
}

#[test]
fn every_game_gives_half_won_and_half_lost_records() {
    let solver = Solver::default();
    let context = Context::default();
    for game in STANDARD {
        let signature = game.signature();
        let parameters = Parameters {
            count: 6,
            outcome: Some(Target::Balanced),
            ..Parameters::default()
        };
        let records = generate::drawn(signature, &parameters, &context);
        let records = records.unwrap_or_else(|e| panic!("{}: {e:?}", signature.name));
        let text = records.join("\n");
        let won: Vec<bool> = solver
            .answers(&text)
            .map(|answer| answer.to_string().starts_with("WIN"))
            .collect();
        assert_eq!(
            (won.len(), won.iter().filter(|&&won| won).count()),
            (6, 3),
            "{text}"
        );
    }
}
