//! Every engine against a plain reading of the same bytes, and runs against the general path.

use proptest::prelude::*;

use super::engine::{Block, Digits, Engine, Kinds, MOST_ENDS, Window};
use super::words::Words;
use super::{NumberLines, Run};
use crate::batch::{Options, answer_text};
use crate::games::{Context, Game, nim::Nim};
use crate::record::{Ask, Record};
use crate::simd::Simd;

/// Calls `$check` with every engine the processor has, and its name.
macro_rules! with_every_engine {
    ($check:expr) => {
        $check(Words, "words")?;
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        {
            $check(super::sse2::Sse2, "sse2")?;
            for simd in Simd::all() {
                match simd {
                    Simd::Avx2(engine) => $check(engine, "avx2")?,
                    Simd::Avx512(engine) => $check(engine, "avx512")?,
                    Simd::Words | Simd::Portable(_) => {}
                }
            }
        }
    };
}

fn bits(block: &[u8], holds: fn(u8) -> bool) -> u64 {
    block.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(holds(byte)))
}

fn told_one_by_one(block: &Block) -> Kinds {
    Kinds {
        digits: bits(block, |byte| byte.is_ascii_digit()),
        newlines: bits(block, |byte| byte == b'\n'),
        others: bits(block, |byte| !byte.is_ascii_digit() && !b"\n \t".contains(&byte)),
    }
}

fn digits_of(window: &Window) -> Digits {
    let (before, here) = window.split_at(64);
    Digits {
        before: bits(before, |byte| byte.is_ascii_digit()),
        here: bits(here, |byte| byte.is_ascii_digit()),
    }
}

/// The numbers that end in the second half, as texts.
fn numbers_of(window: &Window) -> Vec<&str> {
    let text = std::str::from_utf8(window).unwrap();
    let ends = (64..128).filter(|&at| window[at - 1].is_ascii_digit() && !window[at].is_ascii_digit());
    ends.map(|end| {
        let start = text[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |stop| stop + 1);
        &text[start..end]
    })
    .collect()
}

fn heap() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..4, 0u64..1000, any::<u64>(), (0..64u32).prop_map(|bit| 1 << bit), Just(u64::MAX)]
}

/// A number as it may be written: any length to 20 digits and some beyond, zeros before it, at and
/// past the largest.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,4}",
        "[0-9]{1,8}",
        "[0-9]{1,20}",
        "[0-9]{17,40}",
        "0{0,22}[0-9]{1,3}",
        "[1-9]0{16,70}",
        "1844674407370955161[0-9]",
        any::<u64>().prop_map(|number| number.to_string()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn numbers_read_as_the_standard_library_reads_them(
        texts in prop_oneof![
            prop::collection::vec((number(), "[ \t:\n]{1,3}"), 1..64),
            // So many to a block that engines take them for short ones.
            prop::collection::vec((prop_oneof![9 => "[0-9]{1,3}", 1 => number()], "[ \t:\n]"), 20..64),
        ],
        skip in 0usize..40,
    ) {
        let text: String = texts.iter().flat_map(|(number, gap)| [gap.as_str(), number.as_str()]).collect();
        let mut window = [b' '; 128];
        let part = &text.as_bytes()[skip.min(text.len() - 1)..];
        let length = part.len().min(128);
        window[..length].copy_from_slice(&part[..length]);
        let expected: Vec<_> = numbers_of(&window).into_iter().map(|text| (text.len(), text.parse::<u64>().ok())).collect();
        let fits = expected.iter().all(|(_, number)| number.is_some());
        let short = expected.iter().all(|&(length, _)| length <= 20);
        let check = |engine: &dyn Fn(&mut [u64; MOST_ENDS]) -> bool, name: &str| -> Result<(), TestCaseError> {
            let mut numbers = [7; MOST_ENDS];
            let read = engine(&mut numbers);
            prop_assert!(read || !fits || !short, "{name} refuses");
            prop_assert!(fits || !read, "{name} accepts");
            if read {
                let read = numbers.iter().map(|&number| Some(number));
                prop_assert!(read.zip(&expected).all(|(a, b)| a == b.1), "{}: {:?}", name, numbers);
            }
            Ok(())
        };
        let digits = digits_of(&window);
        with_every_engine!(|engine, name| check(&|numbers| Engine::read(engine, &window, digits, numbers), name));
    }
}

