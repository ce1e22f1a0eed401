//! A study as text.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tables have few rows and columns, and positions of a sample are small"
)]

use std::iter;

use itertools::Itertools;

use super::findings::Study;
use super::identify::{Agreement, Match};
use super::patterns::{FoundFormula, Proof};
use super::sample::{SampleKind, Sampled};
use super::say;
use grundy_api::text::{list, wrap};
use grundy_record::{Automaton, Period, Quotient, QuotientPeriod};

/// The most values of a line that are shown.
const VALUES_SHOWN: usize = 64;

/// The most losing positions that are shown.
const LOSING_SHOWN: usize = 40;

/// The largest number of rows and columns of a table.
const TABLE_SIDE: u64 = 15;

/// Says in words up to which numbers positions were looked at: `for n = 0 to 4096`.
pub(super) fn far(study: &Study) -> String {
    between(&study.names, study.sampled.first(), &study.sampled.tops)
}

/// Says in words which numbers are meant: `for n = 1 to 4096`.
fn between(names: &[String], first: i64, tops: &[u64]) -> String {
    let mut ranges = names
        .iter()
        .zip(tops)
        .map(|(name, top)| format!("{name} = {first} to {top}"));
    format!("for {}", ranges.join(", "))
}

/// The lines of a report.
struct Report {
    /// The lines so far.
    lines: Vec<String>,
    /// The largest number of characters of a line.
    width: usize,
}

impl Report {
    /// Adds lines unchanged, with a head before the first.
    fn rows(&mut self, head: &str, rows: impl IntoIterator<Item = String>) {
        let heads = iter::once(head).chain(iter::repeat(""));
        self.lines.extend(
            heads
                .zip(rows)
                .map(|(head, row)| format!("{head:14}{row}").trim_end().to_owned()),
        );
    }

    /// Adds paragraphs, broken at blanks, with a head before the first.
    fn entry(&mut self, head: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) {
        let width = self.width;
        self.rows(
            head,
            texts
                .into_iter()
                .flat_map(|text| wrap(text.as_ref(), width)),
        );
    }
}

/// Writes a study in lines for people, of at most `width` characters if words allow.
pub fn report(study: &Study, width: usize) -> Vec<String> {
    let width = width.saturating_sub(14).max(20);
    let mut out = Report {
        lines: vec![study.text.clone(), String::new()],
        width,
    };
    let far = far(study);
    let position = study.names.join(",");
    out.entry("game", &study.known);
    let of_family = study
        .family
        .as_ref()
        .map_or_else(String::new, |family| format!(" {family}"));
    let count = study.sampled.sample.len();
    out.entry(
        "looked at",
        [format!("{count} positions{of_family}, {far}")],
    );
    first_values(study, &format!("{}s", value_or_outcome(study)), &mut out);
    out.entry("lost", [lost(study)]);
    out.entry("period", period(study));
    out.entry("pattern", pattern(study, &far));
    out.entry("who loses", who_loses(study, &far));
    if let Some(Automaton { system, lost, .. }) = &study.automaton {
        let states = match lost.len() {
            1 => format!("one state in {system} accepts"),
            states => format!("{states} states in {system} accept"),
        };
        out.entry(
            "automaton",
            [format!(
                "{states} exactly the lost positions: proved for all {position}"
            )],
        );
    }
    if let Some(at) = &study.refuted {
        let at = at.iter().join(",");
        let says =
            format!("a formula that fits all positions looked at is refuted at {position} = {at}");
        out.entry("refuted", [says]);
    }
    let found = [&study.values, &study.losing].into_iter().flatten();
    out.entry(
        "where",
        found.flat_map(|found| say::legend(&found.formula)).unique(),
    );
    out.entry("play", &study.lasting);
    out.entry("misère", misere(study));
    out.entry("same values", study.same.iter().map(same));
    out.lines
}

