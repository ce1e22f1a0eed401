use std::collections::VecDeque;

use super::*;
use grundy_api::play::Level;
use grundy_games::Context;

/// A contestant: a function from what was written to him so far to what he writes.
struct Contestant<F> {
    heard: Vec<String>,
    says: F,
}

impl<F: FnMut(&[String]) -> Line> Partner for Contestant<F> {
    fn read(&mut self, _: Duration) -> Line {
        (self.says)(&self.heard)
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.heard.extend(line.lines().map(str::to_owned));
        Ok(())
    }
}

fn text(line: &str) -> Line {
    Line::Text(line.as_bytes().to_vec())
}

fn played(
    record: &str,
    first: bool,
    notation: Notation,
    says: impl FnMut(&[String]) -> Line,
) -> (JudgeResult, Vec<String>) {
    let context = Context::default();
    let start = Position::read(record.as_bytes(), &context).unwrap();
    let first = if first {
        First::Contestant
    } else {
        First::Judge
    };
    let options = InteractOptions {
        first,
        notation,
        time: Duration::from_secs(1),
        max_moves: 1000,
    };
    let mut partner = Contestant {
        heard: Vec::new(),
        says,
    };
    let computer = ComputerPlayer::of_level(Level::Perfect, 5);
    let verdict = interact(&start, computer, &options, None, &mut partner).unwrap();
    (verdict, partner.heard)
}

/// A contestant who knows nim: he keeps the heaps, and makes the nim-sum 0 if possible.
fn nim_player() -> impl FnMut(&[String]) -> Line {
    let mut heaps: Vec<u64> = Vec::new();
    let mut read = 0;
    move |heard: &[String]| {
        for line in &heard[read..] {
            if let Some(sizes) = line.strip_prefix("nim: ") {
                heaps = sizes.split(' ').map(|size| size.parse().unwrap()).collect();
            } else if let Some((index, to)) = line.split_once(' ') {
                heaps[index.parse::<usize>().unwrap() - 1] = to.parse().unwrap();
            }
        }
        read = heard.len();
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let best = (0..heaps.len()).find(|&i| heaps[i] ^ sum < heaps[i]);
        let (i, to) = best.map_or_else(
            || {
                let i = heaps.iter().position(|&heap| heap > 0).unwrap();
                (i, heaps[i] - 1)
            },
            |i| (i, heaps[i] ^ sum),
        );
        heaps[i] = to;
        text(&format!("{} {to}", i + 1))
    }
}

#[test]
fn a_right_contestant_wins_what_is_won() {
    let (verdict, heard) = played("nim: 7 12 20", true, Notation::Numbers, nim_player());
    assert!(matches!(verdict, JudgeResult::Accepted(_)), "{verdict:?}");
    assert_eq!(
        (&*heard[0], &*heard[1], heard.last().map(String::as_str)),
        ("nim: 7 12 20", "first", Some("win"))
    );
    // A lost position may be lost.
    let (verdict, heard) = played("nim: 7 7", true, Notation::Numbers, nim_player());
    assert!(matches!(verdict, JudgeResult::Accepted(_)), "{verdict:?}");
    assert_eq!(heard.last().map(String::as_str), Some("lose"));
    let (verdict, heard) = played("nim: 7 7", false, Notation::Numbers, nim_player());
    assert!(matches!(verdict, JudgeResult::Accepted(_)), "{verdict:?}");
    assert_eq!(
        (&*heard[1], heard.last().map(String::as_str)),
        ("second", Some("win"))
    );
}

#[test]
fn each_of_five_wrong_contestants_gets_its_own_result() {
    let mut moves: VecDeque<&str> = ["2:4>0", "1:3>0"].into();
    let (lost, heard) = played("nim: 3 4 5", true, Notation::Moves, |heard| {
        // Whatever he does after his mistake, he loses: here he takes what is left of a heap.
        moves.pop_front().map_or_else(|| last_heap(heard), text)
    });
    assert!(
        matches!(lost, JudgeResult::WrongAnswer(_)),
        "{lost:?} {heard:?}"
    );
    let wrong = |line: Line| played("nim: 3 4 5", true, Notation::Moves, move |_| line.clone()).0;
    assert!(
        matches!(wrong(text("1:3>3")), JudgeResult::WrongAnswer(said) if said.contains("no move"))
    );
    assert!(matches!(
        wrong(text("hello there")),
        JudgeResult::PresentationError(_)
    ));
    assert!(matches!(
        wrong(Line::TooLong),
        JudgeResult::PresentationError(_)
    ));
    assert!(
        matches!(wrong(Line::Silence), JudgeResult::WrongAnswer(said) if said.contains("time"))
    );
    assert!(
        matches!(wrong(Line::Closed), JudgeResult::WrongAnswer(said) if said.contains("ended"))
    );
}

/// Takes all of a heap that is not empty after the moves that the contestant heard.
fn last_heap(heard: &[String]) -> Line {
    let mut heaps = [3u64, 0, 5];
    for mv in heard
        .iter()
        .filter(|line| line.contains('>') && !line.starts_with("nim"))
    {
        let (index, rest) = mv.split_once(':').unwrap();
        heaps[index.parse::<usize>().unwrap() - 1] =
            rest.split_once('>').unwrap().1.parse().unwrap();
    }
    let i = heaps.iter().position(|&heap| heap > 0).unwrap_or(0);
    text(&format!("{}:{}>0", i + 1, heaps[i]))
}

#[test]
fn every_notation_names_every_move() {
    let context = Context::default();
    for record in [
        "nim: 3 4",
        "kayles: 7",
        "three-rocks: 3,5",
        "king 3x3: 3,3 2,2",
        "cram 2x3:",
        "coins up-to 3: 3 5",
    ] {
        let position = Position::read(record.as_bytes(), &context).unwrap();
        for mv in position.legal_moves(1000).unwrap() {
            for notation in [Notation::Moves, Notation::Numbers] {
                let found = find(&position, notation, &format_move(&mv, notation))
                    .unwrap()
                    .unwrap();
                assert_eq!(
                    format_move(&found, notation),
                    format_move(&mv, notation),
                    "{record}"
                );
            }
        }
    }
}

#[test]
fn play_without_end_is_a_draw() {
    let mut at = 0;
    let (verdict, heard) = played("graph 4 1>2 2>1 1>3 2>4: 1", true, Notation::Moves, |_| {
        at += 1;
        text(if at % 2 == 1 { "1:1>3" } else { "1:2>1" })
    });
    // From 3 nobody can move: to go there at once is to win.
    assert!(
        matches!(verdict, JudgeResult::Accepted(_)),
        "{verdict:?} {heard:?}"
    );
    let (verdict, heard) = played("graph 2 1>2 2>1: 1", true, Notation::Moves, |_| {
        text("1:1>2")
    });
    assert!(matches!(verdict, JudgeResult::Accepted(_)), "{verdict:?}");
    assert_eq!(heard.last().map(String::as_str), Some("draw"));
}
