//! The edges of squares by their margins, in a table of bounded size.

#![expect(clippy::cast_possible_truncation, reason = "there are a few ways")]

use grundy_base::hash::mixed;

/// The margins that decide a square, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Margins {
    /// The corner; in a key of the memo also the border through the square, if there is one.
    pub corner: u32,
    /// The strip above.
    pub above: u32,
    /// The strip on the left.
    pub left: u32,
}

/// The strips that a square shows to its neighbours, by their numbers.
#[derive(Clone, Copy)]
pub struct Edges {
    /// The strip of its last rows.
    pub below: u32,
    /// The strip of its last columns.
    pub right: u32,
}

/// A square that is remembered.
#[derive(Clone, Copy)]
struct Entry {
    /// The cells before the square.
    margins: Margins,
    /// The cells that it shows to others.
    edges: Edges,
}

/// The entry of a place that is free: no strip above a square that is remembered has this number.
const FREE_ENTRY: Entry = Entry {
    margins: Margins {
        corner: u32::MAX,
        above: u32::MAX,
        left: u32::MAX,
    },
    edges: Edges { below: 0, right: 0 },
};

/// The number of entries that share a place.
const WAYS: usize = 3;

/// The entries that share a place, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    /// The entries.
    ways: [Entry; WAYS],
    /// The entry that is driven out next.
    victim: u32,
}

/// A bucket without squares.
const VACANT: Bucket = Bucket {
    ways: [FREE_ENTRY; WAYS],
    victim: 0,
};

/// A lossy map: it doubles until it may grow no more, then new entries drive out old ones that
/// share their place. Losing an entry costs time, never the answer.
pub struct Memo {
    /// The buckets, as many as a power of two.
    places: Vec<Bucket>,
    /// The number of entries in use.
    used: usize,
    /// The largest number of places.
    most: usize,
}

impl Memo {
    /// Makes an empty map that takes about `bytes` at most.
    pub fn new(bytes: u64) -> Self {
        let places = bytes / size_of::<Bucket>() as u64;
        let most = usize::try_from(places).unwrap_or(usize::MAX).max(1);
        let most = 1usize << most.ilog2();
        Memo {
            places: vec![VACANT; most.min(1 << 8)],
            used: 0,
            most,
        }
    }

    /// Returns the place of a square.
    fn place(&self, margins: Margins) -> usize {
        let strips = u64::from(margins.above) << 32 | u64::from(margins.left);
        let hash = mixed(strips ^ mixed(margins.corner.into()));
        (hash >> 32) as usize & (self.places.len() - 1)
    }

    /// Returns the edges of a square with these margins, if remembered.
    pub fn get(&self, margins: Margins) -> Option<Edges> {
        let place = &self.places[self.place(margins)];
        place
            .ways
            .iter()
            .find(|e| e.margins == margins)
            .map(|e| e.edges)
    }

    /// Remembers a square.
    pub fn insert(&mut self, margins: Margins, edges: Edges) {
        if 2 * self.used >= WAYS * self.places.len() && self.places.len() < self.most {
            let doubled = vec![VACANT; 2 * self.places.len()];
            let old = std::mem::replace(&mut self.places, doubled);
            self.used = 0;
            for entry in old.iter().flat_map(|place| &place.ways) {
                if entry.margins != FREE_ENTRY.margins {
                    self.store(*entry);
                }
            }
        }
        self.store(Entry { margins, edges });
    }

    /// Stores an entry at its place, where it drives out another one if none is free.
    fn store(&mut self, entry: Entry) {
        let at = self.place(entry.margins);
        let bucket = &mut self.places[at];
        let mut ways = bucket.ways.iter_mut();
        if let Some(free) = ways.find(|way| way.margins == FREE_ENTRY.margins) {
            *free = entry;
            self.used += 1;
            return;
        }
        bucket.ways[bucket.victim as usize % WAYS] = entry;
        bucket.victim = (bucket.victim + 1) % WAYS as u32;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill(VACANT);
        self.used = 0;
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<Bucket>()) as u64
    }
}
