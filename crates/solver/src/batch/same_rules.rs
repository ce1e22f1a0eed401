//! Runs of records that differ in their numbers alone: `subtraction 1 3 4: 10 7`, line after line.
//!
//! Their rules are read once, and their numbers by the engines that read those of plain nim. Where the game
//! prepares its rules ([`Prepared`](crate::games::Prepared)), no position is opened either. Whatever is not such
//! a line, or asks for more than a limit allows, ends the run and takes the general path, so that path alone
//! decides what is right and what is wrong; the tests hold the two together.

use super::contained::contained;
use super::output::Output;
use super::plain_nim::engine::{Digits, Engine, Kinds, MOST_ENDS};
use super::plain_nim::run::{Blocks, Run, second, without_carriage_returns};
use super::plain_nim::{Task, with_engine};
use crate::games::{self, Context};
use crate::language::{Statement, answer, parse};
use crate::record::{Ask, PositionKind};
use crate::simd::Simd;

/// The longest rules that are compared from line to line.
const MOST_RULES: usize = 4096;
/// A run ends when it has given so many bytes of answers, which are then written.
const MOST_ANSWERS: usize = 1 << 20;
/// After a run that came to nothing, so many records are not tried.
const PAUSE: u32 = 64;

/// Answers runs of records with the same rules.
pub(super) struct SameRules<'a> {
    context: &'a Context,
    asks: &'a [Ask],
    simd: Simd,
    /// How many records more are not tried.
    pause: u32,
}

impl<'a> SameRules<'a> {
    pub(super) fn new(context: &'a Context, asks: &'a [Ask], simd: Simd) -> Self {
        SameRules { context, asks, simd, pause: 0 }
    }

    /// Answers the lines at the beginning of a text that have the same rules and nothing but numbers behind
    /// their colon, if there are several, and as far as `begins` lets the line at an offset begin. Where a
    /// line may take long, `leave` is given what was answered before.
    pub(super) fn answer(
        &mut self,
        text: &[u8],
        output: &mut Output,
        begins: &dyn Fn(usize) -> bool,
        leave: &dyn Fn(&mut Output) -> bool,
    ) -> Run {
        if self.pause > 0 {
            self.pause -= 1;
            return Run::default();
        }
        let Some(rules) = common_rules(text) else { return Run::default() };
        let run = self.run(rules, text, output, begins, leave).unwrap_or_default();
        if run.lines == 0 {
            self.pause = PAUSE;
        }
        run
    }

    fn run(
        &self,
        rules: &[u8],
        text: &[u8],
        output: &mut Output,
        begins: &dyn Fn(usize) -> bool,
        leave: &dyn Fn(&mut Output) -> bool,
    ) -> Option<Run> {
        let mut statement = parse(rules, &self.context.catalogue, self.asks).ok()?;
        let numbers = statement.game.signature().position == PositionKind::Numbers;
        if !numbers || !statement.more.is_empty() || !statement.record.position.numbers.is_empty() {
            return None;
        }
        let begin = output.text.len();
        let direct = match *self.asks {
            [ask] => contained(|| Ok(statement.game.prepared(&statement.record, self.context)))
                .ok()
                .flatten()
                .map(|rules| (ask, rules)),
            _ => None,
        };
        let mut answer = |at: usize, heaps: &mut Vec<u64>| {
            if output.text.len().saturating_sub(begin) > MOST_ANSWERS || !begins(at) {
                return false;
            }
            let field = contained(|| Ok(direct.as_ref().and_then(|(ask, rules)| rules.answer(*ask, heaps))));
            let Ok(field) = field else { return false };
            let written = match field {
                Some(field) => {
                    answer::write_field(&field, &mut output.text);
                    true
                }
                None => leave(output) && self.open(&mut statement, heaps, &mut output.text),
            };
            if written {
                output.text.push(b'\n');
            }
            written
        };
        Some(with_engine(self.simd, Lines { rules, text, answer: &mut answer }))
    }

    /// Opens the position and asks it; whether it answers.
    fn open(&self, statement: &mut Statement<'_>, heaps: &mut Vec<u64>, out: &mut Vec<u8>) -> bool {
        std::mem::swap(&mut statement.record.position.numbers, heaps);
        let fields = contained(|| {
            let mut instance = statement.open(self.context)?;
            self.asks.iter().map(|&ask| games::answer(&mut *instance, ask)).collect::<Result<Vec<_>, _>>()
        });
        std::mem::swap(&mut statement.record.position.numbers, heaps);
        let Ok(fields) = fields else { return false };
        answer::write(&fields, out);
        true
    }
}

/// The text up to the colon of the first line, if the two lines behind it begin so, too.
fn common_rules(text: &[u8]) -> Option<&[u8]> {
    if !text.first()?.is_ascii_lowercase() {
        return None;
    }
    let colon = memchr::memchr2(b':', b'\n', &text[..text.len().min(MOST_RULES)])?;
    let rules = &text[..=colon];
    let mut rest = text;
    for _ in 0..2 {
        let end = memchr::memchr(b'\n', rest)?;
        rest = &rest[end + 1..];
        if !rest.starts_with(rules) {
            return None;
        }
    }
    Some(rules)
}

/// A run of lines, and what answers the numbers of one, at its offset; `false` where it does not.
struct Lines<'a> {
    rules: &'a [u8],
    text: &'a [u8],
    answer: &'a mut dyn FnMut(usize, &mut Vec<u64>) -> bool,
}

