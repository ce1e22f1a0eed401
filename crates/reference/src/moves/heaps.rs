//! Heaps that do not know of each other: nim, subtraction, octal and take-and-break codes, rows and rings.
//!
//! Bit j of the k-th digit of a code lets k be taken from a heap leaving exactly j heaps, none empty (Winning Ways,
//! chapter 4). Nim is `0.[3]`, Lasker's Nim `4.[3]`, Grundy's game `4!.0`.

use crate::answers::Play;
use crate::certificate::Certificate;
use crate::game::{self, Component, Game, Move, Parts, Position};
use crate::misere::{self, Quotient};
use crate::moves::Given;
use crate::period::{self, Mex, Periodic};
use crate::text;
use crate::theorems::{self, Theorem};
use crate::{Ask, By, Fail, Res, rising};

/// How many moves are listed at once.
const MAX_LISTED_MOVES: u64 = 300_000;

/// The moves that taking some number allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Bit j: j heaps may be left.
    pub bits: u32,
    /// The heaps that are left must differ.
    pub unequal: bool,
}

/// The digits to the last that does not repeat, and those that repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// From the one before the point on.
    pub first: Vec<Digit>,
    /// The digits in brackets.
    pub again: Vec<Digit>,
}

/// The effect of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeapRules {
    /// A move takes one of these amounts.
    Take(Vec<u64>),
    /// A move takes and breaks by a code.
    Code(Code),
}

/// A game of heaps.
pub struct Heaps {
    rules: HeapRules,
    ring: bool,
    misere: bool,
    nim: bool,
    lasker: bool,
    /// Values without a period: of Lasker's Nim they rise (Winning Ways, chapter 4), of Grundy's game none is known to 2³⁵.
    endless: bool,
}

impl Code {
    /// Reads a code as records write it.
    pub fn read(word: &str) -> Res<Code> {
        let (before, after) = word.split_once('.').ok_or(Fail::Wrong)?;
        let (plain, again) = match after.split_once('[') {
            None => (after, ""),
            Some((plain, rest)) => {
                (plain, rest.strip_suffix(']').filter(|rest| !rest.is_empty()).ok_or(Fail::Wrong)?)
            }
        };
        if plain.is_empty() && again.is_empty() {
            return Err(Fail::Wrong);
        }
        let mut first = digits(before)?;
        if first.len() != 1 || first[0].bits % 4 != 0 {
            return Err(Fail::Wrong);
        }
        first.extend(digits(plain)?);
        Ok(Code { first, again: digits(again)? })
    }

    /// The moves that taking k allows.
    pub fn digit(&self, k: u64) -> Digit {
        match self.first.get(k as usize) {
            Some(&digit) => digit,
            None if self.again.is_empty() => Digit::default(),
            None => self.again[(k as usize - self.first.len()) % self.again.len()],
        }
    }

    /// All digits.
    pub fn all(&self) -> impl Iterator<Item = &Digit> {
        self.first.iter().chain(&self.again)
    }

    /// Whether digits end, and no move leaves three heaps.
    fn splits_alike(&self) -> bool {
        self.again.is_empty() && self.all().all(|digit| digit.bits < 8)
    }

    fn is_octal(&self) -> bool {
        self.again.is_empty() && self.all().all(|digit| digit.bits < 8 && !digit.unequal)
    }

    /// The most that is ever taken of a heap.
    fn last_take(&self, heap: u64) -> u64 {
        if self.again.is_empty() { heap.min(self.first.len() as u64 - 1) } else { heap }
    }

    /// Every move in a row of this many: what it leaves.
    pub fn each(&self, heap: u64, mut each: impl FnMut(&[u64])) {
        self.each_alike(heap, None, |left, _| each(left));
    }

