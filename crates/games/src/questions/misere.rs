//! Misère play of heaps that do not know of each other: a player who cannot move wins.
//!
//! Sums are answered by the misère quotient of their games ([`grundy_misere`]), beyond a finite quotient by search.
//!
//! Some games are played as nim is. **Theorem.** Let every heap have a move to nothing, and every heap above 1 a move to
//! a heap of 1, as in Lasker's nim. A sum with a heap above 1 is lost for the player to move exactly if its Grundy value
//! is 0.
//!
//! *Proof,* by induction over options. Heaps of 0 and 1 have the values 0 and 1, so those above have values above 1. If
//! two heaps are above 1, one is in every option, and the sum is lost exactly if no option has the value 0. If one heap
//! is, the value is not 0; one of the moves that leave it as nothing and as 1 leaves an odd number of ones, which is lost. ∎

#![expect(
    clippy::cast_possible_truncation,
    reason = "a move leaves at most three heaps"
)]

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use grundy_misere::Quotient;
use grundy_misere::game::Heap;
use grundy_misere::game::{self, HeapGame, MoveKind};
use grundy_misere::genus::{Genera, Genus};
use grundy_misere::growth::{ClassPeriod, Size, Unfinished};
use grundy_misere::position::HeapSum;
use grundy_misere::search::Search;

pub use grundy_misere::quotient::MAX_QUOTIENT_HEAPS;

use crate::shared::amounts::expect_listed;
use crate::shared::code_games;
use crate::shared::heap_sums;
use crate::shared::heap_sums::HeapGame as _;
use crate::shared::misere_rules::{Classes, MisereRules};
use crate::shared::notes::Notes;
use crate::shared::sum;
use crate::shared::sum::Summed;
use crate::shared::varied;
use crate::shared::visiting;
use crate::{
    CacheRef, Context, Evidence, Goal, HeapAsks, OpenPosition, PositionResult, Searched, Visited,
};
use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;
use grundy_base::shares;
use grundy_base::sync::interrupt::Checked;
use grundy_base::sync::lock_anew;
use grundy_heaps::breaking::{Breaking, Code};
use grundy_record::{Ask, Fault, Keyword, Move, Outcome, Place, Record, Tuple, Value};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Genera of heaps above this one are first looked for by the period of a tame game.
const MAX_DIRECT_GENUS: u64 = 1 << 12;

/// The quotient of some games, which grows as larger heaps are asked for.
struct GrowingQuotient {
    /// The quotient.
    quotient: RwLock<Quotient>,
    /// The genera of sums that were asked for.
    genera: Mutex<Genera>,
    /// The games.
    games: Vec<Arc<dyn HeapGame>>,
    /// The games under normal play.
    normal: Vec<Option<CacheRef<Breaking>>>,
    /// Whether the games are played as nim is.
    as_nim: bool,
    /// The limits within which it grows.
    budget: Budget,
}

impl GrowingQuotient {
    fn bytes(&self) -> u64 {
        self.quotient
            .try_read()
            .map_or(1 << 16, |quotient| quotient.bytes())
    }