impl Task for Lines<'_> {
    type Result = Run;

    #[inline(always)]
    fn run<E: Engine>(self, engine: E) -> Run {
        let mut run = Run::default();
        let mut numbers = Vec::with_capacity(4 * MOST_ENDS);
        while let Some(rest) = self.text.get(run.bytes..).and_then(|rest| rest.strip_prefix(self.rules)) {
            let Some(end) = read_line(engine, rest, &mut numbers) else { break };
            if !(self.answer)(run.bytes, &mut numbers) {
                break;
            }
            run.bytes += self.rules.len() + end;
            run.lines += 1;
        }
        run
    }
}

/// Reads the numbers up to a line end; where the next line begins. `None` where something else stands
/// there, a number that the engine does not read, or no line end.
#[inline(always)]
fn read_line<E: Engine>(engine: E, text: &[u8], numbers: &mut Vec<u64>) -> Option<usize> {
    numbers.clear();
    let mut before = 0;
    let mut blocks = Blocks::new(text);
    while let Some((base, window)) = blocks.next() {
        let Kinds { digits, newlines, others } = engine.classify(second(window));
        // Up to the line end, or all of the block.
        let upto = newlines ^ newlines.wrapping_sub(1);
        if others & upto != 0 && without_carriage_returns(others & upto, text, base) != 0 {
            return None;
        }
        let digits = Digits { before, here: digits & upto };
        before = digits.here;
        let count = numbers.len();
        numbers.resize(count + MOST_ENDS, 0);
        let room = numbers.get_mut(count..).and_then(<[u64]>::first_chunk_mut);
        if !room.is_some_and(|room| engine.read(window, digits, room)) {
            return None;
        }
        numbers.truncate(count + digits.ends().count_ones() as usize);
        if newlines != 0 {
            return Some(base + newlines.trailing_zeros() as usize + 1);
        }
    }
    None
}

#[cfg(all(test, feature = "proofs"))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::batch::reader::Origin;
    use crate::batch::{Options, Proofs, answer_text};

    /// The answers of the runs, and of the general path for the lines between them.
    fn in_turns(simd: Simd, asks: &[Ask], text: &str) -> (String, u64) {
        let context = Context::default();
        let mut same_rules = SameRules::new(&context, asks, simd);
        let (mut answers, mut lines) = (String::new(), 0);
        let mut rest = text;
        while !rest.is_empty() {
            let origin = Origin { sequence: 0, source: std::sync::Arc::default(), first: true };
            let mut output = Output::new(origin, 0);
            same_rules.pause = 0;
            let run = same_rules.answer(rest.as_bytes(), &mut output, &|_| true, &|_| true);
            answers += &String::from_utf8(output.text).unwrap();
            lines += run.lines;
            rest = &rest[run.bytes..];
            let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
            answers += &general(asks, &rest[..line]);
            rest = &rest[line..];
        }
        (answers, lines)
    }

    /// The general path: proofs keep every run out.
    fn general(asks: &[Ask], text: &str) -> String {
        let options = Options { asks: asks.to_vec(), proofs: Proofs::Certify, ..Options::default() };
        answer_text(text, &options).0
    }

    fn line(rules: &'static str) -> impl Strategy<Value = String> {
        let heap = prop_oneof![
            10 => (0u64..60).prop_map(|heap| heap.to_string()),
            2 => (0u64..5000).prop_map(|heap| format!("{heap:06}")),
            1 => any::<u64>().prop_map(|heap| heap.to_string()),
            1 => Just("99999999999999999999".to_owned()),
        ];
        let heaps = prop::collection::vec((heap, "[ \t]{1,3}"), 0..12).prop_map(|heaps| {
            heaps.iter().map(|(heap, blanks)| format!("{blanks}{heap}")).collect::<String>()
        });
        let end = prop_oneof![
            12 => Just("\n"), 2 => Just("\r\n"), 2 => Just(" \n"),
            1 => Just(" // end\n"), 1 => Just(" ? grundy\n"), 1 => Just(" x\n"), 1 => Just("\r \n"),
        ];
        (heaps, end).prop_map(move |(heaps, end)| format!("{rules}:{heaps}{end}"))
    }

    const ASKS: [&[Ask]; 4] = [&[Ask::Verdict], &[Ask::Winner], &[Ask::Count], &[Ask::Verdict, Ask::Moves]];

    const RULES: [&str; 9] = [
        "subtraction 1 3 4",
        "subtraction 2-5 9",
        "subtraction misere 1 3 4",
        "subtraction 1-100",
        "kayles",
        "octal 0.137",
        "nim",
        "nim misere",
        "flags 2 5 7 left 1",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::testing::sized(12, 200)))]

        #[test]
        fn runs_are_answered_as_record_by_record(
            lines in prop::sample::select(&RULES[..]).prop_flat_map(|rules| prop::collection::vec(line(rules), 1..12)),
            asks in prop::sample::select(&ASKS[..]),
        ) {
            let text = lines.concat();
            let expected = general(asks, &text);
            for simd in Simd::all() {
                prop_assert_eq!(&in_turns(simd, asks, &text).0, &expected, "{:?}", simd);
            }
            let options = Options { asks: asks.to_vec(), ..Options::default() };
            prop_assert_eq!(&answer_text(&text, &options).0, &expected);
        }
    }

    #[test]
    fn a_run_is_one() {
        let text = "subtraction 1 3 4: 10 7\nsubtraction 1 3 4: 9\nsubtraction 1 3 4:\n".repeat(100);
        for simd in Simd::all() {
            for ask in [Ask::Verdict, Ask::Winner, Ask::Grundy, Ask::Best] {
                let (answers, lines) = in_turns(simd, &[ask], &text);
                assert_eq!((answers, lines), (general(&[ask], &text), 300));
            }
        }
    }
}
