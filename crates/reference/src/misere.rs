//! Misère quotients, by certificate: a finite table that answers all sums of heaps, and the finite check that it does.
//!
//! A certificate is `misere N n₀ p | generators | an action for each | P-elements | classes`: a commutative monoid of the
//! elements 0 to N − 1, of which 0 is the identity, by what its generators multiply; its P-elements; and the class of
//! each heap 0, 1, 2, …. A sum of heaps is lost for the player to move, under misère play, if the product of their
//! classes is a P-element. That is proved so (Plambeck and Siegel 2008; the check is theirs, turned to sets of contexts):
//!
//! 1. The actions commute and reach every element from 0. So the product of x and y, the actions of y's word applied to x,
//!    does not depend on the word, and is commutative and associative.
//! 2. The identity is no P-element: a player who cannot move wins. A heap without moves is the identity.
//! 3. From a sum that should be lost no move leads to another: for no heap and no context z are both its class times z and
//!    the class of an option times z P-elements.
//! 4. From a sum with moves that should be won some move leads to one that should be lost. Let C(w) be the contexts y that
//!    make y·w a failure of this as far as moves in w go. C of no heaps is all that are no P-elements, and C(w + h) has
//!    the y with y·h in C(w) for which no option e of h makes e·w·y a P-element. A sum w fails if C(w) has the identity.
//!    C never grows with w, so that only finitely many pairs of a product and a set C have to be looked at.
//!
//! The period: if the classes repeat as far as [`window`](crate::period::window) says, the options of larger heaps have the classes that
//! those of smaller ones have, and the class of a heap may be that of any other with these options: the classes repeat for ever,
//! as values do by Guy and Smith's theorem.
//!
//! Normal play: the first list may have a fourth number, the heap n₁; preperiod and period are those of Grundy values then, or 0
//! and 0. Let all sums of an element have one Grundy value. An element x is firm if for each z the product of x and z is
//! a P-element exactly if x and z have one value. Let the classes above n₁ be firm, as far as they are listed, and
//! let all larger heaps have moves, each of which leaves a heap above n₁. Then a sum with a heap above n₁ is lost exactly if
//! its value is 0: that holds as far as classes are listed, and for other sums by induction, since it holds for all their
//! options.

use std::collections::{BTreeSet, HashSet};

use crate::game::PositionNumbers;
use crate::moves::heaps::HeapCode;
use crate::period::{self, Periodic};
use crate::theorems::Theorem;
use crate::{Fail, PlayOutcome, Res, mex};

/// The largest order that is checked, and the most pairs.
const MAX_ORDER: usize = 4096;
const MAX_PAIRS: usize = 1 << 16;

/// A preperiod and a period.
type Cycle = (u64, u64);

/// A quotient that was proved.
#[derive(Clone, Debug)]
pub struct ProvedQuotient {
    /// The product of any two elements.
    product: Vec<Vec<usize>>,
    losing: Set,
    classes: Vec<usize>,
    /// That of the classes of all heaps.
    cycle: Option<Cycle>,
    normal: Option<Normal>,
}

/// The heaps and elements that normal play does not decide, if it decides sums with larger heaps.
#[derive(Clone, Debug)]
struct Normal {
    /// The last heap that is not firm.
    last: u64,
    /// The elements that are not firm.
    wild: Vec<usize>,
    /// That of Grundy values, which the certificate claims.
    cycle: Option<Cycle>,
}

/// The Grundy values of heaps, and their preperiod and period if they are known.
pub type KnownHeapValues<'g> = (Box<dyn Fn(u64) -> Res<u64> + 'g>, Option<Cycle>);

/// Of rules whose values are not known.
pub fn no_values<'g>() -> KnownHeapValues<'g> {
    (Box::new(|_| Err(Fail::TooLarge)), None)
}

/// Elements, each a member or not.
type Set = Vec<bool>;

fn numbers(text: &str) -> Res<Vec<usize>> {
    text.split_whitespace()
        .map(|word| word.parse().map_err(|_| Fail::Forged))
        .collect()
}

fn hold(truth: bool) -> Res<()> {
    if truth { Ok(()) } else { Err(Fail::Forged) }
}

