//! The search for a larger quotient if a new heap fits in nowhere.
//!
//! The guess is the quotient so far times the powers of a free element t of index 2 and period 2, which the new heap is.
//! The words of this guess are given outcomes from the least upwards, by the options of each, and words that no company
//! tells apart become one element. The result is wrong only if a heap was given the wrong element before. So while the check of
//! [`pairs`](crate::pairs) finds a word that is not answered, some heaps of that word are also freed: the guess becomes
//! the elements of the other heaps times the powers of a free element for each, of an index that the word needs.
//! Nothing here is trusted: only the check is.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a guess has at most 200,000 elements, and the quotient made of it 4,096; heaps are at most 20,000 for each game"
)]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fxhash::{FxBuildHasher, FxHashMap, FxHashSet};
use grundy_base::budget::StepMeter;

use crate::candidate::Candidate;
use crate::game;
use crate::growth::Unfinished;
use crate::monoid::{MAX_ELEMENTS, Monoid, Word, Words, word};
use crate::pairs::{HeapClass, Pairs};

/// The most elements of a guess before it is reduced; a guess.
const MAX_GUESSED: usize = 200_000;
/// The period of a free element, and the least index that it has.
const FREE_PERIOD: usize = 2;
/// The number of times from which on a letter comes often. A word with two such letters is not answered: the quotient is
/// most probably infinite. A guess.
const OFTEN: usize = 8;
/// The most letters of a word of which all subsets are tried; a guess.
const MAX_TRIED_LETTERS: usize = 20;

/// A word that a candidate does not answer rightly; failures are ordered by their words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Failure {
    /// The word.
    word: Word,
    /// Whether the player to move loses there.
    loses: bool,
}

/// A letter that is freed.
#[derive(Clone, Copy, Debug)]
struct FreedLetter {
    /// The letter.
    letter: u32,
    /// The index of its free element.
    index: usize,
}

/// A quotient that the check has proved.
#[derive(Debug)]
pub struct Proved {
    /// The monoid with its letters.
    pub candidate: Candidate,
    /// The pairs of the proof.
    pub pairs: Pairs,
}

/// Finds the quotient with one more letter, the last of `known`, whose value means nothing yet.
pub fn expand(known: &Candidate, meter: &mut StepMeter) -> Result<Proved, Unfinished> {
    let new = FreedLetter {
        letter: known.values.len() as u32 - 1,
        index: FREE_PERIOD,
    };
    let mut candidate = free(known, &[new], &[], meter)?;
    loop {
        match check(&mut candidate, meter)? {
            Ok(pairs) => return Ok(Proved { candidate, pairs }),
            Err(failure) => candidate = repair(&candidate, &failure, meter)?,
        }
    }
}

/// Frees letters of a word, as few as will do, until the word is answered rightly.
fn repair(
    known: &Candidate,
    failure: &Failure,
    meter: &mut StepMeter,
) -> Result<Candidate, Unfinished> {
    let runs: Vec<&[u32]> = failure.word.chunk_by(|a, b| a == b).collect();
    if runs.iter().filter(|run| run.len() >= OFTEN).count() > 1 {
        return Err(Unfinished::Infinite);
    }
    let words = known.words();
    let made: Vec<Word> = known
        .letters()
        .map(|(_, value)| words.word(value).collect())
        .collect();
    let mut subsets: Vec<u32> = (1..1 << runs.len().min(MAX_TRIED_LETTERS)).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    for subset in subsets {
        let mut freed = Vec::new();
        for (i, run) in runs.iter().enumerate() {
            if subset >> i & 1 != 0 {
                let letter = run[0];
                let index = known.monoid.index(known.values[letter as usize]);
                freed.push(FreedLetter {
                    letter,
                    index: index.max(run.len() - 1),
                });
            }
        }
        // The letters that were products of freed ones stay such products, or keep their elements.
        for made in [&made[..], &[]] {
            match free(known, &freed, made, meter) {
                Err(Unfinished::Large) => {}
                Err(why) => return Err(why),
                Ok(other) => {
                    let product = other.product_of(failure.word.iter().copied());
                    if other.monoid.loses(product) == failure.loses {
                        return Ok(other);
                    }
                }
            }
        }
    }
    Err(Unfinished::Stuck)
}

