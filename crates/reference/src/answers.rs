//! The answers of records: fields from values and outcomes.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use itertools::Itertools;

use crate::certificate::{Certificate, Certificates};
use crate::explore::{Exploration, MAX_POSITIONS, Played, Value};
use crate::game::{GameDefinition, PositionNumbers, WrittenComponent, joined};
use crate::strategy::Strategy;
use crate::text::{self, Labelled, Reading, RecordWords};
use crate::theorems::{Formula, Theorem};
use crate::{Ask, By, Fail, PlayOutcome, Res, misere, moves, ranges};

/// How many different asks of a record are answered.
const MAX_ASKS: usize = 100;

/// How many components are looked at to find the moves of a record: those that move, and without values those next to them.
const MAX_LOOKED_AT: usize = 1 << 22;

/// The answer of a record without the label, and what it rests on.
pub type Answer = Labelled<(String, By)>;

/// Answers every record of an input; `true` if some line of it is wrong, as the exit status says.
pub fn answers(input: &[u8]) -> (Vec<Answer>, bool) {
    certified(input, &Certificates::new(), &Reading::default())
}

/// The answers with certificates, and with the options of the program beside its input.
pub fn certified(
    input: &[u8],
    certificates: &Certificates,
    reading: &Reading,
) -> (Vec<Answer>, bool) {
    let (records, mut wrong) = text::records(input, reading);
    let answered = |(
        number,
        Labelled {
            place,
            label,
            result,
        },
    ): (usize, Labelled<RecordWords>)| {
        let result = result.and_then(|record| answer(&record, certificates.get(&number)));
        wrong |= result == Err(Fail::Wrong);
        Answer {
            place,
            label,
            result,
        }
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
            Err(_) => return None,
        };
        Some(self.labelled(line))
    }

    /// A line with the record's label.
    pub fn labelled(&self, line: &str) -> String {
        self.label
            .as_ref()
            .map_or_else(|| line.to_owned(), |label| format!("@{label} {line}"))
    }
}

/// One game of a record with its position.
#[derive(Clone)]
pub struct Play {
    /// The rules.
    pub game: Rc<dyn GameDefinition>,
    /// The components of the position.
    pub components: Vec<WrittenComponent>,
    /// Who cannot move wins.
    pub misere: bool,
    /// Positions have values: normal play, and no ends but by lack of moves.
    pub valued: bool,
    /// The certificate of the answer, if it was given.
    pub certificate: Option<Certificate>,
}

impl Play {
    /// Components under normal play, written as their numbers.
    pub fn new(
        game: impl GameDefinition + 'static,
        positions: impl IntoIterator<Item = impl Into<PositionNumbers>>,
    ) -> Play {
        let component = |position: PositionNumbers| WrittenComponent {
            written: joined(&position),
            position,
        };
        let components = positions
            .into_iter()
            .map(|position| component(position.into()))
            .collect();
        Play {
            game: Rc::new(game),
            components,
            misere: false,
            valued: true,
            certificate: None,
        }
    }

    /// The position with components written in these words.
    pub fn written(mut self, words: impl IntoIterator<Item = String>) -> Play {
        self.components
            .iter_mut()
            .zip(words)
            .for_each(|(component, word)| component.written = word);
        self
    }

    /// The position under misère play.
    pub fn under_misere(self) -> Play {
        Play {
            misere: true,
            valued: false,
            ..self
        }
    }

    /// The components.
    pub fn positions(&self) -> Vec<PositionNumbers> {
        self.components
            .iter()
            .map(|component| component.position.clone())
            .collect()
    }

    /// The parts that are valued by themselves.
    pub fn parts(&self) -> Res<Vec<PositionNumbers>> {
        let parts = self
            .components
            .iter()
            .map(|component| self.game.parts(component));
        Ok(parts.collect::<Res<Vec<_>>>()?.concat())
    }

    fn table(&self) -> Exploration {
        Exploration::of(self.game.clone(), self.misere)
    }

    /// The position played out.
    fn played(&self) -> Res<(Exploration, Played)> {
        let mut table = self.table();
        let root = table.sum(&self.positions(), 0)?;
        let played = table.play(&[root], MAX_POSITIONS)?;
        Ok((table, played))
    }

