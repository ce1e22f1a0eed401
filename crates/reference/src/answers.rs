//! The answers of records: fields from values and outcomes.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use num_bigint::BigUint;

use crate::certificate::{Certificate, Certificates};
use crate::explore::{Reached, Sums, Value};
use crate::game::{Component, Game, Parts, Position, Text};
use crate::strategy::Strategy;
use crate::text::{self, Chunk, Reading, Record};
use crate::theorems::{Says, Theorem};
use crate::{Ask, By, Fail, Outcome, Res, moves};

/// How many positions a record may stand for.
const VARIED: u64 = 200_000;

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
    /// The rules as they are written, where positions mean the same in all records of them.
    pub rules: Option<String>,
}

/// The positions explored of some rules, and their values.
type Explored = (Reached, Vec<Value>);

thread_local! {
    /// The positions explored of the last rules: records with equal rules often follow each other.
    static LAST: RefCell<Option<(String, Rc<Explored>)>> = const { RefCell::new(None) };
}

/// How many positions are kept for the next record.
const KEPT: usize = 50_000;

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
    let mut plays = vec![moves::read(record)?];
    plays[0].certificate = certificate.cloned().filter(|_| record.more.is_empty());
    for summand in &record.more {
        plays.push(moves::read(summand)?);
    }
    if plays.len() > 1 && plays.iter().any(|play| !play.valued) {
        plays = vec![moves::Union::under_misere(plays)?];
    }
    let position = Solved::of(record, &plays);
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

/// The source of the values of a game's positions.
enum Source<'g> {
    Explored(Rc<Explored>),
    Theorem(Theorem<'g>, By),
}

/// The plays of a record, solved as far as its asks need.
struct Solved<'p> {
    record: &'p Record,
    plays: &'p [Play],
    sources: OnceCell<Res<Vec<Source<'p>>>>,
    outcomes: OnceCell<Res<Outcomes>>,
}

impl Play {
    /// A position under normal play.
    pub fn new(game: impl Game + 'static, components: Vec<Component>) -> Play {
        Play { game: Box::new(game), components, misere: false, valued: true, certificate: None, rules: None }
    }

    /// The positions explored under misère play, if play is misère.
    pub fn under(self, misere: bool) -> Play {
        Play { misere, valued: !misere, ..self }
    }

    /// The positions explored of a game without values.
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

    /// The claim of a certificate.
    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        match certificate {
            Certificate::Strategy(list) => {
                let strategy = Strategy::of(self.game.as_ref(), self.misere, list)?;
                let says = Says::Strategy(RefCell::new(strategy));
                Ok(Theorem { source: "its strategy", says })
            }
            certificate => self.game.certified(&self.positions(), certificate),
        }
    }

    /// The claim of the certificate about the positions; else the result of exploring them, unless play may not end;
    /// else what the literature says.
    fn known<T>(&self, explore: impl FnOnce() -> Res<T>) -> Res<Known<'_, T>> {
        match self.certificate.as_ref().map(|certificate| self.certified(certificate)) {
            Some(Ok(theorem)) => return Ok(Known::Theorem(theorem, By::Certificate)),
            None | Some(Err(Fail::TooLarge)) => {}
            Some(Err(fail)) => return Err(fail),
        }
        match explore() {
            Err(Fail::TooLarge) => {
                Ok(Known::Theorem(self.game.theorem().ok_or(Fail::TooLarge)?, By::Theorem))
            }
            explored => explored.map(Known::Explored),
        }
    }

    /// The values, explored or by a theorem.
    fn source(&self) -> Res<Source<'_>> {
        let game = self.game.as_ref();
        if self.certificate.is_none()
            && let Some(defined) = game.defined(&self.positions())
        {
            return Ok(Source::Theorem(defined, By::Definition));
        }
        Ok(match self.known(|| self.explored())? {
            Known::Explored(explored) => Source::Explored(explored),
            Known::Theorem(theorem, by) => Source::Theorem(theorem, by),
        })
    }

    /// The values by exploring, which goes on where the last record of the same rules ended.
    fn explored(&self) -> Res<Rc<Explored>> {
        let last = LAST.take().filter(|(rules, _)| Some(rules) == self.rules.as_ref());
        let kept = last.and_then(|(_, explored)| Rc::try_unwrap(explored).ok());
        let explored = match kept.map(|kept| self.explored_from(kept)) {
            None | Some(Err(Fail::TooLarge)) => self.explored_from(Explored::default())?,
            Some(explored) => explored?,
        };
        let explored = Rc::new(explored);
        if let Some(rules) = self.rules.clone().filter(|_| explored.1.len() <= KEPT) {
            LAST.set(Some((rules, explored.clone())));
        }
        Ok(explored)
    }

    fn explored_from(&self, (mut reached, mut values): Explored) -> Res<Explored> {
        let game = self.game.as_ref();
        reached.add(game, &self.parts()?)?;
        // The options of the first moves belong to it, too: a component need not be one of its parts.
        for component in &self.components {
            for (_, parts) in game.moves(component)? {
                reached.add(game, &parts)?;
            }
        }
        if reached.count() > values.len() {
            if game.must_end() && !reached.ends() {
                return Err(Fail::Wrong);
            }
            values = reached.values()?;
        }
        Ok((reached, values))
    }
}

