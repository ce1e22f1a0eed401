//! Heaps that do not know of each other: nim, subtraction, octal and take-and-break codes, rows and rings.
//!
//! Bit j of the k-th digit of a code lets k be taken from a heap leaving exactly j heaps, none empty (Winning Ways,
//! chapter 4). Nim is `0.[3]`, Lasker's Nim `4.[3]`, Grundy's game `4!.0`; amounts that may be taken have the digit 3.

use crate::moves::vocabulary::*;
use crate::{mex, rising};

/// How many moves of one heap are listed for a digit.
const MAX_LISTED_MOVES: u64 = 300_000;

/// The moves that taking some number allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeDigit {
    /// Bit j: j heaps may be left.
    pub bits: u32,
    /// The heaps that are left must differ.
    pub unequal: bool,
}

/// The rules of a game of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// The numbers that may be taken before digits repeat, ascending.
    pub first: Vec<(u64, CodeDigit)>,
    /// One more than the last number before digits repeat, or end.
    pub length: u64,
    /// The digits in brackets.
    pub again: Vec<CodeDigit>,
}

/// A game of heaps, by its name and its rules.
struct Heaps {
    game: String,
    code: HeapCode,
    ring: bool,
    misere: bool,
}

impl HeapCode {
    /// Reads a code as records write it.
    pub fn read(word: &str) -> Res<HeapCode> {
        let (before, plain, again) = text::grammar::code(word).map_err(|_| Fail::Wrong)?;
        Fail::Wrong.when(plain.is_empty() && again.is_empty() || before.bits % 4 != 0)?;
        let length = plain.len() as u64 + 1;
        let first = (0..)
            .zip([vec![before], plain].concat())
            .filter(|(_, digit)| digit.bits > 0)
            .collect();
        Ok(HeapCode {
            first,
            length,
            again,
        })
    }

    /// The code that lets each of these amounts, which ascend, be taken.
    pub fn taking(amounts: &[u64]) -> HeapCode {
        let first = amounts
            .iter()
            .map(|&amount| {
                (
                    amount,
                    CodeDigit {
                        bits: 3,
                        unequal: false,
                    },
                )
            })
            .collect();
        HeapCode {
            first,
            length: amounts.last().map_or(1, |most| most.saturating_add(1)),
            again: Vec::new(),
        }
    }

    /// All digits.
    pub fn all(&self) -> impl Iterator<Item = &CodeDigit> {
        self.first.iter().map(|(_, digit)| digit).chain(&self.again)
    }

    /// The most heaps that a move leaves.
    pub fn most_heaps(&self) -> u64 {
        (1..4)
            .rev()
            .find(|j| self.all().any(|digit| digit.bits >> j & 1 != 0))
            .unwrap_or(1)
    }

    /// Whether a larger heap has more moves.
    fn have_many_moves(&self) -> bool {
        self.most_heaps() > 1 || !self.again.is_empty()
    }

    /// No heap to this one has more moves.
    pub fn most_moves(&self, heap: u64) -> u64 {
        let of = |digit: &CodeDigit| {
            let [two, three] = [4, 8].map(|bit| u64::from(digit.bits & bit != 0));
            (1 + two * (heap / 2)).saturating_add((three * (heap / 2)).saturating_mul(heap / 6 + 1))
        };
        let once = self
            .first
            .iter()
            .filter(|(taken, _)| *taken <= heap)
            .map(|(_, digit)| of(digit));
        let rounds = (heap / self.again.len().max(1) as u64).saturating_add(1);
        let again = self
            .again
            .iter()
            .map(|digit| of(digit).saturating_mul(rounds));
        once.chain(again).fold(0, u64::saturating_add)
    }

    /// The last heap that may be without a move, or have one that leaves only heaps to this one. A heap of 6 can be left
    /// as three unequal ones.
    pub fn last_breaking_into(&self, heap: u64) -> Option<u64> {
        let breaks = self.again.is_empty() && self.all().any(|digit| digit.bits > 1);
        self.most_heaps()
            .checked_mul(heap.max(6))?
            .checked_add(self.length - 1)
            .filter(|_| breaks)
    }

