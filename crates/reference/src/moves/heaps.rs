//! Heaps that do not know of each other: nim, subtraction, octal and take-and-break codes, rows and rings.
//!
//! Bit j of the k-th digit of a code lets k be taken from a heap leaving exactly j heaps, none empty (Winning Ways,
//! chapter 4). Nim is `0.[3]`, Lasker's Nim `4.[3]`, Grundy's game `4!.0`; amounts that may be taken have the digit 3.
#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps are places of a table here"
)]

use itertools::Itertools;

use crate::game::{GameDefinition, ListedMove, PositionNumbers, Proof};
use crate::moves::Given;
use crate::period::{self, Cycle, Periodic};
use crate::play::Play;
use crate::theorems::{self, Theorem};
use crate::{Ask, By, Fail, Res, mex, text};

/// How many moves of one heap are listed for a digit.
const MAX_MOVES_OF_DIGIT: u64 = 300_000;

/// How many moves of one heap are listed.
const MAX_MOVES_OF_HEAP: u64 = 5 * MAX_MOVES_OF_DIGIT;

/// How many moves of all rings are looked at to prove a period.
const MAX_MOVES_OF_RINGS: u64 = 100 * MAX_MOVES_OF_DIGIT;

/// The largest heap from which positions are explored, if it has many moves.
const MAX_EXPLORED_HEAP_OF_MANY_MOVES: u64 = 1_000;

/// The largest heap from which positions are explored.
const MAX_EXPLORED_HEAP: u64 = 100_000;

/// How many heaps are looked at for a period that nobody claims, if larger heaps have more moves.
const MAX_TERMS_OF_MANY_MOVES: u64 = 1_100;

/// How many heaps are looked at for a period that nobody claims.
const MAX_TERMS: u64 = 200_000;

/// The most digits of a code whose period is looked for that nobody claims.
const MAX_LENGTH: u64 = 2_001;

/// The moves that taking some number allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeDigit {
    /// The digit, whose bit j lets j heaps be left.
    pub bits: u32,
    /// Whether the heaps that are left must differ.
    pub unequal: bool,
}

impl CodeDigit {
    /// The digit of an amount that may be taken from any heap that has it, and leaves one heap or none.
    const TAKING: CodeDigit = CodeDigit {
        bits: 3,
        unequal: false,
    };

    /// Says whether this many heaps may be left.
    fn leaves(self, heaps: u64) -> bool {
        self.bits >> heaps & 1 != 0
    }
}

/// A number that may be taken, with the heaps that may be left then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The number.
    pub taken: u64,
    /// What may be left.
    pub digit: CodeDigit,
}

/// The rules of a game of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// The numbers that may be taken before digits repeat, ascending.
    pub first: Vec<Take>,
    /// One more than the last number before digits repeat, or end.
    pub length: u64,
    /// The digits in brackets.
    pub again: Vec<CodeDigit>,
}

/// A game of heaps, by its name and its rules.
pub struct Heaps {
    game: String,
    /// The moves of a heap.
    pub code: HeapCode,
    ring: bool,
    misere: bool,
}

impl HeapCode {
    /// Reads a code as records write it.
    pub fn read(word: &str) -> Res<HeapCode> {
        let digits = text::grammar::code(word).map_err(|_| Fail::Wrong)?;
        let text::CodeDigits {
            before,
            plain,
            again,
        } = digits;
        let has_none = plain.is_empty() && again.is_empty();
        // A move that takes nothing must leave two heaps at least, or play would not end.
        Fail::Wrong.when(has_none || before.leaves(0) || before.leaves(1))?;
        let length = plain.len() as u64 + 1;
        let takes = (0..).zip([vec![before], plain].concat());
        let first = takes
            .map(|(taken, digit)| Take { taken, digit })
            .filter(|take| take.digit.bits > 0);
        Ok(HeapCode {
            first: first.collect(),
            length,
            again,
        })
    }

    /// Returns the code that lets each of these amounts, which ascend, be taken.
    pub fn taking(amounts: &[u64]) -> HeapCode {
        let take = |&taken: &u64| Take {
            taken,
            digit: CodeDigit::TAKING,
        };
        HeapCode {
            first: amounts.iter().map(take).collect(),
            length: amounts.last().map_or(1, |most| most.saturating_add(1)),
            again: Vec::new(),
        }
    }

    /// Returns all digits.
    pub fn all(&self) -> impl Iterator<Item = &CodeDigit> {
        self.first.iter().map(|take| &take.digit).chain(&self.again)
    }

    /// Returns the most heaps that a move leaves.
    pub fn most_heaps(&self) -> u64 {
        let may_leave = |heaps: &u64| self.all().any(|digit| digit.leaves(*heaps));
        (1..4).rev().find(may_leave).unwrap_or(1)
    }

