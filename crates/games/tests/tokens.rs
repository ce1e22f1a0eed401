//! Tokens on graphs.

mod common;

use common::asked;
use grundy_games::{Context, Goal};
use itertools::Itertools;

/// One by one, these moves would take minutes.
#[test]
fn moves_of_tokens_on_one_vertex_are_counted_together() {
    const HUB: u32 = 1 << 16;
    const TOKENS: usize = (1 << 20) + 1;
    let arcs = (1..HUB).map(|leaf| format!("{HUB}>{leaf}")).join(" ");
    let tokens = format!(" {HUB}").repeat(TOKENS);
    let line = format!("graph {HUB} {arcs}:{tokens} ? count");
    let all = u128::from(HUB - 1) * TOKENS as u128;
    for goal in [Goal::Verdict, Goal::Legal] {
        let count = asked(&line, &Context::default(), |position| {
            position.count_of(goal)
        });
        assert_eq!(count, Ok(all));
    }
}