/// The knowledge about the positions of a game.
enum Known<'g, T> {
    Explored(T),
    Theorem(Theorem<'g>, By),
}

impl Source<'_> {
    fn by(&self) -> By {
        match self {
            Source::Explored(..) => By::Definition,
            &Source::Theorem(_, by) => by,
        }
    }

    fn value(&self, game: &dyn Game, position: &Position) -> Res<Value> {
        match self {
            Source::Explored(explored) => Ok(explored.1[explored.0.find(game, position)? as usize].clone()),
            Source::Theorem(Theorem { says: Says::Value(value), .. }, _) => {
                value(position).map(Value::Finite)
            }
            Source::Theorem(Theorem { says: Says::Label(value), .. }, _) => value(position),
            Source::Theorem(Theorem { says: Says::Strategy(strategy), .. }, _) => {
                strategy.borrow_mut().value_of(position).map(Value::Finite)
            }
            Source::Theorem(..) => Err(Fail::TooLarge),
        }
    }

    /// The outcome of all components of a game together.
    fn outcome(&self, parts: &[Position]) -> Res<Outcome> {
        match self {
            Source::Theorem(Theorem { says: Says::Outcome(outcome), .. }, _) => outcome(parts),
            Source::Theorem(Theorem { says: Says::Strategy(strategy), .. }, _) => {
                strategy.borrow_mut().outcome_of(parts)
            }
            _ => Err(Fail::TooLarge),
        }
    }

    fn sum<'p>(&self, game: &dyn Game, parts: impl IntoIterator<Item = &'p Position>) -> Res<Value> {
        let mut total = Value::Finite(0);
        for part in parts {
            total = total.plus(&self.value(game, part)?);
        }
        Ok(total)
    }
}

/// The outcome, and every move with the outcome that it leaves.
struct Outcomes {
    outcome: Outcome,
    moves: Vec<(String, Outcome)>,
    by: By,
}

impl Outcomes {
    /// The moves that reach the verdict.
    fn good(&self) -> Vec<&str> {
        let wanted = match self.outcome {
            Outcome::Win => Outcome::Lose,
            Outcome::Draw => Outcome::Draw,
            Outcome::Lose => return Vec::new(),
        };
        self.moves.iter().filter(|(_, after)| *after == wanted).map(|(text, _)| text.as_str()).collect()
    }
}