/// Returns the pairs of a candidate, or its least failure.
fn check(
    candidate: &mut Candidate,
    meter: &mut StepMeter,
) -> Result<Result<Pairs, Failure>, Unfinished> {
    let words = candidate.words();
    let mut seen = FxHashSet::default();
    let mut failures = Vec::new();
    let mut pairs = Pairs::new(&candidate.monoid);
    for letter in 0..candidate.values.len() as u32 {
        let options = candidate.options(letter, meter)?;
        let value = candidate.values[letter as usize];
        if options.is_clear() || !seen.insert((value, options.clone())) {
            continue;
        }
        let monoid = &candidate.monoid;
        for option in options.ones() {
            meter.spend(1 + monoid.order() as u64 / 64)?;
            let heap_row = monoid.row(value);
            let option_row = monoid.row(option);
            if heap_row.is_disjoint(option_row) {
                continue;
            }
            // The context of least word in which the heap and this option of it are both P-elements.
            let mut letters = vec![letter];
            let is_context = |&&z: &&usize| heap_row.contains(z) && option_row.contains(z);
            if let Some(&context) = words.order.iter().find(is_context) {
                letters.extend(words.word(context));
            }
            failures.push(Failure {
                word: word(letters),
                loses: false,
            });
        }
        let class = HeapClass {
            letter,
            element: value,
            blocked: &monoid.blocked(&options),
        };
        if let Some(word) = pairs.add(monoid, class, meter)? {
            failures.push(Failure { word, loses: true });
            break;
        }
    }
    match failures.into_iter().min() {
        Some(failure) => Ok(Err(failure)),
        None => Ok(Ok(pairs)),
    }
}

/// A free element of a guess.
#[derive(Clone, Copy, Debug)]
struct FreeElement {
    /// The index of the element.
    index: usize,
    /// The weight of its exponent in the number of a tuple.
    weight: usize,
}

impl FreeElement {
    /// Returns the exponent of this element in a tuple.
    fn exponent(self, tuple: usize) -> usize {
        tuple / self.weight % (self.index + FREE_PERIOD)
    }
}

/// A letter that generates, and what it makes of each element.
#[derive(Debug)]
struct Action {
    /// The letter.
    letter: u32,
    /// The product of each element with it.
    products: Vec<u32>,
}

/// An element of a guess as a product.
#[derive(Clone, Copy, Debug)]
struct Factors {
    /// The element of the monoid.
    element: usize,
    /// The number of the tuple of exponents.
    tuple: usize,
}

/// The options of a generator with one tuple of exponents.
#[derive(Debug)]
struct TupleOptions {
    /// The first element of the guess whose tuple is that of the options times `g`, for each tuple `g`.
    starts: Vec<usize>,
    /// The elements of the monoid.
    elements: Vec<usize>,
}

/// The elements of the letters that are not freed times the powers of free elements: element b + r·f for the b-th of r
/// elements and the f-th tuple of exponents.
struct Guess<'a> {
    /// The monoid so far.
    monoid: &'a Monoid,
    /// The r elements.
    base: Vec<usize>,
    /// The place of each element in `base`.
    place: Vec<usize>,
    /// The free elements.
    free: Vec<FreeElement>,
    /// The number of tuples of exponents.
    tuples: usize,
    /// The meaning of each letter.
    values: Vec<usize>,
    /// The letters that generate, ascending.
    actions: Vec<Action>,
}