impl ProvedQuotient {
    /// Reads a certificate and proves it of these rules.
    pub fn of(text: &str, rules: &HeapCode) -> Res<ProvedQuotient> {
        let each = |heap: u64, each: &mut dyn FnMut(&[u64])| {
            rules.each(heap, each);
            Ok(())
        };
        ProvedQuotient::prove(
            text,
            each,
            |e, p| period::window(rules, e, p),
            |heap| rules.last_breaking_into(heap),
        )
    }

    /// Reads a certificate and proves it of the heaps whose moves `each` lists; `window` and `last_breaking_into` are as
    /// [`window`](period::window) and those of [`HeapCode`].
    pub fn prove(
        text: &str,
        each: impl Fn(u64, &mut dyn FnMut(&[u64])) -> Res<()>,
        window: impl Fn(u64, u64) -> Option<u64>,
        last_breaking_into: impl Fn(u64) -> Option<u64>,
    ) -> Res<ProvedQuotient> {
        let text = text.strip_prefix("misere ").ok_or(Fail::Forged)?;
        let parts = text.split('|').map(numbers).collect::<Res<Vec<_>>>()?;
        let [head, generators, actions @ .., losing, classes] = &parts[..] else {
            return Err(Fail::Forged);
        };
        let &[order, preperiod, period, ref firm @ ..] = &head[..] else {
            return Err(Fail::Forged);
        };
        hold(order > 0 && order <= MAX_ORDER && actions.len() == generators.len())?;
        hold(actions.iter().all(|action| action.len() == order))?;
        hold(
            actions
                .iter()
                .chain([losing, classes])
                .flatten()
                .all(|&x| x < order),
        )?;
        let mut named = generators.iter().zip(actions);
        hold(named.all(|(&heap, action)| classes.get(heap) == Some(&action[0])))?;
        let losing = (0..order).map(|x| losing.contains(&x)).collect();
        let product = products(order, actions)?;
        let mut quotient = ProvedQuotient {
            product,
            losing,
            classes: classes.clone(),
            cycle: None,
            normal: None,
        };
        let values = quotient.check(each)?;
        let cycle = Some((preperiod as u64, period as u64)).filter(|_| period > 0);
        let listed = |heap: Option<u64>| {
            heap.filter(|&heap| heap < classes.len() as u64)
                .ok_or(Fail::Forged)
        };
        match (firm, cycle) {
            (&[last], _) => {
                listed(last_breaking_into(last as u64))?;
                let wild = quotient.wild(&values)?;
                hold(
                    classes
                        .iter()
                        .skip(last + 1)
                        .all(|class| !wild.contains(class)),
                )?;
                quotient.normal = Some(Normal {
                    last: last as u64,
                    wild,
                    cycle,
                });
            }
            (&[], Some((preperiod, period))) => {
                let last = listed(window(preperiod, period))?;
                let repeats = |n: u64| classes[n as usize] == classes[(n + period) as usize];
                hold(last >= period && (preperiod..=last - period).all(repeats))?;
                quotient.cycle = cycle;
            }
            _ => hold(firm.is_empty())?,
        }
        Ok(quotient)
    }

    /// The elements that are not firm, if the heaps have these Grundy values.
    fn wild(&self, values: &[u64]) -> Res<Vec<usize>> {
        let classes: HashSet<(&usize, &u64)> = self.classes.iter().zip(values).collect();
        let mut of = vec![None; self.losing.len()];
        of[0] = Some(0);
        let mut todo = vec![(0, 0)];
        while let Some((x, value)) = todo.pop() {
            for &(class, more) in &classes {
                let (product, sum) = (self.product[x][*class], value ^ more);
                if of[product].is_none() {
                    of[product] = Some(sum);
                    todo.push((product, sum));
                }
                hold(of[product] == Some(sum))?;
            }
        }
        let firm = |x: usize| {
            (0..self.losing.len()).all(|z| self.losing[self.product[x][z]] == (of[x] == of[z]))
        };
        Ok((0..self.losing.len()).filter(|&x| !firm(x)).collect())
    }

