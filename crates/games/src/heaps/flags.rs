//! Flags: one heap; a move takes an amount in the set, never leaving fewer than `left`. A player who faces
//! exactly `left` loses; a player who faces more and can take nothing ends the game in a draw. `overshoot`
//! allows leaving fewer, which draws; with `or-less`, who faces `left` or fewer loses.
//!
//! The sequence of outcomes and its period are in [`grundy_heaps::flags`].

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::shared::sequences::as_period;
use crate::shared::sum::at;
use crate::shared::{amounts, keys, varied};
use crate::{
    CacheRef, Context, EachPosition, Goal, HeapAsks, OpenPosition, OpenRules, PositionResult,
    Quick, RulesResult, Searched, Standard, Visit, Visited,
};
use grundy_base::budget::Budget;
use grundy_base::range::Range;
use grundy_heaps::convolution::SumComponent;
use grundy_heaps::flags::{Flags, FlagsOutcome, Variant};
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
    let each_position = EachPosition::new(open, context);
    let Some(set) = amounts::few(&record.rules, MAX_PIECE_AMOUNTS)? else {
        return Ok(Box::new(each_position));
    };
    let left = record.modifiers.left.unwrap_or(0);
    // If the whole set has no analysis, its amounts up to the heap may have one.
    let variant = variant(&record.modifiers)?;
    let Ok(analysis) = analyse(&set, u64::MAX, left, variant, context) else {
        return Ok(Box::new(each_position));
    };
    let end = Heap {
        heap: left,
        left,
        analysis,
        knows_all_amounts: true,
        context,
    };
    Ok(Box::new(FewAmounts { end }))
}

/// Opens a record of one heap.
fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    Ok(Box::new(largest_heap(record, context)?))
}

/// Counts lost heaps of a range.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Heap { left, analysis, .. } = largest_heap(record, context)?;
    let heaps = heaps_of(record, left)?;
    Ok(varied::open(record, move || {
        let counted = count_lost(heaps, left, &analysis, &context.budget);
        context.notes.engine_if_any(analysis.take_chosen());
        counted
    }))
}

/// Reads the heap of a record, or the largest that it stands for, and analyses the amounts for it.
fn largest_heap<'a>(record: &Record<'_>, context: &'a Context) -> Result<Heap<'a>, Fault> {
    let largest = record.position.numbers.iter().copied().max().unwrap_or(0);
    let largest = largest.max(varied::largest(&varied::heaps(record)));
    let (set, is_whole_set) = amounts::read_to(&record.rules, largest, &context.budget)?;
    let left = record.modifiers.left.unwrap_or(0);
    let variant = variant(&record.modifiers)?;
    let heap = heaps_of(record, left)?.high;
    let (analysis, is_of_set) =
        amounts::analysis(&set, heap, |set| analyse(set, heap, left, variant, context))?;
    Ok(Heap {
        heap,
        left,
        analysis,
        knows_all_amounts: is_of_set && is_whole_set,
        context,
    })
}

