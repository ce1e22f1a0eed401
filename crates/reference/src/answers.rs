//! The answers of records: fields from values and outcomes.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use itertools::Itertools;

use crate::certificate::{Certificate, Certificates};
use crate::explore::{MAX_POSITIONS, Table, Value};
use crate::game::{Component, Game, Position};
use crate::strategy::Strategy;
use crate::text::{self, Given, Reading, Record};
use crate::theorems::Theorem;
use crate::{Ask, By, Fail, Outcome, Res, moves, ranges};

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
    let (records, mut wrong) = text::records(input, reading);
    let answered = |(number, Given { place, label, record }): (usize, Given)| {
        let result = record.and_then(|record| answer(&record, certificates.get(&number)));
        wrong |= result == Err(Fail::Wrong);
        Answer { place, label, result }
    };
    let answers = (1..).zip(records).map(answered).collect();
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
    pub game: Rc<dyn Game>,
    /// The components of the position.
    pub components: Vec<Component>,
    /// Who cannot move wins.
    pub misere: bool,
    /// Positions have values: normal play, and no ends but by lack of moves.
    pub valued: bool,
    /// The certificate of the answer, if it was given.
    pub certificate: Option<Certificate>,
}

impl Play {
    /// A position under normal play.
    pub fn new(game: impl Game + 'static, components: Vec<Component>) -> Play {
        Play { game: Rc::new(game), components, misere: false, valued: true, certificate: None }
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

    fn table(&self) -> Table {
        Table::of(self.game.clone(), self.misere)
    }

    /// The knowledge about the position and all that follow: by the certificate; else by definition; else the literature's.
    fn known(&self) -> Res<Theorem<'_>> {
        if let Some(certificate) = &self.certificate {
            match self.certified(certificate) {
                Err(Fail::TooLarge) => {}
                proved => return proved.map(|theorem| theorem.by(By::Certificate)),
            }
        }
        match self.explored() {
            Err(Fail::TooLarge) => self.game.theorem().ok_or(Fail::TooLarge),
            explored => explored,
        }
    }

    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        let Certificate::Strategy(list) = certificate else {
            return self.game.certified(certificate);
        };
        let strategy = Rc::new(RefCell::new(Strategy::of(self.game.clone(), self.misere, list)));
        let sums = strategy.clone();
        let outcome = Theorem::outcome("its strategy", move |parts| sums.borrow_mut().outcome(parts));
        let value = Theorem::value("its strategy", move |part| strategy.borrow_mut().value(part));
        Ok(Theorem { value: value.value, ..outcome })
    }

    /// The values of the position's parts, or the outcome of the position, and of all that can be reached.
    fn explored(&self) -> Res<Theorem<'_>> {
        if self.valued {
            return self.valued(&self.parts()?);
        }
        let table = RefCell::new(self.table());
        let root = table.borrow_mut().sum(self.positions(), 0)?;
        let played = table.borrow_mut().play(&[root], MAX_POSITIONS)?;
        let outcome = move |parts: &[Position]| {
            let sum = table.borrow_mut().sum(parts.iter().cloned(), 0)?;
            played.outcome(&sum)
        };
        Ok(Theorem::outcome("exploring", outcome).by(By::Definition))
    }

    /// The values of these positions, and of all that can be reached.
    pub fn valued(&self, positions: &[Position]) -> Res<Theorem<'_>> {
        if let Some(defined) = self.game.defined(positions) {
            return Ok(defined);
        }
        let table = RefCell::new(self.table());
        positions.iter().try_for_each(|position| table.borrow_mut().value(position).map(|_| ()))?;
        let value = move |position: &[u64]| table.borrow_mut().value(position);
        Ok(Theorem::values("exploring", value).by(By::Definition))
    }

    /// The value of each of these sums under normal play.
    fn normal_value_of_each(&self, sums: &[Vec<Position>]) -> Res<Vec<u64>> {
        let theorem = self.valued(&sums.concat())?;
        sums.iter().map(|sum| theorem.value_of(sum)?.finite()).collect()
    }

    /// The value of each of these sums; if there are no values, 0 for a lost one and 1 for another.
    pub fn value_of_each(&self, sums: &[Vec<Position>]) -> Res<Vec<u64>> {
        if self.valued {
            return self.normal_value_of_each(sums);
        }
        let outcomes = self.table().outcomes(sums.iter().cloned())?;
        Ok(outcomes.into_iter().map(|outcome| u64::from(outcome != Outcome::Lose)).collect())
    }
}