    fn new(rules: &[&MisereRules], context: &Context) -> Result<Self, Fault> {
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
    fn largest_value(&self, game: usize, heap: u64) -> Result<u64, Limit> {
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
    fn repeats(&self, look: bool) -> Option<ClassPeriod> {
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
    fn reaching(&self, heap: u64) -> RwLockReadGuard<'_, Quotient> {
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
}

/// Opens a record of a game of heaps.
///
/// # Errors
///
/// Fails as [`open`] does.
pub fn open_one<'a>(
    rules: MisereRules,
    record: &'a Record<'a>,
    context: &'a Context,
) -> PositionResult<'a> {
    if record.modifiers.has(Keyword::Ring) {
        return Err(Fault::new(
            Place::Game,
            "rings are played under normal play only",
            "leave out `ring` or `misere`",
        ));
    }
    open(vec![(rules, record)], context)
}

/// Opens the position of a record under misère play, if its genus or quotient is asked for besides the values of its
/// heaps, by the rules that it has then, if any.
///
/// # Errors
///
/// Fails as [`open`] does, and if the quotient is asked of a record under normal play.
pub fn if_asked(
    record: &Record<'_>,
    context: &Context,
    rules: impl FnOnce() -> Result<Option<MisereRules>, Fault>,
) -> Result<Option<Box<dyn OpenPosition>>, Fault> {
    if !record
        .asks
        .iter()
        .any(|ask| matches!(ask, Ask::Genus | Ask::Quotient))
    {
        return Ok(None);
    }
    let Some(rules) = rules()? else {
        return Ok(None);
    };
    if !record.modifiers.has(Keyword::Misere) {
        refuse_quotient(&record.asks)?;
    }
    Ok(Some(Box::new(opened(&[(rules, record)], context)?)))
}

/// Refuses the quotient under normal play.
///
/// # Errors
///
/// Fails if misère play is asked for.
pub fn refuse_quotient(asks: &[Ask]) -> Result<(), Fault> {
    sum::refuse(
        asks,
        |ask| *ask == Ask::Quotient,
        |_, place| {
            Fault::new(
                place,
                "`quotient` is about misère play",
                "write `misere` among the rules",
            )
        },
    )
}

/// Opens a record, or the records of a sum of several games, all under misère play.
///
/// # Errors
///
/// Fails if something is asked that only normal play has.
pub fn open<'a>(
    games: Vec<(MisereRules, &'a Record<'a>)>,
    context: &'a Context,
) -> PositionResult<'a> {
    // Only normal play has these asks.
    let normal = |ask: &Ask| {
        matches!(ask, Ask::Grundy | Ask::Values | Ask::Period) || ask.is_about_sequence()
    };
    games
        .iter()
        .try_for_each(|(_, record)| sum::refuse(&record.asks, normal, sum::under_misere))?;
    let sum = opened(&games, context)?;
    if let [(_, record)] = games[..]
        && record.varies()
    {
        return Ok(varied::open(record, move || {
            let ranges = sum.heaps.raise(varied::heaps(record));
            lost(&sum.known, &ranges, &sum.budget)
        }));
    }
    Ok(Box::new(sum))
}

