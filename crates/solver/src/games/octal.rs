//! Octal games: heaps; the code says how much may be taken and into how many heaps what is left
//! may fall. Some codes have names of their own.
//!
//! Sequences, periods and the counting of moves are in [`theory::octal`](crate::theory::octal).

use std::borrow::Cow;

use super::breaking::{self, Heaps};
use super::rings::{self, Rings};
use super::sum::Summed;
use super::{CacheRef, Context, Game, Instance, Prepared, amounts, prepared};
use crate::platform::LOADED_ANEW;
use crate::record::{
    Ask, AskSet, Fault, Keyword, Place, PositionKind, Record, RuleKind, Rules, Signature, View,
};
use crate::theory::breaking::{Code, Digit};
use crate::theory::octal::{OctalCode, TakeAndBreak};

/// An octal game: one code for all its records, or each record with its own.
#[derive(Debug)]
pub struct Octal {
    signature: &'static Signature,
    code: Option<&'static str>,
}

const fn signature(
    name: &'static str,
    rules: RuleKind,
    summary: &'static str,
    how_to_play: &'static str,
    example: &'static str,
) -> Signature {
    Signature {
        name: Cow::Borrowed(name),
        rules,
        keywords: &[Keyword::Ring],
        position: PositionKind::Numbers,
        view: View::Heaps,
        streams_rows: false,
        asks: AskSet::SUM.with_counts().with(Ask::Sequence).with(Ask::Period),
        summary: Cow::Borrowed(summary),
        how_to_play: Cow::Borrowed(how_to_play),
        limits: Cow::Borrowed(
            "heaps to 18446744073709551615 once the period is proved, else as far as the work and memory \
                 allowed go; values to 16384",
        ),
        example: Cow::Borrowed(example),
    }
}

/// `octal 0.77`
pub static OCTAL: Octal = Octal { signature: &OCTAL_SIGNATURE, code: None };

static OCTAL_SIGNATURE: Signature = signature(
    "octal",
    RuleKind::Octal,
    "heaps; take and break by an octal code",
    "In digit k after the point, 1 lets a heap of exactly k be taken away, 2 lets k be taken \
     leaving one heap, 4 lets k be taken leaving two heaps. 4 before the point: a heap may be \
     split with nothing taken. A player who cannot move loses.",
    "octal 0.77: 5 9",
);

/// Kayles.
pub static KAYLES: Octal = Octal { signature: &KAYLES_SIGNATURE, code: Some("0.77") };

static KAYLES_SIGNATURE: Signature = signature(
    "kayles",
    RuleKind::None,
    "heaps; take one or two, and split what is left if you like (0.77)",
    "A row of pins: a move knocks down one pin or two that stand side by side. A player who cannot \
     move loses.",
    "kayles: 5 9",
);

/// Dawson's Kayles.
pub static DAWSON_KAYLES: Octal = Octal { signature: &DAWSON_KAYLES_SIGNATURE, code: Some("0.07") };

static DAWSON_KAYLES_SIGNATURE: Signature = signature(
    "dawson-kayles",
    RuleKind::None,
    "heaps; take two, and split what is left if you like (0.07)",
    "A row of pins: a move knocks down two pins that stand side by side. A player who cannot move \
     loses.",
    "dawson-kayles: 5 9",
);

/// Dawson's Chess.
pub static DAWSON_CHESS: Octal = Octal { signature: &DAWSON_CHESS_SIGNATURE, code: Some("0.137") };

static DAWSON_CHESS_SIGNATURE: Signature = signature(
    "dawson-chess",
    RuleKind::None,
    "heaps; take one cell and its neighbours (0.137)",
    "A row of cells: a move takes a cell and its neighbours away. A player who cannot move loses.",
    "dawson-chess: 5 9",
);

/// Treblecross.
pub static TREBLECROSS: Octal = Octal { signature: &TREBLECROSS_SIGNATURE, code: Some("0.007") };

static TREBLECROSS_SIGNATURE: Signature = signature(
    "treblecross",
    RuleKind::None,
    "heaps; take three, and split what is left if you like (0.007)",
    "A move takes three from a heap, and may split what is left in two. A player who cannot move \
     loses. A row of n empty cells of treblecross is a heap of n + 2.",
    "treblecross: 5 9",
);

impl Octal {
    /// The digits of the code.
    fn digits(&self, record: &Record<'_>) -> Vec<u8> {
        let text = match (self.code, &record.rules) {
            (Some(code), _) => code,
            (None, Rules::Octal(code)) => code,
            _ => "",
        };
        text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
    }

    /// One analysis for a code, whatever it is called.
    fn game(&self, record: &Record<'_>, context: &Context) -> Result<CacheRef<TakeAndBreak>, Fault> {
        let digits = self.digits(record);
        let code = OctalCode::new(&digits).ok_or_else(no_octal_code)?;
        let key: Vec<u64> = code.digits().iter().map(|&digit| u64::from(digit)).collect();
        context.cache.shared("octal", &key, || {
            let slot = in_full(&digits).ok().and_then(|code| context.slot(|| rings::name(&code)));
            Ok(TakeAndBreak::octal(&code, context.budget).kept(slot))
        })
    }
}

fn in_full(digits: &[u8]) -> Result<Code, Fault> {
    OctalCode::new(digits).ok_or_else(no_octal_code)?;
    let digits: Vec<Digit> = digits.iter().map(|&bits| Digit { bits, unequal: false }).collect();
    Code::new(&digits, &[]).ok_or_else(rings::no_code)
}

fn no_octal_code() -> Fault {
    Fault::new(Place::Code, "this is no octal code", "0 or 4, a point, then digits 0 to 7: `0.77`")
}

impl Game for Octal {
    fn signature(&self) -> &Signature {
        self.signature
    }

    fn prepared<'a>(&self, record: &Record<'_>, context: &'a Context) -> Option<Box<dyn Prepared + 'a>> {
        if LOADED_ANEW || record.modifiers.ring {
            return None;
        }
        Some(Box::new(prepared::Sum(prepared::Breaking::new(self.game(record, context).ok()?))))
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        amounts::expect_one_heap(record, |ask| ask.is_about_sequence())?;
        if record.modifiers.ring {
            let game = rings::game(in_full(&self.digits(record))?, context)?;
            if record.varies() {
                return Ok(rings::varied(record, context, game));
            }
            return Ok(Rings::open(&record.position, game, context.budget));
        }
        let game = self.game(record, context)?;
        if record.varies() {
            return Ok(breaking::varied(record, context, game));
        }
        Ok(Box::new(Summed::new(Heaps { heaps: &record.position.numbers, game }, context.budget)))
    }
}
