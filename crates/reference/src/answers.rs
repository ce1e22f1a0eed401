//! The answers of records: fields from values and outcomes.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use num_bigint::BigUint;

use crate::certificate::{Certificate, Certificates};
use crate::explore::{Reached, Value};
use crate::game::{Component, Game, Parts, Position, Text};
use crate::strategy::Strategy;
use crate::sums::Played;
use crate::text::{self, Chunk, Reading, Record};
use crate::theorems::Theorem;
use crate::{Ask, By, Fail, Outcome, Res, moves};

/// How many positions a record may stand for.
const MAX_VARIED_POSITIONS: u64 = 200_000;

/// The stand-in for the answer of one record.
#[derive(Debug)]
pub struct Answer {
    /// The line of the input, from 0, on which the record begins.
    pub place: usize,
    /// Its label, if it has a good one.
    pub label: Option<String>,
    /// The answer without the label, and what it rests on.
    pub result: Res<(String, By)>,
}

/// Answers every record of an input; `true` if some line of it is wrong, as the exit status says.
pub fn answers(input: &[u8]) -> (Vec<Answer>, bool) {
    certified(input, &Certificates::new(), &Reading::default())
}

/// The answers with certificates, and with the options of the program beside its input.
pub fn certified(input: &[u8], certificates: &Certificates, reading: &Reading) -> (Vec<Answer>, bool) {
    let (mut answers, mut wrong) = (Vec::new(), false);
    for chunk in text::chunks(input, reading) {
        match chunk {
            Chunk::Stray => wrong = true,
            Chunk::Record { place, label, record } => {
                let result =
                    record.and_then(|record| answer(&record, certificates.get(&(answers.len() + 1))));
                wrong |= result == Err(Fail::Wrong);
                answers.push(Answer { place, label, result });
            }
        }
    }
    (answers, wrong)
}

impl Answer {
    /// The line that the program must give; `None` if it is not known.
    pub fn line(&self) -> Option<String> {
        let line = match &self.result {
            Ok((line, _)) => line,
            Err(Fail::Wrong) => "ERROR",
            Err(Fail::TooLarge | Fail::Forged) => return None,
        };
        Some(self.labelled(line))
    }

    /// A line with the record's label.
    pub fn labelled(&self, line: &str) -> String {
        self.label.as_ref().map_or_else(|| line.to_owned(), |label| format!("@{label} {line}"))
    }
}

/// One game of a record with its position.
pub struct Play {
    /// The rules.
    pub game: Box<dyn Game>,
    /// The components of the position.
    pub components: Vec<Component>,
    /// Who cannot move wins.
    pub misere: bool,
    /// Positions have values: normal play, and no ends but by lack of moves.
    pub valued: bool,
    /// The certificate of the answer, if it was given.
    pub certificate: Option<Certificate>,
    /// The rules as they are written, if positions mean the same in all records of them.
    pub rules: Option<String>,
}

/// The positions explored of some rules, and their values.
type Explored = (Reached, Vec<Value>);

thread_local! {
    /// The positions explored of the rules met lately: records with equal rules often come again.
    static KEPT: RefCell<HashMap<String, Rc<Explored>>> = RefCell::default();
}

/// The most positions of one rule that are kept for further records, and the most rules.
const MAX_KEPT_POSITIONS: usize = 50_000;
const MAX_KEPT_RULES: usize = 16;

impl Play {
    /// A position under normal play.
    pub fn new(game: impl Game + 'static, components: Vec<Component>) -> Play {
        Play { game: Box::new(game), components, misere: false, valued: true, certificate: None, rules: None }
    }

    /// The position under misère play, if play is misère.
    pub fn under(self, misere: bool) -> Play {
        Play { misere, valued: !misere, ..self }
    }

    /// The position of a game without values.
    pub fn without_values(self) -> Play {
        Play { valued: false, ..self }
    }

    /// The components.
    pub fn positions(&self) -> Vec<Position> {
        self.components.iter().map(|component| component.position.clone()).collect()
    }

    /// The parts that are valued by themselves.
    pub fn parts(&self) -> Res<Vec<Position>> {
        let parts = self.components.iter().map(|component| self.game.parts(component));
        Ok(parts.collect::<Res<Vec<_>>>()?.concat())
    }