#[test]
fn every_byte_at_every_place_is_told_apart_as_one_by_one() {
    for byte in 0..=255 {
        for place in 0..64 {
            let mut block: Block = std::array::from_fn(|i| b"0 9\n\tx/:"[(i * 7 + place) % 8]);
            block[place] = byte;
            let expected = told_one_by_one(&block);
            let check = |told: Kinds, name: &str| -> Result<(), String> {
                if told == expected { Ok(()) } else { Err(format!("{name}: {byte} at {place}")) }
            };
            let all = || -> Result<(), String> {
                with_every_engine!(|engine, name| check(Engine::classify(engine, &block), name));
                Ok(())
            };
            all().unwrap();
        }
    }
}

/// The twin of a run: records asked for a move, too, whose positions are opened; the answers and the
/// diagnostics.
fn general(text: &str) -> (String, String) {
    general_of(Ask::Verdict, text)
}

fn general_of(ask: Ask, text: &str) -> (String, String) {
    let options = Options { asks: vec![ask, Ask::Best], ..Options::default() };
    let (answers, diagnostics) = answer_text(text, &options);
    let first = |line: &str| line.split(" | ").next().unwrap_or_default().to_owned() + "\n";
    (answers.lines().map(first).collect(), diagnostics)
}

/// Runs, and the lines between them one by one by the general path.
fn in_turns(simd: Simd, text: &str) -> String {
    let mut answers = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (of_run, run) = fast(simd, rest);
        answers += &of_run;
        rest = &rest[run.bytes..];
        let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
        answers += &general(&rest[..line]).0;
        rest = &rest[line..];
    }
    answers
}

fn fast(simd: Simd, text: &str) -> (String, Run) {
    fast_of(Ask::Verdict, simd, text)
}

fn fast_of(ask: Ask, simd: Simd, text: &str) -> (String, Run) {
    let (context, mut out) = (Context::default(), Vec::new());
    let rules = Nim.rules(&Record::default(), &context).unwrap().unwrap();
    let mut lines = NumberLines::new(simd, &[ask]).unwrap();
    let run = lines.answer(b"nim:", &*rules, text.as_bytes(), &mut out);
    (String::from_utf8(out).unwrap(), run)
}

fn plain_line() -> impl Strategy<Value = String> {
    let heaps = |most| {
        prop::collection::vec((heap(), "[ \t]{1,9}"), 0..most).prop_map(|heaps| {
            heaps.iter().map(|(heap, blanks)| format!("{blanks}{heap}")).collect::<String>()
        })
    };
    let end = prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just(" \n"), 1 => Just("\t\r\n")];
    (prop_oneof![20 => heaps(40), 1 => heaps(3000)], end).prop_map(|(heaps, end)| format!("nim:{heaps}{end}"))
}

/// Lines that a run must leave to the general path, and some that are only unusual.
fn odd_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "nim:[ 0-9]{0,70}([a-z?:/\u{e9}][ 0-9]{0,70}|\r[ 0-9]{1,70})",
        "(nim:|nim|nIm:|nim :|n|)[ 0-9]{0,9}",
        "nim: (1 ){0,30}(99999999999999999999|18446744073709551616|0{1,30}7)( 2){0,30}",
        "nim:.{0,40}",
        "(@a )?nim( misere)?: 2 3( \\? (grundy|moves|count))?( // so)?",
        "[2-9.XK#]{1,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::testing::sized(100, 1000)))]

    #[test]
    fn plain_records_are_answered_as_by_the_general_path(lines in prop::collection::vec(plain_line(), 1..30)) {
        let text = lines.concat();
        let expected = general(&text).0;
        for simd in Simd::all() {
            let (answers, run) = fast(simd, &text);
            prop_assert_eq!(run, Run { bytes: text.len(), lines: lines.len() as u64 });
            prop_assert_eq!(&answers, &expected, "{}", simd.level().name());
        }
    }

    #[test]
    fn a_run_ends_before_whatever_is_not_plain(
        plain in 0usize..20,
        odd in "(nim:[ 0-9]{0,70}([a-z?:/\u{e9}][ 0-9]{0,70}|\r[ 0-9]{1,70})|nim : 1|nim:1 99999999999999999999|nim: 1000000000000000000000000000|nim|@a nim: 2|)",
    ) {
        let head = "nim: 1 2\n".repeat(plain);
        let text = format!("{head}{odd}\nnim: 7\n");
        for simd in Simd::all() {
            let (answers, run) = fast(simd, &text);
            // A number that is not read ends the run before its block.
            let lines = answers.lines().count();
            prop_assert!(lines <= plain && lines + 8 > plain, "{} of {}, {}", lines, plain, simd.level().name());
            prop_assert_eq!(run, Run { bytes: 9 * lines, lines: lines as u64 });
            prop_assert_eq!(answers, "WIN 1\n".repeat(lines));
        }
    }

    /// Whatever is among the lines, a batch answers as the general path does.
    #[test]
    fn runs_between_other_lines_change_nothing(
        lines in prop::collection::vec(prop_oneof![3 => plain_line(), 1 => odd_line().prop_map(|line| line + "\n")], 1..30),
        ended in any::<bool>(),
    ) {
        let mut text = lines.concat();
        if !ended {
            text.pop();
        }
        let expected = general(&text);
        prop_assert_eq!(&answer_text(&text, &Options::default()), &expected);
        for simd in Simd::all() {
            prop_assert_eq!(&in_turns(simd, &text), &expected.0, "{}", simd.level().name());
        }
    }
}

