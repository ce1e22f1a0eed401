//! Games by a code: heaps; the code says how much may be taken and into how many heaps the rest may fall. The digits
//! of octal codes leave up to two heaps; take-and-break codes in full have hexadecimal digits, which leave up to
//! three, digits that repeat for ever, and splits into unequal heaps. Some codes have names of their own.
//!
//! Sequences, periods and the counting of moves are in [`theory::breaking`](crate::theory::breaking).

use super::rings::{CodeRules, no_code};
use super::{Context, Game, Opening, OpeningRules, amounts, misere};
use crate::record::{self, Ask, AskSet, Fault, Keyword, Record, Signature, Slot, Theorem, Words};
use crate::theory::breaking::{Code, Digit};

/// A game by a code: one code for all its records, or each record with its own.
#[derive(Clone, Copy, Debug)]
pub struct ByCode {
    signature: &'static Signature,
    code: Option<&'static [Digit]>,
}

/// The digits of an octal code.
const fn octal<const N: usize>(bits: [u8; N]) -> [Digit; N] {
    let mut digits = [Digit { bits: 0, unequal: false }; N];
    let mut i = 0;
    while i < N {
        digits[i].bits = bits[i];
        i += 1;
    }
    digits
}

/// A signature with all that games by a code have in common.
const fn signature(words: Words) -> Signature {
    let asks = AskSet::SUM.with_counts().with(Ask::Sequence).with(Ask::Period).with_misere();
    words.heaps().keywords(&[Keyword::Misere, Keyword::Ring]).asks(asks)
}

/// How large heaps may be.
const LIMITS: &str = "heaps to 18446744073709551615 once the period is proved, else as far as the work \
         and memory allowed go; values to 16384";

/// `octal 0.77`
pub static OCTAL: ByCode = ByCode { signature: &OCTAL_SIGNATURE, code: None };

static OCTAL_SIGNATURE: Signature = signature(Words {
    name: "octal",
    summary: "heaps; take and break by an octal code",
    how_to_play: "In digit k after the point, 1 lets a heap of exactly k be taken away, 2 lets k be \
         taken leaving one heap, 4 lets k be taken leaving two heaps. 4 before the point: a \
         heap may be split with nothing taken. A player who cannot move loses.",
    limits: LIMITS,
    example: "octal 0.77: 5 9",
})
.slots(&[Slot::Octal]);

/// Kayles.
pub static KAYLES: ByCode = ByCode { signature: &KAYLES_SIGNATURE, code: Some(&octal([0, 7, 7])) };

static KAYLES_SIGNATURE: Signature = signature(Words {
    name: "kayles",
    summary: "heaps; take one or two, and split what is left if you like (0.77)",
    how_to_play: "A row of pins: a move knocks down one pin or two that stand side by side. A player \
         who cannot move loses.",
    limits: LIMITS,
    example: "kayles: 5 9",
})
.definition(
    "[n] -> [n-1] | [i]+[n-1-i] for i in 1..(n-1)/2 | [n-2] | [i]+[n-2-i] for i in \
         1..(n-2)/2",
);

/// Dawson's Kayles.
pub static DAWSON_KAYLES: ByCode =
    ByCode { signature: &DAWSON_KAYLES_SIGNATURE, code: Some(&octal([0, 0, 7])) };

static DAWSON_KAYLES_SIGNATURE: Signature = signature(Words {
    name: "dawson-kayles",
    summary: "heaps; take two, and split what is left if you like (0.07)",
    how_to_play: "A row of pins: a move knocks down two pins that stand side by side. A player who \
         cannot move loses.",
    limits: LIMITS,
    example: "dawson-kayles: 5 9",
})
.definition("[n] -> [n-2] | [i]+[n-2-i] for i in 1..(n-2)/2");

/// Dawson's Chess.
pub static DAWSON_CHESS: ByCode =
    ByCode { signature: &DAWSON_CHESS_SIGNATURE, code: Some(&octal([0, 1, 3, 7])) };

static DAWSON_CHESS_SIGNATURE: Signature = signature(Words {
    name: "dawson-chess",
    summary: "heaps; take one cell and its neighbours (0.137)",
    how_to_play: "A row of cells: a move takes a cell and its neighbours away. A player who cannot \
         move loses.",
    limits: LIMITS,
    example: "dawson-chess: 5 9",
})
.definition("[n] -> [0] if n == 1 | [n-2] | [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2");

/// Treblecross.
pub static TREBLECROSS: ByCode =
    ByCode { signature: &TREBLECROSS_SIGNATURE, code: Some(&octal([0, 0, 0, 7])) };

static TREBLECROSS_SIGNATURE: Signature = signature(Words {
    name: "treblecross",
    summary: "heaps; take three, and split what is left if you like (0.007)",
    how_to_play: "A move takes three from a heap, and may split what is left in two. A player who \
         cannot move loses. A row of n empty cells of treblecross is a heap of n + 2.",
    limits: LIMITS,
    example: "treblecross: 5 9",
})
.definition("[n] -> [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2")
.theorem(Theorem::new("A heap of n is a row of n - 2 empty cells of treblecross", "Winning Ways, chapter 4"));

/// `take-and-break 0.3F`
pub static TAKE_AND_BREAK: ByCode = ByCode { signature: &FULL_SIGNATURE, code: None };

static FULL_SIGNATURE: Signature = signature(Words {
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
})
.slots(&[Slot::Code]);

/// Grundy's game. No period of its values is known.
pub static GRUNDYS_GAME: ByCode =
    ByCode { signature: &GRUNDY_SIGNATURE, code: Some(&[Digit { bits: 4, unequal: true }]) };

static GRUNDY_SIGNATURE: Signature = signature(Words {
    name: "grundys-game",
    summary: "split one heap into two unequal heaps",
    how_to_play: "A move splits one heap into two heaps of different sizes. A player who cannot move \
         loses.",
    limits: "heaps as far as the work and memory allowed go, some millions; no period is known, \
         so `period` answers `-`",
    example: "grundys-game: 8",
})
.definition("[n] -> [i]+[n-i] for i in 1..(n-1)/2")
.theorem(Theorem::new(
    "Whether the values of Grundy's game ever become periodic is not known",
    "Winning Ways, chapter 4",
))
.keywords(&[Keyword::Misere]);

/// A code as the theory has it; `None` where it is none.
pub fn of(code: &record::Code) -> Option<Code> {
    let digits = |digits: &[record::Digit]| {
        digits.iter().map(|&record::Digit { bits, unequal }| Digit { bits, unequal }).collect::<Vec<_>>()
    };
    Code::new(&digits(&code.prefix), &digits(&code.repeat))
}

impl ByCode {
    /// The code of a record.
    fn code(&self, record: &Record<'_>) -> Result<Code, Fault> {
        let code = match self.code {
            Some(digits) => Code::new(digits, &[]),
            None => record.rules.code.as_ref().and_then(of),
        };
        code.ok_or_else(no_code)
    }
}

impl Game for ByCode {
    fn signature(&self) -> &Signature {
        self.signature
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<misere::Rules>, Fault> {
        Ok(Some(misere::Rules::of_code(self.code(record)?)))
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        if record.modifiers.misere {
            return Ok(None);
        }
        Ok(Some(Box::new(CodeRules::of(self.code(record)?, record, context)?)))
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        if record.modifiers.misere {
            amounts::expect_one_heap(record, |ask| ask.is_about_sequence())?;
            return misere::open_one(self, record, context);
        }
        CodeRules::of(self.code(record)?, record, context)?.opened(record)
    }
}
