//! Random records with every keyword.

#![expect(
    clippy::cast_possible_truncation,
    reason = "records of tests are small"
)]

use grundy_base::random::Random;

/// A random record as text: what stands before the colon, and one position.
pub struct RandomRecord {
    pub rules: String,
    pub position: String,
}

/// The signs of which the words of a record are made.
struct Alphabet {
    letters: Vec<u8>,
    /// Whether words have `_` and `_1`.
    has_wildcards: bool,
    /// The largest number of rows of a word.
    rows: u64,
}

/// The size of a word.
struct WordSize {
    /// The number of rows, 1 or 2.
    rows: u64,
    /// The number of columns, 1 to 3.
    columns: u64,
}

/// Returns whether an event of `percent` in a hundred happens.
fn happens(random: &mut Random, percent: u64) -> bool {
    random.below(100) < percent
}

/// Draws one of these bytes.
fn pick(random: &mut Random, letters: &[u8]) -> char {
    char::from(*random.pick(letters).expect("there are letters"))
}

impl Alphabet {
    /// Draws a sign of a BEFORE.
    fn sign(&self, random: &mut Random) -> String {
        if self.has_wildcards && happens(random, 15) {
            return if happens(random, 60) { "_" } else { "_1" }.to_owned();
        }
        pick(random, &self.letters).to_string()
    }

    /// Draws the size of a word.
    fn size(&self, random: &mut Random) -> WordSize {
        if self.rows > 1 && happens(random, 25) {
            let columns = random.within(1, 2);
            return WordSize { rows: 2, columns };
        }
        let columns = random.within(1, 3);
        WordSize { rows: 1, columns }
    }

    /// Draws a word of `never` or `ends`.
    fn word(&self, random: &mut Random) -> String {
        let WordSize { rows, columns } = self.size(random);
        let columns = if rows == 1 { columns.max(2) } else { columns };
        let mut word = String::new();
        for row in 0..rows {
            if row > 0 {
                word.push('/');
            }
            for _ in 0..columns {
                word += &self.sign(random);
            }
        }
        word
    }

    /// Draws a rule.
    fn rule(&self, random: &mut Random, may_repeat: bool, may_close: bool) -> String {
        let WordSize { rows, columns } = self.size(random);
        let mut before: Vec<Vec<String>> = Vec::new();
        let mut after: Vec<Vec<String>> = Vec::new();
        for _ in 0..rows {
            let row: Vec<String> = (0..columns).map(|_| self.sign(random)).collect();
            let mut given = Vec::new();
            for sign in &row {
                given.push(match random.below(10) {
                    0..=2 => sign.clone(),
                    3 => "#".to_owned(),
                    4 => ".".to_owned(),
                    5 if before.is_empty() && row.iter().any(|other| other == "_1") => {
                        "_1".to_owned()
                    }
                    _ => pick(random, &self.letters).to_string(),
                });
            }
            before.push(row);
            after.push(given);
        }
        if after.iter().flatten().any(|sign| sign == "_1")
            && !before.iter().flatten().any(|sign| sign == "_1")
        {
            return self.rule(random, may_repeat, may_close);
        }
        if rows == 1 && may_close && happens(random, 70) {
            after[0].truncate(random.below(columns) as usize);
            for sign in &mut after[0] {
                if sign == "_" {
                    ".".clone_into(sign);
                }
            }
        } else if rows == 1 && may_repeat && happens(random, 20) {
            let at = random.below(columns) as usize;
            before[0][at].push('*');
            after[0][at].push('*');
            if after[0][at] == "_1*" {
                // No letter is known where the run is empty.
                ".*".clone_into(&mut after[0][at]);
            }
        }
        let text = |rows: &[Vec<String>]| {
            let rows: Vec<String> = rows.iter().map(|row| row.concat()).collect();
            rows.join("/")
        };
        format!("{}>{}", text(&before), text(&after))
    }
}

