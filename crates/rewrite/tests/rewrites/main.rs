//! Tests of the whole room: answers of a brute force, and fast ways held to the slow one.

mod answers;
mod limits;
mod random;
mod read;
mod times;
mod traps;

use grundy_base::budget::{Budget, StepMeter};
use grundy_base::random::Random;
use grundy_rules::rewrite::{LetterBoard, LetterRun};

use grundy_rewrite::{
    CellBits, KnownGame, PlayReturn, RewriteFault, Rewrites, TakingName, Ways, WordTable,
};
use random::RandomRecord;

/// Records with the answers of a brute force that knows nothing of this code.
const EXAMPLES: &str = include_str!("examples.txt");

#[test]
fn answers_of_a_brute_force() {
    let mut answered = 0;
    for line in EXAMPLES.lines() {
        let Some((text, expected)) = line.split_once(" => ") else {
            continue;
        };
        let Some(record) = read::record(text) else {
            continue;
        };
        if let Some(answer) = answers::answer(&record) {
            assert_eq!(answer, expected, "{text}");
            answered += 1;
        }
    }
    assert!(answered > 100, "{answered} records");
}

/// The limits of the twins: what takes the slow one longer is left out.
const SMALL_BUDGET: Budget = Budget {
    memory: 1 << 26,
    work: 1 << 24,
    threads: 1,
};

/// Asks both twins about a record, whether it is legal and what it and its options are worth. Returns whether there was
/// an answer to compare.
fn compare_twins(record: &RandomRecord) -> bool {
    compare_with_definition(record, Ways::All)
}

/// Asks positions that are solved in these ways, and by the definition.
fn compare_with_definition(record: &RandomRecord, ways: Ways) -> bool {
    let text = format!("rewrite {}: {}", record.rules, record.position);
    let rules = read::rules(&record.rules);
    let board = read::position(&record.position, None);
    let fast = Rewrites::by(&rules, ways).position(&board, SMALL_BUDGET);
    let slow = Rewrites::by(&rules, Ways::Definition).position(&board, SMALL_BUDGET);
    let (Ok(mut fast), Ok(mut slow)) = (fast, slow) else {
        return false;
    };
    let value = match slow.value() {
        Err(RewriteFault::Limit(_)) => return false,
        Err(RewriteFault::Returns(returns)) => {
            check_return(&text, &board, &returns);
            assert!(
                matches!(fast.value(), Err(RewriteFault::Returns(_))),
                "play returns: {text}"
            );
            return true;
        }
        Err(other) => panic!("{other:?}: {text}"),
        Ok(value) => value,
    };
    match fast.value() {
        Err(RewriteFault::Limit(_)) => return false,
        found => assert_eq!(found, Ok(value), "{text}"),
    }
    let moves = slow.moves().expect("a small position").to_vec();
    for (i, mv) in moves.iter().enumerate() {
        for wanted in [0, value ^ 1] {
            let expected = slow.leads_to(i, wanted);
            match fast.leads_to(i, wanted) {
                Err(RewriteFault::Limit(_)) => return false,
                found => assert_eq!(found, expected, "{mv:?} to {wanted}: {text}"),
            }
        }
    }
    assert_eq!(fast.is(value), Ok(true), "{text}");
    true
}

/// Asks both twins who wins a record under misère play, at first and after each move.
fn compare_misere_twins(record: &RandomRecord) -> bool {
    let text = format!("rewrite {} misere: {}", record.rules, record.position);
    let rules = read::rules(&format!("{} misere", record.rules));
    let board = read::position(&record.position, None);
    let fast = Rewrites::new(&rules).position(&board, SMALL_BUDGET);
    let slow = Rewrites::by(&rules, Ways::Definition).position(&board, SMALL_BUDGET);
    let (Ok(mut fast), Ok(mut slow)) = (fast, slow) else {
        return false;
    };
    match slow.wins_misere() {
        Err(RewriteFault::Limit(_)) => return false,
        Err(_) => {
            assert!(fast.wins_misere().is_err(), "{text}");
            return true;
        }
        Ok(wins) => assert_eq!(fast.wins_misere(), Ok(wins), "{text}"),
    }
    let moves = slow.moves().expect("a small position").to_vec();
    for (i, mv) in moves.iter().enumerate() {
        let expected = slow.wins_misere_after(i);
        assert_eq!(fast.wins_misere_after(i), expected, "{mv:?}: {text}");
    }
    true
}

