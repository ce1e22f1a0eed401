//! Narrow rectangles: a finite transducer that runs along them.
//!
//! Seen across its short side a narrow rectangle is a word of a few letters and the corner before
//! them: that is all that the next line of blocks can tell of those behind. A line reads one letter
//! of the long side, turns the word into the next one and shows one letter at its far end. So the
//! rectangle is a finite transducer, whose input is the long side and whose output is the side
//! opposite to it. Its states and transitions are computed when they are first met and remembered
//! from one rectangle to the next. As lines are of few kinds, nearly every line of blocks is then
//! one look into a table, however wide the word. A state that a letter leads back to itself stays
//! to the end of the letter's run.

use super::block::{Letter, odd, step};
use super::runs::{Run, Side, push};
use fxhash::FxHashMap;

/// Letters of the longest word.
pub const WIDEST: u32 = 24;
/// Steps in one run before its state repeats: a line that enters a word may move to its far end.
const RESTLESS: u32 = 4 * WIDEST;
/// States remembered before all are forgotten and met anew; few under test, so that this happens there.
const REMEMBERED: usize = if cfg!(test) { 64 } else { 1 << 16 };
/// Bytes for a state, in tables half full.
const EACH: u64 = 160;

/// A transition that is not known yet.
const UNKNOWN: u32 = u32::MAX;
/// Bits of the number of a state in a transition; the letter shown is above them.
const STATE: u32 = 27;
/// Set in a transition whose last block shows the letter that it sees: the next line would show the same.
const SETTLED: u32 = 1 << STATE;
/// Bits before the letter shown.
const SHOWN: u32 = STATE + 1;

/// A word and the corner before its first letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word(u128);

impl Word {
    /// The corner's place; the number of letters is behind it, those are before it, four bits each.
    const CORNER: u32 = 4 * WIDEST;

    /// The letters of a side of at most [`WIDEST`] blocks.
    pub fn of(side: Side, corner: u8) -> Self {
        let (mut word, mut at) = (0, side.start);
        for run in side.clipped() {
            for k in at..run.end {
                word |= u128::from(run.letter) << (4 * (k - side.start));
            }
            at = run.end;
        }
        Word(word | u128::from(corner) << Self::CORNER | u128::from(side.len()) << (Self::CORNER + 2))
    }

    /// A letter, so many times.
    pub fn repeated(letter: Letter, times: u32, corner: u8) -> Self {
        Word::of(Side { runs: &[Run { end: times, letter }], start: 0, end: times }, corner)
    }

    /// Appends the letters, the first of them at `start`.
    pub fn emit(self, start: u32, out: &mut Vec<Run>) {
        for k in 0..self.width() {
            push(out, start + k + 1, self.letter(k));
        }
    }

    pub fn corner(self) -> u8 {
        (self.0 >> Self::CORNER) as u8 & 3
    }

    fn width(self) -> u32 {
        (self.0 >> (Self::CORNER + 2)) as u32
    }

    fn letter(self, k: u32) -> Letter {
        (self.0 >> (4 * k)) as Letter & 15
    }

    /// The word behind the next line of blocks, which reads `drive`, the letter at its far end, and whether
    /// the last block saw the same one.
    fn after(self, drive: Letter) -> (Word, Letter, bool) {
        let mut settled = true;
        let (mut state, mut corner) = (drive, self.corner());
        let mut word =
            u128::from(odd(drive)) << Self::CORNER | u128::from(self.width()) << (Self::CORNER + 2);
        for k in 0..self.width() {
            let seen = self.letter(k);
            let (below, after) = step(corner, state, seen);
            word |= u128::from(below) << (4 * k);
            settled = after == state;
            (state, corner) = (after, odd(seen));
        }
        (Word(word), state, settled)
    }
}

/// What is known of all words so far.
pub struct Transducer {
    states: FxHashMap<Word, u32>,
    words: Vec<Word>,
    /// By state and letter read: the next state, and the letter shown.
    transitions: Vec<[u32; 16]>,
    most: usize,
    /// Letters read.
    pub work: u64,
}

impl Default for Transducer {
    fn default() -> Self {
        Transducer {
            states: FxHashMap::default(),
            words: Vec::new(),
            transitions: Vec::new(),
            most: REMEMBERED,
            work: 0,
        }
    }
}

impl Transducer {
    /// Bounds what is remembered by so many bytes.
    pub fn bound(&mut self, memory: u64) {
        self.most = usize::try_from(memory / EACH).map_or(REMEMBERED, |most| most.clamp(2, REMEMBERED));
    }

    /// The state of a word.
    pub fn state(&mut self, word: Word) -> u32 {
        if let Some(&state) = self.states.get(&word) {
            return state;
        }
        if self.words.len() >= self.most {
            self.states.clear();
            self.words.clear();
            self.transitions.clear();
        }
        let state = self.words.len() as u32;
        self.states.insert(word, state);
        self.words.push(word);
        self.transitions.push([UNKNOWN; 16]);
        state
    }

    pub fn word(&self, state: u32) -> Word {
        self.words[state as usize]
    }

