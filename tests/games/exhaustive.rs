//! Everything small, without chance: the program against the reference on all boards, subtraction
//! sets, octal codes and graphs up to a size.
//!
//! The plain run takes every n-th case where there are many; with `GRUNDY_EXHAUSTIVE=1` it
//! takes all of them.

use std::fmt::Write;

use grundy_base::testing::sized;

use crate::tools::duel::compare;

/// Cases that are taken one by one, and compared in batches.
struct Batch {
    every: usize,
    seen: usize,
    text: String,
    held: usize,
}

impl Batch {
    /// Begins with cases of which one of this many consecutive ones is taken, unless `GRUNDY_EXHAUSTIVE` is set.
    fn one_in(every: usize) -> Batch {
        let all = std::env::var_os("GRUNDY_EXHAUSTIVE").is_some();
        Batch {
            every: if all { 1 } else { every },
            seen: 0,
            text: String::new(),
            held: 0,
        }
    }

    fn add(&mut self, record: impl FnOnce(&mut String)) {
        self.seen += 1;
        if !self.seen.is_multiple_of(self.every) {
            return;
        }
        record(&mut self.text);
        self.text.push('\n');
        self.held += 1;
        if self.held == 20_000 {
            self.duel();
        }
    }

    fn duel(&mut self) {
        if let Err(differences) = compare(self.text.as_bytes(), &[]) {
            panic!("{}", differences.chars().take(10_000).collect::<String>());
        }
        self.text.clear();
        self.held = 0;
    }

    fn finish(mut self) {
        assert!(self.seen >= self.every);
        self.duel();
    }
}

/// Adds all patterns of damage on boards of this size, a piece on every cell that is whole.
fn boards(batch: &mut Batch, game: &str, rows: usize, cols: usize) {
    for damage in 0u32..1 << (rows * cols) {
        batch.add(|text| {
            write!(text, "{game} ").expect("a string");
            for row in 0..rows {
                if row > 0 {
                    text.push('/');
                }
                text.extend((0..cols).map(|col| {
                    if damage >> (row * cols + col) & 1 == 1 {
                        'X'
                    } else {
                        'K'
                    }
                }));
            }
            text.push_str(" ? values count");
        });
    }
}

#[test]
fn kings_on_all_boards_to_4_by_4() {
    let mut batch = Batch::one_in(sized(13, 7));
    for rows in 1..=4 {
        for cols in 1..=4 {
            boards(&mut batch, "king", rows, cols);
        }
    }
    batch.finish();
}

#[test]
fn other_pieces_on_all_boards_to_4_by_4() {
    let mut batch = Batch::one_in(sized(83, 41));
    for game in [
        "rook",
        "bishop",
        "queen",
        "knight",
        "leaper -1,0 0,-2",
        "leaper 1,-2 -1,0 -2,-2",
    ] {
        for rows in 1..=4 {
            for cols in 1..=4 {
                boards(&mut batch, game, rows, cols);
            }
        }
    }
    batch.finish();
}

#[test]
fn misere_sums_of_codes_that_are_played_as_nim() {
    let mut batch = Batch::one_in(1);
    for code in [
        "4.[3]", "4.[7]", "0.[37]", "4.3F[7]", "C.[F]", "8.7[3]", "0.[7!]", "0.[F!3]",
    ] {
        for heaps in (0..7u32.pow(3)).map(|all| [all % 7, all / 7 % 7, all / 49]) {
            if heaps.is_sorted() {
                let [a, b, c] = heaps;
                batch.add(|text| {
                    *text += &format!(
                        "take-and-break {code} misere: {a} {b} {c} ? verdict moves best genus"
                    );
                });
            }
        }
        batch.add(|text| {
            *text += &format!("take-and-break {code} misere: 9 1 ? verdict moves best");
        });
    }
    batch.finish();
}

#[test]
fn subtraction_and_flags_with_all_sets_within_1_to_8() {
    let mut batch = Batch::one_in(1);
    for set in 1u32..256 {
        let amounts: Vec<String> = (1..=8)
            .filter(|a| set >> (a - 1) & 1 == 1)
            .map(|a: u32| a.to_string())
            .collect();
        let amounts = amounts.join(" ");
        batch.add(|text| {
            *text += &format!(
                "subtraction {amounts}: 60 ? sequence losing paths paths%10 period verdict moves best\n\
                 subtraction {amounts}: 13 8 21 ? verdict moves best values\n\
                 subtraction {amounts} misere: 60 ? losing verdict moves best\n\
                 subtraction {amounts} misere: 7 8 9 ? verdict moves best"
            );
        });
        for variant in ["", "overshoot", "or-less"] {
            for left in [0, 1, 3, 6] {
                batch.add(|text| {
                    *text += &format!(
                        "flags {amounts} left {left} {variant}: 50 ? losing paths period verdict moves best\n\
                         flags {amounts} left {left} {variant}: {} ? losing paths%3 verdict moves best",
                        left + 7
                    );
                });
            }
        }
    }
    batch.finish();
}

#[test]
fn octal_games_with_all_codes_of_two_digits() {
    let mut values = Batch::one_in(1);
    let mut periods = Batch::one_in(8);
    for before in [0, 4] {
        for digits in 0..64 {
            let code = format!("{before}.{}{}", digits / 8, digits % 8);
            values.add(|text| {
                *text += &format!(
                    "octal {code}: 50 ? sequence verdict moves\noctal {code}: 9 14 5 ? verdict moves best"
                );
            });
            periods.add(|text| *text += &format!("octal {code} ? period"));
        }
    }
    values.finish();
    periods.finish();
}

#[test]
fn all_digraphs_of_up_to_four_vertices() {
    let mut batch = Batch::one_in(9);
    for vertices in 1u32..=4 {
        for arcs in 0u32..1 << (vertices * vertices) {
            batch.add(|text| {
                let mut list = String::new();
                for from in 0..vertices {
                    for to in 0..vertices {
                        if arcs >> (from * vertices + to) & 1 == 1 {
                            write!(list, " {}>{}", from + 1, to + 1).expect("a string");
                        }
                    }
                }
                let tokens: Vec<String> = (1..=vertices).map(|v| v.to_string()).collect();
                let first = arcs % vertices + 1;
                let second = arcs / 7 % vertices + 1;
                *text += &format!("graph {vertices}{list}: {} ? values\n", tokens.join(" "));
                *text += &format!(
                    "graph {vertices}{list}: {first} {second} ? verdict grundy moves best"
                );
            });
        }
    }
    batch.finish();
}

#[test]
fn geography_on_all_graphs_of_up_to_five_vertices() {
    let mut batch = Batch::one_in(1);
    for vertices in 1usize..=5 {
        let pairs: Vec<(usize, usize)> = (1..=vertices)
            .flat_map(|a| (a + 1..=vertices).map(move |b| (a, b)))
            .collect();
        for edges in 0u32..1 << pairs.len() {
            let mut list = String::new();
            for (i, (a, b)) in pairs.iter().enumerate() {
                if edges >> i & 1 == 1 {
                    write!(list, " {a}-{b}").expect("a string");
                }
            }
            for start in 1..=vertices {
                batch.add(|text| {
                    *text += &format!("geography {vertices}{list}: {start} ? verdict moves best");
                });
            }
        }
    }
    batch.finish();
}
