//! Heaps that do not know of each other, rows and rings.
//!
//! What may be taken from a heap is its code ([`heap_code`](crate::heap_code)).
#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps are places of a table here"
)]

use itertools::Itertools;

use crate::game::{GameDefinition, Proof};
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::heap_code::HeapCode;
use crate::period;
use crate::periodic::{Cycle, Periodic};
use crate::play::Play;
use crate::position::{ListedMove, PositionNumbers};
use crate::theorem::Theorem;
use crate::{Ask, By, Fail, Res, text};

/// The largest number of moves of one heap that are listed for a digit.
const MAX_MOVES_OF_DIGIT: u64 = 300_000;

/// The largest number of moves of one heap that are listed.
const MAX_MOVES_OF_HEAP: u64 = 5 * MAX_MOVES_OF_DIGIT;

/// The largest number of moves of all rings that are looked at to prove a period.
const MAX_MOVES_OF_RINGS: u64 = 100 * MAX_MOVES_OF_DIGIT;

/// The largest heap from which positions are explored, if it has many moves.
const MAX_EXPLORED_HEAP_OF_MANY_MOVES: u64 = 1_000;

/// The largest heap from which positions are explored.
const MAX_EXPLORED_HEAP: u64 = 100_000;

/// The number of heaps that are looked at for a period that nobody claims, if larger heaps have more moves.
const MAX_TERMS_OF_MANY_MOVES: u64 = 1_100;

/// The number of heaps that are looked at for a period that nobody claims.
const MAX_TERMS_OF_CODE: u64 = 200_000;

/// The most digits of a code whose period is looked for that nobody claims.
const MAX_LENGTH: u64 = 2_001;

/// A theorem about heaps, under misère play if this says so.
type HeapTheorem = fn(misere: bool) -> Theorem<'static>;

/// Heaps whose moves are those of a code.
pub struct Heaps {
    /// The moves of a heap.
    pub code: HeapCode,
    /// Whether heaps are rings, which the first move opens.
    ring: bool,
    /// Whether a player who cannot move wins.
    misere: bool,
    /// The theorem of the literature that gives all values, if there is one.
    theorem: Option<HeapTheorem>,
    /// Whether it is published, or open, that no period is known.
    is_without_period: bool,
}

/// Begins a game of heaps that may be rows and rings.
pub(super) const fn of_rows(
    name: &'static str,
    sample: &'static str,
    read: fn(&Given<'_>) -> Res<Play>,
) -> CatalogueGame {
    of_heaps(name, sample, read).keywords("misere ring")
}

/// Begins a game of heaps.
pub(super) const fn of_heaps(
    name: &'static str,
    sample: &'static str,
    read: fn(&Given<'_>) -> Res<Play>,
) -> CatalogueGame {
    CatalogueGame::of_numbers(name, sample, read)
        .keywords("misere")
        .asks("grundy values losing sequence period genus positions")
        .under_misere("losing genus quotient positions")
}

/// Reads a record whose heaps may be rows, and whose rules are this code.
pub(super) fn read_rows(given: &Given<'_>, code: HeapCode) -> Res<Play> {
    Heaps::new(given, code).play(given, &text::heaps_or_rows(given.record)?)
}

/// Reads a record of heaps whose rules are this code, which is not in the record.
pub(super) fn read_code(given: &Given<'_>, code: &str) -> Res<Heaps> {
    given.must_be_without_rules()?;
    Ok(Heaps::new(given, HeapCode::read(code)?))
}

impl Heaps {
    /// Returns the heaps of a record with a code.
    pub(super) fn new(given: &Given<'_>, code: HeapCode) -> Heaps {
        Heaps {
            code,
            ring: given.has("ring"),
            misere: given.misere,
            theorem: None,
            is_without_period: false,
        }
    }

    /// Sets the theorem of the literature.
    pub(super) fn with_theorem(self, theorem: HeapTheorem) -> Heaps {
        Heaps {
            theorem: Some(theorem),
            ..self
        }
    }

    /// Says that no period is known.
    pub(super) fn without_period(self) -> Heaps {
        Heaps {
            is_without_period: true,
            ..self
        }
    }

    /// Returns heaps of these sizes.
    pub(super) fn play(self, given: &Given<'_>, sizes: &[u64]) -> Res<Play> {
        let record = given.record;
        let asks = |words: &str| record.asks.iter().any(|ask| text::lists(words, ask.word));
        Fail::Wrong.when(self.ring && (self.misere || asks("genus")))?;
        Fail::Wrong.when(sizes.len() != 1 && asks("losing paths sequence stats"))?;
        let positions = sizes.iter().map(|&size| self.position(size));
        let positions: Vec<PositionNumbers> = positions.collect();
        Ok(Play::new(self, positions).written(sizes.iter().map(u64::to_string)))
    }

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
            (MAX_TERMS_OF_CODE, period::MAX_MOVES_DEFINED)
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
            && let Some(theorem) = self.theorem
        {
            return Ok(theorem(self.misere));
        }
        Fail::TooLarge.when(self.misere)?;
        self.repeated(self.periodic(None)?)
    }

    fn about(&self, ask: Ask, heap: Option<u64>, periodic: Proof<'_, Periodic>) -> Res<String> {
        match ask.word {
            "period" if self.ring => Ok(self.rings(&periodic()?)?.text()),
            "period" if self.is_without_period => Ok("-".to_owned()),
            "period" => Ok(periodic()?.text()),
            "paths" => {
                let amounts = self.code.first.iter().map(|take| take.taken).collect_vec();
                period::paths(&amounts, heap.ok_or(Fail::Wrong)?, ask)
            }
            _ => Err(Fail::TooLarge),
        }
    }
}