    /// Says whether a larger heap has more moves.
    fn have_many_moves(&self) -> bool {
        self.most_heaps() > 1 || !self.again.is_empty()
    }

    /// Returns a bound on the moves of each heap to this one.
    pub fn most_moves(&self, heap: u64) -> u64 {
        let moves = |digit: &CodeDigit| {
            let pairs = if digit.leaves(2) { heap / 2 } else { 0 };
            let triples = if digit.leaves(3) {
                (heap / 2).saturating_mul(heap / 6 + 1)
            } else {
                0
            };
            (1 + pairs).saturating_add(triples)
        };
        let reached = self.first.iter().filter(|take| take.taken <= heap);
        let once = reached.map(|take| moves(&take.digit));
        let rounds = (heap / self.again.len().max(1) as u64).saturating_add(1);
        let again = self.again.iter();
        let again = again.map(|digit| moves(digit).saturating_mul(rounds));
        once.chain(again).fold(0, u64::saturating_add)
    }

    /// Returns the last heap that may be without a move, or have one that leaves only heaps to this one. A heap of 6
    /// can be left as three unequal ones.
    pub fn last_breaking_into(&self, heap: u64) -> Option<u64> {
        let breaks = self.again.is_empty() && self.all().any(|digit| digit.bits > 1);
        if !breaks {
            return None;
        }
        let left = self.most_heaps().checked_mul(heap.max(6))?;
        left.checked_add(self.length - 1)
    }

    /// Returns the numbers that may be taken of a heap, each with its digit.
    fn takes(&self, heap: u64) -> impl Iterator<Item = Take> + '_ {
        let once = self.first.iter().copied();
        let once = once.take_while(move |take| take.taken <= heap);
        let again = (self.length..=heap).zip(self.again.iter().copied().cycle());
        once.chain(again.map(|(taken, digit)| Take { taken, digit }))
    }

    /// Visits every move in a row of this many, in order, as the heaps that it leaves (`[0]`: nothing).
    pub fn each(&self, heap: u64, mut visit: impl FnMut(&[u64])) {
        self.each_alike(heap, None, |left, _| visit(left));
    }

    /// Visits the moves in a row of this many: what they leave, and how many they are. Moves that take the same and
    /// leave two heaps of the same values are one, if the cycle of all values is given.
    fn each_alike(&self, heap: u64, cycle: Option<Cycle>, mut visit: impl FnMut(&[u64], u64)) {
        for Take { taken, digit } in self.takes(heap) {
            let rest = heap - taken;
            if digit.leaves(0) && rest == 0 {
                visit(&[0], 1);
            }
            if digit.leaves(1) && rest > 0 {
                visit(&[rest], 1);
            }
            if digit.leaves(2) {
                each_pair(rest, digit.unequal, cycle, &mut visit);
            }
            if digit.leaves(3) {
                each_triple(rest, digit.unequal, &mut visit);
            }
        }
    }

    /// Returns the rows that moves in a ring leave; 0 for nothing.
    fn opened(&self, ring: u64) -> impl Iterator<Item = u64> + '_ {
        // A digit that lets a row become one row or two opens a longer ring to one row.
        let opens = move |take: &Take| {
            let Take { taken, digit } = *take;
            if ring > taken {
                digit.leaves(1) || digit.leaves(2)
            } else {
                ring > 0 && digit.leaves(0)
            }
        };
        let takes = self.takes(ring).filter(opens);
        takes.map(move |take| ring - take.taken)
    }

    /// Returns the value of a ring, from those of rows.
    fn ring(&self, ring: u64, row: impl Fn(u64) -> Res<u64>) -> Res<u64> {
        let values = self.opened(ring).map(row);
        Ok(mex(values.collect::<Res<Vec<u64>>>()?))
    }
}

/// Visits the ways to leave two heaps of `rest` together, the smaller one first: what is left, and how many ways there
/// are that leave the same values.
fn each_pair(
    rest: u64,
    must_differ: bool,
    cycle: Option<Cycle>,
    visit: &mut impl FnMut(&[u64], u64),
) {
    let most = if must_differ && rest > 0 {
        (rest - 1) / 2
    } else {
        rest / 2
    };
    // The smaller heap is a. If it is at least the preperiod, so is the other, and both may change by a period.
    let cycle = cycle.filter(|cycle| rest / 2 >= cycle.preperiod);
    let last = match cycle {
        Some(cycle) => most.min(cycle.preperiod.max(1) + cycle.period - 1),
        None => most,
    };
    for a in 1..=last {
        let ways = match cycle {
            Some(cycle) if a >= cycle.preperiod => (most - a) / cycle.period + 1,
            _ => 1,
        };
        visit(&[a, rest - a], ways);
    }
}

