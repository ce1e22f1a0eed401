//! Wythoff's game: two piles; take any number from one, or the same number from both; with a K, i
//! from one and j from the other with |i − j| < K. A player who cannot move loses; several pairs of
//! piles are a sum.
//!
//! Who wins one pair, and how, follows from Wythoff (1907) and Fraenkel (1982)
//! ([`wythoff`](grundy_heaps::wythoff)) up to 2⁶⁴ − 1, in a few steps. Grundy values, which sums of several
//! winning pairs need, come from a table of all smaller pairs.

use crate::shared::longest;
use crate::shared::pairs::{pairs, pairs_of_ranges};
use crate::shared::sum::{Sum, Summed};
use crate::shared::varied;
use crate::{CacheRef, Context, OpenPosition, PositionResult, Standard, Visit, Visited};
use grundy_heaps::pair::HeapPair;
use grundy_heaps::wythoff::Wythoff;
use grundy_heaps::wythoff::table::PairTable;
use grundy_record::{Fault, Move, NumberUse, Record, Slot, Theorem, Tuple, Words};

/// Words Wythoff's theorem applied to the first pair.
fn at_pair(record: &Record<'_>) -> Option<String> {
    if !matches!(record.rules.number(), None | Some(1)) {
        return Some(String::new());
    }
    let pair = record.position.tuples.get(0);
    Some(pair.map_or(String::new(), |pair| golden("pair", pair, 0)))
}

/// Writes the lost pair or cell with the difference of this one, whose numbers count from `first`.
pub(crate) fn golden(what: &str, pair: &[u64], first: u64) -> String {
    let a = pair[0].min(pair[1]) - first;
    let b = pair[0].max(pair[1]) - first;
    let k = b - a;
    // ⌊k (1 + √5) / 2⌋ = ⌊(k + √(5 k²)) / 2⌋, which fits 128 bits up to k = 2⁶².
    let Some(square) = u128::from(k).pow(2).checked_mul(5) else {
        return String::new();
    };
    let lost = (u128::from(k) + square.isqrt()) / 2;
    format!(
        "At {},{}, k = {k} and its lost {what} has a = {lost}; here a = {a}.",
        pair[0], pair[1]
    )
}

/// The words about wythoff for people.
const WORDS: Words = Words {
    name: "wythoff",
    summary: "two piles; take from one, or equally many from both",
    how_to_play: "A move takes any number of tokens, at least one, from one pile, or the same \
        number from both. With a number K after the name, a move may also take i from one and j \
        from the other where i and j differ by less than K. Several pairs of piles are a sum. A \
        player who cannot move loses.",
    limits: "outcomes and winning moves: piles to 2^64-1, a few steps a pair; Grundy values and \
        sums: K+8 steps and 4 bytes for each position of smaller piles, within --max-work and \
        --max-memory",
    example: "wythoff: 3,5 4,7",
    theorem: Some(Theorem::new(
        "The lost pairs are a,b and b,a with b = a + K k, for k = 0, 1, 2, …, and a the least \
            number in no earlier pair; for K = 1 it is the integer part of k times the golden ratio \
            1.618…",
        "Wythoff 1907; Fraenkel 1982",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r"{% if number is none or number <= 1 %}
{{ given }}
{% else %}
{% set near = [number, 4294967296]|min - 1 %}
[a,b] ->
[a-k,b] for k in 1..a
[a,b-k] for k in 1..b
[a-k,b-l] for k in 1..a, l in max(1,k-{{ near }})..min(b,k+{{ near }})
{% endif %}
";

/// Wythoff's game and Fraenkel's generalisation.
pub static WYTHOFF: Standard = Standard::new(
    WORDS
        .piles(2)
        .definition(
            "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in \
         1..min(a,b)",
        )
        .definition_at(DEFINITION)
        .theorem_at(at_pair)
        .slots(&[Slot::Number(NumberUse::Optional)]),
    open,
)
.counting(count)
.lasting(longest::tokens);

/// Counts lost positions of ranges: of one pair by the theorem, of several by a table of values.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let game = Wythoff::new(record.rules.number().unwrap_or(1));
    let pairs = pairs_of_ranges(&record.position)?;
    if let &[[rows, columns]] = &pairs[..] {
        return Ok(varied::open(record, move || {
            Ok(game
                .lost_pairs(&(rows.low..=rows.high), &(columns.low..=columns.high))
                .into())
        }));
    }
    let mut most = HeapPair::new(0, 0);
    for [rows, columns] in &pairs {
        let pair = HeapPair::new(rows.high, columns.high).sorted();
        most.first = most.first.max(pair.first);
        most.second = most.second.max(pair.second);
    }
    let table = PairTable::new(game, most, &context.budget)?;
    Ok(varied::by_tuples(record, &context.budget, move |pair| {
        Ok(table.value(HeapPair::new(pair[0], pair[1])))
    }))
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let less_than = record.rules.number().unwrap_or(1);
    let pairs = pairs(&record.position)?;
    let has_values = record.needs_values() || pairs.len() > 1;
    Ok(open_pairs(
        Wythoff::new(less_than),
        pairs,
        0,
        has_values,
        context,
    ))
}

/// Pairs of piles, which moves write as numbers from `first` on.
pub(crate) fn open_pairs<'a>(
    game: Wythoff,
    pairs: Vec<HeapPair>,
    first: u64,
    has_values: bool,
    context: &'a Context,
) -> Box<dyn OpenPosition + 'a> {
    let count = pairs.len();
    let piles = PilePairs {
        game,
        pairs,
        first,
        has_values,
        context,
        table: None,
    };
    Box::new(Summed::new(count, piles).with_values(has_values))
}

