//! A program beside the answers: where they differ, and the least record that shows it.

use std::ops::ControlFlow;
use std::time::Duration;

use super::cases::answered;
use super::fields::{Fields, fields};
use super::limits::Limits;
use super::templates::Template;
use super::trial::{Verdict, judged};
use super::{Cases, Trouble};
use crate::Position;
use crate::games::Context;
use crate::generate::{components, each_sequence, with_components};
use crate::jobs::on_all;
use crate::record::{Ask, PositionKind, Tuple};

/// How a program is compared.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The input template.
    pub input: &'a Template,
    /// The answer template.
    pub answer: &'a Template,
    /// The asks of the templates.
    pub asks: Vec<Ask>,
    /// The time for one run.
    pub time: Duration,
    /// The most runs to make a record smaller.
    pub shrink: u64,
    /// The games, and the budget.
    pub context: &'a Context,
}

/// A record on which the program is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case it was found in.
    pub case: String,
    /// The record, or several if none alone shows it.
    pub records: Vec<String>,
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
        let differences = on_all(cases.cases.len(), self.context.budget.threads, |i| {
            let case = &cases.cases[i];
            self.difference(&case.name, &case.records, &case.fields, Some(limits))
        });
        for difference in differences {
            if let Some(best) = difference? {
                let mut shrinking = Shrinking { comparison: self, limits, best };
                shrinking.shrink()?;
                return Ok(Some(shrinking.best));
            }
        }
        Ok(None)
    }

    fn difference(
        &self,
        case: &str,
        records: &[String],
        fields: &[Fields],
        limits: Option<&Limits>,
    ) -> Result<Option<Difference>, Trouble> {
        let (given, expected) = (self.input.render(fields, limits)?, self.answer.render(fields, limits)?);
        let got = match judged(
            &self.command,
            None,
            (&given, &expected),
            self.answer.takes_any_move(),
            self.time,
        )? {
            Verdict::Right => return Ok(None),
            Verdict::Wrong(out) => out.chars().take(MAX_SHOWN).collect(),
            Verdict::TimeOver => format!("(nothing within {} ms)", self.time.as_millis()),
            Verdict::Crashed(code, said) => {
                let code = code.map_or_else(|| "a signal".to_owned(), |code| format!("status {code}"));
                format!("(it ended with {code}) {said}")
            }
        };
        Ok(Some(Difference { case: case.into(), records: records.to_vec(), given, expected, got, runs: 0 }))
    }
}

impl Shrinking<'_> {
    /// Shrinks the difference while it stays one: one record, fewer components, smaller numbers.
    fn shrink(&mut self) -> Result<(), Trouble> {
        let mut part = self.best.records.len().div_ceil(2);
        while self.best.records.len() > 1 {
            let records = self.best.records.clone();
            match self.first(records.chunks(part))? {
                true => part = self.best.records.len().div_ceil(2),
                false if part == 1 => return Ok(()),
                false => part = part.div_ceil(2),
            }
        }
        loop {
            let smaller = smaller(&self.best.records[0], self.comparison.context);
            if !self.first(smaller.chunks(1))? {
                break;
            }
        }
        self.among_tiny()
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
        let Shrinking { comparison, limits, best } = self;
        if best.runs >= comparison.shrink {
            return Ok(None);
        }
        best.runs += 1;
        // A record that cannot be answered shows nothing.
        let Ok(fields) = answered(records, &comparison.asks, comparison.context) else { return Ok(None) };
        if !fields.iter().all(|record| keeps(record, limits)) {
            return Ok(None);
        }
        let found = comparison.difference(&best.case, records, &fields, None)?;
        Ok(found.map(|found| Difference { runs: best.runs, ..found }))
    }

    /// Takes the first of all tiny positions of these rules that shows a difference: a position may have no smaller one
    /// by one change, and one by two. Many are given to the program at once if its input takes many.
    fn among_tiny(&mut self) -> Result<(), Trouble> {
        let Comparison { input, context, .. } = *self.comparison;
        let mut all = tiny(&self.best.records[0], self.limits, context);
        all.retain(|record| fields(record, 1, context).is_ok_and(|fields| keeps(&fields, self.limits)));
        if input.is_single() {
            return self.first(all.chunks(1)).map(|_| ());
        }
        if all.is_empty() || self.differs(&all)?.is_none() {
            return Ok(());
        }
        // The least number of them from the first on that differ: the last of these does.
        let (mut same, mut other) = (0, all.len());
        while other - same > 1 {
            let middle = (same + other) / 2;
            if self.differs(&all[..middle])?.is_some() { other = middle } else { same = middle }
        }
        self.first(all[other - 1..other].chunks(1)).map(|_| ())
    }
}

/// Whether a record has no fewer components, and none smaller, than the records of the plan.
fn keeps(record: &Fields, limits: &Limits) -> bool {
    let sizes = || record.heaps.iter().chain(record.piles.iter().flatten());
    record.n as u64 >= limits.count.min
        && record.pieces.len() as u64 >= limits.pieces.min
        && record.tokens.len() as u64 >= limits.tokens.min
        && sizes().all(|&size| size >= limits.size.min)
}

/// By how much the numbers of a tiny position are larger than the smallest at most, and the most of them that are listed.
const MAX_TINY: u64 = 12;
const MAX_TINY_LISTED: usize = 2000;

