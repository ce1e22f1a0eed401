//! Lines of rays, and the store of positions of any length.

use fxhash::FxHashMap;
use grundy_base::random::Random;
use grundy_own_rules::UNKNOWN;
use grundy_own_rules::dense::RayLines;
use grundy_own_rules::wide::store::{WordStore, pack};
use grundy_rules::options::names_of;
use grundy_rules::packed::PackedList;

#[test]
fn lines_meet_where_positions_differ_by_a_ray() {
    let dims = [5, 4, 3];
    for falling in [vec![0], vec![2], vec![0, 1], vec![1, 2], vec![0, 1, 2]] {
        let (ray, end) = RayLines::new(&falling, &dims, 7);
        let all: Vec<[i64; 3]> = (0..60).map(|i| [i / 12, i / 3 % 4, i % 3]).collect();
        for a in &all {
            assert!((7..end as usize).contains(&ray.line(&names_of(a))));
            for b in &all {
                let steps: Vec<i64> = (0..3).map(|i| a[i] - b[i]).collect();
                let by = steps[falling[0]];
                let along = (0..3).all(|i| steps[i] == if falling.contains(&i) { by } else { 0 });
                assert_eq!(
                    ray.line(&names_of(a)) == ray.line(&names_of(b)),
                    along,
                    "{a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn positions_of_any_length_are_found_again() {
    let mut random = Random::new(5);
    let mut store = WordStore::new(5);
    let mut packed = Vec::new();
    let mut list = PackedList::default();
    let mut places = FxHashMap::default();
    let mut numbers = Vec::new();
    for _ in 0..20_000 {
        let length = random.below(12);
        let top = 1u64 << random.below(64).min(62);
        let position: Vec<i64> = (0..length).map(|_| random.below(top) as i64).collect();
        packed.clear();
        let hash = pack(&position, store.width, &mut packed).unwrap();
        let (place, is_new) = store.meet(&packed, hash).unwrap();
        assert_eq!(is_new, !places.contains_key(&position));
        assert_eq!(*places.entry(position.clone()).or_insert(place), place);
        assert_eq!(store.meet(&packed, hash), Some((place, false)));
        store.load(place, &mut list);
        numbers.clear();
        list.unpack(&mut numbers);
        assert_eq!(numbers, position);
        if is_new {
            assert_eq!(store.known(place), UNKNOWN);
            store.set(place, place % 7);
        }
        assert_eq!(store.known(place), place % 7);
    }
    assert_eq!(store.positions(), places.len());
}
