//! The rules as patterns of bits: where a rule lies, what it needs on each cell, what it gives, and what forbids it.
//!
//! ```text
//!   XO>.X on a row        first cell of the match: bit 0   1   2   3   …      a pattern:
//!                         X there, O one further                              shift 0: X, gives nothing
//!                                                                             shift 1: O, gives X
//! ```
//!
//! Every rule is laid on the whole layout in all ways. Those with the same shifts, needs and gifts are one pattern, with
//! the set of their first cells, so that matching a pattern everywhere is one AND of shifted planes for each of its cells.
//! The sets of first cells keep patterns from running over the border of the layout; a ring and a graph are only other
//! ways of laying.
//!
//! A *guard* of a pattern is what makes a move by it illegal: a word of `never` of which the move writes a part, with
//! what must stand on the word's other cells.

#![expect(
    clippy::cast_possible_truncation,
    reason = "layouts have at most 128 cells"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use grundy_base::budget::{Limit, StepMeter};
use grundy_rules::rewrite::Symbol;

use crate::definition::Definition;
use crate::form::WordForm;
use crate::ground::{Ground, Where};
use crate::letters::{Gift, PlaneNumbers, WrittenWord};
use crate::planes::CellBits;

/// A cell of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PatternCell {
    /// The distance at which it lies after the first cell of the pattern.
    pub(crate) shift: i32,
    /// The planes of which one must have the cell, as bits.
    pub(crate) planes: u32,
    /// The letter that the pattern gives the cell.
    pub(crate) gift: Gift,
}

/// A cell of a word that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WordCell {
    /// The distance at which it lies after the cell from which the word is looked for.
    pub(crate) shift: i32,
    /// The planes of which one must have the cell, as bits.
    pub(crate) planes: u32,
}

/// A word that makes the moves of a pattern illegal.
#[derive(Clone, Debug)]
pub(crate) struct Guard<W> {
    /// The first cells of the pattern at which it is one.
    pub(crate) anchors: W,
    /// The other cells of the word, on which the rest of it must stand.
    pub(crate) cells: Vec<WordCell>,
    /// The cells that the pattern links together with this guard.
    pub(crate) link: Link,
}

/// A rule in one position, wherever it lies.
#[derive(Clone, Debug)]
pub(crate) struct CellPattern<W> {
    /// The first cells of the places where it lies.
    pub(crate) anchors: W,
    /// The cells, ascending.
    pub(crate) cells: Vec<PatternCell>,
    /// The words that make moves of the pattern illegal.
    pub(crate) guards: Vec<Guard<W>>,
    /// The cells that the pattern links without a guard.
    pub(crate) link: Link,
}

/// A word wherever it lies.
#[derive(Clone, Debug)]
pub(crate) struct WordPlaces<W> {
    /// The cells from which the word is looked for.
    pub(crate) anchors: W,
    /// The cells of the word.
    pub(crate) cells: Vec<WordCell>,
}

/// The cells that a pattern links, alone or with a guard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The number of the set of shifts.
    pub(crate) support: usize,
    /// The distance at which the first cell of the set lies after the first cell of the pattern.
    pub(crate) base: i32,
}

/// The rules on a layout.
#[derive(Clone, Debug)]
pub(crate) struct Patterns<W> {
    /// The patterns of the rules.
    pub(crate) patterns: Vec<CellPattern<W>>,
    /// The different sets of cells that patterns and guards link, as shifts from the first.
    pub(crate) supports: Vec<Vec<i32>>,
    /// The words of `ends`.
    pub(crate) ends: Vec<WordPlaces<W>>,
    /// The steps to neighbours.
    pub(crate) steps: Vec<Step<W>>,
    /// Whether a pattern has a guard.
    pub(crate) has_guards: bool,
}

/// A step from a cell to a neighbour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<W> {
    /// The distance at which the cell lies after its neighbour.
    pub(crate) shift: i32,
    /// The cells that have this neighbour.
    pub(crate) from: W,
}

impl Patterns<u128> {
    /// Returns the same patterns in words of a layout that has all of their cells.
    pub(crate) fn in_words<W: CellBits>(self) -> Patterns<W> {
        let mut patterns = Vec::with_capacity(self.patterns.len());
        for pattern in self.patterns {
            let guard = |guard: Guard<u128>| Guard {
                anchors: W::of_widest(guard.anchors),
                cells: guard.cells,
                link: guard.link,
            };
            patterns.push(CellPattern {
                anchors: W::of_widest(pattern.anchors),
                cells: pattern.cells,
                guards: pattern.guards.into_iter().map(guard).collect(),
                link: pattern.link,
            });
        }
        let word = |word: WordPlaces<u128>| WordPlaces {
            anchors: W::of_widest(word.anchors),
            cells: word.cells,
        };
        Patterns {
            patterns,
            supports: self.supports,
            ends: self.ends.into_iter().map(word).collect(),
            steps: steps_in_words(&self.steps),
            has_guards: self.has_guards,
        }
    }
}