fn opened(games: &[(MisereRules, &Record<'_>)], context: &Context) -> Result<Sum, Fault> {
    let mut rules: Vec<&MisereRules> = Vec::new();
    let mut heaps = Vec::new();
    let mut places = Vec::new();
    for (summand, (game, record)) in games.iter().enumerate() {
        let number = rules
            .iter()
            .position(|other| other.key == game.key)
            .unwrap_or_else(|| {
                rules.push(game);
                rules.len() - 1
            });
        let single = record
            .position
            .tuples
            .iter()
            .filter_map(|tuple| tuple.first());
        for (i, &written) in record.position.numbers.iter().chain(single).enumerate() {
            let size = written + game.raised;
            heaps.push(Heap { game: number, size });
            places.push(HeapPlace { summand, index: i });
        }
    }
    let key: Vec<u64> = rules
        .iter()
        .flat_map(|rules| [&[rules.key.len() as u64], &rules.key[..]].concat())
        .collect();
    let budget = context.budget;
    let search = RefCell::new(Search::new(rules.len(), &budget));
    let make = || GrowingQuotient::new(&rules, context);
    let known = context
        .cache
        .shared("misere", &key, GrowingQuotient::bytes, make)?;
    let tuples = rules.iter().map(|rules| rules.tuples).collect();
    let raised = rules.iter().map(|rules| rules.raised).collect();
    let heaps = Arc::new(RecordHeaps {
        heaps,
        places,
        tuples,
        raised,
    });
    Ok(Sum {
        known,
        heaps,
        budget,
        search,
        notes: context.notes.clone(),
    })
}

/// A sum of heaps under misère play.
struct Sum {
    /// The quotient of the games.
    known: CacheRef<GrowingQuotient>,
    /// The heaps.
    heaps: Arc<RecordHeaps>,
    /// The limits of the record.
    budget: Budget,
    /// The search beyond the quotient.
    search: RefCell<Search<bool>>,
    /// The notes of the worker.
    notes: Arc<Notes>,
}

impl Drop for Sum {
    /// Notes which engine found Grundy values, if any had to be found.
    fn drop(&mut self) {
        for game in self.known.normal.iter().flatten() {
            self.notes.engine_if_any(game.take_chosen());
        }
    }
}

/// The place of a heap in a sum of records.
#[derive(Clone, Copy, Debug)]
struct HeapPlace {
    /// The number of the record.
    summand: usize,
    /// The number of the heap in it.
    index: usize,
}

/// The heaps of a record or of several, and how they are written.
struct RecordHeaps {
    /// The heaps.
    heaps: Vec<Heap>,
    /// The places of the heaps, in their order.
    places: Vec<HeapPlace>,
    /// Whether moves are written with tuples, for each game.
    tuples: Vec<bool>,
    /// How much larger heaps are than they are written, for each game ([`MisereRules::raised`]).
    raised: Vec<u64>,
}

impl RecordHeaps {
    fn largest(&self) -> u64 {
        self.heaps.iter().map(|heap| heap.size).max().unwrap_or(0)
    }

    /// Returns the largest heap as it is written.
    fn largest_written(&self) -> u64 {
        let written = |heap: &Heap| heap.size - self.raised[heap.game];
        self.heaps.iter().map(written).max().unwrap_or(0)
    }

    /// Returns the fault of a position beyond the quotient that was not solved by search either.
    fn fault(&self, quotient: &Quotient) -> Fault {
        let known = quotient.limit();
        let message = format!("{known}, and a search of this position passes the limits");
        self.fault_at_largest(Limit { message, ..known })
    }

    /// Returns the fault of a limit that the largest heap meets.
    fn fault_at_largest(&self, limit: Limit) -> Fault {
        match self
            .heaps
            .iter()
            .position(|heap| heap.size == self.largest())
        {
            Some(largest) => self.fault_at(largest, limit),
            None => limit.into(),
        }
    }

    /// Returns the fault of a limit that a heap meets.
    fn fault_at(&self, index: usize, limit: Limit) -> Fault {
        let HeapPlace {
            summand,
            index: place,
        } = self.places[index];
        Fault::limit(Place::Position(place), &limit).in_summand(summand)
    }

    /// Returns the heaps of ranges of numbers of the first game.
    fn raise(&self, mut ranges: Vec<Range>) -> Vec<Range> {
        for range in &mut ranges {
            range.low += self.raised[0];
            range.high += self.raised[0];
        }
        ranges
    }

    fn write(&self, index: usize, parts: &[u64]) -> Move {
        let Heap { game, size: from } = self.heaps[index];
        let one = |&heap: &u64| Tuple::new(&[heap - self.raised[game]]);
        match parts {
            parts if !self.tuples[game] => heap_sums::broken(index, from, parts),
            [to] => Move::Tuple {
                index,
                from: one(&from),
                to: one(to),
            },
            _ => Move::Parts {
                index,
                from: one(&from),
                parts: parts.iter().map(one).collect(),
            },
        }
    }
}

/// A sum that is decided by normal play.
struct NormalSum {
    /// The quotient of the games, which knows their normal play.
    known: CacheRef<GrowingQuotient>,
    /// The heaps.
    heaps: Arc<RecordHeaps>,
    /// The only heap above 1 of games that are played as nim is: what moves leave of it decides by their number of heaps, if
    /// all of them are heaps of 1.
    alone: Option<usize>,
}

impl NormalSum {
    /// Reads the game of a heap.
    fn read<T>(
        &self,
        index: usize,
        read: impl FnOnce(&Breaking, u64) -> Result<T, Limit>,
    ) -> Result<T, Fault> {
        let heap = self.heaps.heaps[index];
        let game = self.known.normal[heap.game]
            .as_ref()
            .ok_or_else(|| Fault::unsupported(Ask::Verdict))?;
        read(game, heap.size).map_err(|limit| self.heaps.fault_at(index, limit))
    }

    /// Lists how many heaps of 1 are left by the moves of a heap that leave nothing else and have this value, 0 or 1.
    fn to_ones(&self, index: usize, value: u64) -> Result<Vec<u64>, Fault> {
        self.read(index, |game, heap| {
            let fits = |&left: &u64| {
                let digit = game.code().digit(heap - left);
                left % 2 == value && digit.leaves(left as u32) && (left < 2 || !digit.unequal)
            };
            Ok((0..=heap.min(3)).filter(fits).collect())
        })
    }
}

impl sum::Sum for NormalSum {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.read(index, Breaking::grundy)
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let count = self.read(index, |game, heap| game.count_moves_to(heap, target))?;
        if self.alone != Some(index) {
            return Ok(count);
        }
        let [gone, come] = [target, target ^ 1].map(|value| self.to_ones(index, value));
        Ok(count + come?.len() as u128 - gone?.len() as u128)
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut crate::Visit<'_>,
    ) -> Visited {
        let (Some(value), true) = (target, self.alone == Some(index)) else {
            return self.read(index, |game, heap| {
                game.visit_moves(index, heap, target, visit)
            });
        };
        let large = self.read(index, |game, heap| {
            game.moves_to(heap, target, &mut |to| {
                if to.left.iter().all(|&left| left == 1) {
                    return ControlFlow::Continue(());
                }
                visit(heap_sums::broken(index, heap, &to.left))
            })
        })?;
        if large.is_break() {
            return Ok(large);
        }
        // The moves that take most come after all others to the value.
        let mut ones = self.to_ones(index, value ^ 1)?.into_iter().rev();
        Ok(ones.try_for_each(|count| visit(self.heaps.write(index, &[1; 3][..count as usize]))))
    }
}

/// Visits what moves leave of the heap of an index, until it breaks.
type Visit<'v> = &'v mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>;

impl Sum {
    /// Says whether a position loses, by its classes or by search.
    fn loses(&self, quotient: &Quotient, heaps: &[Heap]) -> Result<bool, Fault> {
        match HeapSum::new(quotient, heaps) {
            Some(position) => Ok(position.loses()),
            None => {
                let found = self.search.borrow_mut().value(quotient, heaps);
                found.map_err(|_| self.heaps.fault(quotient))
            }
        }
    }

    /// Opens the position under normal play, if that decides it.
    fn normal(&self) -> Option<Summed<'static>> {
        let mut sum = NormalSum {
            known: self.known.clone(),
            heaps: self.heaps.clone(),
            alone: None,
        };
        let decides = if self.is_as_nim() {
            let mut large = (0..)
                .zip(&self.heaps.heaps)
                .filter(|(_, heap)| heap.size > 1)
                .map(|(index, _)| index);
            let first = large.next();
            let is_only = large.next().is_none();
            sum.alone = if is_only { first } else { None };
            true
        } else {
            let quotient = self.known_quotient();
            quotient.normal().is_some() && !quotient.reaches(self.heaps.largest())
        };
        decides.then(|| Summed::new(self.heaps.heaps.len(), sum))
    }

    /// Finds the quotient of all its heaps, or of fewer if the limits allow no more.
    fn known_quotient(&self) -> RwLockReadGuard<'_, Quotient> {
        self.known.reaching(self.heaps.largest())
    }

    /// Says whether the sum is played as nim is, and not near its end.
    fn is_as_nim(&self) -> bool {
        self.known.as_nim && self.heaps.largest() > 1
    }

    /// Visits the winning moves, in the order of answers.
    fn winning(&self, visit: Visit<'_>) -> Visited {
        let quotient = self.known_quotient();
        let heaps = &self.heaps.heaps;
        let position = HeapSum::new(&quotient, heaps);
        visiting::visit_each(0..heaps.len(), |index| match &position {
            Some(position) => Ok(position.visit(index, &mut |parts| visit(index, parts))),
            None => self.found_by_search(&quotient, index, visit),
        })
    }

    /// Visits the winning moves of a heap, each found by search.
    fn found_by_search(&self, quotient: &Quotient, index: usize, visit: Visit<'_>) -> Visited {
        let mut rest = self.heaps.heaps.clone();
        let Heap { game, size } = rest.remove(index);
        let mut fault = Ok(());
        let flow = game::each_move(&*quotient.games()[game], size, &mut |parts| {
            let left = parts.iter().map(|&size| Heap { game, size });
            let option: Vec<Heap> = rest.iter().copied().chain(left).collect();
            match self.loses(quotient, &option) {
                Ok(true) => visit(index, parts),
                Ok(false) => ControlFlow::Continue(()),
                Err(found) => {
                    fault = Err(found);
                    ControlFlow::Break(())
                }
            }
        });
        fault.map(|()| flow)
    }

    fn genus_text(&self) -> Result<String, Fault> {
        let mut heaps = self.heaps.heaps.clone();
        let normal = self.normal();
        if normal.is_none() && self.heaps.largest() > MAX_DIRECT_GENUS {
            // If the whole game is tame, heaps of a class have a genus.
            let quotient = self.known.reaching(u64::MAX);
            if quotient.monoid().tame() {
                for heap in &mut heaps {
                    heap.size = quotient.reduced(heap.game, heap.size);
                }
            } else if self.splits_a_large_heap() {
                return Err(self.large_wild_heap());
            }
        }
        let anew = || Genera::new(self.known.games.clone(), &self.budget);
        let mut genera = lock_anew(&self.known.genera, |_| anew());
        if let Some(mut normal) = normal {
            let quotient = self.known_quotient();
            let wild = quotient.normal().map_or(&[][..], |normal| &normal.last);
            let mut wild = wild.iter().enumerate();
            if wild.all(|(game, &last)| {
                genera
                    .are_tame(game, last, quotient.heaps())
                    .unwrap_or(false)
            }) {
                drop(quotient);
                let Value::Finite(value) = normal.grundy()? else {
                    return Err(self.no_genus(Unfinished::Stuck));
                };
                return Ok(Genus::tame(value, true).to_string());
            }
            if self.heaps.largest() > MAX_DIRECT_GENUS && self.splits_a_large_heap() {
                return Err(self.large_wild_heap());
            }
        }
        let genus = genera.of(&heaps);
        check_moves(&self.known, self.heaps.heaps.iter().copied())?;
        match genus {
            Ok(genus) => Ok(genus.to_string()),
            Err(unfinished) => {
                *genera = anew();
                Err(self.no_genus(unfinished))
            }
        }
    }

    /// Says whether a move splits a heap: the genera of wild games that split heaps are found for small heaps alone.
    fn splits_a_large_heap(&self) -> bool {
        let mut splits = |kind: MoveKind| {
            if kind.parts > 1 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut heaps = self.heaps.heaps.iter();
        heaps.any(|heap| {
            let game = &self.known.games[heap.game];
            game.kinds(heap.size, &mut splits).is_break()
        })
    }

    /// Returns the fault of a genus that a search does not find.
    fn no_genus(&self, unfinished: Unfinished) -> Fault {
        let heap = self.heaps.largest_written();
        let message = format!("the genus of heap {heap} was not found within the limits");
        let limit = if matches!(unfinished, Unfinished::Work) {
            Limit::work(message)
        } else {
            Limit::fixed(message)
        };
        self.heaps.fault_at_largest(limit)
    }

    /// Returns the fault of a genus that is not looked for: the heap is large, and not known to be tame.
    fn large_wild_heap(&self) -> Fault {
        let heap = self.heaps.largest_written();
        let message =
            format!("heap {heap} is split, and not known to be tame, so its genus is not found");
        Fault {
            help: format!(
                "ask about heaps up to {MAX_DIRECT_GENUS}; nothing is known of larger ones"
            )
            .into(),
            ..self.heaps.fault_at_largest(Limit::fixed(message))
        }
    }

    /// Finds the quotient of heaps up to the largest, or of all if there is none.
    fn searched_quotient(&self) -> Result<Searched<grundy_record::Quotient>, Fault> {
        let heaps = &self.heaps;
        let whole = heaps.heaps.is_empty();
        let largest = if whole { u64::MAX } else { heaps.largest() };
        let quotient = self.known.reaching(largest);
        let games = 0..self.known.games.len();
        check_moves(
            &self.known,
            games.flat_map(|game| (0..=largest).map(move |size| Heap { game, size })),
        )?;
        let mut period = None;
        let mut size = quotient.size(largest);
        match (quotient.normal(), quotient.periods()) {
            (_, Some(&[found])) if whole => {
                period = Some(grundy_record::QuotientPeriod {
                    preperiod: found.preperiod,
                    period: found.period,
                });
            }
            _ if !whole && quotient.reaches(largest) => {}
            (Some(normal), _) => {
                let mut value = 0;
                for game in 0..self.known.games.len() {
                    match self.known.largest_value(game, largest) {
                        Ok(found) => value = value.max(found),
                        Err(_) if whole => return Ok(Searched::UpTo(Some(quotient.heaps()))),
                        Err(limit) => return Err(heaps.fault_at_largest(limit)),
                    }
                }
                size = normal.size(largest, value);
                // A heap that is not firm is of no class of the period.
                let repeats = if whole {
                    self.known.repeats(true)
                } else {
                    None
                };
                period = repeats.map(|values| grundy_record::QuotientPeriod {
                    preperiod: values.preperiod.max(normal.last[0] + 1),
                    period: values.period,
                });
            }
            _ if whole => return Ok(Searched::UpTo(Some(quotient.heaps()))),
            _ => return Err(heaps.fault_at_largest(quotient.limit())),
        }
        let Size { order, losing, .. } = size;
        Ok(Searched::Found(grundy_record::Quotient {
            order: order as u128,
            losing: losing as u64,
            period,
        }))
    }
}

