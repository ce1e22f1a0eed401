//! Verdicts as text, one a line.

/// The longest line that is written as a word.
const WORD: usize = 8;
/// How many winning moves a word can say.
const MOST: usize = 100;

/// `LOSE`, `WIN 1`, … with line ends, in the first seven bytes; their length in the last.
static LINES: [[u8; WORD]; MOST] = lines();

const fn lines() -> [[u8; WORD]; MOST] {
    let mut lines = [*b"WIN \0\0\0\0"; MOST];
    lines[0] = *b"LOSE\n\0\0\x05";
    let mut wins = 1;
    while wins < MOST {
        let line = &mut lines[wins];
        let mut at = 4;
        if wins >= 10 {
            line[at] = b'0' + (wins / 10) as u8;
            at += 1;
        }
        line[at] = b'0' + (wins % 10) as u8;
        line[at + 1] = b'\n';
        line[WORD - 1] = at as u8 + 2;
        wins += 1;
    }
    lines
}

/// Appends verdicts to a text.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    /// How much of it is written; behind that is room.
    at: usize,
}

impl<'a> Writer<'a> {
    /// For so many verdicts.
    pub(super) fn new(out: &'a mut Vec<u8>, verdicts: usize) -> Self {
        let at = out.len();
        out.resize(at + verdicts * WORD, 0);
        Writer { out, at }
    }

    /// Appends the verdict of a position with so many winning moves.
    #[inline(always)]
    pub(super) fn write(&mut self, wins: u64) {
        if let Some(line) = LINES.get(wins as usize)
            && let Some(room) = self.out.get_mut(self.at..self.at + WORD)
        {
            room.copy_from_slice(line);
            self.at += usize::from(line[WORD - 1]);
        } else {
            self.write_long(wins);
        }
    }

    #[cold]
    fn write_long(&mut self, wins: u64) {
        let room = self.out.len() - self.at;
        self.out.truncate(self.at);
        self.out.extend_from_slice(b"WIN ");
        self.out.extend_from_slice(itoa::Buffer::new().format(wins).as_bytes());
        self.out.push(b'\n');
        self.at = self.out.len();
        self.out.resize(self.at + room, 0);
    }

    /// Gives back the room that was not needed.
    pub(super) fn finish(self) {
        self.out.truncate(self.at);
    }
}
