//! A test case of a plan.

use super::fields::RecordFields;

/// One case: the records of one file.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// The name: the number and the name of the group, and the number of the case in the group.
    pub name: String,
    /// The name of the group.
    pub group: String,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The records, each a line without its end.
    pub records: Vec<String>,
    /// The records as data, with their answers.
    pub fields: Vec<RecordFields>,
}

impl TestCase {
    /// Says whether the case is shown to contestants.
    pub fn is_sample(&self) -> bool {
        self.group == "sample"
    }
}
