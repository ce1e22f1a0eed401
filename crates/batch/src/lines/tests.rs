//! Runs against the general path.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use super::{NumberLines, Run};
use crate::{AnsweredText, Options, answer_text};
use grundy_base::random::Random;
use grundy_base::simd::Simd;
use grundy_base::testing::{random_digits, sized};
use grundy_games::{Context, Game, heaps::nim::NIM};
use grundy_record::{Ask, Record};

fn heap(random: &mut Random) -> u64 {
    match random.below(5) {
        0 => random.below(4),
        1 => random.below(1000),
        2 => random.word(),
        3 => 1 << random.below(64),
        _ => u64::MAX,
    }
}

/// A number as it may be written: any length to 20 digits and some beyond, zeros before it, at and
/// past the largest.
fn number(random: &mut Random) -> String {
    let zeros = |random: &mut Random, least, most| "0".repeat(random.within(least, most) as usize);
    match random.below(8) {
        0 => random_digits(random, 1, 4),
        1 => random_digits(random, 1, 8),
        2 => random_digits(random, 1, 20),
        3 => random_digits(random, 17, 40),
        4 => zeros(random, 0, 22) + &random_digits(random, 1, 3),
        5 => random.within(1, 9).to_string() + &zeros(random, 16, 70),
        6 => "1844674407370955161".to_owned() + &random_digits(random, 1, 1),
        _ => random.word().to_string(),
    }
}

/// Characters drawn from a text.
fn drawn(random: &mut Random, from: &str, least: u64, most: u64) -> String {
    let all: Vec<char> = from.chars().collect();
    (0..random.within(least, most))
        .filter_map(|_| random.pick(&all).copied())
        .collect()
}

/// The vector engine against a plain reading of the same bytes.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod blocks {
    use super::super::avx2;
    use super::super::block::{Block, Kinds, MAX_ENDS, Window};
    use super::super::run::number_ends;
    use super::{Random, drawn, number, random_digits};
    use grundy_base::simd::{Level, Simd};

    fn bits(block: &[u8], holds: fn(u8) -> bool) -> u64 {
        block
            .iter()
            .rev()
            .fold(0, |bits, &byte| bits << 1 | u64::from(holds(byte)))
    }

    fn kinds_one_by_one(block: &Block) -> Kinds {
        Kinds {
            digits: bits(block, |byte| byte.is_ascii_digit()),
            newlines: bits(block, |byte| byte == b'\n'),
            others: bits(block, |byte| {
                !byte.is_ascii_digit() && !b"\n \t".contains(&byte)
            }),
        }
    }

    fn ends_of(window: &Window) -> u64 {
        let (before, here) = window.split_at(64);
        let digits = |block| bits(block, |byte| byte.is_ascii_digit());
        number_ends(digits(here), digits(before))
    }

    /// The numbers that end in the second half, as texts.
    fn numbers_of(window: &Window) -> Vec<&str> {
        let text = std::str::from_utf8(window).unwrap();
        let ends =
            (64..128).filter(|&at| window[at - 1].is_ascii_digit() && !window[at].is_ascii_digit());
        ends.map(|end| {
            let start = text[..end]
                .rfind(|c: char| !c.is_ascii_digit())
                .map_or(0, |stop| stop + 1);
            &text[start..end]
        })
        .collect()
    }

    /// Numbers with gaps, some as many to a block as engines take for short ones.
    fn numbers_and_gaps(random: &mut Random) -> String {
        let dense = random.below(2) == 0;
        let count = random.within(if dense { 20 } else { 1 }, 63);
        let each = |_| {
            let gap = drawn(random, " \t:\n", 1, if dense { 1 } else { 3 });
            let short = dense && random.below(10) > 0;
            gap + &if short {
                random_digits(random, 1, 3)
            } else {
                number(random)
            }
        };
        (0..count).map(each).collect()
    }

    #[test]
    fn numbers_read_as_the_standard_library_reads_them() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let text = numbers_and_gaps(&mut random);
            let mut window = [b' '; 128];
            let part = &text.as_bytes()[(random.below(40) as usize).min(text.len() - 1)..];
            let length = part.len().min(128);
            window[..length].copy_from_slice(&part[..length]);
            let of = |text: &str| (text.len(), text.parse::<u64>().ok());
            let expected: Vec<_> = numbers_of(&window).into_iter().map(of).collect();
            let fits = expected.iter().all(|(_, number)| number.is_some());
            let short = expected.iter().all(|&(length, _)| length <= 20);
            if Simd::at_most(Level::Avx2).avx2().is_none() {
                return;
            }
            let mut numbers = [7; MAX_ENDS];
            // SAFETY: the processor has the instructions.
            let read = unsafe { avx2::read(&window, ends_of(&window), &mut numbers) };
            assert!(read || !fits || !short, "{text:?} is refused");
            assert!(fits || !read, "{text:?} is accepted");
            if read {
                let read = numbers.iter().map(|&number| Some(number));
                assert!(
                    read.zip(&expected).all(|(a, b)| a == b.1),
                    "{numbers:?} of {text:?}"
                );
            }
        }
    }

    #[test]
    fn every_byte_at_every_place_is_told_apart_as_one_by_one() {
        for byte in 0..=255 {
            for place in 0..64 {
                let mut block: Block = std::array::from_fn(|i| b"0 9\n\tx/:"[(i * 7 + place) % 8]);
                block[place] = byte;
                let expected = kinds_one_by_one(&block);
                if Simd::at_most(Level::Avx2).avx2().is_some() {
                    // SAFETY: the processor has the instructions.
                    let found = unsafe { avx2::classify(&block) };
                    assert_eq!(found, expected, "{byte} at {place}");
                }
            }
        }
    }
}

