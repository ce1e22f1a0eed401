//! How a larger quotient is found if a new heap fits in nowhere.
//!
//! The guess is the quotient so far times the powers of a free element t of index 2 and period 2, which the new heap is.
//! Its words are given outcomes from the least upwards, by the options of each, and words that no company tells apart become
//! one element. The result is wrong only if a heap was given the wrong element before; so while the check of
//! [`pairs`](crate::pairs) finds a word that is not answered, some heaps of it are freed in their turn: the
//! elements of the other heaps times the powers of a free element for each, of an index that the word needs.
//! Nothing here is trusted: only the check is.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fxhash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::candidate::Candidate;
use crate::game;
use crate::monoid::{MAX_ELEMENTS, Monoid, Word, Words, word};
use crate::pairs::Pairs;
use crate::quotient::{Meter, Unfinished};

/// The most elements of a guess before it is reduced.
const MAX_GUESSED: usize = 200_000;
/// The period of a free element; its index is at least this, too.
const FREE: usize = 2;
/// A word with two letters that come so often is not answered: the quotient is most probably infinite.
const OFTEN: usize = 8;

/// A candidate's fault: the least word that it does not answer, and whether the player to move loses there.
type Failure = (Word, bool);

/// A letter that is freed, and its index.
type Freed = (u32, usize);

/// The quotient with one more letter, the last of `known`, whose value means nothing yet.
pub fn expand(known: &Candidate, meter: &mut Meter) -> Result<(Candidate, Pairs), Unfinished> {
    let new = known.values.len() as u32 - 1;
    let mut candidate = free(known, &[(new, FREE)], &[], meter)?;
    loop {
        match check(&mut candidate, meter)? {
            Ok(pairs) => return Ok((candidate, pairs)),
            Err(failure) => candidate = repair(&candidate, failure, meter)?,
        }
    }
}

/// Frees letters of a word, as few as will do, until the word is answered rightly.
fn repair(
    known: &Candidate,
    (word, loses): Failure,
    meter: &mut Meter,
) -> Result<Candidate, Unfinished> {
    let runs: Vec<&[u32]> = word.chunk_by(|a, b| a == b).collect();
    if runs.iter().filter(|run| run.len() >= OFTEN).count() > 1 {
        return Err(Unfinished::Infinite);
    }
    let words = known.words();
    let made: Vec<Word> = known
        .letters()
        .map(|(_, value)| words.word(value).collect())
        .collect();
    let mut subsets: Vec<u32> = (1..1 << runs.len().min(20)).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    for subset in subsets {
        let chosen = runs
            .iter()
            .enumerate()
            .filter(|(i, _)| subset >> i & 1 != 0);
        let index = |run: &[u32]| known.monoid.index(known.values[run[0] as usize]);
        let freed: Vec<Freed> = chosen
            .map(|(_, run)| (run[0], index(run).max(run.len() - 1)))
            .collect();
        // The letters that were made of freed ones are so again, or keep their elements.
        for made in [&made[..], &[]] {
            match free(known, &freed, made, meter) {
                Err(Unfinished::Large) => {}
                Ok(other)
                    if other.monoid.loses(other.product_of(word.iter().copied())) != loses => {}
                found => return found,
            }
        }
    }
    Err(Unfinished::Stuck)
}

/// The pairs of a candidate, or its least failure.
fn check(
    candidate: &mut Candidate,
    meter: &mut Meter,
) -> Result<Result<Pairs, Failure>, Unfinished> {
    let words = candidate.words();
    let (mut seen, mut failures) = (FxHashSet::default(), Vec::new());
    let mut pairs = Pairs::new(&candidate.monoid);
    for letter in 0..candidate.values.len() as u32 {
        let (options, value) = (
            candidate.options(letter, meter)?,
            candidate.values[letter as usize],
        );
        if options.is_clear() || !seen.insert((value, options.clone())) {
            continue;
        }
        let monoid = &candidate.monoid;
        // A context of least word in which the heap and one of its options are both P-elements.
        for e in options.ones() {
            meter.charge(1 + monoid.order() as u64 / 64)?;
            let (row, other) = (monoid.row(value), monoid.row(e));
            if !row.is_disjoint(other) {
                let context = words
                    .order
                    .iter()
                    .find(|&&z| row.contains(z) && other.contains(z));
                let context = context.into_iter().flat_map(|&context| words.word(context));
                failures.push((word(context.chain([letter])), false));
            }
        }
        if let Some(word) = pairs.add(monoid, (letter, value), &monoid.blocked(&options), meter)? {
            failures.push((word, true));
            break;
        }
    }
    Ok(failures.into_iter().min().map_or(Ok(pairs), Err))
}