    /// Reads runs, the first of which begins at `at`, and appends what is shown; the state behind them.
    /// `None` when the state does not come to rest soon, or where something is not `SETTLING`.
    #[inline(always)]
    pub fn read<const SETTLING: bool>(
        &mut self,
        mut state: u32,
        mut at: u32,
        runs: impl Iterator<Item = Run>,
        out: &mut Vec<Run>,
    ) -> Option<u32> {
        /// No letter.
        const NONE: Letter = 16;
        let mut last = out.pop().unwrap_or(Run { end: at, letter: NONE });
        let mut work = 0;
        let mut rests = true;
        'runs: for run in runs {
            let from = at;
            while at < run.end {
                let mut known = self.transitions[state as usize][run.letter as usize & 15];
                if known == UNKNOWN {
                    known = self.learn(&mut state, run.letter);
                }
                let (next, shown) = (known & ((1 << STATE) - 1), (known >> SHOWN) as Letter);
                work += 1;
                if SETTLING && known & SETTLED == 0 || at - from > RESTLESS {
                    rests = false;
                    break 'runs;
                }
                if shown != last.letter {
                    if last.letter != NONE {
                        out.push(last);
                    }
                    last.letter = shown;
                }
                at = if next == state { run.end } else { at + 1 };
                last.end = at;
                state = next;
            }
        }
        if last.letter != NONE {
            out.push(last);
        }
        self.work += work;
        rests.then_some(state)
    }

    /// Computes a transition. The state has another number if all were forgotten for the next one.
    #[cold]
    fn learn(&mut self, state: &mut u32, letter: Letter) -> u32 {
        let word = self.word(*state);
        let (after, shown, settled) = word.after(letter);
        let next = self.state(after);
        if self.words.get(*state as usize) != Some(&word) {
            *state = self.state(word);
        }
        let known = next | if settled { SETTLED } else { 0 } | u32::from(shown) << SHOWN;
        self.transitions[*state as usize][letter as usize & 15] = known;
        known
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::{CORNER, INNER, OUTER};
    use super::super::sweep::{StepLimit, Sweeper};
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A side of random letters, most of them of a domain.
    fn side(length: u32, below: &mut dyn FnMut(u32) -> u32) -> Vec<Run> {
        let base = [OUTER, INNER][below(2) as usize];
        let mut runs = Vec::new();
        let mut at = 3;
        while at < 3 + length {
            let (times, letter) = match below(3) {
                0 => (1 + below(2), below(16) as Letter),
                _ => (1 + below(12), base),
            };
            at = (at + times).min(3 + length);
            push(&mut runs, at, letter);
        }
        runs
    }

    #[test]
    fn narrow_rectangles_are_as_swept_line_by_line() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
        let mut below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
        let mut sweeper = Sweeper::default();
        let [mut narrow, mut settled, mut unsettled] = [0; 3];
        for _ in 0..2000 {
            let (width, length) = (1 + below(WIDEST), 1 + below(200));
            let [short, long] = [width, length].map(|length| side(length, &mut below));
            let (short, long) = (Side::new(&short, 3, 3 + width), Side::new(&long, 3, 3 + length));
            let corner = [CORNER, below(4) as u8][below(2) as usize];
            let held =
                [[(); 2]; 2].map(|pair| pair.map(|()| vec![Run { end: 3, letter: below(16) as Letter }]));
            let [mut twin, mut found] = [held[0].clone(), held[0].clone()];
            let [a, b] = &mut twin;
            let endless = StepLimit::ENDLESS;
            assert!(Sweeper::default().sweep::<false>(short, long, corner, &[], &[], endless, a, b));
            let [a, b] = &mut found;
            if sweeper.narrow::<false>(short, long, corner, &[], &[], a, b) {
                assert_eq!(found, twin);
                narrow += 1;
            } else {
                assert_eq!(found, held[0]);
            }
            // What settles behind four lines does so in all that follow.
            let letter = [short.runs[0].letter, OUTER, INNER][below(3) as usize];
            let one = [Run { end: 3 + width.max(5), letter }];
            let one = Side::new(&one, 3, one[0].end);
            let [mut twin, mut found] = [held[1].clone(), held[1].clone()];
            let [a, b] = &mut twin;
            assert!(Sweeper::default().sweep::<false>(long, one, corner, &[], &[], endless, a, b));
            let [a, b] = &mut found;
            let settles = sweeper.settle(long, (one, letter), corner, 4, a, b);
            if settles {
                assert_eq!(found, twin);
                settled += 1;
            } else {
                assert_eq!(found, held[1]);
            }
            // What must slide from some line on is right, or left as it was.
            let mut found = held[1].clone();
            let [a, b] = &mut found;
            let limit = StepLimit { lines: below(6), steps: 64, free: below(3) };
            let swept = sweeper.sweep::<false>(long, one, corner, &[], &[], limit, a, b);
            assert_eq!(found, if swept { twin } else { held[1].clone() });
            unsettled += u32::from(swept && !settles);
        }
        assert!(narrow > 1900 && settled > 200 && unsettled > 100, "{narrow} {settled} {unsettled}");
    }
}