    /// Steps 2 to 4. The result is the Grundy values of the heaps.
    fn check(&self, each: impl Fn(u64, &mut dyn FnMut(&[u64])) -> Res<()>) -> Res<Vec<u64>> {
        hold(!self.losing[0])?;
        let (mut heaps, mut seen) = (Vec::new(), HashSet::new());
        let (mut values, mut reached) = (Vec::new(), Vec::new());
        for (heap, &class) in self.classes.iter().enumerate() {
            let (mut options, mut below) = (BTreeSet::new(), true);
            each(heap as u64, &mut |parts| {
                below &= parts.iter().all(|&part| part < heap as u64);
                if below {
                    let times =
                        |x: usize, &part: &u64| self.product[x][self.classes[part as usize]];
                    options.insert(parts.iter().fold(0, times));
                    reached.push(
                        parts
                            .iter()
                            .fold(0, |sum, &part| sum ^ values[part as usize]),
                    );
                }
            })?;
            hold(below)?;
            values.push(mex(reached.drain(..)));
            if options.is_empty() {
                hold(class == 0)?;
            } else if seen.insert((class, options.clone())) {
                // The contexts in which no option is a P-element.
                let blocked = |z: usize| options.iter().all(|&e| !self.losing[self.product[e][z]]);
                let blocked: Set = (0..self.losing.len()).map(blocked).collect();
                hold(
                    (0..self.losing.len())
                        .all(|z| !self.losing[self.product[class][z]] || blocked[z]),
                )?;
                heaps.push((class, blocked));
            }
        }
        self.check_sums(&heaps)?;
        Ok(values)
    }

    /// Step 4 for heaps of these classes and these contexts in which no option is a P-element.
    fn check_sums(&self, heaps: &[(usize, Set)]) -> Res<()> {
        let mut pairs = vec![(0, self.losing.iter().map(|losing| !losing).collect::<Set>())];
        // The heaps of a sum may be added in this order: every pair so far gets one more of a heap, and so do the new ones.
        for (class, blocked) in heaps {
            for next in 0.. {
                let Some((x, set)) = pairs.get(next) else {
                    break;
                };
                let product = self.product[*x][*class];
                let fails = |y: usize| set[self.product[y][*class]] && blocked[self.product[y][*x]];
                let failing: Set = (0..self.losing.len()).map(fails).collect();
                // The sum of no heaps has no moves, so it stands for no other.
                let covers = |(other, set): &(usize, Set)| {
                    *other == product
                        && failing.iter().zip(set).all(|(failing, set)| failing <= set)
                };
                if failing.contains(&true) && !pairs[1..].iter().any(covers) {
                    hold(!failing[0])?;
                    pairs.push((product, failing));
                    if pairs.len() > MAX_PAIRS {
                        return Err(Fail::TooLarge);
                    }
                } else if next == 0 {
                    // A heap that fails nowhere if a sum before it does not adds no sum that fails.
                    break;
                }
            }
        }
        Ok(())
    }

    /// The answer about heaps to this one: the order of their quotient and how many of its elements are P-elements; of
    /// all heaps, the least preperiod and period of their classes, too. Elements that no context of these heaps tells apart
    /// are one. With heaps of normal play there is a firm element for each value that sums have.
    pub fn text(&self, largest: Option<u64>, (value, cycle): KnownHeapValues<'_>) -> Res<String> {
        let normal = self
            .normal
            .as_ref()
            .filter(|_| largest.is_none_or(|last| last >= self.classes.len() as u64));
        let cycle = if normal.is_some() { cycle } else { self.cycle };
        let end = cycle.map(|(preperiod, period)| preperiod + period);
        let last = end.into_iter().chain(largest).min().ok_or(Fail::TooLarge)?;
        let row = |x: usize, all: &[usize]| {
            all.iter()
                .map(|&z| self.losing[self.product[x][z]])
                .collect()
        };
        let size = |rows: &BTreeSet<Set>, firm: [usize; 2]| {
            format!(
                "{} {}",
                rows.len() + firm[0],
                rows.iter().filter(|row| row[0]).count() + firm[1]
            )
        };
        if let Some(Normal {
            last: wild_to,
            wild,
            ..
        }) = normal
        {
            let values = (0..=last).map(value).collect::<Res<Vec<u64>>>()?;
            let firm = values.into_iter().max().unwrap_or(0) as usize + 1;
            let all: Vec<usize> = (0..self.losing.len()).collect();
            let size = size(
                &wild.iter().map(|&x| row(x, &all)).collect(),
                [firm.next_power_of_two(), 1],
            );
            let repeats =
                |(preperiod, period): Cycle| format!(" {} {period}", preperiod.max(wild_to + 1));
            return Ok(size
                + &cycle
                    .filter(|_| largest.is_none())
                    .map_or(String::new(), repeats));
        }
        let classes = usize::try_from(last)
            .ok()
            .and_then(|last| self.classes.get(..=last));
        let classes: BTreeSet<usize> = classes.ok_or(Fail::TooLarge)?.iter().copied().collect();
        let mut elements = vec![0];
        for next in 0.. {
            let Some(&x) = elements.get(next) else { break };
            for product in classes.iter().map(|&class| self.product[x][class]) {
                if !elements.contains(&product) {
                    elements.push(product);
                }
            }
        }
        let rows = elements.iter().map(|&x| row(x, &elements)).collect();
        let size = size(&rows, [0, 0]);
        let Some((preperiod, period)) = cycle.filter(|_| largest.is_none()) else {
            return Ok(size);
        };
        let number = |&class: &usize| rows.range(..row(class, &elements)).count() as u64;
        let numbers = self.classes.iter().map(number).collect();
        Ok(format!(
            "{size} {}",
            Periodic::of(numbers, (preperiod, period, 0))?.text()
        ))
    }

