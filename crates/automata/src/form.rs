//! Statements about numbers, and the automaton of all of them together.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use fxhash::FxHashMap;

use crate::atoms;
use crate::automaton::{Automaton, Track};
use crate::system::System;
use crate::work::{Refusal, Work};

/// Σ cᵢxᵢ + k, without factors 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Form {
    pub(crate) factors: BTreeMap<Track, i64>,
    pub(crate) constant: i64,
}

/// The largest factor, and the largest constant.
const MAX_COEFFICIENTS: (i128, i128) = (1 << 20, 1 << 40);

/// The largest factor and constant in a quadratic system, in which the number of states grows with both.
const MAX_QUADRATIC_COEFFICIENTS: (i64, i64) = (16, 10_000);

/// The largest divisor of a remainder in a base, and in a quadratic system, in which it adds its square of states.
const MAX_DIVISORS: (i64, i64) = (1 << 12, 64);

impl Form {
    pub(crate) fn number(constant: i64) -> Form {
        Form { factors: BTreeMap::new(), constant }
    }

    pub(crate) fn track(track: Track) -> Form {
        Form { factors: [(track, 1)].into(), constant: 0 }
    }

    /// The track x, or −1 − x.
    pub(crate) fn signed(track: Track, negative: bool) -> Form {
        let sign = if negative { -1 } else { 1 };
        Form { factors: [(track, sign)].into(), constant: -i64::from(negative) }
    }

    /// The sum of this form and `times` times the other.
    pub(crate) fn plus(&self, other: &Form, times: i64) -> Result<Form, Refusal> {
        let within = |n: i128, most: i128| {
            if n.abs() <= most {
                Ok(n as i64)
            } else {
                Refusal::outside("a factor or a constant is very large")
            }
        };
        let times = i128::from(times);
        let constant = i128::from(self.constant) + times * i128::from(other.constant);
        let mut sum = Form { factors: self.factors.clone(), constant: within(constant, MAX_COEFFICIENTS.1)? };
        for (&track, &factor) in &other.factors {
            let before = i128::from(self.factors.get(&track).copied().unwrap_or(0));
            match within(before + times * i128::from(factor), MAX_COEFFICIENTS.0)? {
                0 => sum.factors.remove(&track),
                factor => sum.factors.insert(track, factor),
            };
        }
        Ok(sum)
    }

    pub(crate) fn minus(&self, other: &Form) -> Result<Form, Refusal> {
        self.plus(other, -1)
    }

    pub(crate) fn times(&self, factor: i64) -> Result<Form, Refusal> {
        Form::default().plus(self, factor)
    }

    /// −1 − x: what a number below 0 is of a track.
    pub(crate) fn complement(&self) -> Result<Form, Refusal> {
        Form::number(-1).minus(self)
    }

    /// The number, if no track is in it.
    pub(crate) fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// The track, if it is one and no more.
    pub(crate) fn as_track(&self) -> Option<Track> {
        let mut factors = self.factors.iter();
        match (factors.next(), factors.next(), self.constant) {
            (Some((&track, 1)), None, 0) => Some(track),
            _ => None,
        }
    }