    /// The knowledge about the position and all that follow: by the certificate; else by definition; else the literature's.
    fn known(&self) -> Res<Theorem<'_>> {
        if let Some(certificate) = &self.certificate {
            match self.certified(certificate) {
                Err(Fail::TooLarge) => {}
                proved => return proved.map(|theorem| theorem.by(By::Certificate)),
            }
        }
        match if self.valued { self.values() } else { self.outcomes() } {
            Err(Fail::TooLarge) => self.game.theorem().ok_or(Fail::TooLarge),
            explored => explored,
        }
    }

    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        match certificate {
            Certificate::Strategy(list) => {
                let strategy = Rc::new(RefCell::new(Strategy::of(self.game.as_ref(), self.misere, list)?));
                let sums = strategy.clone();
                let outcome =
                    Theorem::outcome("its strategy", move |parts| sums.borrow_mut().outcome_of(parts));
                let value = Theorem::value("its strategy", move |part| strategy.borrow_mut().value_of(part));
                Ok(Theorem { value: value.value, ..outcome })
            }
            certificate => self.game.certified(&self.positions(), certificate),
        }
    }

    /// The values of the position's parts, and of all that can be reached.
    fn values(&self) -> Res<Theorem<'_>> {
        if let Some(defined) = self.game.defined(&self.positions()) {
            return Ok(defined);
        }
        let mut roots = self.parts()?;
        for component in &self.components {
            // A component need not be one of its parts.
            roots.extend(self.game.moves(component)?.into_iter().flat_map(|(_, parts)| parts));
        }
        self.explored(&roots)
    }

    /// The values of these positions, and of all that can be reached.
    fn explored(&self, roots: &[Position]) -> Res<Theorem<'_>> {
        let known = self.rules.as_ref().and_then(|rules| KEPT.with_borrow_mut(|kept| kept.remove(rules)));
        let kept = known.and_then(|explored| Rc::try_unwrap(explored).ok());
        let explored = match kept.map(|kept| self.explored_from(kept, roots)) {
            None | Some(Err(Fail::TooLarge)) => self.explored_from(Explored::default(), roots)?,
            Some(explored) => explored?,
        };
        let explored = Rc::new(explored);
        if let Some(rules) = self.rules.clone().filter(|_| explored.1.len() <= MAX_KEPT_POSITIONS) {
            KEPT.with_borrow_mut(|kept| {
                if kept.len() == MAX_KEPT_RULES {
                    kept.clear();
                }
                kept.insert(rules, explored.clone());
            });
        }
        let value = move |position: &[u64]| {
            let number = explored.0.find(self.game.as_ref(), &position.into())?;
            Ok(explored.1[number as usize].clone())
        };
        Ok(Theorem::values("exploring", value).by(By::Definition))
    }

    fn explored_from(&self, (mut reached, mut values): Explored, roots: &[Position]) -> Res<Explored> {
        let game = self.game.as_ref();
        reached.add(game, roots)?;
        if reached.count() > values.len() {
            if game.must_end() && !reached.ends() {
                return Err(Fail::Wrong);
            }
            values = reached.values()?;
        }
        Ok((reached, values))
    }

    /// The outcomes of the position, and of all that can be reached.
    fn outcomes(&self) -> Res<Theorem<'_>> {
        let played = Played::from(self.game.as_ref(), self.misere, &[self.positions()])?;
        let outcome = move |parts: &[Position]| Ok(played.find(parts)?.0);
        Ok(Theorem::outcome("exploring", outcome).by(By::Definition))
    }
}

/// The game and the position of the one record of an input; `TooLarge` for a sum of different games.
pub fn play(input: &[u8], reading: &Reading) -> Res<Play> {
    match text::chunks(input, reading).pop() {
        Some(Chunk::Record { record: Ok(record), .. }) if record.more.is_empty() && !record.varies() => {
            moves::read(&record)
        }
        _ => Err(Fail::TooLarge),
    }
}

