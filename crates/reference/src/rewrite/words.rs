//! The words of the rules, and what they say together.
#![expect(clippy::cast_possible_truncation, reason = "vertices are at most 4096")]

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::{Edge, Fail, Res, text};

/// A sign of a word: what it matches before `>`, and what it writes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A letter, `.` or `#`.
    Letter(u8),
    /// Any letter: `_`; after `>`, the letter that is there.
    Any,
    /// The letter of this number: `_1` to `_9`.
    Numbered(usize),
}

/// A sign, and whether a `*` stands after it.
#[derive(Clone, Copy)]
struct WrittenSign {
    /// The sign.
    sign: Sign,
    /// Whether a `*` stands after it.
    is_run: bool,
}

/// The signs of a word as they were written, row by row.
type WrittenWord = Vec<Vec<WrittenSign>>;

/// A word whose runs have a length: its signs, row by row.
pub(super) type CellWord = Vec<Vec<Sign>>;

/// The parts of a rule `BEFORE>AFTER`.
pub(super) struct CellRule {
    /// The word before `>`.
    before: WrittenWord,
    /// The word after `>`.
    after: WrittenWord,
    /// Whether the row closes up where this rule is applied.
    pub closes: bool,
}

/// The rules of a record.
#[derive(Default)]
pub(super) struct Rules {
    /// The keywords that stand in the record.
    pub keywords: BTreeSet<&'static str>,
    /// The rules, in their order.
    pub rules: Vec<CellRule>,
    /// The words that no move may leave.
    pub never: Vec<CellWord>,
    /// The words that end play.
    pub ends: Vec<CellWord>,
    /// The number of vertices, if the position is a graph.
    pub vertices: Option<usize>,
    /// The ways from a vertex to another one, both counted from 0.
    pub arcs: BTreeSet<[usize; 2]>,
}

const ALONE: [&str; 7] = [
    "turned", "king", "knight", "ring", "alive", "joined", "misere",
];
const BEFORE_WORDS: [&str; 3] = ["never", "ends", "graph"];
const MAX_VERTICES: u64 = 4096;

fn must(truth: bool) -> Res<()> {
    Fail::Wrong.when(!truth)
}

fn row(text: &str) -> Res<Vec<WrittenSign>> {
    let mut row: Vec<WrittenSign> = Vec::new();
    let mut letters = text.bytes().peekable();
    while let Some(letter) = letters.next() {
        let sign = match letter {
            b'*' => {
                let last = row.last_mut().ok_or(Fail::Wrong)?;
                must(!last.is_run)?;
                last.is_run = true;
                continue;
            }
            b'_' => match letters.next_if(u8::is_ascii_digit) {
                Some(digit) => Sign::Numbered(usize::from(digit - b'0')),
                None => Sign::Any,
            },
            _ => Sign::Letter(letter),
        };
        must(sign != Sign::Numbered(0))?;
        must(letter.is_ascii_alphanumeric() || b"._#".contains(&letter))?;
        row.push(WrittenSign {
            sign,
            is_run: false,
        });
    }
    must(!row.is_empty())?;
    Ok(row)
}

fn word(text: &str) -> Res<WrittenWord> {
    let rows = text.split('/').map(row).collect::<Res<WrittenWord>>()?;
    must(rows.iter().map(Vec::len).all_equal())?;
    let runs = rows.iter().flatten().filter(|sign| sign.is_run).count();
    must(runs == 0 || runs == 1 && rows.len() == 1)?;
    Ok(rows)
}

/// Reads a word of `never` or `ends`, or one before `>`: it has no wall.
fn word_without_wall(text: &str) -> Res<WrittenWord> {
    let word = word(text)?;
    let is_wall = |sign: &WrittenSign| sign.sign == Sign::Letter(b'#');
    must(!word.iter().flatten().any(is_wall))?;
    Ok(word)
}

fn word_without_run(text: &str) -> Res<CellWord> {
    let word = word_without_wall(text)?;
    must(!has_run(&word))?;
    Ok(with_run(&word, 1))
}

fn has_run(word: &WrittenWord) -> bool {
    word.iter().flatten().any(|sign| sign.is_run)
}

/// Returns a word with runs of this length.
fn with_run(word: &WrittenWord, length: usize) -> CellWord {
    let times = |sign: &WrittenSign| if sign.is_run { length } else { 1 };
    let row = |row: &Vec<WrittenSign>| {
        let signs = row.iter();
        let repeated = signs.flat_map(|sign| std::iter::repeat_n(sign.sign, times(sign)));
        repeated.collect()
    };
    word.iter().map(row).collect()
}

