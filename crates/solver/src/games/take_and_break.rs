//! Take-and-break codes in full: hexadecimal digits, which leave up to three heaps, digits that repeat
//! for ever, and splits into unequal heaps. A player who cannot move loses.
//!
//! Sequences, and proofs of how they go on, are in [`theory::breaking`](crate::theory::breaking).

use super::rings::{self, CodeRules};
use super::{Context, Game, Opening, OpeningRules, Rules as OpenRules, amounts, misere};
use crate::record::{self, Ask, AskSet, Fault, Keyword, Record, Signature, Slot, Words};
use crate::theory::breaking::{Code, Digit};

/// Games by a take-and-break code.
#[derive(Debug)]
pub struct TakeAndBreak;

static SIGNATURE: Signature = Words {
    name: "take-and-break",
    summary: "heaps; take and break by a code of hexadecimal digits",
    how_to_play: "In digit k after the point, 1 lets a heap of exactly k be taken away, 2 lets k be \
         taken leaving one heap, 4 leaving two, 8 leaving three; A to F are 10 to 15. \
         Before the point stands what may be left with nothing taken: 0, 4, 8 or C. Digits \
         in brackets at the end repeat for ever: `0.[3]` is nim. `!` after a digit: no two \
         heaps left may be equal (`4!.0` is Grundy's game). A player who cannot move loses.",
    limits: "heaps to 18446744073709551615 once it is proved how the values go on, else as far \
         as the work and memory allowed go, some ten thousands where three heaps may be \
         left; moves are counted one by one where values rise for ever; values to 16384 \
         where the code is octal, else of 32 bits before they repeat",
    example: "take-and-break 0.3F: 9",
}
.heaps()
.slots(&[Slot::Code])
.keywords(&[Keyword::Misere, Keyword::Ring])
.asks(AskSet::SUM.with_counts().with(Ask::Sequence).with(Ask::Period).with_misere());

/// A code as the theory has it; `None` where it is none.
pub fn of(code: &record::Code) -> Option<Code> {
    let digits = |digits: &[record::Digit]| {
        digits.iter().map(|&record::Digit { bits, unequal }| Digit { bits, unequal }).collect::<Vec<_>>()
    };
    Code::new(&digits(&code.prefix), &digits(&code.repeat))
}

/// The code of a record.
fn code(record: &Record<'_>) -> Result<Code, Fault> {
    record.rules.code.as_ref().and_then(of).ok_or_else(rings::no_code)
}

impl Game for TakeAndBreak {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<misere::Rules>, Fault> {
        Ok(Some(misere::Rules::of_code(code(record)?)))
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        if record.modifiers.misere {
            return Ok(None);
        }
        Ok(Some(Box::new(CodeRules::of(code(record)?, record, context)?)))
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        if record.modifiers.misere {
            amounts::expect_one_heap(record, |ask| ask.is_about_sequence())?;
            return misere::open_one(self, record, context);
        }
        CodeRules::of(code(record)?, record, context)?.position(record)
    }
}
