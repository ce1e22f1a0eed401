//! Rings as people see them: drawn, explained and played on, as rows once they are opened.

use crate::tools::program::grundy;

/// The Grundy values of Kayles to 20.
struct KaylesValues {
    /// The value of each row.
    rows: Vec<usize>,
    /// The value of each ring.
    rings: Vec<usize>,
}

/// Finds the Grundy values of Kayles by definition: one or two neighbours are taken.
fn kayles() -> KaylesValues {
    let mex = |options: Vec<usize>| (0..).find(|value| !options.contains(value)).unwrap();
    let mut rows: Vec<usize> = Vec::new();
    for n in 0..=20usize {
        let left = (1..=2).filter_map(|taken| n.checked_sub(taken));
        rows.push(mex(left
            .flat_map(|rest| (0..=rest).map(move |a| (a, rest - a)))
            .map(|(a, b)| rows[a] ^ rows[b])
            .collect()));
    }
    let ring = |n: usize| {
        mex((1..=2)
            .filter_map(|taken| n.checked_sub(taken))
            .map(|left| rows[left])
            .collect())
    };
    let rings = (0..=20).map(ring).collect();
    KaylesValues { rows, rings }
}

#[test]
fn rings_are_drawn_with_their_own_values() {
    let KaylesValues { rows, rings } = kayles();
    let csv = grundy(&["table", "kayles ring: 20", "--show", "grundy", "--csv", "-"]);
    let drawn: Vec<&str> = csv.lines().skip(1).collect();
    let wanted: Vec<String> = rings
        .iter()
        .enumerate()
        .map(|(n, value)| format!("{n},{value}"))
        .collect();
    assert_eq!(drawn, wanted, "{csv}");
    assert_ne!(rows, rings);
}

#[test]
fn rings_are_explained_by_the_rows_they_leave() {
    let KaylesValues { rows, rings } = kayles();
    let text = grundy(&["explain", "kayles ring: 9 2"]);
    for line in [
        format!("heap 1: ring of 9   value {}", rings[9]),
        format!("heap 2: ring of 2   value {}", rings[2]),
        format!("Why ring of 2 has value {}", rings[2]),
        format!("a move to 1 (value {}); 0 (value 0)", rows[1]),
        "From ring 3 on they are all the same (proved)".to_owned(),
    ] {
        assert!(text.contains(&line), "{line}\n{text}");
    }
}

/// Plays a transcript anew by the rules of Kayles; returns how many moves there were.
fn replay(transcript: &str, start: &[usize]) -> usize {
    let KaylesValues { rows, rings } = kayles();
    // A heap, and whether it is a ring still.
    let mut heaps: Vec<(usize, bool)> = start.iter().map(|&n| (n, true)).collect();
    let mut moves = 0;
    for line in transcript.lines() {
        let value = |&(n, ring): &(usize, bool)| if ring { rings[n] } else { rows[n] };
        let sum = heaps.iter().map(value).fold(0, |sum, value| sum ^ value);
        if line.starts_with("Computer ") && line.contains("upper hand") {
            assert_eq!(
                line.contains("winning move"),
                sum != 0,
                "{heaps:?}\n{transcript}"
            );
        }
        let Some((_, mv)) = line
            .split_once("> ")
            .filter(|_| line.starts_with("computer "))
        else {
            continue;
        };
        let (index, change) = mv.split_once(':').unwrap();
        let index = index.parse::<usize>().unwrap() - 1;
        let (from, to) = change.split_once('>').unwrap();
        let parts: Vec<usize> = to.split('+').map(|part| part.parse().unwrap()).collect();
        let (size, ring) = heaps[index];
        assert_eq!(size, from.parse::<usize>().unwrap(), "{transcript}");
        assert!(
            (1..=2).contains(&(size - parts.iter().sum::<usize>())),
            "{line}"
        );
        assert!(!ring || parts.len() == 1, "{line}");
        heaps[index] = (parts[0], false);
        heaps.extend(parts[1..].iter().map(|&part| (part, false)));
        moves += 1;
    }
    assert!(
        heaps.iter().all(|&(n, _)| n == 0),
        "{heaps:?}\n{transcript}"
    );
    moves
}

#[test]
fn rings_are_played_on_as_rows() {
    for start in [&[9, 6][..], &[2, 7, 5], &[12]] {
        let heaps = start
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        let record = format!("kayles ring: {heaps}");
        let transcript = grundy(&["play", &record, "--first", "both-computer"]);
        let KaylesValues { rings, .. } = kayles();
        let wins = start.iter().fold(0, |sum, &n| sum ^ rings[n]) != 0;
        // Who moves last wins.
        assert_eq!(replay(&transcript, start) % 2 == 1, wins, "{transcript}");
    }
}

#[test]
fn positions_of_rings_in_the_library_go_on_by_their_moves() {
    let solver = grundy::Solver::default();
    let ring = solver.position("kayles ring: 9 6").unwrap();
    let opened = ring.after_text("2:6>5").unwrap();
    let split = opened.after_text("2:5>2+2").unwrap();
    assert_eq!(split.line().unwrap(), "kayles ring: 9 + kayles: 2 2");
    let row = solver
        .position("kayles ring: 9")
        .unwrap()
        .after_text("1:9>8")
        .unwrap();
    assert_eq!(row.line().unwrap(), "kayles: 8");
    let KaylesValues { rows, .. } = kayles();
    assert_eq!(row.grundy().unwrap().to_string(), rows[8].to_string());
}

#[test]
fn rings_that_leave_rows_with_a_symmetric_move_have_value_0_at_once() {
    let record = "octal 0.00777777 ring: 11 12 13 200000 1000000000000 ? values";
    assert_eq!(grundy(&[record]), "0 0 0 0 0\n");
}
