//! Your program beside the answers: where they differ, and the least record that shows it.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use super::cases::answered;
use super::fields::{Fields, fields};
use super::limits::Limits;
use super::run::{Ended, run};
use super::templates::Template;
use super::trial::is_right;
use super::{Cases, Trouble};
use crate::Position;
use crate::games::Context;
use crate::generate::{board_rows, each_tuple};
use crate::jobs::on_all;
use crate::record::{self, Ask, PositionKind, Size, Tuples};

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
    /// The games, and what may be spent.
    pub context: &'a Context,
}

/// A record on which the program is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case it was found in.
    pub case: String,
    /// The record, or several where none alone shows it.
    pub records: Vec<String>,
    /// The input of the program.
    pub given: String,
    /// The answer template.
    pub expected: String,
    /// The output of the program, or the way it ended.
    pub got: String,
    /// How many runs made the record smaller.
    pub runs: u64,
}

/// The output of a program that is wrong.
const SHOWN: usize = 2000;
/// The largest output of a program.
const MOST: usize = 1 << 26;

impl Comparison<'_> {
    /// Runs all cases on all threads; the first difference in their order, made as small as it gets.
    ///
    /// # Errors
    ///
    /// When the program cannot be started, or a template fails.
    pub fn of(&self, cases: &Cases) -> Result<Option<Difference>, Trouble> {
        let threads = self.context.budget.threads;
        let verdicts = on_all(cases.cases.len(), threads, |i| {
            let case = &cases.cases[i];
            let given = self.input.render(&case.fields, Some(&cases.limits))?;
            let expected = self.answer.render(&case.fields, Some(&cases.limits))?;
            self.differs(&given, &expected).map(|got| got.map(|got| (given, expected, got)))
        });
        for (case, verdict) in cases.cases.iter().zip(verdicts) {
            if let Some((given, expected, got)) = verdict? {
                let whole = Difference {
                    case: case.name.clone(),
                    records: case.records.clone(),
                    given,
                    expected,
                    got,
                    runs: 0,
                };
                return self.least(whole, &cases.limits).map(Some);
            }
        }
        Ok(None)
    }

    /// The output of a program, if it is wrong.
    fn differs(&self, given: &str, expected: &str) -> Result<Option<String>, Trouble> {
        let any_move = self.answer.ready.is_some_and(|ready| ready.name == "move");
        let shorten = |text: &str| text.chars().take(SHOWN).collect::<String>();
        Ok(match run(&self.command, None::<&Path>, given.as_bytes(), self.time, MOST) {
            Ended::Well(out) => {
                let out = String::from_utf8_lossy(&out).into_owned();
                (!is_right(&out, expected, any_move)).then(|| shorten(&out))
            }
            Ended::Badly(code, said) => {
                let code = code.map_or_else(|| "a signal".to_owned(), |code| format!("status {code}"));
                Some(format!("(it ended with {code}) {said}"))
            }
            Ended::TimeOver => Some(format!("(nothing within {} ms)", self.time.as_millis())),
            Ended::TooMuch => Some(format!("(more than {MOST} bytes)")),
            Ended::NotStarted(why) => return Err(why),
        })
    }

    /// The difference of some records alone, which must keep the lower limits that a program may rely on.
    fn of_records(
        &self,
        case: &str,
        records: &[String],
        limits: &Limits,
    ) -> Result<Option<Difference>, Trouble> {
        // A record that cannot be answered shows nothing.
        let Ok(fields) = answered(records, &self.asks, self.context) else { return Ok(None) };
        if !fields.iter().all(|record| keeps(record, limits)) {
            return Ok(None);
        }
        let (Ok(given), Ok(expected)) = (self.input.render(&fields, None), self.answer.render(&fields, None))
        else {
            return Ok(None);
        };
        let got = self.differs(&given, &expected)?;
        Ok(got.map(|got| Difference {
            case: case.to_owned(),
            records: records.to_vec(),
            given,
            expected,
            got,
            runs: 0,
        }))
    }

    /// Makes a difference smaller: one record, fewer components, smaller numbers, as long as it is one.
    fn least(&self, whole: Difference, limits: &Limits) -> Result<Difference, Trouble> {
        let mut best = whole;
        let mut runs = 0;
        // Halves of the records first, then ever smaller parts.
        let mut part = best.records.len().div_ceil(2);
        while part >= 1 && best.records.len() > 1 && runs < self.shrink {
            let mut smaller = None;
            for start in (0..best.records.len()).step_by(part) {
                let some = &best.records[start..(start + part).min(best.records.len())];
                runs += 1;
                smaller = self.of_records(&best.case, some, limits)?;
                if smaller.is_some() || runs >= self.shrink {
                    break;
                }
            }
            match smaller {
                Some(found) => best = found,
                None if part == 1 => break,
                None => {}
            }
            part = if best.records.len() == 1 { 0 } else { part.min(best.records.len()).div_ceil(2).max(1) };
        }
        if best.records.len() == 1 {
            'smaller: while runs < self.shrink {
                for record in smaller(&best.records[0], self.context) {
                    if runs >= self.shrink {
                        break 'smaller;
                    }
                    runs += 1;
                    if let Some(found) = self.of_records(&best.case, &[record], limits)? {
                        best = found;
                        continue 'smaller;
                    }
                }
                break;
            }
        }
        if best.records.len() == 1
            && let Some(found) = self.among_tiny(&best, limits, &mut runs)?
        {
            best = found;
        }
        best.runs = runs;
        Ok(best)
    }

    /// The first of all tiny positions of the same rules that shows a difference: what shrinks to none by
    /// one change may do so by two. Many are given to the program at once, where it takes many.
    fn among_tiny(
        &self,
        best: &Difference,
        limits: &Limits,
        runs: &mut u64,
    ) -> Result<Option<Difference>, Trouble> {
        let one_alone = self.input.ready.is_some_and(|ready| ready.name == "single");
        let mut all = tiny(&best.records[0], limits, self.context);
        all.retain(|record| fields(record, 1, self.context).is_ok_and(|fields| keeps(&fields, limits)));
        let mut differ = |records: &[String]| {
            *runs += 1;
            self.of_records(&best.case, records, limits)
        };
        if one_alone {
            for record in all.iter().take(self.shrink as usize) {
                if let Some(found) = differ(std::slice::from_ref(record))? {
                    return Ok(Some(found));
                }
            }
            return Ok(None);
        }
        if self.shrink == 0 || all.is_empty() || differ(&all)?.is_none() {
            return Ok(None);
        }
        // The least number of them from the first on that differ: the last of these does.
        let (mut same, mut other) = (0, all.len());
        while other - same > 1 {
            let middle = (same + other) / 2;
            if differ(&all[..middle])?.is_some() { other = middle } else { same = middle }
        }
        differ(&all[other - 1..other])
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

/// The largest number in a tiny position, and the most of them that are listed.
const TINY: u64 = 12;
const MOST_TINY: usize = 2000;

/// Positions of the rules of a record that have no more components than it has, at most three, and small
/// numbers only: those of fewer components, then of smaller sums, first.
fn tiny(record: &str, limits: &Limits, context: &Context) -> Vec<String> {
    let Ok(position) = Position::read(record.as_bytes(), context) else { return Vec::new() };
    let here = &position.record().position;
    let tuples = !here.tuples.is_empty() && position.signature().position != PositionKind::Cells;
    let numbers = here.tuples.is_empty() && position.record().rules.order().is_none();
    if !tuples && !numbers || here.taken.is_some() {
        return Vec::new();
    }
    let components = if tuples { here.tuples.len() } else { here.numbers.len() };
    let arity = if tuples { here.tuples.arity() } else { 1 };
    let low = limits.size.min;
    let mut all: Vec<(usize, u64, record::Position)> = Vec::new();
    for count in 0..=components.min(3) {
        let high = low.saturating_add(TINY).min(limits.size.max.max(low));
        each_tuple(low, high, count * arity, &mut |numbers| {
            let sorted = tuples || numbers.is_sorted();
            let sum = numbers.iter().sum();
            if sorted && sum <= 3 * TINY + 3 * low {
                let mut next = here.clone();
                if tuples {
                    next.tuples.clear();
                    numbers.chunks_exact(arity).for_each(|tuple| {
                        next.tuples.push(tuple);
                    });
                } else {
                    next.numbers = numbers.to_vec();
                }
                all.push((count, sum, next));
            }
            if all.len() < 10 * MOST_TINY { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    all.sort_by_key(|&(count, sum, _)| (count, sum));
    all.truncate(MOST_TINY);
    all.into_iter().map(|(_, _, next)| position.at(next).record_line()).collect()
}

/// Records that are smaller than this one in one thing: a component, a number, a cell, an edge, a row or a
/// column; the largest steps first.
fn smaller(record: &str, context: &Context) -> Vec<String> {
    let Ok(position) = Position::read(record.as_bytes(), context) else { return Vec::new() };
    let mut all: Vec<String> =
        positions(&position).into_iter().map(|next| position.at(next).record_line()).collect();
    all.extend(of_rules(&position, record, context));
    all.retain(|text| text != record && Position::read(text.as_bytes(), context).is_ok());
    all
}

/// Numbers below one, the smallest first.
fn below(n: u64) -> impl Iterator<Item = u64> {
    let mut list = vec![0, 1, n / 2, n - n / 4, n.saturating_sub(1)];
    list.retain(|&less| less < n);
    list.dedup();
    list.into_iter()
}

fn positions(position: &Position<'_>) -> Vec<record::Position> {
    let here = &position.record().position;
    let mut all = Vec::new();
    for i in 0..here.numbers.len() {
        let mut next = here.clone();
        next.numbers.remove(i);
        all.push(next);
    }
    let tuples: Vec<&[u64]> = here.tuples.iter().collect();
    let of = |list: &[Vec<u64>]| {
        let mut tuples = Tuples::default();
        list.iter().all(|tuple| tuples.push(tuple)).then(|| record::Position { tuples, ..here.clone() })
    };
    let owned: Vec<Vec<u64>> = tuples.iter().map(|tuple| tuple.to_vec()).collect();
    for i in 0..owned.len() {
        let mut next = owned.clone();
        next.remove(i);
        all.extend(of(&next));
    }
    for i in 0..here.numbers.len() {
        for less in below(here.numbers[i]) {
            let mut next = here.clone();
            next.numbers[i] = less;
            all.push(next);
        }
    }
    for (i, tuple) in owned.iter().enumerate() {
        for (j, &n) in tuple.iter().enumerate() {
            for less in below(n) {
                let mut next = owned.clone();
                next[i][j] = less;
                all.extend(of(&next));
            }
        }
    }
    all
}

/// Smaller boards and graphs.
fn of_rules(position: &Position<'_>, record: &str, context: &Context) -> Vec<String> {
    let mut all = Vec::new();
    let Ok(fields) = fields(record, 1, context) else { return all };
    let name = &fields.game;
    if position.signature().position == PositionKind::Cells && !fields.rows.is_empty() {
        let steps: String = position
            .record()
            .rules
            .steps
            .iter()
            .map(|step| format!(" {},{}", step.drow, step.dcol))
            .collect();
        let mut board = |rows: &[String]| {
            if rows.iter().all(|row| !row.is_empty()) && !rows.is_empty() {
                all.push(format!("{name}{steps} {}", rows.join("/")));
            }
        };
        let rows = &fields.rows;
        let width = rows[0].len();
        board(&rows[1..]);
        board(&rows[..rows.len() - 1]);
        board(&rows.iter().map(|row| row[1..].to_owned()).collect::<Vec<_>>());
        board(&rows.iter().map(|row| row[..width - 1].to_owned()).collect::<Vec<_>>());
        let size = Size { rows: fields.height, cols: fields.width };
        for i in 0..fields.damaged.len() {
            let mut damaged = Tuples::default();
            for (_, cell) in fields.damaged.iter().enumerate().filter(|&(j, _)| j != i) {
                damaged.push(cell);
            }
            if let Some(rows) = board_rows(size, &damaged, &position.record().position.tuples) {
                board(&rows);
            }
        }
    }
    if let Some(sign) = match name.as_str() {
        "graph" => Some('>'),
        "geography" => Some('-'),
        _ => None,
    } {
        for i in 0..fields.edges.len() {
            let edges = fields.edges.iter().enumerate().filter(|&(j, _)| j != i);
            let edges: String = edges.map(|(_, (from, to))| format!(" {from}{sign}{to}")).collect();
            let tokens = itertools::join(&fields.tokens, " ");
            all.push(format!("{name} {}{edges}: {tokens}", fields.vertices));
        }
        let used = fields.edges.iter().flat_map(|&(a, b)| [a, b]).chain(fields.tokens.iter().copied()).max();
        let used = used.unwrap_or(1);
        if used < fields.vertices {
            let edges: String = fields.edges.iter().map(|(from, to)| format!(" {from}{sign}{to}")).collect();
            all.push(format!("{name} {used}{edges}: {}", itertools::join(&fields.tokens, " ")));
        }
    }
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
