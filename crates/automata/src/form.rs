//! Statements about numbers, and the automaton of all of them together.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most 8 numbers"
)]

use std::collections::BTreeMap;
use std::rc::Rc;

use itertools::Itertools;

use crate::automaton::{Automaton, Track};
use crate::setting::Setting;
use crate::work::{Refusal, Result};

/// A form Σ cᵢxᵢ + k, without factors 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Form {
    /// The factor of each track.
    pub(crate) factors: BTreeMap<Track, i64>,
    /// The constant k.
    pub(crate) constant: i64,
}

/// The largest factor and constant of statements in a base.
const MAX_OF_BASE: Most = Most {
    factor: 1 << 20,
    constant: 1 << 41,
};

/// The largest factor and constant in a quadratic system: the number of states grows with factors and constants.
const MAX_OF_QUADRATIC: Most = Most {
    factor: 64,
    constant: 10_000,
};

/// The largest numbers of a form.
#[derive(Clone, Copy)]
struct Most {
    /// The largest factor.
    factor: u64,
    /// The largest constant.
    constant: u64,
}

impl Form {
    pub(crate) fn number(constant: i64) -> Form {
        Form {
            factors: BTreeMap::new(),
            constant,
        }
    }

    pub(crate) fn track(track: Track) -> Form {
        Form {
            factors: [(track, 1)].into(),
            constant: 0,
        }
    }

    /// Returns the track x, or −1 − x.
    pub(crate) fn signed(track: Track, negative: bool) -> Form {
        let sign = if negative { -1 } else { 1 };
        Form {
            factors: [(track, sign)].into(),
            constant: -i64::from(negative),
        }
    }

