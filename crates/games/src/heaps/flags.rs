//! Flags: one heap; a move takes an amount in the set, never leaving fewer than `left`. A player who faces
//! exactly `left` loses; a player who faces more and can take nothing ends the game in a draw. `overshoot`
//! allows leaving fewer, which draws; with `or-less`, who faces `left` or fewer loses.
//!
//! The sequence of outcomes and its period are in [`theory::flags`](grundy_heaps::flags).

use grundy_base::budget::Budget;
use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::EachPosition;
use crate::shared::keys;
use crate::shared::sequences::as_period;
use crate::shared::sum::at;
use crate::shared::{amounts, varied};
use crate::{
    CacheRef, Context, Goal, OpenPosition, PositionResult, RulesResult, Standard, Visit, Visited,
};
use crate::{HeapAsks, Searched};
use crate::{OpenRules, Quick};
use grundy_base::range::Range;
use grundy_heaps::convolution::SumComponent;
use grundy_heaps::flags::{Flags as Analysis, FlagsOutcome as Won, Variant};
use grundy_heaps::subtraction::{Amounts, MAX_AMOUNT, MAX_TABLE_HEAP};
use grundy_record::{
    Ask, AskSet, Fault, Keyword, Look, Modifiers, Outcome, Paths, Period, Place, Record, Slot,
    Structure, Words,
};

/// Sets of more amounts than this are solved in a table if the heap allows one.
const MAX_PIECE_AMOUNTS: u128 = 64;

/// The words about flags for people.
const WORDS: Words = Words {
    name: "flags",
    summary: "one heap; take an amount in the set; a player who faces `left` loses",
    how_to_play: "A subtraction game with a target and draws: a move takes one of the amounts, \
        never leaving fewer than `left`. The player to move who faces exactly `left` loses; a \
        player who faces more and can take nothing ends the game in a draw. `overshoot` also \
        allows moves that leave fewer: the game is then drawn. `or-less` allows such moves, too, \
        and a player who faces `left` or fewer loses. Sets of amounts have names as in \
        `subtraction`: `primes`, `squares` and others.",
    limits: "heaps and amounts to 2^64-1; a set of more than 4096 amounts, of which some are \
        above 1000000, must be one range, or its large amounts must change no outcome, or the \
        heaps must be at most 268435456; periods within --max-work",
    example: "flags 1-3 left 1: 21",
    theorem: None,
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[n] ->
{% include "rule/taken" %}
; lose if n {{ "<=" if or_less else "==" }} {{ left }}
{# A player who cannot take the least amount has drawn. #}
{% if overshoot %}
; draw if n < {{ [left, least]|max }}
{% elif or_less %}
; draw if n < {{ least }}
{% else %}
; draw if n < {{ left + least }}
; legal if n >= {{ left }}
{% endif %}
"#;

/// The flags games.
pub static FLAGS: Standard = Standard::with_rules(
    WORDS
        .numbers(Structure::Countdown, Look::Countdown, "HEAP…")
        .definition_at(DEFINITION)
        .slots(&[Slot::Amounts])
        .keywords(&[Keyword::Left, Keyword::Overshoot, Keyword::OrLess])
        .asks(
            AskSet::EVERY_GAME
                .with_counts()
                .with(&[Ask::Losing, Ask::Paths(None), Ask::Period]),
        ),
    open_rules,
)
.counting(count);

/// Opens the rules: a set of few amounts is analysed once, for many heaps.
fn open_rules<'a>(record: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
    let whole = EachPosition::new(open, context);
    let Some(set) = amounts::few(&record.rules, MAX_PIECE_AMOUNTS)? else {
        return Ok(Box::new(whole));
    };
    let left = record.modifiers.left.unwrap_or(0);
    // If the whole set has no analysis, its amounts up to the heap may have one.
    let variant = variant(&record.modifiers)?;
    let Ok(analysis) = analyse(&set, u64::MAX, left, variant, context) else {
        return Ok(Box::new(whole));
    };
    let end = Heap {
        heap: left,
        left,
        analysis,
        whole: true,
        budget: context.budget,
    };
    Ok(Box::new(FewAmounts { end }))
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    Ok(Box::new(largest_heap(record, context)?))
}

/// Counts lost heaps of a range.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Heap { left, analysis, .. } = largest_heap(record, context)?;
    let heaps = heap_of(record, left)?;
    Ok(varied::open(record, move || {
        count_lost(heaps, left, &analysis, &context.budget)
    }))
}

/// Reads the heap of a record, or the largest that it stands for, and analyses the amounts for it.
fn largest_heap(record: &Record<'_>, context: &Context) -> Result<Heap, Fault> {
    let largest = record.position.numbers.iter().copied().max().unwrap_or(0);
    let largest = largest.max(varied::largest(&varied::heaps(record)));
    let (set, all) = amounts::read_to(&record.rules, largest, &context.budget)?;
    let left = record.modifiers.left.unwrap_or(0);
    let variant = variant(&record.modifiers)?;
    let heap = heap_of(record, left)?;
    let (analysis, whole) = amounts::analysis(&set, heap.high, |set| {
        analyse(set, heap.high, left, variant, context)
    })?;
    Ok(Heap {
        heap: heap.high,
        left,
        analysis,
        whole: whole && all,
        budget: context.budget,
    })
}

