//! Grundy's game: a move splits one heap into two unequal heaps. A player who cannot move loses.
//!
//! No period of its values is known. The sequence is found by
//! [`theory::breaking`](crate::theory::breaking).

use super::rings::{self, CodeRules};
use super::{Context, Game, Opening, OpeningRules, Rules, amounts, misere};
use crate::record::{Ask, AskSet, Fault, Keyword, Record, Signature, Theorem, Words};
use crate::theory::breaking::{Code, Digit};

/// Grundy's game.
#[derive(Debug)]
pub struct GrundysGame;

static SIGNATURE: Signature = Words {
    name: "grundys-game",
    summary: "split one heap into two unequal heaps",
    how_to_play: "A move splits one heap into two heaps of different sizes. A player who cannot move \
         loses.",
    limits: "heaps as far as the work and memory allowed go, some millions; no period is known, \
         so `period` answers `-`",
    example: "grundys-game: 8",
}
.heaps()
.definition("[n] -> [i]+[n-i] for i in 1..(n-1)/2")
.theorem(Theorem::new(
    "Whether the values of Grundy's game ever become periodic is not known",
    "Winning Ways, chapter 4",
))
.keywords(&[Keyword::Misere])
.asks(AskSet::SUM.with_counts().with(Ask::Sequence).with(Ask::Period).with_misere());

impl Game for GrundysGame {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn heaps(&self, _: &Record<'_>) -> Result<Option<misere::Rules>, Fault> {
        Ok(Some(misere::Rules::of_code(code()?)))
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        if record.modifiers.misere {
            return Ok(None);
        }
        Ok(Some(Box::new(CodeRules::of(code()?, record, context)?)))
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        if record.modifiers.misere {
            amounts::expect_one_heap(record, |ask| ask.is_about_sequence())?;
            return misere::open_one(self, record, context);
        }
        CodeRules::of(code()?, record, context)?.position(record)
    }
}

/// The code of this game in full.
fn code() -> Result<Code, Fault> {
    Code::new(&[Digit { bits: 4, unequal: true }], &[]).ok_or_else(rings::no_code)
}