impl<'p> Solved<'p> {
    fn of(record: &'p Record, plays: &'p [Play]) -> Solved<'p> {
        Solved { record, plays, sources: OnceCell::new(), outcomes: OnceCell::new() }
    }

    fn sources(&self) -> Res<&[Source<'p>]> {
        let all = self.sources.get_or_init(|| self.plays.iter().map(Play::source).collect());
        all.as_ref().map(Vec::as_slice).map_err(|&fail| fail)
    }

    fn single(&self) -> Res<&'p Play> {
        if let [play] = self.plays { Ok(play) } else { Err(Fail::Wrong) }
    }

    fn field(&self, ask: Ask) -> Res<(String, By)> {
        let defined = |text: String| Ok((text, By::Definition));
        match ask {
            Ask::Winner | Ask::PPositions => {
                let (outcome, by) = self.outcome()?;
                let lost = u32::from(outcome == Outcome::Lose).to_string();
                Ok((if ask == Ask::PPositions { lost } else { side(outcome).to_owned() }, by))
            }
            Ask::Positions => defined("1".to_owned()),
            Ask::Verdict | Ask::Count | Ask::Moves | Ask::Best => {
                let outcomes = self.outcomes()?;
                let good = outcomes.good();
                let text = match (ask, outcomes.outcome) {
                    (Ask::Verdict, Outcome::Win) => format!("WIN {}", good.len()),
                    (Ask::Verdict, Outcome::Lose) => "LOSE".to_owned(),
                    (Ask::Verdict, Outcome::Draw) => "DRAW".to_owned(),
                    (Ask::Count, Outcome::Win) => good.len().to_string(),
                    (Ask::Count, _) => "0".to_owned(),
                    (Ask::Moves, _) => dash_if_empty(&good),
                    (_, Outcome::Lose) => outcomes.moves.first().map_or("-", |(text, _)| text).to_owned(),
                    _ => good.first().copied().unwrap_or("-").to_owned(),
                };
                Ok((text, outcomes.by))
            }
            Ask::Grundy | Ask::Values => {
                let (values, by) = self.values()?;
                let total = values.iter().fold(Value::Finite(0), |sum, value| sum.plus(value));
                let each: Vec<String> = values.iter().map(Value::text).collect();
                Ok((if ask == Ask::Grundy { total.text() } else { dash_if_empty(&each) }, by))
            }
            Ask::Losing | Ask::Sequence | Ask::Slice(..) | Ask::Stats => self.heaps(ask),
            Ask::Remoteness => self.remoteness().and_then(defined),
            Ask::Genus => self.genus().and_then(defined),
            Ask::Paths(_) | Ask::Period | Ask::Quotient | Ask::Pattern => {
                let play = self.single()?;
                let heaps = play.components.iter().filter_map(|component| component.position.first());
                play.game.about(ask, heaps.max().copied(), play.certificate.as_ref())
            }
        }
    }

    fn values(&self) -> Res<(Vec<Value>, By)> {
        let (mut values, mut by) = (Vec::new(), By::Definition);
        for (play, source) in self.plays.iter().zip(self.sources()?) {
            for part in play.parts()? {
                values.push(source.value(play.game.as_ref(), &part)?);
            }
            by = by.max(source.by());
        }
        Ok((values, by))
    }

    /// The outcomes of the one game, if its values are not known.
    fn alone(&self) -> Res<Option<&Source<'p>>> {
        Ok(match self.sources()? {
            [source @ Source::Theorem(Theorem { says: Says::Outcome(_) | Says::Strategy(_), .. }, _)] => {
                Some(source)
            }
            _ => None,
        })
    }

    fn outcome(&self) -> Res<(Outcome, By)> {
        if !self.plays.iter().all(|play| play.valued) {
            let all = self.outcomes().map(|outcomes| (outcomes.outcome, outcomes.by));
            return if all == Err(Fail::TooLarge) {
                self.whole(false).map(|outcomes| (outcomes.outcome, outcomes.by))
            } else {
                all
            };
        }
        if let Some(source) = self.alone()? {
            return Ok((source.outcome(&self.single()?.positions())?, source.by()));
        }
        let (values, by) = self.values()?;
        Ok((values.iter().fold(Value::Finite(0), |sum, value| sum.plus(value)).outcome(), by))
    }

    fn outcomes(&self) -> Res<&Outcomes> {
        let solve = || match self.plays.iter().all(|play| play.valued) {
            true => self.by_values(),
            false => self.whole(true),
        };
        self.outcomes.get_or_init(solve).as_ref().map_err(|&fail| fail)
    }

    /// From the values of what each move leaves.
    fn by_values(&self) -> Res<Outcomes> {
        if self.alone()?.is_some() {
            return self.whole(true);
        }
        let sources = self.sources()?;
        let mut totals = Vec::new();
        for (play, source) in self.plays.iter().zip(sources) {
            for component in &play.components {
                totals.push(source.sum(play.game.as_ref(), &play.game.parts(component)?)?);
            }
        }
        let sum =
            |values: &[&[Value]]| values.iter().copied().flatten().fold(Value::Finite(0), |a, b| a.plus(b));
        let (mut moves, mut number, mut at) = (Vec::new(), 1, 0);
        for (play, source) in self.plays.iter().zip(sources) {
            for component in &play.components {
                let rest = sum(&[&totals[..at], &totals[at + 1..]]);
                let explored = matches!(source, Source::Explored(..));
                for (text, parts) in moves_of(play, component, &rest, explored)? {
                    let after = rest.plus(&source.sum(play.game.as_ref(), &parts)?).outcome();
                    moves.push((text_of(&text, number, self.plays.len() > 1), after));
                }
                number += play.game.numbers(component);
                at += 1;
            }
        }
        let by = sources.iter().map(Source::by).max().unwrap_or(By::Definition);
        Ok(Outcomes { outcome: sum(&[&totals]).outcome(), moves, by })
    }

    /// From the outcomes of whole positions: misère play, clauses that end play, draws.
    fn whole(&self, with_moves: bool) -> Res<Outcomes> {
        let play = self.single()?;
        let game = play.game.as_ref();
        let start = play.positions();
        let mut after: Vec<(String, Vec<Position>)> = Vec::new();
        let mut all = Ok(());
        let mut number = 1;
        for (i, component) in play.components.iter().enumerate() {
            let rest = start.iter().enumerate().filter(|&(j, _)| j != i);
            let rest: Vec<Position> = rest.map(|(_, position)| position.clone()).collect();
            let nim_sum = rest.iter().fold(0, |sum, position| sum ^ position.first().unwrap_or(&0));
            let found = match game.moves(component) {
                Err(Fail::TooLarge) if with_moves => {
                    all = Err(Fail::TooLarge);
                    moves_of(play, component, &Value::Finite(nim_sum), false)?
                }
                Err(Fail::TooLarge) => {
                    all = Err(Fail::TooLarge);
                    Vec::new()
                }
                found => found?,
            };
            for (text, parts) in found {
                after.push((text_of(&text, number, false), rest.iter().cloned().chain(parts).collect()));
            }
            number += game.numbers(component);
        }
        let explore = || {
            all?;
            let mut roots = after.iter().map(|(_, parts)| parts.clone()).collect::<Vec<_>>();
            roots.push(start.clone());
            solve(game, play.misere, &roots)
        };
        let known;
        let source = match play.valued {
            true => self.alone()?.ok_or(Fail::TooLarge)?,
            false => match play.known(explore)? {
                Known::Explored(mut outcomes) => {
                    let outcome = outcomes.pop().ok_or(Fail::TooLarge)?.0;
                    let moves = after.into_iter().zip(outcomes);
                    let moves = moves.map(|((text, _), (outcome, _))| (text, outcome)).collect();
                    return Ok(Outcomes { outcome, moves, by: By::Definition });
                }
                Known::Theorem(theorem, by) => {
                    known = Source::Theorem(theorem, by);
                    &known
                }
            },
        };
        let outcome = source.outcome(&start)?;
        let moves = if with_moves { after } else { Vec::new() };
        let moves = moves.into_iter().map(|(text, parts)| Ok((text, source.outcome(&parts)?)));
        Ok(Outcomes { outcome, moves: moves.collect::<Res<_>>()?, by: source.by() })
    }

    fn remoteness(&self) -> Res<String> {
        let solved = match self.plays {
            [play] => solve(play.game.as_ref(), play.misere, &[play.positions()])?,
            _ => {
                let plays = self.record.summands().map(moves::read).collect::<Res<Vec<_>>>()?;
                let union = moves::Union(plays);
                let positions = union.positions();
                solve(&union, false, &[positions])?
            }
        };
        Ok(match solved[0] {
            (Outcome::Draw, _) => "-".to_owned(),
            (_, moves) => moves.to_string(),
        })
    }

    fn genus(&self) -> Res<String> {
        let play = self.single()?;
        let game = play.game.as_ref();
        let parts = play.parts()?;
        let reached = Reached::from(game, &parts)?;
        let root = reached.find_all(game, &parts.into())?;
        Sums::from(&reached, true, &[root])?.genus()
    }

    /// Answers an ask about all heaps to the one heap.
    fn heaps(&self, ask: Ask) -> Res<(String, By)> {
        let play = self.single()?;
        let [component] = &play.components[..] else { return Err(Fail::Wrong) };
        let last = component.position[0];
        let game = play.game.as_ref();
        if last > 2_000_000 {
            return Err(Fail::TooLarge);
        }
        let mut line = Vec::new();
        for size in game.first_heap()..=last {
            if let Some(position) = game.heap(size)? {
                line.push((size, position));
            }
        }
        if ask == Ask::Losing && !play.valued {
            let roots: Vec<Vec<Position>> = line.iter().map(|(_, heap)| vec![heap.clone()]).collect();
            let outcomes = solve(game, play.misere, &roots)?;
            let lost = line.iter().zip(outcomes).filter(|(_, (outcome, _))| *outcome == Outcome::Lose);
            return Ok((spaced(lost.map(|((size, _), _)| *size)), By::Definition));
        }
        let roots: Vec<Position> = line.iter().map(|(_, heap)| heap.clone()).collect();
        let source = match game.defined(&roots) {
            Some(defined) => Source::Theorem(defined, By::Definition),
            None => {
                let reached = Reached::from(game, &roots)?;
                let values = reached.values()?;
                Source::Explored(Rc::new((reached, values)))
            }
        };
        let finite = |heap: &Position| match source.value(game, heap)? {
            Value::Finite(value) => Ok(value),
            Value::Infinite(_) => Err(Fail::TooLarge),
        };
        let values = roots.iter().map(finite).collect::<Res<Vec<u64>>>()?;
        let text = match ask {
            Ask::Losing => {
                spaced(line.iter().zip(&values).filter(|(_, v)| **v == 0).map(|((size, _), _)| *size))
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

/// The moves of a component: all of them, or where they are too many those that may win and the first.
fn moves_of(play: &Play, component: &Component, rest: &Value, all: bool) -> Res<Vec<(Text, Parts)>> {
    match (all, rest) {
        (false, Value::Finite(rest)) => match play.game.candidates(component, *rest) {
            Some(candidates) => Ok(candidates),
            None => play.game.moves(component),
        },
        _ => play.game.moves(component),
    }
}

/// Outcomes and remoteness of some whole positions of a game.
fn solve(game: &dyn Game, misere: bool, roots: &[Vec<Position>]) -> Res<Vec<(Outcome, u64)>> {
    let mut reached = Reached::default();
    for root in roots {
        reached.add(game, root)?;
    }
    if game.must_end() && !reached.ends() {
        return Err(Fail::Wrong);
    }
    let find = |root: &Vec<Position>| reached.find_all(game, &root.clone().into());
    let roots = roots.iter().map(find).collect::<Res<Vec<_>>>()?;
    let sums = Sums::from(&reached, misere, &roots)?;
    let outcomes = sums.outcomes();
    roots.iter().map(|root| Ok(outcomes[sums.find(root)?])).collect()
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

/// Positions that vary: each number of the ranges put in, one after another. Where the words of a position are
/// independent components, their values are counted word by word and the counts combined.
fn varied(record: &Record) -> Res<(String, By)> {
    let about_all = |ask: &Ask| matches!(ask, Ask::PPositions | Ask::Positions);
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
    if groups.iter().map(count).fold(0, u64::saturating_add) > VARIED {
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
    let field = |ask: &Ask| if *ask == Ask::PPositions { lost.to_string() } else { all.to_string() };
    Ok((record.asks.iter().map(field).collect::<Vec<_>>().join(" | "), By::Definition))
}

/// The first choice of numbers that is a position.
fn first_position(record: &Record, ranges: &[Vec<(u64, u64)>]) -> Res<Play> {
    let (mut first, mut tried) = (None, 0);
    let found = each_position(ranges, |words| {
        first = moves::read(&record.at(words)).ok();
        tried += 1;
        if first.is_some() || tried > VARIED { Err(Fail::TooLarge) } else { Ok(()) }
    });
    first.ok_or(found.err().unwrap_or(Fail::Wrong))
}

/// How many of some positions have each value; 0 stands for lost, 1 for not, where there are no values.
fn values_of(play: &Play, positions: &[Vec<Position>]) -> Res<HashMap<u64, BigUint>> {
    let game = play.game.as_ref();
    let mut counts: HashMap<u64, BigUint> = HashMap::new();
    if !play.valued {
        for (outcome, _) in solve(game, play.misere, positions)? {
            *counts.entry(u64::from(outcome != Outcome::Lose)).or_default() += 1u8;
        }
        return Ok(counts);
    }
    let reached = Reached::from(game, &positions.concat())?;
    let values = reached.values()?;
    for position in positions {
        let mut total = 0;
        for part in position {
            match values[reached.find(game, part)? as usize] {
                Value::Finite(value) => total ^= value,
                Value::Infinite(_) => return Err(Fail::TooLarge),
            }
        }
        *counts.entry(total).or_default() += 1u8;
    }
    Ok(counts)
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
