//! The edges of squares by their margins, in a table of bounded size.

/// The margins that decide a square: numbers of the corner (and of the border through the square, if
/// there is one) and of the strips above and on the left.
pub type Margins = (u32, u32, u32);

/// Numbers of the strips a square shows: below, and on the right.
pub type Edges = (u32, u32);

#[derive(Clone, Copy)]
struct Entry {
    margins: Margins,
    edges: Edges,
}

/// No strip above a square that is remembered has this number.
const EMPTY: Entry = Entry {
    margins: (u32::MAX, u32::MAX, u32::MAX),
    edges: (0, 0),
};

/// Entries that share a place.
const WAYS: usize = 3;

/// Entries that share a place, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    ways: [Entry; WAYS],
    /// The next to be driven out.
    victim: u32,
}

const VACANT: Bucket = Bucket {
    ways: [EMPTY; WAYS],
    victim: 0,
};

/// A lossy map: it doubles until it may grow no more, then new entries drive out old ones that
/// share their place. Losing an entry costs time, never the answer.
pub struct Memo {
    places: Vec<Bucket>,
    used: usize,
    most: usize,
}

impl Memo {
    /// At most about `bytes` long.
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

    fn place(&self, margins: Margins) -> usize {
        let strips = u64::from(margins.1) << 32 | u64::from(margins.2);
        let mixed = strips.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(margins.0) << 20;
        let hash = (mixed ^ mixed >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
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
                if entry.margins != EMPTY.margins {
                    self.store(*entry);
                }
            }
        }
        self.store(Entry { margins, edges });
    }

    fn store(&mut self, entry: Entry) {
        let at = self.place(entry.margins);
        let place = &mut self.places[at];
        match place
            .ways
            .iter_mut()
            .find(|way| way.margins == EMPTY.margins)
        {
            Some(free) => {
                *free = entry;
                self.used += 1;
            }
            None => {
                place.ways[place.victim as usize % WAYS] = entry;
                place.victim = (place.victim + 1) % WAYS as u32;
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill(VACANT);
        self.used = 0;
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<Bucket>()) as u64
    }
}
