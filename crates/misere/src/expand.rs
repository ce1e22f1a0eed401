//! How a larger quotient is found if a new heap fits in nowhere.
//!
//! The guess is the quotient so far times the powers of a free element t of index 2 and period 2, which the new heap is.
//! Its words are given outcomes from the least upwards, by the options of each, and words that no company tells apart become
//! one element. The result is wrong only if a heap was given the wrong element before; so while the check of
//! [`pairs`](crate::pairs) finds a word that is not answered, some heaps of it are freed in their turn: the
//! elements of the other heaps times the powers of a free element for each, of an index that the word needs.
//! Nothing here is trusted: only the check is.

use std::ops::ControlFlow;

use fxhash::{FxHashMap, FxHashSet};

use crate::bits::{self, Bits};
use crate::monoid::{MAX_ELEMENTS, Monoid};
use crate::options::Sets;
use crate::pairs::{Class, Pairs, Word, times};
use crate::quotient::{Letters, Meter, Stop};

/// The most elements of a guess before it is reduced.
const MAX_GUESSED: usize = 200_000;
/// The period of a free element; its index is at least this, too.
const FREE: usize = 2;
/// A word with two exponents of this size that is not answered: the quotient is most probably infinite.
const HIGH: u32 = 8;
/// How far the index of a freed element is raised before the search is given up.
const RAISED: usize = 3;

/// A monoid with an element for each letter.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub monoid: Monoid,
    pub values: Vec<u16>,
}

/// A candidate's fault: the least word that it does not answer, and whether the player to move loses there.
struct Failure {
    word: Word,
    loses: bool,
}

/// A letter that is freed, and its index.
type Freed = (u32, usize);

/// The quotient with one more letter, the last of `candidate`, whose value means nothing yet.
pub fn expand(
    letters: &Letters<'_>,
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
        if failure.word.iter().filter(|(_, exponent)| *exponent >= HIGH).count() > 1 {
            return Err(Stop::Infinite);
        }
        candidate = repair(letters, &candidate, &failure, meter)?.ok_or(Stop::Stuck)?;
    }
}

/// Frees letters of a word, as few as will do, until the word is answered rightly.
fn repair(
    letters: &Letters<'_>,
    candidate: &Candidate,
    failure: &Failure,
    meter: &mut Meter,
) -> Result<Option<Candidate>, Stop> {
    let support = &failure.word;
    let value = |of: &Candidate| {
        let power = |x, &(letter, exponent): &(u32, u32)| {
            (0..exponent).fold(x, |x, _| of.monoid.product(x, of.values[letter as usize]))
        };
        support.iter().fold(0, power)
    };
    let words = LeastWords::new(&candidate.monoid, &candidate.values);
    for raised in 0..RAISED {
        for size in 1..=support.len() {
            for subset in (0u32..1 << support.len().min(20)).filter(|s| s.count_ones() as usize == size) {
                let chosen = support.iter().enumerate().filter(|(i, _)| subset >> i & 1 != 0);
                let freed: Vec<Freed> = chosen
                    .map(|(_, &(letter, exponent))| {
                        let index = candidate.monoid.index(candidate.values[letter as usize]);
                        (letter, index.max(exponent as usize - 1) + raised)
                    })
                    .collect();
                // The letters that were made of freed ones are so again, or keep their elements.
                for words in [Some(&words), None] {
                    if let Some(freed) = free(letters, candidate, &freed, words, meter)?
                        && freed.monoid.loses(value(&freed)) == failure.loses
                    {
                        return Ok(Some(freed));
                    }
                }
            }
        }
    }
    Ok(None)
}

/// The pairs of a candidate, or its least failure.
fn check(
    letters: &Letters<'_>,
    candidate: &Candidate,
    meter: &mut Meter,
) -> Result<Result<Pairs, Failure>, Stop> {
    let monoid = &candidate.monoid;
    let words = LeastWords::new(monoid, &candidate.values);
    let mut sets = vec![Sets::default(); letters.games()];
    let (mut seen, mut pairs) = (FxHashSet::default(), Pairs::new(monoid));
    let (mut least, mut fails) = (None::<Word>, None);
    for (letter, &value) in candidate.values.iter().enumerate() {
        let options = letters.options(letter as u32, monoid, &candidate.values, &mut sets, meter)?;
        if bits::empty(&options) || !seen.insert((value, options.clone())) {
            continue;
        }
        // A context of least word in which the heap and one of its options are both P-elements.
        for e in bits::members(&options) {
            meter.charge(1 + monoid.order() as u64 / 64)?;
            let common: Bits =
                monoid.row(value).iter().zip(monoid.row(e as u16)).map(|(a, b)| a & b).collect();
            if let Some(context) = bits::members(&common).min_by_key(|&z| words.rank[z]) {
                let word = times(words.word(context), letter as u32);
                if least.as_ref().is_none_or(|least| word < *least) {
                    least = Some(word);
                }
            }
        }
        let class = Class { letter: letter as u32, value, blocked: &monoid.blocked(&options) };
        fails = pairs.add(monoid, class, meter)?;
        if fails.is_some() {
            break;
        }
    }
    Ok(match (least, fails) {
        (None, None) => Ok(pairs),
        (Some(word), None) => Err(Failure { word, loses: false }),
        (Some(word), Some(other)) if word < other => Err(Failure { word, loses: false }),
        (_, Some(word)) => Err(Failure { word, loses: true }),
    })
}

