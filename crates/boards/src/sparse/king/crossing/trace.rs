//! Traces: what a line that runs along a side, just outside, shows on it.

use super::super::block::{CORNER, Letter, odd, step};
use super::super::patterns::{Family, LONGEST};
use super::super::runs::Side;
use super::PEEL;

/// Where to cut for a line that runs along a side from `at` on, just outside, and is pushed in by the lines that it
/// crosses: across, so that it stays in the strip that is cut off (`Ok`); where there is but a strip, on the side,
/// before and behind the part along which it runs (`Err`).
///
/// The strip leaves out the lines of the other side, if there is room.
pub fn peel(side: Side, base: Letter, at: u32, across: Side) -> Result<u32, u32> {
    let first = side.runs.partition_point(|run| run.end <= at);
    let drift = PEEL + (side.runs.len() - first) as u32 / 2;
    if across.len() <= 2 * drift {
        if at > side.start {
            return Err(at);
        }
        let mut start = at;
        for run in &side.runs[first..] {
            if run.letter == base && run.end.min(side.end) - start > LONGEST {
                return Err(start);
            }
            start = run.end;
        }
        return Ok(across.start + PEEL);
    }
    // It is pushed by one block at about every other line.
    let base = across.last();
    let mut start = across.start;
    for run in across.clipped() {
        if start - across.start > drift {
            break;
        }
        if run.letter != base && start >= across.start + PEEL {
            return Ok(start.saturating_sub(PEEL).max(across.start + PEEL));
        }
        start = run.end;
    }
    Ok(across.start + drift)
}

/// Whether a long run of a letter on a family's side is but the trace of a line that runs along it, just outside: the
/// lines of blocks behind the first few are undisturbed.
pub fn fades(letter: Letter, family: Family) -> bool {
    const FADING: [u16; 2] = [fading(Family::Outer), fading(Family::Inner)];
    FADING[family as usize] >> letter & 1 != 0
}

/// The set of letters that fade.
const fn fading(family: Family) -> u16 {
    /// Blocks in which a line of blocks comes to rest.
    const REST: usize = 24;
    /// Blocks that are alike then.
    const ALIKE: usize = 8;
    let (mut letters, mut letter) = (0, 0);
    while letter < 16 {
        let mut line = [letter; REST + ALIKE];
        let mut across = 0;
        while across < PEEL {
            let (mut state, mut corner, mut at) = (family.other().base(), CORNER, 0);
            while at < line.len() {
                let came = line[at];
                (line[at], state) = step(corner, state, came);
                (corner, at) = (odd(came), at + 1);
            }
            across += 1;
        }
        let (mut fades, mut at) = (true, REST);
        while at < line.len() {
            fades &= line[at] == family.base();
            at += 1;
        }
        letters |= (fades as u16) << letter;
        letter += 1;
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::super::super::block::{INNER, OUTER, letter};
    use super::super::super::runs::Run;
    use super::super::super::sweep::{StepLimit, Sweeper};
    use super::*;

    /// Long runs of each letter beside the domains, swept: those that fade leave the base behind a strip.
    #[test]
    fn traces_of_lines_fade() {
        const LENGTH: u32 = 64;
        let mut found = 0;
        for (family, across) in [(Family::Outer, INNER), (Family::Inner, OUTER)] {
            for seen in 0..16 {
                let [side, beside] =
                    [(LENGTH, seen), (PEEL, across)].map(|(end, letter)| [Run { end, letter }]);
                let (seq, drive) = (Side::new(&side, 0, LENGTH), Side::new(&beside, 0, PEEL));
                let (mut far, mut other) = (Vec::new(), Vec::new());
                let endless = StepLimit::ENDLESS;
                let mut sweeper = Sweeper::default();
                assert!(sweeper.sweep::<false>(seq, drive, CORNER, &[], &[], endless, &mut far, &mut other));
                let rests = far.last().is_some_and(|run| run.letter == family.base())
                    && far.iter().rev().nth(1).is_none_or(|run| run.end <= 24);
                assert_eq!(fades(seen, family), rests, "{family:?} {seen}");
                found += u32::from(rests);
            }
        }
        // The domains themselves, and what a flipped line shows beside it.
        assert!(fades(OUTER, Family::Outer) && fades(INNER, Family::Inner) && found > 4, "{found}");
        assert!(!fades(letter(3, 1), Family::Outer));
    }
}
