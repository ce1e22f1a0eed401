//! The records of a batch that took longest.

use std::sync::Mutex;
use std::time::Duration;

use grundy_base::sync::lock;
use grundy_base::sync::progress::Done;
use grundy_games::Noted;

/// Records that took less than this are not looked at.
pub(super) const MIN_TIME: Duration = Duration::from_millis(1);

/// The most characters of a record that are kept.
const TEXT: usize = 60;

/// One record that took long.
#[derive(Clone, Debug)]
pub struct Slow {
    /// The name of the source.
    pub source: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The beginning of the record.
    pub text: String,
    /// The time that it took by the clock.
    pub time: Duration,
    /// The work that its thread reported meanwhile.
    pub done: Done,
    /// The engine that was chosen for it.
    pub noted: Noted,
}

impl Slow {
    /// Describes a record by its beginning; its source is named later.
    pub(super) fn new(line: u64, header: &[u8], time: Duration, done: Done, noted: Noted) -> Self {
        let beginning = String::from_utf8_lossy(&header[..header.len().min(4 * TEXT)]);
        let mut text: String = beginning.chars().take(TEXT).collect();
        if text.len() < header.len() {
            text.push('…');
        }
        Slow {
            source: String::new(),
            line,
            text,
            time,
            done,
            noted,
        }
    }
}

/// The slowest records so far, as many as are wanted.
#[derive(Debug)]
pub struct Slowest {
    /// The number of records that are listed.
    most: usize,
    /// The slowest records so far.
    records: Mutex<Vec<Slow>>,
}

impl Slowest {
    /// Keeps no record yet, and never more than `most`.
    pub fn new(most: usize) -> Self {
        Slowest {
            most,
            records: Mutex::default(),
        }
    }

    /// Adds a record, if it is one of the slowest.
    pub(super) fn add(&self, slow: Slow) {
        let mut records = lock(&self.records);
        let at = records.partition_point(|other| other.time >= slow.time);
        records.insert(at, slow);
        records.truncate(self.most);
    }

    /// Lists the records, slowest first.
    pub fn records(&self) -> Vec<Slow> {
        lock(&self.records).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_stay_in_order() {
        let slowest = Slowest::new(3);
        for (line, time) in [(1, 5), (2, 9), (3, 1), (4, 7), (5, 8)] {
            slowest.add(Slow::new(
                line,
                b"nim: 1",
                Duration::from_millis(time),
                Done::default(),
                Noted::default(),
            ));
        }
        assert_eq!(
            slowest
                .records()
                .iter()
                .map(|slow| slow.line)
                .collect::<Vec<_>>(),
            [2, 5, 4]
        );
        let long = Slow::new(
            1,
            "é".repeat(99).as_bytes(),
            MIN_TIME,
            Done::default(),
            Noted::default(),
        );
        assert_eq!(long.text.chars().count(), TEXT + 1);
    }
}
