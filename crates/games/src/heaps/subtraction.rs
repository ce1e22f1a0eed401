//! Subtraction: heaps; a move takes an amount in the set from one heap. A player who cannot move loses, or
//! wins under misère play.
//!
//! Sequences, periods, closed forms and the reason why these games are tame are in
//! [`grundy_heaps::subtraction`]. A single heap is decided by the win/lose
//! sequence alone, whose period is often shorter than that of the Grundy values.

use grundy_base::budget::{Budget, Limit};

use crate::EachPosition;
use crate::OpenRules;
use crate::game::KnownLength;
use crate::questions::misere;
use crate::shared::heap_sums;
use crate::shared::heap_sums::{Flow, HeapGame, Heaps};
use crate::shared::longest::total;
use crate::shared::misere_rules::MisereRules;
use crate::shared::sum;
use crate::shared::sum::refuse_values_under_misere;
use crate::shared::sum::{Play, Summed};
use crate::shared::{amounts, varied};
use crate::shared::{code_games, keys};
use crate::{CacheRef, Context, Game, PositionResult, Quick, RulesResult, Standard, Visit};
use grundy_base::range::Range;
use grundy_heaps::choice::HeapEngine;
use grundy_heaps::subtraction::{Amounts, MAX_AMOUNT, MAX_TABLE_HEAP, Subtraction as Analysis};
use grundy_record::{Ask, Fault, Keyword, Place, Record, Slot, Theorem, Words};

/// Sets of more amounts than this are solved in a table if the heaps allow one.
const MAX_PIECE_AMOUNTS: u128 = 64;

/// Words Bachet's theorem for the amounts from 1 to some number.
fn one_to(record: &Record<'_>) -> Option<String> {
    let &[Range { low: 1, high }] = record.rules.amounts() else {
        return None;
    };
    let cycle = u128::from(high) + 1;
    Some(format!("Here the value of a heap n is n modulo {cycle}."))
}