/// Draws a record.
pub fn record(random: &mut Random, may_close: bool) -> RandomRecord {
    let count = random.within(1, 3) as usize;
    let mut letters = vec![b'.'];
    letters.extend(&b"XOA"[..count]);
    let kind = if may_close { 0 } else { random.below(10) };
    let is_graph = kind >= 8;
    let is_ring = kind == 7;
    let is_board = (4..7).contains(&kind);
    let mut words = Vec::new();
    let steps = random.below(6);
    let is_chess = is_board && steps < 2;
    let alphabet = Alphabet {
        has_wildcards: happens(random, 35),
        rows: if is_board && !is_chess { 2 } else { 1 },
        letters,
    };
    for _ in 0..random.within(1, 3) {
        words.push(alphabet.rule(random, !is_graph, may_close));
    }
    if is_chess {
        words.push(if steps == 0 { "king" } else { "knight" }.to_owned());
    } else if steps < 4 {
        words.push("turned".to_owned());
    }
    if is_ring {
        words.push("ring".to_owned());
    }
    for (keyword, percent) in [("alive", 15), ("joined", 8)] {
        if happens(random, percent) {
            words.push(keyword.to_owned());
        }
    }
    for (keyword, percent) in [("never", 40), ("ends", 12)] {
        if happens(random, percent) {
            words.push(keyword.to_owned());
            for _ in 0..random.within(1, 2) {
                words.push(alphabet.word(random));
            }
        }
    }
    let mut cells = random.within(1, 9);
    let mut rows = 1;
    if is_board {
        rows = random.within(2, 3);
        cells = rows * random.within(1, 3);
    } else if is_graph {
        cells = random.within(1, 7);
        words.push(graph(random, cells));
    }
    let mut in_position = alphabet.letters.clone();
    in_position.extend(b"..#B");
    RandomRecord {
        rules: words.join(" "),
        position: position(random, rows, cells, &in_position),
    }
}

/// Draws a position with these numbers of rows and of cells in all, from these letters.
fn position(random: &mut Random, rows: u64, cells: u64, letters: &[u8]) -> String {
    let mut position = String::new();
    for cell in 0..cells {
        if cell > 0 && cell % (cells / rows) == 0 {
            position.push('/');
        }
        position.push(pick(random, letters));
    }
    position
}

/// Draws a graph.
fn graph(random: &mut Random, vertices: u64) -> String {
    let mut words = vec![format!("graph {vertices}")];
    for _ in 0..random.within(0, vertices + 2) {
        let a = random.within(1, vertices);
        let b = random.within(1, vertices);
        if a != b {
            let sign = if happens(random, 70) { '-' } else { '>' };
            words.push(format!("{a}{sign}{b}"));
        }
    }
    words.join(" ")
}

/// Draws a record of NoGo with one to three letters.
pub fn nogo(random: &mut Random) -> RandomRecord {
    let letters = &b"XOA"[..random.within(1, 3) as usize];
    let put = random.within(1, letters.len() as u64) as usize;
    let mut words: Vec<String> = letters[..put]
        .iter()
        .map(|&letter| format!(".>{}", char::from(letter)))
        .collect();
    words.push("alive".to_owned());
    let mut cells = random.within(1, 9);
    let mut rows = 1;
    match random.below(8) {
        0 => words.push("ring".to_owned()),
        1 => words.push(graph(random, cells)),
        2..=4 => {
            rows = random.within(2, 3);
            cells = rows * random.within(1, 3);
            if happens(random, 30) {
                words.push(
                    if happens(random, 50) {
                        "king"
                    } else {
                        "knight"
                    }
                    .to_owned(),
                );
            }
        }
        _ => {}
    }
    let mut in_position = letters.to_vec();
    in_position.extend(b"......#");
    RandomRecord {
        rules: words.join(" "),
        position: position(random, rows, cells, &in_position),
    }
}

/// Draws a record of 65 to 128 cells, most of which are walls.
pub fn wide(random: &mut Random) -> RandomRecord {
    let mut record = record(random, false);
    let is_board = record.position.contains('/');
    let is_graph = record.rules.contains("graph");
    let rows = if is_board { random.within(2, 9) } else { 1 };
    let columns = random.within(65, 128) / rows;
    let mut letters = b".XOA".to_vec();
    if is_graph {
        let start = record.rules.find("graph").unwrap_or(0);
        record.rules.truncate(start);
        record.rules += &graph(random, columns);
    }
    letters.retain(|&letter| letter == b'.' || record.rules.contains(char::from(letter)));
    // A few clusters of letters, with walls between them.
    let mut cells = vec![b'#'; (rows * columns) as usize];
    for _ in 0..random.within(1, 3) {
        let middle = random.below(rows * columns);
        for _ in 0..random.within(1, 4) {
            let down = random.below(2) * columns;
            let at = (middle + down + random.below(3)) % (rows * columns);
            cells[at as usize] = *random.pick(&letters).expect("there is a free cell");
        }
    }
    record.position.clear();
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 && (at as u64).is_multiple_of(columns) {
            record.position.push('/');
        }
        record.position.push(char::from(*cell));
    }
    record
}
