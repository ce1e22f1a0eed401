//! The answers of records: fields from values and outcomes.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use itertools::Itertools;

use crate::explore::Played;
use crate::field::{Field, spaced};
use crate::games::{catalogue, union};
use crate::play::{Evidence, Play};
use crate::plays::ASKS_ABOUT_PLAYS;
use crate::position::{ListedMove, PositionNumbers, WrittenComponent};
use crate::records::{Labelled, Reading};
use crate::text::RecordWords;
use crate::theorem::{Formula, Theorem};
use crate::value::Value;
use crate::{Ask, AskNumbers, By, Fail, PlayOutcome, Res, ranges, records};

/// The largest number of different asks of a record that are answered.
const MAX_ASKS: usize = 100;

/// The largest number of components that are looked at to find the moves of a record: those that move, and without values
/// those next to them.
const MAX_COMPONENTS_LOOKED_AT: usize = 1 << 22;

/// The largest heap to which all heaps are listed.
const MAX_LISTED_HEAP: u64 = 2_000_000;

/// The answer of a record without the label.
pub type Answer = Labelled<Field>;

/// Answers every record of an input; `true` if some line of it is wrong, as the exit status says.
pub fn answers(input: &[u8]) -> (Vec<Answer>, bool) {
    answers_by(input, &Reading::default(), |_, record| answer(record, &[]))
}

/// Answers every record of an input by a function of its number, from 1, and its words.
pub fn answers_by(
    input: &[u8],
    reading: &Reading,
    answer: impl Fn(usize, &RecordWords) -> Res<Field>,
) -> (Vec<Answer>, bool) {
    let (records, has_stray_rows) = records::records(input, reading);
    let mut answers = Vec::new();
    for (number, record) in (1..).zip(records) {
        answers.push(Answer {
            place: record.place,
            label: record.label,
            result: record.result.and_then(|words| answer(number, &words)),
        });
    }
    let is_wrong = |answer: &Answer| answer.result == Err(Fail::Wrong);
    let has_wrong = answers.iter().any(is_wrong);
    (answers, has_stray_rows || has_wrong)
}

impl Answer {
    /// Returns the line that the program must give; `None` if it is not known.
    pub fn line(&self) -> Option<String> {
        match &self.result {
            Ok(field) => Some(self.labelled(&field.text)),
            Err(Fail::Wrong) => Some(self.labelled("ERROR")),
            Err(_) => None,
        }
    }

    /// Returns a line with the record's label.
    pub fn labelled(&self, line: &str) -> String {
        match &self.label {
            Some(label) => format!("@{label} {line}"),
            None => line.to_owned(),
        }
    }
}

/// Returns the games and the positions of the one record of an input, several if it is a sum of different games.
pub fn plays(input: &[u8], reading: &Reading) -> Res<Vec<Play>> {
    let (mut records, _) = records::records(input, reading);
    match records.pop().map(|record| record.result) {
        Some(Ok(record)) if !ranges::varies(&record) => catalogue::read_all(&record),
        _ => Err(Fail::TooLarge),
    }
}

/// Answers a record, with evidence for each game of its sum, as far as there is some.
pub fn answer(record: &RecordWords, evidence: &[Option<Rc<dyn Evidence>>]) -> Res<Field> {
    if ranges::varies(record) {
        return ranges::answer(record);
    }
    let mut plays = catalogue::read_all(record)?;
    for (play, evidence) in plays.iter_mut().zip(evidence) {
        play.evidence.clone_from(evidence);
    }
    if plays.len() > 1 && plays.iter().any(|play| !play.valued) {
        // Heaps of different games may be a sum under misère play, which all must say.
        let has_genus = |one: &RecordWords| catalogue::answers_about(&one.game, "genus");
        let are_heaps = record.summands().all(has_genus) && plays.iter().all(|play| play.misere);
        Fail::Wrong.when(!are_heaps)?;
        plays = vec![union::Union::of(plays).under_misere()];
    }
    let solved = Solved {
        record,
        plays: &plays,
        known: OnceCell::new(),
        outcomes: OnceCell::new(),
    };
    solved.answer()
}

/// The plays of a record, solved as far as its asks need.
struct Solved<'p> {
    /// The record.
    record: &'p RecordWords,
    /// The games of the record.
    plays: &'p [Play],
    /// The theorems about the games, once they are asked for.
    known: OnceCell<Res<Vec<Theorem<'p>>>>,
    /// The outcome and the moves, once they are asked for.
    outcomes: OnceCell<Res<Outcomes>>,
}

