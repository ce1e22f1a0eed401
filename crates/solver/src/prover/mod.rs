//! Makes certificates, with the help of the engines that solve the records.
//!
//! What a certificate claims comes from the engines where they have it: periods, matchings and
//! barriers, labels, the values of pieces and around them. What only repeats a computation the
//! checker will do anyway (checksums of sequences and tables, borders of boards) is made with the
//! checker's own code.

mod ears;
mod matching;
mod ranks;

use crate::certificate::{Certificate, Cycle, PieceValues};
use crate::games::{Context, Game};
use crate::language::Statement;
use crate::record::{Ask, Field, Period, Record, Tuples, Value};
use crate::theory::budget::Budget;
use crate::verify::heaps::{self, Memo, Rules};
use crate::verify::{
    CELLS, Checked, GameId, Meter, Stop, WORK, board, flags, piles, reached, theorem, uncertified,
    uncertified_in_sums, unproved,
};

/// From how many terms on a parity mask is worth looking for.
const SAMPLE: u64 = 2_000;

/// Up to which largest amount the values of one range of amounts are computed from their definition;
/// beyond it a closed form proves them.
const BY_DEFINITION: u64 = 1 << 12;

/// The same for heaps of Lasker's Nim.
const LASKER_BY_DEFINITION: u64 = 1 << 8;

/// The steps that exploring takes at most where a theorem might do.
const QUICK: u64 = 1 << 20;

/// Makes the certificates of a batch.
#[derive(Debug)]
pub struct Prover {
    memo: Memo,
    /// For periods that are not needed, but would make a certificate short: looked for only so far.
    quick: Context,
}

impl Default for Prover {
    fn default() -> Self {
        let budget = Budget { memory: 64 << 20, work: 1 << 22, threads: 1 };
        Prover { memo: Memo::default(), quick: Context::new(budget) }
    }
}

impl Prover {
    /// Makes the certificate of a sum of different games, which was answered without error.
    fn sum(&mut self, statement: &Statement<'_>, bytes: usize, context: &Context) -> Certificate {
        if let Some(reason) = uncertified_in_sums(&statement.record) {
            return Certificate::Unproved(reason);
        }
        let first = (statement.game, &*statement.record);
        let more = statement.more.iter().map(|summand| (summand.game, &summand.record));
        let mut parts = Vec::new();
        for (game, record) in std::iter::once(first).chain(more) {
            let record = Record { asks: std::iter::once(Ask::Grundy).collect(), ..record.clone() };
            let alone = Statement {
                label: None,
                game,
                record: Box::new(record),
                more: Vec::new(),
                awaits_rows: None,
            };
            match self.prove(&alone, bytes, context) {
                Certificate::Unproved(reason) => return Certificate::Unproved(reason),
                part => parts.push(part),
            }
        }
        Certificate::Sum(parts)
    }

    /// Makes the certificate of a record of `bytes` bytes that was answered without error.
    pub fn prove(&mut self, statement: &Statement<'_>, bytes: usize, context: &Context) -> Certificate {
        if !statement.more.is_empty() {
            if statement.record.modifiers.misere {
                return Certificate::Unproved(MISERE.into());
            }
            return self.sum(statement, bytes, context);
        }
        let record = &statement.record;
        let meter = Meter::new(bytes);
        let Some(game) = GameId::of(&statement.game.signature().name) else {
            return Certificate::Unproved("no certificate exists for this game".into());
        };
        if record.modifiers.misere && !matches!(game, GameId::Nim | GameId::Subtraction) && heaps(statement) {
            return Certificate::Unproved(MISERE.into());
        }
        if let Some(reason) = uncertified(&record.asks) {
            return Certificate::Unproved(reason);
        }
        let made = match game {
            GameId::Nim => {
                let sum = record.position.numbers.iter().fold(0, |sum, heap| sum ^ heap);
                Ok(Certificate::Nim { sum })
            }
            GameId::Flags => self.outcomes(statement, context, &meter),
            GameId::Rocks | GameId::ThreeRocks => {
                piles::Positions::new(record, game, &meter).map(|positions| Certificate::Table {
                    values: positions.table.of_components(&positions),
                    blocks: positions.table.blocks(),
                })
            }
            GameId::King
            | GameId::Rook
            | GameId::Bishop
            | GameId::Queen
            | GameId::Knight
            | GameId::Leaper => pieces(statement, game, context, &meter),
            GameId::Factor | GameId::Geography => matching::maximum(record, game, &context.budget, &meter),
            GameId::Graph => {
                let tokens: Vec<u32> = record.position.numbers.iter().map(|&token| token as u32).collect();
                match ranks::labels(&record.rules.graph.edges, &tokens, &context.budget) {
                    Ok(labels) => Ok(Certificate::Labels(labels)),
                    Err(limit) => unproved(limit.message),
                }
            }
            GameId::TakeAndBreak | GameId::Octal(_) | GameId::Lasker
                if game == GameId::TakeAndBreak || record.modifiers.ring =>
            {
                // A period needs all values, and so do large heaps; small ones are explored.
                let explored = |steps| reached::certificate(record, game, &Meter::of(steps));
                match record.asks.contains(&Ask::Period) {
                    true => self.heaps(statement, game, context),
                    false => explored(QUICK / 64)
                        .or_else(|_| self.heaps(statement, game, context))
                        .or_else(|_| explored(WORK)),
                }
            }
            GameId::Rules if record.asks.contains(&Ask::Period) => {
                repeating(statement, game, context, &meter)
            }
            GameId::Rules => reached::certificate(record, game, &Meter::of(QUICK)).or_else(|_| {
                // A period says more than can be explored.
                repeating(statement, game, context, &meter)
                    .or_else(|_| reached::certificate(record, game, &Meter::new(bytes)))
            }),
            GameId::Subtraction | GameId::Octal(_) | GameId::Lasker | GameId::GrundysGame => {
                self.heaps(statement, game, context)
            }
            _ => reached::certificate(record, game, &Meter::of(QUICK)).or_else(|_| {
                // Exploring takes long: a theorem, where one says enough.
                match theorem::derive(record, game, &meter) {
                    Ok(_) => Ok(Certificate::Theorem),
                    Err(_) => reached::certificate(record, game, &Meter::new(bytes)),
                }
            }),
        };
        match made {
            Ok(certificate) => certificate,
            Err(Stop::Unproved(reason) | Stop::Rejected(reason)) => Certificate::Unproved(reason),
        }
    }

