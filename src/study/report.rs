//! A study as text.

use crate::record::{Period, Quotient};
use crate::text::wrap;

use itertools::Itertools;

use super::say;
use super::{SampleKind, Study};
use crate::study::patterns::Pattern;

/// The most values of a line that are shown.
const VALUES_SHOWN: usize = 64;

/// The most losing positions that are shown.
const LOSING_SHOWN: usize = 40;

/// The largest number of rows and columns of a table.
const TABLE_SIDE: u64 = 15;

/// How far it was looked, in words: `for n = 0 to 4096`.
pub(super) fn far(names: &[String], tops: &[u64]) -> String {
    let ranges = names.iter().zip(tops).map(|(name, top)| format!("{name} = 0 to {top}"));
    format!("for {}", itertools::join(ranges, ", "))
}

/// A study in lines for people, of at most `width` characters if words allow.
pub fn report(study: &Study, width: usize) -> Vec<String> {
    let mut out = vec![study.text.clone(), String::new()];
    let mut entry = |head: &str, text: &str| {
        for (i, part) in wrap(text, width.saturating_sub(14).max(20)).iter().enumerate() {
            out.push(format!("{:14}{part}", if i == 0 { head } else { "" }).trim_end().to_owned());
        }
    };
    let far = far(&study.names, &study.sampled.tops);
    entry("looked at", &format!("{} positions, {far}", study.sampled.sample.len()));
    first_values(study, &mut entry);
    losing(study, &mut entry);
    period(study, &far, &mut entry);
    let what = match study.sampled.kind {
        SampleKind::Values => "value",
        SampleKind::Outcomes => "outcome",
    };
    let position = study.names.join(",");
    match &study.values {
        Some(found) => {
            let formula = say::formula(&found.formula, &study.names);
            entry("pattern", &format!("{what}({position}) = {formula}"));
            entry("", &how_far(study, found, &far));
        }
        None if study.sampled.kind == SampleKind::Values => {
            entry("pattern", &format!("no formula for the values was found {far}"))
        }
        None => {}
    }
    match &study.losing {
        Some(found) => {
            let condition = say::condition_of(&found.formula, &study.names);
            entry("who loses", &format!("{position} is lost exactly where {condition}"));
            entry("", &how_far(study, found, &far));
        }
        None => entry("who loses", &format!("no formula was found {far}")),
    }
    if let Some(automaton) = &study.automaton {
        let states = match automaton.lost.len() {
            1 => format!("one state in {} accepts", automaton.system),
            states => format!("{states} states in {} accept", automaton.system),
        };
        entry("automaton", &format!("{states} exactly the lost positions: proved for all {position}"));
    }
    if let Some(at) = &study.refuted {
        let at = at.iter().join(",");
        entry(
            "refuted",
            &format!("a formula that fits all positions looked at is refuted at {position} = {at}"),
        );
    }
    let found = [&study.values, &study.losing].into_iter().flatten();
    let legend = found.flat_map(|found| say::legend(&found.formula)).unique();
    for (i, line) in legend.enumerate() {
        entry(if i == 0 { "where" } else { "" }, line);
    }
    if let Some(lasting) = &study.lasting {
        entry("play", lasting);
    }
    match study.misere {
        Some(Ok(Quotient { order, losing, period: Some((preperiod, period)) })) => {
            let tame = order <= 2 || losing == 2 && (order - 2).is_power_of_two();
            let kind = if tame { "tame" } else { "wild" };
            entry(
                "misère",
                &format!(
                    "{kind}: a quotient of {order} elements, {losing} of them lost; the classes of heaps repeat with period {period} from {preperiod} on, proved"
                ),
            );
        }
        Some(Err(heap)) if heap < u64::MAX => {
            entry("misère", &format!("the quotient of heaps to {heap} is the largest that was found"));
        }
        _ => {}
    }
    for (i, found) in study.same.iter().enumerate() {
        let note = if found.note.is_empty() { String::new() } else { format!(" ({})", found.note) };
        entry(if i == 0 { "same values" } else { "" }, &format!("{}{note}", found.game));
    }
    out
}