/// Returns the word for what the study found of each position.
fn value_or_outcome(study: &Study) -> &'static str {
    match study.sampled.kind {
        SampleKind::Values => "value",
        SampleKind::Outcomes => "outcome",
    }
}

/// Writes the formula of the values, or that none was found as far as was looked; of outcomes only a formula.
fn pattern(study: &Study, far: &str) -> Vec<String> {
    let position = study.names.join(",");
    match &study.values {
        Some(found) => {
            let formula = say::formula(&found.formula, &study.names);
            let says = format!("{}({position}) = {formula}", value_or_outcome(study));
            vec![says, how_far(study, found)]
        }
        None if study.sampled.kind == SampleKind::Values => {
            vec![format!("no formula for the values was found {far}")]
        }
        None => Vec::new(),
    }
}

/// Writes which positions are lost, or that no formula was found as far as was looked.
fn who_loses(study: &Study, far: &str) -> Vec<String> {
    let position = study.names.join(",");
    let Some(found) = &study.losing else {
        return vec![format!("no formula was found {far}")];
    };
    let condition = say::condition_of(&found.formula, &study.names);
    let those = if found.from_one {
        "position without a 0"
    } else {
        "position"
    };
    let says = match &*condition {
        "always" => format!("every {those} is lost"),
        "never" => format!("no {those} is lost"),
        _ => format!("{position} is lost exactly where {condition}"),
    };
    vec![says, how_far(study, found)]
}

/// Names a game with the same values, and says for which heaps they are known to be the same.
fn same(found: &Match) -> String {
    let game = found.named();
    match found.agreement {
        Agreement::Proved => format!("{game}: proved for all heaps, by the periods"),
        Agreement::Compared(last) => {
            format!("{game}: verified for heaps 0 to {last}; not proved")
        }
    }
}

/// Says in words at which numbers a statement was verified.
pub(super) fn range(study: &Study, found: &FoundFormula) -> String {
    let first = study.sampled.first().max(i64::from(found.from_one));
    match found.verified_to {
        Some(last) => between(&study.names, first, &[last]),
        None => between(&study.names, first, &study.sampled.tops),
    }
}

/// Says whether a statement is proved, or how far it was verified.
fn how_far(study: &Study, found: &FoundFormula) -> String {
    let range = range(study, found);
    match found.proof {
        Some(Proof::Period) => format!("verified {range}; proved for all, by the period"),
        Some(Proof::Rules) => format!("proved for all {}{}", study.names.join(","), flags(study)),
        None => format!(
            "verified {range} ({} positions); not proved",
            found.verified
        ),
    }
}

/// Names the numbers that a proved statement supposes to be at most 1.
pub(super) fn flags(study: &Study) -> String {
    let names = study
        .names
        .iter()
        .enumerate()
        .filter(|(i, _)| study.sampled.is_flag(*i));
    names.map(|(_, name)| format!(" with {name} <= 1")).join("")
}

/// What stands for numbers that are no position, where values are shown.
const NO_POSITION: &str = ".";