    /// Returns the sum of this form and `times` times the other.
    pub(crate) fn plus(&self, other: &Form, times: i64) -> Result<Form> {
        let add = |own: i64, more: i64| own.saturating_add(more.saturating_mul(times));
        let mut sum = Form {
            constant: add(self.constant, other.constant),
            ..self.clone()
        };
        for (&track, &factor) in &other.factors {
            let own = sum.factors.entry(track).or_default();
            *own = add(*own, factor);
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum.small(MAX_OF_BASE)
    }

    /// Returns the form, if its factors and its constant are at most these.
    fn small(self, most: Most) -> Result<Form> {
        let mut factors = self.factors.values();
        let has_small_factors = factors.all(|factor| factor.unsigned_abs() <= most.factor);
        if has_small_factors && self.constant.unsigned_abs() <= most.constant {
            return Ok(self);
        }
        Refusal::outside("a factor or a constant is very large")
    }

    pub(crate) fn minus(&self, other: &Form) -> Result<Form> {
        self.plus(other, -1)
    }

    pub(crate) fn times(&self, factor: i64) -> Result<Form> {
        Form::default().plus(self, factor)
    }

    /// Returns the number, if no track is in it.
    pub(crate) fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub(crate) enum Atom {
    /// The form has at least the first and at most the second value.
    Within(Form, Option<i64>, Option<i64>),
    /// The automaton accepts its tracks.
    Reads(Rc<Automaton>),
}

/// Statements that all hold.
pub(crate) type All = Vec<Atom>;

impl Atom {
    pub(crate) fn at_least(form: Form, lo: i64) -> Atom {
        Atom::Within(form, Some(lo), None)
    }

    pub(crate) fn equal(form: Form) -> Atom {
        Atom::Within(form, Some(0), Some(0))
    }

    /// Says of these tracks that the automaton accepts them.
    pub(crate) fn at(automaton: &Automaton, tracks: &[Track]) -> Atom {
        Atom::Reads(Rc::new(automaton.renamed(tracks)))
    }

    /// Returns whether the atom always holds or never does; `None` if the signs of its factors do not say so.
    pub(crate) fn known(&self) -> Option<bool> {
        let Atom::Within(form, lo, hi) = self else {
            return None;
        };
        let has_sign = |sign: i64| form.factors.values().all(|factor| factor * sign > 0);
        let least = if has_sign(1) { form.constant } else { i64::MIN };
        let most = if has_sign(-1) {
            form.constant
        } else {
            i64::MAX
        };
        let lo = lo.unwrap_or(i64::MIN);
        let hi = hi.unwrap_or(i64::MAX);
        let holds = lo <= least && most <= hi;
        (holds || lo > most || least > hi).then_some(holds)
    }
}

impl Setting<'_> {
    /// Returns the automaton over the tracks kept (ascending) that accepts where all statements of one of these lists
    /// hold with some numbers on the other tracks.
    pub(crate) fn any(
        self,
        lists: impl Iterator<Item = Result<All>>,
        kept: &[Track],
    ) -> Result<Automaton> {
        let mut lists = lists.map(|all| self.some(all?, kept));
        lists.try_fold(self.nothing(kept)?, |found, one| found.or(&one?, self.work))
    }

    /// Returns the automaton over the tracks kept (ascending) that accepts where all statements hold with some numbers
    /// on the other tracks.
    pub(crate) fn some(self, mut all: All, kept: &[Track]) -> Result<Automaton> {
        let given: Vec<Track> = (0..self.given.len() as Track).collect();
        substitute(&mut all, &[&given, kept].concat())?;
        all.retain(|atom| atom.known() != Some(true));
        if all.iter().any(|atom| atom.known() == Some(false)) {
            return self.nothing(kept);
        }
        let narrowed = |atom| {
            given
                .iter()
                .zip(self.given)
                .try_fold(self.one(atom)?, |automaton, (&track, &n)| {
                    if !automaton.tracks.contains(&track) {
                        return Ok(automaton);
                    }
                    let known = automaton.and(&self.number(track, n)?, self.work)?;
                    Ok(Rc::new(known.exists(track, self.work)?))
                })
        };
        let mut automata: Vec<Rc<Automaton>> = all.iter().map(narrowed).collect::<Result<_>>()?;
        loop {
            let about = |track: Track| {
                automata
                    .iter()
                    .filter(move |other| other.tracks.contains(&track))
            };
            let cost = |track| {
                about(track)
                    .flat_map(|automaton| &automaton.tracks)
                    .unique()
                    .count()
            };
            let free = automata.iter().flat_map(|automaton| &automaton.tracks);
            let free = free.filter(|track| !kept.contains(track));
            let Some(&track) = free.min_by_key(|track| (cost(**track), **track)) else {
                break;
            };
            let (with, without): (Vec<_>, Vec<_>) = automata
                .into_iter()
                .partition(|automaton| automaton.tracks.contains(&track));
            automata = without;
            automata.push(Rc::new(self.product(with)?.exists(track, self.work)?));
        }
        automata.push(Rc::new(self.words(kept)?));
        self.product(automata)
    }

    /// Returns the automaton that accepts if all of these do; those of few tracks and states are joined first.
    fn product(self, mut automata: Vec<Rc<Automaton>>) -> Result<Automaton> {
        automata.sort_by_key(|automaton| (automaton.tracks.len(), automaton.states()));
        automata.iter().try_fold(self.words(&[])?, |product, next| {
            product.and(next, self.work)
        })
    }

    /// Returns the automaton of one statement.
    fn one(self, atom: &Atom) -> Result<Rc<Automaton>> {
        let most = if self.system.as_base().is_some() {
            MAX_OF_BASE
        } else {
            MAX_OF_QUADRATIC
        };
        match atom {
            Atom::Reads(automaton) => Ok(automaton.clone()),
            Atom::Within(form, lo, hi) => {
                for bound in [lo, hi].into_iter().flatten() {
                    form.plus(&Form::number(*bound), -1)?.small(most)?;
                }
                self.within(form, *lo, *hi).map(Rc::new)
            }
        }
    }
}

/// Replaces tracks by what equations say of them: with y = a − k, k becomes a − y, and a − y ≥ 0.
fn substitute(all: &mut All, kept: &[Track]) -> Result<()> {
    loop {
        let is_read = |track: &Track| {
            all.iter().any(
                |atom| matches!(atom, Atom::Reads(automaton) if automaton.tracks.contains(track)),
            )
        };
        let given = all.iter().enumerate().find_map(|(i, atom)| {
            let Atom::Within(form, Some(lo), Some(hi)) = atom else {
                return None;
            };
            if lo != hi {
                return None;
            }
            let mut factors = form.factors.iter();
            let is_free = |track: &Track| !kept.contains(track) && !is_read(track);
            let (&track, &factor) =
                factors.find(|(track, factor)| factor.abs() == 1 && is_free(track))?;
            let zero = Form {
                constant: form.constant - lo,
                ..form.clone()
            };
            Some((i, track, Form::track(track).plus(&zero, -factor)))
        });
        let Some((i, track, value)) = given else {
            return Ok(());
        };
        let value = value?;
        all.swap_remove(i);
        for atom in all.iter_mut() {
            let Atom::Within(form, ..) = atom else {
                continue;
            };
            if let Some(factor) = form.factors.remove(&track) {
                *form = form.plus(&value, factor)?;
            }
        }
        all.push(Atom::at_least(value, 0));
    }
}