    /// The knowledge about the position and all that follow: by the certificate; else by definition; else the literature's.
    fn known(&self) -> Res<Theorem<'_>> {
        if let Some(certificate) = &self.certificate
            && let Some(theorem) = Fail::TooLarge.or_none(self.certified(certificate))?
        {
            return Ok(Theorem {
                by: By::Certificate,
                ..theorem
            });
        }
        Fail::TooLarge
            .or_none(self.explored())?
            .map_or_else(|| self.game.theorem(), Ok)
    }

    fn certified(&self, certificate: &Certificate) -> Res<Theorem<'_>> {
        match certificate {
            Certificate::Strategy(list) => {
                Ok(Strategy::of(self.game.clone(), self.misere, list).theorem())
            }
            Certificate::Quotient(text) if self.misere => {
                Ok(misere::theorem(self.game.quotient(text)?))
            }
            // Values say nothing about misère play.
            Certificate::Period(..) if self.misere => Err(Fail::TooLarge),
            certificate => self.game.certified(certificate),
        }
    }

    /// Answers an ask about the rules, and about heaps to the largest of the position.
    fn about(&self, ask: Ask) -> Res<String> {
        let heap = self
            .components
            .iter()
            .filter_map(|component| component.position.first())
            .max()
            .copied();
        match (ask.word, &self.certificate) {
            ("quotient", Some(Certificate::Quotient(text))) => {
                let (quotient, values) = self.game.quotient(text)?;
                quotient.text(heap, values)
            }
            (_, certificate) => self.game.about(ask, heap, certificate.as_ref()),
        }
    }

    /// The values of the position's parts, or the outcome of the position, and of all that can be reached.
    fn explored(&self) -> Res<Theorem<'_>> {
        if self.valued {
            return self.valued(&self.parts()?);
        }
        let (table, played) = self.played()?;
        let table = RefCell::new(table);
        let outcome =
            move |parts: &[PositionNumbers]| played.outcome(&table.borrow_mut().sum(parts, 0)?);
        Ok(Theorem {
            by: By::Definition,
            ..Theorem::outcome("exploring", outcome)
        })
    }

    /// The values of these positions, and of all that can be reached.
    pub fn valued(&self, positions: &[PositionNumbers]) -> Res<Theorem<'_>> {
        if let Some(defined) = self.game.defined(positions) {
            return Ok(defined);
        }
        let table = RefCell::new(self.table());
        positions
            .iter()
            .try_for_each(|position| table.borrow_mut().value(position).map(|_| ()))?;
        let value = move |position: &[u64]| table.borrow_mut().value(position);
        Ok(Theorem {
            by: By::Definition,
            ..Theorem::values("exploring", value)
        })
    }

    /// The value of each of these sums, if positions are valued; else 0 for a lost one and 1 for another.
    pub fn value_of_each(&self, sums: &[Vec<PositionNumbers>], valued: bool) -> Res<Vec<u64>> {
        if valued {
            let theorem = self.valued(&sums.concat())?;
            return sums
                .iter()
                .map(|sum| theorem.value_of(sum)?.finite())
                .collect();
        }
        let outcomes = self.table().outcomes(sums)?;
        Ok(outcomes
            .into_iter()
            .map(|outcome| u64::from(outcome != PlayOutcome::Lose))
            .collect())
    }
}

/// The games and the positions of the one record of an input, several if it is a sum of different games.
pub fn plays(input: &[u8], reading: &Reading) -> Res<Vec<Play>> {
    match text::records(input, reading)
        .0
        .pop()
        .map(|given| given.result)
    {
        Some(Ok(record)) if !record.varies() => record.summands().map(moves::read).collect(),
        _ => Err(Fail::TooLarge),
    }
}

