//! Whole records of every board game against brute force by the rules as written.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use grundy_base::random::Random;
use grundy_batch::{AnsweredText, Options, answer_text};
use std::collections::{BTreeSet, HashMap};

type Cell = (i64, i64);

/// A game as its rules say it: the cells a piece can go to, in order.
struct Brute<'a> {
    game: &'a str,
    steps: Vec<Cell>,
    rows: i64,
    columns: i64,
    damaged: BTreeSet<Cell>,
    memo: HashMap<Cell, u64>,
}

impl Brute<'_> {
    fn free(&self, (row, column): Cell) -> bool {
        (1..=self.rows).contains(&row)
            && (1..=self.columns).contains(&column)
            && !self.damaged.contains(&(row, column))
    }

    fn options(&self, (row, column): Cell) -> Vec<Cell> {
        let (ways, far): (&[Cell], i64) = match self.game {
            "king" => (&[(-1, 0), (0, -1), (-1, -1)], 1),
            "rook" => (&[(-1, 0), (0, -1)], i64::MAX),
            "bishop" => (&[(-1, -1)], i64::MAX),
            "queen" => (&[(-1, 0), (0, -1), (-1, -1)], i64::MAX),
            "knight" => (&[(-2, -1), (-1, -2), (-2, 1), (1, -2)], 1),
            _ => (&self.steps, 1),
        };
        let mut options = Vec::new();
        for &(drow, dcol) in ways {
            let mut distance = 1;
            while distance <= far && self.free((row + distance * drow, column + distance * dcol)) {
                options.push((row + distance * drow, column + distance * dcol));
                distance += 1;
            }
        }
        options
    }

    fn grundy(&mut self, cell: Cell) -> u64 {
        if let Some(&value) = self.memo.get(&cell) {
            return value;
        }
        let seen: Vec<u64> = self
            .options(cell)
            .into_iter()
            .map(|to| self.grundy(to))
            .collect();
        let mex = (0..).find(|value| !seen.contains(value)).unwrap();
        self.memo.insert(cell, mex);
        mex
    }

    /// The answer to every ask, as text.
    fn answer(&mut self, pieces: &[Cell]) -> String {
        let values: Vec<u64> = pieces.iter().map(|&cell| self.grundy(cell)).collect();
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let mut winning = Vec::new();
        let mut legal = Vec::new();
        for (i, &from) in pieces.iter().enumerate() {
            for to in self.options(from) {
                let text = format!("{}:{},{}>{},{}", i + 1, from.0, from.1, to.0, to.1);
                if self.grundy(to) == sum ^ values[i] {
                    winning.push(text.clone());
                }
                legal.push(text);
            }
        }
        let or_none = |texts: &[String]| {
            if texts.is_empty() {
                "-".to_owned()
            } else {
                texts.join(" ")
            }
        };
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        if sum == 0 {
            let best = legal.first().map_or("-", String::as_str);
            return format!("LOSE | SECOND | 0 | 0 | - | {best} | {}", or_none(&values));
        }
        let count = winning.len();
        let moves = or_none(&winning);
        let best = &winning[0];
        let values = or_none(&values);
        format!("WIN {count} | FIRST | {count} | {sum} | {moves} | {best} | {values}")
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn records_of_every_spelling_against_brute_force() {
    let mut rng = Random::new(41);
    let mut records = String::new();
    let mut expected = String::new();
    for round in 0..6000 {
        let mut below = |bound: u32| i64::from(rng.below_u32(bound));
        let game = ["king", "rook", "bishop", "queen", "knight", "leaper"][below(6) as usize];
        let (rows, columns) = match round % 50 {
            0 => (1 + below(3), 60 + below(80)),
            1 => (60 + below(80), 1 + below(3)),
            _ => (1 + below(9), 1 + below(9)),
        };
        let density = [0, 10, 30, 60][below(4) as usize];
        let steps: Vec<Cell> = (0..=below(5))
            .map(|_| {
                loop {
                    let step = (below(7) - 4, below(7) - 4);
                    if step.0 + step.1 < 0 {
                        break step;
                    }
                }
            })
            .collect();
        let mut damaged = BTreeSet::new();
        let mut in_text = Vec::new();
        let mut pieces = Vec::new();
        let mut text = Vec::new();
        for row in 1..=rows {
            let mut line = String::new();
            for column in 1..=columns {
                let cell = (row, column);
                let letter = match below(100) {
                    dice if dice < density => {
                        damaged.insert(cell);
                        ['X', '#'][dice as usize % 2]
                    }
                    dice if dice >= 92 => {
                        let count = below(4) + 1;
                        in_text.extend((0..count).map(|_| cell));
                        if count == 1 {
                            'K'
                        } else {
                            (b'0' + count as u8) as char
                        }
                    }
                    _ => '.',
                };
                line.push(letter);
            }
            text.push(line);
        }
        // A row of its own in one line may look like a size, which is an error.
        let with_text = match below(3) {
            1 if rows == 1 => 0,
            way => way,
        };
        if with_text == 2 {
            in_text.clear();
        }
        let mut listed_damage: Vec<Cell> = if with_text == 2 {
            damaged.iter().copied().collect()
        } else {
            Vec::new()
        };
        for _ in 0..below(4) {
            let cell = (1 + below(rows as u32), 1 + below(columns as u32));
            if !in_text.contains(&cell) {
                listed_damage.push(cell);
                damaged.insert(cell);
            }
        }
        for _ in 0..below(4) {
            let cell = (1 + below(rows as u32), 1 + below(columns as u32));
            if !damaged.contains(&cell) {
                pieces.push(cell);
            }
        }
        // Of equal steps the first one counts.
        let mut distinct = Vec::new();
        for &step in &steps {
            if !distinct.contains(&step) {
                distinct.push(step);
            }
        }
        let list = |cells: &[Cell]| {
            cells
                .iter()
                .map(|(row, column)| format!(" {row},{column}"))
                .collect::<String>()
        };
        let mut header = game.to_owned();
        if game == "leaper" {
            header += &list(&steps);
        }
        let damage = if listed_damage.is_empty() {
            String::new()
        } else {
            format!(" damaged{}", list(&listed_damage))
        };
        let asks = "? verdict winner count grundy moves best values";
        records += &match with_text {
            0 => {
                pieces.clear();
                let end = ["\n", "\r\n"][below(2) as usize];
                format!(
                    "{header} {rows}x{columns}{damage} {asks}\n{}{end}",
                    text.join(end)
                )
            }
            1 => format!(
                "{header} {}{damage}:{} {asks}\n",
                text.join("/"),
                list(&pieces)
            ),
            _ => format!(
                "{header} {rows}x{columns}{damage}:{} {asks}\n",
                list(&pieces)
            ),
        };
        in_text.extend(&pieces);
        let mut brute = Brute {
            game,
            steps: distinct,
            rows,
            columns,
            damaged,
            memo: HashMap::new(),
        };
        expected += &format!("{}\n", brute.answer(&in_text));
    }
    let AnsweredText {
        answers,
        diagnostics,
    } = answer_text(&records, &Options::default());
    assert_eq!(diagnostics, "");
    for (line, (answer, expected)) in answers.lines().zip(expected.lines()).enumerate() {
        assert_eq!(answer, expected, "record {line}");
    }
    assert_eq!(answers.lines().count(), expected.lines().count());
}

/// `best` alone keeps less than `moves`; it must name the same move.
#[test]
fn best_alone_is_the_first_of_moves() {
    let mut rng = Random::new(42);
    for _ in 0..500 {
        let size = (1 + rng.below_u32(8), 1 + rng.below_u32(8));
        let row = |_| -> String {
            (0..size.1)
                .map(|_| ['.', '.', 'X', 'K', '3'][rng.index(5)])
                .collect()
        };
        let text = (0..size.0).map(row).collect::<Vec<_>>().join("/");
        let records =
            format!("king {text} ? best\nking {text} ? moves\nking {text} ? best values\n");
        let answers = answer_text(&records, &Options::default()).answers;
        let lines: Vec<&str> = answers.lines().collect();
        let [best, moves, both] = lines[..] else {
            panic!("{answers}")
        };
        assert_eq!(both.split(" | ").next(), Some(best));
        if moves != "-" {
            assert_eq!(moves.split(' ').next(), Some(best));
        }
    }
}

/// Boards without text, large enough for the engine that goes by damaged cells.
#[test]
fn kings_by_damage_and_by_rows_agree() {
    let mut rng = Random::new(43);
    for round in 0..60 {
        let rows = 300 + rng.below_u32(2500);
        let columns = 300 + rng.below_u32(2500);
        let mut damaged = BTreeSet::new();
        for _ in 0..[0, 3, 40, 200][round % 4] {
            damaged.insert((rng.below_u32(rows) + 1, rng.below_u32(columns) + 1));
        }
        let mut pieces: Vec<_> = damaged
            .iter()
            .map(|&(row, column)| (row + 1, column + rng.below_u32(2)))
            .filter(|&(row, column)| row <= rows && column <= columns)
            .collect();
        pieces.extend((0..20).map(|_| (rng.below_u32(rows) + 1, rng.below_u32(columns) + 1)));
        pieces.extend([(1, 1), (rows, columns)]);
        pieces.retain(|cell| !damaged.contains(cell));
        let list = |cells: &mut dyn Iterator<Item = &(u32, u32)>| {
            cells
                .map(|(row, column)| format!(" {row},{column}"))
                .collect::<String>()
        };
        let damage = list(&mut damaged.iter());
        let placed = list(&mut pieces.iter());
        let damage = if damage.is_empty() {
            damage
        } else {
            format!(" damaged{damage}")
        };
        let asks = "? verdict grundy moves values";
        let text = vec![".".repeat(columns as usize); rows as usize].join("/");
        let by_size = format!("king {rows}x{columns}{damage}:{placed} {asks}\n");
        let by_text = format!("king {text}{damage}:{placed} {asks}\n");
        assert_eq!(answer(&by_size), answer(&by_text), "{by_size}");
    }
}

fn answer(records: &str) -> String {
    answer_text(records, &Options::default()).answers
}

fn diagnostics(records: &str) -> String {
    answer_text(records, &Options::default()).diagnostics
}

#[test]
fn boards_of_any_size_where_a_formula_knows() {
    // Rooks on an undamaged board are two heaps of nim each.
    assert_eq!(
        answer("rook 1000000000x1000000000: 1000000000,3 ? grundy count\n"),
        "999999997 | 1\n"
    );
    // Bishops slide like one heap.
    assert_eq!(
        answer(
            "bishop 1000000000x1000000000 damaged 5,5 8,9: 1000000000,1000000000 8,8 ? values\n"
        ),
        "999999994 2\n"
    );
    // Undamaged, kings' values repeat with the parities of row and column: 0 1 / 1 2 at the corner.
    assert_eq!(
        answer(
            "king 1000000000x1000000000: 1000000000,1000000000 999999999,1 1,999999999 ? values moves\n"
        ),
        "2 0 0 | 1:1000000000,1000000000>999999999,999999999\n"
    );
    // Out of reach of the pieces nothing matters.
    assert_eq!(
        answer("king 1000000000x1000000000 damaged 500,500: 2,2 2,1 ? values\n"),
        "2 1\n"
    );
    assert_eq!(
        answer("knight 1000000000x1000000000 damaged 500,500: 3,3 ? values\n"),
        "2\n"
    );
}

/// Undamaged rows and columns before a board change nothing, if there are as many of both and
/// their number is even: so every ask on a huge board has a small twin.
#[test]
fn every_ask_works_on_sparse_boards() {
    let mut rng = Random::new(41);
    let mut below = |n: u64| rng.below(n);
    for _ in 0..30 {
        let by = 2 * below(450_000_000) + 50_000_000;
        // The edge must be as far from all that the pieces can reach as the damage.
        let damaged: BTreeSet<(u64, u64)> =
            (0..12).map(|_| (3 + below(40), 3 + below(40))).collect();
        let mut pieces: Vec<(u64, u64)> = (0..=below(9))
            .map(|_| (5 + below(50), 5 + below(50)))
            .collect();
        pieces.retain(|cell| !damaged.contains(cell));
        let record = |by: u64, asks: &str| {
            let cells = |cells: &mut dyn Iterator<Item = &(u64, u64)>| {
                cells
                    .map(|(row, column)| format!(" {},{}", row + by, column + by))
                    .collect::<String>()
            };
            let damage = cells(&mut damaged.iter());
            let placed = cells(&mut pieces.iter());
            answer(&format!(
                "king {0}x{0} damaged{damage}:{placed} ? {asks}\n",
                by + 60
            ))
        };
        let same = "verdict winner count grundy values";
        assert_eq!(record(by, same), record(0, same));
        let cell = |text: &str| {
            let (row, column) = text.split_once(',').unwrap();
            format!(
                "{},{}",
                row.parse::<u64>().unwrap() - by,
                column.parse::<u64>().unwrap() - by
            )
        };
        let back = |moves: &str| {
            let one = |text: &str| {
                let Some((index, cells)) = text.split_once(':') else {
                    return text.to_owned();
                };
                let (from, to) = cells.split_once('>').unwrap();
                format!("{index}:{}>{}", cell(from), cell(to))
            };
            moves
                .split_whitespace()
                .map(one)
                .collect::<Vec<_>>()
                .join(" ")
        };
        for ask in ["moves", "best"] {
            assert_eq!(back(&record(by, ask)), record(0, ask).trim_end(), "{ask}");
        }
    }
}

#[test]
fn limits_on_sparse_boards_name_what_raises_them() {
    let record = "king 1000000000x1000000000 damaged 5,999999000 77777,1234 500000000,400000000: \
                  1000000000,1000000000\n";
    let with = |budget: grundy_base::budget::Budget| {
        answer_text(
            record,
            &Options {
                budget,
                ..Options::default()
            },
        )
    };
    let default = grundy_base::budget::Budget::default();
    for (budget, option) in [
        (
            grundy_base::budget::Budget {
                memory: 64,
                ..default
            },
            "`Limits::memory`",
        ),
        (
            grundy_base::budget::Budget { work: 3, ..default },
            "`Limits::work`",
        ),
    ] {
        let AnsweredText {
            answers,
            diagnostics,
        } = with(budget);
        assert_eq!(answers, "ERROR\n");
        assert!(
            diagnostics.contains(option) && diagnostics.contains("1000000000x1000000000"),
            "{diagnostics}"
        );
    }
    assert_ne!(with(default).answers, "ERROR\n");
}

#[test]
fn wrong_boards_are_found_at_their_place() {
    let places = [
        ("king 2x2\n.K\n.a\nnim: 1\n", "line 3, column 2"),
        ("king 2x2\n.K\n...\nnim: 1\n", "line 3, column 3"),
        ("rook 2x2\n.K\n.\nnim: 1\n", "line 3, column 2"),
        (
            "queen 2x2 damaged 1,2\n.K\n..\nnim: 1\n",
            "line 1, column 19",
        ),
        (
            "king 2x2 damaged 1,2\n.K\n..\nnim: 1\n",
            "line 1, column 18",
        ),
        ("king .X/..: 1,1 1,2\nnim: 1\n", "line 1, column 17"),
        ("knight 4x4 damaged 2,2: 2,2\nnim: 1\n", "line 1, column 25"),
        ("bishop 4x4 damaged 2,2: 2,2\nnim: 1\n", "line 1, column 25"),
        ("leaper -1,0 4x4: 5,2\nnim: 1\n", "line 1, column 18"),
        ("rook 4x4 damaged 1,5: 1,2\nnim: 1\n", "line 1, column 18"),
        ("king ../.\nnim: 1\n", "line 1, column 10"),
    ];
    for (records, place) in places {
        assert_eq!(answer(records), "ERROR\nWIN 1\n", "{records}");
        let said = diagnostics(records);
        let (line, column) = place.split_once(", ").unwrap();
        let number = |text: &str| text.rsplit(' ').next().unwrap().to_owned();
        assert!(
            said.contains(&format!("{}:{}", number(line), number(column))),
            "{records}{said}"
        );
    }
}

/// A queen alone, asked who wins, is answered by formula; asked for values too, by the engine.
#[test]
fn queens_alone_by_formula_and_by_values_agree() {
    let mut rng = Random::new(44);
    for _ in 0..300 {
        let row = rng.below_u32(200) + 1;
        let column = rng.below_u32(200) + 1;
        let record = format!(
            "queen 200x200 damaged 200,200: {row},{column} ? verdict winner count moves best"
        );
        if (row, column) != (200, 200) {
            let alone = answer(&format!("{record}\n"));
            let with_values = answer(&format!("{record} grundy\n"));
            assert_eq!(
                with_values.rsplit_once(" | ").map(|(rest, _)| rest),
                Some(alone.trim_end()),
                "{record}"
            );
        }
    }
    // A. Holladay, "Some generalizations of Wythoff's game", 1968: (⌊kφ⌋, ⌊kφ²⌋), here k = 381966011.
    let far = "queen 1000000000x1000000000: 618033989,1000000000 ? verdict moves best\n";
    assert_eq!(
        answer(far),
        "LOSE | - | 1:618033989,1000000000>618033988,1000000000\n"
    );
    for (row, column) in [
        (999_999_999u32, 123_456_789u32),
        (1_000_000_000, 1_000_000_000),
        (5, 777_777_777),
    ] {
        let record = format!("queen 1000000000x1000000000: {row},{column} ? moves\n");
        for mv in answer(&record).split_whitespace() {
            let (_, to) = mv.split_once('>').unwrap();
            assert_eq!(
                answer(&format!("queen 1000000000x1000000000: {to}\n")),
                "LOSE\n",
                "{record}"
            );
        }
    }
}

/// Damage that no piece has up and left of it changes nothing.
#[test]
fn sliders_out_of_reach_of_damage_are_answered_by_formula() {
    let rook = "rook 1000000000x1000000000 damaged 5,5: 618033989,4 3,999999999 ? values moves\n";
    let undamaged = "rook 1000000000x1000000000: 618033989,4 3,999999999 ? values moves\n";
    assert_eq!(answer(rook), answer(undamaged));
    assert_eq!(
        answer("queen 1000000000x1000000000 damaged 2,3 7,9: 1,1000000000 ? count\n"),
        "1\n"
    );
    let said = diagnostics("rook 1000000000x1000000000 damaged 5,5: 618033989,1000000000\n");
    // 77 petabytes: no option would help.
    assert!(said.contains("nothing raises this limit"), "{said}");
}

/// Knights and leapers by size and by text: squares and the engine that visits every cell.
#[test]
fn leapers_by_damage_and_by_cells_agree() {
    let mut rng = Random::new(45);
    for round in 0..24 {
        let rows = 1100 + rng.below_u32(1000);
        let columns = 1100 + rng.below_u32(1000);
        let game = [
            "knight",
            "leaper -2,-1 -1,0 0,-3",
            "leaper -3,1 -1,-1 1,-2 -2,0",
        ][round % 3];
        let mut cell = || (rng.below_u32(rows) + 1, rng.below_u32(columns) + 1);
        let damaged: BTreeSet<_> = (0..[0, 1, 30, 300][round / 3 % 4])
            .map(|_| cell())
            .collect();
        let mut pieces: Vec<_> = (0..30).map(|_| cell()).collect();
        pieces.extend([(1, 1), (rows, columns)]);
        pieces.extend(
            damaged
                .iter()
                .map(|&(row, column)| (rows.min(row + 2), columns.min(column + 1))),
        );
        pieces.retain(|cell| !damaged.contains(cell));
        let list = |cells: &mut dyn Iterator<Item = &(u32, u32)>| {
            cells
                .map(|(row, column)| format!(" {row},{column}"))
                .collect::<String>()
        };
        let damage = list(&mut damaged.iter());
        let placed = list(&mut pieces.iter());
        let damage = if damage.is_empty() {
            damage
        } else {
            format!(" damaged{damage}")
        };
        let text = vec![".".repeat(columns as usize); rows as usize].join("/");
        let asks = "? verdict grundy moves values";
        let by_size = format!("{game} {rows}x{columns}{damage}:{placed} {asks}\n");
        let by_text = format!("{game} {text}{damage}:{placed} {asks}\n");
        assert_eq!(answer(&by_size), answer(&by_text), "{by_size}");
    }
}
