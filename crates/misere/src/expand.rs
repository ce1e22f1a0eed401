//! How a larger quotient is found if a new heap fits in nowhere.
//!
//! The guess is the quotient so far times the powers of a free element t of index 2 and period 2, which the new heap is.
//! Its words are given outcomes from the least upwards, by the options of each, and words that no company tells apart become
//! one element. The result is wrong only if a heap was given the wrong element before; so while the check of
//! [`pairs`](crate::pairs) finds a word that is not answered, some heaps of it are freed in their turn: the
//! elements of the other heaps times the powers of a free element for each, of an index that the word needs.
//! Nothing here is trusted: only the check is.

use std::ops::ControlFlow;
use std::rc::Rc;

use fxhash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::game;
use crate::monoid::{MAX_ELEMENTS, Monoid, Word, Words, word};
use crate::options::{Candidate, Letters, Sets};
use crate::pairs::{Class, Pairs};
use crate::quotient::{Meter, Stop};

/// The most elements of a guess before it is reduced.
const MAX_GUESSED: usize = 200_000;
/// The period of a free element; its index is at least this, too.
const FREE: usize = 2;
/// A word with two letters that come so often is not answered: the quotient is most probably infinite.
const OFTEN: usize = 8;
/// How far the index of a freed element is raised before the search is given up.
const RAISED: usize = 3;

/// A candidate's fault: the least word that it does not answer, and whether the player to move loses there.
struct Failure {
    word: Word,
    loses: bool,
}

/// A letter that is freed, and its index.
type Freed = (u32, usize);

/// The quotient with one more letter, the last of `candidate`, whose value means nothing yet.
pub fn expand(
    letters: &Letters,
    mut candidate: Candidate,
    meter: &mut Meter,
) -> Result<(Candidate, Pairs), Stop> {
    let new = candidate.values.len() as u32 - 1;
    candidate = free(letters, &candidate, &[(new, FREE)], None, meter)?.ok_or(Stop::Large)?;
    loop {
        let failure = match check(letters, &candidate, meter)? {
            Ok(pairs) => return Ok((candidate, pairs)),
            Err(failure) => failure,
        };
        let runs = failure.word.chunk_by(|a, b| a == b);
        if runs.filter(|run| run.len() >= OFTEN).count() > 1 {
            return Err(Stop::Infinite);
        }
        candidate = repair(letters, &candidate, &failure, meter)?.ok_or(Stop::Stuck)?;
    }
}

/// Frees letters of a word, as few as will do, until the word is answered rightly.
fn repair(
    letters: &Letters,
    candidate: &Candidate,
    failure: &Failure,
    meter: &mut Meter,
) -> Result<Option<Candidate>, Stop> {
    let runs: Vec<&[u32]> = failure.word.chunk_by(|a, b| a == b).collect();
    let words = Words::of(&candidate.monoid, candidate.letters());
    let mut subsets: Vec<u32> = (1..1 << runs.len().min(20)).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    for raised in 0..RAISED {
        for subset in &subsets {
            let chosen = runs.iter().enumerate().filter(|(i, _)| subset >> i & 1 != 0);
            let index = |run: &[u32]| candidate.monoid.index(candidate.values[run[0] as usize]);
            let freed: Vec<Freed> =
                chosen.map(|(_, run)| (run[0], index(run).max(run.len() - 1) + raised)).collect();
            // The letters that were made of freed ones are so again, or keep their elements.
            for words in [Some(&words), None] {
                let Some(freed) = free(letters, candidate, &freed, words, meter)? else { continue };
                let value = |x, &letter: &u32| freed.monoid.product(x, freed.values[letter as usize]);
                if freed.monoid.loses(failure.word.iter().fold(0, value)) == failure.loses {
                    return Ok(Some(freed));
                }
            }
        }
    }
    Ok(None)
}

/// The pairs of a candidate, or its least failure.
fn check(
    letters: &Letters,
    candidate: &Candidate,
    meter: &mut Meter,
) -> Result<Result<Pairs, Failure>, Stop> {
    let monoid = &candidate.monoid;
    let words = Words::of(monoid, candidate.letters());
    let (mut sets, mut seen, mut pairs) = (Sets::default(), FxHashSet::default(), Pairs::new(monoid));
    let (mut least, mut fails) = (None::<Word>, None);
    for (letter, value) in candidate.letters() {
        let options = sets.of(letters, letter, candidate, meter)?;
        if options.is_clear() || !seen.insert((value, options.clone())) {
            continue;
        }
        // A context of least word in which the heap and one of its options are both P-elements.
        for e in options.ones() {
            meter.charge(1 + monoid.order() as u64 / 64)?;
            let (row, other) = (monoid.row(value), monoid.row(e));
            if !row.is_disjoint(other)
                && let Some(&context) = words.order.iter().find(|&&z| row.contains(z) && other.contains(z))
            {
                let word = word(words.word(context).chain([letter]));
                least = Some(least.map_or(word.clone(), |least| least.min(word)));
            }
        }
        let class = Class { letter, value, blocked: &monoid.blocked(&options) };
        fails = pairs.add(monoid, class, meter)?;
        if fails.is_some() {
            break;
        }
    }
    let least = least.map(|word| Failure { word, loses: false });
    let fails = fails.map(|word| Failure { word, loses: true });
    Ok(match least.into_iter().chain(fails).min_by(|a, b| a.word.cmp(&b.word)) {
        Some(failure) => Err(failure),
        None => Ok(pairs),
    })
}