/// The answer of a record.
pub fn answer(record: &Record, certificate: Option<&Certificate>) -> Res<(String, By)> {
    if record.varies() {
        return varied(record);
    }
    let mut plays = record.summands().map(moves::read).collect::<Res<Vec<_>>>()?;
    match certificate {
        Some(Certificate::Sum(each)) => {
            plays.iter_mut().zip(each).for_each(|(play, one)| play.certificate.clone_from(one));
        }
        one => plays[0].certificate = one.cloned().filter(|_| record.more.is_empty()),
    }
    if plays.len() > 1 && plays.iter().any(|play| !play.valued) {
        plays = vec![moves::Union::under_misere(plays)?];
    }
    let position = Solved { record, plays: &plays, known: OnceCell::new(), outcomes: OnceCell::new() };
    let fields: Vec<Res<(String, By)>> = record.asks.iter().map(|&ask| position.field(ask)).collect();
    for fail in [Fail::Wrong, Fail::Forged] {
        if fields.contains(&Err(fail)) {
            return Err(fail);
        }
    }
    let fields = fields.into_iter().collect::<Res<Vec<_>>>()?;
    let by = fields.iter().map(|&(_, by)| by).max().unwrap_or(By::Definition);
    Ok((fields.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" | "), by))
}

/// The plays of a record, solved as far as its asks need.
struct Solved<'p> {
    record: &'p Record,
    plays: &'p [Play],
    known: OnceCell<Res<Vec<Theorem<'p>>>>,
    outcomes: OnceCell<Res<Outcomes>>,
}

/// The outcome, the moves that reach it, and the first move of all.
struct Outcomes {
    outcome: Outcome,
    good: Vec<String>,
    first: Option<String>,
}

/// A component with its game, and what is known of this.
type Placed<'s, 'p> = (&'p Play, &'s Theorem<'p>, &'p Component);

impl<'p> Solved<'p> {
    fn known(&self) -> Res<&[Theorem<'p>]> {
        let all = self.known.get_or_init(|| self.plays.iter().map(Play::known).collect());
        all.as_ref().map(Vec::as_slice).map_err(|&fail| fail)
    }