/// The games and the positions of the one record of an input, several if it is a sum of different games.
pub fn plays(input: &[u8], reading: &Reading) -> Res<Vec<Play>> {
    match text::records(input, reading).0.pop().map(|given| given.record) {
        Some(Ok(record)) if !record.varies() => record.summands().map(moves::read).collect(),
        _ => Err(Fail::TooLarge),
    }
}

/// The answer of a record.
pub fn answer(record: &Record, certificate: Option<&Certificate>) -> Res<(String, By)> {
    if record.varies() {
        return ranges::answer(record);
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
    Ok((fields.into_iter().map(|(text, _)| text).join(" | "), by))
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
    /// How many they are, if of several that leave alike the first one alone is named.
    count: u128,
    first: Option<String>,
}

impl<'p> Solved<'p> {
    fn known(&self) -> Res<&[Theorem<'p>]> {
        let all = self.known.get_or_init(|| self.plays.iter().map(Play::known).collect());
        all.as_ref().map(Vec::as_slice).map_err(|&fail| fail)
    }

    fn single(&self) -> Res<&'p Play> {
        if let [play] = self.plays { Ok(play) } else { Err(Fail::Wrong) }
    }

    fn field(&self, ask: Ask) -> Res<(String, By)> {
        let text = match ask.word {
            "winner" => match self.outcome()? {
                Outcome::Win => "FIRST".to_owned(),
                Outcome::Lose => "SECOND".to_owned(),
                Outcome::Draw => "NOBODY".to_owned(),
            },
            "positions" => return Ok(("1".to_owned(), By::Definition)),
            "verdict" | "count" | "moves" | "best" => {
                let outcomes = self.outcomes.get_or_init(|| self.outcomes());
                outcomes.as_ref().map_err(|&fail| fail)?.field(ask)?
            }
            "grundy" => total(&self.values()?).text(),
            "values" => spaced(self.values()?.iter().map(Value::text)),
            "losing" | "sequence" | "stats" => return self.heaps(ask),
            "remoteness" => return Ok((self.remoteness()?, By::Definition)),
            "genus" => {
                let play = self.single()?;
                let mut table = Table::of(play.game.clone(), true);
                let root = table.sum(play.parts()?, 0)?;
                return Ok((table.play(&[root], MAX_POSITIONS)?.genus()?, By::Definition));
            }
            "paths" | "period" | "quotient" | "pattern" => {
                let play = self.single()?;
                let (game, certificate) = (&play.game, play.certificate.as_ref());
                let heaps = play.components.iter().filter_map(|component| component.position.first());
                let by = if certificate.is_some() { By::Certificate } else { By::Theorem };
                return Ok(match ask.word {
                    "period" => (game.period(certificate)?, by),
                    "paths" => (game.about(ask, heaps.max().copied(), None)?, By::Definition),
                    _ => (game.about(ask, heaps.max().copied(), certificate)?, by),
                });
            }
            // The others are about the positions of ranges.
            _ => return Err(Fail::Wrong),
        };
        // The weakest ground of what is known.
        Ok((text, self.known()?.iter().map(|theorem| theorem.by).max().unwrap_or(By::Definition)))
    }

    /// The components, each with its game and what is known of this.
    fn components(&self) -> Res<Vec<(&'p Play, &Theorem<'p>, &'p Component)>> {
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
                values.push(theorem.value_of(&[part])?);
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
        let (components, outcome) = (self.components()?, self.outcome()?);
        let whole = if let [Theorem { outcome, .. }] = self.known()? { outcome.as_ref() } else { None };
        let mut values = Vec::new();
        for (play, theorem, component) in components.iter().filter(|_| whole.is_none()) {
            values.push(theorem.value_of(&play.game.parts(component)?)?);
        }
        let wanted = match outcome {
            Outcome::Win => Some(Outcome::Lose),
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::Lose => None,
        };
        let all = self.record.asks.iter().any(|ask| ask.word == "moves");
        let (mut number, mut found) = (1, Outcomes { outcome, good: Vec::new(), count: 0, first: None });
        for (at, &(play, theorem, component)) in components.iter().enumerate() {
            let others = components.iter().enumerate().filter(|&(other, _)| other != at);
            let others: Vec<Position> = others.map(|(_, (.., other))| other.position.clone()).collect();
            let rest = match whole {
                Some(_) => Value::Finite(others.iter().fold(0, |sum, part| sum ^ part.first().unwrap_or(&0))),
                None => total(&values[..at]).plus(&total(&values[at + 1..])),
            };
            for mv in theorem.moves(play.game.as_ref(), &component.position, &rest, all)? {
                let after = match whole {
                    Some(outcome) => outcome(&others.iter().chain(&mv.parts).cloned().collect_vec())?,
                    None => rest.plus(&theorem.value_of(&mv.parts)?).outcome(),
                };
                let text = || mv.text(component, number, self.plays.len() > 1);
                found.first.get_or_insert_with(text);
                if Some(after) == wanted {
                    found.good.push(text());
                    found.count += u128::from(mv.count);
                }
            }
            number += play.game.numbers(component);
        }
        Ok(found)
    }

    fn remoteness(&self) -> Res<String> {
        let union;
        let play = match self.plays {
            [play] => play,
            _ => {
                let plays = self.record.summands().map(moves::read).collect::<Res<_>>()?;
                union = moves::Union::of(plays);
                &union
            }
        };
        let mut table = play.table();
        let root = table.sum(play.positions(), 0)?;
        let moves = table.play(&[root], MAX_POSITIONS)?.remoteness();
        Ok(moves.map_or("-".to_owned(), |moves| moves.to_string()))
    }

    /// Answers an ask about all heaps to the one heap.
    fn heaps(&self, ask: Ask) -> Res<(String, By)> {
        let play = self.single()?;
        let ([component], game) = (&play.components[..], play.game.as_ref()) else { return Err(Fail::Wrong) };
        let last = component.position[0];
        Fail::TooLarge.when(last > 2_000_000)?;
        let (mut sizes, mut heaps) = (Vec::new(), Vec::new());
        for size in 0..=last {
            if let Some(heap) = game.heap(size)? {
                sizes.push(size);
                heaps.push(vec![heap]);
            }
        }
        let text = match (ask.word, ask.numbers) {
            ("losing", _) => {
                let values = play.value_of_each(&heaps)?;
                spaced(sizes.iter().zip(values).filter(|&(_, value)| value == 0).map(|(n, _)| n))
            }
            ("stats", _) => stats(&play.normal_value_of_each(&heaps)?),
            (_, None) => spaced(play.normal_value_of_each(&heaps)?),
            (_, Some((first, end))) if first <= end && end <= last && heaps.len() as u64 == last + 1 => {
                spaced(&play.normal_value_of_each(&heaps)?[first as usize..=end as usize])
            }
            _ => return Err(Fail::Wrong),
        };
        Ok((text, By::Definition))
    }
}

