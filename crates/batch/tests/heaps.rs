//! Whole records of heaps beyond the limit of a list.

use grundy_batch::{Format, Options, answer_text};

/// The number of heaps of which every one is looked at.
const LIST_LIMIT: u64 = 10_000_000;

/// Below the limit every heap is looked at.
#[test]
fn heaps_that_lose_beyond_the_limit_come_from_the_period() {
    let answers = |text: &str| answer_text(text, &Options::default()).answers;
    let list = |line: &str| -> Vec<u64> {
        line.split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect()
    };
    for rules in [
        "subtraction all-but 1-3",
        "subtraction misere all-but 2-9 odd",
        "subtraction odd",
        "subtraction misere odd 4",
    ] {
        let found = answers(&format!(
            "{rules}: {} ? losing\n{rules}: {} ? losing",
            LIST_LIMIT + 200,
            LIST_LIMIT - 1
        ));
        let [far, near] = found
            .lines()
            .map(list)
            .collect::<Vec<_>>()
            .try_into()
            .unwrap();
        let (below, above) = far.split_at(far.partition_point(|&n| n < LIST_LIMIT));
        assert_eq!(below, near, "{rules}");
        let each: String = (0..=200)
            .map(|k| format!("{rules}: {} ? winner\n", LIST_LIMIT + k))
            .collect();
        let each = answers(&each);
        let lost = (LIST_LIMIT..)
            .zip(each.lines())
            .filter(|(_, line)| *line == "SECOND")
            .map(|(n, _)| n);
        assert_eq!(above, lost.collect::<Vec<u64>>(), "{rules}");
    }
    assert_eq!(
        answers("subtraction all-but 1-3: 561859679194212 ? losing"),
        "0 1 2 3\n"
    );
}

/// There is no heap up to which a quotient is the last one.
#[test]
fn the_misere_quotient_of_all_heaps_of_nim_is_infinite() {
    let record = "nim misere ? quotient";
    let text = answer_text(record, &Options::default());
    assert_eq!(text.answers, "-\n");
    assert!(
        text.diagnostics.contains("infinite"),
        "{}",
        text.diagnostics
    );
    let options = Options {
        format: Format::Json,
        ..Options::default()
    };
    let json = answer_text(record, &options).answers;
    assert_eq!(json, "{\"record\":1,\"quotient\":null}\n");
}