/// The elements of the letters that are not freed times the powers of free elements: element b + r·f for the b-th of r
/// elements and the f-th tuple of exponents.
struct Guess<'a> {
    monoid: &'a Monoid,
    /// The elements that the other letters generate.
    base: Vec<usize>,
    /// The place of each element of the monoid in it.
    place: Vec<usize>,
    /// The index of each free element and the weight of its exponent in a tuple.
    free: Vec<(usize, usize)>,
    tuples: usize,
    /// The meaning of each letter.
    values: Vec<usize>,
    /// The letters that generate, ascending, and what they multiply.
    generators: Vec<u32>,
    actions: Vec<Vec<u32>>,
}

impl<'a> Guess<'a> {
    /// The guess, unless it is too large.
    fn new(candidate: &'a Candidate, freed: &[Freed], words: Option<&Words>) -> Option<Self> {
        let monoid = &candidate.monoid;
        let (mut free, mut tuples) = (Vec::new(), 1usize);
        for &(_, index) in freed {
            free.push((index, tuples));
            tuples = tuples.checked_mul(index + FREE).filter(|&tuples| tuples <= MAX_GUESSED)?;
        }
        let place_of = |letter| freed.iter().position(|(other, _)| *other == letter);
        let made = |value| words.filter(|words| words.word(value).any(|letter| place_of(letter).is_some()));
        let others = candidate.letters().filter(|&(l, value)| place_of(l).is_none() && made(value).is_none());
        let base = Words::of(monoid, others);
        let mut generators: Vec<u32> = base.generators().map(|(letter, _)| letter).collect();
        generators.extend(freed.iter().map(|&(letter, _)| letter));
        generators.sort_unstable();
        let base = base.order;
        let mut place = vec![0; monoid.order()];
        base.iter().enumerate().for_each(|(i, &x)| place[x] = i);
        let mut guess =
            Guess { monoid, base, place, free, tuples, values: Vec::new(), generators, actions: Vec::new() };
        if guess.len() > MAX_GUESSED {
            return None;
        }
        let one = |letter: u32, value| match place_of(letter) {
            Some(i) => guess.free[i].1 * guess.base.len(),
            None => guess.place[value],
        };
        let value = |(letter, value): (u32, usize)| match made(value).filter(|_| place_of(letter).is_none()) {
            Some(words) => words
                .word(value)
                .fold(0, |x, letter| guess.product(x, one(letter, candidate.values[letter as usize]))),
            None => one(letter, value),
        };
        guess.values = candidate.letters().map(value).collect();
        guess.actions =
            guess.generators.iter().map(|&letter| guess.action(guess.values[letter as usize])).collect();
        Some(guess)
    }

    fn len(&self) -> usize {
        self.base.len() * self.tuples
    }

    /// The b of an element, and its tuple.
    fn parts(&self, x: usize) -> (usize, usize) {
        (x % self.base.len(), x / self.base.len())
    }

    fn product(&self, x: usize, y: usize) -> usize {
        let ((a, f), (b, g)) = (self.parts(x), self.parts(y));
        self.place[self.monoid.product(self.base[a], self.base[b])]
            + self.tuple_product(f, g) * self.base.len()
    }

    /// An element times every element.
    fn action(&self, x: usize) -> Vec<u32> {
        let (b, f) = self.parts(x);
        let action = self.monoid.action(self.base[b]);
        let mut products = Vec::with_capacity(self.len());
        for g in 0..self.tuples {
            let from = self.tuple_product(f, g) * self.base.len();
            products.extend(self.base.iter().map(|&b| (from + self.place[usize::from(action[b])]) as u32));
        }
        products
    }

    fn tuple_product(&self, a: usize, b: usize) -> usize {
        let product = |&(index, weight): &(usize, usize)| {
            let exponent = |tuple| tuple / weight % (index + FREE);
            let sum = exponent(a) + exponent(b);
            weight * if sum < index + FREE { sum } else { index + (sum - index) % FREE }
        };
        self.free.iter().map(product).sum()
    }