    /// What range must be claimed of the terms to this one, and which cycle: none where the terms
    /// themselves are fewer, unless it is asked for.
    fn claim(
        &self,
        statement: &Statement<'_>,
        context: &Context,
        last: u64,
        range_for: impl Fn(Cycle) -> Option<u64>,
    ) -> (u64, Option<Cycle>) {
        let is_asked = statement.record.asks.contains(&Ask::Period);
        // What was answered beyond this was answered with the period.
        let context = if is_asked || last >= CELLS { context } else { &self.quick };
        let cycle = cycle(statement.game, &statement.record, context);
        match cycle.and_then(|cycle| Some((range_for(cycle)?, cycle))) {
            Some((range, cycle)) if is_asked || range < last => (range, Some(cycle)),
            _ => (last, None),
        }
    }

    fn heaps(&mut self, statement: &Statement<'_>, game: GameId, context: &Context) -> Checked<Certificate> {
        match Rules::of(&statement.record, game) {
            Some(rules) => self.sequence(statement, &rules?, context),
            None => unproved("no certificate exists for this game"),
        }
    }

    fn sequence(
        &mut self,
        statement: &Statement<'_>,
        rules: &Rules,
        context: &Context,
    ) -> Checked<Certificate> {
        if let Some((low, high)) = rules.one_range().filter(|&(_, high)| high > BY_DEFINITION) {
            return Ok(Certificate::Range { low, high });
        }
        let largest = statement.record.position.numbers.iter().copied().max().unwrap_or(0);
        if *rules == Rules::Lasker && largest > LASKER_BY_DEFINITION {
            return Ok(Certificate::Lasker);
        }
        let (range, cycle) = self.claim(statement, context, largest, |cycle| rules.range_for(cycle));
        let is_asked = statement.record.asks.contains(&Ask::Period);
        if cycle.is_none() && (is_asked || range >= CELLS) {
            return rising(statement, rules, context, &mut self.memo);
        }
        // A period says more of a large heap than all values below it.
        if cycle.is_none()
            && range >= SAMPLE
            && let Ok(certificate) = rising(statement, rules, &self.quick, &mut self.memo)
        {
            return Ok(certificate);
        }
        let mask = self.mask(rules, range)?;
        match self.memo.values(rules, mask, range) {
            Ok(known) => Ok(Certificate::Sequence { range, cycle, mask, checksum: known.checksum(range) }),
            Err(stop) if cycle.is_some() => Err(stop),
            Err(_) => rising(statement, rules, context, &mut self.memo),
        }
    }

    /// A parity mask under which few values are rare: found from a few values, then with its help from
    /// more and more, since what is best for small heaps may not stay so.
    fn mask(&mut self, rules: &Rules, range: u64) -> Checked<u64> {
        let mut mask = 0;
        if !rules.splits_by_mask() || range <= SAMPLE {
            return Ok(mask);
        }
        let samples = std::iter::successors(Some(SAMPLE), |sample| sample.checked_mul(4));
        for sample in samples.take_while(|&sample| sample < range).chain([range]) {
            mask = good_mask(self.memo.values(rules, mask, sample)?.to(sample));
        }
        Ok(mask)
    }

    fn outcomes(&self, statement: &Statement<'_>, context: &Context, meter: &Meter) -> Checked<Certificate> {
        let record = &statement.record;
        let flags = flags::Flags::of(record)?;
        if let Some((low, high)) = flags.one_range().filter(|&(_, high)| high > BY_DEFINITION) {
            return Ok(Certificate::Range { low, high });
        }
        let left = record.modifiers.left.unwrap_or(0);
        let last = record.position.numbers.first().map_or(0, |heap| heap.saturating_sub(left));
        let (range, cycle) = self.claim(statement, context, last, |cycle| flags.range_for(cycle));
        Ok(Certificate::Outcomes { range, cycle, checksum: flags.checksum(range, meter)? })
    }
}