    /// The moves in a row of this many: what they leave, and how many they are. Those that take the same and leave two
    /// heaps of the same values are one, if a preperiod and a period of all values are given.
    fn each_alike(&self, heap: u64, cycle: Option<(u64, u64)>, mut each: impl FnMut(&[u64], u64)) {
        for k in 0..=self.last_take(heap) {
            let (Digit { bits, unequal }, rest) = (self.digit(k), heap - k);
            if bits & 1 != 0 && rest == 0 {
                each(&[0], 1);
            }
            if bits & 2 != 0 && rest > 0 {
                each(&[rest], 1);
            }
            // The smaller heap is a. If it is at least the preperiod, so is the other, and both may change by a period.
            let most = (rest - u64::from(unequal && rest > 0)) / 2;
            let cycle = cycle.filter(|&(preperiod, _)| rest / 2 >= preperiod);
            let last = cycle.map_or(most, |(preperiod, period)| most.min(preperiod.max(1) + period - 1));
            for a in 1..=if bits & 4 != 0 { last } else { 0 } {
                let repeats = cycle.filter(|&(preperiod, _)| a >= preperiod);
                each(&[a, rest - a], repeats.map_or(1, |(_, period)| (most - a) / period + 1));
            }
            for a in 1..=if bits & 8 != 0 { rest / 3 } else { 0 } {
                for (b, c) in (a..=(rest - a) / 2).map(|b| (b, rest - a - b)) {
                    if !(unequal && (a == b || b == c)) {
                        each(&[a, b, c], 1);
                    }
                }
            }
        }
    }

    /// Every move in a ring: what is left is a row.
    fn opens(&self, ring: u64, mut each: impl FnMut(&[u64])) {
        for k in 0..=self.last_take(ring) {
            let bits = self.digit(k).bits;
            if bits & 6 != 0 && ring > k {
                each(&[ring - k]);
            } else if bits & 1 != 0 && ring == k && ring > 0 {
                each(&[0]);
            }
        }
    }
}

fn digits(text: &str) -> Res<Vec<Digit>> {
    let (mut digits, mut marked): (Vec<Digit>, bool) = (Vec::new(), true);
    for c in text.chars() {
        match c {
            '!' if !marked => {
                digits.last_mut().ok_or(Fail::Wrong)?.unequal = true;
                marked = true;
            }
            '0'..='9' | 'A'..='F' => {
                digits.push(Digit { bits: c.to_digit(16).ok_or(Fail::Wrong)?, unequal: false });
                marked = false;
            }
            _ => return Err(Fail::Wrong),
        }
    }
    Ok(digits)
}

impl HeapRules {
    /// Every move in a heap, in order, as the heaps that it leaves (`[0]`: nothing).
    pub fn each(&self, heap: u64, mut each: impl FnMut(&[u64])) {
        match self {
            HeapRules::Take(amounts) => {
                amounts.iter().filter(|&&a| a <= heap).for_each(|a| each(&[heap - a]))
            }
            HeapRules::Code(code) => code.each(heap, each),
        }
    }

    /// Whether a larger heap has more moves.
    fn have_many_moves(&self) -> bool {
        let HeapRules::Code(code) = self else { return false };
        most_heaps(code) > 1 || !code.again.is_empty()
    }

    /// No heap to this one has more moves.
    pub fn most_moves(&self, heap: u64) -> u64 {
        match self {
            HeapRules::Take(amounts) => amounts.len() as u64,
            HeapRules::Code(code) => {
                let each = [1, 1, heap / 2, (heap / 2).saturating_mul(heap / 6 + 1)];
                let takes = code.last_take(heap).min(code.all().count() as u64) + 1;
                let used = |j: usize| code.all().any(|digit| digit.bits >> j & 1 != 0);
                let moves: u64 = (0..4).filter(|&j| used(j)).map(|j| each[j]).fold(1, u64::saturating_add);
                moves.saturating_mul(if code.again.is_empty() { takes } else { heap })
            }
        }
    }

    /// The last heap that may be without a move, or have one that leaves only heaps to this one. A heap of 6 can be left
    /// as three unequal ones.
    pub fn last_breaking_into(&self, heap: u64) -> Option<u64> {
        let HeapRules::Code(code) = self else { return None };
        let breaks = code.again.is_empty() && code.all().any(|digit| digit.bits > 1);
        let taken = code.first.len() as u64 - 1;
        most_heaps(code).checked_mul(heap.max(6))?.checked_add(taken).filter(|_| breaks)
    }