/// The elements of the letters that are not freed times the powers of free elements: element b + r·f for the b-th of r
/// elements and the f-th tuple of exponents.
struct Guess<'a> {
    monoid: &'a Monoid,
    /// The r elements, and the place of each in this list.
    base: Vec<usize>,
    place: Vec<usize>,
    /// The index of each free element and the weight of its exponent in a tuple.
    free: Vec<(usize, usize)>,
    tuples: usize,
    /// The meaning of each letter.
    values: Vec<usize>,
    /// The letters that generate, ascending, and what they multiply.
    actions: Vec<(u32, Vec<u32>)>,
}

impl<'a> Guess<'a> {
    /// The guess, unless it is too large.
    fn new(known: &'a Candidate, freed: &[Freed], made: &[Word]) -> Result<Self, Unfinished> {
        let monoid = &known.monoid;
        let (mut free, mut tuples) = (Vec::new(), 1usize);
        for &(_, index) in freed {
            free.push((index, tuples));
            tuples = tuples.saturating_mul(index + FREE);
        }
        let number = |letter: u32| freed.iter().position(|(other, _)| *other == letter);
        let word = |letter: u32| match made.get(letter as usize) {
            Some(word) if number(letter).is_none() => word.clone(),
            _ => vec![letter],
        };
        let kept = known
            .letters()
            .filter(|&(letter, _)| word(letter).iter().all(|&l| number(l).is_none()));
        let words = Words::new(monoid.order(), kept, |&value, x| monoid.product(x, value));
        if tuples.saturating_mul(words.order.len()) > MAX_GUESSED {
            return Err(Unfinished::Large);
        }
        let mut generators: Vec<u32> = words.generators().map(|(letter, _)| letter).collect();
        generators.extend(freed.iter().map(|&(letter, _)| letter));
        generators.sort_unstable();
        let mut place = vec![0; monoid.order()];
        (0..).zip(&words.order).for_each(|(i, &x)| place[x] = i);
        let (base, values, actions) = (words.order, Vec::new(), Vec::new());
        let mut guess = Guess {
            monoid,
            base,
            place,
            free,
            tuples,
            values,
            actions,
        };
        let one = |letter: u32| match number(letter) {
            Some(i) => guess.free[i].1 * guess.base.len(),
            None => guess.place[known.values[letter as usize]],
        };
        let value = |letter: u32| {
            word(letter)
                .into_iter()
                .fold(0, |x, letter| guess.product(x, one(letter)))
        };
        guess.values = (0..known.values.len() as u32).map(value).collect();
        let action = |letter: u32| {
            let (b, tuple) = guess.parts(guess.values[letter as usize]);
            let (action, guess) = (monoid.action(b), &guess);
            let products = |f| {
                let from = guess.tuple_product(f, tuple) * guess.base.len();
                guess
                    .base
                    .iter()
                    .map(move |&b| (from + guess.place[usize::from(action[b])]) as u32)
            };
            (letter, (0..tuples).flat_map(products).collect())
        };
        guess.actions = generators.into_iter().map(action).collect();
        Ok(guess)
    }

    fn len(&self) -> usize {
        self.base.len() * self.tuples
    }

    /// The b-th of the r elements for an element b + r·f, and f.
    fn parts(&self, x: usize) -> (usize, usize) {
        (self.base[x % self.base.len()], x / self.base.len())
    }

    fn product(&self, x: usize, y: usize) -> usize {
        let ((a, f), (b, g)) = (self.parts(x), self.parts(y));
        self.place[self.monoid.product(a, b)] + self.tuple_product(f, g) * self.base.len()
    }

    fn tuple_product(&self, a: usize, b: usize) -> usize {
        let product = |&(index, weight): &(usize, usize)| {
            let exponent = |tuple| tuple / weight % (index + FREE);
            let sum = exponent(a) + exponent(b);
            weight
                * if sum < index + FREE {
                    sum
                } else {
                    index + (sum - index) % FREE
                }
        };
        self.free.iter().map(product).sum()
    }

