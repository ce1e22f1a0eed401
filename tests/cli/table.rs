//! Maps of games as text, tables and pictures (`grundy table`).

use std::path::PathBuf;

use grundy_base::testing::TemporaryFolder;
use grundy_games::catalogue::STANDARD;
use grundy_record::Keyword;

use crate::tools::program::{answers, grundy, grundy_with};

#[test]
fn maps_are_printed_with_pieces_damage_and_best_moves() {
    // By hand: an undamaged king loses exactly where row and column are both odd (from 1).
    assert_eq!(
        grundy(&["table", "king 3x4: 2,2"]),
        "king 3x4: 2,2\nWIN 1, Grundy value 2\n   1  2  3  4\n1 <L> W  L  W\n2  W [W] W  W\n3  L  W  L  W\n\
         W wins   L loses   [ ] in the record   < > its best moves\n"
    );
    let damaged = grundy(&["table", "king .X/.."]);
    assert!(
        damaged.contains("1  L  X") && damaged.contains("X damaged"),
        "{damaged}"
    );
}

#[test]
fn values_are_those_of_the_records() {
    let directory = TemporaryFolder::new();
    let csv = directory.path().join("map.csv");
    for (game, rows, cols) in [
        ("king", 9, 7),
        ("queen", 8, 8),
        ("knight", 6, 9),
        ("rook", 5, 5),
    ] {
        let board = format!("{game} {rows}x{cols} damaged 2,3 4,4:");
        grundy(&[
            "table",
            &board,
            "--show",
            "grundy",
            "--csv",
            csv.to_str().unwrap(),
        ]);
        let text = std::fs::read_to_string(&csv).unwrap();
        let mut records = String::new();
        let mut drawn = Vec::new();
        for (row, line) in text.lines().enumerate().skip(1) {
            for (col, value) in line.split(',').enumerate().skip(1) {
                if value != "X" {
                    records.push_str(&format!("{board} {row},{col}\n"));
                    drawn.push(value.to_owned());
                }
            }
        }
        assert_eq!(drawn.len(), rows * cols - 2, "{text}");
        assert_eq!(answers(&records, "grundy"), drawn, "{game}");
    }
}

#[test]
fn winning_moves_drawn_are_winning_moves() {
    let text = grundy(&[
        "table",
        "rocks 1,0 0,1 2,1: 4,5",
        "--show",
        "moves",
        "--csv",
        "-",
    ]);
    for (a, line) in text.lines().skip(1).enumerate() {
        // Labels with commas are quoted.
        let mut cells = line.split_once(',').unwrap().1.to_owned();
        cells = cells
            .replace("\"1,0\"", "a")
            .replace("\"0,1\"", "b")
            .replace("\"2,1\"", "c");
        for (b, cell) in cells.split(',').enumerate() {
            let best = answers(&format!("rocks 1,0 0,1 2,1: {a},{b}"), "verdict best").remove(0);
            let to = match cell {
                "a" => (a - 1, b),
                "b" => (a, b - 1),
                "c" => (a - 2, b - 1),
                _ => {
                    assert!(best.starts_with("LOSE"), "{a},{b}: {best}");
                    continue;
                }
            };
            assert!(
                best.ends_with(&format!(">{},{}", to.0, to.1)),
                "{a},{b}: {best}"
            );
        }
    }
}

#[test]
fn each_winning_move_has_its_colour_in_the_legend() {
    let moves = |record: &str, to: &str| grundy(&["table", record, "--show", "moves", to, "-"]);
    let picture = moves("king 3x4: 2,2", "--svg");
    for (entry, colour) in [
        ("← wins", "#a6cee3"),
        ("↑ wins", "#b2df8a"),
        ("↖ wins", "#fbb4ae"),
    ] {
        assert!(
            picture.contains(entry) && picture.contains(colour),
            "{entry}: {picture}"
        );
    }
    assert!(!picture.contains(">wins"), "{picture}");
    // A direction has one hue, however far a move goes.
    let rook = moves("rook 20x20:", "--svg");
    assert!(
        rook.contains("← wins<") && rook.contains("↑ wins<") && !rook.contains("←2 wins<"),
        "{rook}"
    );
    // There are more directions than colours.
    let amounts = itertools::join(1..=11, " ");
    assert!(!moves(&format!("subtraction {amounts}: 15"), "--svg").contains("wins<"));
    assert!(!moves("king 1x1:", "--svg").contains("wins<"));
    assert!(!grundy(&["table", "king 3x4: 2,2", "--show", "moves"]).contains("W wins"));
}

/// Returns the example of each game, and under misère play, too, if the game has it.
fn examples() -> Vec<String> {
    let mut examples = Vec::new();
    for signature in STANDARD.iter().map(|game| game.signature()) {
        let example = signature.example.to_string();
        if signature.keywords.contains(&Keyword::Misere)
            && let Some((rules, position)) = example.split_once(':')
        {
            examples.push(format!("{rules} misere:{position}"));
        }
        examples.push(example);
    }
    examples
}

#[test]
fn every_game_can_be_drawn() {
    let directory = TemporaryFolder::new();
    let mut drawn = 0;
    for record in examples() {
        let path = |extension| directory.path().join(format!("drawn.{extension}"));
        let (svg, png): (PathBuf, PathBuf) = (path("svg"), path("png"));
        let files = [
            "table",
            &record,
            "--svg",
            svg.to_str().unwrap(),
            "--png",
            png.to_str().unwrap(),
        ];
        let refused = grundy_with(&files, "");
        if refused.said().contains("not drawn as a map") {
            continue;
        }
        assert!(refused.status.success(), "{record}: {}", refused.said());
        drawn += 1;
        let svg = std::fs::read_to_string(svg).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{record}"
        );
        let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(png).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert!(pixels.iter().any(|&byte| byte != 255), "{record}");
    }
    assert!(drawn >= 24, "{drawn}");
}