    /// The last heap whose value must be known to prove that values have this preperiod and period.
    pub fn window(&self, preperiod: u64, period: u64) -> Option<u64> {
        match self {
            HeapRules::Take(amounts) => period::window_of_memory(*amounts.last()?, preperiod, period),
            HeapRules::Code(code) => period::window(code, preperiod, period),
        }
    }
}

/// The moves in a heap of a code whose values have this preperiod and period. Moves that leave equal values are counted as
/// one, unless all are asked for and the heap is small.
fn alike(code: &Code, heap: &Component, cycle: (u64, u64), all: bool) -> Res<Vec<Move>> {
    if (cycle.0 + cycle.1).saturating_mul(code.first.len() as u64) > MAX_LISTED_MOVES {
        return Err(Fail::TooLarge);
    }
    let (mut moves, size) = (Vec::new(), heap.position[0]);
    code.each_alike(size, Some(cycle).filter(|_| !all || size > MAX_LISTED_MOVES), |left, count| {
        let parts = game::heaps(left);
        moves.push(Move { text: heap.leaving(&parts), parts, count });
    });
    Ok(moves)
}

/// The most heaps that a move leaves.
pub fn most_heaps(code: &Code) -> u64 {
    (1..4).rev().find(|j| code.all().any(|digit| digit.bits >> j & 1 != 0)).unwrap_or(1)
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (record, misere, ring) = (given.record, given.misere, given.keywords.has("ring"));
    let game = record.game.as_str();
    let largest = || Ok(record.numbers()?.into_iter().max().unwrap_or(0));
    let code = match (game, &given.words[..]) {
        ("subtraction", _) => None,
        ("octal" | "take-and-break", [word]) => Some(word.as_str()),
        ("nim" | "nimble", []) => Some("0.[3]"),
        ("kayles", []) => Some("0.77"),
        ("dawson-kayles", []) => Some("0.07"),
        ("dawson-chess", []) => Some("0.137"),
        ("treblecross", []) => Some("0.007"),
        ("lasker", []) => Some("4.[3]"),
        ("grundys-game", []) => Some("4!.0"),
        _ => return Err(Fail::Wrong),
    };
    let rules = match code {
        None => HeapRules::Take(text::amounts_to(&given.words, largest()?)?),
        Some(word) => HeapRules::Code(Code::read(word)?),
    };
    let is_octal = matches!(&rules, HeapRules::Code(code) if code.is_octal())
        && given.words.iter().all(|word| !word.contains(['[', '!']) && !word.contains(|c| c > '7'));
    let in_rows = !matches!(game, "nim" | "nimble" | "subtraction" | "grundys-game");
    let asks = |wanted: fn(&Ask) -> bool| record.asks.iter().any(wanted);
    let about_one =
        asks(|ask| matches!(ask, Ask::Losing | Ask::Paths(_) | Ask::Sequence | Ask::Slice(..) | Ask::Stats));
    let about_some = asks(|ask| !matches!(ask, Ask::Period | Ask::Quotient));
    let sizes = if in_rows { text::heaps_or_rows(record)? } else { record.numbers()? };
    let wrong = game == "octal" && !is_octal
        || ring && (misere || record.asks.contains(&Ask::Genus))
        || record.position.is_none() && about_some
        || sizes.len() != 1 && about_one;
    if wrong {
        return Err(Fail::Wrong);
    }
    let heaps = Heaps {
        rules,
        ring,
        misere,
        nim: matches!(game, "nim" | "nimble"),
        lasker: game == "lasker",
        endless: matches!(game, "lasker" | "grundys-game"),
    };
    let component = |&size: &u64| Component { position: heaps.position(size), written: size.to_string() };
    let components = sizes.iter().map(component).collect();
    Ok(Play::new(heaps, components))
}

impl Heaps {
    /// A ring has a second number, so that it is no row.
    fn position(&self, size: u64) -> Position {
        if self.ring { Position::from_slice(&[size, 1]) } else { Position::from_slice(&[size]) }
    }

