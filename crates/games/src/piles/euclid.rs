//! Euclid's game: two numbers; a move subtracts a positive multiple of one from the other, and leaves
//! no number below 0, or with `positive` none below 1. A player who cannot move loses; several pairs
//! are a sum.
//!
//! The Grundy value follows from the quotients of Euclid's algorithm
//! ([`grundy_heaps::euclid`]), in as many steps as that takes.

use grundy_heaps::pair::HeapPair;

use crate::EachPosition;
use crate::OpenRules;
use crate::game::KnownLength;
use crate::questions::p_list::at_ranges;
use crate::shared::listing::too_many_p_positions;
use crate::shared::longest::total;
use crate::shared::pairs::{pairs, pairs_of_ranges};
use crate::shared::sum::valued;
use crate::shared::varied;
use crate::{Context, PositionResult, Standard};
use grundy_heaps::euclid::{self, End};
use grundy_record::{Fault, Keyword, Move, Record, Theorem, Tuple, Words};

/// The words about euclid for people.
const WORDS: Words = Words {
    name: "euclid",
    summary: "two numbers; subtract a multiple of one from the other",
    how_to_play: "A move subtracts a positive multiple of one number from the other; no number \
        falls below 0, or with `positive` below 1. Several pairs are a sum. A player who cannot \
        move loses.",
    limits: "numbers to 2^64-1; one step for each division of the Euclidean algorithm",
    example: "euclid: 25,7",
    theorem: Some(Theorem::new(
        "Two numbers of at least 1 are lost exactly where they differ and their ratio is below \
            the golden ratio 1.618…",
        "Cole and Davie 1969",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r"{{ given }}
{% if positive %}
; legal if a > 0 and b > 0
{% endif %}
";

/// Euclid's game.
pub static EUCLID: Standard = Standard::with_rules(
    WORDS
        .piles(2)
        .definition("[a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a")
        .definition_at(DEFINITION)
        .theorem_at(|record| (!record.modifiers.has(Keyword::Positive)).then(String::new))
        .keywords(&[Keyword::Positive]),
    |record, context| {
        let whole = EachPosition::new(open, context);
        let end = end(record);
        Ok(Box::new(EuclidRules { end, whole }))
    },
)
.counting(count)
.lasting(longest_play);

/// Finds the longest play, which subtracts the smaller number once a move. All moves from a pair lead along one chain, on which that is the smallest step;
/// the chain has as many steps as the quotients of Euclid's algorithm together.
fn longest_play(record: &Record<'_>, _: &Context) -> KnownLength {
    let mut lengths = Vec::new();
    for mut pair in pairs(&record.position)? {
        let mut steps: u128 = 0;
        while pair.second > 0 {
            steps += u128::from(pair.first / pair.second);
            pair = HeapPair::new(pair.second, pair.first % pair.second);
        }
        // The last step would leave 0.
        let last = u128::from(end(record) == End::One);
        lengths.push(Some(steps.saturating_sub(last)));
    }
    Ok(Some(total(lengths)))
}

/// The rules, for many positions.
struct EuclidRules<'a> {
    /// The end of play.
    end: End,
    /// The rules that open each position.
    whole: EachPosition<'a>,
}

fn end(record: &Record<'_>) -> End {
    if record.modifiers.has(Keyword::Positive) {
        End::One
    } else {
        End::Zero
    }
}

impl<'a> OpenRules<'a> for EuclidRules<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        self.whole.position(record)
    }

    /// Lists the P-positions of a record of one pair.
    fn p_list(&self, record: &Record<'_>, most: usize) -> Option<Result<Vec<u64>, Fault>> {
        let &[[a, b]] = &pairs_of_ranges(&record.position).ok()?[..] else {
            return None;
        };
        let first = a.low..=a.high;
        let second = b.low..=b.high;
        let lost = euclid::lost_pairs(&first, &second, self.end);
        let listed = || {
            euclid::each_lost_pair(&first, &second, self.end)
                .flat_map(|pair| [pair.first, pair.second])
                .collect()
        };
        Some(if lost > most as u128 {
            Err(at_ranges(too_many_p_positions(lost, most)))
        } else {
            Ok(listed())
        })
    }
}

/// Counts lost positions of ranges: of one pair by the theorem, of several by the values of pairs.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let end = end(record);
    if let &[[a, b]] = &pairs_of_ranges(&record.position)?[..] {
        return Ok(varied::open(record, move || {
            Ok(euclid::lost_pairs(&(a.low..=a.high), &(b.low..=b.high), end).into())
        }));
    }
    Ok(varied::by_tuples(record, &context.budget, move |pair| {
        Ok(euclid::value(pair[0], pair[1], end))
    }))
}

fn open<'a>(record: &'a Record<'a>, _: &'a Context) -> PositionResult<'a> {
    let end = end(record);
    let pairs = pairs(&record.position)?;
    let values = pairs
        .iter()
        .map(|pair| euclid::value(pair.first, pair.second, end))
        .collect();
    Ok(Box::new(valued(values, move |index, target, visit| {
        let from = pairs[index];
        let pair = |pair: HeapPair| Tuple::new(&[pair.first, pair.second]);
        let mut moves = euclid::moves(from.first, from.second, end, target);
        Ok(moves.try_for_each(|to| {
            visit(Move::Tuple {
                index,
                from: pair(from),
                to: pair(to),
            })
        }))
    })))
}