impl<'a> Guess<'a> {
    /// Makes the guess in which some letters are free and others are the products `made`, unless it is too large.
    fn new(known: &'a Candidate, freed: &[FreedLetter], made: &[Word]) -> Result<Self, Unfinished> {
        let monoid = &known.monoid;
        let mut free = Vec::new();
        let mut tuples = 1usize;
        for &FreedLetter { index, .. } in freed {
            free.push(FreeElement {
                index,
                weight: tuples,
            });
            tuples = tuples.saturating_mul(index + FREE_PERIOD);
        }
        let number = |letter: u32| freed.iter().position(|other| other.letter == letter);
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
        generators.extend(freed.iter().map(|freed| freed.letter));
        generators.sort_unstable();
        let mut place = vec![0; monoid.order()];
        for (i, &x) in words.order.iter().enumerate() {
            place[x] = i;
        }
        let mut guess = Guess {
            monoid,
            base: words.order,
            place,
            free,
            tuples,
            values: Vec::new(),
            actions: Vec::new(),
        };
        let mut values = Vec::with_capacity(known.values.len());
        for letter in 0..known.values.len() as u32 {
            let mut product = 0;
            for part in word(letter) {
                let value = match number(part) {
                    Some(i) => guess.free[i].weight * guess.base.len(),
                    None => guess.place[known.values[part as usize]],
                };
                product = guess.product(product, value);
            }
            values.push(product);
        }
        guess.values = values;
        guess.actions = generators
            .into_iter()
            .map(|letter| guess.action(letter))
            .collect();
        Ok(guess)
    }

    /// Multiplies every element by a letter.
    fn action(&self, letter: u32) -> Action {
        let factors = self.factors(self.values[letter as usize]);
        let times = self.monoid.action(factors.element);
        let mut products = Vec::with_capacity(self.len());
        for tuple in 0..self.tuples {
            let from = self.tuple_product(tuple, factors.tuple) * self.base.len();
            for &element in &self.base {
                products.push((from + self.place[usize::from(times[element])]) as u32);
            }
        }
        Action { letter, products }
    }

    /// Returns the number of elements.
    fn len(&self) -> usize {
        self.base.len() * self.tuples
    }

    /// Returns the element of the monoid and the tuple whose product an element is.
    fn factors(&self, x: usize) -> Factors {
        Factors {
            element: self.base[x % self.base.len()],
            tuple: x / self.base.len(),
        }
    }

    /// Returns the product of two elements.
    fn product(&self, x: usize, y: usize) -> usize {
        let x = self.factors(x);
        let y = self.factors(y);
        let element = self.monoid.product(x.element, y.element);
        self.place[element] + self.tuple_product(x.tuple, y.tuple) * self.base.len()
    }

    /// Returns the product of two tuples of exponents.
    fn tuple_product(&self, a: usize, b: usize) -> usize {
        let mut product = 0;
        for free in &self.free {
            let sum = free.exponent(a) + free.exponent(b);
            let exponent = if sum < free.index + FREE_PERIOD {
                sum
            } else {
                free.index + (sum - free.index) % FREE_PERIOD
            };
            product += free.weight * exponent;
        }
        product
    }

    /// Finds the options of a generator, by their tuples.
    fn options(
        &self,
        known: &Candidate,
        letter: u32,
        meter: &mut StepMeter,
    ) -> Result<Vec<TupleOptions>, Unfinished> {
        let mut elements = BTreeMap::<usize, FxHashSet<usize>>::new();
        let mut steps = 0;
        let heap = known.heap(letter);
        let _ = game::each_move(&*known.games[heap.game], heap.size, &mut |parts| {
            steps += 1;
            let mut option = 0;
            for part in known.letters_of(heap.game, parts) {
                option = self.product(option, self.values[part as usize]);
            }
            let factors = self.factors(option);
            elements
                .entry(factors.tuple)
                .or_default()
                .insert(factors.element);
            ControlFlow::Continue(())
        });
        meter.spend(steps)?;
        let mut options = Vec::with_capacity(elements.len());
        for (tuple, elements) in elements {
            let starts = (0..self.tuples)
                .map(|g| self.tuple_product(tuple, g) * self.base.len())
                .collect();
            options.push(TupleOptions {
                starts,
                elements: elements.into_iter().collect(),
            });
        }
        Ok(options)
    }