impl HeapAsks for Sum {
    /// Lists the heaps, up to the only one, that lose when they stand alone.
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let [heap] = self.heaps.heaps[..] else {
            return Err(Fault::unsupported(Ask::Losing));
        };
        let raised = self.heaps.raised[heap.game];
        expect_listed(Ask::Losing, heap.size - raised)?;
        let whole = self.heaps.clone();
        let mut steps = Checked::default();
        let mut lost = Vec::new();
        for size in raised..=heap.size {
            steps.step();
            self.heaps = Arc::new(RecordHeaps {
                heaps: vec![Heap { size, ..heap }],
                places: whole.places.clone(),
                tuples: whole.tuples.clone(),
                raised: whole.raised.clone(),
            });
            if self.outcome()? == Outcome::Lose {
                lost.push(size - raised);
            }
        }
        self.heaps = whole;
        Ok(lost)
    }
}

impl OpenPosition for Sum {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        if let Some(mut normal) = self.normal() {
            return normal.outcome();
        }
        let loses = self.loses(&self.known_quotient(), &self.heaps.heaps)?;
        check_moves(&self.known, self.heaps.heaps.iter().copied())?;
        Ok(if loses { Outcome::Lose } else { Outcome::Win })
    }

    fn visit(&mut self, goal: Goal, visit: &mut crate::Visit<'_>) -> Visited {
        let heaps = &self.heaps;
        if goal == Goal::Legal {
            return Ok(heaps
                .heaps
                .iter()
                .enumerate()
                .try_for_each(|(index, heap)| {
                    game::each_move(&*self.known.games[heap.game], heap.size, &mut |parts| {
                        visit(heaps.write(index, parts))
                    })
                }));
        }
        if let Some(mut normal) = self.normal() {
            return normal.visit(goal, visit);
        }
        match self.outcome()? {
            Outcome::Win => self.winning(&mut |index, parts| visit(self.heaps.write(index, parts))),
            _ => Ok(ControlFlow::Continue(())),
        }
    }

    fn count_of(&mut self, goal: Goal) -> Result<u128, Fault> {
        if goal == Goal::Verdict {
            if let Some(mut normal) = self.normal() {
                return normal.count();
            }
            let quotient = self.known_quotient();
            if let Some(position) = HeapSum::new(&quotient, &self.heaps.heaps) {
                return Ok((0..self.heaps.heaps.len())
                    .map(|index| position.count(index))
                    .sum());
            }
        }
        visiting::count(|visit| self.visit(goal, visit))
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }

    fn genus(&mut self) -> Result<String, Fault> {
        self.genus_text()
    }

    fn quotient(&mut self) -> Result<Searched<grundy_record::Quotient>, Fault> {
        self.searched_quotient()
    }

    fn evidence(&mut self, asks: &[Ask]) -> Option<Evidence<'_>> {
        if self.is_as_nim()
            && !asks
                .iter()
                .any(|ask| matches!(ask, Ask::Genus | Ask::Quotient))
        {
            return None;
        }
        // A certificate is about heaps as they are written, of which 0 is nothing.
        if self.heaps.raised.iter().any(|&raised| raised > 0) {
            return None;
        }
        let largest = if self.heaps.heaps.is_empty() {
            u64::MAX
        } else {
            self.heaps.largest()
        };
        let quotient = self.known.reaching(largest);
        let by_normal_play = !quotient.reaches(largest);
        let proves =
            self.known.games.len() == 1 && (!by_normal_play || quotient.normal().is_some());
        let values = if proves && by_normal_play {
            self.known.repeats(false)
        } else {
            None
        };
        proves.then(|| Evidence::Text(quotient.certificate(values)))
    }

    fn classes(&mut self) -> Result<Classes, Fault> {
        let normal = self.normal();
        let quotient = self.known_quotient();
        let words = quotient.words();
        let mut values = Vec::new();
        let mut classes = Vec::new();
        if let Some(mut normal) = normal {
            for value in normal.values()? {
                if let Value::Finite(value) = value {
                    values.push(value);
                }
            }
        } else {
            let found = self
                .heaps
                .heaps
                .iter()
                .map(|heap| quotient.class(heap.game, heap.size));
            let found: Option<Vec<usize>> = found.collect();
            classes = found.ok_or_else(|| self.heaps.fault_at_largest(quotient.limit()))?;
        }
        let monoid = quotient.monoid();
        // Only positions of one game are explained by classes.
        let raised = self.heaps.raised[0];
        Ok(Classes {
            order: monoid.order(),
            losing: monoid.losing().count_ones(..),
            tame: monoid.tame(),
            heaps: quotient.heaps() - raised,
            period: quotient
                .periods()
                .and_then(|periods| periods.first().copied()),
            wild: quotient.normal().map(|normal| normal.last[0]),
            values,
            generators: quotient
                .generators()
                .iter()
                .map(|(heap, _)| heap - raised)
                .collect(),
            product: words.powers(classes.iter().fold(0, |x, &class| monoid.product(x, class))),
            classes: classes
                .into_iter()
                .map(|class| words.powers(class))
                .collect(),
        })
    }
}