/// Reads the heap of a record, or those that it stands for; `left` if the period alone is asked, which is about the rules.
fn heap_of(record: &Record<'_>, left: u64) -> Result<Range, Fault> {
    let one = |&heap: &u64| Range {
        low: heap,
        high: heap,
    };
    let heaps: SmallVec<[Range; 1]> = record
        .position
        .numbers
        .iter()
        .map(one)
        .chain(varied::heaps(record))
        .collect();
    match heaps[..] {
        [heap] if heap.low >= left => Ok(heap),
        [heap] => {
            let what = if heap.low == heap.high {
                "the heap"
            } else {
                "a heap of this range"
            };
            let message = format!("{what} is below `left {left}`");
            Err(Fault::new(
                Place::Position(0),
                message,
                format!("start from {left} or more"),
            ))
        }
        [] if record.asks.iter().all(|ask| *ask == Ask::Period) => Ok(one(&left)),
        [] => Err(Fault::new(
            Place::EndOfPosition,
            "the heap is missing",
            "give one heap",
        )),
        _ => Err(Fault::new(
            Place::Position(1),
            "flags are played with one heap",
            "give one heap",
        )),
    }
}

fn variant(rules: &Modifiers) -> Result<Variant, Fault> {
    match (rules.has(Keyword::Overshoot), rules.has(Keyword::OrLess)) {
        (false, false) => Ok(Variant::Exact),
        (true, false) => Ok(Variant::Overshoot),
        (false, true) => Ok(Variant::OrLess),
        (true, true) => Err(Fault::new(
            Place::Keyword(Keyword::OrLess),
            "`overshoot` and `or-less` contradict each other",
            "keep one of them",
        )),
    }
}

/// Analyses a set of amounts, in a table of heaps up to the largest alone if that has many amounts too
/// large for tables of any heaps.
fn analyse(
    set: &Amounts,
    largest: u64,
    left: u64,
    variant: Variant,
    context: &Context,
) -> Result<CacheRef<Analysis>, Fault> {
    let mut key = keys::of_amounts(set);
    key.extend([left, variant as u64]);
    let to_heap = set.max() > MAX_AMOUNT
        && set.max() <= largest
        && largest <= MAX_TABLE_HEAP
        && set.len() > MAX_PIECE_AMOUNTS;
    if to_heap {
        key.extend([0, largest]);
    }
    context.cache.shared("flags", &key, Analysis::bytes, || {
        let made = if to_heap {
            Analysis::to_heap(set.clone(), left, variant, largest, context.budget)
        } else {
            Analysis::new(set.clone(), left, variant, context.budget)
        };
        made.map_err(|limit| Fault::limit(Place::Amount(0), &limit))
    })
}

/// Counts the lost ones of these heaps.
fn count_lost(
    heaps: Range,
    left: u64,
    analysis: &Analysis,
    budget: &Budget,
) -> Result<BigUint, Fault> {
    // The period is that of heaps left, left + 1, …
    let above = Range {
        low: heaps.low - left,
        high: heaps.high - left,
    };
    let lost = |k: u64| {
        analysis
            .outcome(left + k)
            .map(|won| u64::from(won != Won::Lose))
            .map_err(at(0))
    };
    Ok(
        match varied::histogram(above, budget, || analysis.period(), lost)? {
            SumComponent::Fixed(value) => BigUint::from(u64::from(value == 0)),
            SumComponent::Varied(histogram) => BigUint::from(histogram.count(0)),
        },
    )
}

/// The rules of a set of few amounts.
struct FewAmounts {
    /// The heap at the end of play, of which others are copies.
    end: Heap,
}

impl<'a> OpenRules<'a> for FewAmounts {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let Range { high: heap, .. } = heap_of(record, self.end.left)?;
        Ok(Box::new(Heap {
            heap,
            ..self.end.clone()
        }))
    }

    fn quick(&self, ask: Ask, numbers: &[u64]) -> Option<Quick> {
        let (&[heap], Ask::Verdict | Ask::Winner | Ask::Count) = (numbers, ask) else {
            return None;
        };
        if heap < self.end.left {
            return None;
        }
        match self.end.analysis.known(heap)? {
            (Won::Lose, _) => Some(Quick::Winning(0)),
            (Won::Win, count) => Quick::winning(count),
            (Won::Draw, _) => Some(Quick::Draw),
        }
    }
}

#[derive(Clone)]
struct Heap {
    /// The size of the heap.
    heap: u64,
    /// The end of play.
    left: u64,
    /// The outcomes of all heaps.
    analysis: CacheRef<Analysis>,
    /// Whether the analysis knows all amounts, or those only that the heap can spare.
    whole: bool,
    /// The limits of the record.
    budget: Budget,
}

impl Heap {
    /// Lists the amounts of moves with this goal.
    fn amounts(&self, goal: Goal) -> Result<Vec<Range>, Fault> {
        if goal == Goal::Legal {
            return Ok(self.analysis.legal_amounts(self.heap));
        }
        let wanted = match self.analysis.outcome(self.heap).map_err(at(0))? {
            Won::Lose => return Ok(Vec::new()),
            Won::Draw => Won::Draw,
            Won::Win => Won::Lose,
        };
        self.analysis.amounts_to(self.heap, wanted).map_err(at(0))
    }
}

impl OpenPosition for Heap {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(match self.analysis.outcome(self.heap).map_err(at(0))? {
            Won::Win => Outcome::Win,
            Won::Lose => Outcome::Lose,
            Won::Draw => Outcome::Draw,
        })
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        Ok(amounts::visit_moves(
            0,
            self.heap,
            &self.amounts(goal)?,
            visit,
        ))
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        Ok(amounts::total(&self.amounts(goal)?))
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }
}

impl HeapAsks for Heap {
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        amounts::losing(|each| self.analysis.losing(self.heap, each)).map_err(at(0))
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<Paths, Fault> {
        let taken = self.heap - self.left;
        amounts::count_paths(self.analysis.amounts(), taken, modulus, self.budget).map_err(at(0))
    }

    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        let known = if self.whole {
            self.analysis.period()
        } else {
            None
        };
        Ok(known.map_or(Searched::UpTo(None), |known| {
            Searched::Found(as_period(known))
        }))
    }
}
