//! Positions whose times are known, for people who change the search:
//! `cargo test --release -p grundy-rewrite times -- --ignored --nocapture`. With `REWRITE_TIMES` only those are solved
//! whose rules contain its text.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_rules::rewrite::LetterBoard;

use super::read;
use grundy_rewrite::Rewrites;

/// A position with its value and the milliseconds of a prototype on one thread of an idle machine.
struct Timed {
    rules: &'static str,
    position: &'static str,
    value: u32,
    milliseconds: u64,
}

const CLOBBER: &str = "XO>.X OX>.O turned";
const NOGO: &str = ".>X .>O alive";
const ELEPHANTS: &str = "X.>.X .O>O.";
const FISSION: &str = ".X.>X.X turned";

/// The table of times.
const TIMES: [Timed; 18] = [
    timed(CLOBBER, "(XO)^4X/(OX)^4O", 0, 57),
    timed(CLOBBER, "(XO)^5X/(OX)^5O", 3, 370),
    timed(CLOBBER, "(XO)^6X/(OX)^6O", 1, 1400),
    timed(CLOBBER, "XOXOX/OXOXO/XOXOX", 1, 30),
    timed(CLOBBER, "XOXOXO/OXOXOX/XOXOXO", 0, 160),
    timed(CLOBBER, "XOXOXOX/OXOXOXO/XOXOXOX", 1, 1300),
    timed(CLOBBER, "XOXOX/OXOXO/XOXOX/OXOXO", 1, 1060),
    timed(CLOBBER, "(XO)^25", 3, 5),
    timed(NOGO, "1x18", 2, 400),
    timed(NOGO, "1x20", 1, 850),
    timed(NOGO, "1x21", 3, 4600),
    timed(NOGO, "2x7", 0, 240),
    timed(NOGO, "2x8", 1, 2200),
    timed(NOGO, "3x4", 0, 50),
    timed(NOGO, "4x4", 0, 2400),
    timed(FISSION, "....../....../...X../....../......", 0, 4),
    timed(ELEPHANTS, "X.X.X.X.X..O.O.O.O.O", 0, 100),
    timed(ELEPHANTS, "X.XX..X.X.O..O.O..OO.X.O", 0, 100),
];

const fn timed(
    rules: &'static str,
    position: &'static str,
    value: u32,
    milliseconds: u64,
) -> Timed {
    Timed {
        rules,
        position,
        value,
        milliseconds,
    }
}

/// Returns the milliseconds of work of this thread, as Linux counts them.
fn milliseconds_used() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split_whitespace()
        .next()
        .and_then(|text| text.parse::<u64>().ok());
    nanoseconds.unwrap_or(0) / 1_000_000
}

#[test]
#[ignore = "it takes as long as its table says, in an optimised build"]
fn times() {
    let budget = Budget {
        memory: 3 << 30,
        work: 1 << 40,
        threads: 1,
    };
    let wanted = std::env::var("REWRITE_TIMES").unwrap_or_default();
    for entry in TIMES {
        if !entry.rules.contains(&wanted) {
            continue;
        }
        let rewrites = Rewrites::new(&read::rules(entry.rules));
        let board = read::position(entry.position, None);
        let began = milliseconds_used();
        let mut position = rewrites.position(&board, budget).expect("it is legal");
        let value = position.value().expect("it is solved");
        let used = milliseconds_used() - began;
        println!(
            "{used:6} ms ({:4}) = {value} ({}) {} {}",
            entry.milliseconds, entry.value, entry.rules, entry.position
        );
        assert_eq!(value, entry.value, "{} {}", entry.rules, entry.position);
    }
}

#[test]
#[ignore = "it takes seconds, in an optimised build"]
fn times_of_runs() {
    let budget = Budget {
        memory: 3 << 30,
        work: 1 << 40,
        threads: 1,
    };
    for (word, most) in [("(XO)^0", 2000), ("(XXO)^0", 1000)] {
        let rewrites = Rewrites::new(&read::rules(CLOBBER));
        let began = milliseconds_used();
        let mut run = rewrites.run(budget);
        let mut last = 0;
        for exponent in 0..=most {
            let board = read::position(word, Some(exponent));
            last = run.value(&board).expect("it is solved");
        }
        // Rules that know no shorter row give the last one the same value.
        let alone = Rewrites::new(&read::rules(CLOBBER));
        let board = read::position(word, Some(most));
        let mut position = alone.position(&board, budget).expect("it is legal");
        assert_eq!(position.value().ok(), Some(last), "{word} {most}");
        println!(
            "{:6} ms = {last} {word}..{most}",
            milliseconds_used() - began
        );
    }
    let rewrites = Rewrites::new(&read::rules(CLOBBER));
    let mut random = Random::new(20);
    let began = milliseconds_used();
    let mut sum = 0;
    for _ in 0..100_000 {
        let row: Vec<u8> = (0..20)
            .filter_map(|_| random.pick(b"XO.").copied())
            .collect();
        let position = rewrites.position(&LetterBoard::row(&row), budget);
        sum ^= position
            .expect("it is legal")
            .value()
            .expect("it is solved");
    }
    println!(
        "{:6} ms = {sum} 100000 rows of 20 cells",
        milliseconds_used() - began
    );
}
