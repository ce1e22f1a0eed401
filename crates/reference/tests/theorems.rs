//! Theorems, compared with exploring.

use grundy_reference::answers;
use grundy_reference::explore::{Exploration, MAX_POSITIONS};
use grundy_reference::play::Play;
use grundy_reference::position::PositionNumbers;
use grundy_reference::records::Reading;
use grundy_reference::theorem::Theorem;
use grundy_reference::theorems::nim_product;
use grundy_reference::{Res, met};

/// Positions from which every theorem is compared with exploring.
const HELD: [&str; 26] = [
    "nim: 6 5 9",
    "nim misere: 6 5 9 1",
    "kayles: 90",
    "lasker: 90",
    "lasker misere: 9 4 1",
    "subtraction 2 5 7: 60",
    "staircase: 3 4 2 3",
    "silver-dollar: 3 7 9 14",
    "silver-dollar: 4 9 12",
    "welter: 4 9 11 15",
    "welter: 3 8 13",
    "wythoff: 30,40",
    "wythoff 3: 30,40",
    "euclid: 40,57",
    "euclid positive: 89,55",
    "fibonacci-nim: 120",
    "take-away 4: 120",
    "moore 2: 5 6 7 3",
    "moore 1: 9 6 8",
    "sequential-nim: 3 1 4 2 5",
    "coins up-to 3 x run: 7,8",
    "coins run: 60",
    "coins exactly 3: 16",
    "coins exactly 2 x up-to 2: 8,8",
    "coins run-up-to 5: 60",
    "hackenbush 0-1 1-2 2-0 1-3 3-3 3-4 4-5 5-1 0-6 6-7 7-0:",
];

/// The positions from a record on, sums if play is misère, each with whether it is as a theorem says.
fn compared(play: &Play, theorem: &Theorem<'_>) -> Res<Vec<(Vec<PositionNumbers>, bool)>> {
    let mut table = Exploration::of(play.game.clone(), play.misere);
    if let Some(value) = &theorem.value {
        let options = |at: &PositionNumbers| {
            Ok(play
                .game
                .moves(at)?
                .into_iter()
                .flat_map(|mv| mv.parts)
                .collect())
        };
        let all = met(play.positions(), options)?.into_iter();
        return all
            .map(|at| Ok((vec![at.clone()], table.value(&at)? == value(&at)?)))
            .collect();
    }
    let root = table.sum(&play.positions(), 0)?;
    let played = table.play(std::slice::from_ref(&root), MAX_POSITIONS)?;
    let sums = met([root], |sum| table.moves(sum))?.into_iter();
    let compared = sums
        .filter(|sum| sum.parts.len() == 1 || play.misere)
        .map(|sum| {
            let parts: Vec<PositionNumbers> = table.positions(&sum).cloned().collect();
            let outcome = theorem.outcome.as_ref().expect("a theorem about outcomes")(&parts);
            Ok((parts, outcome? == played.outcome(&sum)?))
        });
    compared.collect()
}

#[test]
fn theorems_agree_with_exploring() {
    for record in HELD {
        let play = answers::plays(record.as_bytes(), &Reading::default())
            .expect(record)
            .remove(0);
        let theorem = play.game.theorem().expect(record);
        let compared = compared(&play, &theorem).expect(record);
        let wrong = compared.iter().find(|(_, agrees)| !agrees);
        assert_eq!(wrong, None, "{record}: {}", theorem.source);
        assert!(compared.len() >= 10, "{record}");
    }
}

#[test]
fn nim_products_are_those_of_turning_corners() {
    // The least number that no smaller pair leaves (Conway 1976, chapter 6).
    let mut table = [[0u64; 16]; 16];
    for a in 0..16 {
        for b in 0..16 {
            let left = |a: usize, b: usize| (0..a).flat_map(move |i| (0..b).map(move |j| (i, j)));
            let values = left(a, b).map(|(i, j)| table[i][b] ^ table[a][j] ^ table[i][j]);
            table[a][b] = grundy_reference::mex(values.collect::<Vec<_>>());
            assert_eq!(
                table[a][b],
                nim_product(a as u64, b as u64, 32),
                "{a} x {b}"
            );
        }
    }
}
