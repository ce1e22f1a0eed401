//! Tests of the whole room: answers of a brute force, and fast ways held to the slow one.

mod answers;
mod read;

/// Records with the answers of a brute force that knows nothing of this code.
const EXAMPLES: &str = include_str!("examples.txt");

#[test]
fn answers_of_a_brute_force() {
    let mut answered = 0;
    for line in EXAMPLES.lines() {
        let Some((text, expected)) = line.split_once(" => ") else {
            continue;
        };
        let Some(record) = read::record(text) else {
            continue;
        };
        if let Some(answer) = answers::answer(&record) {
            assert_eq!(answer, expected, "{text}");
            answered += 1;
        }
    }
    assert!(answered > 100, "{answered} records");
}
