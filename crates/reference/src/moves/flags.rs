//! Flags: one heap that is counted down to `left`; who cannot take and does not face exactly `left` draws.

use std::cmp::Ordering;

use crate::moves::vocabulary::*;

/// The most that may be taken, and the most heaps looked at, for a period without certificate.
const MAX_TAKEN: u64 = 2_000;
const MAX_HEAPS: u64 = 200_000;

#[derive(Clone)]
struct Flags {
    amounts: Vec<u64>,
    left: u64,
    /// The least heap that a move may leave.
    lowest: u64,
    /// How play ends at a heap below `left`.
    below: PlayOutcome,
}

/// Reads a record of flags.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let record = given.record;
    let left = text::number(given.of("left").first().ok_or(Fail::Wrong)?)?;
    let (lowest, below) = match (given.has("overshoot"), given.has("or-less")) {
        (false, false) => (left, PlayOutcome::Draw),
        (true, false) => (0, PlayOutcome::Draw),
        (false, true) => (0, PlayOutcome::Lose),
        (true, true) => return Err(Fail::Wrong),
    };
    let heaps = record.numbers()?;
    let only_period = record.asks.iter().all(|ask| ask.word == "period");
    Fail::Wrong.when(
        heaps.len() > 1
            || heaps.is_empty() && !only_period
            || heaps.iter().any(|&heap| heap < left),
    )?;
    let amounts = text::amounts(&given.words, heaps.first().copied().unwrap_or(0))?;
    let flags = Flags {
        amounts,
        left,
        lowest,
        below,
    };
    Ok(Play {
        valued: false,
        ..Play::new(flags, heaps.into_iter().map(|heap| vec![heap]))
    })
}

impl Flags {
    /// The numbers that may be left.
    fn rests(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        let rests = self
            .amounts
            .iter()
            .filter_map(move |&taken| heap.checked_sub(taken));
        rests.filter(|&rest| rest >= self.lowest)
    }
}

impl GameDefinition for Flags {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let ended = self.ending(position)?.is_some();
        Ok(self
            .rests(position[0])
            .filter(|_| !ended)
            .map(|rest| ListedMove::to(&[rest]))
            .collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<PlayOutcome>> {
        Ok(match position[0].cmp(&self.left) {
            Ordering::Less => Some(self.below),
            Ordering::Equal => Some(PlayOutcome::Lose),
            Ordering::Greater => self
                .rests(position[0])
                .next()
                .is_none()
                .then_some(PlayOutcome::Draw),
        })
    }

    fn is_far(&self, position: &[u64]) -> bool {
        position[0] > 100_000
    }

    fn heap(&self, size: u64) -> Res<Option<PositionNumbers>> {
        Ok((size >= self.lowest).then(|| PositionNumbers::from_slice(&[size])))
    }

    /// The outcomes of heaps from `left` on. From left + the largest amount on, a heap is decided by the outcomes of as many
    /// heaps below it, and no move is cut short.
    fn periodic(&self, certificate: Option<&Certificate>) -> Res<Periodic> {
        let most = *self.amounts.last().ok_or(Fail::Wrong)?;
        let window = |preperiod: u64, period| preperiod.checked_add(period)?.checked_add(most);
        let table = |last: u64| {
            let heaps = (0..=last)
                .map(|n| vec![PositionNumbers::from_slice(&[self.left + n])])
                .collect_vec();
            let outcomes = Exploration::of(Rc::new(self.clone()), false).outcomes(&heaps)?;
            Ok(outcomes.into_iter().map(|outcome| outcome as u64).collect())
        };
        Fail::TooLarge.when(certificate.is_none() && most > MAX_TAKEN || self.left > MAX_HEAPS)?;
        period::by_window(certificate, MAX_HEAPS, window, table)
    }

    fn repeated(&self, periodic: Periodic) -> Res<Theorem<'_>> {
        let source = "outcomes that a window of earlier ones determines repeat with it";
        Ok(Theorem::outcome(source, move |parts| {
            let outcome =
                periodic.term(parts[0][0].checked_sub(self.left).ok_or(Fail::TooLarge)?)?;
            let all = [PlayOutcome::Win, PlayOutcome::Lose, PlayOutcome::Draw];
            all.into_iter()
                .find(|&one| one as u64 == outcome)
                .ok_or(Fail::TooLarge)
        }))
    }

    fn about(&self, ask: Ask, heap: Option<u64>, certificate: Option<&Certificate>) -> Res<String> {
        match (ask.word, heap) {
            ("paths", Some(heap)) => period::paths(&self.amounts, heap - self.left, ask),
            _ => Ok(self.periodic(certificate)?.text()),
        }
    }
}
