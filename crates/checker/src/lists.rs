//! Lists of neighbours or followers, one after the other in one piece of memory.

/// For each vertex 0, 1, …, those its edges lead to.
#[derive(Debug)]
pub(super) struct Lists {
    /// Where each list begins; one more, where the last ends.
    start: Vec<usize>,
    ends: Vec<u32>,
}

impl Lists {
    /// Gathers the edges that `each` visits, which it must do twice in the same way.
    pub(super) fn new(order: usize, mut each: impl FnMut(&mut dyn FnMut(u32, u32))) -> Lists {
        // Counted one place further on, filled from there: then each start has moved to its place.
        let mut start = vec![0; order + 2];
        each(&mut |from, _| start[from as usize + 2] += 1);
        for vertex in 2..start.len() {
            start[vertex] += start[vertex - 1];
        }
        let mut ends = vec![0; start[order + 1]];
        each(&mut |from, to| {
            let next = &mut start[from as usize + 1];
            ends[*next] = to;
            *next += 1;
        });
        start.pop();
        Lists { start, ends }
    }

    #[inline]
    pub(super) fn of(&self, vertex: u32) -> &[u32] {
        &self.ends[self.range(vertex)]
    }

    /// Where the list of a vertex stands.
    #[inline]
    pub(super) fn range(&self, vertex: u32) -> std::ops::Range<usize> {
        self.start[vertex as usize]..self.start[vertex as usize + 1]
    }

    /// The lengths of all lists together.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Sorts the list of a vertex.
    pub(super) fn sort_by_key(&mut self, vertex: u32, key: impl FnMut(&u32) -> u32) {
        let range = self.range(vertex);
        self.ends[range].sort_unstable_by_key(key);
    }
}
