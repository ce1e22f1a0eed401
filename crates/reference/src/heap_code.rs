//! Codes of heaps: what may be taken from a heap, and in how many heaps the rest may be left.
//!
//! Bit j of the k-th digit of a code lets k be taken from a heap leaving exactly j heaps, none empty (Winning Ways,
//! chapter 4). Nim is `0.[3]`, Lasker's Nim `4.[3]`, Grundy's game `4!.0`; amounts that may be taken have the digit 3.

use crate::periodic::Cycle;
use crate::{Fail, Res, mex};

peg::parser! {
    grammar grammar() for str {
        // A taking-and-breaking code.
        pub rule code() -> CodeDigits
            = before:digit() "." plain:run()* again:("[" all:run()+ "]" { all })? {
                CodeDigits { before, plain: plain.concat(), again: again.unwrap_or_default().concat() }
            }
        // A digit, or a digit and how often it stands there.
        rule run() -> Vec<CodeDigit>
            = digit:digit() times:times()? { vec![digit; times.unwrap_or(1)] }
        rule times() -> usize
            = "{" digits:$(['0'..='9']+) "}" {?
                let times = digits.parse().ok().filter(|times| (1..=MOST_DIGITS).contains(times));
                times.ok_or("a number of digits")
            }
        rule digit() -> CodeDigit
            = digit:['0'..='9' | 'A'..='F'] unequal:"!"? {
                CodeDigit { bits: digit.to_digit(16).unwrap_or(0), unequal: unequal.is_some() }
            }
    }
}

/// The most digits of a code that are written out.
const MOST_DIGITS: usize = 1 << 20;

/// The digits of a taking-and-breaking code.
struct CodeDigits {
    /// The digit before the point.
    before: CodeDigit,
    /// The digits after the point that stand once.
    plain: Vec<CodeDigit>,
    /// The digits in brackets, which are repeated.
    again: Vec<CodeDigit>,
}

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
    /// The heaps that may be left.
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

impl HeapCode {
    /// Reads a code as records write it.
    pub fn read(word: &str) -> Res<HeapCode> {
        let digits = grammar::code(word).map_err(|_| Fail::Wrong)?;
        let CodeDigits {
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
    pub(crate) fn have_many_moves(&self) -> bool {
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
    pub fn each_alike(&self, heap: u64, cycle: Option<Cycle>, mut visit: impl FnMut(&[u64], u64)) {
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
    pub(crate) fn opened(&self, ring: u64) -> impl Iterator<Item = u64> + '_ {
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
    pub(crate) fn ring(&self, ring: u64, row: impl Fn(u64) -> Res<u64>) -> Res<u64> {
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
