//! Opens the games of a record, and answers what it asks.

use grundy_base::budget::Limit;
use grundy_record::{
    Ask, Fault, Field, Length, Paths, Place, PositionList, Record, Signature, Summand,
    keep_account, take_apart,
};

use crate::questions::{birthday, p_list, remoteness};
use crate::shared::sequences::of_sequence;
use crate::shared::{listing, mixed};
use crate::{Context, Counted, Game, HeapAsks, OpenPosition, PositionResult, Searched};

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
        let field = answer(summands, position, ask, context)?;
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

/// Answers one ask of a record, opened as `position`. No other place chooses what answers an ask.
///
/// # Errors
///
/// The errors are those of the method of [`OpenPosition`] for this ask, or of the question about the record.
pub fn answer(
    summands: &[Summand<'_>],
    position: &mut dyn OpenPosition,
    ask: Ask,
    context: &Context,
) -> Result<Field, Fault> {
    Ok(match ask {
        Ask::Verdict => Field::Verdict(position.verdict()?),
        Ask::Winner => Field::Winner(position.outcome()?),
        Ask::Count => Field::Count(position.count()?),
        Ask::Grundy => Field::Grundy(position.grundy()?),
        Ask::Values => Field::Values(position.values()?),
        Ask::Moves => Field::Moves(listing::list(position, &context.budget)?),
        Ask::Best => Field::Best(position.best()?),
        Ask::PPositions => Field::PPositions(position.positions(Counted::Lost)?),
        Ask::Positions => Field::Positions(position.positions(Counted::All)?),
        Ask::PList => Field::PList(p_list_of(summands, context)?),
        Ask::Remoteness => Field::Remoteness(match position.remoteness(&context.budget) {
            Some(known) => known?,
            None => about_plays(summands, context, remoteness::of)?,
        }),
        Ask::Birthday => Field::Birthday(about_plays(summands, context, birthday::of)?),
        Ask::Sequence | Ask::Slice(..) | Ask::Stats => {
            let heaps = heap_asks(position, ask)?;
            of_sequence(ask, |show| heaps.sequence(ask, show))?
        }
        Ask::Losing => Field::Losing(heap_asks(position, ask)?.losing()?),
        Ask::Paths(modulus) => {
            let Paths { odd, even } = heap_asks(position, ask)?.paths(modulus)?;
            Field::Paths { modulus, odd, even }
        }
        Ask::Period => match heap_asks(position, ask)?.period()? {
            Searched::Found(period) => Field::Period(period),
            Searched::UpTo(heap) => Field::NoPeriod(heap),
        },
        Ask::Pattern => Field::Pattern(heap_asks(position, ask)?.pattern()?),
        Ask::Genus => Field::Genus(position.genus()?),
        Ask::Quotient => match position.quotient()? {
            Searched::Found(quotient) => Field::Quotient(quotient),
            Searched::UpTo(heap) => Field::NoQuotient(heap),
        },
    })
}

/// Returns a position as what answers asks about heaps.
fn heap_asks(position: &mut dyn OpenPosition, ask: Ask) -> Result<&mut dyn HeapAsks, Fault> {
    position.heap_asks().ok_or_else(|| Fault::unsupported(ask))
}

/// Lists the positions of a record of one game that are lost.
fn p_list_of(summands: &[Summand<'_>], context: &Context) -> Result<PositionList, Fault> {
    let [Summand { signature, record }] = summands else {
        return Err(Fault::unsupported(Ask::PList));
    };
    p_list::of(context.game(signature)?, record, context)
}

/// A question about all plays from a position, put to each game of a sum with its record.
type AboutPlays = fn(&[(&dyn Game, &Record<'_>)], &Context) -> Result<Length, Fault>;

/// Answers a question about all plays from the position of a record or of a sum, made ready for moves.
fn about_plays(
    summands: &[Summand<'_>],
    context: &Context,
    question: AboutPlays,
) -> Result<Length, Fault> {
    let mut summands = summands.to_vec();
    for Summand { signature, record } in &mut summands {
        take_apart(record)?;
        keep_account(signature, &record.modifiers, &mut record.position);
    }
    let mut sum = Vec::with_capacity(summands.len());
    for Summand { signature, record } in &summands {
        sum.push((context.game(signature)?, record));
    }
    question(&sum, context)
}
