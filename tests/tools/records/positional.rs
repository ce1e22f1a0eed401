//! Random records of positional games.

use super::{Draft, asks, strings};
use grundy_base::random::Random;
use grundy_record::Size;

/// The games a record can be of.
pub const GAMES: [&str; 10] = [
    "cram",
    "place",
    "placement",
    "node-kayles",
    "arc-kayles",
    "grim",
    "take",
    "chomp",
    "poset",
    "notakto",
];

/// Draws a random record of one of these games.
pub fn draft(dice: &mut Random, game: &str) -> Draft {
    let mut draft = Draft {
        game: String::new(),
        rules: Vec::new(),
        position: Some(Vec::new()),
        asks: Vec::new(),
        rows: Vec::new(),
    };
    let mut misere = game != "notakto" && dice.percent(25);
    match game {
        "cram" => {
            board(dice, &mut draft);
        }
        "place" => {
            let shapes = [
                "domino",
                "tromino",
                "tetromino",
                "0,0+0,1+1,0",
                "0,0+1,1",
                "3,4+3,5+4,4+5,4",
                "0,0",
                "0,1+1,0+0,1",
                "0,0+0,2",
            ];
            let count = dice.one_of(&[1, 1, 1, 2]);
            draft.rules = strings(dice.list(count, |dice| dice.one_of(&shapes)));
            if dice.percent(40) {
                draft.rules.push("turned".to_owned());
            }
            board(dice, &mut draft);
        }
        "placement" => {
            draft.rules = strings([dice.one_of(&["king", "queen", "rook", "bishop", "knight"])]);
            let Size { rows, cols } = board(dice, &mut draft);
            taken(dice, &mut draft, rows, cols);
        }
        "node-kayles" if dice.percent(50) => {
            let Size { rows, cols } = board(dice, &mut draft);
            taken(dice, &mut draft, rows, cols);
        }
        "node-kayles" | "arc-kayles" | "grim" => {
            let vertices = dice.within(1, 9);
            draft.rules = graph(dice, vertices, "-");
            if game == "node-kayles" && dice.percent(40) {
                draft.position = Some(strings([dice.within(1, vertices)]));
            }
        }
        "poset" => {
            let elements = dice.within(1, 9);
            draft.rules = graph(dice, elements, "<");
        }
        "take" => {
            let vertices = dice.within(1, 8);
            let count = dice.below(2 * vertices);
            draft.rules = strings([vertices]);
            draft.rules.extend(dice.list(count, |dice| {
                let list = |dice: &mut Random| {
                    let count = dice.within(1, 3);
                    dice.list(count, |dice| dice.within(1, vertices).to_string())
                        .join(",")
                };
                let needs = list(dice);
                if dice.percent(30) {
                    format!("{needs}>{}", list(dice))
                } else {
                    needs
                }
            }));
        }
        "chomp" if dice.percent(40) => {
            draft.rules = strings([format!("{}x{}", dice.within(1, 3), dice.within(1, 5))]);
        }
        "chomp" => {
            let count = dice.within(1, 4);
            let mut rows = dice.list(count, |dice| dice.within(0, 5));
            rows.sort_unstable_by_key(|&row| std::cmp::Reverse(row));
            draft.rules = vec!["rows".to_owned()];
            draft.rules.extend(strings(rows));
        }
        _ => {
            misere = !dice.percent(50);
            if !misere {
                draft.rules.push("normal".to_owned());
            }
            let count = dice.below(if misere { 3 } else { 5 });
            let board = |dice: &mut Random| {
                let row = |dice: &mut Random| {
                    dice.list(3, |dice| dice.one_of(&[".", ".", ".", "X"]))
                        .concat()
                };
                dice.list(3, row).join("/")
            };
            draft.position = Some(dice.list(count, board));
        }
    }
    if misere && game != "notakto" {
        draft.rules.insert(0, "misere".to_owned());
    }
    draft.asks = asks(dice, if misere { &[] } else { &["grundy", "values"] });
    draft
}

/// Draws a board of up to 16 cells, by its size, with rows below or in the line; returns its size.
fn board(dice: &mut Random, draft: &mut Draft) -> Size {
    let (rows, cols) = dice.one_of(&[
        (1, 7),
        (2, 3),
        (2, 6),
        (3, 3),
        (3, 4),
        (3, 5),
        (4, 4),
        (5, 2),
        (4, 1),
    ]);
    let drawn: Vec<String> = dice.list(rows, |dice| {
        dice.list(cols, |dice| dice.one_of(&[".", ".", ".", ".", "X", "#"]))
            .concat()
    });
    match dice.below(3) {
        0 => draft.rules.push(format!("{rows}x{cols}")),
        1 => {
            draft.rules.push(drawn.join("/"));
            if dice.percent(50) {
                draft.position = None;
            }
        }
        _ => {
            draft.rules.push(format!("{rows}x{cols}"));
            draft.rows = drawn;
            draft.position = None;
        }
    }
    if dice.percent(30) {
        let count = dice.within(1, 3);
        draft.rules.push("damaged".to_owned());
        let cells = dice.list(count, |dice| {
            format!("{},{}", dice.within(1, rows), dice.within(1, cols))
        });
        draft.rules.extend(cells);
    }
    Size { rows, cols }
}

/// Adds, now and then, a cell that has a piece, or was taken.
fn taken(dice: &mut Random, draft: &mut Draft, rows: u64, cols: u64) {
    if draft.rows.is_empty() && dice.percent(40) {
        draft.position = Some(strings([format!(
            "{},{}",
            dice.within(1, rows),
            dice.within(1, cols)
        )]));
    }
}

/// Draws a number of vertices and pairs of them.
fn graph(dice: &mut Random, vertices: u64, sign: &str) -> Vec<String> {
    let mut words = strings([vertices]);
    for _ in 0..dice.below(2 * vertices) {
        let a = dice.within(1, vertices);
        let b = dice.within(1, vertices);
        let (a, b) = if sign == "<" {
            (a.min(b), a.max(b))
        } else {
            (a, b)
        };
        // Now and then there is a loop, which is wrong.
        if a != b || dice.percent(2) {
            words.push(format!("{a}{sign}{b}"));
        }
    }
    words
}