    /// The values of rows of any length: by the certificate of their period, else by one that the first values show.
    fn rows(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let rules = &self.rules;
        if let (Some(&Certificate::Period(preperiod, period, saltus @ 1..)), HeapRules::Code(code)) =
            (certificate, rules)
        {
            return rising::proved(code, (preperiod, period, saltus));
        }
        let (most, moves) = match (certificate, rules) {
            (Some(_), _) => (0, period::MAX_MOVES_PROVED),
            (None, HeapRules::Take(amounts)) if amounts.last().is_some_and(|&most| most <= 2_000) => {
                (200_000, period::MAX_MOVES_DEFINED)
            }
            (None, HeapRules::Take(_)) => return Err(Fail::TooLarge),
            (None, HeapRules::Code(_)) => (1_100, period::MAX_MOVES_DEFINED),
        };
        let table = |last| period::table(rules, last, moves);
        period::by_window(certificate, most, |e, p| rules.window(e, p), table)
    }

    /// The Grundy values of heaps whose misère play is decided by them from some heap on.
    fn values(&self, quotient: &Quotient) -> Res<misere::Values<'_>> {
        let Some(cycle) = quotient.normal() else { return Ok(misere::no_values()) };
        let period = cycle.map(|(preperiod, period)| Certificate::Period(preperiod, period, 0));
        let rows = match self.rows(period.as_ref()) {
            Err(Fail::TooLarge) => None,
            rows => Some(rows?),
        };
        let cycle = rows.as_ref().map(Periodic::cycle);
        let value = move |heap| match &rows {
            Some(rows) => rows.term(heap),
            None => Ok(period::table(&self.rules, heap, period::MAX_MOVES_DEFINED)?[heap as usize]),
        };
        Ok((Box::new(value), cycle))
    }

    /// The values of rings of any length, from those of the rows that they leave. Let these have preperiod e and period p,
    /// let digits repeat from k on, or end there, and let q be p, or its least multiple that the number of repeated
    /// digits divides. Rings of n ≥ e + k leave rows of at least e: their values repeat where digits end. If they
    /// repeat, a ring of n + q leaves rows of the same values as a ring of n, and q more rows of at least
    /// n − k + 1 ≥ e + q, if n ≥ e + k + q; q before each of them stands one of the same value that a ring of n leaves, too.
    fn rings(&self, rows: &Periodic) -> Res<Periodic> {
        let (HeapRules::Code(code), false) = (&self.rules, rows.rising()) else { return Err(Fail::TooLarge) };
        let (preperiod, period) = rows.cycle();
        let q = period::common(period, code.again.len() as u64).ok_or(Fail::TooLarge)?;
        let edge = preperiod + code.first.len() as u64 + if code.again.is_empty() { 0 } else { q };
        if (edge + q).saturating_mul(code.last_take(edge + q) + 1) > MAX_LISTED_MOVES * 100 {
            return Err(Fail::TooLarge);
        }
        let value = |ring: u64| {
            let (mut values, mut all) = (Mex::default(), Ok(()));
            code.opens(ring, |row| match rows.term(row[0]) {
                Ok(value) => values.mark(value),
                Err(fail) => all = Err(fail),
            });
            all.map(|()| values.least())
        };
        Periodic::of((0..edge + q).map(value).collect::<Res<_>>()?, (edge, q, 0))
    }

    /// The values of all heaps.
    fn repeats(&self, certificate: Option<&Certificate>) -> Res<Theorem<'_>> {
        let rows = self.rows(certificate)?;
        let rings = if self.ring { Some(self.rings(&rows)?) } else { None };
        let rising = rows.rising();
        let cycle = rows.cycle();
        let theorem = Theorem::value("Guy and Smith 1956", move |heap| match &rings {
            Some(rings) if heap.len() > 1 => rings.term(heap[0]),
            _ => rows.term(heap[0]),
        });
        Ok(match &self.rules {
            HeapRules::Code(code) if !rising && !self.ring && code.splits_alike() => {
                theorem.with_candidates(move |heap, _, all| alike(code, heap, cycle, all))
            }
            _ => theorem,
        })
    }
}

