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
