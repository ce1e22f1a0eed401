//! Records at which a way of splitting once went wrong, or would if it were simpler than it is.

use super::{RandomRecord, SMALL_BUDGET, compare_with_definition, read};
use grundy_rewrite::{RewriteFault, Rewrites, Ways};

/// Holds a record to the definition in all ways in which it can be solved, and returns its value.
fn value(rules: &str, position: &str) -> u32 {
    let record = RandomRecord {
        rules: rules.to_owned(),
        position: position.to_owned(),
    };
    assert!(
        compare_with_definition(&record, Ways::All),
        "{rules}: {position}"
    );
    assert!(
        compare_with_definition(&record, Ways::WithoutNames),
        "{rules}: {position}"
    );
    if !rules.contains("ends") && !rules.contains("joined") {
        assert!(
            compare_with_definition(&record, Ways::Large),
            "{rules}: {position}"
        );
    }
    let rewrites = Rewrites::new(&read::rules(rules));
    let board = read::position(position, None);
    let mut position = rewrites
        .position(&board, SMALL_BUDGET)
        .expect("it is legal");
    position.value().expect("play ends")
}

#[test]
fn a_part_shows_what_forbids_its_moves() {
    assert_eq!(value(".>0 .>1 never 00 11", "...0"), 3);
    value(".>X never XX", "X...X..");
}

#[test]
fn a_cell_under_any_letter_is_certain_and_may_change() {
    value(".>X never X_X", "....");
    assert_eq!(value(".>O turned never _OO", ".#./.../..."), 1);
    // Here the letter that a part would show for such a cell would be in a match itself.
    value("_A>XA .>B .>D never _AB", "CA.");
    value(".>X .>O alive never X_O", "X..O.");
}

#[test]
fn equal_parts_in_which_play_goes_on_for_ever_are_no_zero() {
    let rewrites = Rewrites::new(&read::rules("A.>AA AA>.A turned never _.A"));
    let board = read::position("AAA", None);
    let mut position = rewrites
        .position(&board, SMALL_BUDGET)
        .expect("it is legal");
    assert!(matches!(position.value(), Err(RewriteFault::Returns(_))));
}

#[test]
fn a_wall_is_no_letter() {
    value("X>. _.>#_ never _X", "X.");
    value(".>X never _X_", "#..#...");
}

#[test]
fn free_cells_stay_restricted_when_their_group_is_safe() {
    value(".>X .>O alive", ".X.O..");
    value(".>X .>O alive", "X..O.X.");
    value(".>X .>O alive turned", "X.O/.../O.X");
    value(".>X alive", "..O.X./.....O");
}

#[test]
fn letters_that_never_pass_each_other_split_a_row() {
    value("X.>.X .O>O.", "X..O..X");
    value("X.>.X .O>O.", "O..X.O.X");
    // Letters that jump, or are seen from afar, do not split it.
    value("X.>.X XO.>.OX", "X.O.X.O.");
    value("X.>.X .O>O. OX>XO", "O.X..O");
}

#[test]
fn values_of_one_cell_may_be_large() {
    let letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut rules = Vec::new();
    for (i, high) in letters.chars().enumerate() {
        for low in letters.chars().take(i) {
            rules.push(format!("{high}>{low}"));
        }
    }
    assert_eq!(value(&rules.join(" "), "Z"), 35);
}

#[test]
fn a_mirror_may_exchange_letters() {
    // Reversal maps the rules to themselves only with X and O exchanged.
    value("X.>.X .O>O.", "X..OX..O");
    value("XO>.X OX>.O", "XOXOXO");
}

#[test]
fn a_ring_with_a_gap_is_a_row_and_a_whole_ring_is_not() {
    value("XO>.X OX>.O turned ring", "XO#XOX");
    value("XO>.X OX>.O turned ring", "XOXOXO");
    value("..>## ring", "......");
    value(".>X never XX ring", "..X....");
}

#[test]
fn treblecross_and_other_games_that_end_with_a_word_do_not_split() {
    value(".>X ends XXX", "..X....");
    value(".>X ends X_X", "..../....");
    // No word of `ends` can come to be: the position splits.
    value(".>X ends OO", "..#..");
}

#[test]
fn nothing_splits_where_all_must_stay_connected() {
    value(".># joined", ".....");
    value("..>## turned joined", "..../....");
}
