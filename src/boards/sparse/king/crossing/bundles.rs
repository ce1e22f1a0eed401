//! Inner lines that meet one another.
//!
//! Two inner lines may be pushed by different amounts where they cross the same outer line, so one
//! can catch up with the other; they then pass through each other in a pattern that changes from
//! crossing to crossing. Such lines form a bundle, which is followed across the outer lines one at
//! a time: patterns closer than a square needs are joined before a crossing, and parted again by
//! what the crossing's square shows behind it. The outer lines keep their shapes throughout.
//!
//! Between bundles, and between a bundle and a line that keeps its shape, nothing is shared: the
//! farthest that the first ever reaches lies before the place where the second starts.

use super::super::patterns::{APART, Crossing, Family, LONGEST, Lore};
use super::lines::Lines;
use smallvec::SmallVec;

/// Neighbouring inner lines that are followed together.
pub struct Bundle {
    /// Its lines, as a range.
    pub first: usize,
    pub last: usize,
    /// Behind the last outer line: places and ids.
    after: Track,
    /// Behind the farthest block ever reached.
    pub end: u32,
    /// Its crossings one by one, if they were to be recorded.
    pub stages: Vec<Stage>,
}

/// A bundle's crossing of one outer line.
#[derive(Clone, Copy)]
pub struct Stage {
    /// Its first letter before the crossing.
    pub top: u32,
    /// Behind the farthest block reached up to here.
    pub end: u32,
    /// How far it pushes the outer line.
    pub push: u32,
}

type Track = SmallVec<[(u32, u32); 4]>;

/// What the bundles do to one outer line.
#[derive(Clone, Copy, Default)]
struct Besides {
    push: u32,
    closer: u32,
    extent: u32,
}

/// The bundles of one rectangle.
#[derive(Default)]
pub struct Bundles {
    pub list: Vec<Bundle>,
    besides: Vec<Besides>,
}

impl Bundles {
    /// Finds the inner lines that do not simply add up, and takes them out of their kinds' counts.
    pub fn find(&mut self, outer: &Lines, inner: &mut Lines, pairs: &[Crossing], slack: u32) {
        self.list.clear();
        self.besides.clear();
        let lines = &inner.lines;
        let across = outer.lines.len() as u32;
        let kinds = inner.kinds.len();
        let closer = |a: u32, b: u32| -> u32 {
            let by = |(k, kind): (usize, &super::lines::Kind)| {
                let row = &pairs[k * kinds..];
                row[a as usize].inner.saturating_sub(row[b as usize].inner) * (kind.count[0] + kind.count[1])
            };
            outer.kinds.iter().enumerate().map(by).sum()
        };
        // How far a line may get if it is followed: never relied upon, only checked afterwards.
        let reach = |k: usize| {
            let line = lines[k];
            line.at + inner.push_of(k).max(across) + inner.kinds[line.kind as usize].extent + slack + APART
        };
        let mut known = (u32::MAX, u32::MAX, 0);
        let mut open: Option<(usize, u32)> = None;
        for k in 0..lines.len() {
            let kind = inner.kinds[lines[k].kind as usize];
            let restless = kind.restless
                || k + 1 < lines.len() && {
                    let (a, b) = (lines[k].kind, lines[k + 1].kind);
                    if (known.0, known.1) != (a, b) {
                        known = (a, b, if a == b { 0 } else { closer(a, b) });
                    }
                    lines[k + 1].at - lines[k].at < kind.extent + slack + known.2
                };
            open = match open {
                Some((first, far)) if lines[k].at < far => Some((first, far.max(reach(k)))),
                Some((first, _)) if restless => {
                    let from = self.close(first, k, inner, slack);
                    Some((from, reach(k)))
                }
                Some((first, _)) => {
                    self.close(first, k, inner, slack);
                    None
                }
                None if restless => Some((self.before(k, inner, slack), reach(k))),
                None => None,
            };
        }
        if let Some((first, _)) = open {
            self.close(first, lines.len(), inner, slack);
        }
        for bundle in &self.list {
            for k in bundle.first..bundle.last {
                let part = (k >= inner.notched) as usize;
                let kind = inner.lines[k].kind as usize;
                inner.kinds[kind].count[part] -= 1;
            }
        }
        if !self.list.is_empty() {
            self.besides.resize(outer.lines.len(), Besides::default());
        }
    }

    /// The first line that a bundle starting with line `k` must take in.
    fn before(&self, k: usize, inner: &Lines, slack: u32) -> usize {
        let floor = self.list.last().map_or(0, |b| b.last);
        let mut first = k;
        while first > floor {
            let line = inner.lines[first - 1];
            let end = line.at + inner.push_of(first - 1) + inner.kinds[line.kind as usize].extent + slack;
            if end <= inner.lines[first].at {
                break;
            }
            first -= 1;
        }
        first
    }

    fn close(&mut self, first: usize, last: usize, inner: &Lines, slack: u32) -> usize {
        self.list.push(Bundle { first, last, after: Track::new(), end: 0, stages: Vec::new() });
        self.before(last, inner, slack)
    }

