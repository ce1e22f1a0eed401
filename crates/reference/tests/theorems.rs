//! Theorems, compared with exploring.

use grundy_reference::answers;
use grundy_reference::explore::{Exploration, MAX_POSITIONS};
use grundy_reference::games::GAMES;
use grundy_reference::games::graphs::walk::WalkedGraph;
use grundy_reference::games::heaps::coins::nim_product;
use grundy_reference::play::Play;
use grundy_reference::position::PositionNumbers;
use grundy_reference::records::Reading;
use grundy_reference::theorem::Theorem;

use grundy_reference::{Res, met};

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
    for record in GAMES.iter().flat_map(|game| game.held) {
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

/// A theorem that answers for a game is compared with exploring: its file names positions. Walks by matching have a test
/// of their own.
#[test]
fn theorems_of_games_are_held() {
    for game in GAMES {
        let play = answers::plays(game.sample.as_bytes(), &Reading::default())
            .expect(game.sample)
            .remove(0);
        let is_walk = play.game.as_form::<WalkedGraph>().is_some();
        let has_theorem = !is_walk && play.game.theorem().is_ok();
        assert!(!has_theorem || !game.held.is_empty(), "{}", game.name);
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