/// The words about subtraction for people.
const WORDS: Words = Words {
    name: "subtraction",
    summary: "heaps; take an amount in the set from one heap",
    how_to_play: "A move takes one of the amounts from one heap. A player who cannot move loses; \
        under `misere`, a player who cannot move wins. `1-3` stands for 1 2 3; \
        `squares`, `cubes`, `triangular`, `primes`, `fibonacci`, `factorials`, `powers-of-2` (or \
        of any other number), `odd` and `even` are sets of amounts by name; `all-but 2 4` is \
        every amount but those.",
    limits: "heaps to 2^64-1 if all amounts are at most 1000000 after division by their greatest \
        common divisor, or are one range; up to 4096 larger amounts if their values repeat in \
        pieces, within --max-work; any set for heaps to 268435456; periods within --max-work",
    example: "subtraction 1 2 5: 10 7",
    theorem: Some(Theorem::new(
        "With the amounts 1 to k the value of a heap n is n modulo k + 1",
        "Bachet 1612",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[n] ->
{% include "rule/taken" %}
"#;

/// The subtraction games.
pub static SUBTRACTION: Standard = Standard::with_rules(
    WORDS
        .heaps()
        .definition_at(DEFINITION)
        .theorem_at(one_to)
        .slots(&[Slot::Amounts])
        .keywords(&[Keyword::Misere])
        .also(&[
            Ask::Losing,
            Ask::Sequence,
            Ask::Paths(None),
            Ask::Period,
            Ask::Genus,
            Ask::Quotient,
        ])
        .values_decide_misere(),
    open_rules,
)
.of_heaps(|record| {
    let (amounts, all) = amounts::read_to(
        &record.rules,
        misere::MAX_QUOTIENT_HEAPS,
        &Budget::default(),
    )?;
    Ok(Some(MisereRules::of_amounts(amounts, all)))
})
.counting(count)
.lasting(longest_play);

/// Finds the longest play, which takes the least amount as often as it can be taken.
fn longest_play(record: &Record<'_>, context: &Context) -> KnownLength {
    /// The heap up to which the least amount is looked for if a set is not a list.
    const FAR: u64 = 1 << 12;
    let heaps = &record.position.numbers;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let (amounts, _) = amounts::read_to(&record.rules, largest.min(FAR), &context.budget)?;
    let least = match amounts.runs().first() {
        Some(range) => range.low,
        None if largest > FAR => return Ok(None),
        // No heap can be lowered.
        None => u64::MAX,
    };
    let moves = heaps.iter().map(|&heap| Some((heap / least).into()));
    Ok(Some(total(moves)))
}

/// Opens the rules: few amounts are tried one by one, for many positions.
fn open_rules<'a>(record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
    let few = match Play::of(record) {
        Play::Normal => amounts::few(&record.rules, MAX_TRIED_AMOUNTS)?,
        Play::Misere => None,
    };
    let whole = EachPosition::new(open, context);
    let Some(set) = few else {
        return Ok(Box::new(whole));
    };
    // If the whole set has no analysis, its amounts up to the heaps may have one.
    let Ok(game) = analyse(&set, false, u64::MAX, context) else {
        return Ok(Box::new(whole));
    };
    let amounts = set.runs().iter().flat_map(|run| run.numbers()).collect();
    Ok(Box::new(FewAmounts {
        amounts,
        game,
        whole,
    }))
}

/// Counts lost positions of ranges.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let last = varied::largest(&varied::heaps(record));
    let (set, all) = amounts::read_to(&record.rules, last, &context.budget)?;
    let (game, _) = amounts::analysis(&set, last, |set| analyse(set, !all, last, context))?;
    Ok(heap_sums::varied(record, context, game, Play::of(record)))
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let play = Play::of(record);
    refuse_values_under_misere(record)?;
    let heaps = &record.position.numbers;
    let budget = context.budget;
    amounts::expect_one_heap(record)?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let under_misere = misere::if_asked(record, context, || SUBTRACTION.heaps(record))?;
    if let Some(sets) = amounts::sets(&record.rules)?
        && let Some(code) = amounts::code(&sets)
    {
        let game = code_games::game(code, context)?;
        return Ok(Heaps {
            play,
            sets: Some(sets),
            ..Heaps::new(heaps, game, context)
        }
        .open(under_misere));
    }
    let (set, all) = amounts::read_to(&record.rules, largest, &budget)?;
    if let Some((game, whole)) = far_apart(&set, largest, context) {
        return Ok(Heaps {
            play,
            whole: whole && all,
            ..Heaps::new(heaps, game, context)
        }
        .open(under_misere));
    }
    let (game, whole) =
        amounts::analysis(&set, largest, |set| analyse(set, !all, largest, context))?;
    let by_outcome =
        |ask: &Ask| !matches!(ask, Ask::Grundy | Ask::Values | Ask::Genus | Ask::Quotient);
    let whole = whole && all;
    if heaps.len() == 1 && !record.part && record.asks.iter().all(by_outcome) {
        let game = Box::new(Outcomes {
            game,
            misere: play == Play::Misere,
        });
        let heaps = Heaps {
            play,
            whole,
            ..Heaps::new(heaps, game, context)
        };
        return Ok(Box::new(Summed::new(1, heaps).with_values(false)));
    }
    Ok(Heaps {
        play,
        whole,
        ..Heaps::new(heaps, game, context)
    }
    .open(under_misere))
}

/// The most amounts that are tried one by one.
const MAX_TRIED_AMOUNTS: u128 = 64;
/// The heap up to which values are found without asking how long that takes.
const MAX_LIGHT_HEAP: u64 = 1 << 12;

/// A set of few amounts.
struct FewAmounts<'a> {
    /// The amounts, ascending.
    amounts: Vec<u64>,
    /// The analysis of the amounts.
    game: CacheRef<Analysis>,
    /// The rules for positions that are not answered at once.
    whole: EachPosition<'a>,
}

impl FewAmounts<'_> {
    fn value(&self, heap: u64) -> Option<u64> {
        self.game.known(heap).or_else(|| {
            // Records of one heap do not find its value, which may be all that is missing for the period.
            self.game.grundy(heap.min(MAX_LIGHT_HEAP)).ok()?;
            let notes = &self.whole.context().notes;
            notes.engine_if_any(self.game.take_chosen());
            self.game.known(heap)
        })
    }
}