    /// Follows every bundle across all outer lines; or the line with which that failed. Lines
    /// before `notched` come out of the notch.
    pub fn follow(
        &mut self,
        outer: &Lines,
        inner: &Lines,
        lore: &mut Lore,
        slack: u32,
        notched: u32,
        record: bool,
    ) -> Result<(), usize> {
        let Bundles { list, besides } = self;
        for bundle in list.iter_mut() {
            bundle.after = (bundle.first..bundle.last).map(|k| inner.line(k, 0)).collect();
            let (mut before, mut parts) = (0, bundle.after.len());
            for (j, line) in outer.lines.iter().enumerate() {
                let from = if j < outer.notched { notched } else { 0 };
                let id = outer.kinds[line.kind as usize].id;
                let top = bundle.after[0].0;
                let (push, extent) = cross_one(lore, id, &mut bundle.after, from, slack, &mut bundle.end)
                    .ok_or(bundle.first)?;
                besides[j].push += push;
                besides[j].extent = besides[j].extent.max(extent);
                // In the middle of several parts the next line may not have been pushed at all yet.
                let single = std::mem::replace(&mut parts, bundle.after.len()) == 1 && parts == 1;
                if j > 0 {
                    besides[j - 1].closer += if single { u32::saturating_sub(before, push) } else { before };
                }
                before = push;
                if record {
                    bundle.stages.push(Stage { top, end: bundle.end, push });
                }
            }
            for &(at, id) in &bundle.after {
                bundle.end = bundle.end.max(at + lore.settled(Family::Inner, id));
            }
            if record {
                bundle.stages.push(Stage { top: bundle.after[0].0, end: bundle.end, push: 0 });
            }
        }
        // Nothing is shared with what comes next, nor with what comes before.
        for (index, bundle) in list.iter().enumerate() {
            if bundle.last < inner.lines.len() && bundle.end + slack > inner.lines[bundle.last].at {
                return Err(bundle.first);
            }
            let followed = index > 0 && list[index - 1].last == bundle.first;
            if bundle.first > 0 && !followed {
                let line = inner.lines[bundle.first - 1];
                let end = line.at
                    + inner.push_of(bundle.first - 1)
                    + inner.kinds[line.kind as usize].extent
                    + slack;
                if end > inner.lines[bundle.first].at {
                    return Err(bundle.first);
                }
            }
        }
        Ok(())
    }

    /// How far the bundles push an outer line.
    pub fn push_of(&self, j: usize) -> u32 {
        self.besides.get(j).map_or(0, |b| b.push)
    }

    /// How much closer the bundles bring the next outer line, and how wide their squares are.
    pub fn closer(&self, j: usize) -> (u32, u32) {
        self.besides.get(j).map_or((0, 0), |b| (b.closer, b.extent))
    }

    /// The widest square in which bundles cross an outer line.
    pub fn extent(&self, j: usize) -> u32 {
        self.besides.get(j).map_or(0, |b| b.extent)
    }

    /// The bundle that an inner line belongs to.
    pub fn of(&self, k: usize) -> Option<&Bundle> {
        let bundle = self.list.partition_point(|b| b.last <= k);
        self.list.get(bundle).filter(|b| b.first <= k)
    }

    /// All inner lines as they leave the rectangle: places and ids.
    pub fn after<'a>(&'a self, inner: &'a Lines) -> impl Iterator<Item = (u32, u32)> + 'a {
        let mut next = 0;
        let ends = self.list.iter().map(Some).chain([None]);
        ends.flat_map(move |bundle| {
            let quiet = next..bundle.map_or(inner.lines.len(), |b| b.first);
            next = bundle.map_or(inner.lines.len(), |b| b.last);
            let followed = bundle.map_or(&[][..], |b| &b.after[..]);
            quiet.map(|k| inner.line(k, inner.push_of(k))).chain(followed.iter().copied())
        })
    }
}

/// Takes a bundle across one outer line: that line's push and the widest square. Lines before
/// `from` are not crossed. `end` grows to the end of every square.
fn cross_one(
    lore: &mut Lore,
    outer: u32,
    track: &mut Track,
    from: u32,
    slack: u32,
    end: &mut u32,
) -> Option<(u32, u32)> {
    join(lore, track, from, slack)?;
    let (mut push, mut extent) = (0, 0);
    if let [(at, id)] = track[..]
        && at >= from
        && let Some(c) = lore.crossing(outer, id)
    {
        track[0].0 += c.inner;
        *end = (*end).max(at + c.extent);
        return (2 * c.inner.max(c.outer) <= slack).then_some((c.outer, c.extent));
    }
    let mut behind = Track::new();
    for (k, &(at, id)) in track.iter().enumerate() {
        if at < from {
            behind.push((at, id));
            continue;
        }
        let meeting = lore.meeting(outer, id)?;
        let room = track.get(k + 1).map_or(u32::MAX, |next| next.0 - at);
        if room < meeting.extent + slack || 2 * meeting.outer.max(meeting.after[0].0) > slack {
            return None;
        }
        push += meeting.outer;
        extent = extent.max(meeting.extent);
        *end = (*end).max(at + meeting.extent);
        behind.extend(meeting.after.iter().map(|&(by, id)| (at + by, id)));
    }
    *track = behind;
    Some((push, extent))
}

/// Joins neighbours that are too close for squares of their own.
fn join(lore: &mut Lore, track: &mut Track, from: u32, slack: u32) -> Option<()> {
    let mut k = 0;
    while k + 1 < track.len() {
        let [(at, id), (next_at, next_id)] = [track[k], track[k + 1]];
        let pattern = lore.pattern(Family::Inner, id);
        let gap = next_at - at - pattern.width();
        if gap >= APART.max(slack + 3) {
            k += 1;
            continue;
        }
        if at < from && next_at >= from {
            return None;
        }
        let next = lore.pattern(Family::Inner, next_id);
        if pattern.width() + gap + next.width() > LONGEST {
            return None;
        }
        let mut joined = pattern;
        (0..gap).for_each(|_| joined = joined.with(Family::Inner.base()));
        next.letters().for_each(|letter| joined = joined.with(letter));
        track[k] = (at, lore.id(Family::Inner, joined)?);
        track.remove(k + 1);
    }
    Some(())
}