/// A component with its game and what is known of this.
#[derive(Clone, Copy)]
struct KnownComponent<'s, 'p> {
    /// The game of the component.
    play: &'p Play,
    /// The theorem about the game.
    known: &'s Theorem<'p>,
    /// The component as written.
    component: &'p WrittenComponent,
}

/// The outcome, the moves that reach it, and the first move of all.
struct Outcomes {
    /// The outcome of the record.
    outcome: PlayOutcome,
    /// The moves that reach it, in order.
    good: Vec<String>,
    /// The number of winning moves, if of several that leave the same the first one alone is named.
    count: u128,
    /// The first move in order, if there is a move.
    first: Option<String>,
}

impl<'p> Solved<'p> {
    /// Returns the answers to all asks. A record is wrong if an ask is, and forged if what one rests on is.
    fn answer(&self) -> Res<Field> {
        let mut known: HashMap<Ask, Res<Field>> = HashMap::new();
        let mut fields = Vec::new();
        for &ask in &self.record.asks {
            let field = known.entry(ask).or_insert_with(|| self.field(ask));
            fields.push(field.clone());
            Fail::TooLarge.when(known.len() > MAX_ASKS)?;
        }
        for fail in [Fail::Wrong, Fail::Forged] {
            fail.when(fields.contains(&Err(fail)))?;
        }
        let fields = fields.into_iter().collect::<Res<Vec<Field>>>()?;
        let weakest = fields.iter().map(|field| field.by).max();
        Ok(Field {
            text: fields.iter().map(|field| &field.text).join(" | "),
            by: weakest.unwrap_or(By::Definition),
        })
    }

    fn known(&self) -> Res<&[Theorem<'p>]> {
        let read = || self.plays.iter().map(Play::known).collect();
        let all = self.known.get_or_init(read);
        all.as_deref().map_err(|&fail| fail)
    }