    /// The numbers that may be taken of a heap, each with its digit.
    fn takes(&self, heap: u64) -> impl Iterator<Item = (u64, CodeDigit)> + '_ {
        let again = (self.length..=heap).zip(self.again.iter().copied().cycle());
        self.first
            .iter()
            .copied()
            .take_while(move |&(taken, _)| taken <= heap)
            .chain(again)
    }

    /// Every move in a row of this many, in order, as the heaps that it leaves (`[0]`: nothing).
    pub fn each(&self, heap: u64, mut each: impl FnMut(&[u64])) {
        self.each_alike(heap, None, |left, _| each(left));
    }

    /// The moves in a row of this many: what they leave, and how many they are. Those that take the same and leave two
    /// heaps of the same values are one, if a preperiod and a period of all values are given.
    fn each_alike(&self, heap: u64, cycle: Option<(u64, u64)>, mut each: impl FnMut(&[u64], u64)) {
        for (taken, CodeDigit { bits, unequal }) in self.takes(heap) {
            let rest = heap - taken;
            if bits & 1 != 0 && rest == 0 {
                each(&[0], 1);
            }
            if bits & 2 != 0 && rest > 0 {
                each(&[rest], 1);
            }
            // The smaller heap is a. If it is at least the preperiod, so is the other, and both may change by a period.
            let most = (rest - u64::from(unequal && rest > 0)) / 2;
            let cycle = cycle.filter(|&(preperiod, _)| rest / 2 >= preperiod);
            let last = cycle.map_or(most, |(preperiod, period)| {
                most.min(preperiod.max(1) + period - 1)
            });
            for a in 1..=if bits & 4 != 0 { last } else { 0 } {
                let repeats = cycle.filter(|&(preperiod, _)| a >= preperiod);
                each(
                    &[a, rest - a],
                    repeats.map_or(1, |(_, period)| (most - a) / period + 1),
                );
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

    /// The rows that moves in a ring leave; 0 for nothing.
    fn opened(&self, ring: u64) -> impl Iterator<Item = u64> + '_ {
        // A digit that lets a row become one row or two opens a longer ring to one row.
        let opening = move |taken: u64| if ring > taken { 6 } else { u32::from(ring > 0) };
        let opens = move |&(taken, digit): &(u64, CodeDigit)| digit.bits & opening(taken) != 0;
        self.takes(ring)
            .filter(opens)
            .map(move |(taken, _)| ring - taken)
    }

    /// The value of a ring, from those of rows.
    fn ring(&self, ring: u64, row: impl Fn(u64) -> Res<u64>) -> Res<u64> {
        self.opened(ring)
            .map(row)
            .process_results(|values| mex(values))
    }
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let (record, misere, ring) = (given.record, given.misere, given.has("ring"));
    let game = record.game.as_str();
    let largest = || Ok(record.numbers()?.into_iter().max().unwrap_or(0));
    let code = match (game, &given.words[..]) {
        ("subtraction", words) => HeapCode::taking(&text::amounts(words, largest()?)?),
        ("octal" | "take-and-break", [word]) => HeapCode::read(word)?,
        ("nim" | "nimble", []) => HeapCode::read("0.[3]")?,
        ("kayles", []) => HeapCode::read("0.77")?,
        ("dawson-kayles", []) => HeapCode::read("0.07")?,
        ("dawson-chess", []) => HeapCode::read("0.137")?,
        ("treblecross", []) => HeapCode::read("0.007")?,
        ("lasker", []) => HeapCode::read("4.[3]")?,
        ("grundys-game", []) => HeapCode::read("4!.0")?,
        _ => return Err(Fail::Wrong),
    };
    let are_octal = given
        .words
        .iter()
        .all(|word| word.chars().all(|c| matches!(c, '0'..='7' | '.')));
    let in_rows = !matches!(game, "nim" | "nimble" | "subtraction" | "grundys-game");
    let asks = |words: &str| record.asks.iter().any(|ask| text::lists(words, ask.word));
    let sizes = if in_rows {
        text::heaps_or_rows(record)?
    } else {
        record.numbers()?
    };
    let wrong = game == "octal" && !are_octal
        || ring && (misere || asks("genus"))
        || sizes.len() != 1 && asks("losing paths sequence stats");
    Fail::Wrong.when(wrong)?;
    let heaps = Heaps {
        game: game.to_owned(),
        code,
        ring,
        misere,
    };
    let positions: Vec<PositionNumbers> = sizes.iter().map(|&size| heaps.position(size)).collect();
    Ok(Play::new(heaps, positions).written(sizes.iter().map(u64::to_string)))
}

impl Heaps {
    /// A ring has a second number, so that it is no row.
    fn position(&self, size: u64) -> PositionNumbers {
        if self.ring {
            PositionNumbers::from_slice(&[size, 1])
        } else {
            PositionNumbers::from_slice(&[size])
        }
    }

    /// The values of rings of any length, from those of the rows that they leave. Let these have preperiod e and period p,
    /// let digits repeat from k on, or end there, and let q be p, or its least multiple that the number of repeated
    /// digits divides. Rings of n ≥ e + k leave rows of at least e: their values repeat where digits end. If they
    /// repeat, a ring of n + q leaves rows of the same values as a ring of n, and q more rows of at least
    /// n − k + 1 ≥ e + q, if n ≥ e + k + q; q before each of them stands one of the same value that a ring of n leaves, too.
    fn rings(&self, rows: &Periodic) -> Res<Periodic> {
        let ((preperiod, period), code) = (rows.cycle(), &self.code);
        let q = period::common(period, code.again.len() as u64).ok_or(Fail::TooLarge)?;
        let edge = preperiod + code.length + if code.again.is_empty() { 0 } else { q };
        let takes = if code.again.is_empty() {
            code.length
        } else {
            edge + q
        };
        Fail::TooLarge
            .when(rows.saltus > 0 || (edge + q).saturating_mul(takes) > MAX_LISTED_MOVES * 100)?;
        let values = (0..edge + q).map(|ring| code.ring(ring, |row| rows.term(row)));
        Periodic::of(values.collect::<Res<_>>()?, (edge, q, 0))
    }
}

impl GameDefinition for Heaps {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        Fail::TooLarge.when(self.code.most_moves(position[0]) > MAX_LISTED_MOVES * 5)?;
        if position.len() > 1 {
            return Ok(self
                .code
                .opened(position[0])
                .map(|row| ListedMove::to(&[row]))
                .collect());
        }
        let mut moves = Vec::new();
        self.code
            .each(position[0], |left| moves.push(ListedMove::to_heaps(left)));
        Ok(moves)
    }

    fn is_far(&self, position: &[u64]) -> bool {
        position[0]
            > if self.code.have_many_moves() {
                1_000
            } else {
                100_000
            }
    }

    fn defined(&self, heaps: &[PositionNumbers]) -> Option<Theorem<'_>> {
        let last = heaps.iter().map(|heap| heap[0]).max().unwrap_or(0);
        let table = period::table(&self.code, last, period::MAX_MOVES_DEFINED)
            .ok()
            .filter(|_| !self.misere)?;
        let row = move |row: u64| table.get(row as usize).copied().ok_or(Fail::TooLarge);
        let value = move |heap: &[u64]| {
            if heap.len() > 1 {
                self.code.ring(heap[0], &row)
            } else {
                row(heap[0])
            }
        };
        Some(Theorem {
            by: By::Definition,
            ..Theorem::value("mex", value)
        })
    }

    fn heap(&self, size: u64) -> Res<Option<PositionNumbers>> {
        Ok(Some(self.position(size)))
    }

    /// The values of rows.
    fn periodic(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let code = &self.code;
        if let Some(&Certificate::Period(preperiod, period, saltus @ 1..)) = certificate {
            return rising::proved(code, (preperiod, period, saltus));
        }
        let (most, moves) = match certificate {
            Some(_) => (0, period::MAX_MOVES_PROVED),
            None if code.have_many_moves() => (1_100, period::MAX_MOVES_DEFINED),
            None if code.length <= 2_001 => (200_000, period::MAX_MOVES_DEFINED),
            None => return Err(Fail::TooLarge),
        };
        let table = |last| period::table(code, last, moves);
        period::by_window(certificate, most, |e, p| period::window(code, e, p), table)
    }

    fn repeated(&self, rows: Periodic) -> Res<Theorem<'_>> {
        let (code, cycle, rising) = (&self.code, rows.cycle(), rows.saltus > 0);
        let rings = if self.ring {
            Some(self.rings(&rows)?)
        } else {
            None
        };
        let theorem = Theorem::value("Guy and Smith 1956", move |heap| match &rings {
            Some(rings) if heap.len() > 1 => rings.term(heap[0]),
            _ => rows.term(heap[0]),
        });
        if rising || self.ring || !code.again.is_empty() || code.most_heaps() != 2 {
            return Ok(theorem);
        }
        // Moves that leave equal values are counted as one, unless all are asked for and the heap is small.
        let candidates = move |heap: &[u64], _: u64, all: bool| {
            Fail::TooLarge
                .when((cycle.0 + cycle.1).saturating_mul(code.length) > MAX_LISTED_MOVES)?;
            let cycle = Some(cycle).filter(|_| !all || heap[0] > MAX_LISTED_MOVES);
            let mut moves = Vec::new();
            code.each_alike(heap[0], cycle, |left, count| {
                moves.push(ListedMove {
                    count,
                    ..ListedMove::to_heaps(left)
                })
            });
            Ok(moves)
        };
        Ok(Theorem {
            candidates: Some(Box::new(candidates)),
            ..theorem
        })
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        match theorems::of_heaps(&self.game, self.misere).filter(|_| !self.ring) {
            Some(theorem) => Ok(theorem),
            None if self.misere => Err(Fail::TooLarge),
            None => self.repeated(self.periodic(None)?),
        }
    }

    /// With the Grundy values of heaps, if they decide misère play from some heap on.
    fn quotient(&self, text: &str) -> Res<(ProvedQuotient, misere::KnownHeapValues<'_>)> {
        let quotient = ProvedQuotient::of(text, &self.code)?;
        let Some(cycle) = quotient.normal() else {
            return Ok((quotient, misere::no_values()));
        };
        let period = cycle.map(|(preperiod, period)| Certificate::Period(preperiod, period, 0));
        let rows = Fail::TooLarge.or_none(self.periodic(period.as_ref()))?;
        let cycle = rows.as_ref().map(Periodic::cycle);
        let value = move |heap| match &rows {
            Some(rows) => rows.term(heap),
            None => Ok(period::table(&self.code, heap, period::MAX_MOVES_DEFINED)?[heap as usize]),
        };
        Ok((quotient, (Box::new(value), cycle)))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, certificate: Option<&Certificate>) -> Res<String> {
        match ask.word {
            "period" if self.ring => Ok(self.rings(&self.periodic(certificate)?)?.text()),
            // The values of Lasker's Nim rise (Winning Ways, chapter 4); no period of Grundy's game is known to 2³⁵.
            "period" if text::lists("lasker grundys-game", &self.game) => Ok("-".to_owned()),
            "period" => Ok(self.periodic(certificate)?.text()),
            "paths" => {
                let amounts: Vec<u64> = self.code.first.iter().map(|&(amount, _)| amount).collect();
                period::paths(&amounts, heap.ok_or(Fail::Wrong)?, ask)
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
    fn more_moves_than_are_listed_at_once_are_too_many() {
        let amounts = (0..2000)
            .map(|i| format!("{}-{}", i * 100_000 + 1, (i + 1) * 100_000))
            .join(" ");
        for record in [
            "take-and-break 0.32A: 29625 28207 42085".to_owned(),
            format!("take-and-break 0.32A: {}", "4000 ".repeat(40)),
            format!("subtraction {amounts}: 5"),
            format!("flags {amounts} left 1: 5"),
        ] {
            assert_eq!(
                crate::answers(record.as_bytes()).0[0].result,
                Err(Fail::TooLarge)
            );
        }
    }

    #[test]
    fn many_heaps_are_added_up_once() {
        let answer =
            crate::answers(format!("nim: {}2", "1 ".repeat(30_000)).as_bytes()).0[0].line();
        assert_eq!(answer.as_deref(), Some("WIN 1"));
    }

    #[test]
    fn moves_that_are_counted_together_are_those_that_are_listed() {
        for (word, cycle) in [
            ("0.77", (71, 12)),
            ("0.07", (53, 34)),
            ("0.137", (52, 34)),
            ("4.4", (72, 12)),
            ("0.33", (0, 3)),
        ] {
            let code = HeapCode::read(word).expect("a code");
            let values = period::table(&code, 420, u64::MAX).expect("a table");
            let value = |left: &[u64]| {
                left.iter()
                    .fold(0, |sum, &heap| sum ^ values[heap as usize])
            };
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