/// Shows the first values: in a line, or in a table.
fn first_values(study: &Study, head: &str, out: &mut Report) {
    let Sampled { sample, kind, tops } = &study.sampled;
    let shown = |value: i64| match (kind, value) {
        (_, i64::MIN..0) => "inf".to_owned(),
        (SampleKind::Values, value) => value.to_string(),
        (SampleKind::Outcomes, 0) => "L".into(),
        (SampleKind::Outcomes, 1) => "W".into(),
        (SampleKind::Outcomes, _) => "D".into(),
    };
    match sample.arity {
        1 => {
            let first = study.sampled.first();
            let last = sample.numbers.last().copied().unwrap_or(first);
            let value_of = |n: i64| match sample.numbers.binary_search(&n) {
                Ok(at) => shown(sample.values[at]),
                Err(_) => NO_POSITION.to_owned(),
            };
            let values = list((first..=last).map(value_of), VALUES_SHOWN);
            let name = &study.names[0];
            let of = if first < last {
                format!("{name} = {first}, {}, …", first + 1)
            } else {
                format!("{name} = {first}")
            };
            out.entry(head, [format!("{of}: {values}")]);
        }
        2 => {
            let [rows, cols] = [0, 1].map(|i| tops[i].min(TABLE_SIDE) as usize + 1);
            let mut cells = vec![vec![NO_POSITION.to_owned(); cols]; rows];
            for (position, value) in sample.iter() {
                let row = cells.get_mut(position[0] as usize);
                if let Some(cell) = row.and_then(|row| row.get_mut(position[1] as usize)) {
                    *cell = shown(value);
                }
            }
            cells.insert(0, (0..cols).map(|col| col.to_string()).collect());
            let width = cells
                .iter()
                .flatten()
                .map(String::len)
                .max()
                .unwrap_or(1)
                .max(2);
            let names =
                iter::once(study.names.join("\\")).chain((0..rows).map(|row| row.to_string()));
            let row = |(name, cells): (String, &Vec<String>)| {
                format!(
                    "{name:>4} {}",
                    cells.iter().map(|cell| format!("{cell:>width$}")).join(" ")
                )
            };
            out.rows(head, names.zip(&cells).map(row));
        }
        _ => return,
    }
    if has_gaps(&study.sampled) {
        let legend = format!("`{NO_POSITION}` stands where there is no position");
        out.entry("", [legend]);
    }
}

/// Says whether some numbers between the first and the last of the positions shown are none.
fn has_gaps(sampled: &Sampled) -> bool {
    let Sampled { sample, tops, .. } = sampled;
    let shown = match (sample.arity, sample.numbers.last()) {
        (1, Some(last)) => (last - sampled.first() + 1) as usize,
        _ => tops.iter().map(|&top| top as usize + 1).product(),
    };
    sample.len() < shown
}

/// Lists the first lost positions.
fn lost(study: &Study) -> String {
    let lost = || study.sampled.sample.iter().filter(|&(_, value)| value == 0);
    let shown = list(
        lost().map(|(position, _)| position.iter().join(",")),
        LOSING_SHOWN,
    );
    match lost().count() {
        0 => "none of those looked at".into(),
        count => format!("{count} of those looked at: {shown}"),
    }
}

/// Says what the period is; nothing if the game has none by its kind.
fn period(study: &Study) -> Option<String> {
    if let Some(Period {
        preperiod,
        period,
        saltus,
    }) = study.period
    {
        let rise = if saltus == 0 {
            String::new()
        } else {
            format!(", each time {saltus} higher")
        };
        return Some(format!(
            "{period} from {preperiod} on{rise}: proved, and the least"
        ));
    }
    let name = &study.names[0];
    let last = study.no_period_to?;
    Some(format!(
        "none is proved; one was looked for up to {name} = {last}"
    ))
}

/// Says what is known of the misère quotient; nothing if none was looked for.
fn misere(study: &Study) -> Option<String> {
    match study.misere.as_ref()? {
        Ok(Quotient {
            order,
            losing,
            period,
        }) => {
            let QuotientPeriod { preperiod, period } = period.as_ref()?;
            // A finite quotient with two lost elements has 2ⁿ + 2 elements if it is tame, else 2ⁿ + 4 with n > 1 (Siegel, *The
            // structure and classification of misère quotients*, 2007).
            let is_tame = *order <= 2 || *losing == 2 && (order - 2).is_power_of_two();
            let kind = if is_tame { "tame" } else { "wild" };
            Some(format!(
                "{kind}: a quotient of {order} elements, {losing} of them lost; the classes of heaps repeat with \
                 period {period} from {preperiod} on, proved"
            ))
        }
        Err(None) => None,
        Err(Some(heap)) => Some(format!(
            "the quotient of heaps to {heap} is the largest that was found"
        )),
    }
}
