//! One bundle across one outer line.

use super::super::super::patterns::{APART, Family, LONGEST, PatternTable};
use smallvec::SmallVec;

/// Inner lines in order: where the first letter is, and the pattern's id.
pub type Track = SmallVec<[(u32, u32); 4]>;

/// What a bundle does where it crosses an outer line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Across {
    /// How far the outer line is pushed.
    pub push: u32,
    /// Side of the widest square, with room for pushes beyond the slack.
    pub extent: u32,
    /// In how many parts the bundle crosses.
    pub parts: usize,
    /// Whether each part comes through as it was.
    pub same: bool,
}

/// What became of a bundle and of the outer line it crossed.
pub struct Crossed {
    /// The lines behind.
    pub behind: Track,
    /// Behind the last square.
    pub end: u32,
    pub across: Across,
}

/// Why a bundle could not cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleStop {
    /// What comes next is too close.
    Next,
    /// Some square does not settle, or is too wide.
    CrossingStop,
}

/// Takes a bundle across one outer line; the next line begins at `limit`. Lines too close for
/// squares of their own are joined first.
pub fn cross(
    pattern_table: &mut PatternTable,
    outer: u32,
    track: &mut Track,
    limit: u32,
    slack: u32,
) -> Result<Crossed, BundleStop> {
    let mut k = 0;
    while k + 1 < track.len() {
        let end = track[k].0 + pattern_table.pattern(Family::Inner, track[k].1).width();
        if track[k + 1].0 - end < APART.max(slack + 3) {
            join(pattern_table, track, k)?;
        } else {
            k += 1;
        }
    }
    'again: loop {
        let across = Across { push: 0, extent: 0, parts: track.len(), same: true };
        let mut crossed = Crossed { behind: Track::new(), end: 0, across };
        for k in 0..track.len() {
            let (at, id) = track[k];
            let meeting = pattern_table.meeting(outer, id).ok_or(BundleStop::CrossingStop)?;
            // Lines that pass through each other may be pushed on further at once.
            let extent = meeting.extent + (2 * meeting.outer.max(meeting.after[0].0)).saturating_sub(slack);
            let end = at + extent;
            let last = k + 1 == track.len();
            let room = if last { limit } else { track[k + 1].0 };
            if room < end + slack {
                if last {
                    return Err(BundleStop::Next);
                }
                join(pattern_table, track, k)?;
                continue 'again;
            }
            crossed.across.push += meeting.outer;
            crossed.across.extent = crossed.across.extent.max(extent);
            crossed.end = end;
            crossed.behind.extend(meeting.after.iter().map(|&(by, id)| (at + by, id)));
        }
        crossed.across.same = track.len() == crossed.behind.len()
            && track.iter().zip(&crossed.behind).all(|(before, behind)| before.1 == behind.1);
        return Ok(crossed);
    }
}

/// Where a bundle ends at the least, for what comes behind it not to be taken in.
pub fn reach(pattern_table: &PatternTable, track: &Track, slack: u32) -> u32 {
    let (at, id) = track[track.len() - 1];
    let width = pattern_table.pattern(Family::Inner, id).width();
    at + pattern_table.settled(Family::Inner, id).max(width + 1) + slack + 1
}

/// Makes one line of two neighbours.
fn join(pattern_table: &mut PatternTable, track: &mut Track, k: usize) -> Result<(), BundleStop> {
    let [(at, id), (next_at, next_id)] = [track[k], track[k + 1]];
    let (pattern, next) =
        (pattern_table.pattern(Family::Inner, id), pattern_table.pattern(Family::Inner, next_id));
    let gap = next_at - at - pattern.width();
    if pattern.width() + gap + next.width() > LONGEST {
        return Err(BundleStop::CrossingStop);
    }
    let mut joined = pattern;
    (0..gap).for_each(|_| joined = joined.with(Family::Inner.base()));
    next.letters().for_each(|letter| joined = joined.with(letter));
    track[k] = (at, pattern_table.id(Family::Inner, joined).ok_or(BundleStop::CrossingStop)?);
    track.remove(k + 1);
    Ok(())
}
