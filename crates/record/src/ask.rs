//! Asks of a record.

use std::fmt;

/// One thing a record asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// `WIN n`, `LOSE` or `DRAW`.
    Verdict,
    /// `FIRST`, `SECOND` or `NOBODY`.
    Winner,
    /// The number of winning first moves.
    Count,
    /// The Grundy value of the position.
    Grundy,
    /// All moves that reach the verdict.
    Moves,
    /// The first of them.
    Best,
    /// The heaps up to this one at which the player to move loses.
    Losing,
    /// The Grundy values of heaps 0 to this one.
    Sequence,
    /// The Grundy values of the heaps from one to another, within those up to this one.
    Slice(u64, u64),
    /// [`Stats`](super::Stats) of the values of heaps 0 to this one.
    Stats,
    /// The number of ways to reach the end in an odd and in an even number of moves, exact or
    /// modulo a number in 2..=2⁶².
    Paths(Option<u64>),
    /// Preperiod and period.
    Period,
    /// A pattern proved of all positions: a period or an automaton.
    Pattern,
    /// The Grundy value of each component.
    Values,
    /// The number of positions, of those that the record stands for, at which the player to move loses.
    PPositions,
    /// The number of positions that the record stands for.
    Positions,
    /// The list of the positions that `p-positions` counts.
    PList,
    /// The number of moves that play lasts when the winner hurries and the loser holds out.
    Remoteness,
    /// The genus of the position.
    Genus,
    /// The misère quotient of heaps up to the largest of the position, or of all heaps.
    Quotient,
}

/// The asks, their forms, the words, and their bits in a set.
macro_rules! asks {
    ($($ask:expr, $pattern:pat => $word:literal, $bit:literal;)*) => {
        impl Ask {
            /// Every ask, `paths` in its exact form.
            pub const ALL: [Ask; 19] = [$($ask),*];

            /// Returns the word of the ask, without a modulus.
            pub const fn word(self) -> &'static str {
                match self {
                    $($pattern => $word,)*
                }
            }

            const fn bit(self) -> u32 {
                match self {
                    $($pattern => 1 << $bit,)*
                }
            }
        }
    };
}

asks! {
    Ask::Verdict, Ask::Verdict => "verdict", 0;
    Ask::Winner, Ask::Winner => "winner", 1;
    Ask::Count, Ask::Count => "count", 2;
    Ask::Grundy, Ask::Grundy => "grundy", 3;
    Ask::Moves, Ask::Moves => "moves", 4;
    Ask::Best, Ask::Best => "best", 5;
    Ask::Losing, Ask::Losing => "losing", 6;
    // A game with the sequence also has its slices and its statistics: they are one bit.
    Ask::Sequence, Ask::Sequence | Ask::Slice(..) => "sequence", 7;
    Ask::Stats, Ask::Stats => "stats", 7;
    Ask::Paths(None), Ask::Paths(_) => "paths", 8;
    Ask::Period, Ask::Period => "period", 9;
    Ask::Pattern, Ask::Pattern => "pattern", 10;
    Ask::Values, Ask::Values => "values", 11;
    Ask::PPositions, Ask::PPositions => "p-positions", 12;
    Ask::Positions, Ask::Positions => "positions", 13;
    Ask::PList, Ask::PList => "p-list", 14;
    Ask::Remoteness, Ask::Remoteness => "remoteness", 15;
    Ask::Genus, Ask::Genus => "genus", 16;
    Ask::Quotient, Ask::Quotient => "quotient", 17;
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
            Ask::Slice(first, last) => write!(f, " {first}-{last}"),
            _ => Ok(()),
        }
    }
}

/// A set of asks; `paths` with and without modulus are one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskSet(u32);

impl AskSet {
    /// The asks that every game answers.
    pub const EVERY_GAME: AskSet = AskSet(0).with(&[
        Ask::Verdict,
        Ask::Winner,
        Ask::Count,
        Ask::Moves,
        Ask::Best,
        Ask::Remoteness,
    ]);

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
