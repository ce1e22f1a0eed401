//! The places of the vertices of a graph, by stress majorization (Gansner, Koren, North: Graph
//! drawing by stress majorization, 2004), which brings the distances on the page near those in the
//! graph. The same graph is always drawn the same way.

use itertools::iproduct;

use crate::chart::Link;

/// The number of times that every vertex is moved. Pictures of eighty vertices rest long before.
const PLACING_ROUNDS: usize = 300;

/// Finds places for vertices 0 to `count` - 1, about one unit from neighbour to neighbour; the least
/// coordinates are 0. Time O(count³ + rounds · count²).
pub fn place(count: usize, links: &[Link]) -> Vec<[f64; 2]> {
    let distances = distances(count, links);
    let turn = |i: usize| i as f64 * std::f64::consts::TAU / count.max(1) as f64;
    let radius = (count as f64).sqrt() / 1.5;
    let mut places: Vec<[f64; 2]> = (0..count)
        .map(|i| [-radius * turn(i).cos(), -radius * turn(i).sin()])
        .collect();
    for _ in 0..PLACING_ROUNDS {
        for i in 0..count {
            let mut sum = [0.0; 2];
            let mut weights = 0.0;
            for j in (0..count).filter(|&j| j != i) {
                let wanted = distances[i * count + j];
                let weight = wanted.powi(-2);
                let apart = [places[i][0] - places[j][0], places[i][1] - places[j][1]];
                let length = apart[0].hypot(apart[1]).max(1e-9);
                for axis in 0..2 {
                    sum[axis] += weight * (places[j][axis] + wanted * apart[axis] / length);
                }
                weights += weight;
            }
            if weights > 0.0 {
                places[i] = [sum[0] / weights, sum[1] / weights];
            }
        }
    }
    for axis in 0..2 {
        let least = places
            .iter()
            .map(|place| place[axis])
            .fold(f64::INFINITY, f64::min);
        for place in &mut places {
            place[axis] -= least;
        }
    }
    places
}

/// Computes the lengths of shortest paths, edges taken both ways (Floyd and Warshall); vertices that no path joins are a little
/// farther apart than a row of that many would need.
fn distances(count: usize, links: &[Link]) -> Vec<f64> {
    let mut distances = vec![f64::INFINITY; count * count];
    for &Link { from, to } in links {
        distances[from * count + to] = 1.0;
        distances[to * count + from] = 1.0;
    }
    for vertex in 0..count {
        distances[vertex * count + vertex] = 0.0;
    }
    for (by, from, to) in iproduct!(0..count, 0..count, 0..count) {
        let path = distances[from * count + by] + distances[by * count + to];
        distances[from * count + to] = path.min(distances[from * count + to]);
    }
    let unjoined = (count as f64).sqrt() + 1.0;
    distances
        .into_iter()
        .map(|path| if path.is_finite() { path } else { unjoined })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(ends: &[(usize, usize)]) -> Vec<Link> {
        ends.iter().map(|&(from, to)| Link { from, to }).collect()
    }

    fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    #[test]
    fn a_path_is_drawn_straight_and_a_square_square() {
        let path = place(5, &links(&[(0, 1), (1, 2), (2, 3), (3, 4)]));
        assert!((apart(path[0], path[4]) - 4.0).abs() < 0.05, "{path:?}");
        let square = place(4, &links(&[(0, 1), (1, 2), (2, 3), (3, 0)]));
        let sides: Vec<f64> = (0..4)
            .map(|i| apart(square[i], square[(i + 1) % 4]))
            .collect();
        assert!(
            sides.iter().all(|side| (side - sides[0]).abs() < 0.01),
            "{square:?}"
        );
    }

    #[test]
    fn no_two_vertices_are_drawn_over_each_other() {
        // A star, two triangles, and vertices without edges.
        for (count, ends) in [
            (9, (1..9).map(|leaf| (0, leaf)).collect::<Vec<_>>()),
            (6, vec![(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]),
            (7, vec![]),
            (2, vec![(0, 1), (0, 1), (0, 0)]),
        ] {
            let places = place(count, &links(&ends));
            for i in 0..count {
                for j in 0..i {
                    assert!(apart(places[i], places[j]) > 0.5, "{ends:?}: {places:?}");
                }
            }
        }
        assert!(place(0, &[]).is_empty());
    }
}
