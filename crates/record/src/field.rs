//! The answer to one ask: a field, and its content by form.

#![expect(
    clippy::cast_possible_truncation,
    reason = "lists and numbers stand in memory"
)]

use grundy_base::range::Range;
use num_bigint::BigUint;

use crate::answer::{
    Length, Move, Outcome, Pattern, Period, PositionList, Quotient, Stats, Value, Verdict,
};
use crate::ask::{Ask, with_every_ask};

/// Makes the fields from the table of asks. An entry without a type has fields of its own below.
macro_rules! fields {
    ($(
        $(#[doc = $answer:literal])*
        $name:ident $(($numbers:ty = $none:expr))?, $word:literal $(or $with_numbers:literal)?, $belongs:ident,
            $form:ident $(($content:ty))?;
    )*) => {
        /// The answer to one ask.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Field {
            $($(
                #[doc = concat!("The answer to `", $word, "`.")]
                $name($content),
            )?)*
            /// The answer to `sequence a-b`.
            Slice {
                /// The first heap.
                first: u64,
                /// The values from the first heap on.
                values: Vec<u64>,
            },
            /// The answer to `sequence` if some heaps are no positions and have no value.
            Sparse {
                /// The heaps that are positions.
                heaps: Vec<u64>,
                /// The value of each of them.
                values: Vec<u64>,
            },
            /// The answer to `paths` and `paths%M`.
            Paths {
                /// The number M, if the counts are taken modulo it.
                modulus: Option<u64>,
                /// The number of ways of an odd number of moves.
                odd: BigUint,
                /// The number of ways of an even number of moves.
                even: BigUint,
            },
            /// The answer to `period` if none was proved: the heap up to which the values were looked at, if that is
            /// known.
            NoPeriod(Option<u64>),
            /// The answer to `quotient` of all heaps if none was found: the last heap up to which one was found. `None` says
            /// that there is none, since the quotient is not finite.
            NoQuotient(Option<u64>),
        }

        impl Field {
            /// Returns the ask that the field answers.
            // A repetition for entries with a type must name the type, for which each case binds its content so.
            pub fn ask(&self) -> Ask {
                match self {
                    $($(Field::$name(content) => {
                        let _: &$content = content;
                        Ask::$name
                    })?)*
                    Field::Slice { first, values } => {
                        let last = first + (values.len() as u64).saturating_sub(1);
                        Ask::Slice(Range::new(*first, last))
                    }
                    Field::Sparse { .. } => Ask::Sequence,
                    &Field::Paths { modulus, .. } => Ask::Paths(modulus),
                    Field::NoPeriod(_) => Ask::Period,
                    Field::NoQuotient(_) => Ask::Quotient,
                }
            }

            /// Returns the content by its form.
            pub fn content(&self) -> Content<'_> {
                match self {
                    $($(Field::$name(content) => {
                        let content: &$content = content;
                        Content::$form(content)
                    })?)*
                    Field::Slice { values, .. } | Field::Sparse { values, .. } => {
                        Content::Sequence(values)
                    }
                    Field::Paths { odd, even, .. } => Content::Ways { odd, even },
                    Field::NoPeriod(_) | Field::NoQuotient(_) => Content::NotFound,
                }
            }
        }
    };
}

with_every_ask!(fields);

/// What a field holds, by its form.
///
/// Text, JSON and Python write fields by their form, so an ask whose answer has one of these forms is written without
/// further ado. A `match` names every case, so that the compiler shows what a new form needs.
#[derive(Clone, Copy, Debug)]
pub enum Content<'f> {
    /// Who wins, and by how many first moves.
    Verdict(&'f Verdict),
    /// Who wins.
    Outcome(&'f Outcome),
    /// A number of at most 128 bits.
    Count(&'f u128),
    /// A number of any size.
    Total(&'f BigUint),
    /// A Grundy value.
    Value(&'f Value),
    /// Grundy values.
    Values(&'f [Value]),
    /// Moves.
    Moves(&'f [Move]),
    /// A move; `None` if there is none.
    Move(&'f Option<Move>),
    /// Heaps.
    Heaps(&'f [u64]),
    /// The Grundy values of heaps, ascending.
    Sequence(&'f [u64]),
    /// Statistics of a sequence.
    Stats(&'f Stats),
    /// Numbers of ways.
    Ways {
        /// Those of an odd number of moves.
        odd: &'f BigUint,
        /// Those of an even number of moves.
        even: &'f BigUint,
    },
    /// A period.
    Period(&'f Period),
    /// A pattern; `None` if no pattern was found and proved.
    Pattern(&'f Option<Pattern>),
    /// Positions.
    Positions(&'f PositionList),
    /// How long play lasts.
    Length(&'f Length),
    /// A misère quotient.
    Quotient(&'f Quotient),
    /// A text.
    Text(&'f str),
    /// A period or a quotient was looked for, and none was found.
    NotFound,
}

impl Field {
    /// Returns the word of the ask that the field answers; a slice is a part of the `sequence`, and `paths` modulo any
    /// number are `paths`.
    pub fn word(&self) -> &'static str {
        self.ask().word()
    }

    /// Estimates how many bytes the field takes, as a value and as text.
    pub fn bytes(&self) -> u64 {
        let parts = match self.content() {
            Content::Moves(moves) => {
                let lists: u64 = moves.iter().map(Move::bytes_of_lists).sum();
                size_of_val(moves) + lists as usize
            }
            Content::Heaps(numbers) | Content::Sequence(numbers) => size_of_val(numbers),
            Content::Stats(stats) => size_of_val(&stats.counts[..]),
            Content::Values(values) => size_of_val(values),
            Content::Positions(list) => size_of_val(&list.numbers[..]),
            Content::Ways { odd, even } => (odd.bits() + even.bits()) as usize / 8,
            Content::Text(text) => text.len(),
            Content::Total(count) => count.bits() as usize / 8,
            Content::Verdict(_)
            | Content::Outcome(_)
            | Content::Count(_)
            | Content::Value(_)
            | Content::Move(_)
            | Content::Period(_)
            | Content::Pattern(_)
            | Content::Length(_)
            | Content::Quotient(_)
            | Content::NotFound => 0,
        };
        let heaps = match self {
            Field::Sparse { heaps, .. } => size_of_val(&heaps[..]),
            _ => 0,
        };
        (size_of::<Field>() + parts + heaps) as u64
    }
}