/// Returns the same steps in words of a layout that has all of their cells.
pub(crate) fn steps_in_words<W: CellBits>(steps: &[Step<u128>]) -> Vec<Step<W>> {
    let step = |step: &Step<u128>| Step {
        shift: step.shift,
        from: W::of_widest(step.from),
    };
    steps.iter().map(step).collect()
}

/// The largest number of places where rules and words lie on a layout. A guess.
const MAX_LAID_PLACES: usize = 1 << 18;

/// The largest number of words that one word with numbers `_1` to `_9` is written out as. A guess.
pub(crate) const MAX_WRITTEN: usize = 1 << 12;

/// Makes the error of rules that lie on a layout in too many ways.
fn too_many_places() -> Limit {
    Limit::fixed(format!(
        "the rules lie on this position in more than {MAX_LAID_PLACES} ways"
    ))
}

/// A cell of a word on the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LaidCell {
    /// The number of the cell.
    cell: u32,
    /// The planes of which one must have the cell, as bits.
    planes: u32,
}

/// A cell of a rule on the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LaidRuleCell {
    /// The number of the cell.
    cell: u32,
    /// The planes of which one must have the cell, as bits.
    planes: u32,
    /// The letter that the rule gives the cell.
    gift: Gift,
}

/// Patterns while they are collected.
#[derive(Default)]
struct Collected {
    /// The first cells of the places where the pattern lies.
    anchors: u128,
    /// The guards, by their cells, each with the first cells of the pattern at which it is one.
    guards: BTreeMap<Vec<WordCell>, u128>,
}

/// Lays rules on a layout.
pub(crate) struct PatternMaker<'a> {
    /// The rules.
    pub(crate) definition: &'a Definition,
    /// The planes of the letters.
    pub(crate) numbers: &'a PlaneNumbers,
    /// The layout.
    pub(crate) ground: &'a Ground,
    /// The number of planes.
    pub(crate) planes: usize,
    /// The largest number of signs in a row of a rule.
    pub(crate) longest: usize,
}