    fn single(&self) -> Res<&'p Play> {
        if let [play] = self.plays { Ok(play) } else { Err(Fail::Wrong) }
    }

    /// The weakest ground of what is known.
    fn by(&self) -> Res<By> {
        Ok(self.known()?.iter().map(|theorem| theorem.by).max().unwrap_or(By::Definition))
    }

    fn field(&self, ask: Ask) -> Res<(String, By)> {
        let text = match ask {
            Ask::Winner => side(self.outcome()?).to_owned(),
            // They are about the positions of ranges.
            Ask::PPositions | Ask::PList => return Err(Fail::Wrong),
            Ask::Positions => return Ok(("1".to_owned(), By::Definition)),
            Ask::Verdict | Ask::Count | Ask::Moves | Ask::Best => {
                let outcomes = self.outcomes.get_or_init(|| self.outcomes());
                let outcomes = outcomes.as_ref().map_err(|&fail| fail)?;
                let Outcomes { good, first, .. } = outcomes;
                match (ask, outcomes.outcome) {
                    (Ask::Verdict, Outcome::Win) => format!("WIN {}", good.len()),
                    (Ask::Verdict, Outcome::Lose) => "LOSE".to_owned(),
                    (Ask::Verdict, Outcome::Draw) => "DRAW".to_owned(),
                    (Ask::Count, Outcome::Win) => good.len().to_string(),
                    (Ask::Count, _) => "0".to_owned(),
                    (Ask::Moves, _) => dash_if_empty(good),
                    (_, Outcome::Lose) => first.clone().unwrap_or("-".to_owned()),
                    _ => good.first().cloned().unwrap_or("-".to_owned()),
                }
            }
            Ask::Grundy => total(&self.values()?).text(),
            Ask::Values => dash_if_empty(&self.values()?.iter().map(Value::text).collect::<Vec<_>>()),
            Ask::Losing | Ask::Sequence | Ask::Slice(..) | Ask::Stats => return self.heaps(ask),
            Ask::Remoteness => return Ok((self.remoteness()?, By::Definition)),
            Ask::Genus => {
                let play = self.single()?;
                let sum = Played::from(play.game.as_ref(), true, &[play.parts()?])?;
                return Ok((sum.genus()?, By::Definition));
            }
            Ask::Paths(_) | Ask::Period | Ask::Quotient | Ask::Pattern => {
                let play = self.single()?;
                let heaps = play.components.iter().filter_map(|component| component.position.first());
                return play.game.about(ask, heaps.max().copied(), play.certificate.as_ref());
            }
        };
        Ok((text, self.by()?))
    }

    fn components(&self) -> Res<Vec<Placed<'_, 'p>>> {
        let pairs = self.plays.iter().zip(self.known()?);
        Ok(pairs
            .flat_map(|(play, known)| play.components.iter().map(move |each| (play, known, each)))
            .collect())
    }

    /// The values of all parts.
    fn values(&self) -> Res<Vec<Value>> {
        let mut values = Vec::new();
        for (play, theorem, component) in self.components()? {
            for part in play.game.parts(component)? {
                values.push(theorem.value.as_ref().ok_or(Fail::TooLarge)?(&part)?);
            }
        }
        Ok(values)
    }

    fn outcome(&self) -> Res<Outcome> {
        match self.known()? {
            [Theorem { outcome: Some(outcome), .. }] => outcome(&self.plays[0].positions()),
            _ => Ok(total(&self.values()?).outcome()),
        }
    }

    fn outcomes(&self) -> Res<Outcomes> {
        let (components, known) = (self.components()?, self.known()?);
        let whole = if let [Theorem { outcome, .. }] = known { outcome.as_ref() } else { None };
        let mut values = Vec::new();
        for (play, theorem, component) in components.iter().filter(|_| whole.is_none()) {
            values.push(value_of(theorem, &play.game.parts(component)?)?);
        }
        let outcome = self.outcome()?;
        let wanted = match outcome {
            Outcome::Win => Some(Outcome::Lose),
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::Lose => None,
        };
        let (mut number, mut found) = (1, Outcomes { outcome, good: Vec::new(), first: None });
        for (at, &(play, theorem, component)) in components.iter().enumerate() {
            let mut count = |text: &Text, after: Outcome| {
                let text = || text_of(text, number, self.plays.len() > 1);
                found.first.get_or_insert_with(text);
                found.good.extend((Some(after) == wanted).then(text));
            };
            if let Some(outcome) = whole {
                let others = components.iter().enumerate().filter(|&(other, _)| other != at);
                let others: Vec<Position> = others.map(|(_, (_, _, other))| other.position.clone()).collect();
                let rest = others.iter().fold(0, |sum, part| sum ^ part.first().unwrap_or(&0));
                for (text, parts) in moves_of(play, theorem, component, rest)? {
                    count(&text, outcome(&others.iter().cloned().chain(parts).collect::<Vec<_>>())?);
                }
            } else {
                let rest = total(&values[..at]).plus(&total(&values[at + 1..]));
                for (text, value) in moves_left(play, theorem, component, &rest)?.iter() {
                    count(text, rest.plus(value).outcome());
                }
            }
            number += play.game.numbers(component);
        }
        Ok(found)
    }

    fn remoteness(&self) -> Res<String> {
        let played = match self.plays {
            [play] => {
                Played::from(play.game.as_ref(), play.misere, &[play.positions()])?.find(&play.positions())?
            }
            _ => {
                let union = moves::Union(self.record.summands().map(moves::read).collect::<Res<Vec<_>>>()?);
                Played::from(&union, false, &[union.positions()])?.find(&union.positions())?
            }
        };
        Ok(match played {
            (Outcome::Draw, _) => "-".to_owned(),
            (_, moves) => moves.to_string(),
        })
    }

    /// Answers an ask about all heaps to the one heap.
    fn heaps(&self, ask: Ask) -> Res<(String, By)> {
        let play = self.single()?;
        let ([component], game) = (&play.components[..], play.game.as_ref()) else { return Err(Fail::Wrong) };
        let last = component.position[0];
        if last > 2_000_000 {
            return Err(Fail::TooLarge);
        }
        let (mut sizes, mut heaps) = (Vec::new(), Vec::new());
        for size in game.first_heap()..=last {
            if let Some(heap) = game.heap(size)? {
                sizes.push(size);
                heaps.push(heap);
            }
        }
        if ask == Ask::Losing && !play.valued {
            let roots: Vec<Vec<Position>> = heaps.iter().map(|heap| vec![heap.clone()]).collect();
            let played = Played::from(game, play.misere, &roots)?;
            let mut lost = Vec::new();
            for (size, root) in sizes.into_iter().zip(&roots) {
                lost.extend((played.find(root)?.0 == Outcome::Lose).then_some(size));
            }
            return Ok((spaced(lost.into_iter()), By::Definition));
        }
        let theorem = game.defined(&heaps).map_or_else(|| play.explored(&heaps), Ok)?;
        let values = heaps.iter().map(|heap| finite(&theorem, std::slice::from_ref(heap)));
        let values = values.collect::<Res<Vec<u64>>>()?;
        let text = match ask {
            Ask::Losing => {
                spaced(sizes.into_iter().zip(values).filter(|&(_, value)| value == 0).map(|(size, _)| size))
            }
            Ask::Slice(first, end) if first <= end && end <= last && values.len() as u64 == last + 1 => {
                spaced(values[first as usize..=end as usize].iter().copied())
            }
            Ask::Slice(..) => return Err(Fail::Wrong),
            Ask::Stats => stats(&values),
            _ => spaced(values.into_iter()),
        };
        Ok((text, By::Definition))
    }
}

