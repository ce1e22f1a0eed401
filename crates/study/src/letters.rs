//! Games that change cells: a row, board or graph with one power is a family of positions by its exponent. Rules that are a
//! known game on rows are studied as it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "exponents that are looked at are at most 2¹⁶"
)]

use std::iter;

use crate::findings::Study;
use crate::identify;
use crate::names::default_names;
use crate::numbers;
use crate::patterns::{self, Sample};
use crate::sample::{SampleKind, Sampled};
use grundy_api::{Error, Position, explain};
use grundy_base::budget::LimitKind;
use grundy_games::Context;
use grundy_games::own_rules::{KnownRewriting, known_rewriting, rewriting};
use grundy_record::{Ask, Fault, LetterGroup, Outcome, Times, Value, WrittenLetters};

/// The exponent of the first look, which is taken further step by step.
const FIRST_EXPONENT: u64 = 8;

/// The largest exponent that is looked at by default. A guess: it shows periods of some dozen.
const USUAL_EXPONENT: u64 = 512;

/// The work limit of one position under misère play if no exponent is given, which leaves time for some dozen of them. A
/// guess.
const MAX_QUICK_MISERE_WORK: u64 = 1 << 17;

/// The largest exponent that is looked at.
const MAX_EXPONENT: u64 = 1 << 16;

/// Studies the game of a record of letters: exponents of its one power to this number, or as far as is cheap.
///
/// # Errors
///
/// Fails if the record is no row of a known game of heaps and has not exactly one power, and if no position can be asked
/// about.
pub(super) fn study(position: &Position<'_>, to: Option<u64>) -> Result<Study, Error> {
    let record = position.record();
    let written = &record.position.letters[..];
    let is_row =
        |written: &WrittenLetters| written.board(None).is_ok_and(|board| board.rows() == 1);
    let rules = rewriting(position.signature(), record);
    let known = rules.and_then(|rules| known_rewriting(rules, written.iter().all(is_row)));
    let family = match written {
        [one] if one.powers() == 1 => Some(one),
        _ => None,
    };
    if let Some(KnownRewriting::Heaps { letter, game }) = &known
        && family.is_none_or(|family| is_one_heap(family, *letter))
    {
        return study_of_heaps(position, *letter, game, to);
    }
    let known = known.and_then(|known| in_words(&known));
    let Some(family) = family else {
        return Err(no_family(position, known));
    };
    let mut quick = Context::with(
        position.context().catalogue.clone(),
        position.context().budget,
    );
    let is_quick =
        to.is_none() && position.is_misere() && quick.budget.work > MAX_QUICK_MISERE_WORK;
    if is_quick {
        quick.budget.work = MAX_QUICK_MISERE_WORK;
    }
    let sampled = sample(&position.within(&quick), family, to);
    let sampled = sampled.map_err(|error| {
        if is_quick && error.limit() == Some(LimitKind::Work) {
            no_quick_look(position)
        } else {
            error
        }
    })?;
    let sample = &sampled.sample;
    let is_of_values = sampled.kind == SampleKind::Values;
    let text = position.record_line();
    let values: Vec<u64> = sample
        .line()
        .into_iter()
        .map_while(|value| u64::try_from(value?).ok())
        .collect();
    let mut same = Vec::new();
    if is_of_values {
        same = identify::same(&values, None, &text, position.context());
    }
    Ok(Study {
        text,
        known,
        family: Some(format!("`{}`", by_name(family))),
        names: default_names(1),
        period: None,
        no_period_to: None,
        values: if is_of_values {
            patterns::find(sample)
        } else {
            None
        },
        losing: patterns::find_losing(&sample.losing()),
        automaton: None,
        refuted: None,
        same,
        lasting: explain::lasting(position),
        misere: None,
        sampled,
    })
}

/// Studies the game of heaps that runs of a letter are.
fn study_of_heaps(
    position: &Position<'_>,
    letter: u8,
    game: &str,
    to: Option<u64>,
) -> Result<Study, Error> {
    let misere = if position.is_misere() { " misere" } else { "" };
    let record = format!("{game}{misere}: 1");
    let heaps = Position::read(record.as_bytes(), position.context())?;
    let study = numbers::study(&heaps, to)?;
    let letter = char::from(letter);
    Ok(Study {
        text: position.record_line(),
        known: Some(format!(
            "{game}: a run of n cells `{letter}` is a heap of n, as the rules say"
        )),
        family: Some(format!("`{letter}^n`")),
        lasting: explain::lasting(position),
        ..study
    })
}

/// Reports a family whose first exponents are no quick look.
fn no_quick_look(position: &Position<'_>) -> Error {
    position.wrong(
        format!("a position of the first exponents takes more than {MAX_QUICK_MISERE_WORK} steps"),
        "without --to, each position may take so many; `--to 5` looks at exponents to 5 within --max-work",
    )
}

/// Reports a position without exactly one power; `known` is the game that its rules are, if they are a known one.
fn no_family(position: &Position<'_>, known: Option<String>) -> Error {
    let message = match known {
        Some(game) => {
            format!("the game is {game}; what is studied is a position with one power")
        }
        None => "what is studied is a position with one power".to_owned(),
    };
    position.wrong(
        message,
        "write a position whose exponent varies: `(XO)^12`; `grundy table` draws a position",
    )
}

