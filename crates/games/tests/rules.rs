//! Rules of users: the patterns that are proved of them, and why positions are refused.

mod common;

use common::asked;
use grundy_base::budget::LimitKind;
use grundy_games::Context;
use grundy_games::own_rules::proved_values;
use grundy_grids::vectors::{self, PileSizes};
use grundy_record::Value;
use itertools::Itertools;

/// More memory is offered where a machine may have it.
#[test]
fn long_lines_of_play_name_the_limit_that_they_pass() {
    let fault = |number: u64| {
        let rule = "[a,b] -> [a-1,b] | [a,b-1] if a*a % (b+1) > 3";
        let line = format!("rules {rule} : {number},{number} ? winner");
        let outcome = asked(&line, &Context::default(), |position| position.outcome());
        outcome.expect_err("a line of play")
    };
    let long = fault(1 << 33);
    assert!(
        long.message
            .contains("more than half of the 2147483648 bytes")
    );
    assert_eq!(long.limit, Some(LimitKind::Memory));
    let endless = fault(1 << 60);
    assert!(endless.message.contains("the memory of no machine"));
    assert_eq!(endless.limit, Some(LimitKind::Fixed));
}

#[test]
fn a_pattern_gives_the_values_that_the_engines_give() {
    let context = Context::default();
    let moves = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 1, 1, 0]];
    let text = "[a,b,c] -> [a-1,b,c] | [a,b-1,c] | [a,b,c-1] | [a-1,b-1,c-1]";
    let rules = vectors::VectorRules::new(3, &moves, &[]);
    let small: Vec<PileSizes> = (0..343).map(|n| [n % 7, n / 7 % 7, n / 49, 0]).collect();
    let values = vectors::values(&rules, &small, &context.budget, &mut None).expect("small");
    let positions = small.iter().map(|position| &position[..3]);
    assert_eq!(proved_values(text, positions, true, &context), Some(values));
    // Positions that no engine reaches are answered by the pattern of this rule.
    let large: Vec<[u64; 3]> = small
        .iter()
        .map(|[a, b, c, _]| [10_u64.pow(15) + a, 10_u64.pow(14) + b, 10_u64.pow(13) + c])
        .collect();
    let positions = large.iter().map(|position| &position[..]);
    let values = proved_values(text, positions, true, &context).expect("a pattern");
    let line = format!(
        "rocks 1,0,0 0,1,0 0,0,1 1,1,1: {} ? values",
        large
            .iter()
            .map(|position| position.iter().join(","))
            .join(" ")
    );
    let found = asked(&line, &context, |position| position.values()).expect("a pattern");
    let values: Vec<Value> = values
        .into_iter()
        .map(|value| Value::Finite(value.into()))
        .collect();
    assert_eq!(found, values);
}
