//! Vertices as written to vertices as stored.

/// A graph may be declared with far more vertices than its edges name: then only those named have
/// an index. Else the name is the index, and index 0 belongs to no vertex.
#[derive(Debug)]
pub(super) struct Names {
    /// The names, ascending; none where they are the indices.
    named: Option<Vec<u32>>,
    order: usize,
}

impl Names {
    /// Of the vertices 1 to `limit`, those named by these edges or arcs at least.
    pub(super) fn new(limit: u32, edges: &[(u32, u32)], others: &[u32]) -> Names {
        if limit as usize <= 1024 + 4 * edges.len() {
            return Names::all(limit);
        }
        let ends = edges.iter().flat_map(|&(a, b)| [a, b]);
        let mut named: Vec<u32> = ends.chain(others.iter().copied()).collect();
        named.sort_unstable();
        named.dedup();
        Names { order: named.len(), named: Some(named) }
    }

    /// All of the vertices 1 to `limit`.
    pub(super) fn all(limit: u32) -> Names {
        Names { named: None, order: limit as usize + 1 }
    }

    /// How many indices there are.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    #[inline]
    pub(super) fn index(&self, name: u32) -> Option<u32> {
        match &self.named {
            None => Some(name).filter(|&name| name > 0 && (name as usize) < self.order),
            Some(named) => named.binary_search(&name).ok().map(|index| index as u32),
        }
    }

    /// The name of an index.
    pub(super) fn name(&self, index: u32) -> u32 {
        self.named.as_ref().map_or(index, |named| named[index as usize])
    }

    /// Whether the index belongs to a vertex.
    pub(super) fn is_vertex(&self, index: u32) -> bool {
        self.named.is_some() || index > 0
    }
}

/// The places in a list of names.
#[derive(Debug)]
pub(super) enum Indices {
    /// By name; [`ABSENT`] where there is none.
    Dense(Vec<u32>),
    /// The names, ascending, each with its index.
    Sparse(Vec<(u32, u32)>),
}

const ABSENT: u32 = u32::MAX;

impl Indices {
    /// Of different names from 1 to `limit`, of which memory holds an array if `is_dense`; a name that
    /// is none of these or comes twice is an error.
    pub(super) fn new(limit: u32, is_dense: bool, names: impl Iterator<Item = u32>) -> Result<Indices, u32> {
        if is_dense {
            let mut by_name = vec![ABSENT; limit as usize + 1];
            for (index, name) in (0..).zip(names) {
                match by_name.get_mut(name as usize) {
                    Some(place @ &mut ABSENT) if name > 0 => *place = index,
                    _ => return Err(name),
                }
            }
            return Ok(Indices::Dense(by_name));
        }
        let mut sorted: Vec<(u32, u32)> = names.zip(0..).collect();
        sorted.sort_unstable();
        let outside = sorted.iter().find(|(name, _)| !(1..=limit).contains(name));
        let twice = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| &pair[0]);
        match outside.or(twice) {
            Some(&(name, _)) => Err(name),
            None => Ok(Indices::Sparse(sorted)),
        }
    }

    #[inline]
    pub(super) fn of(&self, name: u32) -> Option<u32> {
        match self {
            Indices::Dense(by_name) => by_name.get(name as usize).copied().filter(|&index| index != ABSENT),
            Indices::Sparse(sorted) => {
                let at = sorted.binary_search_by_key(&name, |&(name, _)| name).ok()?;
                Some(sorted[at].1)
            }
        }
    }
}
