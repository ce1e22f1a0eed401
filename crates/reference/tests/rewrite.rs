//! The reference answers games that change cells as another brute force does.

/// Records with their answers, `RECORD => ANSWER`.
const ANSWERED: &str = include_str!("rewrite.txt");

#[test]
fn games_that_change_cells_have_the_answers_of_another_brute_force() {
    let mut count = 0;
    for line in ANSWERED.lines() {
        let Some((record, expected)) = line.rsplit_once(" => ") else {
            assert!(line.is_empty() || line.starts_with("//"), "{line}");
            continue;
        };
        let (answers, _) = grundy_reference::answers(record.as_bytes());
        let lines: Vec<Option<String>> = answers.iter().map(|answer| answer.line()).collect();
        assert_eq!(lines, [Some(expected.to_owned())], "{record}");
        count += 1;
    }
    assert_eq!(count, 208);
}