/// The answer of a record.
pub fn answer(record: &RecordWords, certificate: Option<&Certificate>) -> Res<(String, By)> {
    if record.varies() {
        return ranges::answer(record);
    }
    let mut plays = record
        .summands()
        .map(moves::read)
        .collect::<Res<Vec<_>>>()?;
    match certificate {
        Some(Certificate::Sum(each)) => {
            plays
                .iter_mut()
                .zip(each)
                .for_each(|(play, one)| play.certificate.clone_from(one));
        }
        one => plays[0].certificate = one.cloned().filter(|_| record.more.is_empty()),
    }
    if plays.len() > 1 && plays.iter().any(|play| !play.valued) {
        // Heaps of different games may be a sum under misère play, which all must say.
        let has_genus =
            |one: &RecordWords| one.game != "rules" && moves::answers_about(&one.game, "genus");
        let are_heaps = record.summands().all(has_genus) && plays.iter().all(|play| play.misere);
        Fail::Wrong.when(!are_heaps)?;
        plays = vec![moves::Union::of(plays).under_misere()];
    }
    let position = Solved {
        record,
        plays: &plays,
        known: OnceCell::new(),
        outcomes: OnceCell::new(),
    };
    let mut known: HashMap<Ask, Res<(String, By)>> = HashMap::new();
    let mut fields = Vec::new();
    for &ask in &record.asks {
        let field = known.entry(ask).or_insert_with(|| position.field(ask));
        fields.push(field.clone());
        Fail::TooLarge.when(known.len() > MAX_ASKS)?;
    }
    for fail in [Fail::Wrong, Fail::Forged] {
        if fields.contains(&Err(fail)) {
            return Err(fail);
        }
    }
    let fields = fields.into_iter().collect::<Res<Vec<_>>>()?;
    let by = fields
        .iter()
        .map(|&(_, by)| by)
        .max()
        .unwrap_or(By::Definition);
    Ok((fields.into_iter().map(|(text, _)| text).join(" | "), by))
}

/// The plays of a record, solved as far as its asks need.
struct Solved<'p> {
    record: &'p RecordWords,
    plays: &'p [Play],
    known: OnceCell<Res<Vec<Theorem<'p>>>>,
    outcomes: OnceCell<Res<Outcomes>>,
}

/// The outcome, the moves that reach it, and the first move of all.
struct Outcomes {
    outcome: PlayOutcome,
    good: Vec<String>,
    /// How many of them win, if of several that leave alike the first one alone is named.
    count: u128,
    first: Option<String>,
}

impl<'p> Solved<'p> {
    fn known(&self) -> Res<&[Theorem<'p>]> {
        let all = self
            .known
            .get_or_init(|| self.plays.iter().map(Play::known).collect());
        all.as_deref().map_err(|&fail| fail)
    }