fn total(values: &[Value]) -> Value {
    values.iter().fold(Value::Finite(0), |sum, value| sum.plus(value))
}

/// The value of some parts together.
fn value_of(theorem: &Theorem<'_>, parts: &[Position]) -> Res<Value> {
    let value = theorem.value.as_ref().ok_or(Fail::TooLarge)?;
    parts.iter().try_fold(Value::Finite(0), |sum, part| Ok(sum.plus(&value(part)?)))
}

fn finite(theorem: &Theorem<'_>, parts: &[Position]) -> Res<u64> {
    match value_of(theorem, parts)? {
        Value::Finite(value) => Ok(value),
        Value::Infinite(_) => Err(Fail::TooLarge),
    }
}

/// The moves of a component: all of them, or if they are too many those that may win and the first.
fn moves_of(play: &Play, theorem: &Theorem<'_>, component: &Component, rest: u64) -> Res<Vec<(Text, Parts)>> {
    let candidates = match theorem.by {
        By::Definition => None,
        _ => play.game.candidates(component, rest),
    };
    candidates.map_or_else(|| play.game.moves(component), Ok)
}

/// The moves of a component, each with the value of what it leaves.
type Left = Rc<Vec<(Text, Value)>>;

/// The moves of the components met under some rules, by their positions as these are written.
type Moves = (String, HashMap<(Position, String), Left>);

thread_local! {
    /// The moves met under the last rules.
    static MOVES: RefCell<Moves> = RefCell::default();
}

/// The moves of a component, and the values of what they leave; beside others of this value, if not all can be listed.
fn moves_left(play: &Play, theorem: &Theorem<'_>, component: &Component, rest: &Value) -> Res<Left> {
    let rules = play.rules.as_ref().filter(|_| theorem.by == By::Definition);
    let key = (component.position.clone(), component.written.clone());
    let known =
        MOVES.with_borrow(|(of, known)| if rules == Some(of) { known.get(&key).cloned() } else { None });
    if let Some(known) = known {
        return Ok(known);
    }
    let moves = match rest {
        Value::Finite(rest) => moves_of(play, theorem, component, *rest)?,
        Value::Infinite(_) => play.game.moves(component)?,
    };
    let left = moves.into_iter().map(|(text, parts)| Ok((text, value_of(theorem, &parts)?)));
    let left = Rc::new(left.collect::<Res<Vec<_>>>()?);
    if let Some(rules) = rules {
        MOVES.with_borrow_mut(|(of, known)| {
            if of != rules || known.values().map(|left| left.len()).sum::<usize>() > MAX_KEPT_POSITIONS {
                (*of, *known) = (rules.clone(), HashMap::new());
            }
            known.insert(key, left.clone());
        });
    }
    Ok(left)
}