/// Says whether the positions of a family are single runs of a letter, as long as the exponent says.
fn is_one_heap(family: &WrittenLetters, letter: u8) -> bool {
    let WrittenLetters::Word(groups) = family else {
        return false;
    };
    groups.iter().all(|group| match group.times {
        Times::Once => !group.letters.contains(&letter),
        Times::Power(_) | Times::Range(_) => group.letters[..] == [letter],
    })
}

/// Names a known game on boards or graphs, or runs of a row, in words.
fn in_words(known: &KnownRewriting) -> Option<String> {
    match known {
        KnownRewriting::Heaps { letter, game } => {
            let letter = char::from(*letter);
            Some(format!("{game}, whose heaps are the runs of `{letter}`"))
        }
        KnownRewriting::Cells(name) => name.map(str::to_owned),
    }
}

/// Puts an exponent in the place of the one of a family.
fn with_exponent(family: &WrittenLetters, exponent: u64) -> WrittenLetters {
    let WrittenLetters::Word(groups) = family else {
        return family.clone();
    };
    let with = |group: &LetterGroup| LetterGroup {
        letters: group.letters.clone(),
        times: match group.times {
            Times::Once => Times::Once,
            Times::Power(_) | Times::Range(_) => Times::Power(exponent),
        },
    };
    WrittenLetters::Word(groups.iter().map(with).collect())
}

/// Writes a family with n for its exponent.
fn by_name(family: &WrittenLetters) -> String {
    with_exponent(family, 0).to_string().replacen("^0", "^n", 1)
}

/// Makes the position of a family with this exponent.
fn at(family: &WrittenLetters, exponent: u64) -> grundy_record::Position {
    grundy_record::Position {
        letters: vec![with_exponent(family, exponent)],
        ..grundy_record::Position::default()
    }
}

/// Looks at the positions of a family, to this exponent or as far as is cheap.
fn sample(
    position: &Position<'_>,
    family: &WrittenLetters,
    to: Option<u64>,
) -> Result<Sampled, Error> {
    let far = to.unwrap_or(USUAL_EXPONENT);
    if far > MAX_EXPONENT {
        let message = format!("exponents to {MAX_EXPONENT} are looked at");
        return Err(position.wrong(message, "look less far: a smaller number after --to"));
    }
    let first = if to.is_some() {
        far
    } else {
        FIRST_EXPONENT.min(far)
    };
    let steps = iter::successors(Some(first), |&top| (top < far).then(|| far.min(2 * top)));
    let mut best = None;
    for top in steps {
        match to_exponent(position, family, top) {
            Ok(sampled) => best = Some(sampled),
            Err(error) if best.is_none() || error.limit().is_none() => return Err(error),
            Err(_) => break,
        }
    }
    best.filter(|sampled| !sampled.sample.is_empty())
        .ok_or_else(|| {
            position.wrong(
                "none of the first exponents gives a position",
                "`grundy RECORD` says what is wrong with one of them",
            )
        })
}

/// Asks for the values of the positions of a family to this exponent; under misère play, who wins.
fn to_exponent(
    position: &Position<'_>,
    family: &WrittenLetters,
    top: u64,
) -> Result<Sampled, Error> {
    let is_of_values = position.answers(Ask::Values) && !position.is_misere();
    let mut sample = Sample {
        arity: 1,
        numbers: Vec::new(),
        values: Vec::new(),
    };
    let sequence = if is_of_values {
        sequence(position, family, top)?
    } else {
        None
    };
    for exponent in 0..=top {
        let value = match &sequence {
            Some(values) => values.get(exponent as usize).map(|&value| value as i64),
            None => one_value(position, family, exponent, is_of_values)?,
        };
        if let Some(value) = value {
            sample.numbers.push(exponent as i64);
            sample.values.push(value);
        }
    }
    Ok(Sampled {
        sample,
        kind: if is_of_values {
            SampleKind::Values
        } else {
            SampleKind::Outcomes
        },
        tops: vec![top],
    })
}

/// Asks for all values of a family to this exponent in one run; `None` if some exponent gives no position.
fn sequence(
    position: &Position<'_>,
    family: &WrittenLetters,
    top: u64,
) -> Result<Option<Vec<u64>>, Error> {
    position.try_at(at(family, top), Ask::Sequence, |instance| {
        let mut values = Vec::new();
        let heaps = instance.heap_asks();
        let heaps = heaps.ok_or_else(|| Fault::unsupported(Ask::Sequence))?;
        heaps.sequence(Ask::Sequence, &mut |_, value| values.push(value))?;
        Ok(values)
    })
}

/// Asks for the value of one position of a family; under misère play, whether the player to move wins. `None` if it is
/// no position.
fn one_value(
    position: &Position<'_>,
    family: &WrittenLetters,
    exponent: u64,
    is_of_values: bool,
) -> Result<Option<i64>, Error> {
    let at = at(family, exponent);
    if is_of_values {
        let value = position.try_at(at, Ask::Grundy, |instance| instance.grundy())?;
        return Ok(match value {
            Some(Value::Finite(value)) => i64::try_from(value).ok(),
            _ => None,
        });
    }
    let outcome = position.try_at(at, Ask::Winner, |instance| instance.outcome())?;
    Ok(outcome.map(|outcome| i64::from(outcome == Outcome::Win)))
}