    fn single(&self) -> Res<&'p Play> {
        if let [play] = self.plays {
            Ok(play)
        } else {
            Err(Fail::Wrong)
        }
    }

    fn field(&self, ask: Ask) -> Res<(String, By)> {
        let text = match ask.word {
            "winner" => match self.outcome()? {
                PlayOutcome::Win => "FIRST".to_owned(),
                PlayOutcome::Lose => "SECOND".to_owned(),
                PlayOutcome::Draw => "NOBODY".to_owned(),
            },
            "verdict" | "count" | "moves" | "best" => {
                let outcomes = self.outcomes.get_or_init(|| self.outcomes());
                outcomes.as_ref().map_err(|&fail| fail)?.field(ask)?
            }
            "grundy" => total(&self.values()?.concat()).text(),
            "values" => spaced(self.values()?.concat().iter().map(Value::text)),
            "losing" | "sequence" | "stats" => self.heaps(ask)?,
            "remoteness" => self.remoteness()?,
            "genus" => self.single()?.clone().under_misere().played()?.1.genus()?,
            "paths" | "period" | "quotient" | "pattern" => self.single()?.about(ask)?,
            "positions" => "1".to_owned(),
            // The others are about the positions of ranges.
            _ => return Err(Fail::Wrong),
        };
        let by = match ask.word {
            // The weakest ground of what is known.
            "winner" | "verdict" | "count" | "moves" | "best" | "grundy" | "values" => self
                .known()?
                .iter()
                .map(|theorem| theorem.by)
                .max()
                .unwrap_or(By::Definition),
            "period" | "quotient" | "pattern" if self.single()?.certificate.is_some() => {
                By::Certificate
            }
            "period" | "quotient" | "pattern" => By::Theorem,
            _ => By::Definition,
        };
        Ok((text, by))
    }

    /// The components, each with its game and what is known of this.
    fn components(&self) -> Res<Vec<(&'p Play, &Theorem<'p>, &'p WrittenComponent)>> {
        let of = |(play, known): (&'p Play, _)| {
            play.components.iter().map(move |each| (play, known, each))
        };
        Ok(self.plays.iter().zip(self.known()?).flat_map(of).collect())
    }

    /// The values of the parts of each component.
    fn values(&self) -> Res<Vec<Vec<Value>>> {
        let values = |(play, theorem, component): (&Play, &Theorem<'_>, &WrittenComponent)| {
            let parts = play.game.parts(component)?.into_iter();
            parts.map(|part| theorem.value_of(&[part])).collect()
        };
        self.components()?.into_iter().map(values).collect()
    }

    /// The outcomes of all components together, where what is known of one game gives them.
    fn whole(&self) -> Res<Option<&Formula<'p, [PositionNumbers], PlayOutcome>>> {
        Ok(if let [known] = self.known()? {
            known.outcome.as_ref()
        } else {
            None
        })
    }

    fn outcome(&self) -> Res<PlayOutcome> {
        match self.whole()? {
            Some(outcome) => outcome(&self.plays[0].positions()),
            None => Ok(total(&self.values()?.concat()).outcome()),
        }
    }

    fn outcomes(&self) -> Res<Outcomes> {
        let (components, outcome, whole) = (self.components()?, self.outcome()?, self.whole()?);
        let values = if whole.is_some() {
            Vec::new()
        } else {
            self.values()?
        };
        let values: Vec<Value> = values.iter().map(|parts| total(parts)).collect();
        let rests = all_but_one(&values);
        let mut looked_at = 0;
        let wanted = match outcome {
            PlayOutcome::Win => Some(PlayOutcome::Lose),
            PlayOutcome::Draw => Some(PlayOutcome::Draw),
            PlayOutcome::Lose => None,
        };
        let all = self.record.asks.iter().any(|ask| ask.word == "moves");
        let (mut number, mut found) = (
            1,
            Outcomes {
                outcome,
                good: Vec::new(),
                count: 0,
                first: None,
            },
        );
        for (at, &(play, theorem, component)) in components.iter().enumerate() {
            let mut others = Vec::new();
            if whole.is_some() {
                let before = components[..at].iter();
                let after = components[at + 1..].iter();
                others.extend(
                    before
                        .chain(after)
                        .map(|(.., other)| other.position.clone()),
                );
            }
            let rest = match whole {
                Some(_) => Value::Finite(
                    others
                        .iter()
                        .fold(0, |sum, part| sum ^ part.first().unwrap_or(&0)),
                ),
                None => rests[at].clone(),
            };
            let moves = match (&theorem.candidates, &rest) {
                (Some(candidates), Value::Finite(rest)) => {
                    candidates(&component.position, *rest, all)?
                }
                _ => play.game.moves(&component.position)?,
            };
            // Without values each move is looked at next to all other components.
            looked_at += 1 + others.len() + moves.len() * (1 + others.len());
            Fail::TooLarge.when(looked_at > MAX_LOOKED_AT)?;
            for mv in moves {
                let after = match whole {
                    Some(outcome) => {
                        outcome(&others.iter().chain(&mv.parts).cloned().collect_vec())?
                    }
                    None => rest.plus(&theorem.value_of(&mv.parts)?).outcome(),
                };
                let text = || mv.text(component, number, self.plays.len() > 1);
                found.first.get_or_insert_with(text);
                if Some(after) == wanted {
                    found.good.push(text());
                    found.count += if outcome == PlayOutcome::Win {
                        mv.count.into()
                    } else {
                        0
                    };
                }
            }
            number += play.game.numbers(component);
        }
        Ok(found)
    }

    fn remoteness(&self) -> Res<String> {
        let play = match self.plays {
            [play] => play.clone(),
            plays => moves::Union::of(plays.to_vec()),
        };
        let moves = play.played()?.1.remoteness();
        Ok(moves.map_or("-".to_owned(), |moves| moves.to_string()))
    }

    /// Answers an ask about all heaps to the one heap.
    fn heaps(&self, ask: Ask) -> Res<String> {
        let play = self.single()?;
        let ([component], game) = (&play.components[..], play.game.as_ref()) else {
            return Err(Fail::Wrong);
        };
        let last = component.position[0];
        Fail::TooLarge.when(last > 2_000_000)?;
        let heap = |size: u64| Some(game.heap(size).transpose()?.map(|heap| (size, vec![heap])));
        let (sizes, heaps): (Vec<u64>, Vec<Vec<PositionNumbers>>) = (0..=last)
            .filter_map(heap)
            .process_results(|heaps| heaps.unzip())?;
        let values = play.value_of_each(&heaps, play.valued || ask.word != "losing")?;
        Ok(match (ask.word, ask.numbers) {
            ("losing", _) => spaced(
                sizes
                    .iter()
                    .zip(values)
                    .filter(|heap| heap.1 == 0)
                    .map(|heap| heap.0),
            ),
            ("stats", _) => stats(&values),
            (_, None) => spaced(values),
            (_, Some((first, end)))
                if first <= end && end <= last && heaps.len() as u64 == last + 1 =>
            {
                spaced(&values[first as usize..=end as usize])
            }
            _ => return Err(Fail::Wrong),
        })
    }
}