/// Checks that the moves of a return can be made and lead back.
fn check_return(text: &str, board: &LetterBoard, returns: &PlayReturn) {
    let mut letters = board.letters();
    for mv in &returns.approach {
        letters = mv.apply(&letters);
    }
    assert_eq!(letters, returns.letters, "{text}");
    assert!(!returns.moves.is_empty(), "{text}");
    for mv in &returns.moves {
        letters = mv.apply(&letters);
    }
    assert_eq!(letters, returns.letters, "{text}");
}

/// The number of random records, which `REWRITE_RECORDS` raises.
fn records() -> u64 {
    let wanted = std::env::var("REWRITE_RECORDS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(600)
}

/// The first seed, which `REWRITE_SEED` sets.
fn seed() -> u64 {
    let wanted = std::env::var("REWRITE_SEED").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(63)
}

#[test]
fn parts_add_up_to_whole_positions() {
    let mut compared = 0;
    for i in 0..records() {
        let mut random = Random::new(seed() * 1_000_000 + i);
        let record = random::record(&mut random, false);
        compared += u64::from(compare_twins(&record));
    }
    assert!(compared * 3 > records(), "{compared} compared");
}

#[test]
fn misere_outcomes_of_parts_are_those_of_whole_positions() {
    let mut compared = 0;
    for i in 0..records() / 2 {
        let mut random = Random::new(seed() * 1_000_000 + 500_000 + i);
        let record = random::record(&mut random, false);
        compared += u64::from(compare_misere_twins(&record));
    }
    assert!(compared * 6 > records(), "{compared} compared");
}

#[test]
fn words_add_up_to_whole_rows() {
    let mut compared = 0;
    for i in 0..records() / 2 {
        let mut random = Random::new(seed() * 1_000_000 + 700_000 + i);
        let record = random::record(&mut random, true);
        compared += u64::from(compare_twins(&record));
    }
    assert!(compared * 6 > records(), "{compared} compared");
}

#[test]
fn words_of_a_run_have_the_values_of_parts() {
    for (rules, letters) in [
        ("XO>.X OX>.O turned", &b"XO"[..]),
        ("X.>.X .O>O.", b"XO."),
        ("..*>##* turned", b"."),
        ("X_>.X A>#", b"XA."),
    ] {
        let rewrites = Rewrites::new(&read::rules(rules));
        let mut run = rewrites.run(SMALL_BUDGET);
        let mut random = Random::new(7);
        for _ in 0..200 {
            let length = random.within(0, 14);
            let row: Vec<u8> = (0..length)
                .filter_map(|_| random.pick(letters).copied())
                .collect();
            let board = LetterBoard::row(&row);
            let position = rewrites.position(&board, SMALL_BUDGET);
            let value = position.expect("it is legal").value();
            assert_eq!(run.value(&board), value, "rewrite {rules}: {board:?}");
        }
    }
}

#[test]
fn words_that_were_given_up_are_valued_later() {
    /// The binary logarithm of the steps after which it is asked whether a solve is to end.
    const BLOCK_LOG: u32 = 4;
    for rules in ["XO>.X OX>.O turned", "X_>.X O>#", "XO>OX XX>.. OO>X"] {
        let read_rules = read::rules(rules);
        let row = b"XOXXOOXOXXXOXO";
        let table = || WordTable::of(&read_rules, row, row.len(), 1 << 24).expect("it is small");
        let mut enough = StepMeter::new(1 << 30, BLOCK_LOG);
        let value = table().value(row, &mut enough).ok();
        assert!(value.is_some(), "{rules}");
        let mut given_up = 0;
        for log in 3..16 {
            let mut table = table();
            let mut few = StepMeter::new(1 << log, BLOCK_LOG);
            given_up += usize::from(table.value(row, &mut few).is_err());
            let later = table.value(row, &mut enough).ok();
            assert_eq!(later, value, "rewrite {rules} after 2^{log} steps");
        }
        assert!(given_up > 3, "rewrite {rules}: {given_up} given up");
    }
}

#[test]
fn rows_that_come_to_few_words_have_the_values_of_parts() {
    for (rules, letters) in [
        ("XO>.X OX>.O turned", &b"XO"[..]),
        ("XXO>X.O OOX>O.X turned", b"XO"),
        ("AB>.C BC>.A CA>.B turned", b"ABC"),
        ("XOX>O.O OXO>X.X XX>.O", b"XO"),
    ] {
        let by_words = Rewrites::new(&read::rules(rules));
        let by_parts = Rewrites::by(&read::rules(rules), Ways::WithoutNames);
        let mut random = Random::new(9);
        for _ in 0..10 {
            let length = random.within(25, 32);
            let row: Vec<u8> = (0..length)
                .filter_map(|_| random.pick(letters).copied())
                .collect();
            let board = LetterBoard::row(&row);
            let words = by_words.position(&board, SMALL_BUDGET);
            let parts = by_parts.position(&board, SMALL_BUDGET);
            assert_eq!(
                words.expect("it is legal").value(),
                parts.expect("it is legal").value(),
                "rewrite {rules}: {board:?}"
            );
        }
    }
}

#[test]
fn a_long_row_is_answered_also_where_its_words_do_not_fit() {
    let rewrites = Rewrites::new(&read::rules("XO>.X OX>.O turned"));
    let board = read::position("(XO)^21", None);
    let budget = Budget {
        memory: 1 << 20,
        ..SMALL_BUDGET
    };
    let position = rewrites.position(&board, budget);
    assert_eq!(position.expect("it is legal").value(), Ok(8));
}

#[test]
fn published_values_of_linear_clobber() {
    let rewrites = Rewrites::new(&read::rules("XO>.X OX>.O turned"));
    let mut run = rewrites.run(SMALL_BUDGET);
    let mut values = Vec::new();
    for exponent in 0..=100 {
        let board = read::position("(XO)^0", Some(exponent));
        values.push(run.value(&board).expect("it is solved"));
    }
    assert_eq!(values[..8], [0, 1, 3, 0, 2, 0, 2, 0]);
    assert_eq!((values[50], values[100]), (6, 3));
}

#[test]
fn nogo_by_its_planes_is_nogo_by_parts_and_by_definition() {
    let mut compared = 0;
    for i in 0..records() / 2 {
        let mut random = Random::new(seed() * 1_000_000 + 800_000 + i);
        let record = random::nogo(&mut random);
        compared += u64::from(compare_twins(&record));
        let rules = read::rules(&record.rules);
        let board = read::position(&record.position, None);
        let planes = Rewrites::new(&rules).position(&board, SMALL_BUDGET);
        let parts = Rewrites::by(&rules, Ways::WithoutNames).position(&board, SMALL_BUDGET);
        if let (Ok(mut planes), Ok(mut parts)) = (planes, parts) {
            let text = format!("rewrite {}: {}", record.rules, record.position);
            if let (Ok(by_planes), Ok(by_parts)) = (planes.value(), parts.value()) {
                assert_eq!(by_planes, by_parts, "{text}");
            }
        }
    }
    assert!(compared * 6 > records(), "{compared} compared");
}

#[test]
fn known_games_have_the_values_of_any_rules() {
    for (rules, positions) in [
        ("..>## turned", &["3x4", "../#.", ".#./...", "1x9"][..]),
        (".># ..>##", &["1x9", "...#..", "2x4"]),
        ("XX>.X turned", &["XXXXXXX", "XX.XXX/X.XXXX"]),
        ("..>.# turned", &["1x9"]),
        ("...>.#.", &["1x10", "....#......"]),
        ("..*>##* turned", &["1x8", "3x3"]),
        ("XX> XXX>X", &["XXXXXXX.XXXX"]),
        (".>X never XX turned", &["1x9", "3x4", "X../.../..#"]),
        (".>X never XX X_X", &["1x9"]),
        (
            "..>## turned graph 6 1-2 2-3 3-4 4-5 5-6 6-1 1-4",
            &["......", ".#...."],
        ),
        (
            ".>X never XX graph 6 1-2 2-3 3-4 4-5 5-6 6-1 1-4",
            &["......", "X....."],
        ),
        ("..>## ..>XX ring", &["1x8", "1x2"]),
        ("../.A>##/#A turned", &["../.A", ".../.A."]),
        ("..>## knight", &["3x4"]),
        ("..>## turned misere", &["2x4", "3x3"]),
        (".>X never XX turned misere", &["2x4", "1x7"]),
    ] {
        let read_rules = read::rules(rules);
        let known = Rewrites::new(&read_rules);
        let any = Rewrites::by(&read_rules, Ways::WithoutNames);
        for text in positions {
            let board = read::position(text, None);
            let mut by_name = known.position(&board, SMALL_BUDGET).expect("it is legal");
            let mut by_parts = any.position(&board, SMALL_BUDGET).expect("it is legal");
            let moves = by_parts.moves().expect("a small position").to_vec();
            assert_eq!(by_name.moves(), Ok(&moves[..]));
            if read_rules.misere {
                assert_eq!(
                    by_name.wins_misere(),
                    by_parts.wins_misere(),
                    "{rules}: {text}"
                );
                for mv in 0..moves.len() {
                    let wins = by_parts.wins_misere_after(mv);
                    assert_eq!(by_name.wins_misere_after(mv), wins, "{rules}: {text} {mv}");
                }
                continue;
            }
            let value = by_parts.value().expect("a small position");
            assert_eq!(by_name.value(), Ok(value), "{rules}: {text}");
            for mv in 0..moves.len() {
                for wanted in [0, value ^ 1] {
                    let leads = by_parts.leads_to(mv, wanted);
                    assert_eq!(by_name.leads_to(mv, wanted), leads, "{rules}: {text} {mv}");
                }
            }
        }
    }
}

#[test]
fn long_runs_of_known_codes_are_valued_by_their_periods() {
    let run = |count| {
        LetterBoard::of_runs(
            1,
            [LetterRun {
                letter: b'.',
                count,
            }],
        )
    };
    let value = |rules: &str, count| {
        let rewrites = Rewrites::new(&read::rules(rules));
        let position = rewrites.position(&run(count), SMALL_BUDGET);
        position.expect("it is legal").value()
    };
    // Kayles has period 12, Dawson's Kayles 34.
    assert_eq!(
        value(".># ..>##", 1_000_000),
        value(".># ..>##", 1_000_000 % 12 + 120)
    );
    assert_eq!(
        value("..>##", u64::MAX),
        value("..>##", u64::MAX % 34 + 340)
    );
    let rewrites = Rewrites::new(&read::rules("..>##"));
    let mut long = rewrites
        .position(&run(u64::MAX), SMALL_BUDGET)
        .expect("it is legal");
    assert!(matches!(long.moves(), Err(RewriteFault::Limit(_))));
}

#[test]
fn large_parts_add_up_to_whole_positions() {
    let mut compared = 0;
    for i in 0..records() / 2 {
        let mut random = Random::new(seed() * 1_000_000 + 900_000 + i);
        let record = random::record(&mut random, false);
        if !record.rules.contains("ends") && !record.rules.contains("joined") {
            compared += u64::from(compare_with_definition(&record, Ways::Large));
        }
    }
    assert!(compared * 8 > records(), "{compared} compared");
}

#[test]
fn large_boards_fall_into_small_parts() {
    let rewrites = Rewrites::new(&read::rules("XO>.X OX>.O turned never XXX"));
    let mut letters = vec![b'.'; 40 * 40];
    for corner in [0, 38, 38 * 40, 20 * 40 + 15] {
        letters[corner] = b'X';
        letters[corner + 1] = b'O';
    }
    let board = LetterBoard::board(40, &letters);
    let mut position = rewrites
        .position(&board, SMALL_BUDGET)
        .expect("it is legal");
    assert_eq!(position.value(), Ok(0));
    assert_eq!(position.moves().map(<[_]>::len), Ok(8));
    assert_eq!(position.leads_to(0, 1), Ok(true));
    assert_eq!(position.leads_to(7, 0), Ok(false));
}

#[test]
fn words_of_128_bits_have_the_values_of_small_parts() {
    let mut compared = 0;
    for i in 0..records() / 4 {
        let mut random = Random::new(seed() * 1_000_000 + 950_000 + i);
        let record = random::wide(&mut random);
        let text = format!("rewrite {}: {}", record.rules, record.position);
        let rules = read::rules(&record.rules);
        let board = read::position(&record.position, None);
        if rules.joined || !rules.ends.is_empty() {
            continue;
        }
        let wide = Rewrites::by(&rules, Ways::WithoutNames).position(&board, SMALL_BUDGET);
        let large = Rewrites::by(&rules, Ways::Large).position(&board, SMALL_BUDGET);
        let (Ok(mut wide), Ok(mut large)) = (wide, large) else {
            continue;
        };
        let value = match large.value() {
            Err(RewriteFault::Limit(_)) => continue,
            Err(_) => {
                assert!(wide.value().is_err(), "{text}");
                continue;
            }
            Ok(value) => value,
        };
        match wide.value() {
            Err(RewriteFault::Limit(_)) => continue,
            found => assert_eq!(found, Ok(value), "{text}"),
        }
        compared += 1;
        let moves = wide.moves().map_or(0, <[_]>::len);
        for mv in 0..moves {
            let leads = large.leads_to(mv, 0);
            if let (Ok(a), Ok(b)) = (leads, wide.leads_to(mv, 0)) {
                assert_eq!(a, b, "{text}: move {mv}");
            }
        }
    }
    assert!(compared * 12 > records(), "{compared} compared");
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "rows are short")]
fn a_move_in_a_row_changes_its_heaps_as_it_changes_its_cells() {
    let mut random = Random::new(19);
    for (rules, letters) in [
        (".># ..>##", b".#x"),
        ("...>.#.", b".#x"),
        ("XX>.X turned", b"X.#"),
        ("X> XXX>", b"X.#"),
        ("..>## ...>### misere", b".#x"),
    ] {
        let rewrites = Rewrites::new(&read::rules(rules));
        for _ in 0..records() / 50 {
            let length = 1 + random.below(11) as usize;
            // Most cells have the letter of the game.
            let cell = |_| letters[random.below(6).saturating_sub(3) as usize];
            let row: Vec<u8> = (0..length).map(cell).collect();
            let board = LetterBoard::row(&row);
            let heaps = rewrites.heaps(&board).expect("a row of heaps");
            let mut position = rewrites.position(&board, SMALL_BUDGET).unwrap();
            for mv in position.moves().unwrap() {
                let left = LetterBoard::row(&mv.apply(&row));
                // A row that closes up may have no cell left.
                let lengths = rewrites.heaps(&left).map(|heaps| heaps.lengths());
                let lengths = lengths.unwrap_or_default();
                assert_eq!(heaps.lengths_after(mv), lengths, "{rules}: {mv:?}");
            }
        }
    }
}

