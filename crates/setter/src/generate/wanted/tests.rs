use std::collections::BTreeMap;

use super::*;
use crate::generate::BoardForm;
use grundy_base::range::Range;
use grundy_batch::{Options, answer_text};
use grundy_games::Catalogue;
use grundy_record::Size;

fn drawn(game: &str, parameters: &Parameters) -> Result<Vec<String>, String> {
    let catalogue = Catalogue::standard();
    let context = Context::default();
    let signature = catalogue.find(game).unwrap().signature();
    let all = each(signature, parameters, &context).and_then(Iterator::collect);
    all.map_err(|error| error.to_string())
}

fn of_outcome(outcome: Target, parameters: Parameters) -> Parameters {
    Parameters {
        outcome: Some(outcome),
        ..parameters
    }
}

fn answers(records: &[String], ask: &str) -> Vec<String> {
    let asks = grundy_language::asks::parse_list(ask).unwrap().to_vec();
    let options = Options {
        asks,
        ..Options::default()
    };
    answer_text(&records.concat(), &options)
        .answers
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Draws lost positions of a small box, and compares how often each comes with all that there are, which the
/// solver finds one by one.
fn is_fair(game: &str, parameters: Parameters, all: &[String]) {
    const DRAWS: u64 = 6_000;
    let lost: Vec<&String> = all
        .iter()
        .zip(answers(all, "winner"))
        .filter(|(_, winner)| winner == "SECOND")
        .map(|(r, _)| r)
        .collect();
    assert!(lost.len() > 3, "{game}");
    let parameters = Parameters {
        count: DRAWS,
        seed: 11,
        ..parameters
    };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for record in drawn(game, &of_outcome(Target::Lose, parameters.clone())).unwrap() {
        *counts.entry(record).or_default() += 1;
    }
    for record in counts.keys() {
        assert!(
            lost.contains(&record),
            "{record} is not lost, or not in the box"
        );
    }
    // Pearson's statistic has the mean P - 1 and the variance 2 (P - 1).
    let expected = DRAWS as f64 / lost.len() as f64;
    let statistic: f64 = lost
        .iter()
        .map(|&record| {
            (counts.get(record).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
        })
        .sum();
    let freedom = lost.len() as f64 - 1.0;
    assert!(
        statistic < freedom + 6.0 * (2.0 * freedom).sqrt(),
        "{game}: {statistic} of {freedom}"
    );
}

fn heaps(game: &str, low: u64, high: u64, count: u32) -> Vec<String> {
    let side = high - low + 1;
    let all = 0..side.pow(count);
    all.map(|i| {
        let heaps: Vec<u64> = (0..count)
            .map(|place| low + i / side.pow(place) % side)
            .collect();
        format!("{game}: {}\n", itertools::join(heaps, " "))
    })
    .collect()
}

#[test]
fn lost_positions_are_equally_likely() {
    let boxed = |heaps, min, max| Parameters {
        heaps: Some(Range::single(heaps)),
        min: Some(min),
        max: Some(max),
        ..Parameters::default()
    };
    is_fair("nim", boxed(3, 1, 9), &heaps("nim", 1, 9, 3));
    is_fair("kayles", boxed(2, 0, 9), &heaps("kayles", 0, 9, 2));
    is_fair("welter", boxed(2, 0, 7), &{
        let all = heaps("welter", 0, 7, 2);
        let ascending = |record: &String| {
            let mut numbers = record.trim().rsplit(' ').take(2);
            numbers.next() > numbers.next().map(|n| n.trim_end_matches(':'))
        };
        all.into_iter().filter(ascending).collect::<Vec<_>>()
    });
    let misere = Parameters {
        keywords: vec![grundy_record::Keyword::Misere],
        ..boxed(3, 0, 4)
    };
    is_fair("nim", misere, &heaps("nim misere", 0, 4, 3));
    let rules = Parameters {
        rules: Some("1 3 4".into()),
        ..boxed(2, 1, 9)
    };
    is_fair("subtraction", rules, &heaps("subtraction 1 3 4", 1, 9, 2));
    let pairs: Vec<String> = (0..=9)
        .flat_map(|a| (0..=9).map(move |b| format!("wythoff: {a},{b}\n")))
        .collect();
    is_fair("wythoff", boxed(1, 0, 9), &pairs);
    let free = Parameters {
        size: Some(Size { rows: 3, cols: 3 }),
        pieces: Some(crate::generate::Share::Count(2)),
        form: BoardForm::Inline,
        ..Parameters::default()
    };
    let mut boards = Vec::new();
    for first in 0..9 {
        for second in 0..first {
            let at = |cell| {
                if cell == first || cell == second {
                    'K'
                } else {
                    '.'
                }
            };
            let row = |row: usize| (3 * row..3 * row + 3).map(at).collect::<String>();
            boards.push(format!("king {}/{}/{}\n", row(0), row(1), row(2)));
        }
    }
    is_fair("king", free, &boards);
}

#[test]
fn balanced_is_half_and_half_in_every_pair() {
    for count in [1, 2, 7, 20] {
        let parameters = Parameters {
            count,
            max: Some(30),
            ..Parameters::default()
        };
        let records = drawn("kayles", &of_outcome(Target::Balanced, parameters.clone())).unwrap();
        let winners = answers(&records, "winner");
        let won = winners.iter().filter(|&winner| winner == "FIRST").count() as u64;
        assert_eq!(won, count.div_ceil(2));
        for pair in winners.chunks_exact(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }
    let parameters = Parameters {
        count: 40,
        ..Parameters::default()
    };
    let drawn = drawn("graph", &of_outcome(Target::Draw, parameters.clone())).unwrap();
    assert!(
        answers(&drawn, "winner")
            .iter()
            .all(|winner| winner == "NOBODY")
    );
}

#[test]
fn threads_change_no_byte() {
    let parameters = Parameters {
        count: 1500,
        label: true,
        ..Parameters::default()
    };
    let of = |threads| {
        let mut context = Context::default();
        context.budget.threads = threads;
        let catalogue = context.catalogue.clone();
        let signature = catalogue.find("subtraction").unwrap().signature();
        let parameters = of_outcome(Target::Balanced, parameters.clone());
        each(signature, &parameters, &context)
            .unwrap()
            .map(Result::unwrap)
            .collect::<String>()
    };
    let alone = of(1);
    assert_eq!(of(3), alone);
    assert!(alone.starts_with("@1 subtraction"));
}

#[test]
fn winning_moves_are_as_many_as_asked() {
    for (low, high) in [(1, 1), (2, 3)] {
        let pieces = Some(crate::generate::Share::Count(3));
        let parameters = Parameters {
            count: 60,
            pieces,
            ..Parameters::default()
        };
        let parameters = Parameters {
            winning_moves: Some(Range { low, high }),
            ..parameters
        };
        for count in answers(&drawn("king", &parameters).unwrap(), "count") {
            assert!((low..=high).contains(&count.parse().unwrap()), "{count}");
        }
    }
}

/// The heaps of a record of nim.
fn sizes(record: &str) -> Vec<u64> {
    record
        .trim()
        .split(' ')
        .skip(1)
        .map(|heap| heap.parse().unwrap())
        .collect()
}

#[test]
fn near_misses_of_nim_are_what_they_are_called() {
    let parameters = Parameters {
        heaps: Some(Range::single(4)),
        max: Some(1000),
        count: 80,
        ..Parameters::default()
    };
    let of = |kind| {
        let parameters = Parameters {
            near_miss: vec![kind],
            ..parameters.clone()
        };
        drawn("nim", &parameters)
            .unwrap()
            .iter()
            .map(|record| sizes(record))
            .collect::<Vec<_>>()
    };
    let nim_sum = |heaps: &[u64]| heaps.iter().fold(0, |sum, heap| sum ^ heap);
    for heaps in of(NearMiss::Move) {
        let near =
            |&heap: &u64| (1..=8).any(|less| less <= heap && nim_sum(&heaps) ^ heap == heap - less);
        assert!(nim_sum(&heaps) != 0 && heaps.iter().any(near), "{heaps:?}");
    }
    for heaps in of(NearMiss::Decoy) {
        assert!(heaps.contains(&nim_sum(&heaps)), "{heaps:?}");
    }
    for heaps in of(NearMiss::Greedy) {
        // The most that can be taken is a whole largest heap.
        let sum = nim_sum(&heaps);
        let taken: Vec<u64> = heaps
            .iter()
            .filter(|&&h| h ^ sum < h)
            .map(|&h| h - (h ^ sum))
            .collect();
        assert!(
            !taken.is_empty() && taken.iter().max() < heaps.iter().max(),
            "{heaps:?}"
        );
    }
}

#[test]
fn distributions_keep_their_form_as_far_as_can_be() {
    use crate::generate::Distribution;
    let parameters = Parameters {
        heaps: Some(Range::single(5)),
        max: Some(1000),
        count: 20,
        distribution: Distribution::Max,
        ..Parameters::default()
    };
    for record in drawn("nim", &of_outcome(Target::Lose, parameters.clone())).unwrap() {
        let heaps = sizes(&record);
        assert_eq!(heaps.iter().fold(0, |sum, heap| sum ^ heap), 0);
        // Of five heaps three are largest and the nim-sum is 0, so that two others follow.
        assert!(
            heaps.iter().filter(|&&heap| heap == 1000).count() >= 2,
            "{record}"
        );
    }
}

#[test]
fn what_there_is_not_is_said() {
    let one = Parameters {
        heaps: Some(Range::single(1)),
        count: 1,
        max: Some(50),
        ..Parameters::default()
    };
    let counted = drawn("nim", &of_outcome(Target::Lose, one.clone())).unwrap_err();
    assert!(counted.contains("all of them were counted"), "{counted}");
    let never = drawn(
        "kayles",
        &of_outcome(
            Target::Draw,
            Parameters {
                max: Some(9),
                ..one
            },
        ),
    )
    .unwrap_err();
    assert!(never.contains("none was drawn"), "{never}");
}

#[test]
fn rings_are_drawn_by_their_outcome() {
    for (game, rules) in [
        ("kayles", "ring"),
        ("octal", "0.302 ring"),
        ("take-and-break", "0.3F ring"),
    ] {
        let parameters = Parameters {
            rules: Some(rules.into()),
            count: 20,
            seed: 3,
            ..Parameters::default()
        };
        let records = drawn(game, &of_outcome(Target::Balanced, parameters.clone())).unwrap();
        let won = answers(&records, "winner")
            .iter()
            .filter(|winner| *winner == "FIRST")
            .count();
        assert_eq!((records.len(), won), (20, 10), "{game} {rules}");
    }
}