/// Visits the ways to leave three heaps of `rest` together, which ascend.
fn each_triple(rest: u64, must_differ: bool, visit: &mut impl FnMut(&[u64], u64)) {
    for a in 1..=rest / 3 {
        for b in a..=(rest - a) / 2 {
            let c = rest - a - b;
            if !(must_differ && (a == b || b == c)) {
                visit(&[a, b, c], 1);
            }
        }
    }
}

/// Returns the code of a game by its name and the words of its rules.
fn code_of(game: &str, words: &[String], largest: u64) -> Res<HeapCode> {
    match (game, words) {
        ("subtraction", words) => Ok(HeapCode::taking(&text::amounts(words, largest)?)),
        ("octal" | "take-and-break", [word]) => HeapCode::read(word),
        ("nim" | "nimble", []) => HeapCode::read("0.[3]"),
        ("kayles", []) => HeapCode::read("0.77"),
        ("dawson-kayles", []) => HeapCode::read("0.07"),
        ("dawson-chess", []) => HeapCode::read("0.137"),
        ("treblecross", []) => HeapCode::read("0.007"),
        ("lasker", []) => HeapCode::read("4.[3]"),
        ("grundys-game", []) => HeapCode::read("4!.0"),
        _ => Err(Fail::Wrong),
    }
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let record = given.record;
    let misere = given.misere;
    let ring = given.has("ring");
    let game = record.game.as_str();
    // The set of amounts of `subtraction` may depend on the largest heap.
    let largest = if game == "subtraction" {
        record.numbers()?.into_iter().max().unwrap_or(0)
    } else {
        0
    };
    let code = code_of(game, &given.words, largest)?;
    let is_octal = |word: &String| word.chars().all(|c| matches!(c, '0'..='7' | '.'));
    let asks = |words: &str| record.asks.iter().any(|ask| text::lists(words, ask.word));
    let may_be_rows = !matches!(game, "nim" | "nimble" | "subtraction" | "grundys-game");
    let sizes = if may_be_rows {
        text::heaps_or_rows(record)?
    } else {
        record.numbers()?
    };
    Fail::Wrong.when(game == "octal" && !given.words.iter().all(is_octal))?;
    Fail::Wrong.when(ring && (misere || asks("genus")))?;
    Fail::Wrong.when(sizes.len() != 1 && asks("losing paths sequence stats"))?;
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
    /// Returns the position of a heap. A ring has a second number, so that it is no row.
    fn position(&self, size: u64) -> PositionNumbers {
        if self.ring {
            PositionNumbers::from_slice(&[size, 1])
        } else {
            PositionNumbers::from_slice(&[size])
        }
    }

    /// Returns the values of rings of any length, from those of the rows that they leave. Let these have preperiod e
    /// and period p, let digits repeat from k on, or end there, and let q be p, or its least multiple that the number
    /// of repeated digits divides. Rings of n ≥ e + k leave rows of at least e: their values repeat where digits end.
    /// If they repeat, a ring of n + q leaves rows of the same values as a ring of n, and q more rows of at least
    /// n − k + 1 ≥ e + q, if n ≥ e + k + q; q before each of them stands one of the same value that a ring of n leaves
    /// as well.
    fn rings(&self, rows: &Periodic) -> Res<Periodic> {
        let code = &self.code;
        let Cycle {
            preperiod,
            period,
            saltus,
        } = rows.cycle();
        Fail::TooLarge.when(saltus > 0)?;
        let q = period::common(period, code.again.len() as u64).ok_or(Fail::TooLarge)?;
        let has_ends = code.again.is_empty();
        let edge = preperiod + code.length + if has_ends { 0 } else { q };
        let takes = if has_ends { code.length } else { edge + q };
        Fail::TooLarge.when((edge + q).saturating_mul(takes) > MAX_MOVES_OF_RINGS)?;
        let values = (0..edge + q).map(|ring| code.ring(ring, |row| rows.term(row)));
        let cycle = Cycle {
            preperiod: edge,
            period: q,
            saltus: 0,
        };
        Periodic::of(values.collect::<Res<_>>()?, cycle)
    }

    /// Returns the moves of a heap that leaves at most two heaps, if rows repeat so. Moves that leave equal values are
    /// counted as one, unless all are asked for and the heap is small.
    fn candidates(&self, cycle: Cycle, heap: u64, all: bool) -> Res<Vec<ListedMove>> {
        let looked_at = (cycle.preperiod + cycle.period).saturating_mul(self.code.length);
        Fail::TooLarge.when(looked_at > MAX_MOVES_OF_DIGIT)?;
        let lists_all = all && heap <= MAX_MOVES_OF_DIGIT;
        let alike = if lists_all { None } else { Some(cycle) };
        let mut moves = Vec::new();
        self.code.each_alike(heap, alike, |left, count| {
            let mv = ListedMove::to_heaps(left);
            moves.push(ListedMove { count, ..mv });
        });
        Ok(moves)
    }
}