    /// The largest heap whose class is proved; `None` if their period proves all.
    pub fn heaps(&self) -> Option<u64> {
        if self.cycle.is_some() {
            None
        } else {
            Some(self.classes.len() as u64 - 1)
        }
    }

    /// Whether normal play decides sums with large heaps, and then the period of Grundy values that the certificate claims.
    pub fn normal(&self) -> Option<Option<Cycle>> {
        self.normal.as_ref().map(|normal| normal.cycle)
    }

    /// Whether the player to move loses a sum of heaps.
    pub fn loses(&self, heaps: &[u64], value: impl Fn(u64) -> Res<u64>) -> Res<bool> {
        if self.normal.is_some() && heaps.iter().any(|&heap| heap >= self.classes.len() as u64) {
            return Ok(heaps
                .iter()
                .try_fold(0, |sum, &heap| Ok(sum ^ value(heap)?))?
                == 0);
        }
        let mut product = 0;
        for &heap in heaps {
            let heap = match self.cycle {
                Some((preperiod, period)) if heap >= preperiod => {
                    preperiod + (heap - preperiod) % period
                }
                _ => heap,
            };
            let class = usize::try_from(heap)
                .ok()
                .and_then(|heap| self.classes.get(heap));
            product = self.product[product][*class.ok_or(Fail::TooLarge)?];
        }
        Ok(self.losing[product])
    }
}

/// Sums of heaps as a quotient reads them.
pub fn theorem<'g>((quotient, (value, _)): (ProvedQuotient, KnownHeapValues<'g>)) -> Theorem<'g> {
    Theorem::outcome(
        "Plambeck and Siegel 2008",
        move |heaps: &[PositionNumbers]| {
            let sizes: Vec<u64> = heaps
                .iter()
                .filter_map(|heap| heap.first().copied())
                .collect();
            Ok(if quotient.loses(&sizes, &value)? {
                PlayOutcome::Lose
            } else {
                PlayOutcome::Win
            })
        },
    )
}