/// Positions of the rules of a record that have no more components than it has, at most three, and small
/// numbers only: those of fewer components, then of smaller sums, first.
fn tiny(record: &str, limits: &Limits, context: &Context) -> Vec<String> {
    let Ok(position) = Position::read(record.as_bytes(), context) else { return Vec::new() };
    let here = components(&position);
    let kind = position.signature().position;
    let in_lists = !matches!(kind, PositionKind::Cells | PositionKind::Taken)
        && position.record().rules.order().is_none();
    if here.is_empty() || !in_lists || position.record().position.taken.is_some() {
        return Vec::new();
    }
    let arity = here[0].as_slice().len();
    let low = limits.size.min;
    let high = low.saturating_add(MAX_TINY).min(limits.size.max.max(low));
    let mut all: Vec<(usize, u64, Vec<Tuple>)> = Vec::new();
    for count in 0..=here.len().min(3) {
        let _ = each_sequence(count * arity, &|_| low..=high, &mut |numbers| {
            let sum = numbers.iter().sum();
            if (arity > 1 || numbers.is_sorted()) && sum <= 3 * (MAX_TINY + low) {
                all.push((count, sum, numbers.chunks_exact(arity).map(Tuple::new).collect()));
            }
            if all.len() < 10 * MAX_TINY_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    all.sort_by_key(|&(count, sum, _)| (count, sum));
    all.truncate(MAX_TINY_LISTED);
    all.iter().map(|(_, _, list)| with_components(&position, list).record_line()).collect()
}

/// Records that are smaller than this one in one thing: a component, a number, a cell, an edge, a row or a
/// column; the largest steps first.
fn smaller(record: &str, context: &Context) -> Vec<String> {
    let Ok(position) = Position::read(record.as_bytes(), context) else { return Vec::new() };
    let here = components(&position);
    let mut lists = Vec::new();
    for i in 0..here.len() {
        let mut next = here.clone();
        next.remove(i);
        lists.push(next);
    }
    for (i, component) in here.iter().enumerate() {
        for (j, &n) in component.as_slice().iter().enumerate() {
            let mut below = vec![0, 1, n / 2, n - n / 4, n.saturating_sub(1)];
            below.retain(|&less| less < n);
            below.dedup();
            for less in below {
                let mut next = here.clone();
                let mut numbers = component.as_slice().to_vec();
                numbers[j] = less;
                next[i] = Tuple::new(&numbers);
                lists.push(next);
            }
        }
    }
    let mut all: Vec<String> =
        lists.iter().map(|list| with_components(&position, list).record_line()).collect();
    if let Ok(fields) = fields(record, 1, context) {
        all.extend(smaller_boards(&position, &fields));
        all.extend(smaller_graphs(&fields));
    }
    all.retain(|text| text != record && Position::read(text.as_bytes(), context).is_ok());
    all
}

/// The board without a row or column at a side, or with a damaged cell mended.
fn smaller_boards(position: &Position<'_>, fields: &Fields) -> Vec<String> {
    let rows = &fields.rows;
    if position.signature().position != PositionKind::Cells || rows.is_empty() {
        return Vec::new();
    }
    let columns =
        |from: usize, to: usize| rows.iter().map(|row| row[from..to].to_owned()).collect::<Vec<_>>();
    let width = rows[0].len();
    let mut boards =
        vec![rows[1..].to_vec(), rows[..rows.len() - 1].to_vec(), columns(1, width), columns(0, width - 1)];
    for (i, row) in rows.iter().enumerate() {
        for (j, _) in row.match_indices('#') {
            let mut mended = rows.clone();
            mended[i].replace_range(j..=j, ".");
            boards.push(mended);
        }
    }
    boards.retain(|rows| rows.first().is_some_and(|row| !row.is_empty()));
    let steps = position.record().rules.steps.iter().map(|step| format!(" {},{}", step.drow, step.dcol));
    let head = format!("{}{}", fields.game, steps.collect::<String>());
    boards.into_iter().map(|rows| format!("{head} {}", rows.join("/"))).collect()
}

/// The graph without an edge, or without the vertices behind the last that is used.
fn smaller_graphs(fields: &Fields) -> Vec<String> {
    let sign = match fields.game.as_str() {
        "graph" => '>',
        "geography" => '-',
        _ => return Vec::new(),
    };
    let graph = |vertices: u64, left_out: Option<usize>| {
        let kept = fields.edges.iter().enumerate().filter(|&(i, _)| Some(i) != left_out);
        let edges: String = kept.map(|(_, (from, to))| format!(" {from}{sign}{to}")).collect();
        format!("{} {vertices}{edges}: {}", fields.game, itertools::join(&fields.tokens, " "))
    };
    let used = fields.edges.iter().flat_map(|&(a, b)| [a, b]).chain(fields.tokens.iter().copied()).max();
    let used = used.unwrap_or(1).min(fields.vertices);
    (0..fields.edges.len()).map(|i| graph(fields.vertices, Some(i))).chain([graph(used, None)]).collect()
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
            ("king ..X/.K.", "king .#/K."),
            ("graph 4 1>2 2>3: 1", "graph 3 1>2 2>3: 1"),
            ("geography 3 1-2 2-3: 2", "geography 3 2-3: 2"),
        ] {
            let all = smaller(record, &context);
            assert!(all.iter().any(|text| text == among), "{record}: {all:?}");
            assert!(!all.contains(&record.to_owned()));
        }
    }
}
