//! The misère quotient of some games, kept from record to record.

use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use grundy_base::budget::{Budget, Limit};
use grundy_heaps::breaking::{Breaking, Code};
use grundy_misere::Quotient;
use grundy_misere::game::{self, Heap, HeapGame};
use grundy_misere::genus::Genera;
use grundy_misere::growth::ClassPeriod;
use grundy_misere::quotient::MAX_QUOTIENT_HEAPS;
use grundy_record::{Fault, Place};

use crate::shared::code_games;
use crate::shared::misere_rules::MisereRules;
use crate::{CacheRef, Context};

/// The quotient of some games, which grows as larger heaps are asked for.
pub(super) struct GrowingQuotient {
    /// The quotient.
    pub(super) quotient: RwLock<Quotient>,
    /// The genera of sums that were asked for.
    pub(super) genera: Mutex<Genera>,
    /// The games.
    pub(super) games: Vec<Arc<dyn HeapGame>>,
    /// The games under normal play.
    pub(super) normal: Vec<Option<CacheRef<Breaking>>>,
    /// Whether the games are played as nim is.
    pub(super) as_nim: bool,
    /// The limits within which it grows.
    pub(super) budget: Budget,
}

impl GrowingQuotient {
    pub(super) fn bytes(&self) -> u64 {
        self.quotient
            .try_read()
            .map_or(1 << 16, |quotient| quotient.bytes())
    }

    pub(super) fn new(rules: &[&MisereRules], context: &Context) -> Result<Self, Fault> {
        let games: Vec<Arc<dyn HeapGame>> = rules.iter().map(|rules| rules.heaps.clone()).collect();
        let budget = context.budget;
        let genera = Mutex::new(Genera::new(games.clone(), &budget));
        let quotient = RwLock::new(Quotient::new(games.clone(), budget));
        let normal = |rules: &&MisereRules| {
            rules
                .code
                .clone()
                .map(|code| code_games::game(code, context))
                .transpose()
        };
        let normal = rules.iter().map(normal).collect::<Result<_, Fault>>()?;
        let as_nim = rules
            .iter()
            .all(|rules| rules.code.as_ref().is_some_and(Code::reaches_one));
        Ok(GrowingQuotient {
            quotient,
            genera,
            games,
            normal,
            as_nim,
            budget,
        })
    }

    /// Finds the largest Grundy value of the heaps of a game to this one.
    pub(super) fn largest_value(&self, game: usize, heap: u64) -> Result<u64, Limit> {
        let unknown = || Limit::fixed("no period of the Grundy values is known");
        let game = self.normal[game].as_ref().ok_or_else(unknown)?;
        // Without a pattern all these heaps are listed, or the limit on the way says what would help.
        let repeats = if heap > MAX_QUOTIENT_HEAPS {
            game.pattern()
        } else {
            None
        };
        let last = repeats.map_or(heap, |pattern| heap.min(pattern.preperiod + pattern.period));
        let mut largest = 0;
        game.sequence(last, |value| largest = largest.max(value))?;
        Ok(largest)
    }

    /// Finds the preperiod and the period of the Grundy values of the only game, if they are found, or are found now if
    /// `look`.
    pub(super) fn repeats(&self, look: bool) -> Option<ClassPeriod> {
        let game = self.normal.first()?.as_ref()?;
        if !look {
            game.known(u64::MAX, |_| ())?;
        }
        let pattern = game.pattern().filter(|pattern| pattern.saltus == 0)?;
        Some(ClassPeriod {
            preperiod: pattern.preperiod,
            period: pattern.period,
        })
    }

    /// Finds the quotient of heaps up to this one, or of fewer if the limits allow no more.
    pub(super) fn reaching(&self, heap: u64) -> RwLockReadGuard<'_, Quotient> {
        let known = self.quotient.read().unwrap_or_else(PoisonError::into_inner);
        if !self.quotient.is_poisoned() && (known.reaches(heap) || known.ended()) {
            return known;
        }
        drop(known);
        {
            let mut quotient = self
                .quotient
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            if self.quotient.is_poisoned() {
                // A call that was given up left it as it stood: it begins anew.
                *quotient = Quotient::new(self.games.clone(), self.budget);
                self.quotient.clear_poison();
            }
            quotient.reach(heap);
        }
        self.quotient.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that play from these heaps comes to none whose moves are not known.
    pub(super) fn check_moves(
        &self,
        heaps: impl Iterator<Item = Heap> + Clone,
    ) -> Result<(), Fault> {
        for (number, game) in self.games.iter().enumerate() {
            let heaps = heaps
                .clone()
                .filter(|heap| heap.game == number)
                .map(|heap| heap.size);
            if let Some(trouble) = game::trouble(&**game, heaps) {
                return Err(Fault::new(
                    Place::Code,
                    trouble,
                    "under misère play numbers fall with every move",
                ));
            }
        }
        Ok(())
    }
}