    fn single(&self) -> Res<&'p Play> {
        if let [play] = self.plays {
            Ok(play)
        } else {
            Err(Fail::Wrong)
        }
    }

    /// Returns the answer to one ask.
    fn field(&self, ask: Ask) -> Res<Field> {
        Ok(Field {
            text: self.text(ask)?,
            by: self.ground(ask)?,
        })
    }

    fn text(&self, ask: Ask) -> Res<String> {
        Ok(match ask.word {
            "winner" => match self.outcome()? {
                PlayOutcome::Win => "FIRST".to_owned(),
                PlayOutcome::Lose => "SECOND".to_owned(),
                PlayOutcome::Draw => "NOBODY".to_owned(),
            },
            "verdict" | "count" | "moves" | "best" => {
                let outcomes = self.outcomes.get_or_init(|| self.outcomes());
                outcomes.as_ref().map_err(|&fail| fail)?.text(ask)?
            }
            "grundy" => total(&self.values()?.concat()).text(),
            "values" => spaced(self.values()?.concat().iter().map(Value::text)),
            "losing" | "sequence" | "stats" => self.heaps(ask)?,
            "genus" => {
                let play = self.single()?.clone().under_misere();
                play.played()?.genus()?
            }
            "paths" | "period" | "quotient" | "pattern" => self.single()?.about(ask)?,
            "positions" => "1".to_owned(),
            word => {
                let about_plays = ASKS_ABOUT_PLAYS.iter().find(|ask| ask.word == word);
                // The others are about the positions of ranges.
                (about_plays.ok_or(Fail::Wrong)?.answer)(&self.played()?)
            }
        })
    }

    /// Says what the answer to an ask rests on.
    fn ground(&self, ask: Ask) -> Res<By> {
        Ok(match ask.word {
            "winner" | "verdict" | "count" | "moves" | "best" | "grundy" | "values" => {
                let grounds = self.known()?.iter().map(|theorem| theorem.by);
                grounds.max().unwrap_or(By::Definition)
            }
            "period" | "quotient" | "pattern" => {
                if self.single()?.evidence.is_some() {
                    By::Certificate
                } else {
                    By::Theorem
                }
            }
            _ => By::Definition,
        })
    }

    fn components(&self) -> Res<Vec<KnownComponent<'_, 'p>>> {
        let mut all = Vec::new();
        for (play, known) in self.plays.iter().zip(self.known()?) {
            all.extend(play.components.iter().map(|component| KnownComponent {
                play,
                known,
                component,
            }));
        }
        Ok(all)
    }

    /// Returns the values of the parts of each component.
    fn values(&self) -> Res<Vec<Vec<Value>>> {
        let values = |each: KnownComponent<'_, 'p>| {
            let parts = each.play.game.parts(each.component)?.into_iter();
            parts.map(|part| each.known.value_of(&[part])).collect()
        };
        self.components()?.into_iter().map(values).collect()
    }

    /// Returns the outcomes of all components together, where what is known of one game gives them.
    fn whole(&self) -> Res<Option<&Formula<'p, [PositionNumbers], PlayOutcome>>> {
        Ok(match self.known()? {
            [known] => known.outcome.as_ref(),
            _ => None,
        })
    }

    fn outcome(&self) -> Res<PlayOutcome> {
        match self.whole()? {
            Some(outcome) => outcome(&self.plays[0].positions()),
            None => Ok(total(&self.values()?.concat()).outcome()),
        }
    }

    /// Returns all moves by what they reach.
    fn outcomes(&self) -> Res<Outcomes> {
        let components = self.components()?;
        let outcome = self.outcome()?;
        let wanted = match outcome {
            PlayOutcome::Win => Some(PlayOutcome::Lose),
            PlayOutcome::Draw => Some(PlayOutcome::Draw),
            PlayOutcome::Lose => None,
        };
        let rests = self.rests()?;
        let mut found = Outcomes {
            outcome,
            good: Vec::new(),
            count: 0,
            first: None,
        };
        let mut number = 1;
        let mut looked_at = 0;
        for (at, each) in components.iter().enumerate() {
            let rest = rests.of(&components, at);
            let moves = self.moves(*each, &rest)?;
            looked_at += (1 + moves.len()) * rest.components();
            Fail::TooLarge.when(looked_at > MAX_COMPONENTS_LOOKED_AT)?;
            for mv in moves {
                let after = rest.outcome_after(&mv, each.known)?;
                let text = || mv.text(each.component, number, self.plays.len() > 1);
                found.first.get_or_insert_with(text);
                if Some(after) == wanted {
                    found.good.push(text());
                    if outcome == PlayOutcome::Win {
                        found.count += u128::from(mv.count);
                    }
                }
            }
            number += each.play.game.numbers(each.component);
        }
        Ok(found)
    }

    /// Says what is needed to know the rest of a sum for each component.
    fn rests(&self) -> Res<Rests<'_, 'p>> {
        if let Some(outcome) = self.whole()? {
            return Ok(Rests::Whole(outcome));
        }
        let values = self.values()?;
        let values: Vec<Value> = values.iter().map(|parts| total(parts)).collect();
        Ok(Rests::Valued(all_but_one(&values)))
    }

    /// Returns the moves of a component next to a rest: those that may win, if they are known, or all.
    fn moves(&self, each: KnownComponent<'_, 'p>, rest: &Rest<'_, 'p>) -> Res<Vec<ListedMove>> {
        let position = &each.component.position;
        let wants_all = self.record.asks.iter().any(|ask| ask.word == "moves");
        if let Some(candidates) = &each.known.candidates
            && let Some(rest) = rest.nim_sum()
        {
            return candidates(position, rest, wants_all);
        }
        each.play.game.moves(position)
    }

    /// Returns the games played out as one.
    fn played(&self) -> Res<Played> {
        let play = match self.plays {
            [play] => play.clone(),
            plays => {
                // Play without end in one game of a sum is right only if that game's rules allow it.
                for play in plays.iter().filter(|play| play.game.must_end()) {
                    play.played()?;
                }
                union::Union::of(plays.to_vec())
            }
        };
        play.played()
    }

    /// Answers an ask about all heaps to the one heap.
    fn heaps(&self, ask: Ask) -> Res<String> {
        let play = self.single()?;
        let [component] = &play.components[..] else {
            return Err(Fail::Wrong);
        };
        let last = play.game.largest_heap(component, ask)?;
        Fail::TooLarge.when(last > MAX_LISTED_HEAP)?;
        let mut sizes = Vec::new();
        let mut heaps = Vec::new();
        for size in 0..=last {
            if let Some(heap) = play.game.heap(size)? {
                sizes.push(size);
                heaps.push(vec![heap]);
            }
        }
        let values = play.value_of_each(&heaps, play.valued || ask.word != "losing")?;
        match (ask.word, ask.numbers) {
            ("losing", _) => {
                let lost = sizes.iter().zip(values).filter(|(_, value)| *value == 0);
                Ok(spaced(lost.map(|(size, _)| size)))
            }
            ("stats", _) => {
                // Statistics say at which heap a value is met.
                Fail::Wrong.when(sizes.len() as u64 != last + 1)?;
                Ok(stats(&values))
            }
            (_, AskNumbers::None | AskNumbers::Modulus(_)) => Ok(spaced(values)),
            (_, AskNumbers::Slice { first, last: end }) => {
                Fail::Wrong.when(first > end || end > last)?;
                let in_slice = sizes.iter().zip(values);
                let in_slice = in_slice.filter(|(size, _)| (first..=end).contains(size));
                let terms: Vec<_> = in_slice.map(|(_, value)| value).collect();
                // A slice has a term for every heap.
                Fail::Wrong.when(terms.len() as u64 != end - first + 1)?;
                Ok(spaced(terms))
            }
        }
    }
}