/// The table of products: step 1.
fn products(order: usize, actions: &[Vec<usize>]) -> Res<Vec<Vec<usize>>> {
    let commutes = |a: &Vec<usize>| {
        actions
            .iter()
            .all(|b| (0..order).all(|x| a[b[x]] == b[a[x]]))
    };
    hold(actions.iter().all(commutes))?;
    let mut product: Vec<Vec<usize>> = vec![Vec::new(); order];
    product[0] = (0..order).collect();
    let mut reached = vec![0];
    for next in 0..order {
        let &x = reached.get(next).ok_or(Fail::Forged)?;
        for action in actions {
            let y = action[x];
            if product[y].is_empty() {
                product[y] = product[x].iter().map(|&z| action[z]).collect();
                reached.push(y);
            }
        }
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plambeck's 0.123, of 20 elements and period 5, and 0.75, of 8 elements and period 2.
    const QUOTIENTS: [(&str, &str); 2] = [
        (
            "0.123",
            "misere 20 5 5 | 1 3 6 8 9 | 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 | 2 3 4 5 6 7 4 5 10 11 6 7 14 15 12 13 18 19 16 17 | 16 17 18 19 16 17 18 19 18 19 16 17 17 16 19 18 16 17 18 19 | 8 9 10 11 6 7 4 5 0 1 2 3 14 15 12 13 18 19 16 17 | 12 13 14 15 12 13 14 15 14 15 12 13 16 17 18 19 17 16 19 18 | 1 4 9 14 16 | 0 1 0 2 2 1 16 0 8 12 1 16 0 8",
        ),
        (
            "0.75",
            "misere 8 8 2 | 1 2 5 | 1 0 3 2 5 4 7 6 | 2 3 4 5 2 3 3 2 | 6 7 3 2 5 4 4 5 | 1 4 | 0 1 2 1 2 6 2 6 2 5 2 5 2 5 2 5 2 5 2 5 2 5 2",
        ),
    ];

    fn rules(code: &str) -> HeapCode {
        HeapCode::read(code).unwrap()
    }

    #[test]
    fn published_quotients_are_proved() {
        let proved = QUOTIENTS.map(|(code, text)| ProvedQuotient::of(text, &rules(code)).unwrap());
        assert_eq!(
            proved
                .each_ref()
                .map(|q| q.text(None, no_values()).unwrap()),
            ["20 5 5 5", "8 2 8 2"]
        );
        let loses = |heap| proved[0].loses(&[heap], no_values().0);
        assert_eq!(loses(1_000_000_003), loses(8));
    }

    /// 0.56: all heaps above 6 are firm, which ten elements prove.
    #[test]
    fn normal_play_takes_over() {
        let text = "misere 10 0 0 6 | 1 3 5 | 1 0 3 2 5 4 7 6 9 8 | 2 3 4 5 2 3 8 9 6 7 | 6 7 8 9 6 7 4 5 2 3 | 1 4 | 0 1 0 2 2 6 1 5 3 2 6 6 8 8 2";
        let values = period::table(&rules("0.56"), 60, 1 << 20).unwrap();
        let loses = |text: &str, heaps: &[u64]| {
            let quotient = ProvedQuotient::of(text, &rules("0.56"))?;
            quotient.loses(heaps, |heap| Ok(values[heap as usize]))
        };
        let losing = (15..60).filter(|&heap| values[heap as usize] == 0);
        losing.for_each(|heap| assert_eq!(loses(text, &[heap]), Ok(true), "{heap}"));
        assert_eq!(
            (loses(text, &[1]), loses(text, &[1, 1])),
            (Ok(true), Ok(false))
        );
        // A firm heap is called wild, the last wild one firm; fewer classes than the theorem needs.
        assert_eq!(
            loses(&text.replacen(" 6 |", " 7 |", 1), &[50]),
            Err(Fail::Forged)
        );
        assert_eq!(
            loses(&text.replacen(" 6 |", " 5 |", 1), &[50]),
            Err(Fail::Forged)
        );
        assert_eq!(
            loses(text.rsplit_once(' ').unwrap().0, &[50]),
            Err(Fail::Forged)
        );
    }

    #[test]
    fn a_number_that_is_changed_is_refused() {
        for (code, text) in QUOTIENTS {
            let words: Vec<&str> = text.split(' ').collect();
            let second = words.iter().skip(5).position(|word| *word == "|").unwrap() + 5;
            for (i, word) in words.iter().enumerate() {
                let Ok(number) = word.parse::<u64>() else {
                    continue;
                };
                for other in [number + 1, number.saturating_sub(1), 0, 3]
                    .into_iter()
                    .filter(|n| *n != number)
                {
                    let mut changed: Vec<String> =
                        words.iter().map(|word| word.to_string()).collect();
                    changed[i] = other.to_string();
                    let proved = ProvedQuotient::of(&changed.join(" "), &rules(code));
                    // A longer preperiod, no period and another heap of a generator's class are as true.
                    let says_less = i == 2 || i == 3 && other == 0 || (5..second).contains(&i);
                    assert!(
                        proved.is_err() || says_less,
                        "{code}: {word} at {i} became {other}"
                    );
                }
            }
        }
    }
}
