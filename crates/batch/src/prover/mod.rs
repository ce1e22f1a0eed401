//! Makes the certificates of answers, in the form of [`grundy_certificates::certificate`].
//!
//! The proof of an answer comes from the engines: periods, graphs, the losers of searched positions, automata and misère
//! quotients ([`OpenPosition::evidence`]). Nothing is written for answers that the reference computes again with ease, nor for
//! those that rest on a theorem of the literature.

mod graphs;
mod strategy;

use std::cell::LazyCell;

use grundy_reference::answers;
use grundy_reference::play::Play;
use grundy_reference::records::Reading;

use grundy_base::budget::Budget;
use grundy_games::{Context, Evidence, OpenPosition, Searched};
use grundy_language::Statement;
use grundy_record::{Ask, Keyword, Record, Summand};

/// The heap from which on a period says more than exploring; a guess.
const MIN_PERIOD_HEAP: u64 = 500;

/// The number beyond which an answer was proved by a pattern, so that looking for it again costs no more.
const MIN_PATTERN_NUMBER: u64 = 1 << 24;

/// Makes the certificates of a batch.
#[derive(Debug)]
pub struct Prover {
    /// The way in which the reference reads the records.
    pub reading: Reading,
    /// The limits within which proofs are looked for that no ask needs.
    quick: Context,
}

impl Prover {
    /// Makes a prover for records that are read in this way.
    pub fn new(reading: Reading, context: &Context) -> Self {
        let budget = Budget {
            memory: 256 << 20,
            work: 1 << 25,
            threads: 1,
        };
        Prover {
            reading,
            quick: Context {
                notes: context.notes.clone(),
                ..Context::with(context.catalogue.clone(), budget)
            },
        }
    }

    /// Finds the certificate of a record, given as text, that was answered without error; `None` if there is none.
    pub fn prove(
        &self,
        statement: &Statement<'_>,
        text: &[u8],
        context: &Context,
    ) -> Option<String> {
        let plays = LazyCell::new(|| answers::plays(text, &self.reading).unwrap_or_default());
        let play = |at| LazyCell::force(&plays).get(at);
        let in_sum = statement.summands.len() > 1;
        let each = statement.summands.iter().enumerate();
        let each: Vec<Option<String>> = each
            .map(|(at, summand)| self.prove_one(summand, &play, in_sum.then_some(at), context))
            .collect();
        let parts = each.iter().map(|one| one.as_deref().unwrap_or("-"));
        each.iter()
            .any(Option::is_some)
            .then(|| itertools::join(parts, " + "))
    }

    /// Finds the certificate of the game of a record, or of a game at a place in a sum of different games; `play` reads
    /// the games as the reference does.
    fn prove_one<'p>(
        &self,
        summand: &Summand<'_>,
        play: &dyn Fn(usize) -> Option<&'p Play>,
        at: Option<usize>,
        context: &Context,
    ) -> Option<String> {
        let Summand { signature, record } = summand;
        let game = context.game(signature).ok()?;
        if record.varies() || at.is_some() && record.modifiers.has(Keyword::Misere) {
            return None;
        }
        if let Some(period) = self.period(summand, context) {
            return Some(period);
        }
        let asked = record
            .asks
            .iter()
            .any(|ask| matches!(ask, Ask::Quotient | Ask::Pattern))
            || record
                .position
                .tuples
                .iter()
                .flat_map(|tuple| tuple.iter())
                .any(|&n| n > MIN_PATTERN_NUMBER);
        // The quotient that has answered heaps under misère play is known.
        let heaps_under_misere =
            record.modifiers.has(Keyword::Misere) && matches!(game.heaps(record), Ok(Some(_)));
        // All positions that a record of lists reaches were explored for its answer, and are kept.
        let own = record.rules.own().or(signature.own_rule());
        let was_explored = own.is_some_and(|own| own.rule.is_wide());
        let context = if asked || heaps_under_misere || was_explored {
            context
        } else {
            &self.quick
        };
        let mut opened = game.open(record, context).ok()?;
        match opened.evidence(&record.asks)? {
            Evidence::Walk(edges) => graphs::matching(&edges, &context.budget),
            Evidence::Arcs { arcs, tokens } => graphs::labels(&arcs, &tokens, &context.budget),
            Evidence::Search(loses) => {
                strategy::certificate(play(at.unwrap_or(0))?, at.is_some(), &record.asks, loses)
            }
            Evidence::Text(text) => {
                let sum = heaps(record).fold(0, u64::saturating_add);
                (asked || sum > MAX_MISERE_TOTAL || !record.modifiers.has(Keyword::Misere))
                    .then_some(text)
            }
        }
    }

    /// Finds preperiod, period and saltus, if they are asked for or heaps are large. Those of rings are the ones of the
    /// rows that rings leave.
    fn period(&self, summand: &Summand<'_>, context: &Context) -> Option<String> {
        let Summand { signature, record } = summand;
        let asked = record
            .asks
            .iter()
            .any(|ask| matches!(ask, Ask::Period | Ask::Pattern));
        let may = signature.asks.contains(Ask::Period) && !record.modifiers.has(Keyword::Misere);
        if !may || !asked && heaps(record).max()? < MIN_PERIOD_HEAP {
            return None;
        }
        let rows = Record {
            rules: record.rules.clone(),
            ..Record::default()
        };
        let context = if asked { context } else { &self.quick };
        let record = if record.modifiers.has(Keyword::Ring) {
            &rows
        } else {
            record
        };
        let mut opened: Box<dyn OpenPosition> =
            context.game(signature).ok()?.open(record, context).ok()?;
        let Searched::Found(period) = opened.heap_asks()?.period().ok()? else {
            return None;
        };
        Some(format!(
            "period {} {} {}",
            period.preperiod, period.period, period.saltus
        ))
    }
}

/// The largest sum of heaps that the reference explores with ease under misère play; a guess.
const MAX_MISERE_TOTAL: u64 = 30;

/// Lists the heaps of a record, or its positions of one number.
fn heaps<'r>(record: &'r Record<'_>) -> impl Iterator<Item = u64> + 'r {
    let single = record
        .position
        .tuples
        .iter()
        .filter(|tuple| tuple.len() == 1);
    record
        .position
        .numbers
        .iter()
        .copied()
        .chain(single.map(|tuple| tuple[0]))
}
