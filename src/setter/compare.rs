//! A program beside the answers: where they differ, and the least record that shows it.

use itertools::Itertools;

use super::cases::answered;
use super::exhaustive::of_numbers;
use super::fields::{Fields, fields};
use super::limits::Limits;
use super::templates::Template;
use super::trial::{Call, Verdict};
use super::{Case, Cases, Trouble};
use crate::Position;
use crate::games::Context;
use crate::generate::Parameters;
use crate::jobs::on_all;

/// How a program is compared.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The program.
    pub call: Call,
    /// The input template.
    pub input: &'a Template,
    /// The answer template.
    pub answer: &'a Template,
    /// The most runs to make a record smaller.
    pub shrink: u64,
    /// The games, and the budget.
    pub context: &'a Context,
}

/// A record on which the program is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case it was found in, with the record that shows it, or several if none alone does.
    pub case: Case,
    /// The input of the program.
    pub given: String,
    /// The expected output.
    pub expected: String,
    /// The output of the program, or the way it ended.
    pub got: String,
    /// How many runs made the record smaller.
    pub runs: u64,
}

/// The most characters of a wrong output that are kept.
const MAX_SHOWN: usize = 2000;

/// A search for a smaller difference in a case.
struct Shrinking<'a> {
    comparison: &'a Comparison<'a>,
    limits: &'a Limits,
    best: Difference,
}

impl Comparison<'_> {
    /// Runs all cases on all threads; the first difference in their order, made as small as it gets.
    ///
    /// # Errors
    ///
    /// When the program cannot be started, or a template fails.
    pub fn of(&self, cases: &Cases) -> Result<Option<Difference>, Trouble> {
        let limits = &cases.limits;
        let threads = self.context.budget.threads;
        let all = on_all(cases.cases.len(), threads, |i| {
            self.difference(&cases.cases[i], Some(limits))
        });
        let Some(best) = all.into_iter().find_map(Result::transpose).transpose()? else {
            return Ok(None);
        };
        let mut shrinking = Shrinking {
            comparison: self,
            limits,
            best,
        };
        shrinking.shrink()?;
        Ok(Some(shrinking.best))
    }

    fn difference(
        &self,
        case: &Case,
        limits: Option<&Limits>,
    ) -> Result<Option<Difference>, Trouble> {
        let [given, expected] =
            [self.input, self.answer].map(|text| text.render(&case.fields, limits));
        let (given, expected, any_move) = (given?, expected?, self.answer.is("move"));
        let got = match self.call.judged(&given, &expected, any_move)? {
            Verdict::Right => return Ok(None),
            Verdict::Wrong(out) => out.chars().take(MAX_SHOWN).collect(),
            Verdict::TimeOver => format!("(nothing within {} ms)", self.call.time.as_millis()),
            Verdict::Crashed(code, said) => {
                let code =
                    code.map_or_else(|| "a signal".to_owned(), |code| format!("status {code}"));
                format!("(it ended with {code}) {said}")
            }
        };
        Ok(Some(Difference {
            case: case.clone(),
            given,
            expected,
            got,
            runs: 0,
        }))
    }
}

