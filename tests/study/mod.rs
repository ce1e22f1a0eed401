//! The findings of `grundy study`.

mod literature;
mod programs;
mod same_values;

use grundy::Position;
use grundy_games::Context;
use grundy_study::{Study, study};

fn studied(record: &str, to: u64) -> Study {
    studied_within(&Context::default(), record, to)
}

/// Studies a game with a small limit of work, as the command does.
fn studied_quickly(record: &str, to: u64) -> Study {
    let mut context = Context::default();
    context.budget.work = 1 << 22;
    studied_within(&context, record, to)
}

fn studied_within(context: &Context, record: &str, to: u64) -> Study {
    let position = Position::read(record.as_bytes(), context)
        .unwrap_or_else(|error| panic!("{record}: {error:?}"));
    study(&position, Some(to)).unwrap_or_else(|error| panic!("{record}: {error:?}"))
}

#[test]
fn rules_that_change_cells_are_studied_as_the_known_game_that_they_are() {
    let kayles = studied("rewrite .># ..>##: .^9", 300);
    assert_eq!(kayles.text, "rewrite .># ..>##: .^9");
    assert!(
        kayles
            .known
            .is_some_and(|known| known.starts_with("octal 0.77:"))
    );
    assert_eq!(kayles.period.map(|period| period.period), Some(12));
    assert!(kayles.same.iter().any(|same| same.game == "kayles"));
    assert!(kayles.values.is_some_and(|values| values.proof.is_some()));
    let node_kayles = studied("rewrite .>X turned never XX: .^9", 100);
    assert_eq!(node_kayles.known.as_deref(), Some("node-kayles"));
    assert!(
        node_kayles
            .same
            .iter()
            .any(|same| same.game == "dawson-chess")
    );
}

#[test]
fn games_that_change_cells_are_studied_by_the_exponent_of_a_power() {
    let clobber = studied("rewrite XO>.X OX>.O turned: (XO)^5", 12);
    assert_eq!(clobber.family.as_deref(), Some("`(XO)^n`"));
    assert_eq!(
        clobber.sampled.sample.values,
        [0, 1, 3, 0, 2, 0, 2, 0, 3, 1, 4, 6, 1]
    );
    assert_eq!(clobber.known, None);
    // The exponent 0 is no position: X alone has no free neighbour.
    let nogo = studied("rewrite .>X .>O alive: X.^2", 4);
    assert_eq!(nogo.sampled.sample.numbers, [1, 2, 3, 4]);
    let misere = studied("rewrite XO>.X OX>.O turned misere: (XO)^5", 4);
    assert_eq!(misere.sampled.sample.values, [1, 0, 1, 1, 0]);
}

#[test]
fn a_study_of_cells_needs_one_power() {
    let context = Context::default();
    let position = Position::read(b"rewrite ..>## turned: 3x4", &context).expect("a position");
    let error = study(&position, None).expect_err("there is no power");
    assert!(error.to_string().contains("the game is cram"), "{error}");
}