impl Game for Heaps {
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        if self.rules.have_many_moves() && position[0] > MAX_LISTED_MOVES {
            return Err(Fail::TooLarge);
        }
        let mut options = Vec::new();
        match &self.rules {
            HeapRules::Code(code) if position.len() > 1 => {
                code.opens(position[0], |left| options.push(game::heaps(left)))
            }
            rules => rules.each(position[0], |left| options.push(game::heaps(left))),
        }
        Ok(options)
    }

    fn is_heaps(&self) -> bool {
        true
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn is_far(&self, position: &[u64]) -> bool {
        position[0] > if self.rules.have_many_moves() { 1_000 } else { 100_000 }
    }

    fn defined(&self, heaps: &[Position]) -> Option<Theorem<'_>> {
        let last = heaps.iter().map(|heap| heap[0]).max().unwrap_or(0);
        let table =
            period::table(&self.rules, last, period::MAX_MOVES_DEFINED).ok().filter(|_| !self.misere)?;
        let value = move |heap: &[u64]| match (&self.rules, heap) {
            (HeapRules::Code(code), &[ring, _]) => {
                let mut values = Mex::default();
                code.opens(ring, |row| values.mark(table[row[0] as usize]));
                Ok(values.least())
            }
            _ => table.get(heap[0] as usize).copied().ok_or(Fail::TooLarge),
        };
        Some(Theorem::value("mex", value).by(By::Definition))
    }

    fn heap(&self, size: u64) -> Res<Option<Position>> {
        Ok(Some(self.position(size)))
    }

    fn theorem(&self) -> Option<Theorem<'_>> {
        if self.nim {
            return Some(theorems::bouton(self.misere));
        }
        if self.misere {
            return None;
        }
        if self.lasker && !self.ring {
            return Some(theorems::lasker());
        }
        self.repeats(None).ok()
    }

    fn certified(&self, _start: &[Position], certificate: &Certificate) -> Res<Theorem<'_>> {
        match certificate {
            Certificate::Quotient(text) if self.misere => {
                let quotient = Quotient::of(text, &self.rules)?;
                let values = self.values(&quotient)?;
                Ok(misere::theorem(quotient, values))
            }
            Certificate::Period(..) if !self.misere => self.repeats(Some(certificate)),
            _ => Err(Fail::TooLarge),
        }
    }

    fn about(&self, ask: Ask, heap: Option<u64>, certificate: Option<&Certificate>) -> Res<(String, By)> {
        match (ask, &self.rules, certificate) {
            (Ask::Paths(modulus), HeapRules::Take(amounts), _) => {
                let text = period::paths(amounts, heap.ok_or(Fail::Wrong)?, modulus)?;
                Ok((text, By::Definition))
            }
            (Ask::Period, ..) if self.endless && !self.ring => Ok(("-".to_owned(), By::Theorem)),
            (Ask::Period, ..) => {
                let rows = self.rows(certificate)?;
                let text = if self.ring { self.rings(&rows)?.text() } else { rows.text() };
                Ok((text, if certificate.is_some() { By::Certificate } else { By::Theorem }))
            }
            (Ask::Quotient, _, Some(Certificate::Quotient(text))) => {
                let quotient = Quotient::of(text, &self.rules)?;
                let values = self.values(&quotient)?;
                Ok((quotient.text(heap, values)?, By::Certificate))
            }
            _ => Err(Fail::TooLarge),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn moves_that_are_counted_together_are_those_that_are_listed() {
        for (word, cycle) in
            [("0.77", (71, 12)), ("0.07", (53, 34)), ("0.137", (52, 34)), ("4.4", (72, 12)), ("0.33", (0, 3))]
        {
            let code = Code::read(word).expect("a code");
            let values = period::table(&HeapRules::Code(code.clone()), 420, u64::MAX).expect("a table");
            let value = |left: &[u64]| left.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            for heap in 0..420 {
                let [mut listed, mut counted] = [(); 2].map(|()| HashMap::<u64, u64>::new());
                code.each(heap, |left| *listed.entry(value(left)).or_default() += 1);
                code.each_alike(heap, Some(cycle), |left, count| {
                    *counted.entry(value(left)).or_default() += count
                });
                assert_eq!(listed, counted, "{word}: {heap}");
            }
        }
    }
}