/// Answers records by the general path: they are also asked for a move, so that their positions are opened. The moves
/// are left out of the answers.
fn general(text: &str) -> AnsweredText {
    general_of(Ask::Verdict, text)
}

/// Does the same for another ask.
fn general_of(ask: Ask, text: &str) -> AnsweredText {
    let options = Options {
        asks: vec![ask, Ask::Best],
        ..Options::default()
    };
    let AnsweredText {
        answers,
        diagnostics,
    } = answer_text(text, &options);
    let first = |line: &str| line.split(" | ").next().unwrap_or_default().to_owned() + "\n";
    AnsweredText {
        answers: answers.lines().map(first).collect(),
        diagnostics,
    }
}

/// Answers lines by runs, and each line between them by the general path.
fn line_by_line(simd: Simd, text: &str) -> String {
    let mut answers = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (of_run, run) = fast(simd, rest);
        answers += &of_run;
        rest = &rest[run.bytes..];
        let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
        answers += &general(&rest[..line]).answers;
        rest = &rest[line..];
    }
    answers
}

fn fast(simd: Simd, text: &str) -> (String, Run) {
    fast_of(Ask::Verdict, simd, text)
}

fn fast_of(ask: Ask, simd: Simd, text: &str) -> (String, Run) {
    let (context, mut out) = (Context::default(), Vec::new());
    let rules = NIM.open_rules(&Record::default(), &context).unwrap();
    let mut lines = NumberLines::new(simd, &[ask]).unwrap();
    let run = lines.answer(b"nim:", &*rules, text.as_bytes(), &mut out);
    (String::from_utf8(out).unwrap(), run)
}

fn plain_line(random: &mut Random) -> String {
    let most = if random.below(21) == 0 { 2999 } else { 39 };
    let heaps: String = (0..random.within(0, most))
        .map(|_| format!("{}{}", drawn(random, " \t", 1, 9), heap(random)))
        .collect();
    let end = ["\n", "\n", "\n", "\n", "\r\n", " \n", "\t\r\n"][random.below(7) as usize];
    format!("nim:{heaps}{end}")
}

/// A position with a byte that no run reads.
fn odd_position(random: &mut Random) -> String {
    let head = drawn(random, " 0123456789", 0, 70);
    let (odd, least) = (drawn(random, "abcxyz?:/é\r", 1, 1), 1);
    format!("nim:{head}{odd}{}", drawn(random, " 0123456789", least, 70))
}

/// Lines that a run must leave to the general path, and some that are only unusual.
fn odd_line(random: &mut Random) -> String {
    let numbers = " 0123456789";
    match random.below(6) {
        0 => odd_position(random),
        1 => {
            let begin = ["nim:", "nim", "nIm:", "nim :", "n", ""][random.below(6) as usize];
            begin.to_owned() + &drawn(random, numbers, 0, 9)
        }
        2 => {
            let zeros = "0".repeat(random.within(1, 30) as usize) + "7";
            let large =
                ["99999999999999999999", "18446744073709551616", &zeros][random.below(3) as usize];
            let (ones, twos) = (random.below(31) as usize, random.below(31) as usize);
            format!("nim: {}{large}{}", "1 ".repeat(ones), " 2".repeat(twos))
        }
        3 => "nim:".to_owned() + &drawn(random, "aZ09 \t:?/+@.,-é∞\u{1f}", 0, 40),
        4 => {
            let mut maybe = |text: &'static str| if random.below(2) == 0 { text } else { "" };
            let (label, misere, comment) = (maybe("@a "), maybe(" misere"), maybe(" // so"));
            let asks = ["", " ? grundy", " ? moves", " ? count"][random.below(4) as usize];
            format!("{label}nim{misere}: 2 3{asks}{comment}")
        }
        _ => drawn(random, "23456789.XK#", 1, 4),
    }
}

