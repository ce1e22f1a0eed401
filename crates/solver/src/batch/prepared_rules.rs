//! Lines in any order whose rules are prepared: their answers stand in tables.
//!
//! Rules are known by the bytes up to the colon, and prepared by their game where they come again
//! ([`Prepared`]). Whatever is not such a line with nothing but numbers behind the colon takes the general
//! path, so that path alone decides what is right and what is wrong; the tests hold the two together.

use super::contained::contained;
use super::known_rules::Rules;
use crate::games::{Context, Prepared};
use crate::language::parse;
use crate::platform::LOADED_ANEW;
use crate::record::{Ask, Field};

/// Pairs of places for rules; each rules have one pair.
const PAIRS: usize = 256;
/// The most numbers of a position.
const MOST_NUMBERS: usize = 1 << 12;
/// So many digits always fit.
const MOST_DIGITS: usize = 19;

/// Rules met lately, for one worker.
pub(super) struct PreparedRules<'a> {
    context: &'a Context,
    ask: Ask,
    pairs: Vec<Pair<'a>>,
    /// How often the cache of analyses was emptied when the first of these rules were prepared.
    emptied: u64,
    numbers: Vec<u64>,
}

#[derive(Default)]
struct Pair<'a> {
    places: [Place<'a>; 2],
    /// Which of them was met last.
    last: usize,
}

#[derive(Default)]
struct Place<'a> {
    hash: u64,
    met: Met<'a>,
}

/// What is known of rules.
#[derive(Default)]
enum Met<'a> {
    /// Nothing.
    #[default]
    New,
    /// Their hash.
    Once,
    /// Their game does not prepare them.
    Unfit,
    Prepared(Box<[u8]>, Box<dyn Prepared + 'a>),
}

impl<'a> PreparedRules<'a> {
    /// For records that are asked these; `None` where no rules are prepared for that.
    pub(super) fn new(context: &'a Context, asks: &[Ask]) -> Option<Self> {
        match *asks {
            [ask @ (Ask::Verdict | Ask::Winner | Ask::Count | Ask::Grundy)] if !LOADED_ANEW => {
                let emptied = context.cache.emptied();
                Some(PreparedRules { context, ask, pairs: Vec::new(), emptied, numbers: Vec::new() })
            }
            _ => None,
        }
    }

    /// The answer of the first line of a text, and how long that is with its end.
    pub(super) fn answer(&mut self, text: &[u8]) -> Option<(Field, usize)> {
        let Rules { rules, rest: position, hash } = Rules::of(text)?;
        let place = self.place(hash);
        match place.met {
            Met::New => place.met = Met::Once,
            Met::Once => {
                place.met = Met::Unfit;
                let met = self.prepare(rules);
                self.place(hash).met = met;
            }
            _ => {}
        }
        let (pair, ask) = (pair_of(hash), self.ask);
        let pair = &self.pairs[pair];
        let Met::Prepared(known, prepared) = &pair.places[pair.last].met else { return None };
        if **known != *rules {
            return None;
        }
        let end = read(position, prepared.piles(), &mut self.numbers)?;
        let field = contained(|| Ok(prepared.answer(ask, &self.numbers))).ok()??;
        Some((field, rules.len() + end))
    }

    /// The place of rules with this hash, which is then the last of its pair. Rules that were not there are not met.
    fn place(&mut self, hash: u64) -> &mut Place<'a> {
        let emptied = self.context.cache.emptied();
        if self.pairs.is_empty() || self.emptied != emptied {
            self.pairs.clear();
            self.pairs.resize_with(PAIRS, Pair::default);
            self.emptied = emptied;
        }
        let pair = &mut self.pairs[pair_of(hash)];
        if pair.places[pair.last].hash != hash {
            pair.last = 1 - pair.last;
            if pair.places[pair.last].hash != hash {
                pair.places[pair.last] = Place { hash, met: Met::New };
            }
        }
        &mut pair.places[pair.last]
    }

    fn prepare(&self, rules: &[u8]) -> Met<'a> {
        let context = self.context;
        let prepared = contained(|| {
            let statement = parse(rules, &context.catalogue, &[self.ask]).ok();
            let alone = statement.filter(|read| {
                let nothing =
                    read.record.position.numbers.is_empty() && read.record.position.tuples.is_empty();
                nothing && read.label.is_none() && read.more.is_empty() && read.awaits_rows.is_none()
            });
            Ok(alone.and_then(|read| read.game.prepared(&read.record, context)))
        });
        match prepared {
            Ok(Some(prepared)) => Met::Prepared(rules.into(), prepared),
            _ => Met::Unfit,
        }
    }
}

fn pair_of(hash: u64) -> usize {
    (hash >> 32) as usize % PAIRS
}

