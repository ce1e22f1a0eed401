//! Vertices that some maximum matching misses, compared with all matchings.
#![expect(
    clippy::cast_possible_truncation,
    reason = "the graphs have few vertices"
)]

use grundy_reference::matching::missed;

/// Returns the size of a largest matching of the vertices that are left.
fn size(neighbours: &[Vec<u32>], left: &[bool]) -> usize {
    let Some(vertex) = left.iter().position(|&left| left) else {
        return 0;
    };
    let mut without = left.to_vec();
    without[vertex] = false;
    let mates = neighbours[vertex]
        .iter()
        .filter(|&&mate| without[mate as usize]);
    let with = mates.map(|&mate| {
        let mut rest = without.clone();
        rest[mate as usize] = false;
        1 + size(neighbours, &rest)
    });
    with.max().unwrap_or(0).max(size(neighbours, &without))
}

#[test]
fn what_is_missed_leaves_a_matching_as_large() {
    let mut state = 1u64;
    let mut dice = |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    for _ in 0..2000 {
        let order = 1 + dice(12) as usize;
        let mut neighbours = vec![Vec::new(); order];
        for _ in 0..dice(20) {
            let (a, b) = (dice(order as u64) as usize, dice(order as u64) as usize);
            if a != b {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
        let alive: Vec<bool> = (0..order).map(|_| dice(10) > 0).collect();
        let largest = size(&neighbours, &alive);
        let found = missed(&neighbours, &alive, None).expect("one");
        for vertex in 0..order {
            let mut without = alive.clone();
            without[vertex] = false;
            let is_missed = alive[vertex] && size(&neighbours, &without) == largest;
            assert_eq!(
                found.contains(&(vertex as u32)),
                is_missed,
                "{neighbours:?} {alive:?} {vertex}"
            );
        }
    }
}