    /// Whether it is at least 0 whatever the tracks are.
    pub(crate) fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.factors.values().all(|&factor| factor > 0)
    }

    fn list(&self) -> Vec<(Track, i64)> {
        self.factors.iter().map(|(&track, &factor)| (track, factor)).collect()
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub(crate) enum Atom {
    /// lo ≤ form ≤ hi.
    Within(Form, Option<i64>, Option<i64>),
    /// The number divides the form.
    Divides(i64, Form),
    /// The automaton accepts its tracks.
    Reads(Rc<Automaton>),
}

/// Statements that all hold.
pub(crate) type All = Vec<Atom>;

impl Atom {
    pub(crate) fn at_least(form: Form, lo: i64) -> Atom {
        Atom::Within(form, Some(lo), None)
    }

    pub(crate) fn at_most(form: Form, hi: i64) -> Atom {
        Atom::Within(form, None, Some(hi))
    }

    pub(crate) fn equal(form: Form) -> Atom {
        Atom::Within(form, Some(0), Some(0))
    }

    fn form(&mut self) -> Option<&mut Form> {
        match self {
            Atom::Within(form, ..) | Atom::Divides(_, form) => Some(form),
            Atom::Reads(_) => None,
        }
    }
}

type Bounds = (Option<i64>, Option<i64>);

/// Automata of sums, by their coefficients and bounds.
type Sums = FxHashMap<(Vec<i64>, Bounds), Rc<Automaton>>;

/// Makes automata of statements; sums that come again are made once.
pub(crate) struct Joiner<'w> {
    pub(crate) system: System,
    pub(crate) work: &'w Work,
    sums: RefCell<Sums>,
}

impl<'w> Joiner<'w> {
    pub(crate) fn new(system: System, work: &'w Work) -> Self {
        Joiner { system, work, sums: RefCell::default() }
    }

    pub(crate) fn words(&self, tracks: &[Track]) -> Result<Automaton, Refusal> {
        atoms::words(self.system, tracks, self.work)
    }

    pub(crate) fn nothing(&self, tracks: &[Track]) -> Result<Automaton, Refusal> {
        let words = self.words(tracks)?;
        words.without(&words, self.work)
    }

    /// Over the tracks kept (ascending), all statements hold with some numbers on the other tracks.
    pub(crate) fn some(&self, mut all: All, kept: &[Track]) -> Result<Automaton, Refusal> {
        substitute(&mut all, kept)?;
        let mut automata = Vec::new();
        for atom in &all {
            match self.one(atom)? {
                Truth::Always => {}
                Truth::Never => return self.nothing(kept),
                Truth::Here(automaton) => automata.push(automaton),
            }
        }
        loop {
            let mut free: Vec<Track> =
                automata.iter().flat_map(|automaton| automaton.tracks.clone()).collect();
            free.retain(|track| !kept.contains(track));
            free.sort_unstable();
            free.dedup();
            let about =
                |track: Track| automata.iter().filter(move |automaton| automaton.tracks.contains(&track));
            let cost = |&track: &Track| united(about(track).map(|automaton| &automaton.tracks[..])).len();
            let Some(track) = free.into_iter().min_by_key(cost) else { break };
            let (with, without): (Vec<_>, Vec<_>) =
                automata.into_iter().partition(|automaton| automaton.tracks.contains(&track));
            automata = without;
            automata.push(Rc::new(self.product(with)?.exists(track, self.work)?));
        }
        automata.push(Rc::new(self.words(kept)?));
        self.product(automata)
    }

    /// All at once, small ones first.
    fn product(&self, mut automata: Vec<Rc<Automaton>>) -> Result<Automaton, Refusal> {
        let first = (0..automata.len()).min_by_key(|&i| automata[i].next.len());
        let Some(first) = first else { return Ok(Automaton::constant(self.system, true)) };
        let mut product = Automaton::clone(&automata.remove(first));
        while !automata.is_empty() {
            let cost =
                |&i: &usize| (united([&product.tracks[..], &automata[i].tracks]).len(), automata[i].states());
            let next = automata.remove((0..automata.len()).min_by_key(cost).unwrap_or_default());
            product = product.and(&next, self.work)?;
        }
        Ok(product)
    }

