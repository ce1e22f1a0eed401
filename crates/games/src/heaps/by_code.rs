//! Games by a code: heaps; the code says how much may be taken and into how many heaps the rest may fall. The digits
//! of octal codes leave up to two heaps; take-and-break codes in full have hexadecimal digits, which leave up to
//! three, digits that repeat for ever, and splits into unequal heaps. Some codes have names of their own.
//!
//! Sequences, periods and the counting of moves are in [`grundy_heaps::breaking`].

use crate::game::KnownLength;
use crate::questions::misere;
use crate::shared::amounts;
use crate::shared::codes::no_code;
use crate::shared::longest;
use crate::shared::misere_rules::MisereRules;
use crate::shared::rings::{self, CodeRules};
use crate::{Context, Game, OpenRules, PositionResult, RulesResult};
use grundy_heaps::breaking::Code;
use grundy_record::{Ask, Fault, Keyword, Record, Rules, Signature, Slot, Theorem, Words};
use grundy_rules::parts::Digit;

/// A game by a code: one code for all its records, or each record with its own.
#[derive(Debug)]
pub struct ByCode {
    /// The signature.
    signature: Signature,
    /// The digits of the code; `None` if each record has its own.
    code: Option<&'static [Digit]>,
}

/// Makes a signature with all that games by a code have in common.
const fn signature(words: Words) -> Signature {
    let asks = [
        Ask::Losing,
        Ask::Sequence,
        Ask::Period,
        Ask::Genus,
        Ask::Quotient,
    ];
    words
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

/// The words about octal for people.
const OCTAL_WORDS: Words = Words {
    name: "octal",
    summary: "heaps; take and break by an octal code",
    how_to_play: "In digit k after the point, 1 lets a heap of exactly k be taken away, 2 lets k \
        be taken leaving one heap, 4 lets k be taken leaving two heaps. 4 before the point: a \
        heap may be split with nothing taken. A digit with a number in braces stands so often: \
        `0.0{9}7` is `0.0000000007`. With `ring` each heap is a circular row, which the first \
        move opens. A player who cannot move loses.",
    limits: "heaps to 2^64-1 if the period is proved, else within --max-work and --max-memory; \
        values to 16384",
    example: "octal 0.77: 5 9",
    theorem: None,
};

/// The definition of a game whose code stands in the record.
const GIVEN_CODE: &str = r#"{% include "rule/code" %}"#;

/// Writes the definition of a game with a code of its own: the rule of rows, or that of rings by the digits of the code.
macro_rules! ring_or_given {
    ($digits:literal) => {
        concat!(
            "{% if ring %}\n{% set prefix = [",
            $digits,
            "] %}\n{% include \"rule/code\" %}\n{% else %}\n{{ given }}\n{% endif %}\n"
        )
    };
}

/// The games of octal codes: `octal 0.77`.
pub static OCTAL: ByCode = ByCode {
    signature: signature(OCTAL_WORDS)
        .slots(&[Slot::Octal])
        .definition_at(GIVEN_CODE),
    code: None,
};

/// The words about kayles for people.
const KAYLES_WORDS: Words = Words {
    name: "kayles",
    summary: "heaps; take one or two, and split what is left if you like (0.77)",
    how_to_play: "A row of pins: a move knocks down one pin or two that stand side by side. A \
        player who cannot move loses.",
    limits: OCTAL_WORDS.limits,
    example: "kayles: 5 9",
    theorem: Some(Theorem::new(
        "The values have period 12 from heap 71 on",
        "Guy and Smith 1956",
    )),
};

/// Kayles.
pub static KAYLES: ByCode = ByCode {
    signature: signature(KAYLES_WORDS)
        .definition_at(ring_or_given!("0, 7, 7"))
        .definition(
            "[n] -> [n-1] | [i]+[n-1-i] for i in 1..(n-1)/2 | [n-2] | [i]+[n-2-i] for i in \
         1..(n-2)/2",
        ),
    code: Some(&[Digit::of(0), Digit::of(7), Digit::of(7)]),
};

/// The words about dawson-kayles for people.
const DAWSON_KAYLES_WORDS: Words = Words {
    name: "dawson-kayles",
    summary: "heaps; take two, and split what is left if you like (0.07)",
    how_to_play: "A row of pins: a move knocks down two pins that stand side by side. A player \
        who cannot move loses.",
    limits: OCTAL_WORDS.limits,
    example: "dawson-kayles: 5 9",
    theorem: Some(Theorem::new(
        "The values have period 34 from heap 53 on",
        "Guy and Smith 1956",
    )),
};

/// Dawson's Kayles.
pub static DAWSON_KAYLES: ByCode = ByCode {
    signature: signature(DAWSON_KAYLES_WORDS)
        .definition_at(ring_or_given!("0, 0, 7"))
        .definition("[n] -> [n-2] | [i]+[n-2-i] for i in 1..(n-2)/2"),
    code: Some(&[Digit::of(0), Digit::of(0), Digit::of(7)]),
};

/// The words about flip-game for people.
const FLIP_GAME_WORDS: Words = Words {
    name: "flip-game",
    summary: "rows of pluses; turn two neighbouring pluses to minuses",
    how_to_play: "A row of pluses and minuses, `++-+++`: a move turns two neighbouring pluses to \
        minuses. A player who cannot move loses. A number n is a row of n pluses. The same game \
        is `dawson-kayles`, where `++-+++` is written `..X...`.",
    limits: OCTAL_WORDS.limits,
    example: "flip-game: ++++",
    theorem: DAWSON_KAYLES_WORDS.theorem,
};

/// The Flip Game.
pub static FLIP_GAME: ByCode = ByCode {
    signature: signature(FLIP_GAME_WORDS)
        .draws_signs()
        .definition_at(ring_or_given!("0, 0, 7"))
        .definition("[n] -> [n-2] | [i]+[n-2-i] for i in 1..(n-2)/2"),
    code: DAWSON_KAYLES.code,
};

/// The words about dawson-chess for people.
const DAWSON_CHESS_WORDS: Words = Words {
    name: "dawson-chess",
    summary: "heaps; take one cell and its neighbours (0.137)",
    how_to_play: "A row of cells: a move takes a cell and its neighbours away. A player who \
        cannot move loses.",
    limits: OCTAL_WORDS.limits,
    example: "dawson-chess: 5 9",
    theorem: Some(Theorem::new(
        "The values have period 34 from heap 52 on",
        "Guy and Smith 1956",
    )),
};

/// Dawson's Chess.
pub static DAWSON_CHESS: ByCode = ByCode {
    signature: signature(DAWSON_CHESS_WORDS)
        .definition_at(ring_or_given!("0, 1, 3, 7"))
        .definition("[n] -> [0] if n == 1 | [n-2] | [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2"),
    code: Some(&[Digit::of(0), Digit::of(1), Digit::of(3), Digit::of(7)]),
};

/// The words about treblecross for people.
const TREBLECROSS_WORDS: Words = Words {
    name: "treblecross",
    summary: "heaps; take three, and split what is left if you like (0.007)",
    how_to_play: "A move takes three from a heap, and may split the rest in two. A player who \
        cannot move loses. A row of n empty cells of treblecross is a heap of n + 2.",
    limits: OCTAL_WORDS.limits,
    example: "treblecross: 5 9",
    theorem: Some(Theorem::new(
        "A heap of n is a row of n - 2 empty cells of treblecross",
        "Winning Ways, chapter 4",
    )),
};

/// Treblecross.
pub static TREBLECROSS: ByCode = ByCode {
    signature: signature(TREBLECROSS_WORDS)
        .definition_at(ring_or_given!("0, 0, 0, 7"))
        .definition("[n] -> [n-3] | [i]+[n-3-i] for i in 1..(n-3)/2"),
    code: Some(&[Digit::of(0), Digit::of(0), Digit::of(0), Digit::of(7)]),
};

/// The words about take-and-break for people.
const TAKE_AND_BREAK_WORDS: Words = Words {
    name: "take-and-break",
    summary: "heaps; take and break by a code of hexadecimal digits",
    how_to_play: "In digit k after the point, 1 lets a heap of exactly k be taken away, 2 lets k \
        be taken leaving one heap, 4 leaving two, 8 leaving three; A to F are 10 to 15. The \
        digit before the point (0, 4, 8 or C) lets a heap be split with nothing taken. Digits in \
        brackets at the end repeat for ever: `0.[3]` is nim. A digit with a number in braces \
        stands so often: `0.0{9}7` is `0.0000000007`. `!` after a digit: no two heaps \
        left may be equal (`4!.0` is Grundy's game). A player who cannot move loses.",
    limits: "heaps to 2^64-1 if a period is proved, else within --max-work and --max-memory: \
        some ten thousand tokens if three heaps may be left; values to 16384 for octal codes, \
        else to 2^32-1 before they repeat",
    example: "take-and-break 0.3F: 9",
    theorem: None,
};

/// The games of any codes: `take-and-break 0.3F`.
pub static TAKE_AND_BREAK: ByCode = ByCode {
    signature: signature(TAKE_AND_BREAK_WORDS)
        .slots(&[Slot::Code])
        .definition_at(GIVEN_CODE),
    code: None,
};

/// The words about grundys-game for people.
const GRUNDYS_GAME_WORDS: Words = Words {
    name: "grundys-game",
    summary: "split one heap into two unequal heaps",
    how_to_play: "A move splits one heap into two heaps of different sizes. A player who cannot \
        move loses.",
    limits: "some millions of tokens a heap, within --max-work and --max-memory; no period is \
        known, so `period` answers `-`",
    example: "grundys-game: 8",
    theorem: Some(Theorem::new(
        "Whether the values of Grundy's game ever become periodic is not known",
        "Winning Ways, chapter 4",
    )),
};

/// Grundy's game. No period of its values is known.
pub static GRUNDYS_GAME: ByCode = ByCode {
    signature: signature(GRUNDYS_GAME_WORDS)
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

    /// Finds the longest play, which takes one token a move, if that is allowed from every heap and nothing is split without taking.
    fn birthday(&self, record: &Record<'_>, context: &Context) -> KnownLength {
        let code = self.code(record)?;
        let takes_one = code.digit(1).leaves(0) && code.digit(1).leaves(1);
        let is_ring = record.modifiers.has(Keyword::Ring);
        if takes_one && code.digit(0).bits == 0 && !is_ring {
            longest::tokens(record, context)
        } else {
            Ok(None)
        }
    }

    fn open_ranges<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
        amounts::expect_one_heap(record)?;
        let code = self.code(record)?;
        if record.modifiers.has(Keyword::Misere) {
            return misere::open_one(MisereRules::of_code(code), record, context);
        }
        rings::open_ranges(code, record, context)
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
    /// The code.
    code: Code,
    /// The context of the records.
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
