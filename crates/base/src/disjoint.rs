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

/// A number that belongs to a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SharedMember {
    /// A member of the set.
    pub set: u32,
    /// The number.
    pub number: u32,
}

/// Numbers that belong to disjoint sets without joining them: a number may belong to several. However often one is added
/// to a set, it is kept a few times only.
#[derive(Clone, Debug)]
pub struct SharedMembers {
    /// The numbers, each with a set that it was added to.
    list: Vec<SharedMember>,
    /// The length of the list at which the equal ones are looked for.
    most: usize,
}

/// The length of a list of shared members that is always kept as it is. A guess.
const FEW_SHARED: usize = 1 << 12;

impl SharedMembers {
    /// Begins without a number.
    pub fn new() -> Self {
        SharedMembers {
            list: Vec::new(),
            most: FEW_SHARED,
        }
    }

    /// Adds a number to the set of a member. The list stays shorter than twice what is different in it and
    /// [`FEW_SHARED`], and so an addition costs a constant and a look-up, averaged over many.
    #[inline]
    pub fn add(&mut self, set: u32, number: u32, sets: &mut DisjointSets) {
        self.list.push(SharedMember { set, number });
        if self.list.len() > self.most {
            self.unite(sets);
            self.most = 2 * self.list.len() + FEW_SHARED;
        }
    }

    /// Lists the numbers by the roots of their sets, ascending, each once for a set.
    pub fn of_roots(mut self, sets: &mut DisjointSets) -> Vec<SharedMember> {
        self.unite(sets);
        self.list
    }

    /// Keeps each number once for each set that there is by now.
    fn unite(&mut self, sets: &mut DisjointSets) {
        for shared in &mut self.list {
            shared.set = sets.root(shared.set);
        }
        self.list.sort_unstable();
        self.list.dedup();
    }
}

impl Default for SharedMembers {
    fn default() -> Self {
        SharedMembers::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_added_again_and_again_is_kept_a_few_times() {
        /// The number of sets, each of one even number, to which the odd numbers next to it belong.
        const SETS: u32 = 1000;
        let mut sets = DisjointSets::new(2 * SETS as usize);
        let mut shared = SharedMembers::new();
        for _ in 0..26 {
            for set in 0..SETS {
                shared.add(2 * set, 2 * set + 1, &mut sets);
                shared.add(2 * set, (2 * set).saturating_sub(1), &mut sets);
                assert!(shared.list.len() < 10 * SETS as usize);
            }
        }
        sets.join(0, 2);
        let numbers = |wanted: u32, list: &[SharedMember]| -> Vec<u32> {
            let of_set = list.iter().filter(|shared| shared.set == wanted);
            of_set.map(|shared| shared.number).collect()
        };
        let list = shared.of_roots(&mut sets);
        assert_eq!(numbers(0, &list), [0, 1, 3]);
        assert_eq!(numbers(2, &list), []);
        for set in 2..SETS {
            assert_eq!(numbers(2 * set, &list), [2 * set - 1, 2 * set + 1]);
        }
    }

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