fn text_of(text: &Text, number: usize, in_sum: bool) -> String {
    match text {
        Text::Numbered(text) => format!("{number}:{text}"),
        Text::Bare(text) if in_sum => format!("{number}:{text}"),
        Text::Bare(text) | Text::Plain(text) => text.clone(),
        Text::Changes(changes) => {
            let each = changes.iter().map(|(place, from, to)| format!("{}:{from}>{to}", number + place));
            each.collect::<Vec<_>>().join(",")
        }
    }
}

fn side(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "FIRST",
        Outcome::Lose => "SECOND",
        Outcome::Draw => "NOBODY",
    }
}

fn dash_if_empty<T: AsRef<str>>(words: &[T]) -> String {
    if words.is_empty() {
        return "-".to_owned();
    }
    words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ")
}

fn spaced(numbers: impl Iterator<Item = u64>) -> String {
    dash_if_empty(&numbers.map(|number| number.to_string()).collect::<Vec<_>>())
}

/// The statistics of values: the largest, where the last new one came, which are rare, how often each occurs.
fn stats(values: &[u64]) -> String {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    let (mut largest, mut new) = ((0, 0), 0);
    for (heap, &value) in values.iter().enumerate() {
        let count = counts.entry(value).or_default();
        if *count == 0 {
            new = heap;
        }
        *count += 1;
        if heap == 0 || value > largest.0 {
            largest = (value, heap);
        }
    }
    let second = &values[values.len().div_ceil(2)..];
    let rare: Vec<u64> = counts.keys().copied().filter(|value| !second.contains(value)).collect();
    let each: Vec<String> = counts.iter().map(|(value, count)| format!("{value}:{count}")).collect();
    let rare = spaced(rare.into_iter());
    format!("largest {} at {} new {new} rare {rare} counts {}", largest.0, largest.1, each.join(" "))
}

/// Positions that vary: each number of the ranges put in, one after another. If the words of a position are
/// independent components, their values are counted word by word and the counts combined.
fn varied(record: &Record) -> Res<(String, By)> {
    let about_all = |ask: &Ask| matches!(ask, Ask::PPositions | Ask::PList | Ask::Positions);
    if !record.asks.iter().all(about_all) || !record.more.is_empty() {
        return Err(Fail::Wrong);
    }
    let words = record.position.clone().unwrap_or_default();
    let ranges =
        words.iter().map(|word| word.split(',').map(text::range).collect()).collect::<Res<Vec<_>>>()?;
    let last =
        |word: &Vec<(u64, u64)>| word.iter().map(|range| range.1.to_string()).collect::<Vec<_>>().join(",");
    let largest = match moves::read(&record.at(ranges.iter().map(last).collect())) {
        Err(Fail::Wrong) if record.may_skip() => first_position(record, &ranges)?,
        read => read?,
    };
    let apart = largest.valued && largest.components.len() == words.len();
    let groups: Vec<&[Vec<(u64, u64)>]> = if apart { ranges.chunks(1).collect() } else { vec![&ranges] };
    let count = |group: &&[Vec<(u64, u64)>]| {
        let sizes = group.iter().flatten().map(|(low, high)| (high - low).saturating_add(1));
        sizes.fold(1u64, u64::saturating_mul)
    };
    if groups.iter().map(count).fold(0, u64::saturating_add) > MAX_VARIED_POSITIONS {
        return Err(Fail::TooLarge);
    }
    let (mut all, mut lost) = (BigUint::from(1u8), HashMap::from([(0, BigUint::from(1u8))]));
    for group in groups {
        let mut positions = Vec::new();
        each_position(group, |words| {
            match moves::read(&record.at(words)) {
                Ok(play) => positions.push(play.positions()),
                // Not every choice of numbers is a position: coins on one square, numbers that a clause forbids.
                Err(Fail::Wrong) if record.may_skip() => {}
                Err(fail) => return Err(fail),
            }
            Ok(())
        })?;
        all *= positions.len();
        lost = combined(&lost, &values_of(&largest, &positions)?);
    }
    let lost = lost.remove(&0).unwrap_or_default();
    let field = |ask: &Ask| match ask {
        Ask::PPositions => Ok(lost.to_string()),
        Ask::PList => lost_positions(record, &ranges, &largest),
        _ => Ok(all.to_string()),
    };
    Ok((record.asks.iter().map(field).collect::<Res<Vec<_>>>()?.join(" | "), By::Definition))
}