#[test]
fn a_line_of_heaps_is_one_value_a_line_and_has_windows() {
    let values = |window: &str| {
        grundy(&[
            "table",
            "kayles: 200",
            "--show",
            "grundy",
            "--csv",
            "-",
            "--window",
            window,
        ])
    };
    let sequence = answers("kayles: 200", "sequence").remove(0);
    for (first, last) in [(0, 200), (70, 80), (200, 200)] {
        let expected = sequence.split(' ').enumerate().take(last + 1).skip(first);
        let lines = expected
            .map(|(heap, value)| format!("{heap},{value}\n"))
            .collect::<String>();
        assert_eq!(
            values(&format!("{first}-{last}")),
            format!("heap,value\n{lines}")
        );
    }
    let flags = grundy(&[
        "table",
        "flags 1-3 left 1: 21",
        "--csv",
        "-",
        "--window",
        "4-6",
    ]);
    assert_eq!(flags, "heap,outcome\n4,W\n5,L\n6,W\n");
    for (record, window) in [
        ("kayles: 200", "1,5-1,10"),
        ("factor 20:", "0-5"),
        ("graph 3 1>2: 1", "2-4"),
        ("king 8x8:", "1-5"),
        ("nim: 3 4", "1-5"),
        ("flags 1-3 left 1: 21", "1,1-2,2"),
    ] {
        let refused = grundy_with(&["table", record, "--window", window], "");
        assert_eq!(refused.code(), Some(1), "{record} {window}");
        assert!(refused.said().contains("window is"), "{record} {window}");
    }
}

#[test]
fn rows_of_a_broken_line_begin_at_round_numbers() {
    let text = grundy(&["table", "factor 40: 12 4"]);
    let row = text.lines().find(|line| line.starts_with("20")).unwrap();
    // 24 = 6 · 4 is a multiple of the last number, and so open; it stands in column 4.
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>()[..6],
        ["20", "W", "-", "-", "-", "W"]
    );
    let graph = grundy(&["table", "graph 60 1>2: 1"]);
    assert!(graph.contains("\n 0    [W]<L> L"), "{graph}");
}

#[test]
fn a_letter_says_on_every_map_how_it_is_for_the_player_who_moves_from_there() {
    // A path of three vertices, token on its middle: either end leaves no move.
    let walk = grundy(&["table", "geography 3 1-2 2-3: 2"]);
    assert!(walk.contains("<L>[·]<L>"), "{walk}");
    let heap = grundy(&["table", "nim: 2"]);
    assert!(heap.contains("<L> W [W]"), "{heap}");
}

#[test]
fn infinite_values_are_drawn_as_infinite() {
    let record = "graph 6 1>2 2>1 1>3 2>4 3>5 5>6: 1 2";
    let text = grundy(&["table", record, "--show", "grundy"]);
    assert!(text.contains("[∞0>[∞0> 0   0   1   0"), "{text}");
    let csv = grundy(&["table", record, "--show", "grundy", "--csv", "-"]);
    assert_eq!(csv, "vertex,value\n1,inf 0\n2,inf 0\n3,0\n4,0\n5,1\n6,0\n");
}

#[test]
fn small_graphs_are_circles_and_arrows() {
    let svg = |record: &str| grundy(&["table", record, "--svg", "-"]);
    let graph = svg("graph 3 1>2 2>3 3>3: 1");
    // Three vertices and a loop, a frame around the best move and a ring in the legend; a head for
    // each arc.
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(
        (count(&graph, "<polygon"), count(&graph, "<polyline")),
        (3, 2),
        "{graph}"
    );
    let walk = svg("geography 4 1-2 2-3 3-4: 2 3");
    assert_eq!(
        (count(&walk, "<polygon"), count(&walk, "<polyline")),
        (0, 4),
        "{walk}"
    );
    let large = svg("graph 200 1>2: 1");
    assert!(count(&large, "<rect") > 10 && count(&large, "<polygon") == 0);
}

#[test]
fn colours_are_used_when_asked_for_only() {
    assert!(!grundy(&["table", "nim: 3"]).contains('\x1b'));
    assert!(grundy(&["table", "nim: 3", "--color", "always"]).contains("\x1b[48;2;"));
    assert!(!grundy(&["table", "nim: 3", "--color", "never"]).contains('\x1b'));
}

#[test]
fn a_window_of_a_huge_board_is_drawn() {
    let record = "king 1000000000x1000000000 damaged 999999999,999999999:";
    let window = "999999998,999999998-1000000000,1000000000";
    let text = grundy(&["table", record, "--show", "grundy", "--window", window]);
    let is_row = |line: &&str| line.trim_start().starts_with("99999") && line.contains("  ");
    let rows: Vec<&str> = text.lines().skip(3).filter(is_row).collect();
    assert_eq!(rows.len(), 2, "{text}");
    assert!(rows[1].contains('X'), "{text}");
    for wrong in ["1,1-0,0", "0,0-3,3", "1,1-1000000001,2", "x"] {
        assert!(
            !grundy_with(&["table", record, "--window", wrong], "")
                .status
                .success(),
            "{wrong}"
        );
    }
}