#[test]
fn plain_records_are_answered_as_by_the_general_path() {
    let mut random = Random::new(2);
    for _ in 0..sized(100, 1000) {
        let lines = random.within(1, 29);
        let text: String = (0..lines).map(|_| plain_line(&mut random)).collect();
        let expected = general(&text).answers;
        for simd in Simd::all() {
            let (answers, run) = fast(simd, &text);
            assert_eq!(
                run,
                Run {
                    bytes: text.len(),
                    lines
                }
            );
            assert_eq!(answers, expected, "{}: {text}", simd.level().name());
        }
    }
}

#[test]
fn a_run_ends_before_any_line_that_is_not_plain() {
    let fixed = [
        "nim : 1",
        "nim:1 99999999999999999999",
        "nim: 1000000000000000000000000000",
        "nim",
        "@a nim: 2",
        "",
    ];
    let mut random = Random::new(3);
    for round in 0..sized(100, 1000) {
        let odd = fixed
            .get(round)
            .map_or_else(|| odd_position(&mut random), |odd| odd.to_string());
        let plain = random.below(20) as usize;
        let text = format!("{}{odd}\nnim: 7\n", "nim: 1 2\n".repeat(plain));
        for simd in Simd::all() {
            let (answers, run) = fast(simd, &text);
            // A number that is not read ends the run before its block.
            let lines = answers.lines().count();
            assert!(
                lines <= plain && lines + 8 > plain,
                "{lines} of {plain}, {}: {odd}",
                simd.level().name()
            );
            assert_eq!(
                run,
                Run {
                    bytes: 9 * lines,
                    lines: lines as u64
                }
            );
            assert_eq!(answers, "WIN 1\n".repeat(lines));
        }
    }
}

/// With any lines among them, a batch answers as the general path does.
#[test]
fn runs_between_other_lines_change_nothing() {
    let mut random = Random::new(4);
    for _ in 0..sized(100, 1000) {
        let line = |_| match random.below(4) {
            0 => odd_line(&mut random) + "\n",
            _ => plain_line(&mut random),
        };
        let mut text: String = (0..20).map(line).collect();
        if random.below(2) == 0 {
            text.pop();
        }
        let expected = general(&text);
        assert_eq!(answer_text(&text, &Options::default()), expected, "{text}");
        for simd in Simd::all() {
            assert_eq!(
                line_by_line(simd, &text),
                expected.answers,
                "{}: {text}",
                simd.level().name()
            );
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
    // The heaps are equal, and an odd number of them.
    for wins in [1, 9, 11, 99, 101, 999, 1001, 12_347] {
        let text = format!("nim:{}\n", " 8".repeat(wins));
        for simd in Simd::all() {
            assert_eq!(
                fast(simd, &text).0,
                format!("WIN {wins}\n"),
                "{}",
                simd.level().name()
            );
        }
    }
}

/// Rules of every length, with digits in them, up to those that are longer than a block and are read line by line.
#[test]
fn the_text_of_rules_is_told_from_their_positions() {
    let (context, numbers) = (
        Context::default(),
        ["1 20 300", "", "18446744073709551615", "7 7"],
    );
    let rules = NIM.open_rules(&Record::default(), &context).unwrap();
    for length in 1..=70 {
        let name: String = "a1 23 b456,"
            .chars()
            .cycle()
            .take(length - 1)
            .collect::<String>()
            + ":";
        let text: String = numbers
            .iter()
            .cycle()
            .take(200)
            .map(|line| format!("{name} {line}\n"))
            .collect();
        let plain: String = numbers
            .iter()
            .cycle()
            .take(200)
            .map(|line| format!("nim: {line}\n"))
            .collect();
        for simd in Simd::all() {
            let mut out = Vec::new();
            let mut lines = NumberLines::new(simd, &[Ask::Verdict]).unwrap();
            let run = lines.answer(name.as_bytes(), &*rules, text.as_bytes(), &mut out);
            assert_eq!(
                run,
                Run {
                    bytes: text.len(),
                    lines: 200
                },
                "{length} {}",
                simd.level().name()
            );
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
            assert!(general(&text).answers.starts_with(&answers));
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
        let expected = general_of(ask, &text).answers;
        for simd in Simd::all() {
            let (answers, run) = fast_of(ask, simd, &text);
            assert_eq!(
                run,
                Run {
                    bytes: text.len(),
                    lines: 10
                }
            );
            assert_eq!(answers, expected, "{ask}");
        }
    }
}
