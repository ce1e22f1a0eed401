//! Asks of a record.

use grundy_base::range::Range;
use std::fmt;

/// Makes the asks from a table: what an ask answers, its name here, its word, its bit in a set, whether every game
/// answers it, and the form with numbers, if it has one.
///
/// The first line of each entry is the documentation here and the answer in the table of `docs/language.md`.
macro_rules! asks {
    ($(
        $(#[doc = $answer:literal])*
        $name:ident $(($numbers:ty = $none:expr))?, $word:literal $(or $form:literal)?, $bit:literal, $belongs:ident;
    )*) => {
        /// One thing a record asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Ask {
            $(
                $(#[doc = $answer])*
                $name $(($numbers))?,
            )*
            /// A part of the sequence: the Grundy values of the heaps from one to another.
            Slice(Range),
        }

        impl Ask {
            /// Every ask, `sequence` and `paths` in the forms without numbers.
            pub const ALL: [Ask; [$($word),*].len()] = [$(Ask::$name $(($none))?),*];

            /// Returns the word of the ask, without numbers.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Ask::$name { .. } => $word,)*
                    Ask::Slice(..) => Ask::Sequence.word(),
                }
            }

            /// Returns the form of the ask with numbers, if it has one.
            pub const fn form_with_numbers(self) -> Option<&'static str> {
                match self {
                    $($(Ask::$name { .. } => Some($form),)?)*
                    _ => None,
                }
            }

            /// Returns what the ask answers, in the words of the documentation.
            pub const fn answer(self) -> &'static str {
                match self {
                    $(Ask::$name { .. } => concat!($($answer),*).trim_ascii(),)*
                    Ask::Slice(..) => Ask::Sequence.answer(),
                }
            }

            /// Says which games answer the ask.
            const fn belongs_to(self) -> Belongs {
                match self {
                    $(Ask::$name { .. } => Belongs::$belongs,)*
                    Ask::Slice(..) => Ask::Sequence.belongs_to(),
                }
            }

            const fn bit(self) -> u32 {
                match self {
                    $(Ask::$name { .. } => 1 << $bit,)*
                    Ask::Slice(..) => Ask::Sequence.bit(),
                }
            }
        }
    };
}

/// The games that answer an ask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Belongs {
    /// Every game, and every sum.
    Every,
    /// The games whose signatures name the ask.
    Named,
}

asks! {
    /// `WIN n` (the player to move wins, by n first moves), `LOSE` or `DRAW`
    Verdict, "verdict", 0, Every;
    /// `FIRST`, `SECOND` or `NOBODY`
    Winner, "winner", 1, Every;
    /// number of winning first moves
    Count, "count", 2, Every;
    /// Grundy value; `inf 0,2` is ∞ with the finite values 0 and 2 reachable
    Grundy, "grundy", 3, Named;
    /// all moves that reach the verdict; `-` if there is none
    Moves, "moves", 4, Every;
    /// the first of `moves`; in a P-position the first legal move
    Best, "best", 5, Every;
    /// heaps from 0 to this one that are P-positions, at most 10⁷; of several heaps see `p-list`
    Losing, "losing", 6, Named;
    // A game with the sequence also has its slices and its statistics: they are one bit.
    /// Grundy values of heaps 0 to this one, or of heaps a to b
    Sequence, "sequence" or "sequence a-b", 7, Named;
    /// of the sequence: largest value, last new value, values absent from the second half, frequencies
    Stats, "stats", 7, Named;
    /// number of ways to take the heap down in an odd and in an even number of moves
    Paths(Option<u64> = None), "paths" or "paths%M", 8, Named;
    /// preperiod and period of the Grundy sequence, proved; `+saltus` if values rise; `-` if none was found
    Period, "period", 9, Named;
    /// pattern that is proved for all n, such as `base 2: 3 states`
    Pattern, "pattern", 10, Named;
    /// Grundy value of each component; `-` if there is none
    Values, "values", 11, Named;
    /// number of P-positions among the positions that the record describes
    PPositions, "p-positions", 12, Named;
    /// number of positions that the record describes
    Positions, "positions", 13, Named;
    /// P-positions among them, ascending, at most 10⁷: `3`, `3,5`; `1+1` if there are several components; of one heap see `losing`
    PList, "p-list", 14, Named;
    /// number of moves to the end if the winner hurries and the loser holds out; `-` for a draw
    Remoteness, "remoteness", 15, Every;
    /// number of moves of the longest play, whoever wins it; `inf` if play may never end
    Birthday, "birthday", 18, Every;
    /// genus of the position under misère play, `1^0,3,1`
    Genus, "genus", 16, Named;
    /// order of the misère quotient, its P-elements, preperiod and period; `-` if none was found
    Quotient, "quotient", 17, Named;
}

impl Ask {
    /// The largest modulus of `paths%M`.
    pub const MAX_MODULUS: u64 = 1 << 62;

    /// Says whether the ask is about the Grundy values of heaps 0 to the one heap of the position.
    pub const fn is_about_sequence(self) -> bool {
        matches!(self, Ask::Sequence | Ask::Slice(..) | Ask::Stats)
    }

    /// Says whether the ask may be put to rules without a position.
    pub const fn is_about_rules(self) -> bool {
        matches!(self, Ask::Period | Ask::Quotient | Ask::Pattern)
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Ask::Paths(Some(modulus)) => write!(f, "%{modulus}"),
            Ask::Slice(Range { low, high }) => write!(f, " {low}-{high}"),
            _ => Ok(()),
        }
    }
}

/// A set of asks; `paths` with and without modulus are one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskSet(u32);

impl AskSet {
    /// The asks that every game answers.
    pub const EVERY_GAME: AskSet = {
        let mut every = AskSet(0);
        let mut next = 0;
        while next < Ask::ALL.len() {
            let ask = Ask::ALL[next];
            if matches!(ask.belongs_to(), Belongs::Every) {
                every = every.with(&[ask]);
            }
            next += 1;
        }
        every
    };

    /// The asks that every sum under normal play answers: those of every game, `grundy` and `values`.
    pub const SUM: AskSet = AskSet::EVERY_GAME.with(&[Ask::Grundy, Ask::Values]);

    /// Adds the asks of positions that vary.
    pub const fn with_counts(self) -> AskSet {
        self.with(&[Ask::PPositions, Ask::Positions, Ask::PList])
    }

    /// Adds these asks.
    pub const fn with(mut self, asks: &[Ask]) -> AskSet {
        let mut next = 0;
        while next < asks.len() {
            self.0 |= asks[next].bit();
            next += 1;
        }
        self
    }

    /// Says whether the ask is a member.
    pub const fn contains(self, ask: Ask) -> bool {
        self.0 & ask.bit() != 0
    }

    /// Iterates over the members, in the order of [`Ask::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Ask> {
        Ask::ALL.into_iter().filter(move |&ask| self.contains(ask))
    }
}
