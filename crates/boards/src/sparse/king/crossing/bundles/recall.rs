//! What bundles did before where they looked alike.
//!
//! A bundle is carried on from one outer line to the next, and behind each it looks as many bundles have looked
//! before: the lines that meet are of few kinds, at few distances. So the looks of bundles, apart from where they
//! begin, are the states of a finite transducer which reads outer lines. States and steps are computed once,
//! by [`cross`], and remembered from one rectangle to the next.

use super::super::super::patterns::PatternTable;
use super::track::{Across, Crossed, Track, cross, reach};
use fxhash::FxHashMap;

/// No shape.
pub const NONE: u32 = u32::MAX;
/// Steps remembered before all are forgotten and met anew; few under test, so that this happens there.
const REMEMBERED: usize = if cfg!(test) { 200 } else { 1 << 16 };
/// Steps among which one is found at once.
const RECENT: usize = 1 << 12;

/// A bundle across an outer line; places are from where the bundle began.
#[derive(Clone, Copy)]
pub struct Step {
    /// The shape behind.
    pub next: u32,
    /// Where that begins.
    pub by: u32,
    /// Behind the last square.
    pub end: u32,
    pub across: Across,
    /// Where the shape behind ends at the least, from where it begins.
    pub reach: u32,
}

/// What is remembered of bundles. Behind a trait, so that where nothing is, no code is compiled to make or to drop it.
pub trait Remembering: Send {
    /// Forgets everything if that is much.
    fn tidy(&mut self);

    /// The shape of a bundle.
    fn shape(&mut self, slack: u32, track: &Track) -> u32;

    /// The lines of a shape, from where they begin.
    fn track(&self, shape: u32) -> &Track;

    /// What becomes of a bundle of a shape at an outer pattern if there is room enough; `None` if it cannot cross.
    fn step(&mut self, pattern_table: &mut PatternTable, shape: u32, outer: u32) -> Option<Step>;
}

/// Shapes of bundles, and what became of them.
#[derive(Default)]
pub struct Recall {
    /// By slack and by lines, whose places are from where the first one begins.
    shapes: FxHashMap<(u32, Track), u32>,
    tracks: Vec<(u32, Track)>,
    /// By shape and outer pattern, where in `steps`.
    known: FxHashMap<(u32, u32), u32>,
    /// `None` for bundles that cannot cross.
    steps: Vec<Option<Step>>,
    /// The same of a few looked up last, by a hash of theirs.
    recent: Vec<((u32, u32), u32)>,
}

impl Remembering for Recall {
    fn tidy(&mut self) {
        if self.steps.len() > REMEMBERED {
            *self = Recall::default();
        }
    }

    fn shape(&mut self, slack: u32, track: &Track) -> u32 {
        let first = track[0].0;
        let shape: Track = track.iter().map(|&(at, id)| (at - first, id)).collect();
        let next = self.tracks.len() as u32;
        *self.shapes.entry((slack, shape)).or_insert_with_key(|(slack, shape)| {
            self.tracks.push((*slack, shape.clone()));
            next
        })
    }

    fn track(&self, shape: u32) -> &Track {
        &self.tracks[shape as usize].1
    }

    fn step(&mut self, pattern_table: &mut PatternTable, shape: u32, outer: u32) -> Option<Step> {
        let key = (shape, outer);
        let recent = (shape.wrapping_mul(0x9e37_79b1) >> 16 ^ outer) as usize % RECENT;
        if let Some(&(found, place)) = self.recent.get(recent)
            && found == key
        {
            return self.steps[place as usize];
        }
        self.look_up(pattern_table, key, recent)
    }
}

impl Recall {
    fn look_up(&mut self, pattern_table: &mut PatternTable, key: (u32, u32), recent: usize) -> Option<Step> {
        if self.recent.is_empty() {
            self.recent = vec![((NONE, NONE), 0); RECENT];
        }
        let place = match self.known.get(&key) {
            Some(&place) => place,
            None => {
                let step = self.learn(pattern_table, key);
                self.steps.push(step);
                let place = self.steps.len() as u32 - 1;
                self.known.insert(key, place);
                place
            }
        };
        self.recent[recent] = (key, place);
        self.steps[place as usize]
    }

    fn learn(&mut self, pattern_table: &mut PatternTable, (shape, outer): (u32, u32)) -> Option<Step> {
        let (slack, mut track) = self.tracks[shape as usize].clone();
        let Crossed { behind, end, across } =
            cross(pattern_table, outer, &mut track, u32::MAX, slack).ok()?;
        let by = behind[0].0;
        let next = self.shape(slack, &behind);
        let reach = reach(pattern_table, &behind, slack) - by;
        Some(Step { next, reach, by, end, across })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::patterns::{Family, Pattern};
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Bundles of a few lines across lines of a few kinds: every step as it is computed anew.
    #[test]
    fn bundles_do_what_they_did_before() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut below = |n: u64| (rng.next_u64() % n) as u32;
        let mut pattern_table = PatternTable::default();
        let mut recall = Recall::default();
        let mut known = |family: Family| -> Vec<u32> {
            let single = |letter| pattern_table.id(family, Pattern::default().with(letter));
            (0..16).filter(|&letter| letter != family.base()).filter_map(single).collect()
        };
        let (outer, inner) = (known(Family::Outer), known(Family::Inner));
        let [mut crossed, mut stuck, mut met_again] = [0; 3];
        for round in 0..600 {
            recall.tidy();
            let (slack, mut at) = (2 + 2 * below(2), 1000 + below(50));
            let mut track = Track::new();
            for _ in 0..1 + below(3) {
                track.push((at, inner[below(inner.len() as u64) as usize]));
                at += 9 + below(20);
            }
            let mut shape = recall.shape(slack, &track);
            for _ in 0..20 {
                let id = outer[below(outer.len() as u64) as usize];
                let steps = recall.steps.len();
                let step = recall.step(&mut pattern_table, shape, id);
                met_again += u32::from(recall.steps.len() == steps);
                let first = track[0].0;
                let Ok(twin) = cross(&mut pattern_table, id, &mut track, u32::MAX, slack) else {
                    assert!(step.is_none(), "{round}");
                    stuck += 1;
                    break;
                };
                let step = step.unwrap();
                let lines: Track =
                    recall.track(step.next).iter().map(|&(at, id)| (first + step.by + at, id)).collect();
                assert_eq!(lines, twin.behind);
                assert_eq!((step.across, first + step.end), (twin.across, twin.end));
                let end = first + step.by + step.reach;
                assert_eq!(end, reach(&pattern_table, &twin.behind, slack));
                (track, shape) = (twin.behind, step.next);
                crossed += 1;
            }
        }
        assert!(crossed > 2000 && stuck > 5 && met_again > 500, "{crossed} {stuck} {met_again}");
    }
}
