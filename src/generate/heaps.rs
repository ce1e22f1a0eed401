//! Heaps and piles: rules by kind, then random amounts.

use super::{Error, Parameters, Share, Sink, check, numbers};
use crate::random::Random;
use crate::record::{Keyword, PositionKind, Signature, Slot, Tuple};

pub(super) fn write(
    signature: &Signature,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let piles = super::numbers_of(signature, parameters);
    let piles = check("--piles", piles, 1, Tuple::MAX_ARITY as u64)?;
    let mut left = 0;
    match &parameters.rules {
        Some(rules) => {
            sink.word(rules);
            left = left_of(rules);
        }
        None => {
            match signature.slots {
                [Slot::Amounts] => {
                    amounts(parameters, random)?.into_iter().for_each(|amount| sink.spaced(amount))
                }
                [Slot::Octal] => code(8, parameters, random, sink)?,
                [Slot::Code] => code(16, parameters, random, sink)?,
                [Slot::Vectors] => vectors(piles, parameters, random, sink)?,
                [Slot::Number { needed }] if *needed || parameters.limit.is_some() => {
                    sink.spaced(check("the number", parameters.limit.unwrap_or(2), 1, u64::MAX)?);
                }
                // A user-defined rule: from one number, a number of a set is taken.
                [Slot::Rule] => {
                    let amounts = itertools::join(amounts(parameters, random)?, ",");
                    sink.word(&format!("[n] -> [n-k] for k in {{{amounts}}}"));
                }
                _ => {}
            }
            if signature.keywords.contains(&Keyword::Left) {
                left = parameters.left.unwrap_or(1);
                sink.text(" left ");
                sink.number(left);
            }
            sink.keywords(parameters);
        }
    }
    match signature.position {
        PositionKind::Tuples { .. } => positions(piles, parameters, random, sink)?,
        PositionKind::Squares { first } => squares(first, parameters, random, sink)?,
        _ => {
            let one = signature.keywords.contains(&Keyword::Left);
            let max = parameters.max.unwrap_or_else(|| left.saturating_add(1000));
            let max = check("--max", max, left, u64::MAX)?;
            let low = check("--min", parameters.min.unwrap_or(left.max(1).min(max)), left, max)?;
            sink.text(":");
            let count = if one { 1 } else { parameters.count_of_heaps().unwrap_or(3) };
            numbers::each(parameters, (low, max), count, random, |heap| {
                sink.spaced(heap);
                sink.flush_when_full()
            })?;
        }
    }
    sink.end(parameters);
    Ok(())
}

/// Different squares, ascending.
fn squares(
    first: u64,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let max = check("--max", parameters.max.unwrap_or(100), first, u64::MAX - 1)?;
    let first = check("--min", parameters.min.unwrap_or(first), first, max)?;
    let count =
        check("--heaps", parameters.count_of_heaps().unwrap_or(3), 0, 10_000_000.min(max - first + 1))?;
    let mut squares = random.distinct(count, max - first + 1);
    squares.sort_unstable();
    sink.text(":");
    for square in squares {
        sink.spaced(first + square);
        sink.flush_when_full()?;
    }
    Ok(())
}

/// The number after `left` in rules given as text.
fn left_of(rules: &str) -> u64 {
    let mut words = rules.split_whitespace().skip_while(|&word| word != "left").skip(1);
    words.next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Different amounts, ascending.
fn amounts(parameters: &Parameters, random: &mut Random) -> Result<Vec<u64>, Error> {
    let reach = check("--reach", parameters.reach.unwrap_or(10), 1, 1_000_000)?;
    let count = check("--amounts", parameters.amounts.unwrap_or(3.min(reach)), 1, reach)?;
    let mut amounts = random.distinct(count, reach);
    amounts.sort_unstable();
    Ok(amounts.into_iter().map(|amount| amount + 1).collect())
}

/// A code whose last digit is not 0, so that it has the length asked for.
fn code(base: u64, parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    let digits = check("--amounts", parameters.amounts.unwrap_or(3), 1, 1000)?;
    sink.text(" 0.");
    for place in 1..=digits {
        let digit = if place < digits { random.below(base) } else { random.within(1, base - 1) };
        sink.text(&format!("{digit:X}"));
    }
    Ok(())
}

fn vectors(
    piles: u64,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let reach = check("--reach", parameters.reach.unwrap_or(3), 1, 1_000_000)?;
    let count = check("--amounts", parameters.amounts.unwrap_or(3), 1, 1000)?;
    let mut drawn = fxhash::FxHashSet::default();
    if parameters.distinct {
        // All vectors up to the reach but the one of zeros.
        let all = u32::try_from(piles).ok().and_then(|piles| (reach + 1).checked_pow(piles));
        check("--amounts", count, 1, all.map_or(u64::MAX, |all| all - 1))?;
    }
    for _ in 0..count {
        let vector = loop {
            let vector: Vec<u64> = (0..piles).map(|_| random.within(0, reach)).collect();
            if vector.iter().any(|&amount| amount > 0)
                && (!parameters.distinct || drawn.insert(vector.clone()))
            {
                break vector;
            }
        };
        sink.tuple(&vector);
    }
    Ok(())
}

/// Positions of piles, none of them damaged; the damaged ones are part of the rules, before them.
fn positions(
    piles: u64,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let max = parameters.max.unwrap_or(100);
    let low = check("--min", parameters.min.unwrap_or(0), 0, max)?;
    let draw = |random: &mut Random| numbers::all(parameters, (low, max), piles, random);
    let count = check("--heaps", parameters.count_of_heaps().unwrap_or(1), 0, 10_000_000)?;
    let starts: Vec<Vec<u64>> = (0..count).map(|_| draw(random)).collect();
    match parameters.damage {
        None => {}
        Some(Share::Part(_)) => {
            return Err(Error::Parameter("--damage of piles is a number of positions, not a share".into()));
        }
        Some(Share::Count(damaged)) => {
            sink.text(" damaged");
            let kept: fxhash::FxHashSet<&Vec<u64>> = starts.iter().collect();
            for _ in 0..check("--damage", damaged, 0, 10_000_000)? {
                // A draw that hits a start is dropped rather than repeated: the starts may be all there is.
                let position = draw(random);
                if !kept.contains(&position) {
                    sink.tuple(&position);
                }
            }
        }
    }
    sink.text(":");
    starts.iter().for_each(|start| sink.tuple(start));
    Ok(())
}
