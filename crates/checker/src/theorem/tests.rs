use super::derive;
use crate::{GameId, Meter, Stop, reached};
use grundy_record::{Ask, CoinRule, Field, Record, Rules};

/// Numbers that look like chance (a linear congruence).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

const ASKS: [Ask; 7] =
    [Ask::Winner, Ask::Best, Ask::Verdict, Ask::Moves, Ask::Count, Ask::Grundy, Ask::Values];

/// Asks one thing after the other, and compares; how often the theorem said something.
fn compare(record: &mut Record<'_>, game: GameId) -> usize {
    let mut said = 0;
    for ask in ASKS {
        record.asks = [ask].into_iter().collect();
        let meter = || Meter::of(1 << 24);
        let explored: Vec<Field> = reached::fields(record, game, &meter())
            .unwrap_or_else(|stop| panic!("{game:?} {record:?} {stop:?}"));
        match derive(record, game, &meter()) {
            Ok(fields) => {
                assert_eq!(fields, explored, "{game:?} {ask} {record:?}");
                said += 1;
            }
            Err(Stop::Unproved(_)) => {}
            Err(Stop::Rejected(reason)) => panic!("{game:?} {record:?}: {reason}"),
        }
    }
    said
}

#[test]
fn rows_are_as_explored() {
    let mut chance = Chance(1);
    let games = [
        (GameId::Staircase, 700),
        (GameId::SilverDollar, 700),
        (GameId::Welter, 700),
        (GameId::SequentialNim, 700),
        (GameId::Moore, 100),
    ];
    for (game, least) in games {
        let mut said = 0;
        for _ in 0..100 {
            let mut record = Record::default();
            let count = chance.below(5);
            let most = if game == GameId::Staircase { 4 } else { 9 };
            let mut numbers: Vec<u64> = (0..count).map(|_| chance.below(most)).collect();
            match game {
                GameId::SilverDollar | GameId::Welter => {
                    let mut fresh = Vec::new();
                    let first = u64::from(game == GameId::SilverDollar);
                    numbers.iter().map(|n| n + first).for_each(|n| {
                        if !fresh.contains(&n) {
                            fresh.push(n);
                        }
                    });
                    numbers = fresh;
                }
                GameId::Moore => {
                    numbers.iter_mut().for_each(|n| *n %= 5);
                    record.rules.number = Some(1 + chance.below(4));
                }
                _ => {}
            }
            record.position.numbers = numbers;
            said += compare(&mut record, game);
        }
        assert!(said >= least, "{game:?}: {said}");
    }
}

#[test]
fn pairs_are_as_explored() {
    let mut chance = Chance(2);
    for round in 0..300 {
        let mut record = Record::default();
        let (a, b) = (chance.below(25), chance.below(25));
        let game = [GameId::Euclid, GameId::Wythoff, GameId::TakeAway(None)][round % 3];
        let number = 1 + chance.below(5);
        match game {
            GameId::Euclid => record.modifiers.positive = chance.below(2) == 0,
            _ => record.rules.number = Some(number),
        }
        let several = if game == GameId::Euclid { chance.below(3) } else { 0 };
        for _ in 0..=several {
            record.position.tuples.push(&[a, b]);
        }
        if game == GameId::TakeAway(None) && chance.below(2) == 0 {
            record.position.tuples.clear();
            record.position.tuples.push(&[a]);
        }
        let said = compare(&mut record, game);
        assert!(said >= 5, "{game:?} {record:?}: {said}");
    }
}

#[test]
fn coins_are_as_explored() {
    let mut chance = Chance(3);
    let rules = [
        CoinRule::UpTo(1),
        CoinRule::UpTo(2),
        CoinRule::UpTo(3),
        CoinRule::Exactly(1),
        CoinRule::Exactly(2),
        CoinRule::Exactly(3),
        CoinRule::Run,
        CoinRule::RunUpTo(3),
        CoinRule::RunUpTo(4),
    ];
    let mut said = 0;
    for round in 0..270 {
        let mut record = Record::default();
        let first = Some(rules[round % rules.len()]);
        let second = (round % 2 == 0).then(|| rules[chance.below(9) as usize]);
        (record.rules.coins, record.rules.columns) = (first, second);
        for place in 1..=if second.is_some() { 3 } else { 14 } {
            if chance.below(3) == 0 {
                match second {
                    Some(_) => record.position.tuples.push(&[place + chance.below(3), place]),
                    None => record.position.tuples.push(&[place]),
                };
            }
        }
        said += compare(&mut record, GameId::Coins);
    }
    assert!(said > 270 * 4, "{said}");
}

#[test]
fn graphs_are_as_explored() {
    let mut chance = Chance(4);
    for _ in 0..200 {
        let (edges, vertices) = (chance.below(11), 1 + chance.below(7));
        let branches = (0..edges).map(|_| (chance.below(vertices), chance.below(vertices))).collect();
        let mut record = Record { rules: Rules { branches, ..Rules::default() }, ..Record::default() };
        assert_eq!(compare(&mut record, GameId::Hackenbush), ASKS.len());
    }
}
