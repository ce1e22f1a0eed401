//! What a square makes of its margins, remembered in a table of bounded size.

/// What decides a square's outcome: numbers of the corner and of the strips above and on the left.
pub type Margins = (u32, u32, u32);

/// Numbers of the strips a square shows: below, and on the right.
pub type Edges = (u32, u32);

#[derive(Clone, Copy)]
struct Entry {
    margins: Margins,
    edges: Edges,
}

/// No strip above a square that is remembered has this number.
const EMPTY: Entry = Entry { margins: (u32::MAX, u32::MAX, u32::MAX), edges: (0, 0) };

/// Entries that share a place.
const WAYS: usize = 4;

/// A lossy map: it doubles until it may grow no more, then new entries drive out old ones that
/// share their place. Losing an entry costs time, never the answer.
pub struct Memo {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
    victim: usize,
}

impl Memo {
    /// At most about `bytes` long.
    pub fn new(bytes: u64) -> Self {
        let entries = bytes / std::mem::size_of::<Entry>() as u64;
        let most = usize::try_from(entries).unwrap_or(usize::MAX).max(WAYS);
        let most = 1usize << most.ilog2();
        Memo { entries: vec![EMPTY; most.min(1 << 10)], used: 0, most, victim: 0 }
    }

    fn place(&self, margins: Margins) -> usize {
        let mix =
            |hash: u64, x: u32| (hash ^ u64::from(x)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
        let hash = mix(mix(mix(0, margins.0), margins.1), margins.2);
        hash as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    /// The edges of a square with these margins, if remembered.
    pub fn get(&self, margins: Margins) -> Option<Edges> {
        let place = self.place(margins);
        self.entries[place..place + WAYS].iter().find(|e| e.margins == margins).map(|e| e.edges)
    }

    /// Remembers a square.
    pub fn insert(&mut self, margins: Margins, edges: Edges) {
        if 2 * self.used >= self.entries.len() && self.entries.len() < self.most {
            let doubled = vec![EMPTY; 2 * self.entries.len()];
            let old = std::mem::replace(&mut self.entries, doubled);
            self.used = 0;
            for entry in old.into_iter().filter(|e| e.margins != EMPTY.margins) {
                self.store(entry);
            }
        }
        self.store(Entry { margins, edges });
    }

    fn store(&mut self, entry: Entry) {
        let place = self.place(entry.margins);
        let ways = &mut self.entries[place..place + WAYS];
        match ways.iter().position(|e| e.margins == EMPTY.margins) {
            Some(free) => {
                ways[free] = entry;
                self.used += 1;
            }
            None => {
                self.victim = (self.victim + 1) % WAYS;
                ways[self.victim] = entry;
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * std::mem::size_of::<Entry>()) as u64
    }
}
