//! The twin held to itself: wherever it uses a published theorem in place of a search, the two
//! agree on everything small; and it knows the published tables.

use crate::twin::graph::Graph;
use crate::twin::heaps::{Heaps, Rules};
use crate::twin::sequence;
use crate::twin::{Game, answers};
use proptest::prelude::*;

fn lines(input: &str) -> Vec<String> {
    answers(input.as_bytes()).lines
}

/// All heaps lists of up to three heaps, each at most `largest`.
fn small_positions(largest: u64) -> Vec<Vec<u64>> {
    let mut positions = vec![vec![]];
    for a in 0..=largest {
        positions.push(vec![a]);
        for b in 0..=largest {
            positions.push(vec![a, b]);
            positions.extend((0..=largest).map(|c| vec![a, b, c]));
        }
    }
    positions
}

/// Win or lose under normal play, by search of the whole position, splits included.
fn wins_by_search(rules: &Rules, heaps: &[u64]) -> bool {
    for i in 0..heaps.len() {
        let heap = heaps[i];
        let mut nexts = Vec::new();
        rules.moves(heap, |rest| nexts.push(rest.to_vec()));
        for next in nexts {
            let mut after = heaps.to_vec();
            after.swap_remove(i);
            after.extend(next);
            if !wins_by_search(rules, &after) {
                return true;
            }
        }
    }
    false
}

#[test]
fn nim_by_bouton_is_nim_by_search() {
    for misere in [false, true] {
        for heaps in small_positions(6) {
            let game = Heaps { rules: Rules::Nim, misere, heaps };
            assert_eq!(game.search(), Ok(game.bouton()), "{misere} {:?}", game.heaps);
        }
    }
}

#[test]
fn subtraction_by_values_is_subtraction_by_search() {
    for set in 1u32..256 {
        let amounts: Vec<u64> = (1..=8).filter(|a| set >> (a - 1) & 1 == 1).collect();
        for heaps in [vec![], vec![0], vec![9], vec![5, 7], vec![3, 8, 6]] {
            let game = Heaps { rules: Rules::Take(amounts.clone()), misere: false, heaps };
            assert_eq!(game.search(), game.play(), "{amounts:?}: {:?}", game.heaps);
        }
    }
}

#[test]
fn splitting_games_by_values_are_splitting_games_by_search() {
    let octal = |digits: &[u8]| Rules::Octal(digits.to_vec());
    let games = [
        octal(&[0, 7, 7]),
        octal(&[0, 1, 3, 7]),
        octal(&[4, 2, 5]),
        octal(&[4, 3]),
        Rules::Lasker,
        Rules::GrundysGame,
    ];
    for rules in games {
        let values = rules.table(7).expect("small");
        for heaps in small_positions(7).into_iter().filter(|heaps| heaps.iter().sum::<u64>() <= 7) {
            let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            assert_eq!(wins_by_search(&rules, &heaps), sum != 0, "{heaps:?}");
        }
    }
}