/// Reads components of so many numbers up to the end of the line; how long it is with its end. `None` where
/// there is none, too many, or anything else.
fn read(text: &[u8], piles: usize, numbers: &mut Vec<u64>) -> Option<usize> {
    numbers.clear();
    let mut at = 0;
    loop {
        match *text.get(at)? {
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'\n' => break,
            b'\r' if text.get(at + 1) == Some(&b'\n') => {
                at += 1;
                break;
            }
            _ => {}
        }
        for pile in 0..piles {
            if pile > 0 {
                (text.get(at) == Some(&b',')).then_some(())?;
                at += 1;
            }
            let start = at;
            let mut number = 0u64;
            while let Some(digit) =
                text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
            {
                number = number.wrapping_mul(10).wrapping_add(digit.into());
                at += 1;
            }
            (1..=MOST_DIGITS).contains(&(at - start)).then_some(())?;
            numbers.push(number);
        }
        let ends = matches!(text.get(at), Some(b' ' | b'\t' | b'\n' | b'\r'));
        (ends && numbers.len() <= MOST_NUMBERS).then_some(())?;
    }
    (!numbers.is_empty()).then_some(at + 1)
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::batch::{Options, answer_text};
    use crate::random::Random;

    const RULES: [&str; 22] = [
        "nim",
        "nim misere",
        "subtraction 1 3 4",
        "subtraction 2-5 9",
        "subtraction misere 1 3 4",
        "subtraction 1-100 200",
        "kayles",
        "octal 0.137",
        "octal 0.16",
        "octal 4.3",
        "octal ring 0.77",
        "flags 2 5 7 left 1",
        "flags 1-6 left 5",
        "flags 1-6 left 5 or-less",
        "flags 3 4 left 2 overshoot",
        "rocks 1,0 0,1 1,1",
        "rocks 2,0 0,1 damaged 3,3 5,0",
        "rocks 1,0,0 0,1,2 2,0,1",
        "rocks 1,0 0,0",
        "three-rocks",
        "wythoff",
        "octal 0.9",
    ];

    /// Numbers of one to three piles, now and then with something else beside them.
    fn line(random: &mut Random) -> String {
        let rules = RULES[random.below(RULES.len() as u64) as usize];
        let piles = match rules {
            "rocks 1,0,0 0,1,2 2,0,1" => 3,
            _ if rules.contains("rocks") || rules == "wythoff" => 2,
            _ => 1,
        };
        let most = [6, 20, 40, [3000, 140, 20][piles - 1]][random.below(4) as usize];
        let mut line = format!("{rules}:");
        for _ in 0..random.below(4) {
            line += [" ", "  ", "\t"][random.below(3) as usize];
            let piles = if random.below(40) == 0 { 1 + piles % 3 } else { piles };
            let numbers: Vec<String> = (0..piles).map(|_| random.below(most).to_string()).collect();
            line += &numbers.join(",");
        }
        let ends = ["\n", "\r\n", " \n", " // end\n", " ? best\n", " x\n", " + nim: 1\n", "\r x\n", "-9\n"];
        line + ends[random.below(60).min(8) as usize % if random.below(2) == 0 { 1 } else { 9 }]
    }

    #[test]
    fn lines_are_answered_as_by_the_general_path() {
        let mut random = Random::new(11);
        let text: String = (0..4000).map(|_| line(&mut random)).collect();
        for ask in [Ask::Verdict, Ask::Winner, Ask::Count, Ask::Grundy] {
            // What echoes its records takes the general path.
            let echoing = Options { asks: vec![ask], echo: true, ..Options::default() };
            let (echoed, wrong) = answer_text(&text, &echoing);
            let expected: Vec<&str> = echoed.lines().filter_map(|line| line.strip_prefix("= ")).collect();
            let (answers, diagnostics) =
                answer_text(&text, &Options { asks: vec![ask], ..Options::default() });
            assert_eq!(answers.lines().collect::<Vec<_>>(), expected);
            assert_eq!(diagnostics, wrong);
        }
    }

    #[test]
    fn prepared_rules_answer_from_their_second_line_on() {
        let context = Context::default();
        let mut rules = PreparedRules::new(&context, &[Ask::Winner]).unwrap();
        let mut answer = |text: &str| rules.answer(text.as_bytes()).map(|(_, bytes)| bytes);
        let line = "subtraction 1 3 4: 10 7\n";
        assert_eq!(answer(line), None);
        assert_eq!(answer(line), Some(line.len()));
        for other in
            ["subtraction 1 3 4: 10 7", "subtraction 1 3 4:\n", "subtraction 1 3 4: 10,7\n", "@a nim: 3\n"]
        {
            assert_eq!(answer(other), None);
        }
        assert!(PreparedRules::new(&context, &[Ask::Best]).is_none());
    }
}