/// Why an answer by a misère quotient has no certificate.
const MISERE: &str = "no certificate of misère quotients exists";

/// Whether a record is of heaps that do not know of each other.
fn heaps(statement: &Statement<'_>) -> bool {
    statement.game.heaps(&statement.record).is_ok_and(|heaps| heaps.is_some())
}

/// The certificate of a code whose values rise each period.
fn rising(
    statement: &Statement<'_>,
    rules: &Rules,
    context: &Context,
    memo: &mut Memo,
) -> Checked<Certificate> {
    let may_rise = matches!(rules, Rules::Code(_)) && !statement.record.modifiers.ring;
    let found = if may_rise { period(statement.game, &statement.record, context) } else { None };
    match found {
        Some(Period { preperiod, period, saltus }) if saltus > 0 => {
            let cycle = Cycle { preperiod, period };
            let (range, checksum) = heaps::range_of_rising(rules, cycle, saltus, memo)?;
            Ok(Certificate::Rising { range, cycle, saltus, checksum })
        }
        _ => unproved("that no period is found within the limit is not proved"),
    }
}

/// The cycle the engine finds; of rings, that of the rows that they leave.
fn cycle(game: &dyn Game, record: &Record<'_>, context: &Context) -> Option<Cycle> {
    let Period { preperiod, period, saltus } = period(game, record, context)?;
    (saltus == 0).then_some(Cycle { preperiod, period })
}

/// The period the engine finds; of rings, that of the rows that they leave.
fn period(game: &dyn Game, record: &Record<'_>, context: &Context) -> Option<Period> {
    let rows = Record { rules: record.rules.clone(), ..Record::default() };
    let mut instance = game.open(if record.modifiers.ring { &rows } else { record }, context).ok()?;
    match instance.other(Ask::Period).ok()? {
        Field::Period(period) => Some(period),
        _ => None,
    }
}

/// The certificate of rules of one's own whose values are known to repeat.
fn repeating(
    statement: &Statement<'_>,
    game: GameId,
    context: &Context,
    meter: &Meter,
) -> Checked<Certificate> {
    match cycle(statement.game, &statement.record, context) {
        Some(cycle) => reached::cycle_certificate(&statement.record, game, cycle, meter),
        None => unproved("that no period is found within the limit is not proved"),
    }
}

/// The parity mask under which the fewest of these values are rare, of those of a few bits.
fn good_mask(values: &[u32]) -> u64 {
    const BITS: u32 = 10;
    let mut counts = [0u32; 1 << BITS];
    for &value in values {
        counts[value as usize % (1 << BITS)] += 1;
    }
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = (32 - largest.leading_zeros()).min(BITS);
    let rare = |mask: u32| -> u32 {
        let is_rare = |&(value, _): &(u32, &u32)| (value & mask).count_ones().is_multiple_of(2);
        (0..).zip(&counts[..1 << bits]).filter(is_rare).map(|(_, count)| count).sum()
    };
    u64::from((0..1 << bits).min_by_key(|&mask| rare(mask)).unwrap_or(0))
}

/// The values of the pieces and around them, asked of the engine as if there were pieces there, too.
fn pieces(statement: &Statement<'_>, game: GameId, context: &Context, meter: &Meter) -> Checked<Certificate> {
    let record = &statement.record;
    let pieces = board::Pieces::new(record, game, meter)?;
    let (every, borders) = pieces.borders()?;
    let neighbourhoods = pieces.neighbourhoods()?;
    let mut crowd =
        Record { rules: record.rules.clone(), modifiers: record.modifiers.clone(), ..Record::default() };
    crowd.asks.push(Ask::Values);
    crowd.position.tuples = Tuples::default();
    let all = record.position.tuples.iter().map(|cell| [cell[0], cell[1]]);
    let around = neighbourhoods.iter().flatten().flatten().map(|&(row, col)| [row, col]);
    all.chain(around).for_each(|cell| _ = crowd.position.tuples.push(&cell));
    let values = statement.game.open(&crowd, context).and_then(|mut opened| opened.values());
    let values = match values {
        Ok(values) => values,
        Err(fault) => return unproved(fault.message),
    };
    let mut values = values.iter().map(|value| match value {
        Value::Finite(value) => u32::try_from(*value).unwrap_or(u32::MAX),
        Value::Infinite(_) => u32::MAX,
    });
    let own: Vec<u32> = values.by_ref().take(neighbourhoods.len()).collect();
    let with_options = |(value, cells): (u32, Option<Vec<_>>)| PieceValues {
        value,
        options: cells.map(|cells| values.by_ref().take(cells.len()).collect()),
    };
    let pieces = own.into_iter().zip(neighbourhoods).map(with_options).collect();
    Ok(Certificate::Board { pieces, every, borders })
}