#[test]
fn rules_say_which_known_game_they_are() {
    let code = |rules: &str| {
        let rewrites = Rewrites::new(&read::rules(rules));
        match rewrites.known_game_of_rows() {
            Some(KnownGame::Breaking { code, .. }) => {
                let bits = code.prefix().iter().map(|digit| digit.bits);
                bits.collect::<Vec<u8>>()
            }
            _ => Vec::new(),
        }
    };
    assert_eq!(code(".># ..>##"), [0, 7, 7]);
    assert_eq!(code("AA>BC"), [0, 0, 7]);
    assert_eq!(code("XX>.X turned"), [0, 6]);
    assert_eq!(code("...>.#."), [0, 4]);
    // A move that keeps two cells next to what it takes is another game, and so is one that leaves a free cell between.
    assert_eq!(code("...>#.."), []);
    assert_eq!(code("...>#.#"), []);
    let name = |rules: &str| {
        let rewrites = Rewrites::new(&read::rules(rules));
        match rewrites.known_game_of_boards() {
            Some(KnownGame::Taking(name)) => name,
            game => panic!("{rules}: {game:?}"),
        }
    };
    assert_eq!(name("..>## turned"), Some(TakingName::Cram));
    assert_eq!(name("..>##"), None);
    assert_eq!(
        name("..>## turned graph 3 1-2 2-3"),
        Some(TakingName::ArcKayles)
    );
    assert_eq!(name(".>X turned never XX"), Some(TakingName::NodeKayles));
    assert_eq!(name(".>X king never XX"), None);
    let clobber = Rewrites::new(&read::rules("XO>.X OX>.O turned"));
    assert!(clobber.known_game_of_rows().is_none());
}

#[test]
fn squares_are_transposed_and_cells_shifted() {
    for row in 0..8 {
        for column in 0..8 {
            let cell = <u64 as CellBits>::cell(8 * row + column);
            assert_eq!(cell.square_transposed(), 1 << (8 * column + row));
        }
    }
    let cells = 0b1100_u64;
    assert_eq!((cells.before(2), cells.before(-1)), (0b11, 0b1_1000));
    assert_eq!((cells.first(), cells.end(), cells.first_alone()), (2, 4, 4));
    assert_eq!(<u64 as CellBits>::first_cells(3), 7);
    assert_eq!(<u128 as CellBits>::first_cells(128), u128::MAX);
}