    /// Which elements are P-elements: those of least words without an option in P.
    fn outcomes(&self, known: &Candidate, meter: &mut Meter) -> Result<Vec<bool>, Unfinished> {
        // Options, by generator: by what their tuples multiply, their elements of the monoid.
        let mut options = Vec::new();
        for &(letter, _) in &self.actions {
            let (mut elements, mut steps) = (BTreeMap::<usize, FxHashSet<usize>>::new(), 0);
            let (game, heap) = known.heap(letter);
            let _ = game::each_move(&*known.games[game], heap, &mut |parts| {
                steps += 1;
                let values = known
                    .letters_of(game, parts)
                    .map(|letter| self.values[letter as usize]);
                let (b, f) = self.parts(values.fold(0, |x, value| self.product(x, value)));
                elements.entry(f).or_default().insert(b);
                ControlFlow::Continue(())
            });
            meter.charge(steps)?;
            let times = |f| {
                (0..self.tuples)
                    .map(|g| self.tuple_product(f, g) * self.base.len())
                    .collect()
            };
            let option =
                |(f, elements): (usize, FxHashSet<usize>)| (times(f), Vec::from_iter(elements));
            options.push(
                elements
                    .into_iter()
                    .map(option)
                    .collect::<Vec<(Vec<usize>, Vec<usize>)>>(),
            );
        }
        let words = Words::new(self.len(), (0..).zip(&self.actions), |(_, action), x| {
            action[x] as usize
        });
        // For each element and each generator: the element whose least word has one less of it.
        let (count, mut steps) = (self.actions.len(), 0);
        let mut without = vec![None; self.len() * count];
        let mut losing = vec![false; self.len()];
        for &x in &words.order[1..] {
            let Some((parent, last)) = words.parents[x] else {
                continue;
            };
            let mut wins = false;
            for i in 0..count {
                let before = match without[parent * count + i] {
                    _ if i == last as usize => parent,
                    Some(q) => self.actions[last as usize].1[q as usize] as usize,
                    None => continue,
                };
                without[x * count + i] = Some(before as u32);
                let (b, f) = self.parts(before);
                let action = self.monoid.action(b);
                wins = wins
                    || options[i].iter().any(|(tuple, elements)| {
                        let losing = &losing[tuple[f]..];
                        elements.iter().any(|&e| {
                            steps += 1;
                            losing[self.place[usize::from(action[e])]]
                        })
                    });
            }
            losing[x] = !wins;
        }
        meter.charge(steps / 2 + words.order.len() as u64 * 4)?;
        Ok(losing)
    }

    /// The classes of elements that no company tells apart, numbered from that of the identity.
    fn classes(&self, losing: &[bool], meter: &mut Meter) -> Result<(Vec<u32>, usize), Unfinished> {
        let mut class: Vec<u32> = losing.iter().map(|&losing| u32::from(losing)).collect();
        let mut count = 2;
        loop {
            let before = count;
            for (_, action) in &self.actions {
                meter.charge(self.len() as u64)?;
                let old = class.clone();
                let mut numbers = FxHashMap::with_capacity_and_hasher(2 * count, FxBuildHasher);
                for (x, &to) in action.iter().enumerate() {
                    let fresh = numbers.len() as u32;
                    class[x] = *numbers.entry((old[x], old[to as usize])).or_insert(fresh);
                }
                count = numbers.len();
                if count > MAX_ELEMENTS {
                    return Err(Unfinished::Large);
                }
            }
            if count == before {
                return Ok((class, count));
            }
        }
    }
}

/// The candidate in which these letters are free elements, valued and reduced.
fn free(
    known: &Candidate,
    freed: &[Freed],
    made: &[Word],
    meter: &mut Meter,
) -> Result<Candidate, Unfinished> {
    let guess = Guess::new(known, freed, made)?;
    let losing = guess.outcomes(known, meter)?;
    let (class, count) = guess.classes(&losing, meter)?;
    meter.charge((count * count) as u64)?;
    // A first element of each class.
    let mut first = vec![0; count];
    (0..guess.len())
        .rev()
        .for_each(|x| first[class[x] as usize] = x);
    let act = |action: &[u32]| {
        first
            .iter()
            .map(|&x| class[action[x] as usize] as u16)
            .collect()
    };
    let actions: Vec<Vec<u16>> = guess
        .actions
        .iter()
        .map(|(_, action)| act(action))
        .collect();
    let words = Words::new(count, (0..).zip(&actions), |action, x| action[x].into());
    let mut rows = vec![Vec::new(); count];
    rows[0] = (0..count as u16).collect();
    for &y in &words.order[1..] {
        let Some((x, letter)) = words.parents[y] else {
            continue;
        };
        let action = &actions[letter as usize];
        rows[y] = rows[x].iter().map(|&z| action[usize::from(z)]).collect();
    }
    let values = guess.values.iter().map(|&x| class[x] as usize).collect();
    let losing: Vec<bool> = first.iter().map(|&x| losing[x]).collect();
    Ok(Candidate::new(
        known.games.clone(),
        Monoid::new(rows.concat(), &losing),
        values,
    ))
}
