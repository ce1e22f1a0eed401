//! How close inner lines may come to each other at most.

use super::super::lines::Kind;
use super::Scene;

/// Nothing known.
const UNKNOWN: u32 = u32::MAX;

/// Bounds by how much all outer lines bring an inner line of one kind closer to one before it.
pub struct Closer {
    /// By both kinds, as far as asked for.
    known: Vec<u32>,
    kinds: usize,
}

impl Closer {
    pub fn new(kinds: usize) -> Self {
        /// Kinds up to which all pairs are remembered.
        const REMEMBERED: usize = 64;
        Closer { known: vec![UNKNOWN; if kinds <= REMEMBERED { kinds * kinds } else { 0 }], kinds }
    }

    pub fn by(&mut self, a: u32, b: u32, scene: &Scene) -> u32 {
        if a == b {
            return 0;
        }
        let place = a as usize * self.kinds + b as usize;
        match self.known.get(place) {
            Some(&by) if by != UNKNOWN => return by,
            _ => {}
        }
        let Scene { outer, pairs, .. } = scene;
        let by = |(k, kind): (usize, &Kind)| {
            let [x, y] = [a, b].map(|inner| pairs.pushes(k as u32, inner).1);
            x.saturating_sub(y) * (kind.count[0] + kind.count[1])
        };
        let by = outer.kinds.iter().enumerate().map(by).sum();
        if let Some(known) = self.known.get_mut(place) {
            *known = by;
        }
        by
    }
}