/// The least word of each element.
pub struct LeastWords {
    rank: Vec<u32>,
    parents: Vec<(u16, u32)>,
}

impl LeastWords {
    /// The least words of a monoid whose letters have these values.
    pub fn new(monoid: &Monoid, values: &[u16]) -> Self {
        let mut parents = vec![(0, 0); monoid.order()];
        let mut rank = vec![u32::MAX; monoid.order()];
        let letters = values.iter().enumerate().map(|(letter, &value)| (letter as u32, value));
        let order = layers(
            letters,
            |&value, x| usize::from(monoid.product(x as u16, value)),
            |x, y, letter| {
                if rank[y] != u32::MAX {
                    return false;
                }
                rank[y] = 0;
                parents[y] = (x as u16, letter);
                true
            },
        );
        order.iter().enumerate().for_each(|(i, &x)| rank[x as usize] = i as u32);
        LeastWords { rank, parents }
    }

    /// The least word of an element.
    pub fn word(&self, mut element: usize) -> Word {
        let mut word = Word::new();
        while element != 0 {
            let (parent, letter) = self.parents[element];
            word = times(word, letter);
            element = usize::from(parent);
        }
        word
    }
}

/// The elements that letters generate, in the order of their least words. `act` multiplies, `found` is given an element, its
/// product and the letter, and says whether the product is new; the identity, 0, is given first.
fn layers<A>(
    letters: impl Iterator<Item = (u32, A)>,
    act: impl Fn(&A, usize) -> usize,
    mut found: impl FnMut(usize, usize, u32) -> bool,
) -> Vec<u32> {
    found(0, 0, 0);
    let mut order = vec![0];
    for (letter, action) in letters {
        // An element that smaller letters have made has a smaller word, and so have its powers.
        let mut range = 0..order.len();
        while !range.is_empty() {
            let end = order.len();
            for i in range {
                let x = order[i] as usize;
                let y = act(&action, x);
                if found(x, y, letter) {
                    order.push(y as u32);
                }
            }
            range = end..order.len();
        }
    }
    order
}

/// A letter that generates elements of a guess: what it multiplies.
#[derive(Clone, Copy, Debug)]
enum Factor {
    /// The element of the monoid before.
    Base(u16),
    /// This free element.
    Free(usize),
}

/// The elements of the letters that are not freed times the powers of free elements: element b + r·f for the b-th of r
/// elements and the f-th tuple of exponents.
struct Guess<'a> {
    monoid: &'a Monoid,
    /// The elements that the other letters generate, in the order of their least words.
    base: Vec<u16>,
    /// The place of each element of the monoid in it.
    place: Vec<u16>,
    /// The letters that generate, ascending.
    factors: Vec<(u32, Factor)>,
    /// For each element of the base and each factor of the base: the element whose least word has one less of it.
    without: Vec<Option<u16>>,
    /// The index of each free element and the weight of its exponent in a tuple.
    free: Vec<(usize, usize)>,
    tuples: usize,
    /// The meaning of each letter: an element of the monoid and a tuple.
    values: Vec<(u16, usize)>,
}