impl GameDefinition for Heaps {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let heap = position[0];
        Fail::TooLarge.when(self.code.most_moves(heap) > MAX_MOVES_OF_HEAP)?;
        if position.len() > 1 {
            let rows = self.code.opened(heap);
            return Ok(rows.map(|row| ListedMove::to(&[row])).collect());
        }
        let mut moves = Vec::new();
        self.code
            .each(heap, |left| moves.push(ListedMove::to_heaps(left)));
        Ok(moves)
    }

    fn is_far(&self, position: &[u64]) -> bool {
        let most = if self.code.have_many_moves() {
            MAX_EXPLORED_HEAP_OF_MANY_MOVES
        } else {
            MAX_EXPLORED_HEAP
        };
        position[0] > most
    }

    fn defined(&self, heaps: &[PositionNumbers]) -> Option<Theorem<'_>> {
        if self.misere {
            return None;
        }
        let last = heaps.iter().map(|heap| heap[0]).max().unwrap_or(0);
        let table = period::table(&self.code, last, period::MAX_MOVES_DEFINED).ok()?;
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

    /// Returns the values of rows.
    fn periodic(&self, claim: Option<Cycle>) -> Res<Periodic> {
        let code = &self.code;
        let (terms, moves) = if claim.is_some() {
            (0, period::MAX_MOVES_PROVED)
        } else if code.have_many_moves() {
            (MAX_TERMS_OF_MANY_MOVES, period::MAX_MOVES_DEFINED)
        } else {
            Fail::TooLarge.when(code.length > MAX_LENGTH)?;
            (MAX_TERMS, period::MAX_MOVES_DEFINED)
        };
        let window = |preperiod, period| period::window(code, preperiod, period);
        let table = |last| period::table(code, last, moves);
        period::by_window(claim, terms, window, table)
    }

    fn repeated(&self, rows: Periodic) -> Res<Theorem<'_>> {
        let cycle = rows.cycle();
        let rings = if self.ring {
            Some(self.rings(&rows)?)
        } else {
            None
        };
        let theorem = Theorem::value("Guy and Smith 1956", move |heap| match &rings {
            Some(rings) if heap.len() > 1 => rings.term(heap[0]),
            _ => rows.term(heap[0]),
        });
        let leaves_pairs = self.code.again.is_empty() && self.code.most_heaps() == 2;
        if cycle.saltus > 0 || self.ring || !leaves_pairs {
            return Ok(theorem);
        }
        let candidates =
            move |heap: &[u64], _: u64, all: bool| self.candidates(cycle, heap[0], all);
        Ok(Theorem {
            candidates: Some(Box::new(candidates)),
            ..theorem
        })
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        if !self.ring
            && let Some(theorem) = theorems::of_heaps(&self.game, self.misere)
        {
            return Ok(theorem);
        }
        Fail::TooLarge.when(self.misere)?;
        self.repeated(self.periodic(None)?)
    }

    fn about(&self, ask: Ask, heap: Option<u64>, periodic: Proof<'_, Periodic>) -> Res<String> {
        match ask.word {
            "period" if self.ring => Ok(self.rings(&periodic()?)?.text()),
            // The values of Lasker's Nim rise (Winning Ways, chapter 4); no period of Grundy's game is known to 2³⁵.
            "period" if text::lists("lasker grundys-game", &self.game) => Ok("-".to_owned()),
            "period" => Ok(periodic()?.text()),
            "paths" => {
                let amounts = self.code.first.iter().map(|take| take.taken).collect_vec();
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
        for (word, preperiod, period) in [
            ("0.77", 71, 12),
            ("0.07", 53, 34),
            ("0.137", 52, 34),
            ("4.4", 72, 12),
            ("0.33", 0, 3),
        ] {
            let cycle = Cycle {
                preperiod,
                period,
                saltus: 0,
            };
            let code = HeapCode::read(word).expect("a code");
            let values = period::table(&code, 420, u64::MAX).expect("a table");
            let value = |left: &[u64]| {
                left.iter()
                    .fold(0, |sum, &heap| sum ^ values[heap as usize])
            };
            for heap in 0..420 {
                let mut listed: HashMap<u64, u64> = HashMap::new();
                let mut counted: HashMap<u64, u64> = HashMap::new();
                code.each(heap, |left| *listed.entry(value(left)).or_default() += 1);
                code.each_alike(heap, Some(cycle), |left, count| {
                    *counted.entry(value(left)).or_default() += count;
                });
                assert_eq!(listed, counted, "{word}: {heap}");
            }
        }
    }
}