impl Outcomes {
    /// The answer to an ask about the outcome and the moves.
    fn field(&self, ask: Ask) -> Res<String> {
        Ok(match (ask.word, self.outcome) {
            ("verdict", PlayOutcome::Win) => format!("WIN {}", self.count),
            ("verdict", PlayOutcome::Lose) => "LOSE".to_owned(),
            ("verdict", PlayOutcome::Draw) => "DRAW".to_owned(),
            ("count", _) => self.count.to_string(),
            ("moves", _) if self.count > self.good.len() as u128 => return Err(Fail::TooLarge),
            ("moves", _) => spaced(&self.good),
            (_, PlayOutcome::Lose) => spaced(&self.first),
            _ => spaced(self.good.first()),
        })
    }
}

/// The sum of all values but one, for each.
fn all_but_one(values: &[Value]) -> Vec<Value> {
    let zero = Value::Finite(0);
    let mut rests = vec![zero.clone(); values.len()];
    let mut before = zero.clone();
    for (rest, value) in rests.iter_mut().zip(values) {
        *rest = before.clone();
        before = before.plus(value);
    }
    let mut after = zero;
    for (rest, value) in rests.iter_mut().zip(values).rev() {
        *rest = rest.plus(&after);
        after = after.plus(value);
    }
    rests
}

fn total(values: &[Value]) -> Value {
    values
        .iter()
        .fold(Value::Finite(0), |sum, value| sum.plus(value))
}

/// Items separated by spaces; `-` if there is none.
pub fn spaced(items: impl IntoIterator<Item = impl ToString>) -> String {
    let words = items.into_iter().map(|item| item.to_string()).join(" ");
    if words.is_empty() {
        "-".to_owned()
    } else {
        words
    }
}

/// The statistics of values: the largest, where the last new one came, which are rare, how often each occurs.
fn stats(values: &[u64]) -> String {
    let heaps = || values.iter().enumerate();
    let (at, largest) = heaps()
        .rev()
        .max_by_key(|&(_, value)| value)
        .unwrap_or((0, &0));
    let new = heaps()
        .unique_by(|&(_, value)| value)
        .map(|(heap, _)| heap)
        .max()
        .unwrap_or(0);
    let counts = values.iter().counts().into_iter().sorted().collect_vec();
    let second = &values[values.len().div_ceil(2)..];
    let rare = spaced(
        counts
            .iter()
            .map(|&(value, _)| value)
            .filter(|value| !second.contains(value)),
    );
    let each = spaced(
        counts
            .iter()
            .map(|(value, count)| format!("{value}:{count}")),
    );
    format!("largest {largest} at {at} new {new} rare {rare} counts {each}")
}