impl Outcomes {
    /// The answer to an ask about the outcome and the moves.
    fn field(&self, ask: Ask) -> Res<String> {
        Ok(match (ask.word, self.outcome) {
            ("verdict", Outcome::Win) => format!("WIN {}", self.count),
            ("verdict", Outcome::Lose) => "LOSE".to_owned(),
            ("verdict", Outcome::Draw) => "DRAW".to_owned(),
            ("count", Outcome::Win) => self.count.to_string(),
            ("count", _) => "0".to_owned(),
            ("moves", _) if self.count > self.good.len() as u128 => return Err(Fail::TooLarge),
            ("moves", _) => spaced(&self.good),
            (_, Outcome::Lose) => spaced(&self.first),
            _ => spaced(self.good.first()),
        })
    }
}

fn total(values: &[Value]) -> Value {
    values.iter().fold(Value::Finite(0), |sum, value| sum.plus(value))
}

/// Items separated by spaces; `-` if there is none.
pub fn spaced(items: impl IntoIterator<Item = impl ToString>) -> String {
    let words = items.into_iter().map(|item| item.to_string()).join(" ");
    if words.is_empty() { "-".to_owned() } else { words }
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
    let rare = spaced(counts.keys().filter(|value| !second.contains(value)));
    let each = spaced(counts.iter().map(|(value, count)| format!("{value}:{count}")));
    format!("largest {} at {} new {new} rare {rare} counts {each}", largest.0, largest.1)
}
