//! Endgames: every position that can come, solved backwards.

use grundy_games::Context;
use grundy_games::catalogue::STANDARD;
use grundy_games::questions::reached::Extent;
use grundy_games::questions::remoteness::Endgame;
use grundy_language::{Statement, parse};
use grundy_record::{Ask, Record, keep_account};

fn with_statement<T>(line: &str, with: impl FnOnce(&Statement<'_>, &Context) -> T) -> T {
    let context = Context::default();
    let mut statement = parse(line.as_bytes(), &*context.catalogue, &[Ask::Verdict])
        .map_err(|wrong| wrong.error)
        .unwrap();
    let signature = statement.signature();
    let record = statement.record_mut();
    keep_account(signature, &record.modifiers, &mut record.position);
    with(&statement, &context)
}

#[test]
fn every_position_of_an_endgame_has_the_outcome_of_its_game() {
    for game in STANDARD {
        with_statement(&game.signature().example, |statement, context| {
            let extent = Extent {
                positions: 3000,
                moves: 60_000,
                bytes: 1 << 30,
                work: u64::MAX,
            };
            let sum = [(*game, statement.record())];
            let Some(endgame) = Endgame::new(&sum, extent, context).unwrap() else {
                return;
            };
            for positions in endgame.positions().take(300) {
                let (outcome, _) = endgame.look_up(positions).unwrap();
                let record = Record {
                    position: positions[0].clone(),
                    ..statement.record().clone()
                };
                // The order in which numbers were drawn is not kept in a key, so some are no records.
                let expected = match game.ended(&record) {
                    Some(verdict) => Ok(verdict.outcome()),
                    None => game
                        .open(&record, context)
                        .and_then(|mut position| position.outcome()),
                };
                assert!(expected.is_err() || expected == Ok(outcome), "{record:?}");
            }
        });
    }
}

#[test]
fn an_endgame_ends_at_its_extent() {
    with_statement("nim: 100000000 5", |statement, context| {
        let extent = Extent {
            positions: 10_000,
            moves: 200_000,
            bytes: 1 << 30,
            work: u64::MAX,
        };
        let game = context.game(statement.signature()).unwrap();
        let endgame = Endgame::new(&[(game, statement.record())], extent, context);
        assert!(endgame.unwrap().is_none());
    });
}
