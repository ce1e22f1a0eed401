//! Games by a code: heaps; the code says how much may be taken and into how many heaps the rest may fall. The digits
//! of octal codes leave up to two heaps; take-and-break codes in full have hexadecimal digits, which leave up to
//! three, digits that repeat for ever, and splits into unequal heaps. Some codes have names of their own.
//!
//! Sequences, periods and the counting of moves are in [`theory::breaking`](grundy_heaps::breaking).

use crate::questions::misere;
use crate::shared::amounts;
use crate::shared::codes::no_code;
use crate::shared::misere_rules::MisereRules;
use crate::shared::rings::CodeRules;
use crate::shared::words::words;
use crate::{Context, Game, OpenRules, PositionResult, RulesResult};
use grundy_heaps::breaking::Code;
use grundy_record::{Ask, Fault, Keyword, Record, Rules, Signature, Slot};
use grundy_rules::parts::Digit;

/// A game by a code: one code for all its records, or each record with its own.
#[derive(Debug)]
pub struct ByCode {
    signature: Signature,
    code: Option<&'static [Digit]>,
}

/// Makes a signature with all that games by a code have in common.
const fn signature(name: &'static str) -> Signature {
    let asks = [Ask::Sequence, Ask::Period, Ask::Genus, Ask::Quotient];
    words(name)
        .heaps()
        .keywords(&[Keyword::Misere, Keyword::Ring])
        .also(&asks)
        .theorem_at(of_rows)
}

/// The theorems on values are about rows under normal play.
fn of_rows(record: &Record<'_>) -> Option<String> {
    let keywords = [Keyword::Misere, Keyword::Ring];
    (!keywords
        .into_iter()
        .any(|keyword| record.modifiers.has(keyword)))
    .then(String::new)
}

/// `octal 0.77`
pub static OCTAL: ByCode = ByCode {
    signature: signature("octal").slots(&[Slot::Octal]),
    code: None,
};

/// Kayles.
pub static KAYLES: ByCode = ByCode {
    signature: signature("kayles").definition(
        "[n] -> [n-1] | [i]+[n-1-i] for i in 1..(n-1)/2 | [n-2] | [i]+[n-2-i] for i in \
         1..(n-2)/2",
    ),
    code: Some(&[Digit::of(0), Digit::of(7), Digit::of(7)]),
};

/// Dawson's Kayles.
pub static DAWSON_KAYLES: ByCode = ByCode {
    signature: signature("dawson-kayles")
        .definition("[n] -> [n-2] | [i]+[n-2-i] for i in 1..(n-2)/2"),
    code: Some(&[Digit::of(0), Digit::of(0), Digit::of(7)]),
};

/// Dawson's Chess.
pub static DAWSON_CHESS: ByCode = ByCode {
    signature: signature("dawson-chess")
        .definition("[n] -> [0] if n == 1 | [n-2] | [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2"),
    code: Some(&[Digit::of(0), Digit::of(1), Digit::of(3), Digit::of(7)]),
};

/// Treblecross.
pub static TREBLECROSS: ByCode = ByCode {
    signature: signature("treblecross")
        .definition("[n] -> [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2"),
    code: Some(&[Digit::of(0), Digit::of(0), Digit::of(0), Digit::of(7)]),
};

/// `take-and-break 0.3F`
pub static TAKE_AND_BREAK: ByCode = ByCode {
    signature: signature("take-and-break").slots(&[Slot::Code]),
    code: None,
};

/// Grundy's game. No period of its values is known.
pub static GRUNDYS_GAME: ByCode = ByCode {
    signature: signature("grundys-game")
        .definition("[n] -> [i]+[n-i] for i in 1..(n-1)/2")
        .keywords(&[Keyword::Misere]),
    code: Some(&[Digit {
        bits: 4,
        unequal: true,
    }]),
};

impl ByCode {
    /// Reads the code of a record.
    fn code(&self, record: &Record<'_>) -> Result<Code, Fault> {
        let code = match self.code {
            Some(digits) => Code::new(digits, &[]),
            None => match &record.rules {
                Rules::Code(code) => Code::new(&code.prefix, &code.repeat),
                _ => None,
            },
        };
        code.ok_or_else(no_code)
    }
}

impl Game for ByCode {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn heaps(&self, record: &Record<'_>) -> Result<Option<MisereRules>, Fault> {
        Ok(Some(MisereRules::of_code(self.code(record)?)))
    }

    fn open_rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
        let code = self.code(record)?;
        if record.modifiers.has(Keyword::Misere) {
            return Ok(Box::new(UnderMisere { code, context }));
        }
        Ok(Box::new(CodeRules::of(code, record, context)?))
    }
}

/// The rules of a code under misère play.
struct UnderMisere<'a> {
    code: Code,
    context: &'a Context,
}

impl<'a> OpenRules<'a> for UnderMisere<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        amounts::expect_one_heap(record)?;
        let rules = MisereRules::of_code(self.code.clone());
        misere::open_one(rules, record, self.context)
    }
}