/// The positions of these ranges that are lost, as they are written in a list.
fn lost_positions(record: &Record, ranges: &[Vec<(u64, u64)>], play: &Play) -> Res<String> {
    let sizes = ranges.iter().flatten().map(|(low, high)| (high - low).saturating_add(1));
    if sizes.fold(1u64, u64::saturating_mul) > MAX_VARIED_POSITIONS {
        return Err(Fail::TooLarge);
    }
    let (mut positions, mut texts) = (Vec::new(), Vec::new());
    each_position(ranges, |words| {
        let text = words.join("+");
        match moves::read(&record.at(words)) {
            Ok(play) => {
                positions.push(play.positions());
                texts.push(text);
            }
            Err(Fail::Wrong) if record.may_skip() => {}
            Err(fail) => return Err(fail),
        }
        Ok(())
    })?;
    let values = value_of_each(play, &positions)?;
    let lost: Vec<&str> =
        texts.iter().zip(values).filter(|(_, value)| *value == 0).map(|(text, _)| text.as_str()).collect();
    Ok(dash_if_empty(&lost))
}

/// The first choice of numbers that is a position.
fn first_position(record: &Record, ranges: &[Vec<(u64, u64)>]) -> Res<Play> {
    let (mut first, mut tried) = (None, 0);
    let found = each_position(ranges, |words| {
        first = moves::read(&record.at(words)).ok();
        tried += 1;
        if first.is_some() || tried > MAX_VARIED_POSITIONS { Err(Fail::TooLarge) } else { Ok(()) }
    });
    first.ok_or(found.err().unwrap_or(Fail::Wrong))
}

/// How many of some positions have each value; 0 stands for lost, 1 for not, if there are no values.
fn values_of(play: &Play, positions: &[Vec<Position>]) -> Res<HashMap<u64, BigUint>> {
    let mut counts: HashMap<u64, BigUint> = HashMap::new();
    for value in value_of_each(play, positions)? {
        *counts.entry(value).or_default() += 1u8;
    }
    Ok(counts)
}

/// The value of each position; 0 stands for lost, 1 for not, if there are no values.
fn value_of_each(play: &Play, positions: &[Vec<Position>]) -> Res<Vec<u64>> {
    if play.valued {
        let theorem = play.explored(&positions.concat())?;
        return positions.iter().map(|position| finite(&theorem, position)).collect();
    }
    let played = Played::from(play.game.as_ref(), play.misere, positions)?;
    let value = |position: &Vec<Position>| Ok(u64::from(played.find(position)?.0 != Outcome::Lose));
    positions.iter().map(value).collect()
}

fn combined(a: &HashMap<u64, BigUint>, b: &HashMap<u64, BigUint>) -> HashMap<u64, BigUint> {
    let mut counts: HashMap<u64, BigUint> = HashMap::new();
    for (x, m) in a {
        for (y, n) in b {
            *counts.entry(x ^ y).or_default() += m * n;
        }
    }
    counts
}

/// Calls with every choice of numbers from the ranges.
fn each_position(ranges: &[Vec<(u64, u64)>], mut call: impl FnMut(Vec<String>) -> Res<()>) -> Res<()> {
    let flat: Vec<(u64, u64)> = ranges.concat();
    let mut numbers: Vec<u64> = flat.iter().map(|range| range.0).collect();
    loop {
        let mut rest = &numbers[..];
        let word = |range: &Vec<(u64, u64)>| {
            let (here, after) = rest.split_at(range.len());
            rest = after;
            here.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
        };
        call(ranges.iter().map(word).collect())?;
        let Some(up) = (0..flat.len()).rev().find(|&i| numbers[i] < flat[i].1) else { return Ok(()) };
        numbers[up] += 1;
        (up + 1..flat.len()).for_each(|i| numbers[i] = flat[i].0);
    }
}
