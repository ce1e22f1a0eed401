//! Every engine against a plain reading of the same bytes, and runs against the general path.

use proptest::prelude::*;

use super::engine::{Block, Digits, Engine, Kinds, MOST_ENDS, Window};
use super::tally::Tally;
use super::words::Words;
use super::{PlainNim, Run, Single};
use crate::batch::{Options, answer_text};
use crate::random::Random;
use crate::record::Ask;
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

fn wins_one_by_one(heaps: &[u64]) -> u64 {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    heaps.iter().filter(|&&heap| heap ^ nim_sum < heap).count() as u64
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

    #[test]
    fn winning_moves_are_counted_as_one_by_one(heaps in prop::collection::vec(heap(), 0..70), even in any::<bool>()) {
        let mut heaps = heaps;
        if even {
            heaps.extend_from_within(..);
        }
        let expected = wins_one_by_one(&heaps);
        with_every_engine!(|engine, name| {
            prop_assert_eq!(Engine::wins(engine, &heaps), expected, "{}", name);
            Ok::<(), TestCaseError>(())
        });
    }

    #[test]
    fn a_tally_counts_as_one_by_one(parts in prop::collection::vec(prop::collection::vec(heap(), 0..300), 0..5)) {
        let (mut tally, mut joined) = (Tally::default(), Tally::default());
        for part in &parts {
            tally.add(part);
            let mut other = Tally::default();
            other.add(part);
            joined.join(&other);
        }
        let expected = wins_one_by_one(&parts.concat());
        prop_assert_eq!((tally.wins(), joined.wins()), (expected, expected));
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

/// The twin of a run: the general path, which answers every record that is asked for two fields;
/// the answers and the diagnostics.
fn general(text: &str) -> (String, String) {
    let options = Options { asks: vec![Ask::Verdict; 2], ..Options::default() };
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
    let mut out = Vec::new();
    let run = PlainNim::new(simd, 1, Single::Verdict).answer(text.as_bytes(), &mut out);
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
    for wins in [1, 9, 11, 99, 101, 999, 1001, 123_457] {
        let text = format!("nim:{}\n", " 8".repeat(wins));
        for simd in Simd::all() {
            assert_eq!(fast(simd, &text).0, format!("WIN {wins}\n"), "{}", simd.level().name());
        }
    }
}

/// A line longer than a megabyte, as it is answered by one thread and by several.
#[test]
fn a_long_line_is_answered_alike_by_any_number_of_threads() {
    let mut random = Random::new(7);
    let mut heaps = String::new();
    while heaps.len() < (1 << 20) + 4096 {
        let bits = random.within(0, 63);
        heaps += [" ", "\t", "   "][random.below(3) as usize];
        heaps += &(random.word() >> bits).to_string();
    }
    let small = "nim: 1 2\n";
    for end in ["\n", "\r\n", " \n", ""] {
        let text = format!("nim:{heaps}{end}");
        let expected = general(&text).0;
        assert!(expected.starts_with("WIN "));
        for simd in Simd::all() {
            for threads in [1, 2, 3, 7] {
                let mut out = Vec::new();
                let run = PlainNim::new(simd, threads, Single::Verdict)
                    .answer((text.clone() + small).as_bytes(), &mut out);
                if end.is_empty() {
                    // What follows stands on the same line, and is no number.
                    assert_eq!((run, out.len()), (Run::default(), 0));
                    continue;
                }
                let lines = if threads == 1 { 2 } else { 1 };
                let bytes = text.len() + (lines - 1) * small.len();
                assert_eq!(run, Run { bytes, lines: lines as u64 }, "{} {threads}", simd.level().name());
                assert!(String::from_utf8(out).unwrap().starts_with(&expected));
            }
        }
    }
}

#[test]
fn a_long_line_that_is_not_plain_is_left() {
    let heaps = " 123456789".repeat(1 << 17);
    for odd in ["x", "? grundy", "99999999999999999999", "\r", "1:"] {
        for place in [0, heaps.len() / 2, heaps.len()] {
            let text = format!("nim:{} {odd} {}\n", &heaps[..place], &heaps[place..]);
            for simd in Simd::all() {
                let mut out = Vec::new();
                let run = PlainNim::new(simd, 2, Single::Verdict).answer(text.as_bytes(), &mut out);
                assert_eq!((run, out.len()), (Run::default(), 0), "{odd} {place} {}", simd.level().name());
            }
        }
    }
}

/// The three asks that the number of winning moves answers, for numbers that are words and others.
#[test]
fn every_single_ask_is_answered_as_by_the_general_path() {
    let heaps = |count: usize| format!("nim:{}\n", " 8".repeat(count));
    let text: String = [0, 1, 2, 9, 10, 99, 101, 1234, 5].map(heaps).concat();
    for ask in [Ask::Verdict, Ask::Winner, Ask::Count] {
        let single = Single::of(&[ask]).unwrap();
        let options = Options { asks: vec![ask; 2], ..Options::default() };
        let first = |line: &str| line.split(" | ").next().unwrap_or_default().to_owned() + "\n";
        let expected: String = answer_text(&text, &options).0.lines().map(first).collect();
        for simd in Simd::all() {
            let mut out = Vec::new();
            let run = PlainNim::new(simd, 1, single).answer(text.as_bytes(), &mut out);
            assert_eq!(run, Run { bytes: text.len(), lines: 9 });
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{ask}");
        }
    }
}
