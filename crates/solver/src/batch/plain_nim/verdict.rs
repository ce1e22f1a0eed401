//! The answers to the asks that the number of winning moves answers, one a line.

use crate::record::Ask;

/// The longest line that is written as a word.
const WORD: usize = 8;
/// How many winning moves a word can say.
const MOST: usize = 100;

/// A record's only ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::batch) enum Single {
    Verdict,
    Winner,
    Count,
}

impl Single {
    /// The only one of some asks, if it is one of these.
    pub(in crate::batch) fn of(asks: &[Ask]) -> Option<Single> {
        match asks {
            [Ask::Verdict] => Some(Single::Verdict),
            [Ask::Winner] => Some(Single::Winner),
            [Ask::Count] => Some(Single::Count),
            _ => None,
        }
    }

    /// What stands before the number of winning moves.
    const fn before(self) -> &'static [u8] {
        match self {
            Single::Verdict => b"WIN ",
            Single::Winner | Single::Count => b"",
        }
    }
}

/// Answers with line ends, in the first seven bytes; their length in the last.
type Words = [[u8; WORD]; MOST];

static VERDICTS: Words = words(Single::Verdict);
static WINNERS: Words = words(Single::Winner);
static COUNTS: Words = words(Single::Count);

/// The answers for 0, 1, … winning moves.
const fn words(single: Single) -> Words {
    let mut words = [[0; WORD]; MOST];
    let mut wins = 0;
    while wins < MOST {
        words[wins] = match (single, wins) {
            (Single::Verdict, 0) => *b"LOSE\n\0\0\x05",
            (Single::Winner, 0) => *b"SECOND\n\x07",
            (Single::Winner, _) => *b"FIRST\n\0\x06",
            (Single::Verdict | Single::Count, _) => number(single.before(), wins),
        };
        wins += 1;
    }
    words
}

/// A number below 100 behind a short text.
const fn number(before: &[u8], number: usize) -> [u8; WORD] {
    let mut word = [0; WORD];
    let mut at = 0;
    while at < before.len() {
        word[at] = before[at];
        at += 1;
    }
    if number >= 10 {
        word[at] = b'0' + (number / 10) as u8;
        at += 1;
    }
    word[at] = b'0' + (number % 10) as u8;
    word[at + 1] = b'\n';
    word[WORD - 1] = at as u8 + 2;
    word
}

/// Appends answers to a text.
pub(super) struct Writer<'a> {
    single: Single,
    words: &'static Words,
    out: &'a mut Vec<u8>,
}

impl<'a> Writer<'a> {
    /// For so many answers.
    pub(super) fn new(single: Single, out: &'a mut Vec<u8>, answers: usize) -> Self {
        out.reserve(answers * WORD);
        let words = match single {
            Single::Verdict => &VERDICTS,
            Single::Winner => &WINNERS,
            Single::Count => &COUNTS,
        };
        Writer { single, words, out }
    }

    /// Appends the answer for a position with so many winning moves.
    #[inline(always)]
    pub(super) fn write(&mut self, wins: u64) {
        match self.words.get(wins as usize) {
            Some(word) => {
                // The whole word at once, whose end is then taken back.
                let end = self.out.len() + usize::from(word[WORD - 1]);
                self.out.extend_from_slice(word);
                self.out.truncate(end);
            }
            None => self.write_long(wins),
        }
    }

    #[cold]
    fn write_long(&mut self, wins: u64) {
        if self.single == Single::Winner {
            self.out.extend_from_slice(b"FIRST");
        } else {
            self.out.extend_from_slice(self.single.before());
            self.out.extend_from_slice(itoa::Buffer::new().format(wins).as_bytes());
        }
        self.out.push(b'\n');
    }
}
