//! A comparison of a program with the answers: where they differ, and a small record that shows it.

use itertools::Itertools;

use super::cases::TestCases;
use super::cases::answered;
use super::error::SetterError;
use super::exhaustive::of_numbers;
use super::fields::{RecordFields, fields};
use super::limits::RecordLimits;
use super::templates::Template;
use super::test_case::TestCase;
use super::trial::{Call, TrialVerdict};
use crate::generate::Parameters;
use crate::jobs::on_all;
use grundy_api::Position;
use grundy_base::range::Range;
use grundy_games::Context;

/// A comparison of a program with the answers.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The program.
    pub call: Call,
    /// The template of what the program reads.
    pub input: &'a Template,
    /// The template of what the program must print.
    pub answer: &'a Template,
    /// The most runs of the program that make a record smaller.
    pub shrink: u64,
    /// The games, and the budget.
    pub context: &'a Context,
}

/// A record on which the program is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case that it was found in, with the one record that shows it, or several if none does so alone.
    pub case: TestCase,
    /// The input of the program.
    pub given: String,
    /// The expected output.
    pub expected: String,
    /// The output of the program, or the way it ended.
    pub got: String,
    /// The number of runs that made the record smaller.
    pub runs: u64,
}

/// The most characters of a wrong output that are kept.
const MAX_OUTPUT_CHARACTERS: usize = 2000;

/// A search for a smaller difference in a case.
struct Shrinking<'a> {
    /// The comparison in which the difference was found.
    comparison: &'a Comparison<'a>,
    /// The limits of the plan's records.
    limits: &'a RecordLimits,
    /// The smallest difference so far.
    best: Difference,
}