impl CellRule {
    fn read(text: &str) -> Res<CellRule> {
        let (before, after) = text.split_once('>').ok_or(Fail::Wrong)?;
        must(!after.contains('>'))?;
        let before = word_without_wall(before)?;
        let after = if after.is_empty() {
            vec![Vec::new()]
        } else {
            word(after)?
        };
        must(before.len() == after.len())?;
        let fixed = |word: &WrittenWord| with_run(word, 0)[0].len();
        let loses_run = has_run(&before) && !has_run(&after);
        let closes = loses_run || fixed(&after) < fixed(&before);
        must(has_run(&before) || !has_run(&after))?;
        must(fixed(&after) <= fixed(&before))?;
        must(!closes || before.len() == 1)?;
        let stands_before = |sign: Sign| before.iter().flatten().any(|other| other.sign == sign);
        for WrittenSign { sign, .. } in after.iter().flatten() {
            match sign {
                Sign::Letter(_) => {}
                Sign::Any => must(!closes)?,
                Sign::Numbered(_) => must(stands_before(*sign))?,
            }
        }
        Ok(CellRule {
            before,
            after,
            closes,
        })
    }

    /// Returns BEFORE and AFTER for every length of the run, if there is one, on positions whose longer side is given.
    pub fn forms(&self, longest: usize) -> Vec<[CellWord; 2]> {
        let lengths = if has_run(&self.before) { longest } else { 0 };
        let forms = (0..=lengths).map(|length| {
            [
                with_run(&self.before, length),
                with_run(&self.after, length),
            ]
        });
        forms.filter(|[before, _]| !before[0].is_empty()).collect()
    }
}

impl Rules {
    pub fn has(&self, keyword: &str) -> bool {
        self.keywords.contains(keyword)
    }

    pub fn closes(&self) -> bool {
        self.rules.iter().any(|rule| rule.closes)
    }

    pub fn read(words: &[String]) -> Res<Rules> {
        let mut rules = Rules::default();
        let keyword = |word: &str| {
            let mut keywords = ALONE.into_iter().chain(BEFORE_WORDS);
            keywords.find(|keyword| *keyword == word)
        };
        let goes_on = |word: &&String| keyword(word).is_none() && !word.contains('>');
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let Some(keyword) = keyword(word) else {
                rules.rules.push(CellRule::read(word)?);
                continue;
            };
            must(rules.keywords.insert(keyword))?;
            match keyword {
                "never" | "ends" => {
                    let named = words.peeking_take_while(goes_on);
                    let named: Vec<CellWord> =
                        named.map(|word| word_without_run(word)).try_collect()?;
                    must(!named.is_empty())?;
                    if keyword == "never" {
                        rules.never = named;
                    } else {
                        rules.ends = named;
                    }
                }
                "graph" => {
                    let count =
                        text::number_within(words.next().ok_or(Fail::Wrong)?, MAX_VERTICES)?;
                    rules.vertices = Some(count as usize);
                    let edges = words.peeking_take_while(|word| arcs(word).is_some());
                    for Edge { from, to } in edges.filter_map(|word| arcs(word)).flatten() {
                        let is_vertex = |vertex| (1..=count).contains(&vertex);
                        must(from != to && is_vertex(from) && is_vertex(to))?;
                        rules.arcs.insert([from as usize - 1, to as usize - 1]);
                    }
                }
                _ => {}
            }
        }
        rules.must_agree()?;
        Ok(rules)
    }

    /// Refuses rules whose parts say different things.
    fn must_agree(&self) -> Res<()> {
        let is_graph = self.vertices.is_some();
        let by_piece = self.has("king") || self.has("knight");
        let turns = ["turned", "king", "knight"];
        must(!self.rules.is_empty())?;
        must(turns.into_iter().filter(|turn| self.has(turn)).count() <= 1)?;
        must(!is_graph || !by_piece && !self.has("ring"))?;
        must(!by_piece || !self.has("ring"))?;
        must(!self.closes() || !is_graph && !self.has("ring"))?;
        let words = self.never.iter().chain(&self.ends);
        let is_tall = self.rules.iter().any(|rule| rule.before.len() > 1)
            || words.map(Vec::len).any(|rows| rows > 1);
        must(!is_tall || !is_graph && !by_piece)?;
        must(!is_graph || !self.rules.iter().any(|rule| has_run(&rule.before)))
    }
}

/// Returns the arcs of an edge, one for `1>2` and two for `1-2`, vertices as written; none if a word is no edge.
fn arcs(word: &str) -> Option<Vec<Edge>> {
    if let Ok([from, to]) = text::pair(word, '>') {
        return Some(vec![Edge { from, to }]);
    }
    let [from, to] = text::pair(word, '-').ok()?;
    let edge = Edge { from, to };
    Some(vec![edge, edge.reversed()])
}