/// Reads the heap of a record as a range, or the range of heaps that it stands for. If the period alone is asked, which is
/// about the rules, a record may name no heap, and has `left`.
fn heaps_of(record: &Record<'_>, left: u64) -> Result<Range, Fault> {
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
        [range] if range.low >= left => Ok(range),
        [range] => Err(below_left(range, left)),
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

/// Returns the fault of a heap, or of a range of heaps, that begins below the end of play.
fn below_left(heaps: Range, left: u64) -> Fault {
    let what = if heaps.low == heaps.high {
        "the heap"
    } else {
        "a heap of this range"
    };
    let message = format!("{what} is below `left {left}`");
    Fault::new(
        Place::Position(0),
        message,
        format!("start from {left} or more"),
    )
}

/// Reads which moves are allowed that leave fewer than `left`.
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

/// Analyses a set of amounts for all heaps; or if it has many amounts, and some too large for that, in a table of the
/// heaps up to the largest one.
fn analyse(
    set: &Amounts,
    largest: u64,
    left: u64,
    variant: Variant,
    context: &Context,
) -> Result<CacheRef<Flags>, Fault> {
    let mut key = keys::of_amounts(set);
    key.extend([left, variant as u64]);
    let to_heap = set.max() > MAX_AMOUNT
        && set.max() <= largest
        && largest <= MAX_TABLE_HEAP
        && set.len() > MAX_PIECE_AMOUNTS;
    if to_heap {
        key.extend([0, largest]);
    }
    context.cache.shared("flags", &key, Flags::bytes, || {
        let made = if to_heap {
            Flags::to_heap(set.clone(), left, variant, largest, context.budget)
        } else {
            Flags::new(set.clone(), left, variant, context.budget)
        };
        made.map_err(|limit| Fault::limit(Place::Amount(0), &limit))
    })
}

/// Counts the lost ones of these heaps.
fn count_lost(
    heaps: Range,
    left: u64,
    analysis: &Flags,
    budget: &Budget,
) -> Result<BigUint, Fault> {
    // The period is that of heaps left, left + 1, …
    let above = Range {
        low: heaps.low - left,
        high: heaps.high - left,
    };
    // Outcomes are counted as if they were values: 0 for a heap that is lost, and 1 for any other.
    let value = |k: u64| {
        analysis
            .outcome(left + k)
            .map(|outcome| u64::from(outcome != FlagsOutcome::Lose))
            .map_err(at(0))
    };
    let counted = varied::histogram(above, budget, || analysis.period(), value)?;
    Ok(match counted {
        SumComponent::Fixed(value) => BigUint::from(u64::from(value == 0)),
        SumComponent::Varied(histogram) => BigUint::from(histogram.count(0)),
    })
}

/// The rules of a set of few amounts.
struct FewAmounts<'a> {
    /// The heap at the end of play, of which others are copies.
    end: Heap<'a>,
}

impl<'a> OpenRules<'a> for FewAmounts<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        let heaps = heaps_of(record, self.end.left)?;
        Ok(Box::new(Heap {
            heap: heaps.high,
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
            (FlagsOutcome::Lose, _) => Some(Quick::Winning(0)),
            (FlagsOutcome::Win, count) => Quick::winning(count),
            (FlagsOutcome::Draw, _) => Some(Quick::Draw),
        }
    }
}

/// A heap, ready to be asked.
#[derive(Clone)]
struct Heap<'a> {
    /// The size of the heap.
    heap: u64,
    /// The end of play.
    left: u64,
    /// The outcomes of all heaps.
    analysis: CacheRef<Flags>,
    /// Whether the analysis knows all amounts, or only those that the heap can spare.
    knows_all_amounts: bool,
    /// The context of the record.
    context: &'a Context,
}

impl Heap<'_> {
    /// Asks the analysis, and notes which engine found outcomes, if any had to be found.
    fn ask<T>(&self, ask: impl FnOnce(&Flags) -> T) -> T {
        let answer = ask(&self.analysis);
        let chosen = self.analysis.take_chosen();
        self.context.notes.engine_if_any(chosen);
        answer
    }

    /// Finds the outcome of the heap.
    fn find(&self) -> Result<FlagsOutcome, Fault> {
        self.ask(|analysis| analysis.outcome(self.heap))
            .map_err(at(0))
    }

    /// Lists the amounts of moves with this goal.
    fn amounts(&self, goal: Goal) -> Result<Vec<Range>, Fault> {
        if goal == Goal::Legal {
            return Ok(self.analysis.legal_amounts(self.heap));
        }
        let wanted = match self.find()? {
            FlagsOutcome::Lose => return Ok(Vec::new()),
            FlagsOutcome::Draw => FlagsOutcome::Draw,
            FlagsOutcome::Win => FlagsOutcome::Lose,
        };
        self.ask(|analysis| analysis.amounts_to(self.heap, wanted))
            .map_err(at(0))
    }
}

impl OpenPosition for Heap<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(match self.find()? {
            FlagsOutcome::Win => Outcome::Win,
            FlagsOutcome::Lose => Outcome::Lose,
            FlagsOutcome::Draw => Outcome::Draw,
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

impl HeapAsks for Heap<'_> {
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        self.ask(|analysis| amounts::losing(|each| analysis.losing(self.heap, each)))
            .map_err(at(0))
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<Paths, Fault> {
        let taken = self.heap - self.left;
        amounts::count_paths(self.analysis.amounts(), taken, modulus, self.context.budget)
            .map_err(at(0))
    }

    fn period(&mut self) -> Result<Searched<Period>, Fault> {
        let known = if self.knows_all_amounts {
            self.ask(Flags::period)
        } else {
            None
        };
        Ok(known.map_or(Searched::UpTo(None), |known| {
            Searched::Found(as_period(known))
        }))
    }
}
