//! Asks of a record.

use grundy_base::range::Range;
use std::fmt;

/// Hands the table of asks to a macro. An entry has what an ask answers, its name here, its word, the form with numbers if
/// it has one, which games answer it, and the form of its answer with the type in which a field holds it.
///
/// The first line of each entry is the documentation here and the answer in the table of `docs/language.md`.
macro_rules! with_every_ask {
    ($make:ident) => {
        $make! {
        /// `WIN n` (the player to move wins, by n first moves), `LOSE` or `DRAW`
        Verdict, "verdict", Every, Verdict(Verdict);
        /// `FIRST`, `SECOND` or `NOBODY`
        Winner, "winner", Every, Outcome(Outcome);
        /// number of winning first moves
        Count, "count", Every, Count(u128);
        /// Grundy value; `inf 0,2` is ∞ with the finite values 0 and 2 reachable
        Grundy, "grundy", Named, Value(Value);
        /// all moves that reach the verdict; `-` if there is none
        Moves, "moves", Every, Moves(Vec<Move>);
        /// the first of `moves`; in a P-position the first legal move
        Best, "best", Every, Move(Option<Move>);
        /// heaps from 0 to this one that are P-positions, at most 10⁷; of several heaps see `p-list`
        Losing, "losing", Named, Heaps(Vec<u64>);
        // A game with the sequence also has its slices and its statistics: they are one member of a set.
        /// Grundy values of heaps 0 to this one, without those that are no positions, or of heaps a to b
        Sequence, "sequence" or "sequence a-b", Named, Sequence(Vec<u64>);
        /// of the sequence: largest value, last new value, values absent from the second half, frequencies
        Stats, "stats", Named, Stats(Stats);
        /// number of ways to take the heap down in an odd and in an even number of moves
        Paths(Option<u64> = None), "paths" or "paths%M", Named, Ways;
        /// preperiod and period of the Grundy sequence, proved; `+saltus` if values rise; `-` if none was found
        Period, "period", Named, Period(Period);
        /// pattern that is proved for all n, such as `base 2: 3 states`
        Pattern, "pattern", Named, Pattern(Option<Pattern>);
        /// Grundy value of each component; `-` if there is none
        Values, "values", Named, Values(Vec<Value>);
        /// number of P-positions among the positions that the record describes
        PPositions, "p-positions", Named, Total(BigUint);
        /// number of positions that the record describes
        Positions, "positions", Named, Total(BigUint);
        /// P-positions among them, ascending, at most 10⁷: `3`, `3,5`; `1+1` if there are several components; of one heap see `losing`
        PList, "p-list", Named, Positions(PositionList);
        /// number of moves to the end if the winner hurries and the loser holds out; `-` for a draw
        Remoteness, "remoteness", Every, Length(Length);
        /// number of moves of the longest play, whoever wins it; `inf` if play may never end
        Birthday, "birthday", Every, Length(Length);
        /// genus of the position under misère play, `1^0,3,1`
        Genus, "genus", Named, Text(String);
        /// order of the misère quotient, its P-elements, preperiod and period; `-` if none was found
        Quotient, "quotient", Named, Quotient(Quotient);
        }
    };
}

pub(crate) use with_every_ask;

