//! The elements that the moves of a heap lead to.

use std::ops::ControlFlow;

use fxhash::FxHashMap;

use crate::bits::{self, Bits};
use crate::game::{HeapGame, Kind};
use crate::monoid::Monoid;
use crate::quotient::{Meter, Stop, Values};

/// The elements of kinds of moves, each found once: a kind is an option of many heaps.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    known: FxHashMap<Kind, Bits>,
}

impl Sets {
    /// How many kinds are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// The elements of all moves of a heap, if `classes` has those of smaller heaps.
    pub fn of(
        &mut self,
        game: &dyn HeapGame,
        heap: u64,
        monoid: &Monoid,
        classes: &Values<'_>,
        meter: &mut Meter,
    ) -> Result<Bits, Stop> {
        let mut set = monoid.none();
        let mut result = Ok(());
        let _ = game.kinds(heap, &mut |kind| match self.add(kind, monoid, classes, meter, &mut set) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                result = Err(stop);
                ControlFlow::Break(())
            }
        });
        result?;
        for parts in game.others(heap) {
            let class = |product, &part: &u64| monoid.product(product, classes.of(part));
            bits::add(&mut set, usize::from(parts.iter().fold(0, class)));
        }
        Ok(set)
    }

    /// Adds the elements of one kind to a set.
    fn add(
        &mut self,
        kind: Kind,
        monoid: &Monoid,
        classes: &Values<'_>,
        meter: &mut Meter,
        set: &mut Bits,
    ) -> Result<(), Stop> {
        meter.charge(1)?;
        match kind.parts {
            0 => bits::add(set, 0),
            1 => bits::add(set, usize::from(classes.of(kind.left))),
            _ => {
                if !self.known.contains_key(&kind) {
                    let made = self.split(kind, monoid, classes, meter)?;
                    self.known.insert(kind, made);
                }
                bits::unite(set, &self.known[&kind]);
            }
        }
        Ok(())
    }

    fn split(
        &mut self,
        kind: Kind,
        monoid: &Monoid,
        classes: &Values<'_>,
        meter: &mut Meter,
    ) -> Result<Bits, Stop> {
        let mut set = monoid.none();
        let left = kind.left;
        if kind.parts == 2 {
            meter.charge(kind.left / 4 + 1)?;
            for a in 1..=left.saturating_sub(u64::from(kind.unequal)) / 2 {
                bits::add(&mut set, usize::from(monoid.product(classes.of(a), classes.of(left - a))));
            }
        } else if kind.unequal {
            meter.charge(kind.left * kind.left / 24 + 1)?;
            let _ = crate::game::each_of(kind, &mut |parts| {
                let product = parts.iter().fold(0, |p, &part| monoid.product(p, classes.of(part)));
                bits::add(&mut set, usize::from(product));
                ControlFlow::Continue(())
            });
        } else {
            for a in 1..=left / 3 {
                let mut pairs = monoid.none();
                self.add(
                    Kind { left: left - a, parts: 2, unequal: false },
                    monoid,
                    classes,
                    meter,
                    &mut pairs,
                )?;
                let action = monoid.action(classes.of(a));
                bits::members(&pairs).for_each(|x| bits::add(&mut set, usize::from(action[x])));
                meter.charge(monoid.order() as u64 / 4)?;
            }
        }
        Ok(set)
    }
}