impl Shrinking<'_> {
    /// Shrinks the difference while it stays one: one record, fewer components, smaller numbers.
    fn shrink(&mut self) -> Result<(), Trouble> {
        if !self.isolate_one()? {
            return Ok(());
        }
        let Comparison { input, context, .. } = *self.comparison;
        while self.first(smaller(&self.best.case.records[0], context).chunks(1))? {}
        // Two changes may reach a smaller difference that no single change reaches: all tiny positions are tried, too,
        // and the first is taken. They are given to the program at once if its input takes many.
        let (alone, all) = (
            self.best.clone(),
            tiny(&self.best.case.fields[0], self.limits, context),
        );
        let part = if input.is("single") {
            1
        } else {
            all.len().max(1)
        };
        if self.first(all.chunks(part))? && !self.isolate_one()? {
            self.best = Difference {
                runs: self.best.runs,
                ..alone
            };
        }
        Ok(())
    }

    /// Searches by halves for the first record that shows a difference alone; whether there is one.
    fn isolate_one(&mut self) -> Result<bool, Trouble> {
        let mut part = self.best.case.records.len().div_ceil(2);
        while self.best.case.records.len() > 1 {
            let records = self.best.case.records.clone();
            match self.first(records.chunks(part))? {
                true => part = self.best.case.records.len().div_ceil(2),
                false if part == 1 => return Ok(false),
                false => part = part.div_ceil(2),
            }
        }
        Ok(true)
    }

    /// Takes the first of some lists of records that shows a difference; whether one does.
    fn first<'a>(&mut self, lists: impl Iterator<Item = &'a [String]>) -> Result<bool, Trouble> {
        for records in lists {
            if let Some(found) = self.differs(records)? {
                self.best = found;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The difference of some records alone, which must keep the lower limits that a program may rely on; none if there
    /// were too many runs.
    fn differs(&mut self, records: &[String]) -> Result<Option<Difference>, Trouble> {
        let Shrinking {
            comparison,
            limits,
            best,
        } = self;
        if best.runs >= comparison.shrink {
            return Ok(None);
        }
        best.runs += 1;
        // A record that cannot be answered shows nothing.
        let Ok(fields) = answered(
            records,
            &[comparison.input, comparison.answer],
            comparison.context,
        ) else {
            return Ok(None);
        };
        if !fields.iter().all(|record| keeps(record, limits)) {
            return Ok(None);
        }
        let case = Case {
            records: records.to_vec(),
            fields,
            ..best.case.clone()
        };
        let found = comparison.difference(&case, None)?;
        Ok(found.map(|found| Difference {
            runs: best.runs,
            ..found
        }))
    }
}

/// Whether a record has no fewer components, and none smaller, than the records of the plan.
fn keeps(record: &Fields, limits: &Limits) -> bool {
    record.n as u64 >= limits.count.min
        && record.pieces.len() as u64 >= limits.pieces.min
        && record.tokens.len() as u64 >= limits.tokens.min
        && record.sizes().all(|size| size >= limits.size.min)
}

/// By how much the numbers of a tiny position are larger than the smallest at most, and the most of them that are tried.
const MAX_TINY: u64 = 12;
const MAX_TINY_TRIED: usize = 2000;

/// Positions of the rules of a record that have no more components than it has, at most three, and small numbers only,
/// within the limits: those of fewer components, then of smaller sums, first.
fn tiny(here: &Fields, limits: &Limits, context: &Context) -> Vec<String> {
    let Some(game) = context.catalogue.find(&here.game) else {
        return Vec::new();
    };
    let low = limits.size.min;
    let parameters = Parameters {
        heaps: Some((0, here.n.min(3) as u64)),
        rules: Some(here.rules.clone()),
        min: Some(low),
        max: Some(low.saturating_add(MAX_TINY).min(limits.size.max.max(low))),
        ..Parameters::default()
    };
    // Games on boards and graphs have no numbers to list.
    let listed = of_numbers(&parameters, game.signature()).unwrap_or_default();
    let read = listed
        .iter()
        .filter_map(|record| fields(record.as_bytes(), 1, context).ok());
    let all = read.filter(|record| keeps(record, limits));
    let all = all
        .map(|record| (record.n, record.sizes().sum::<u64>(), record.text))
        .sorted();
    all.map(|(_, _, text)| text).take(MAX_TINY_TRIED).collect()
}

/// Records that are smaller than this one in one thing: without a word (a heap, an edge, a set), without a row or column at
/// a side of a board, with a cell of it free, or with a smaller number. Rules stay, unless they are the graph or the board.
fn smaller(record: &str, context: &Context) -> Vec<String> {
    let Ok(position) = Position::read(record.as_bytes(), context) else {
        return Vec::new();
    };
    let line = record
        .split("//")
        .next()
        .unwrap_or_default()
        .split('?')
        .next()
        .unwrap_or_default();
    let line = line.replace(':', " : ");
    let words: Vec<&str> = line.split_whitespace().collect();
    let colon = words
        .iter()
        .position(|word| *word == ":")
        .unwrap_or(words.len());
    let (rules, boards) = (&position.record().rules, &position.record().position.boards);
    let in_graph = rules.order().is_some();
    let has_boards = rules.size.is_some() || !boards.is_empty();
    let is_board = |word: &str| {
        let is_cell = |c: char| ".#XK/".contains(c) || c.is_ascii_digit();
        has_boards && word.chars().all(is_cell) && !word.chars().all(|c| c.is_ascii_digit())
    };
    let (mut without, mut all) = (Vec::new(), Vec::new());
    for (at, word) in words.iter().enumerate().skip(1) {
        let board = is_board(word);
        if !board && (at <= colon && !in_graph || !word.contains(|c: char| c.is_ascii_digit())) {
            continue;
        }
        let with = |new: &[&str]| {
            [&words[..at], new, &words[at + 1..]]
                .concat()
                .join(" ")
                .replace(" :", ":")
        };
        without.push(with(&[]));
        let changed = if board {
            smaller_boards(word)
        } else {
            smaller_numbers(word)
        };
        all.extend(changed.iter().map(|changed| with(&[changed])));
    }
    without.extend(all);
    without.retain(|text| Position::read(text.as_bytes(), context).is_ok());
    without
}

/// A word with one of its numbers smaller, the largest steps first.
fn smaller_numbers(word: &str) -> Vec<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let starts = word
        .match_indices(is_digit)
        .filter(|&(at, _)| !word[..at].ends_with(is_digit));
    let with_less = |(at, _)| {
        let (before, rest) = word.split_at(at);
        let digits = rest.split(|c: char| !is_digit(c)).next().unwrap_or(rest);
        let n = digits.parse::<u64>().unwrap_or(0);
        let below = [0, 1, n / 2, n - n / 4, n.saturating_sub(1)]
            .into_iter()
            .filter(move |&less| less < n);
        below
            .dedup()
            .map(move |less| format!("{before}{less}{}", &rest[digits.len()..]))
    };
    starts.flat_map(with_less).collect()
}

/// The board without a row or column at a side, or with a cell free.
fn smaller_boards(board: &str) -> Vec<String> {
    let rows: Vec<&str> = board.split('/').collect();
    let columns = |from: usize, to: usize| {
        rows.iter()
            .map(|row| row.get(from..to).unwrap_or_default())
            .join("/")
    };
    let width = rows[0].len();
    let (last_row, last_col) = (rows.len() - 1, width.saturating_sub(1));
    let mut all = vec![
        rows[1..].join("/"),
        rows[..last_row].join("/"),
        columns(1, width),
        columns(0, last_col),
    ];
    let taken = board.match_indices(|c| c != '.' && c != '/');
    all.extend(taken.map(|(at, _)| format!("{}.{}", &board[..at], &board[at + 1..])));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_records_are_records_and_smaller() {
        let context = Context::default();
        for (record, among) in [
            ("nim: 3 9", "nim: 9"),
            ("nim: 9", "nim: 4"),
            ("wythoff: 3,5", "wythoff: 3,2"),
            ("king .X/K.", "king ../K."),
            ("king ..X/.K.", "king .X/K."),
            ("take 4 1,2 3:", "take 4 1,2:"),
            ("leaper -1,0 .K/..", "leaper -1,0 .K"),
            ("graph 4 1>2 2>3: 1", "graph 3 1>2 2>3: 1"),
            ("geography 3 1-2 2-3: 2", "geography 3 2-3: 2"),
        ] {
            let all = smaller(record, &context);
            assert!(all.iter().any(|text| text == among), "{record}: {all:?}");
            assert!(!all.contains(&record.to_owned()));
        }
    }
}