    /// Which elements are P-elements: those of least words without an option in P.
    fn outcomes(&self, letters: &Letters, meter: &mut Meter) -> Result<Vec<bool>, Stop> {
        // Options, by generator: elements of the monoid with what their tuples multiply.
        let mut tuples: FxHashMap<usize, Rc<[u32]>> = FxHashMap::default();
        let mut options = Vec::new();
        for &letter in &self.generators {
            let (mut set, mut steps) = (FxHashSet::default(), 0);
            let (game, heap) = letters.place(letter);
            let _ = game::each_move(&*letters.0[game], heap, &mut |parts| {
                steps += 1;
                let values = parts.iter().filter(|&&part| part > 0);
                let value = |x, &part: &u64| self.product(x, self.values[letters.number((game, part))]);
                set.insert(values.fold(0, value));
                ControlFlow::Continue(())
            });
            meter.charge(steps)?;
            let option = |x| {
                let (b, tuple) = self.parts(x);
                let times = || (0..self.tuples).map(|f| self.tuple_product(f, tuple) as u32).collect();
                (self.base[b], tuples.entry(tuple).or_insert_with(times).clone())
            };
            options.push(set.into_iter().map(option).collect::<Vec<(usize, Rc<[u32]>)>>());
        }
        let words = Words::new(self.len(), (0..).zip(&self.actions), |action, x| action[x] as usize);
        // For each element and each generator: the element whose least word has one less of it.
        let (count, mut steps) = (self.actions.len(), 0);
        let mut without = vec![None; self.len() * count];
        let mut losing = vec![false; self.len()];
        for &x in &words.order[1..] {
            let Some((parent, last)) = words.parents[x] else { continue };
            let mut wins = false;
            for i in 0..count {
                let before = match without[parent * count + i] {
                    _ if i == last as usize => parent,
                    Some(q) => self.actions[last as usize][q as usize] as usize,
                    None => continue,
                };
                without[x * count + i] = Some(before as u32);
                let (b, f) = self.parts(before);
                let action = self.monoid.action(self.base[b]);
                wins = wins
                    || options[i].iter().any(|(e, tuple)| {
                        steps += 1;
                        losing[self.place[usize::from(action[*e])] + self.base.len() * tuple[f] as usize]
                    });
            }
            losing[x] = !wins;
        }
        meter.charge(steps / 2 + words.order.len() as u64 * 4)?;
        Ok(losing)
    }

    /// The classes of elements that no company tells apart, numbered from that of the identity; `None` if they are
    /// too many.
    fn classes(&self, losing: &[bool], meter: &mut Meter) -> Result<Option<(Vec<u32>, usize)>, Stop> {
        let mut class: Vec<u32> = losing.iter().map(|&losing| u32::from(losing)).collect();
        let mut count = 2;
        loop {
            let before = count;
            for action in &self.actions {
                meter.charge(self.len() as u64)?;
                let old = class.clone();
                let mut numbers = FxHashMap::with_capacity_and_hasher(2 * count, FxBuildHasher);
                for (x, &to) in action.iter().enumerate() {
                    let fresh = numbers.len() as u32;
                    class[x] = *numbers.entry((old[x], old[to as usize])).or_insert(fresh);
                }
                count = numbers.len();
                if count > MAX_ELEMENTS {
                    return Ok(None);
                }
            }
            if count == before {
                return Ok(Some((class, count)));
            }
        }
    }
}

/// The candidate in which these letters are free elements, valued and reduced; `None` if it would be too large.
fn free(
    letters: &Letters,
    candidate: &Candidate,
    freed: &[Freed],
    words: Option<&Words>,
    meter: &mut Meter,
) -> Result<Option<Candidate>, Stop> {
    let Some(guess) = Guess::new(candidate, freed, words) else { return Ok(None) };
    let losing = guess.outcomes(letters, meter)?;
    let Some((class, count)) = guess.classes(&losing, meter)? else { return Ok(None) };
    meter.charge((count * count) as u64)?;
    // A first element of each class.
    let mut first = vec![0; count];
    (0..guess.len()).rev().for_each(|x| first[class[x] as usize] = x);
    let act = |action: &Vec<u32>| first.iter().map(|&x| class[action[x] as usize] as u16).collect();
    let actions: Vec<Vec<u16>> = guess.actions.iter().map(act).collect();
    let words = Words::new(count, (0..).zip(&actions), |action, x| action[x].into());
    let mut rows = vec![Vec::new(); count];
    rows[0] = (0..count as u16).collect();
    for &y in &words.order[1..] {
        let Some((x, letter)) = words.parents[y] else { continue };
        let action = &actions[letter as usize];
        rows[y] = rows[x].iter().map(|&z| action[usize::from(z)]).collect();
    }
    let values = guess.values.iter().map(|&x| class[x] as usize).collect();
    let losing: Vec<bool> = first.iter().map(|&x| losing[x]).collect();
    Ok(Some(Candidate { monoid: Monoid::new(rows.concat(), &losing), values }))
}
