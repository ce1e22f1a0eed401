//! The ask `genus`.

use std::ops::ControlFlow;

use grundy_base::budget::Limit;
use grundy_base::sync::lock_anew;
use grundy_misere::game::MoveKind;
use grundy_misere::genus::{Genera, Genus};
use grundy_misere::growth::Unfinished;
use grundy_record::{Fault, Value};

use super::sum::MisereSum;
use crate::OpenPosition;

/// Genera of heaps above this one are first looked for by the period of a tame game.
const MAX_DIRECT_GENUS: u64 = 1 << 12;

impl MisereSum {
    pub(super) fn genus_text(&self) -> Result<String, Fault> {
        let mut heaps = self.heaps.heaps.clone();
        let normal = self.normal();
        if normal.is_none() && self.heaps.largest() > MAX_DIRECT_GENUS {
            // If the whole game is tame, heaps of a class have a genus.
            let quotient = self.known.reaching(u64::MAX);
            if quotient.monoid().tame() {
                for heap in &mut heaps {
                    heap.size = quotient.reduced(heap.game, heap.size);
                }
            } else if self.splits_a_large_heap() {
                return Err(self.large_wild_heap());
            }
        }
        let anew = || Genera::new(self.known.games.clone(), &self.budget);
        let mut genera = lock_anew(&self.known.genera, |_| anew());
        if let Some(mut normal) = normal {
            let quotient = self.known_quotient();
            let wild = quotient.normal().map_or(&[][..], |normal| &normal.last);
            let mut wild = wild.iter().enumerate();
            if wild.all(|(game, &last)| {
                genera
                    .are_tame(game, last, quotient.heaps())
                    .unwrap_or(false)
            }) {
                drop(quotient);
                let Value::Finite(value) = normal.grundy()? else {
                    return Err(self.no_genus(Unfinished::Stuck));
                };
                return Ok(Genus::tame(value, true).to_string());
            }
            if self.heaps.largest() > MAX_DIRECT_GENUS && self.splits_a_large_heap() {
                return Err(self.large_wild_heap());
            }
        }
        let genus = genera.of(&heaps);
        self.known.check_moves(self.heaps.heaps.iter().copied())?;
        match genus {
            Ok(genus) => Ok(genus.to_string()),
            Err(unfinished) => {
                *genera = anew();
                Err(self.no_genus(unfinished))
            }
        }
    }

    /// Says whether a move splits a heap: the genera of wild games that split heaps are found for small heaps alone.
    fn splits_a_large_heap(&self) -> bool {
        let mut splits = |kind: MoveKind| {
            if kind.parts > 1 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut heaps = self.heaps.heaps.iter();
        heaps.any(|heap| {
            let game = &self.known.games[heap.game];
            game.kinds(heap.size, &mut splits).is_break()
        })
    }

    /// Returns the fault of a genus that a search does not find.
    fn no_genus(&self, unfinished: Unfinished) -> Fault {
        let heap = self.heaps.largest_written();
        let message = format!("the genus of heap {heap} was not found within the limits");
        let limit = if matches!(unfinished, Unfinished::Work) {
            Limit::work(message)
        } else {
            Limit::fixed(message)
        };
        self.heaps.fault_at_largest(limit)
    }

    /// Returns the fault of a genus that is not looked for: the heap is large, and not known to be tame.
    fn large_wild_heap(&self) -> Fault {
        let heap = self.heaps.largest_written();
        let message =
            format!("heap {heap} is split, and not known to be tame, so its genus is not found");
        Fault {
            help: format!(
                "ask about heaps up to {MAX_DIRECT_GENUS}; nothing is known of larger ones"
            )
            .into(),
            ..self.heaps.fault_at_largest(Limit::fixed(message))
        }
    }
}
