//! Held to brute force and to what is published.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use fxhash::FxHashMap;
use grundy_base::budget::Budget;

use crate::game::Heap;
use crate::genus::Genera;
use crate::growth::ClassPeriod;
use crate::position::HeapSum;
use crate::search::Search;
use crate::{HeapGame, MoveKind, Quotient};

/// A code of digits below 16, or a set of amounts.
#[derive(Clone, Debug)]
struct Code {
    digits: Vec<u8>,
    unequal: bool,
}

impl Code {
    fn read(text: &str) -> Self {
        let digit = |c: char| c.to_digit(16).map(|digit| digit as u8);
        Code {
            digits: text.chars().filter_map(digit).collect(),
            unequal: text.contains('!'),
        }
    }
}

impl HeapGame for Code {
    fn kinds(
        &self,
        heap: u64,
        each: &mut dyn FnMut(MoveKind) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (left, &digit) in (0..=heap).rev().zip(&self.digits) {
            for parts in 0..4 {
                if digit >> parts & 1 != 0
                    && (parts == 0) == (left == 0)
                    && left >= u64::from(parts)
                {
                    each(MoveKind {
                        left,
                        parts,
                        unequal: self.unequal,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn last_breaking_into(&self, heap: u64) -> Option<u64> {
        let parts = self
            .digits
            .iter()
            .map(|d| 7 - u64::from((d | 1).leading_zeros()))
            .max()?;
        (parts > 0).then(|| parts * heap.max(6) + self.digits.len() as u64 - 1)
    }

    fn proving(&self, preperiod: u64, period: u64) -> Option<u64> {
        let heaps = self
            .digits
            .iter()
            .map(|d| 7 - u64::from((d | 1).leading_zeros()))
            .max()?
            .max(1);
        let longer = if self.unequal { heaps * period } else { period };
        Some(heaps * (preperiod.max(1) + longer) + self.digits.len() as u64 - 1)
    }
}

fn quotient(codes: &[&str], work: u64) -> Quotient {
    let games = codes
        .iter()
        .map(|code| Arc::new(Code::read(code)) as Arc<dyn HeapGame>)
        .collect();
    Quotient::new(
        games,
        Budget {
            work,
            ..Budget::default()
        },
    )
}

/// Returns whether the player to move loses, by the definition alone.
fn loses(
    games: &[Arc<dyn HeapGame>],
    sum: Vec<Heap>,
    known: &mut FxHashMap<Vec<Heap>, bool>,
) -> bool {
    if let Some(&known) = known.get(&sum) {
        return known;
    }
    let (mut any, mut wins) = (false, false);
    for i in 0..sum.len() {
        for parts in moves(&*games[sum[i].game], sum[i].size) {
            any = true;
            wins = wins || loses(games, after(&sum, i, &parts), known);
        }
    }
    known.insert(sum, any && !wins);
    any && !wins
}

fn moves(game: &dyn HeapGame, heap: u64) -> Vec<Vec<u64>> {
    let mut list = Vec::new();
    let _ = crate::game::each_move(game, heap, &mut |parts| {
        list.push(parts.to_vec());
        ControlFlow::Continue(())
    });
    list
}

/// The Grundy values of heaps to this one.
fn grundy_values(game: &dyn HeapGame, last: u64) -> Vec<u64> {
    let mut grundy = Vec::<u64>::new();
    for heap in 0..=last {
        let nim_sum = |parts: Vec<u64>| {
            parts
                .iter()
                .fold(0, |sum, &part| sum ^ grundy[part as usize])
        };
        let options: Vec<u64> = moves(game, heap).into_iter().map(nim_sum).collect();
        grundy.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    grundy
}

fn after(sum: &[Heap], i: usize, parts: &[u64]) -> Vec<Heap> {
    let mut option = sum.to_vec();
    let Heap { game, .. } = option.remove(i);
    option.extend(parts.iter().map(|&size| Heap { game, size }));
    option.sort_unstable();
    option
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Orders, P-elements, preperiods and periods as published, or as found by others.
#[test]
fn quotients_are_the_published_ones() {
    for (code, order, losing, period) in [
        ("0.77", 40, 9, Some((71, 12))),
        ("0.123", 20, 5, Some((5, 5))),
        ("0.75", 8, 2, Some((8, 2))),
        ("0.34", 12, 3, Some((7, 8))),
        ("0.53", 16, 3, Some((21, 9))),
        ("0.72", 24, 5, Some((16, 4))),
        ("0.71", 36, 9, Some((3, 6))),
        ("0.15", 42, 12, Some((66, 10))),
        ("4.56", 8, 2, Some((11, 4))),
        ("0.512", 8, 2, None),
        ("0.1232", 46, 0, None),
        ("0.1323", 46, 0, None),
    ] {
        let mut quotient = quotient(&[code], 1 << 36);
        let (mut size, mut found) = (quotient.size(0), None);
        if quotient.reach(u64::MAX) {
            size = quotient.size(u64::MAX);
            found = quotient
                .periods()
                .map(|periods| (periods[0].preperiod, periods[0].period));
        } else if let Some(normal) = quotient.normal() {
            // The classes of heaps that are not firm, and Grundy values.
            let values = grundy_values(&*quotient.games()[0], 220);
            let largest = values.iter().copied().max().unwrap_or(0);
            size = normal.size(0, largest);
            let (_, length) = period.unwrap_or_default();
            let holds = |n: &usize| values[*n] == values[*n + length as usize];
            let from = (0..=110).rev().take_while(holds).last().unwrap_or(0) as u64;
            found = Some((from.max(normal.last[0] + 1), length));
        }
        assert_eq!(size.order, order, "{code}");
        assert!(losing == 0 || size.losing == losing, "{code}");
        assert!(period.is_none() || found == period, "{code} {found:?}");
    }
    let mut dawson = quotient(&["0.07"], 1 << 36);
    assert!(dawson.reach(33));
    assert_eq!((dawson.size(33).order, dawson.size(33).losing), (638, 109));
}

/// Random codes, some of two games at once: who wins, how many moves win, and which.
#[test]
fn sums_of_small_heaps_agree_with_brute_force() {
    let mut random = Random(7);
    let mut checked = 0;
    for round in 0..300 {
        let mut code = || {
            let digits: String = (0..=random.below(4))
                .map(|_| {
                    char::from_digit(random.below(if round % 3 == 0 { 16 } else { 8 }) as u32, 16)
                        .unwrap_or('0')
                })
                .collect();
            let first = ["0.", "4.", "0.", "4!."][random.below(4) as usize];
            format!("{first}{digits}")
        };
        let codes: Vec<String> = (0..=usize::from(round % 5 == 0)).map(|_| code()).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let mut quotient = quotient(&codes, 1 << 31);
        quotient.reach(11);
        let mut known = FxHashMap::default();
        for _ in 0..20 {
            let heap = |random: &mut Random| Heap {
                game: random.below(codes.len() as u64) as usize,
                size: random.below(12),
            };
            let mut sum: Vec<Heap> = (0..random.below(4)).map(|_| heap(&mut random)).collect();
            while sum.iter().map(|heap| heap.size).sum::<u64>() > 16 {
                sum.pop();
            }
            let games = quotient.games();
            let lost = loses(
                games,
                {
                    let mut sum = sum.clone();
                    sum.sort_unstable();
                    sum
                },
                &mut known,
            );
            let mut search = Search::<bool>::new(codes.len(), &Budget::default());
            assert_eq!(
                search.value(&quotient, &sum),
                Ok(lost),
                "{codes:?} {sum:?} by search"
            );
            let nothing_known = Quotient::new(games.to_vec(), Budget::default());
            let mut search = Search::<bool>::new(codes.len(), &Budget::default());
            assert_eq!(
                search.value(&nothing_known, &sum),
                Ok(lost),
                "{codes:?} {sum:?} alone"
            );
            let Some(position) = HeapSum::new(&quotient, &sum) else {
                continue;
            };
            checked += 1;
            assert_eq!(position.loses(), lost, "{codes:?} {sum:?}");
            for i in 0..sum.len() {
                let winning: Vec<Vec<u64>> = moves(&*games[sum[i].game], sum[i].size)
                    .into_iter()
                    .filter(|parts| loses(games, after(&sum, i, parts), &mut known))
                    .collect();
                assert_eq!(
                    position.count(i),
                    winning.len() as u128,
                    "{codes:?} {sum:?}"
                );
                let mut listed = Vec::new();
                let _ = position.visit(i, &mut |parts| {
                    listed.push(parts.to_vec());
                    ControlFlow::Continue(())
                });
                assert_eq!(listed, winning, "{codes:?} {sum:?}");
            }
        }
    }
    assert!(checked > 4000, "{checked}");
}

/// Sums with a heap that is not small, of codes where normal play decides them: by brute force, and by Grundy values.
#[test]
fn normal_play_decides_sums_with_firm_heaps() {
    let mut random = Random(3);
    let known = [
        "0.56", "4.44", "0.414", "0.764", "0.776", "0.4103", "0.7444",
    ]
    .map(str::to_owned);
    let code = |_| format!("{}.{:04o}", random.below(2) * 4, random.below(4096));
    let codes: Vec<String> = known.into_iter().chain((0..400).map(code)).collect();
    let (mut found, mut checked) = (0, 0);
    for code in codes {
        let mut quotient = quotient(&[&code], 1 << 28);
        quotient.reach(64);
        let Some(normal) = quotient.normal() else {
            continue;
        };
        found += 1;
        let (last, games) = (normal.last[0], quotient.games());
        let (mut known, grundy) = (FxHashMap::default(), grundy_values(&*games[0], last + 8));
        for (a, b, c) in
            (last + 1..=last + 8).flat_map(|a| [(a, 0, 0), (a, 1, 0), (a, 2, 1), (a, a - 1, 0)])
        {
            if a + b + c < 26 {
                let value = grundy[a as usize] ^ grundy[b as usize] ^ grundy[c as usize];
                let lost = loses(
                    games,
                    [c, b, a].map(|size| Heap { game: 0, size }).to_vec(),
                    &mut known,
                );
                assert_eq!(lost, value == 0, "{code} {a} {b} {c}");
                checked += 1;
            }
        }
    }
    assert!(found > 30 && checked > 500, "{found} {checked}");
}

/// Counts by residues are those of the heaps one by one.
#[test]
fn large_heaps_are_counted_by_residues() {
    for code in ["0.15", "0.34", "0.71", "0.72", "0.123", "0.F", "0.B"] {
        let mut small = quotient(&[code], 1 << 32);
        assert!(small.reach(u64::MAX), "{code}");
        let ClassPeriod { preperiod, period } = small.periods().unwrap()[0];
        for heap in [
            3 * preperiod + 5 * period + 7,
            4 * preperiod + 9 * period + 2,
        ] {
            for rest in [0, 1, 2, 5] {
                let sum = [heap, rest].map(|size| Heap { game: 0, size });
                let Some(position) = HeapSum::new(&small, &sum) else {
                    continue;
                };
                let games = small.games();
                let wins = |parts: &Vec<u64>| {
                    let after = after(&sum, 0, parts);
                    HeapSum::new(&small, &after).is_some_and(|position| position.loses())
                };
                let winning: Vec<Vec<u64>> =
                    moves(&*games[0], heap).into_iter().filter(wins).collect();
                assert_eq!(
                    position.count(0),
                    winning.len() as u128,
                    "{code} {heap} {rest}"
                );
                let mut listed = Vec::new();
                let _ = position.visit(0, &mut |parts| {
                    listed.push(parts.to_vec());
                    ControlFlow::Continue(())
                });
                assert_eq!(listed, winning, "{code} {heap} {rest}");
            }
        }
    }
}

/// Single rows of Dawson's Kayles beyond the last quotient: the losing ones of the public census.
#[test]
fn search_goes_beyond_a_quotient() {
    let mut dawson = quotient(&["0.07"], 1 << 36);
    let mut small = quotient(&["0.07"], 1 << 36);
    dawson.reach(33);
    small.reach(12);
    let mut search = Search::<bool>::new(1, &Budget::default());
    for heap in 0..=33 {
        let exact = HeapSum::new(
            &dawson,
            &[Heap {
                game: 0,
                size: heap,
            }],
        )
        .map(|position| position.loses());
        assert_eq!(
            search
                .value(
                    &small,
                    &[Heap {
                        game: 0,
                        size: heap
                    }]
                )
                .ok(),
            exact,
            "{heap}"
        );
    }
}

/// The genus by its definition: the least heap of nim with which the position and i heaps of 2 are lost.
#[test]
fn genera_are_those_of_the_definition() {
    let nim = "0.3333333";
    for code in [
        "0.77", "0.07", "0.31", "0.123", "0.75", "0.52", "4.7", "0.8", "4!.0",
    ] {
        let games: Vec<Arc<dyn HeapGame>> = [code, nim]
            .iter()
            .map(|code| Arc::new(Code::read(code)) as Arc<dyn HeapGame>)
            .collect();
        let mut genera = Genera::new(games.clone(), &Budget::default());
        let mut known = FxHashMap::default();
        for (a, b) in (0..10).flat_map(|a| [(a, 0), (a, 3), (a, 5)]) {
            let genus = genera
                .of(&[a, b].map(|size| Heap { game: 0, size }))
                .unwrap();
            for i in 0..4 {
                let least = (0..8).find(|&k| {
                    let mut sum = vec![
                        Heap { game: 0, size: a },
                        Heap { game: 0, size: b },
                        Heap { game: 1, size: k },
                    ];
                    sum.extend(vec![Heap { game: 1, size: 2 }; i]);
                    sum.sort_unstable();
                    loses(&games, sum, &mut known)
                });
                assert_eq!(
                    least.unwrap_or(genus.misere(i)),
                    genus.misere(i),
                    "{code} {a} {b} {i}"
                );
            }
        }
    }
}

/// The genera are those of Winning Ways.
#[test]
fn genera_are_the_published_ones() {
    let of = |code: &str, heap| {
        let mut genera = Genera::new(vec![Arc::new(Code::read(code))], &Budget::default());
        genera
            .of(&[Heap {
                game: 0,
                size: heap,
            }])
            .unwrap()
            .to_string()
    };
    let kayles: Vec<String> = (0..10).map(|heap| of("0.77", heap)).collect();
    let table = [
        "0^1,2,0", "1^0,3,1", "2^2,0", "3^3,1", "1^0,3,1", "4^1,4,6", "3^3,1", "2^2,0", "1^1,3",
        "4^0,4,6",
    ];
    assert_eq!(kayles, table);
}
