//! What is left to visit in a record of factor or geography, and where the token may go.

use crate::GameId;
use fxhash::FxHashSet;

use crate::names::Names;
use crate::{CELLS, Checked, Meter, rejected, unproved};
use grundy_record::{GraphRules, Record};

/// The graph of the vertices left.
pub struct Left<'r> {
    edges: Edges<'r>,
    names: Names,
    /// Whether the vertex may still be visited.
    left: Vec<bool>,
    /// The names of those to which the player to move may go, ascending.
    pub legal: Vec<u32>,
}

/// What joins them.
#[derive(Clone, Copy)]
pub(super) enum Edges<'r> {
    /// Numbers, each with its multiples to the limit.
    Divisors(u32),
    /// As the record lists them.
    Listed(&'r [(u32, u32)]),
}

impl<'r> Left<'r> {
    /// What is left in a record of factor or geography; rejected when its history breaks the rules.
    pub fn of(record: &'r Record<'_>, game: GameId, meter: &Meter) -> Checked<Left<'r>> {
        if game == GameId::Factor { factor(record, meter) } else { geography(record) }
    }

    /// How many indices there are, not all of vertices that are left.
    pub fn order(&self) -> usize {
        self.names.order()
    }

    /// The index of a vertex that is left.
    #[inline]
    pub fn index(&self, name: u32) -> Option<u32> {
        self.names.index(name).filter(|&index| self.is_left(index))
    }

    pub fn name(&self, index: u32) -> u32 {
        self.names.name(index)
    }

    #[inline]
    pub fn is_left(&self, index: u32) -> bool {
        self.left[index as usize]
    }

    /// Visits the edges between vertices that are left, each once or more often.
    pub fn each_edge(&self, mut visit: impl FnMut(u32, u32)) {
        let stays = |vertex: u32| self.left[vertex as usize];
        match self.edges {
            Edges::Divisors(limit) => {
                for divisor in (1..=limit / 2).filter(|&divisor| stays(divisor)) {
                    let multiples = (2 * divisor..=limit).step_by(divisor as usize);
                    multiples.filter(|&multiple| stays(multiple)).for_each(|to| visit(divisor, to));
                }
            }
            Edges::Listed(edges) => {
                for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
                    if let Some((a, b)) = self.indices(a, b)
                        && stays(a)
                        && stays(b)
                    {
                        visit(a, b);
                    }
                }
            }
        }
    }

    pub(super) fn edges(&self) -> Edges<'r> {
        self.edges
    }

    /// The indices of an edge's ends.
    #[inline]
    pub(super) fn indices(&self, a: u32, b: u32) -> Option<(u32, u32)> {
        Some((self.names.index(a)?, self.names.index(b)?))
    }
}

fn factor<'r>(record: &Record<'_>, meter: &Meter) -> Checked<Left<'r>> {
    let drawn = &record.position.numbers;
    let limit = match record.rules.limit {
        Some(limit) if limit < CELLS => limit as u32,
        _ => return unproved("the divisibility graph is too large to look at"),
    };
    meter.spend(u64::from(limit) * u64::from(limit.max(2).ilog2()))?;
    let names = Names::all(limit);
    let mut left = vec![true; names.order()];
    left[0] = false;
    for range in &record.modifiers.damaged_numbers {
        match left.get_mut(range.low as usize..=range.high as usize) {
            Some(damaged) if range.low > 0 => {
                meter.spend(damaged.len() as u64)?;
                damaged.fill(false);
            }
            _ => return rejected("a damaged number is not on the board"),
        }
    }
    let related = |a: u64, b: u64| a.is_multiple_of(b) || b.is_multiple_of(a);
    let mut before = None;
    for &number in drawn {
        let follows = before.map_or(number.is_multiple_of(2), |before| related(before, number));
        match left.get_mut(usize::try_from(number).unwrap_or(usize::MAX)) {
            Some(left) if *left && follows => *left = false,
            _ => return rejected(format!("{number} cannot have been drawn")),
        }
        before = Some(number);
    }
    let may = |&number: &u32| match before {
        None => number.is_multiple_of(2),
        Some(last) => related(u64::from(number), last),
    };
    let legal = (1..=limit).filter(|&number| left[number as usize]).filter(may).collect();
    Ok(Left { edges: Edges::Divisors(limit), names, left, legal })
}

fn geography<'r>(record: &'r Record<'_>) -> Checked<Left<'r>> {
    let Some(GraphRules { vertices, edges }) = record.rules.graph() else {
        return rejected("there is no graph");
    };
    let limit = match u32::try_from(*vertices) {
        Ok(limit) if limit < u32::MAX => limit,
        _ => return rejected("there are not so many vertices"),
    };
    let is_vertex = |vertex: u32| (1..=limit).contains(&vertex);
    let path: Option<Vec<u32>> =
        record.position.numbers.iter().map(|&vertex| u32::try_from(vertex).ok()).collect();
    let Some((path, &token)) = path.as_deref().and_then(|path| Some((path, path.last()?))) else {
        return rejected("there is no token");
    };
    let on_graph = |&(a, b): &(u32, u32)| is_vertex(a) && is_vertex(b);
    if !edges.iter().all(on_graph) || !path.iter().all(|&vertex| is_vertex(vertex)) {
        return rejected("a vertex is none of the graph's");
    }
    let names = Names::new(limit, edges, path);
    let mut left: Vec<bool> = (0..names.order() as u32).map(|index| names.is_vertex(index)).collect();
    for &vertex in path {
        let visited = names.index(vertex).map(|index| std::mem::replace(&mut left[index as usize], false));
        if visited != Some(true) {
            return rejected(format!("vertex {vertex} was visited before"));
        }
    }
    let ordered = |a: u32, b: u32| (a.min(b), a.max(b));
    let mut steps: FxHashSet<(u32, u32)> = path.windows(2).map(|step| ordered(step[0], step[1])).collect();
    let mut legal = Vec::new();
    for &(a, b) in edges {
        if !steps.is_empty() {
            steps.remove(&ordered(a, b));
        }
        if a == token || b == token {
            legal.push(if a == token { b } else { a });
        }
    }
    if !steps.is_empty() {
        return rejected("the path leaves the edges");
    }
    legal.retain(|&vertex| names.index(vertex).is_some_and(|index| left[index as usize]));
    legal.sort_unstable();
    legal.dedup();
    Ok(Left { edges: Edges::Listed(edges), names, left, legal })
}
