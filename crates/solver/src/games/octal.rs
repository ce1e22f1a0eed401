//! Octal games: heaps; the code says how much may be taken and into how many heaps what is left
//! may fall. Some codes have names of their own.
//!
//! Sequences, periods and the counting of moves are in [`theory::breaking`](crate::theory::breaking).

use super::rings::CodeRules;
use super::{Context, Game, Opening, OpeningRules, Rules as OpenRules, amounts, misere};
use crate::record::{Ask, AskSet, Fault, Keyword, Place, Record, Signature, Slot, Theorem, Words};
use crate::theory::breaking::{Code, Digit};

/// An octal game: one code for all its records, or each record with its own.
#[derive(Clone, Copy, Debug)]
pub struct Octal {
    signature: &'static Signature,
    code: Option<&'static [u8]>,
}

/// What all octal games have in common.
const fn signature(words: Words) -> Signature {
    let asks = AskSet::SUM.with_counts().with(Ask::Sequence).with(Ask::Period).with_misere();
    words.heaps().keywords(&[Keyword::Misere, Keyword::Ring]).asks(asks)
}

/// How large heaps may be.
const LIMITS: &str = "heaps to 18446744073709551615 once the period is proved, else as far as the work \
         and memory allowed go; values to 16384";

/// `octal 0.77`
pub static OCTAL: Octal = Octal { signature: &OCTAL_SIGNATURE, code: None };

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
pub static KAYLES: Octal = Octal { signature: &KAYLES_SIGNATURE, code: Some(&[0, 7, 7]) };

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
pub static DAWSON_KAYLES: Octal = Octal { signature: &DAWSON_KAYLES_SIGNATURE, code: Some(&[0, 0, 7]) };

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
pub static DAWSON_CHESS: Octal = Octal { signature: &DAWSON_CHESS_SIGNATURE, code: Some(&[0, 1, 3, 7]) };

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
pub static TREBLECROSS: Octal = Octal { signature: &TREBLECROSS_SIGNATURE, code: Some(&[0, 0, 0, 7]) };

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

impl Octal {
    /// The code of a record.
    fn code(&self, record: &Record<'_>) -> Result<Code, Fault> {
        let code = match (self.code, &record.rules.code) {
            (Some(digits), _) => {
                Code::new(&digits.iter().map(|&bits| Digit::of(bits)).collect::<Vec<_>>(), &[])
            }
            (None, code) => code.as_ref().and_then(super::take_and_break::of),
        };
        code.filter(|code| code.most_heaps() <= 2).ok_or_else(|| {
            Fault::new(Place::Code, "this is no octal code", "0 or 4, a point, then digits 0 to 7: `0.77`")
        })
    }
}

impl Game for Octal {
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
        CodeRules::of(self.code(record)?, record, context)?.position(record)
    }
}
