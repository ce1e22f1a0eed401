//! Sets of cells, and the table of what a search knows.

use grundy_placement::search::table::{
    Entry, Lookup, ProofNumbers, TableQuestion, TranspositionTable, WINDOW_ENTRIES,
};
use grundy_placement::search::{Bits, Set};

#[test]
fn sets_of_several_words_have_the_members_put_in() {
    let mut set = Bits::<3>::EMPTY;
    for number in [0, 5, 63, 64, 130, 191] {
        set.insert(number);
    }
    set.remove(5);
    assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 130, 191]);
    assert_eq!(
        (set.count(), set.lowest(), set.has(130), set.has(5)),
        (5, Some(0), true, false)
    );
    let low = Bits::<3>::first(64);
    assert_eq!(set.and(&low).iter().collect::<Vec<_>>(), [0, 63]);
    assert_eq!(set.without(&low).iter().collect::<Vec<_>>(), [64, 130, 191]);
    assert!(set.meets(&low) && !set.is_within(&low) && set.and(&low).is_within(&low));
    assert_eq!(set.or(&low).count(), 67);
    assert!(low < set, "the highest member decides the order");
    assert_ne!(low.hashed(), set.hashed());
    assert_eq!(Bits::<3>::EMPTY.lowest(), None);
}

#[test]
fn excluded_values_move_the_least_one() {
    let mut entry = Entry::<u64>::empty();
    entry.exclude(1);
    assert_eq!(
        (entry.least(), entry.excludes(1), entry.excludes(0)),
        (0, true, false)
    );
    entry.exclude(0);
    assert_eq!((entry.least(), entry.excludes(2)), (2, false));
    for value in (2..100).rev() {
        entry.exclude(value);
    }
    assert!(entry.least() >= 34 && !entry.excludes(100), "{entry:?}");
    assert_eq!(entry.asked(100), Lookup::Open(None));
    let numbers = ProofNumbers { phi: 3, delta: 4 };
    entry.keep(
        TableQuestion {
            nimber: 100,
            numbers,
        },
        9,
    );
    entry.keep(
        TableQuestion {
            nimber: 101,
            numbers: ProofNumbers { phi: 1, delta: 1 },
        },
        9,
    );
    assert_eq!(entry.asked(100), Lookup::Open(Some(numbers)));
    entry.settle(100);
    assert_eq!(
        (entry.asked(100), entry.asked(101), entry.value()),
        (Lookup::Yes, Lookup::No, Some(100))
    );
}

#[test]
fn a_full_table_forgets_and_never_confuses() {
    let mut table = TranspositionTable::<u64>::new(1 << 16);
    for key in 1..100_000u64 {
        table.entry(&key, key.hashed()).settle((key % 1000) as u32);
    }
    let size = table.places();
    assert!(size * size_of::<Entry<u64>>() <= 1 << 16);
    let kept =
        (1..100_000u64).filter_map(|key| Some((key, table.find(&key, key.hashed())?.value())));
    let kept: Vec<_> = kept.collect();
    assert!(kept.len() > size / 2 && kept.len() <= size + WINDOW_ENTRIES);
    assert!(
        kept.iter()
            .all(|&(key, value)| value == Some((key % 1000) as u32))
    );
}