    /// The automaton of one statement.
    fn one(&self, atom: &Atom) -> Result<Truth, Refusal> {
        let is_base = self.system.as_base().is_some();
        match atom {
            Atom::Reads(automaton) => Ok(Truth::Here(automaton.clone())),
            Atom::Within(form, lo, hi) => {
                let (lo, hi) = (lo.map(|lo| lo - form.constant), hi.map(|hi| hi - form.constant));
                let rises = form.factors.values().all(|&factor| factor > 0);
                let falls = form.factors.values().all(|&factor| factor < 0);
                let lo = lo.filter(|&lo| !(rises && lo <= 0));
                let hi = hi.filter(|&hi| !(falls && hi >= 0));
                if (lo, hi) == (None, None) {
                    return Ok(Truth::Always);
                }
                if falls && lo.is_some_and(|lo| lo > 0) || rises && hi.is_some_and(|hi| hi < 0) {
                    return Ok(Truth::Never);
                }
                let large = |n: i64, most: i64| !is_base && n.abs() > most;
                let (factor, constant) = MAX_QUADRATIC_COEFFICIENTS;
                if form.factors.values().any(|&c| large(c, factor))
                    || [lo, hi].into_iter().flatten().any(|n| large(n, constant))
                {
                    return Refusal::outside("a factor or a constant is very large");
                }
                Ok(Truth::Here(self.sum(&form.list(), (lo, hi))?))
            }
            Atom::Divides(m, form) => {
                let rest = (-form.constant).rem_euclid(*m);
                if form.factors.is_empty() {
                    return Ok(if rest == 0 { Truth::Always } else { Truth::Never });
                }
                if *m > if is_base { MAX_DIVISORS.0 } else { MAX_DIVISORS.1 } {
                    return Refusal::outside(format!("the remainder by {m} is more than an automaton keeps"));
                }
                let automaton = atoms::remainder(self.system, &form.list(), *m, rest, self.work)?;
                Ok(Truth::Here(Rc::new(automaton)))
            }
        }
    }

    fn sum(&self, form: &[(Track, i64)], bounds: Bounds) -> Result<Rc<Automaton>, Refusal> {
        let (tracks, factors): (Vec<Track>, Vec<i64>) = form.iter().copied().unzip();
        let key = (factors, bounds);
        let made = self.sums.borrow().get(&key).cloned();
        let automaton = match made {
            Some(automaton) => automaton,
            None => {
                let plain: Vec<(Track, i64)> = (0..).zip(key.0.iter().copied()).collect();
                let made = Rc::new(atoms::sum_within(self.system, &plain, bounds, self.work)?);
                self.sums.borrow_mut().insert(key, made.clone());
                made
            }
        };
        Ok(Rc::new(Automaton { tracks, ..Automaton::clone(&automaton) }))
    }
}

enum Truth {
    Always,
    Never,
    Here(Rc<Automaton>),
}

/// All tracks of these lists, each once.
fn united<'t>(lists: impl IntoIterator<Item = &'t [Track]>) -> Vec<Track> {
    let mut tracks = lists.into_iter().collect::<Vec<_>>().concat();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

/// Puts in what equations give: with y = a − k, k becomes a − y, and a − y ≥ 0.
fn substitute(all: &mut All, kept: &[Track]) -> Result<(), Refusal> {
    loop {
        let is_read = |track: &Track| {
            all.iter().any(|atom| matches!(atom, Atom::Reads(automaton) if automaton.tracks.contains(track)))
        };
        let given = all.iter().enumerate().find_map(|(i, atom)| {
            let Atom::Within(form, Some(lo), Some(hi)) = atom else { return None };
            let mut factors = form.factors.iter().filter(|_| lo == hi);
            let is_free = |track: &Track| !kept.contains(track) && !is_read(track);
            let (&track, &factor) = factors.find(|(track, factor)| factor.abs() == 1 && is_free(track))?;
            let mut rest = form.clone();
            rest.factors.remove(&track);
            rest.constant -= lo;
            Some((i, track, rest.times(-factor)))
        });
        let Some((i, track, value)) = given else { return Ok(()) };
        let value = value?;
        all.swap_remove(i);
        for atom in all.iter_mut() {
            let Some(form) = atom.form() else { continue };
            if let Some(factor) = form.factors.remove(&track) {
                *form = form.plus(&value, factor)?;
            }
        }
        all.push(Atom::at_least(value, 0));
    }
}