/// Makes the asks from their table.
macro_rules! asks {
    ($(
        $(#[doc = $answer:literal])*
        $name:ident $(($numbers:ty = $none:expr))?, $word:literal $(or $with_numbers:literal)?, $belongs:ident,
            $form:ident $(($content:ty))?;
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

        /// The place of each ask in the table.
        enum Number {
            $($name,)*
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
                    $($(Ask::$name { .. } => Some($with_numbers),)?)*
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

            /// Returns the form of the answer.
            pub const fn form(self) -> Form {
                match self {
                    $(Ask::$name { .. } => Form::$form,)*
                    Ask::Slice(..) => Ask::Sequence.form(),
                }
            }

            /// Says which games answer the ask.
            const fn belongs_to(self) -> Belongs {
                match self {
                    $(Ask::$name { .. } => Belongs::$belongs,)*
                    Ask::Slice(..) => Ask::Sequence.belongs_to(),
                }
            }

            /// Returns the bit of the ask in a set. What has the sequence also has its slices and its statistics.
            const fn bit(self) -> u32 {
                let number = match self {
                    Ask::Slice(..) => Number::Sequence,
                    $(Ask::$name { .. } => Number::$name,)*
                };
                1 << match number {
                    Number::Stats => Number::Sequence as u32,
                    number => number as u32,
                }
            }
        }
    };
}

with_every_ask!(asks);

/// The games that answer an ask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Belongs {
    /// Every game, and every sum.
    Every,
    /// The games whose signatures name the ask.
    Named,
}

/// The form of an answer. Asks whose answers have one form are written alike, as text, as JSON and in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Who wins, and by how many first moves.
    Verdict,
    /// Who wins.
    Outcome,
    /// A number of at most 128 bits.
    Count,
    /// A number of any size.
    Total,
    /// A Grundy value.
    Value,
    /// A list of Grundy values.
    Values,
    /// A list of moves.
    Moves,
    /// A move, or none.
    Move,
    /// A list of heaps.
    Heaps,
    /// The Grundy values of heaps, ascending.
    Sequence,
    /// Statistics of a sequence.
    Stats,
    /// Numbers of ways of an odd and of an even number of moves.
    Ways,
    /// A preperiod and a period, or none.
    Period,
    /// A pattern, or none.
    Pattern,
    /// A list of positions.
    Positions,
    /// How many moves play lasts, perhaps without an end.
    Length,
    /// A misère quotient, or none.
    Quotient,
    /// A text.
    Text,
}

impl Form {
    /// Returns what JSON has for an answer of this form, in the words of the documentation.
    pub const fn json(self) -> &'static str {
        match self {
            Form::Verdict => "string, and `count`",
            Form::Outcome | Form::Total | Form::Text => "string",
            Form::Count => "number",
            Form::Value => "number, or `{\"inf\":[0,2]}`",
            Form::Values => "list of numbers and of `{\"inf\":[0,2]}`",
            Form::Moves => "list of strings",
            Form::Move => "string or null",
            Form::Heaps | Form::Sequence => "list of numbers",
            Form::Stats => "`{\"largest\":…,\"at\":…,\"new\":…,\"rare\":[…],\"counts\":[…]}`",
            Form::Ways => "`{\"odd\":\"…\",\"even\":\"…\"}`",
            Form::Period => "`{\"preperiod\":…,\"period\":…}`, perhaps with `\"saltus\"`; or null",
            Form::Pattern => "`{\"text\":…}` with the period or the automaton, or null",
            Form::Positions => "list of numbers, or of lists",
            Form::Length => "number or null",
            Form::Quotient => "`{\"order\":…,\"p\":…}`, perhaps with its period; or null",
        }
    }

    /// Returns the type of an answer of this form in Python.
    pub const fn python(self) -> &'static str {
        match self {
            Form::Verdict => "Literal[\"WIN\", \"LOSE\", \"DRAW\"]",
            Form::Outcome => "Literal[\"FIRST\", \"SECOND\", \"NOBODY\"]",
            Form::Count | Form::Total => "int",
            Form::Value => "Union[int, Infinite]",
            Form::Values => "List[Union[int, Infinite]]",
            Form::Moves => "List[str]",
            Form::Move | Form::Pattern => "Optional[str]",
            Form::Heaps | Form::Positions => "NDArray[np.uint64]",
            Form::Sequence => "NDArray[np.unsignedinteger[Any]]",
            Form::Stats => "Stats",
            Form::Ways => "Paths",
            Form::Period => "Optional[Period]",
            Form::Length => "Optional[int]",
            Form::Quotient => "Optional[Quotient]",
            Form::Text => "str",
        }
    }
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
