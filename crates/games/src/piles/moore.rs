//! Moore's nim: heaps; a move takes any numbers from one heap or up to K heaps at once. A player who cannot
//! move loses.
//!
//! Who wins, and how, is Moore's theorem (1910) about the binary digits of the heaps
//! ([`grundy_heaps::moore`]). Grundy values have a closed form for K = 1 and for K not below the
//! number of heaps, and come from a table of all smaller positions elsewhere.

use std::ops::ControlFlow::{Break, Continue};

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

use crate::shared::listing::too_many_moves;
use crate::shared::longest;
use crate::shared::sum::{Sum, Summed};
use crate::shared::varied;
use crate::shared::visiting;
use crate::{Context, PositionResult, Standard, Visit, Visited};
use grundy_heaps::moore::values::MooreValues;
use grundy_heaps::moore::{self, Taken};
use grundy_record::{Fault, Move, NumberUse, Record, Slot, Theorem, Words};

/// The words about moore for people.
const WORDS: Words = Words {
    name: "moore",
    summary: "heaps; take any numbers from up to K heaps at once",
    how_to_play: "The number after the name is K. A move takes tokens from one heap or from up \
        to K heaps at once, any number, at least one, from each of them. A player who cannot \
        move loses. The heaps are one position.",
    limits: "outcomes and `best`: heaps to 2^64-1, 64 steps a heap; `count`: about one step for \
        each choice of heaps; `moves`: at most 1048576; Grundy values: one step for each pair of \
        smaller positions, within --max-work",
    example: "moore 2: 3 4 5",
    theorem: Some(Theorem::new(
        "A position is lost exactly where each binary place has a number of ones that K + 1 divides",
        "Moore 1910",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% for group in groups %}
[{% for n in names %}{{ n }}{{ "-" ~ "klmpqstu"[loop.index0] if loop.index0 in group else "" }}{{ "," if not loop.last else "" }}{% endfor %}] for
{%- for place in group %} {{ "klmpqstu"[place] }} in 1..{{ names[place] }}{{ "," if not loop.last else "" }}{% endfor %}

{% endfor %}
"#;

/// The game of Moore's nim.
pub static MOORE: Standard = Standard::new(
    WORDS
        .row()
        .definition_at(DEFINITION)
        .slots(&[Slot::Number(NumberUse::Needed)]),
    open,
)
.counting(count)
.lasting(longest::tokens);

/// Counts lost positions of ranges, without opening them.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let most = record.rules.number().unwrap_or(1);
    let budget = &context.budget;
    Ok(varied::one_by_one(record, budget, move |heaps| {
        Ok(Some(moore::loses(heaps, most)))
    }))
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let most = record.rules.number().unwrap_or(1);
    let heaps = &record.position.numbers[..];
    let budget = &context.budget;
    let values = record
        .needs_values()
        .then(|| MooreValues::new(heaps, most, budget))
        .transpose()?;
    let numbers = heaps.len();
    let has_values = values.is_some();
    let sum = Summed::new(
        1,
        MooreHeaps {
            heaps,
            most,
            values,
            budget,
        },
    );
    Ok(Box::new(sum.numbered(numbers).with_values(has_values)))
}

/// The most winning moves that are put in order.
const MAX_SORTED_MOVES: u64 = 1 << 20;

struct MooreHeaps<'a> {
    /// The heaps.
    heaps: &'a [u64],
    /// The number K.
    most: u64,
    /// The values, if they are needed.
    values: Option<MooreValues>,
    /// The limits of the record.
    budget: &'a Budget,
}

impl MooreHeaps<'_> {
    fn written(&self, taken: &Taken) -> Move {
        let lower = |&(index, amount): &(usize, u64)| {
            let from = self.heaps[index];
            Move::Heap {
                index,
                from,
                to: from - amount,
            }
        };
        match &taken[..] {
            [one] => lower(one),
            several => Move::Several(several.iter().map(lower).collect()),
        }
    }

    fn winning_moves(&self, visit: &mut Visit<'_>) -> Visited {
        // Counting gives up early: far more steps than moves that could be listed.
        let budget = Budget {
            work: self.budget.work.min(1 << 30),
            ..*self.budget
        };
        let few = moore::count(self.heaps, self.most, &budget)
            .is_ok_and(|count| count <= MAX_SORTED_MOVES.into());
        if !few {
            return match moore::a_winning_move(self.heaps, self.most) {
                Some(taken) if visit(self.written(&taken)).is_break() => Ok(Break(())),
                Some(_) => Err(too_many_moves(MAX_SORTED_MOVES)),
                None => Ok(Continue(())),
            };
        }
        let mut moves = Vec::new();
        moore::winning_moves(self.heaps, self.most, &mut |taken| {
            moves.push(taken);
            Continue(())
        });
        moves.sort_unstable_by(moore::order);
        Ok(moves
            .iter()
            .try_for_each(|taken| visit(self.written(taken))))
    }

    /// Returns the number of moves that change each of the largest heaps, as many as a move may change.
    fn moves_of_the_largest(&self) -> u128 {
        let mut heaps = self.heaps.to_vec();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        let largest = heaps.iter().take(most);
        largest.fold(1, |product: u128, &heap| {
            product.saturating_mul(heap.max(1).into())
        })
    }

    /// Finds the value of some heaps; without values, whether they are won.
    fn value_of(&self, heaps: &[u64]) -> u64 {
        match &self.values {
            Some(values) => values.value(heaps),
            None => u64::from(!moore::loses(heaps, self.most)),
        }
    }
}

impl Sum for MooreHeaps<'_> {
    fn value(&mut self, _: usize) -> Result<u64, Fault> {
        Ok(self.value_of(self.heaps))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        match target {
            0 => Ok(moore::count(self.heaps, self.most, self.budget)?),
            _ => visiting::count(|visit| self.moves_of(index, Some(target), visit)),
        }
    }

    fn moves_of(&mut self, _: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        if target == Some(0) {
            return self.winning_moves(visit);
        }
        if let (1, Some(target), Some(_)) = (self.most, target, &self.values) {
            // The game is nim, in which each heap has at most one such move.
            let others = self.value_of(self.heaps) ^ target;
            let heaps = self.heaps.iter().enumerate();
            return Ok(heaps.into_iter().try_for_each(|(index, &from)| {
                let to = from ^ others;
                if to < from {
                    visit(Move::Heap { index, from, to })
                } else {
                    Continue(())
                }
            }));
        }
        let mut after = self.heaps.to_vec();
        // Moves that do not reach the target also take steps.
        let work = self.budget.work;
        let mut steps = if target.is_some() {
            shares::heaps::moves_of_several_heaps(work)
        } else {
            u64::MAX
        };
        let mut flow = Continue(());
        moore::legal_moves(self.heaps, self.most, &mut |taken| {
            if steps == 0 {
                return Break(());
            }
            steps -= 1;
            let reaches = target.is_none_or(|target| {
                for &(index, amount) in taken {
                    after[index] -= amount;
                }
                let value = self.value_of(&after);
                for &(index, amount) in taken {
                    after[index] += amount;
                }
                value == target
            });
            if reaches {
                flow = visit(self.written(taken));
            }
            flow
        });
        if steps == 0 {
            let message =
                format!("the moves of these heaps are too many to go through in {work} steps");
            let all = self.moves_of_the_largest();
            let limit = Limit::steps(
                all.saturating_mul(shares::heaps::STEPS_OF_A_MOVE.into()),
                message,
            );
            return Err(limit.into());
        }
        Ok(flow)
    }
}