impl<'a> OpenRules<'a> for FewAmounts<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        self.whole.position(record)
    }

    fn quick(&self, ask: Ask, heaps: &[u64]) -> Option<Quick> {
        let count_to = |&heap: &u64, target| {
            let mut count = 0;
            for &amount in &self.amounts {
                let Some(left) = heap.checked_sub(amount) else {
                    break;
                };
                count += u128::from(self.value(left)? == target);
            }
            Some(count)
        };
        sum::quick(ask, heaps.iter(), |&heap| self.value(heap), count_to)
    }
}

/// Makes or fetches the analysis of a set of amounts, shared by all records. A set that is `cut` from a larger one, and one with amounts too
/// large for heaps of any size, is analysed for heaps up to the largest alone.
fn analyse(
    set: &Amounts,
    cut: bool,
    largest: u64,
    context: &Context,
) -> Result<CacheRef<Analysis>, Fault> {
    let mut key = keys::of_amounts(set);
    let far = set.max() / set.gcd().max(1) > MAX_AMOUNT && set.max() <= largest;
    let dense = cut && set.len() > u128::from(set.max() / 2);
    let to_heap = set.runs().len() > 1 && (far || dense);
    if to_heap {
        key.extend([0, largest]);
    }
    context
        .cache
        .shared("subtraction", &key, Analysis::bytes, || {
            let set = set.clone();
            let budget = context.budget;
            let made = if to_heap {
                Analysis::to_heap(set, largest, budget)
            } else {
                Analysis::new(set, budget)
            };
            let made = made.map_err(|limit| Fault::limit(Place::Amount(0), &limit))?;
            let slot = |kind: &str| {
                let table = made.table()?;
                context.slot(|| format!("{kind} {}", amounts::name(table)))
            };
            let values = slot("subtraction");
            let outcomes = slot("subtraction-losing");
            Ok(made.kept(values, outcomes))
        })
}

/// Analyses a set with amounts too large for a table, by the small ones if they decide or else in pieces;
/// and says whether the analysis is that of the whole set.
fn far_apart(set: &Amounts, largest: u64, context: &Context) -> Option<(CacheRef<Analysis>, bool)> {
    if set.runs().len() < 2 || set.max() / set.gcd().max(1) <= MAX_AMOUNT {
        return None;
    }
    let cut = set.cut(largest);
    // Without the large amounts there is a table, and for heaps that are not too large in any case.
    let table = cut.len() > MAX_PIECE_AMOUNTS && largest / cut.gcd().max(1) <= MAX_TABLE_HEAP;
    if cut.max() <= MAX_AMOUNT || table {
        return None;
    }
    let kept = |name, set: &Amounts, make: fn(Amounts, Budget) -> Option<Analysis>| {
        let made = context
            .cache
            .shared(name, &keys::of_amounts(set), Analysis::bytes, || {
                make(set.clone(), context.budget).ok_or_else(|| Fault::unsupported(Ask::Verdict))
            });
        made.ok()
    };
    if let Some(game) = kept("far-apart", set, Analysis::without_large) {
        return Some((game, true));
    }
    let game = kept("far-apart", &cut, Analysis::without_large)
        .or_else(|| kept("far-apart-pieces", &cut, Analysis::in_pieces));
    game.map(|game| (game, cut == *set))
}

/// A game asked who wins one heap, which needs no Grundy values: here they are 0 and 1.
struct Outcomes {
    /// The analysis of the amounts.
    game: CacheRef<Analysis>,
    /// Whether a player without a move wins.
    misere: bool,
}

impl HeapGame for Outcomes {
    fn grundy(&self, heap: u64) -> Result<u64, Limit> {
        self.game
            .loses(heap, self.misere)
            .map(|loses| u64::from(!loses))
    }

    fn count_to(&self, heap: u64, _: u64) -> Result<u128, Limit> {
        self.game
            .winning_amounts(heap, self.misere)
            .map(|amounts| amounts::total(&amounts))
    }

    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut Visit<'_>,
    ) -> Flow {
        let amounts = match target {
            Some(_) => self.game.winning_amounts(from, self.misere)?,
            None => self.game.amounts().runs_up_to(from),
        };
        Ok(amounts::visit_moves(index, from, &amounts, visit))
    }

    fn of_values(&self) -> Option<&dyn HeapGame> {
        Some(&*self.game)
    }

    fn take_chosen(&self) -> Option<HeapEngine> {
        self.game.take_chosen()
    }
}
