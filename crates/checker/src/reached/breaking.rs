//! Take-and-break codes in full, and rings of them.
//!
//! A state is a heap; a ring is its number and a 1 behind it.

use std::ops::ControlFlow;

use grundy_record::{Move, Record, Tuple};

use super::{GameId, Rules, State, Visit};
use crate::heaps::code::Code;
use crate::{Checked, rejected};

/// The heaps of a record.
pub(super) struct Heaps {
    code: Code,
    ring: bool,
    heaps: Vec<u64>,
    sequence_to: Option<u64>,
}

impl Heaps {
    pub(super) fn new(record: &Record<'_>, game: GameId) -> Checked<Heaps> {
        let code = match (game, &record.rules.code) {
            (GameId::Octal(Some(code)), _) => code.to_owned(),
            (GameId::GrundysGame, _) => "4!.0".to_owned(),
            (GameId::Lasker, _) => "4.[3]".to_owned(),
            (_, Some(code)) => code.to_string(),
            _ => return rejected("there is no code"),
        };
        let code = Code::read(&code)?;
        let heaps = record.position.numbers.clone();
        let about = record.asks.iter().any(|ask| ask.is_about_sequence());
        let sequence_to = match heaps[..] {
            [heap] if about => Some(heap),
            _ if about => return rejected("a sequence is about one heap"),
            _ => None,
        };
        Ok(Heaps { code, ring: record.modifiers.ring, heaps, sequence_to })
    }
}

/// A move that leaves these heaps.
fn leave(from: u64, left: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
    let mv = |index| match *left {
        [] => Move::Heap { index, from, to: 0 },
        [to] => Move::Heap { index, from, to },
        [small, large] => Move::Split { index, from, parts: [small, large] },
        _ => {
            let parts = left.iter().map(|&heap| Tuple::new(&[heap])).collect();
            Move::Parts { index, from: Tuple::new(&[from]), parts }
        }
    };
    let parts: Vec<State> = left.iter().map(|&heap| State::from_slice(&[heap])).collect();
    visit(&mv, &parts)
}

impl Rules for Heaps {
    fn components(&self) -> Vec<State> {
        self.heaps.iter().map(|&heap| self.heap(heap)).collect()
    }

    fn sequence_to(&self) -> Option<u64> {
        self.sequence_to
    }

    fn heap(&self, heap: u64) -> State {
        State::from_slice(&[heap, 1][..if self.ring { 2 } else { 1 }])
    }

    fn moves(&self, state: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let heap = state[0];
        for taken in 0..=self.code.last_take(heap) {
            let (digit, left) = (self.code.digit(taken), heap - taken);
            let may_leave = |heaps: u32| digit.leaves(heaps);
            if state.len() == 2 {
                // A ring: what is left of it is a row.
                if left > 0 && (may_leave(1) || may_leave(2)) {
                    leave(heap, &[left], visit)?;
                } else if left == 0 && heap > 0 && may_leave(0) {
                    leave(heap, &[], visit)?;
                }
                continue;
            }
            let apart = u64::from(digit.unequal);
            if may_leave(0) && left == 0 && heap > 0 {
                leave(heap, &[], visit)?;
            }
            if may_leave(1) && left > 0 {
                leave(heap, &[left], visit)?;
            }
            if may_leave(2) {
                for small in (1..left).take_while(|small| small + apart <= left - small) {
                    leave(heap, &[small, left - small], visit)?;
                }
            }
            if may_leave(3) {
                for small in 1..=left / 3 {
                    for middle in small + apart..left - small {
                        let large = left - small - middle;
                        if middle + apart > large {
                            break;
                        }
                        leave(heap, &[small, middle, large], visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
