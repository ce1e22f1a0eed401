//! Opens the games of a record, and answers what it asks.

use grundy_base::budget::{Budget, Limit};
use grundy_record::{
    Ask, Fault, Field, Length, Paths, Place, Signature, Summand, keep_account, take_apart,
};

use crate::questions::{birthday, p_list, remoteness};
use crate::shared::sequences::of_sequence;
use crate::shared::{listing, mixed};
use crate::{Context, Game, HeapAsks, OpenPosition, PositionResult, Searched};

impl Context {
    /// Finds the game with this signature, which the language has found in the same catalogue.
    ///
    /// # Errors
    ///
    /// Fails if the signature is from elsewhere.
    pub fn game(&self, signature: &Signature) -> Result<&dyn Game, Fault> {
        self.catalogue
            .find(&signature.name)
            .ok_or_else(Fault::incomplete)
    }
}

/// Opens a record: a game and its position, or a sum of several.
///
/// # Errors
///
/// Fails as [`Game::open`] does, with the number of the game that is wrong; and where a game of a sum has no
/// Grundy value.
pub fn open<'a>(summands: &'a [Summand<'a>], context: &'a Context) -> PositionResult<'a> {
    if let [Summand { signature, record }] = summands {
        return context.game(signature)?.open(record, context);
    }
    mixed::open(summands, context)
}

/// Answers asks of a record, opened as `position`.
///
/// # Errors
///
/// Fails if an answer would pass a limit, or all of them together the memory: an ask may stand many times.
pub fn answer_all(
    summands: &[Summand<'_>],
    position: &mut dyn OpenPosition,
    asks: &[Ask],
    context: &Context,
) -> Result<Vec<Field>, Fault> {
    let mut fields = Vec::with_capacity(asks.len());
    // The first answer is within its own limit.
    let mut bytes_of_others = 0;
    for (index, &ask) in asks.iter().enumerate() {
        let field = answer_of_record(summands, position, ask, context)?;
        if index > 0 {
            bytes_of_others += field.bytes();
        }
        if bytes_of_others > context.budget.memory {
            let limit =
                Limit::memory("the answers to all these asks take more than the memory allowed");
            return Err(Fault::limit(Place::Ask(index), &limit));
        }
        fields.push(field);
    }
    Ok(fields)
}

/// Answers one ask of a record, opened as `position`.
///
/// # Errors
///
/// Fails if the answer would pass a limit.
fn answer_of_record(
    summands: &[Summand<'_>],
    position: &mut dyn OpenPosition,
    ask: Ask,
    context: &Context,
) -> Result<Field, Fault> {
    match (ask, summands) {
        (Ask::Remoteness, _) => {
            let found = match position.remoteness(&context.budget) {
                Some(found) => found?,
                None => remoteness_of(summands, context)?,
            };
            Ok(Field::Remoteness(found))
        }
        (Ask::Birthday, _) => birthday_of(summands, context).map(Field::Birthday),
        (Ask::PList, [Summand { signature, record }, ..]) => {
            let game = context.game(signature)?;
            p_list::of(game, record, context).map(Field::PList)
        }
        _ => answer(position, ask, &context.budget),
    }
}

/// Finds the remoteness of a record or of a sum.
///
/// # Errors
///
/// Fails as [`remoteness::of`] does.
pub fn remoteness_of(summands: &[Summand<'_>], context: &Context) -> Result<Length, Fault> {
    let summands = movable(summands)?;
    let mut sum = Vec::with_capacity(summands.len());
    for Summand { signature, record } in &summands {
        sum.push((context.game(signature)?, record));
    }
    remoteness::of(&sum, context)
}

/// Finds the number of moves of the longest play of a record or of a sum.
///
/// # Errors
///
/// Fails as [`birthday::of`] does, with the number of the game that is at fault.
pub fn birthday_of(summands: &[Summand<'_>], context: &Context) -> Result<Length, Fault> {
    let mut lengths = Vec::with_capacity(summands.len());
    for (index, Summand { signature, record }) in movable(summands)?.iter().enumerate() {
        let game = context.game(signature)?;
        let length = birthday::of(game, record, context);
        lengths.push(length.map_err(|fault| fault.in_summand(index))?.moves());
    }
    birthday::total(lengths)
}

/// Returns the games of a record ready for moves.
fn movable<'s>(summands: &[Summand<'s>]) -> Result<Vec<Summand<'s>>, Fault> {
    let mut summands = summands.to_vec();
    for Summand { signature, record } in &mut summands {
        take_apart(record)?;
        keep_account(signature, &record.modifiers, &mut record.position);
    }
    Ok(summands)
}

/// Answers an ask about an opened position alone, within a budget for what it lists.
///
/// # Errors
///
/// The errors are those of the method of [`OpenPosition`] for this ask.
pub fn answer(instance: &mut dyn OpenPosition, ask: Ask, budget: &Budget) -> Result<Field, Fault> {
    Ok(match ask {
        Ask::Verdict => Field::Verdict(instance.verdict()?),
        Ask::Winner => Field::Winner(instance.outcome()?),
        Ask::Count => Field::Count(instance.count()?),
        Ask::Grundy => Field::Grundy(instance.grundy()?),
        Ask::Values => Field::Values(instance.values()?),
        Ask::Moves => Field::Moves(listing::list(instance, budget)?),
        Ask::Best => Field::Best(instance.best()?),
        Ask::PPositions => Field::PPositions(instance.positions(true)?),
        Ask::Positions => Field::Positions(instance.positions(false)?),
        Ask::Sequence | Ask::Slice(..) | Ask::Stats => {
            let heaps = heap_asks(instance, ask)?;
            of_sequence(ask, |show| heaps.sequence(ask, show))?
        }
        Ask::Losing => Field::Losing(heap_asks(instance, ask)?.losing()?),
        Ask::Paths(modulus) => {
            let Paths { odd, even } = heap_asks(instance, ask)?.paths(modulus)?;
            Field::Paths { modulus, odd, even }
        }
        Ask::Period => match heap_asks(instance, ask)?.period()? {
            Searched::Found(period) => Field::Period(period),
            Searched::UpTo(heap) => Field::NoPeriod(heap),
        },
        Ask::Pattern => Field::Pattern(heap_asks(instance, ask)?.pattern()?),
        Ask::Genus => Field::Genus(instance.genus()?),
        Ask::Quotient => match instance.quotient()? {
            Searched::Found(quotient) => Field::Quotient(quotient),
            Searched::UpTo(heap) => Field::NoQuotient(heap.unwrap_or(u64::MAX)),
        },
        // These are about the record.
        Ask::PList | Ask::Remoteness | Ask::Birthday => return Err(Fault::unsupported(ask)),
    })
}

/// Returns a position as what answers asks about heaps.
fn heap_asks(instance: &mut dyn OpenPosition, ask: Ask) -> Result<&mut dyn HeapAsks, Fault> {
    instance.heap_asks().ok_or_else(|| Fault::unsupported(ask))
}
