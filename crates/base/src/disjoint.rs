//! Disjoint sets of numbers that are joined one after the other (union–find).

#![expect(
    clippy::cast_possible_truncation,
    reason = "members are numbered with 32 bits, and callers have no more"
)]

/// Disjoint sets of the numbers 0, 1, 2, …: a forest, in which the root of a tree stands for the set.
///
/// The way to a root is halved whenever it is gone, so a look-up costs O(log n), averaged over many (R. E. Tarjan,
/// J. van Leeuwen, "Worst-case analysis of set union algorithms", Journal of the ACM 31, 1984).
#[derive(Clone, Debug)]
pub struct DisjointSets {
    /// The parent of each number in its tree; a root is its own parent.
    parent: Vec<u32>,
}

impl DisjointSets {
    /// Makes a set of its own of each number below `members`.
    pub fn new(members: usize) -> Self {
        DisjointSets {
            parent: (0..members as u32).collect(),
        }
    }

    /// Returns the root of the set of a member.
    pub fn root(&mut self, mut member: u32) -> u32 {
        while self.parent[member as usize] != member {
            let up = self.parent[self.parent[member as usize] as usize];
            self.parent[member as usize] = up;
            member = up;
        }
        member
    }

    /// Joins the sets of two members. The lesser root becomes the root of both.
    pub fn join(&mut self, a: u32, b: u32) {
        let a = self.root(a);
        let b = self.root(b);
        self.parent[a.max(b) as usize] = a.min(b);
    }

    /// Hangs a root below a member of another set, whose root becomes that of both.
    pub fn hang(&mut self, root: u32, below: u32) {
        debug_assert_eq!(self.parent[root as usize], root);
        self.parent[root as usize] = below;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets that are lists, joined by going through them.
    #[test]
    fn members_of_one_set_have_one_root_and_others_another() {
        let joins = [(0, 1), (5, 3), (9, 8), (3, 9), (1, 0), (7, 2)];
        let mut sets = DisjointSets::new(10);
        let mut labels: Vec<u32> = (0..10).collect();
        for (a, b) in joins {
            sets.join(a, b);
            let from = labels[a as usize];
            let to = labels[b as usize];
            for label in &mut labels {
                if *label == from {
                    *label = to;
                }
            }
            for x in 0..10u32 {
                for y in 0..10u32 {
                    let together = labels[x as usize] == labels[y as usize];
                    assert_eq!(sets.root(x) == sets.root(y), together);
                }
                assert!(sets.root(x) <= x);
            }
        }
    }

    #[test]
    fn a_root_that_hangs_below_another_member_has_its_root() {
        let mut sets = DisjointSets::new(4);
        sets.hang(0, 2);
        sets.hang(2, 3);
        assert_eq!([0, 1, 2, 3].map(|member| sets.root(member)), [3, 1, 3, 3]);
    }
}