impl<'a> Guess<'a> {
    /// The guess, unless it is too large.
    fn new(candidate: &'a Candidate, freed: &[Freed], words: Option<&LeastWords>) -> Option<Self> {
        let monoid = &candidate.monoid;
        let mut free = Vec::new();
        let mut tuples = 1usize;
        for &(_, index) in freed {
            free.push((index, tuples));
            tuples = tuples.checked_mul(index + FREE).filter(|&tuples| tuples <= MAX_GUESSED)?;
        }
        let is_freed = |letter| freed.iter().any(|(other, _)| *other == letter);
        let with_freed = |value: u16| {
            words.filter(|words| words.word(value.into()).iter().any(|&(letter, _)| is_freed(letter)))
        };
        let mut place = vec![u16::MAX; monoid.order()];
        let mut factors: Vec<(u32, Factor)> = Vec::new();
        let mut parents = Vec::new();
        let others = candidate.values.iter().enumerate();
        let others = others
            .map(|(letter, &value)| (letter as u32, value))
            .filter(|&(letter, value)| !is_freed(letter) && with_freed(value).is_none());
        let order = layers(
            others.clone(),
            |&value, x| usize::from(monoid.product(x as u16, value)),
            |x, y, letter| {
                let new = place[y] == u16::MAX;
                if new {
                    place[y] = parents.len() as u16;
                    if y != 0 && factors.last().is_none_or(|(last, _)| *last != letter) {
                        factors.push((letter, Factor::Base(candidate.values[letter as usize])));
                    }
                    parents.push((place[x], factors.len().saturating_sub(1)));
                }
                new
            },
        );
        if order.len() * tuples > MAX_GUESSED {
            return None;
        }
        let base: Vec<u16> = order.into_iter().map(|x| x as u16).collect();
        let count = factors.len();
        let mut without = vec![None; base.len() * count];
        for (b, &(parent, last)) in parents.iter().enumerate().skip(1) {
            let Factor::Base(value) = factors[last].1 else { continue };
            for g in 0..count {
                without[b * count + g] = match without[usize::from(parent) * count + g] {
                    _ if g == last => Some(parent),
                    Some(q) => Some(place[usize::from(monoid.product(base[usize::from(q)], value))]),
                    None => None,
                };
            }
        }
        factors.extend(freed.iter().enumerate().map(|(i, &(letter, _))| (letter, Factor::Free(i))));
        let mut guess = Guess { monoid, base, place, factors, without, free, tuples, values: Vec::new() };
        let one = |letter: u32| match freed.iter().position(|(other, _)| *other == letter) {
            Some(i) => (0, guess.free[i].1),
            None => (candidate.values[letter as usize], 0),
        };
        let value = |letter: u32| match with_freed(candidate.values[letter as usize]) {
            Some(words) if !is_freed(letter) => {
                let word = words.word(candidate.values[letter as usize].into());
                let factors = word.iter().flat_map(|&(letter, times)| (0..times).map(move |_| letter));
                factors.map(one).fold((0, 0), |x, y| guess.product(x, y))
            }
            _ => one(letter),
        };
        guess.values = (0..candidate.values.len() as u32).map(value).collect();
        Some(guess)
    }

    /// The product of two elements, each one of the monoid and a tuple.
    fn product(&self, (x, f): (u16, usize), (y, g): (u16, usize)) -> (u16, usize) {
        (self.monoid.product(x, y), self.tuple_product(f, g))
    }

    fn len(&self) -> usize {
        self.base.len() * self.tuples
    }

    /// The exponent of a free element in a tuple.
    fn exponent(&self, tuple: usize, i: usize) -> usize {
        let (index, weight) = self.free[i];
        tuple / weight % (index + FREE)
    }

    /// The product of two tuples.
    fn tuple_product(&self, a: usize, b: usize) -> usize {
        let mut product = 0;
        for (i, &(index, weight)) in self.free.iter().enumerate() {
            let mut sum = self.exponent(a, i) + self.exponent(b, i);
            if sum >= index + FREE {
                sum = index + (sum - index) % FREE;
            }
            product += sum * weight;
        }
        product
    }

    /// An element times the element of a letter.
    fn act(&self, factor: Factor, x: usize) -> usize {
        let (b, f) = (x % self.base.len(), x / self.base.len());
        match factor {
            Factor::Base(value) => {
                usize::from(self.place[usize::from(self.monoid.product(self.base[b], value))])
                    + f * self.base.len()
            }
            Factor::Free(i) => b + self.tuple_product(f, self.free[i].1) * self.base.len(),
        }
    }