/// Tables with fewer positions than this are made larger than is needed, for other records to use.
const MIN_TABLE_POSITIONS: u64 = 1 << 18;

struct PilePairs<'a> {
    /// The game, by its K.
    game: Wythoff,
    /// The pairs of piles.
    pairs: Vec<HeapPair>,
    /// The number that stands for an empty pile.
    first: u64,
    /// Whether values are needed, or only who wins.
    has_values: bool,
    /// The context of the record.
    context: &'a Context,
    /// The table of values, once it is needed.
    table: Option<CacheRef<PairTable>>,
}

impl PilePairs<'_> {
    /// Makes or fetches a table that holds this pair, and others that are likely to be asked for.
    fn table(&mut self, pair: HeapPair) -> Result<&PairTable, Fault> {
        let table = match self.table.take().filter(|table| table.holds(pair)) {
            Some(table) => table,
            None => {
                // Lost pairs have value 0 without a table, and may be much larger.
                let won = self
                    .pairs
                    .iter()
                    .copied()
                    .filter(|&pair| !self.game.loses(pair));
                let mut most = pair.sorted();
                for pair in won.map(HeapPair::sorted) {
                    most.first = most.first.max(pair.first);
                    most.second = most.second.max(pair.second);
                }
                let HeapPair {
                    first: mut a,
                    second: mut b,
                } = most;
                if a < MIN_TABLE_POSITIONS && (a + 1) * (b + 1) < MIN_TABLE_POSITIONS {
                    a = (a + 1).next_power_of_two() - 1;
                    b = (b + 1).next_power_of_two() - 1;
                }
                let key = [self.game.less_than(), a, b];
                let make = || {
                    Ok(PairTable::new(
                        self.game,
                        HeapPair::new(a, b),
                        &self.context.budget,
                    )?)
                };
                self.context
                    .cache
                    .shared("wythoff", &key, PairTable::bytes, make)?
            }
        };
        Ok(self.table.insert(table))
    }

    /// Lists the positions that a move leads to, in order.
    fn options(&self, from: HeapPair) -> impl Iterator<Item = HeapPair> + use<> {
        let HeapPair {
            first: a,
            second: b,
        } = from;
        let reach = self.game.less_than() - 1;
        let first = (1..=a).map(move |i| HeapPair::new(a - i, b));
        let second = (1..=b).map(move |j| HeapPair::new(a, b - j));
        let both = (1..=a).flat_map(move |i| {
            let low = i.saturating_sub(reach).max(1);
            let high = i.saturating_add(reach).min(b);
            (low..=high).map(move |j| HeapPair::new(a - i, b - j))
        });
        first.chain(second).chain(both)
    }
}

impl Sum for PilePairs<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let pair = self.pairs[index];
        if self.game.loses(pair) {
            return Ok(0);
        }
        Ok(if self.has_values {
            self.table(pair)?.value(pair)
        } else {
            1
        })
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let from = self.pairs[index];
        let first = self.first;
        let pair = |pair: HeapPair| Tuple::new(&[pair.first + first, pair.second + first]);
        let mut visit = |to| {
            visit(Move::Tuple {
                index,
                from: pair(from),
                to: pair(to),
            })
        };
        let mut options = self.options(from);
        Ok(match target {
            None => options.try_for_each(visit),
            // No move from a lost pair leads to a lost one.
            Some(0) => self.game.winning_moves(from).try_for_each(visit),
            Some(target) => {
                let table = self.table(from)?;
                options
                    .filter(|&to| table.value(to) == target)
                    .try_for_each(&mut visit)
            }
        })
    }
}