impl PatternMaker<'_> {
    /// Returns the ways in which a form lies on the layout.
    fn lies(
        &self,
        form: &WordForm,
        left: &mut usize,
        account: &mut StepMeter,
    ) -> Result<Vec<Vec<u32>>, Limit> {
        let mut lies = Vec::new();
        let mut is_full = false;
        self.ground.visit_lies(
            form,
            Where::Anywhere,
            account,
            |_, _| true,
            |cells| {
                lies.push(cells.to_vec());
                is_full = lies.len() > *left;
                if is_full {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        )?;
        if is_full {
            return Err(too_many_places());
        }
        *left -= lies.len();
        lies.sort_unstable();
        lies.dedup();
        Ok(lies)
    }

    /// Lays words on the layout, each way once.
    fn laid_words(
        &self,
        words: &[WordForm],
        left: &mut usize,
        account: &mut StepMeter,
    ) -> Result<Vec<Vec<LaidCell>>, Limit> {
        let mut laid = BTreeSet::new();
        for word in words {
            let written = self.numbers.written(&word.before, &[], MAX_WRITTEN);
            let written = written.ok_or_else(too_many_places)?;
            for cells in self.lies(word, left, account)? {
                for WrittenWord { before, .. } in &written {
                    let mut lying: Vec<LaidCell> = Vec::with_capacity(cells.len());
                    for (&cell, &sign) in cells.iter().zip(before) {
                        let planes = self.numbers.needed(sign, self.planes);
                        lying.push(LaidCell { cell, planes });
                    }
                    lying.sort_unstable();
                    laid.insert(lying);
                }
            }
        }
        Ok(laid.into_iter().collect())
    }

    /// Makes the patterns, in words of the largest layout.
    ///
    /// # Errors
    ///
    /// Fails when the rules lie on the layout in too many ways, or finding these takes too much work.
    pub(crate) fn make(&self, account: &mut StepMeter) -> Result<Patterns<u128>, Limit> {
        let mut left = MAX_LAID_PLACES;
        let never = self.laid_words(self.definition.never(), &mut left, account)?;
        let mut never_on = vec![Vec::new(); self.ground.cells()];
        for (number, word) in never.iter().enumerate() {
            for laid in word {
                never_on[laid.cell as usize].push(number);
            }
        }
        let mut collected: BTreeMap<Vec<PatternCell>, Collected> = BTreeMap::new();
        for form in self.definition.forms(self.longest) {
            let written = self.numbers.written(&form.before, &form.after, MAX_WRITTEN);
            let written = written.ok_or_else(too_many_places)?;
            for cells in self.lies(&form, &mut left, account)? {
                for WrittenWord { before, after } in &written {
                    let lying = self.laid_rule(&cells, before, after);
                    if lying.iter().all(|laid| laid.gift == Gift::Keep) {
                        continue;
                    }
                    let first = lying[0].cell;
                    let key = lying.iter().map(|laid| PatternCell {
                        shift: laid.cell as i32 - first as i32,
                        planes: laid.planes,
                        gift: laid.gift,
                    });
                    let entry = collected.entry(key.collect()).or_default();
                    entry.anchors |= 1 << first;
                    for number in words_written_into(&lying, &never_on) {
                        if let Some(guard) = guard_of(&lying, &never[number]) {
                            *entry.guards.entry(guard).or_default() |= 1 << first;
                        }
                    }
                }
            }
        }
        let ends = self.laid_words(self.definition.ends(), &mut left, account)?;
        let mut supports = Vec::new();
        let patterns: Vec<CellPattern<u128>> = collected
            .into_iter()
            .map(|(cells, collected)| pattern_of(cells, collected, &mut supports))
            .collect();
        Ok(Patterns {
            has_guards: patterns.iter().any(|pattern| !pattern.guards.is_empty()),
            patterns,
            supports,
            ends: word_patterns(ends),
            steps: self.steps(),
        })
    }

    /// Lays a rule with these signs on these cells.
    fn laid_rule(&self, cells: &[u32], before: &[Symbol], after: &[Symbol]) -> Vec<LaidRuleCell> {
        let mut lying = Vec::with_capacity(cells.len());
        for (i, &cell) in cells.iter().enumerate() {
            lying.push(LaidRuleCell {
                cell,
                planes: self.numbers.needed(before[i], self.planes),
                gift: self.numbers.gift(before[i], after[i], self.planes),
            });
        }
        lying.sort_unstable();
        lying
    }

    /// Returns the steps to neighbours, if groups or connections are looked for.
    pub(crate) fn steps(&self) -> Vec<Step<u128>> {
        let rules = &self.definition.rules;
        if !rules.alive && !rules.joined {
            return Vec::new();
        }
        let mut steps: BTreeMap<i32, u128> = BTreeMap::new();
        for cell in 0..self.ground.cells() as u32 {
            for near in self.ground.neighbours(cell) {
                *steps.entry(cell as i32 - near as i32).or_default() |= 1 << cell;
            }
        }
        let step = |(shift, from)| Step { shift, from };
        steps.into_iter().map(step).collect()
    }
}

/// Lists the words of `never` that have a cell which a rule writes.
fn words_written_into(lying: &[LaidRuleCell], never_on: &[Vec<usize>]) -> Vec<usize> {
    let mut words = Vec::new();
    for laid in lying {
        if laid.gift != Gift::Keep {
            words.extend(&never_on[laid.cell as usize]);
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns what must stand on the other cells of a word for a rule to complete it; `None` if it never does.
fn guard_of(lying: &[LaidRuleCell], word: &[LaidCell]) -> Option<Vec<WordCell>> {
    let first = lying[0].cell as i32;
    let mut rest = Vec::new();
    for &LaidCell { cell, planes } in word {
        let shift = cell as i32 - first;
        match lying.iter().find(|laid| laid.cell == cell) {
            None => rest.push(WordCell { shift, planes }),
            Some(laid) => match laid.gift {
                Gift::Keep if laid.planes & planes == 0 => return None,
                Gift::Keep if laid.planes & !planes == 0 => {}
                Gift::Keep => rest.push(WordCell { shift, planes }),
                Gift::Plane(plane) if planes >> plane & 1 != 0 => {}
                Gift::Plane(_) | Gift::Nothing => return None,
            },
        }
    }
    Some(rest)
}

/// Makes a pattern, and adds the sets of cells that it links.
fn pattern_of(
    cells: Vec<PatternCell>,
    collected: Collected,
    supports: &mut Vec<Vec<i32>>,
) -> CellPattern<u128> {
    let shifts: Vec<i32> = cells.iter().map(|cell| cell.shift).collect();
    let mut guards = Vec::new();
    for (guard, anchors) in collected.guards {
        let mut linked = shifts.clone();
        linked.extend(guard.iter().map(|cell| cell.shift));
        guards.push(Guard {
            anchors,
            cells: guard,
            link: link_of(linked, supports),
        });
    }
    CellPattern {
        anchors: collected.anchors,
        link: link_of(shifts, supports),
        cells,
        guards,
    }
}

/// Returns the link of cells with these shifts, whose set is added if it is a new one.
fn link_of(mut shifts: Vec<i32>, supports: &mut Vec<Vec<i32>>) -> Link {
    shifts.sort_unstable();
    shifts.dedup();
    let base = shifts[0];
    for shift in &mut shifts {
        *shift -= base;
    }
    let known = supports.iter().position(|other| *other == shifts);
    let support = known.unwrap_or_else(|| {
        supports.push(shifts);
        supports.len() - 1
    });
    Link { support, base }
}

/// Groups words by their shifts.
fn word_patterns(words: Vec<Vec<LaidCell>>) -> Vec<WordPlaces<u128>> {
    let mut collected: BTreeMap<Vec<WordCell>, u128> = BTreeMap::new();
    for word in words {
        let first = word[0].cell;
        let cells = word.iter().map(|laid| WordCell {
            shift: laid.cell as i32 - first as i32,
            planes: laid.planes,
        });
        *collected.entry(cells.collect()).or_default() |= 1 << first;
    }
    let pattern = |(cells, anchors)| WordPlaces { anchors, cells };
    collected.into_iter().map(pattern).collect()
}