/// Checks that play from these heaps comes to none whose moves are not known.
fn check_moves(
    known: &GrowingQuotient,
    heaps: impl Iterator<Item = Heap> + Clone,
) -> Result<(), Fault> {
    for (number, game) in known.games.iter().enumerate() {
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

/// Counts the sums of one heap of each range that lose: the classes of each range are counted, and multiplied one range
/// after the other.
fn lost(known: &GrowingQuotient, ranges: &[Range], budget: &Budget) -> Result<BigUint, Fault> {
    let quotient = known.reaching(varied::largest(ranges));
    let heaps = ranges.iter().flat_map(|range| range.low..=range.high);
    check_moves(known, heaps.map(|size| Heap { game: 0, size }))?;
    let monoid = quotient.monoid();
    let order = monoid.order();
    let mut sums = vec![BigUint::ZERO; order];
    sums[0] = 1u32.into();
    for (i, range) in ranges.iter().enumerate() {
        if !quotient.reaches(range.high) {
            return Err(Fault::limit(Place::Position(i), &quotient.limit()));
        }
        let (preperiod, period) = match quotient.periods() {
            Some(periods) => (periods[0].preperiod, periods[0].period),
            None => (u64::MAX, 1),
        };
        let mut classes = vec![0u128; order];
        let single = range.low
            ..=range
                .high
                .min(range.low.max(preperiod).saturating_add(period - 1));
        let heaps = single.end() - single.start();
        if heaps > shares::heaps::heaps_of_a_range(budget.work) {
            let message = format!("{heaps} heaps of a range are too many to go through");
            let limit = Limit::steps(
                u128::from(heaps) * u128::from(shares::heaps::STEPS_OF_A_HEAP),
                message,
            );
            return Err(Fault::limit(Place::Position(i), &limit));
        }
        for heap in single {
            // A heap in the period stands for all those that follow it in steps.
            let times = if heap < preperiod {
                1
            } else {
                u128::from((range.high - heap) / period) + 1
            };
            classes[quotient.class(0, heap).unwrap_or(0)] += times;
        }
        let mut next = vec![BigUint::ZERO; order];
        for (x, sum) in sums
            .iter()
            .enumerate()
            .filter(|(_, sum)| **sum != BigUint::ZERO)
        {
            for (y, &times) in classes.iter().enumerate().filter(|(_, times)| **times > 0) {
                next[monoid.product(x, y)] += sum * times;
            }
        }
        sums = next;
    }
    Ok(monoid.losing().ones().map(|x| &sums[x]).sum())
}