    /// Which elements are P-elements: those of least words without an option in P.
    fn outcomes(&self, letters: &Letters<'_>, meter: &mut Meter) -> Result<Vec<bool>, Stop> {
        // Options, by factor: elements of the monoid with the number of their tuple's action.
        let mut tuples: Vec<Vec<u32>> = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut options = Vec::new();
        for &(letter, _) in &self.factors {
            let mut set = FxHashSet::default();
            let mut steps = 0;
            let _ = letters.each_move(letter, &mut |word| {
                steps += 1;
                let values = word.iter().map(|&letter| self.values[letter as usize]);
                set.insert(values.fold((0, 0), |x, y| self.product(x, y)));
                ControlFlow::Continue(())
            });
            meter.charge(steps)?;
            let numbered = set.into_iter().map(|(x, tuple)| {
                let number = *numbers.entry(tuple).or_insert_with(|| {
                    tuples.push((0..self.tuples).map(|f| self.tuple_product(f, tuple) as u32).collect());
                    tuples.len() - 1
                });
                (x, number)
            });
            options.push(numbered.collect::<Vec<_>>());
        }
        let mut seen = vec![false; self.len()];
        let mut factors = self.factors.clone();
        factors.sort_by_key(|&(letter, _)| letter);
        let order = layers(
            factors.into_iter(),
            |&factor, x| self.act(factor, x),
            |_, y, _| !std::mem::replace(&mut seen[y], true),
        );
        let mut losing = vec![false; self.len()];
        let (r, bases) = (self.base.len(), self.factors.len() - self.free.len());
        let mut steps = 0u64;
        for &x in &order[1..] {
            let (b, f) = (x as usize % r, x as usize / r);
            let reaches = |q: u16, f: usize, i: usize, steps: &mut u64| {
                let action = self.monoid.action(self.base[usize::from(q)]);
                options[i].iter().any(|&(e, tuple)| {
                    *steps += 1;
                    let place = self.place[usize::from(action[usize::from(e)])];
                    losing[usize::from(place) + r * tuples[tuple][f] as usize]
                })
            };
            let wins = (0..bases)
                .any(|i| self.without[b * bases + i].is_some_and(|q| reaches(q, f, i, &mut steps)))
                || self.free.iter().enumerate().any(|(i, &(_, weight))| {
                    self.exponent(f, i) > 0 && reaches(b as u16, f - weight, bases + i, &mut steps)
                });
            losing[x as usize] = !wins;
        }
        meter.charge(steps / 2 + order.len() as u64 * 4)?;
        Ok(losing)
    }

    /// The classes of elements that no company tells apart, numbered from that of the identity; `None` if they are
    /// too many.
    fn classes(
        &self,
        losing: &[bool],
        actions: &[Vec<u32>],
        meter: &mut Meter,
    ) -> Result<Option<(Vec<u32>, usize)>, Stop> {
        let mut class: Vec<u32> = losing.iter().map(|&losing| u32::from(losing)).collect();
        let mut count = 2;
        loop {
            let before = count;
            for action in actions {
                meter.charge(self.len() as u64)?;
                // The class that most elements of a class are taken to needs no table.
                let mut first = vec![(u32::MAX, 0); count];
                let mut others = FxHashMap::default();
                let mut next = 0;
                let old = class.clone();
                for (x, to) in action.iter().enumerate() {
                    let (from, to) = (old[x], old[*to as usize]);
                    let known = &mut first[from as usize];
                    let number = if known.0 == u32::MAX {
                        *known = (to, next);
                        next
                    } else if known.0 == to {
                        known.1
                    } else {
                        *others.entry((from, to)).or_insert(next)
                    };
                    next += u32::from(number == next);
                    class[x] = number;
                }
                count = next as usize;
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
    letters: &Letters<'_>,
    candidate: &Candidate,
    freed: &[Freed],
    words: Option<&LeastWords>,
    meter: &mut Meter,
) -> Result<Option<Candidate>, Stop> {
    let Some(guess) = Guess::new(candidate, freed, words) else { return Ok(None) };
    let losing = guess.outcomes(letters, meter)?;
    let act = |&(_, factor): &(u32, Factor)| -> Vec<u32> {
        (0..guess.len()).map(|x| guess.act(factor, x) as u32).collect()
    };
    let actions: Vec<Vec<u32>> = guess.factors.iter().map(act).collect();
    let Some((class, count)) = guess.classes(&losing, &actions, meter)? else { return Ok(None) };
    meter.charge((count * count) as u64)?;
    // A first element of each class.
    let mut first = vec![usize::MAX; count];
    (0..guess.len()).rev().for_each(|x| first[class[x] as usize] = x);
    let acts: Vec<Vec<u16>> = actions
        .iter()
        .map(|action| first.iter().map(|&x| class[action[x] as usize] as u16).collect())
        .collect();
    let mut products = vec![0; count * count];
    (0..count).for_each(|x| products[x] = x as u16);
    let mut todo = vec![0];
    let mut made = vec![false; count];
    made[0] = true;
    while let Some(x) = todo.pop() {
        for action in &acts {
            let y = usize::from(action[x]);
            if !std::mem::replace(&mut made[y], true) {
                for z in 0..count {
                    products[y * count + z] = action[usize::from(products[x * count + z])];
                }
                todo.push(y);
            }
        }
    }
    let mut p = bits::none(count);
    first.iter().enumerate().filter(|&(_, &x)| losing[x]).for_each(|(x, _)| bits::add(&mut p, x));
    let value = |&(x, tuple): &(u16, usize)| {
        class[usize::from(guess.place[usize::from(x)]) + guess.base.len() * tuple] as u16
    };
    let values = guess.values.iter().map(value).collect();
    Ok(Some(Candidate { monoid: Monoid::new(count, products, p), values }))
}