impl Comparison<'_> {
    /// Runs all cases on all threads. Gives the first difference in their order, made as small as it gets.
    ///
    /// # Errors
    ///
    /// Says that the program cannot be started, or that a template fails.
    pub fn of(&self, cases: &TestCases) -> Result<Option<Difference>, SetterError> {
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

    /// Runs the program on a case, and gives the difference, if there is one.
    fn difference(
        &self,
        case: &TestCase,
        limits: Option<&RecordLimits>,
    ) -> Result<Option<Difference>, SetterError> {
        let given = self.input.render(&case.fields, limits)?;
        let expected = self.answer.render(&case.fields, limits)?;
        let any_move = self.answer.is("move");
        let got = match self.call.judged(&given, &expected, any_move)? {
            TrialVerdict::Right => return Ok(None),
            TrialVerdict::Wrong(out) => out.chars().take(MAX_OUTPUT_CHARACTERS).collect(),
            TrialVerdict::TimeOver => format!("(nothing within {} ms)", self.call.time.as_millis()),
            TrialVerdict::Crashed(code, said) => {
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
    fn shrink(&mut self) -> Result<(), SetterError> {
        if !self.isolate_one()? {
            return Ok(());
        }
        let Comparison { input, context, .. } = *self.comparison;
        while self.take_first(smaller(&self.best.case.records[0], context).chunks(1))? {}
        // Two changes may reach a smaller difference that no single change reaches. So all tiny positions are also tried,
        // and the first that differs is taken. The program gets all of them at once if its input takes many.
        let shrunk = self.best.clone();
        let tiny = tiny(&self.best.case.fields[0], self.limits, context);
        let at_once = if input.is("single") {
            1
        } else {
            tiny.len().max(1)
        };
        let tiny_differs = self.take_first(tiny.chunks(at_once))?;
        if tiny_differs && !self.isolate_one()? {
            self.best = Difference {
                runs: self.best.runs,
                ..shrunk
            };
        }
        Ok(())
    }

    /// Searches by halves for the first record that shows a difference alone. Says whether there is one.
    fn isolate_one(&mut self) -> Result<bool, SetterError> {
        let mut part = self.best.case.records.len().div_ceil(2);
        while self.best.case.records.len() > 1 {
            let records = self.best.case.records.clone();
            if self.take_first(records.chunks(part))? {
                part = self.best.case.records.len().div_ceil(2);
            } else if part > 1 {
                part = part.div_ceil(2);
            } else {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the first of some lists of records that shows a difference. Says whether one does.
    fn take_first<'a>(
        &mut self,
        lists: impl Iterator<Item = &'a [String]>,
    ) -> Result<bool, SetterError> {
        for records in lists {
            if let Some(found) = self.differs(records)? {
                self.best = found;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs the program on some records alone, and gives the difference, if there is one. Records that do not keep the
    /// lower limits, on which a program may rely, show no difference. After too many runs there is none.
    fn differs(&mut self, records: &[String]) -> Result<Option<Difference>, SetterError> {
        let comparison = self.comparison;
        if self.best.runs >= comparison.shrink {
            return Ok(None);
        }
        self.best.runs += 1;
        let templates = [comparison.input, comparison.answer];
        // A record that cannot be answered shows nothing.
        let Ok(fields) = answered(records, &templates, comparison.context) else {
            return Ok(None);
        };
        if !fields
            .iter()
            .all(|record| keeps_minima(record, self.limits))
        {
            return Ok(None);
        }
        let case = TestCase {
            records: records.to_vec(),
            fields,
            ..self.best.case.clone()
        };
        let found = comparison.difference(&case, None)?;
        Ok(found.map(|found| Difference {
            runs: self.best.runs,
            ..found
        }))
    }
}

/// Says whether a record has no fewer components, and none smaller, than the records of the plan.
fn keeps_minima(record: &RecordFields, limits: &RecordLimits) -> bool {
    record.n as u64 >= limits.count.min
        && record.pieces.len() as u64 >= limits.pieces.min
        && record.tokens.len() as u64 >= limits.tokens.min
        && record.sizes().all(|size| size >= limits.size.min)
}

/// The most by which a number of a tiny position is larger than the smallest number of the plan: a guess.
const MAX_TINY_EXCESS: u64 = 12;
/// The most tiny positions that are tried: a guess.
const MAX_TINY_POSITIONS: usize = 2000;

/// Lists positions under the rules of a record that have no more components than it has, at most three, and small
/// numbers only, within the limits. Fewer components come first, then smaller sums.
fn tiny(here: &RecordFields, limits: &RecordLimits, context: &Context) -> Vec<String> {
    let Some(game) = context.catalogue.find(&here.game) else {
        return Vec::new();
    };
    let low = limits.size.min;
    let parameters = Parameters {
        heaps: Some(Range::new(0, here.n.min(3) as u64)),
        rules: Some(here.rules.clone()),
        min: Some(low),
        max: Some(
            low.saturating_add(MAX_TINY_EXCESS)
                .min(limits.size.max.max(low)),
        ),
        ..Parameters::default()
    };
    // Games on boards and graphs have no numbers to list.
    let listed = of_numbers(&parameters, game.signature()).unwrap_or_default();
    let mut tiny = Vec::new();
    for record in &listed {
        match fields(record.as_bytes(), 1, context) {
            Ok(record) if keeps_minima(&record, limits) => tiny.push(record),
            _ => {}
        }
    }
    let sum = |record: &RecordFields| record.sizes().sum::<u64>();
    tiny.sort_by_cached_key(|record| (record.n, sum(record), record.text.clone()));
    tiny.truncate(MAX_TINY_POSITIONS);
    tiny.into_iter().map(|record| record.text).collect()
}

/// Lists records that are smaller than this one in one thing: without a word (a heap, an edge, a set), without a row or
/// column at a side of a board, with a cell of it free, or with a smaller number. Rules stay, unless they are the graph or
/// the board. Records without a word come first.
fn smaller(record: &str, context: &Context) -> Vec<String> {
    let Ok(position) = Position::read(record.as_bytes(), context) else {
        return Vec::new();
    };
    let without_comment = record.split("//").next().unwrap_or_default();
    let without_asks = without_comment.split('?').next().unwrap_or_default();
    let line = without_asks.replace(':', " : ");
    let words: Vec<&str> = line.split_whitespace().collect();
    let colon = words
        .iter()
        .position(|word| *word == ":")
        .unwrap_or(words.len());
    let record = position.record();
    let is_in_graph = position.order().is_some();
    let has_boards = record.size.is_some() || !record.position.boards.is_empty();
    let mut without_a_word = Vec::new();
    let mut with_a_change = Vec::new();
    for (at, word) in words.iter().enumerate().skip(1) {
        let is_board = has_boards && is_board(word);
        let has_number = word.contains(|c: char| c.is_ascii_digit());
        let may_shrink = at > colon || is_in_graph;
        let has_smaller_number = may_shrink && has_number;
        if !is_board && !has_smaller_number {
            continue;
        }
        let with = |new: &[&str]| {
            let words = [&words[..at], new, &words[at + 1..]].concat();
            words.join(" ").replace(" :", ":")
        };
        without_a_word.push(with(&[]));
        let changed = if is_board {
            smaller_boards(word)
        } else {
            smaller_numbers(word)
        };
        with_a_change.extend(changed.iter().map(|changed| with(&[changed])));
    }
    let mut smaller = without_a_word;
    smaller.extend(with_a_change);
    smaller.retain(|text| Position::read(text.as_bytes(), context).is_ok());
    smaller
}

/// Says whether a word is a board as a text, and no number.
fn is_board(word: &str) -> bool {
    let is_cell = |c: char| ".#XK/".contains(c) || c.is_ascii_digit();
    word.chars().all(is_cell) && !word.chars().all(|c| c.is_ascii_digit())
}

/// Lists the words that a word becomes if one of its numbers gets smaller, the smallest numbers first.
fn smaller_numbers(word: &str) -> Vec<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let starts = word
        .match_indices(is_digit)
        .filter(|&(at, _)| !word[..at].ends_with(is_digit));
    let mut all = Vec::new();
    for (at, _) in starts {
        let (before, rest) = word.split_at(at);
        let digits = rest.split(|c: char| !is_digit(c)).next().unwrap_or(rest);
        let after = &rest[digits.len()..];
        let number = digits.parse::<u64>().unwrap_or(0);
        // Large steps first, so that few runs are needed; the last one reaches every number.
        let candidates = [
            0,
            1,
            number / 2,
            number - number / 4,
            number.saturating_sub(1),
        ];
        let less = candidates.into_iter().filter(|&less| less < number);
        all.extend(less.dedup().map(|less| format!("{before}{less}{after}")));
    }
    all
}

/// Lists the boards that a board becomes without a row or column at a side, or with a cell free.
fn smaller_boards(board: &str) -> Vec<String> {
    let rows: Vec<&str> = board.split('/').collect();
    let columns = |from: usize, to: usize| {
        rows.iter()
            .map(|row| row.get(from..to).unwrap_or_default())
            .join("/")
    };
    let width = rows[0].len();
    let last_row = rows.len() - 1;
    let last_col = width.saturating_sub(1);
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
            ("three-rocks: 3,5", "three-rocks: 3,2"),
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