/// How far a statement was verified.
fn how_far(study: &Study, found: &Pattern, far: &str) -> String {
    let from = if found.from_one { "numbers from 1, " } else { "" };
    match found.proved {
        true if study.period.is_some() => format!("verified {from}{far}; proved for all, by the period"),
        true => format!("proved for all {}{}", study.names.join(","), flags(study)),
        false => format!("verified {from}{far} ({} positions); not proved", found.verified),
    }
}

/// The numbers that a statement is about only if they are at most 1.
fn flags(study: &Study) -> String {
    let names = study.names.iter().enumerate().filter(|(i, _)| study.sampled.is_flag(*i));
    names.map(|(_, name)| format!(", {name} of at most 1")).collect()
}

fn first_values(study: &Study, entry: &mut dyn FnMut(&str, &str)) {
    let sample = &study.sampled.sample;
    let shown = |value: i64| match (study.sampled.kind, value) {
        (_, i64::MIN..0) => "inf".to_owned(),
        (SampleKind::Values, value) => value.to_string(),
        (SampleKind::Outcomes, 0) => "L".into(),
        (SampleKind::Outcomes, 1) => "W".into(),
        (SampleKind::Outcomes, _) => "D".into(),
    };
    let head = if study.sampled.kind == SampleKind::Values { "values" } else { "outcomes" };
    match sample.arity {
        1 => {
            let values =
                itertools::join(sample.values.iter().take(VALUES_SHOWN).map(|&value| shown(value)), " ");
            let first = sample.numbers.first().copied().unwrap_or(0);
            let more = if sample.len() > VALUES_SHOWN { " …" } else { "" };
            entry(head, &format!("{} = {first}, {}, …: {values}{more}", study.names[0], first + 1));
        }
        2 => {
            let [rows, cols] = [0, 1].map(|i| study.sampled.tops[i].min(TABLE_SIDE) as usize + 1);
            let mut cells = vec![vec![".".to_owned(); cols]; rows];
            for (position, value) in sample.iter() {
                let row = cells.get_mut(position[0] as usize);
                if let Some(cell) = row.and_then(|row| row.get_mut(position[1] as usize)) {
                    *cell = shown(value);
                }
            }
            let width = cells.iter().flatten().map(String::len).max().unwrap_or(1).max(2);
            let header = itertools::join((0..cols).map(|col| format!("{col:>width$}")), "\u{1}");
            entry(
                head,
                &unbroken(&format!("{:>4}\u{1}{header}", format!("{}\\{}", study.names[0], study.names[1]))),
            );
            for (row, cells) in cells.iter().enumerate() {
                let cells = itertools::join(cells.iter().map(|cell| format!("{cell:>width$}")), "\u{1}");
                entry("", &unbroken(&format!("{row:>4}\u{1}{cells}")));
            }
        }
        _ => {}
    }
}

/// A row of a table, whose blanks are not those between words.
fn unbroken(row: &str) -> String {
    row.replace(' ', "\u{1}")
}

fn losing(study: &Study, entry: &mut dyn FnMut(&str, &str)) {
    let lost = || study.sampled.sample.iter().filter(|&(_, value)| value == 0);
    let count = lost().count();
    let shown =
        itertools::join(lost().take(LOSING_SHOWN).map(|(position, _)| itertools::join(position, ",")), " ");
    let more = if count > LOSING_SHOWN { " …" } else { "" };
    match count {
        0 => entry("lost", "none"),
        _ => entry("lost", &format!("{count} positions: {shown}{more}")),
    }
}

fn period(study: &Study, far: &str, entry: &mut dyn FnMut(&str, &str)) {
    let text = match study.period {
        Some(Period { preperiod, period, saltus }) => {
            let rise = if saltus == 0 { String::new() } else { format!(", each time {saltus} higher") };
            format!("{period} from {preperiod} on{rise}: proved, and the least")
        }
        None if study.asked_period => {
            format!("none is proved; looked at {far} and as far as the work allowed goes")
        }
        None => return,
    };
    entry("period", &text);
}
