//! Positions opened, kept with all that they borrow: a second ask opens nothing.

use std::sync::{Arc, Mutex};

use self_cell::self_cell;
use smallvec::smallvec;

use crate::Error;
use crate::first::first;
use grundy_base::sync::lock_anew;
use grundy_games::{Context, OpenPosition, open};
use grundy_language::Statement;
use grundy_record::{Ask, Fault, Record, Signature, Summand};

type BoxedInstance<'a> = Box<dyn OpenPosition + 'a>;

self_cell!(
    /// A record, and the text that it was read from if it borrows from it.
    struct ReadText<'s> {
        owner: (Arc<str>, &'s Context),
        #[covariant]
        dependent: Statement,
    }
);

self_cell!(
    /// A record and its position, opened.
    pub(super) struct Opened<'s> {
        owner: (ReadText<'s>, &'s Context),
        #[not_covariant]
        dependent: BoxedInstance,
    }
);

impl<'s> Opened<'s> {
    /// Opens a record of one game for its asks.
    pub(super) fn record(
        signature: &'s Signature,
        record: Record<'static>,
        context: &'s Context,
    ) -> Result<Self, Fault> {
        let summands = vec![Summand { signature, record }];
        let statement = Statement {
            label: None,
            summands,
            awaits_rows: None,
        };
        Opened::of(
            ReadText::new((Arc::default(), context), |_| statement),
            context,
        )
    }

    /// Opens the first record of a text for one ask.
    pub(super) fn text(
        text: Arc<str>,
        ask: Ask,
        context: &'s Context,
    ) -> Result<Result<Self, Fault>, Error> {
        let read = ReadText::try_new((text, context), |(text, context)| {
            let mut statement = first(context, text.as_bytes())?.statement;
            statement.set_asks(smallvec![ask]);
            Ok::<_, Error>(statement)
        })?;
        Ok(Opened::of(read, context))
    }

    /// Opens what was read.
    fn of(read: ReadText<'s>, context: &'s Context) -> Result<Self, Fault> {
        Opened::try_new((read, context), |(read, context)| {
            open(&read.borrow_dependent().summands, context)
        })
    }
}

/// The positions that were opened of one record: one for each kind of asks, since what it is asked decides how it
/// is solved. A copy begins with none.
#[derive(Default)]
pub(super) struct Held<'s>(Mutex<Vec<(Ask, Opened<'s>)>>);

impl Clone for Held<'_> {
    fn clone(&self) -> Self {
        Held::default()
    }
}

impl<'s> Held<'s> {
    /// Asks the position opened for asks of this kind, which `open` opens if it was not yet, together with its record.
    pub(super) fn ask<T>(
        &self,
        ask: Ask,
        open: impl FnOnce(Ask) -> Result<Result<Opened<'s>, Fault>, Error>,
        answer: impl FnOnce(&[Summand<'_>], &mut dyn OpenPosition) -> Result<T, Fault>,
    ) -> Result<Result<T, Fault>, Error> {
        let mut held = lock_anew(&self.0, |_| Vec::new());
        let kind = kind(ask);
        let place = match held.iter().position(|(other, _)| *other == kind) {
            Some(place) => place,
            None => {
                match open(kind)? {
                    Ok(opened) => held.push((kind, opened)),
                    Err(fault) => return Ok(Err(fault)),
                }
                held.len() - 1
            }
        };
        Ok(held[place].1.with_dependent_mut(|(read, _), position| {
            answer(&read.borrow_dependent().summands, &mut **position)
        }))
    }
}

/// Returns the ask for which a position is opened if it is asked this.
fn kind(ask: Ask) -> Ask {
    match ask {
        Ask::Winner | Ask::Count | Ask::Moves | Ask::Best => Ask::Verdict,
        Ask::Grundy => Ask::Values,
        Ask::Slice(..) | Ask::Stats => Ask::Sequence,
        Ask::Paths(_) => Ask::Paths(None),
        Ask::Positions => Ask::PPositions,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::Position;
    use grundy_base::budget::Budget;
    use grundy_games::{Catalogue, EachPosition, Game, OpenFunction, RulesResult, heaps::nim::NIM};
    use grundy_record::Verdict;

    static OPENINGS: AtomicU64 = AtomicU64::new(0);

    /// Nim that counts its openings.
    struct Counted;

    impl Game for Counted {
        fn signature(&self) -> &Signature {
            NIM.signature()
        }

        fn open_rules<'a>(&self, _: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
            let open: OpenFunction = |record, context| {
                OPENINGS.fetch_add(1, Ordering::Relaxed);
                NIM.open(record, context)
            };
            Ok(Box::new(EachPosition::new(open, context)))
        }
    }

    #[test]
    fn a_second_ask_opens_nothing() {
        let mut catalogue = Catalogue::default();
        assert!(catalogue.add(Arc::new(Counted)));
        let context = Context::with(Arc::new(catalogue), Budget::default());
        let openings = || OPENINGS.swap(0, Ordering::Relaxed);

        let position = Position::open(&context, b"nim: 3 4 5").unwrap();
        assert_eq!(position.verdict().unwrap(), Verdict::Win(1));
        assert_eq!(position.winning_moves().unwrap().len(), 1);
        assert!(
            position.best().unwrap().is_some() && position.legal_moves(20).unwrap().len() == 12
        );
        assert_eq!(openings(), 1);
        assert_eq!(position.grundy().unwrap().to_string(), "2");
        assert_eq!(position.values().unwrap().len(), 3);
        assert_eq!(openings(), 1, "values are another opening");
        let next = position.after_text("1:3>1").unwrap();
        assert_eq!(openings(), 0);
        assert_eq!(next.verdict().unwrap(), Verdict::Lose);
        assert_eq!(openings(), 1);
    }
}