    /// Finds the P-elements: an element is one if the options of its least word are not, and that word has an option.
    fn outcomes(&self, known: &Candidate, meter: &mut StepMeter) -> Result<Vec<bool>, Unfinished> {
        let mut options = Vec::new();
        for action in &self.actions {
            options.push(self.options(known, action.letter, meter)?);
        }
        let words = Words::new(self.len(), (0..).zip(&self.actions), |action, x| {
            action.products[x] as usize
        });
        let count = self.actions.len();
        let mut steps = 0;
        // The element whose least word has one less of a generator, for each element and each generator.
        let mut without = vec![None; self.len() * count];
        let mut losing = vec![false; self.len()];
        for &x in &words.order[1..] {
            let Some(last) = words.last[x] else {
                continue;
            };
            let largest = last.letter as usize;
            let mut wins = false;
            for i in 0..count {
                let before = if i == largest {
                    last.parent
                } else if let Some(before_parent) = without[last.parent * count + i] {
                    self.actions[largest].products[before_parent as usize] as usize
                } else {
                    continue;
                };
                without[x * count + i] = Some(before as u32);
                if wins {
                    continue;
                }
                let rest = self.factors(before);
                let times = self.monoid.action(rest.element);
                wins = options[i].iter().any(|option| {
                    let losing = &losing[option.starts[rest.tuple]..];
                    option.elements.iter().any(|&element| {
                        steps += 1;
                        losing[self.place[usize::from(times[element])]]
                    })
                });
            }
            losing[x] = !wins;
        }
        meter.spend(steps / 2 + words.order.len() as u64 * 4)?;
        Ok(losing)
    }

    /// Numbers the classes of elements that no company tells apart, from that of the identity.
    fn classes(
        &self,
        losing: &[bool],
        meter: &mut StepMeter,
    ) -> Result<(Vec<u32>, usize), Unfinished> {
        let mut class: Vec<u32> = losing.iter().map(|&losing| u32::from(losing)).collect();
        // Classes are split by the classes of products until nothing splits any more.
        let mut count = 2;
        loop {
            let before = count;
            for action in &self.actions {
                meter.spend(self.len() as u64)?;
                let old = class.clone();
                let mut numbers = FxHashMap::with_capacity_and_hasher(2 * count, FxBuildHasher);
                for (x, &to) in action.products.iter().enumerate() {
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

/// Makes the candidate in which these letters are free elements, with its P-elements, reduced to classes.
fn free(
    known: &Candidate,
    freed: &[FreedLetter],
    made: &[Word],
    meter: &mut StepMeter,
) -> Result<Candidate, Unfinished> {
    let guess = Guess::new(known, freed, made)?;
    let losing = guess.outcomes(known, meter)?;
    let (class, count) = guess.classes(&losing, meter)?;
    meter.spend(count as u64 * count as u64)?;
    // The first element of each class.
    let mut first = vec![0; count];
    for x in (0..guess.len()).rev() {
        first[class[x] as usize] = x;
    }
    // There are at most MAX_ELEMENTS classes, whose numbers fit 16 bits.
    let class_after = |action: &Action, x: usize| class[action.products[x] as usize] as u16;
    let actions: Vec<Vec<u16>> = guess
        .actions
        .iter()
        .map(|action| first.iter().map(|&x| class_after(action, x)).collect())
        .collect();
    let words = Words::new(count, (0..).zip(&actions), |action, x| action[x].into());
    let mut rows = vec![Vec::new(); count];
    rows[0] = (0..count as u16).collect();
    for &y in &words.order[1..] {
        let Some(last) = words.last[y] else {
            continue;
        };
        let action = &actions[last.letter as usize];
        rows[y] = rows[last.parent]
            .iter()
            .map(|&z| action[usize::from(z)])
            .collect();
    }
    let values = guess.values.iter().map(|&x| class[x] as usize).collect();
    let losing: Vec<bool> = first.iter().map(|&x| losing[x]).collect();
    Ok(Candidate::new(
        known.games.clone(),
        Monoid::new(rows.concat(), &losing),
        values,
    ))
}