/// The source of how a sum ends without one of its components.
enum Rests<'s, 'p> {
    /// The formula for the outcomes of all components together.
    Whole(&'s Formula<'p, [PositionNumbers], PlayOutcome>),
    /// The value of all others, for each component.
    Valued(Vec<Value>),
}

/// The components next to one of them.
enum Rest<'s, 'p> {
    /// The formula for the outcomes of all components together, and the others.
    Whole(
        &'s Formula<'p, [PositionNumbers], PlayOutcome>,
        Vec<PositionNumbers>,
    ),
    /// The value of the others.
    Valued(Value),
}

impl<'s, 'p> Rests<'s, 'p> {
    /// Returns the rest for the component at a place.
    fn of(&self, components: &[KnownComponent<'_, 'p>], at: usize) -> Rest<'s, 'p> {
        match self {
            Rests::Whole(outcome) => {
                let before = components[..at].iter();
                let others = before.chain(&components[at + 1..]);
                let others = others.map(|other| other.component.position.clone());
                Rest::Whole(outcome, others.collect())
            }
            Rests::Valued(values) => Rest::Valued(values[at].clone()),
        }
    }
}

impl Rest<'_, '_> {
    /// Returns how many components are looked at with a move.
    fn components(&self) -> usize {
        match self {
            Rest::Whole(_, others) => 1 + others.len(),
            Rest::Valued(_) => 1,
        }
    }

    /// Returns the nim-sum of the rest; without values of the sizes of its heaps, which candidates are about then.
    fn nim_sum(&self) -> Option<u64> {
        match self {
            Rest::Whole(_, others) => {
                let sizes = others.iter().filter_map(|other| other.first());
                Some(sizes.fold(0, |sum, size| sum ^ size))
            }
            Rest::Valued(value) => value.finite().ok(),
        }
    }

    /// Returns the outcome of the sum after a move of the component.
    fn outcome_after(&self, mv: &ListedMove, known: &Theorem<'_>) -> Res<PlayOutcome> {
        match self {
            Rest::Whole(outcome, others) => {
                let parts: Vec<PositionNumbers> = others.iter().chain(&mv.parts).cloned().collect();
                outcome(&parts)
            }
            Rest::Valued(value) => Ok(value.plus(&known.value_of(&mv.parts)?).outcome()),
        }
    }
}

impl Outcomes {
    /// Returns the answer to an ask about the outcome and the moves.
    fn text(&self, ask: Ask) -> Res<String> {
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

/// Returns the sum of all values but one, for each.
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
    let zero = Value::Finite(0);
    values.iter().fold(zero, |sum, value| sum.plus(value))
}

/// Returns the statistics of values: the largest, where the last new one came, which are rare, how often each occurs.
fn stats(values: &[u64]) -> String {
    let heaps = || values.iter().enumerate();
    let largest = heaps().rev().max_by_key(|&(_, value)| value);
    let (at, largest) = largest.unwrap_or((0, &0));
    let firsts = heaps().unique_by(|&(_, value)| value);
    let new = firsts.map(|(heap, _)| heap).max().unwrap_or(0);
    let counts = values.iter().counts().into_iter().sorted().collect_vec();
    // The middle one of an odd number of heaps belongs to it.
    let second_half = &values[values.len() / 2..];
    let members = counts.iter().map(|&(value, _)| value);
    let rare = spaced(members.filter(|value| !second_half.contains(value)));
    let each = counts
        .iter()
        .map(|(value, count)| format!("{value}:{count}"));
    let each = spaced(each);
    format!("largest {largest} at {at} new {new} rare {rare} counts {each}")
}