#[test]
fn ways_by_matrix_are_ways_by_terms() {
    for amounts in [&[1][..], &[2, 5, 7], &[1, 2, 3, 4], &[3], &[2, 16]] {
        for total in [0, 1, 2, 7, 40, 333] {
            for modulus in [2, 3, 10, 97, 1 << 62] {
                let terms = sequence::ways_modulo(amounts, total, modulus);
                let matrix = sequence::ways_modulo_by_matrix(amounts, total, modulus);
                assert_eq!(terms, Ok(matrix), "{amounts:?} {total} % {modulus}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn walks_by_matching_are_walks_by_search(
        edges in prop::collection::vec((1usize..=11, 1usize..=11), 0..24),
        start in 1usize..=11,
    ) {
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
        prop_assert!(crate::twin::walks::search_agrees_with_matching(&edges, 11, start));
    }

    #[test]
    fn graphs_by_values_are_graphs_by_search(
        arcs in prop::collection::vec((1usize..=6, 1usize..=6), 0..14),
        tokens in prop::collection::vec(1usize..=6, 0..4),
    ) {
        let mut next = vec![Default::default(); 7];
        for (a, b) in arcs {
            let from: &mut std::collections::BTreeSet<usize> = &mut next[a];
            from.insert(b);
        }
        let graph = Graph { next, tokens };
        prop_assert_eq!(graph.play_by_search(), graph.play_by_values());
    }

    #[test]
    fn an_acyclic_graph_has_the_values_of_mex(
        arcs in prop::collection::vec((1usize..=8, 1usize..=8), 0..20),
    ) {
        let arcs: Vec<_> = arcs.into_iter().filter(|(a, b)| a > b).collect();
        let mut mex_values = [0u64; 9];
        for v in 1..=8 {
            let reached: Vec<u64> = arcs.iter().filter(|(a, _)| *a == v).map(|&(_, b)| mex_values[b]).collect();
            mex_values[v] = (0..).find(|m| !reached.contains(m)).expect("finite");
        }
        let arcs: Vec<String> = arcs.iter().map(|(a, b)| format!("{a}>{b}")).collect();
        let record = format!("graph 8 {}: 1 2 3 4 5 6 7 8 ? values", arcs.join(" "));
        let want: Vec<String> = mex_values[1..].iter().map(u64::to_string).collect();
        prop_assert_eq!(lines(&record), vec![want.join(" ")]);
    }
}

/// What the sources print, and published tables.
#[test]
fn knows_what_is_published() {
    let table: &[(&str, &str)] = &[
        ("nim: 1 1 1", "WIN 3"),
        ("nim: 5 7 3", "WIN 3"),
        ("king .K/.K", "WIN 2"),
        ("king K./XX", "LOSE"),
        ("king ..K/K../...", "WIN 2"),
        ("flags 1-3 left 1: 21 ? verdict losing", "LOSE | 1 5 9 13 17 21"),
        ("flags 2 7 left 1: 21 ? verdict paths", "WIN 2 | 10 1"),
        ("flags 2 5 7 left 1: 9 ? verdict moves", "DRAW | 1:9>4 1:9>2"),
        ("flags 2 4 left 1: 9", "WIN 1"),
        ("flags 2 3 left 0: 6", "DRAW"),
        ("three-rocks: 10,10 5,6 ? values", "0 3"),
        ("kayles ? period", "71 12"),
        ("dawson-kayles ? period", "53 34"),
        ("dawson-chess ? period", "52 34"),
        ("octal 0.055 ? period", "259 148"),
        ("octal 0.177 ? period", "497 20"),
        ("subtraction 2 3 ? period", "0 5"),
        ("subtraction 1 3 4 ? period", "0 7"),
        ("subtraction 1-3 ? period", "0 4"),
        ("factor 100: ? count", "38"),
        ("factor 40: ? moves", "22 26"),
    ];
    for (record, want) in table {
        assert_eq!(lines(record), [*want], "{record}");
    }
    for (set, period) in [("2 4 7", "3"), ("3 5 9", "2"), ("1 8 11", "19")] {
        let answer = lines(&format!("subtraction {set} ? period"));
        assert_eq!(answer[0].split_once(' ').map(|(_, period)| period), Some(period), "{set}");
    }
    // First player loses at these limits of the factor game and no other up to 60.
    let lost = [
        1, 2, 4, 5, 6, 7, 9, 10, 11, 15, 18, 19, 21, 22, 23, 25, 26, 28, 29, 32, 35, 42, 43, 45, 46, 47, 51,
        54, 56,
    ];
    for limit in 1..=60 {
        let want = if lost.contains(&limit) { "SECOND" } else { "FIRST" };
        assert_eq!(lines(&format!("factor {limit}: ? winner")), [want], "limit {limit}");
    }
}

#[test]
fn wrong_records_do_not_disturb_their_neighbours() {
    let input = "@a nim: 1\nking 2x2\n.K\n..\nking 2x2\n.K\n@b nim: 2\nking 1x1\nK\nK\nnim: 3\n..\n";
    let want = ["@a WIN 1", "WIN 1", "ERROR", "@b WIN 1", "ERROR", "WIN 1"];
    let got = answers(input.as_bytes());
    assert_eq!(
        (got.lines, got.places, got.wrong),
        (want.map(str::to_owned).to_vec(), vec![0, 1, 4, 6, 7, 10], true)
    );
}