#[test]
fn a_line_without_its_end_is_left() {
    for simd in Simd::all() {
        assert_eq!(fast(simd, "nim: 1\nnim: 2").1, Run { bytes: 7, lines: 1 });
        assert_eq!(fast(simd, "").1, Run::default());
    }
}

#[test]
fn counts_of_every_length_are_written() {
    // So many equal heaps, an odd number of them.
    for wins in [1, 9, 11, 99, 101, 999, 1001, 12_347] {
        let text = format!("nim:{}\n", " 8".repeat(wins));
        for simd in Simd::all() {
            assert_eq!(fast(simd, &text).0, format!("WIN {wins}\n"), "{}", simd.level().name());
        }
    }
}

/// Rules of every length, with digits in them, up to those that are longer than a block.
#[test]
fn the_text_of_rules_is_told_from_their_positions() {
    let (context, numbers) = (Context::default(), ["1 20 300", "", "18446744073709551615", "7 7"]);
    let rules = Nim.rules(&Record::default(), &context).unwrap().unwrap();
    for length in 1..=70 {
        let name: String = "a1 23 b456,".chars().cycle().take(length - 1).collect::<String>() + ":";
        let text: String = numbers.iter().cycle().take(200).map(|line| format!("{name} {line}\n")).collect();
        let plain: String = numbers.iter().cycle().take(200).map(|line| format!("nim: {line}\n")).collect();
        for simd in Simd::all() {
            let mut out = Vec::new();
            let mut lines = NumberLines::new(simd, &[Ask::Verdict]).unwrap();
            let run = lines.answer(name.as_bytes(), &*rules, text.as_bytes(), &mut out);
            if length > 64 {
                assert_eq!(run, Run::default());
                continue;
            }
            assert_eq!(run, Run { bytes: text.len(), lines: 200 }, "{length} {}", simd.level().name());
            assert_eq!(String::from_utf8(out).unwrap(), fast(simd, &plain).0);
        }
    }
}

/// Lines of more numbers than are kept in hand are left, and those before them are not.
#[test]
fn a_line_of_many_numbers_is_left() {
    for (count, lines) in [(1000, 3), (10_000, 3), (100_000, 1)] {
        let long = format!("nim:{}\n", " 123456789".repeat(count));
        let text = format!("nim: 1 2\n{long}nim: 3\n");
        for simd in Simd::all() {
            let (answers, run) = fast(simd, &text);
            assert_eq!(run.lines, lines, "{count} {}", simd.level().name());
            assert!(general(&text).0.starts_with(&answers));
        }
    }
}

/// The asks that one number answers, for numbers that are words and others.
#[test]
fn every_ask_is_answered_as_by_the_general_path() {
    let heaps = |count: usize| format!("nim:{}\n", " 8".repeat(count));
    let mut text: String = [0, 1, 2, 9, 10, 99, 101, 1234, 5].map(heaps).concat();
    text += "nim: 18446744073709551615 1\n";
    for ask in [Ask::Verdict, Ask::Winner, Ask::Count, Ask::Grundy] {
        let expected = general_of(ask, &text).0;
        for simd in Simd::all() {
            let (answers, run) = fast_of(ask, simd, &text);
            assert_eq!(run, Run { bytes: text.len(), lines: 10 });
            assert_eq!(answers, expected, "{ask}");
        }
    }
}
