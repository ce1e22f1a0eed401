//! One record that is itself large, worked by all threads.
//!
//! Its line is cut into as many pieces as there are threads, each behind a number; every thread
//! reads one and counts its heaps by their bits ([`Tally`]), and the tallies are added up.

use super::Task;
use super::engine::{Digits, Engine, Kinds, MOST_ENDS};
use super::run::{Blocks, PREFIX, Run};
use super::tally::Tally;
use super::verdict::{Single, Writer};
use crate::simd::Simd;
use crate::sync::threads;

/// A line is long when it does not end within so many bytes: then it takes longer than a thread
/// takes to start.
const LONG: usize = 1 << 20;
/// Numbers counted at a time.
const AT_A_TIME: usize = 1024;

/// Answers the record at the beginning of a text when its line is long and plain.
pub(super) fn answer(
    simd: Simd,
    threads: usize,
    single: Single,
    text: &[u8],
    out: &mut Vec<u8>,
) -> Option<Run> {
    if text.len() <= LONG || memchr::memchr(b'\n', &text[..LONG]).is_some() {
        return None;
    }
    let cuts = cuts(text, threads);
    let work = |part: &[usize]| {
        // Pieces overlap in the byte behind a number, which shows where it ends.
        let piece = &text[part[0]..text.len().min(part[1] + 1)];
        super::with_engine(simd, Count { text: piece })
    };
    let counted = threads::each(cuts.len() - 1, |part| work(&cuts[part..part + 2]));
    let mut tally = Tally::default();
    for (part, Counted { heaps, end }) in cuts.windows(2).zip(counted) {
        tally.join(&heaps);
        let at = match end {
            End::OfPiece => continue,
            End::At(at) => part[0] + at,
            End::Unreadable => return None,
        };
        let end = if text[at] == b'\r' { at + 1 } else { at };
        if text.get(end) != Some(&b'\n') {
            return None;
        }
        let mut writer = Writer::new(single, out, 1);
        writer.write(tally.wins());
        return Some(Run { bytes: end + 1, lines: 1 });
    }
    None
}

/// Where the pieces begin, and the end of the text.
fn cuts(text: &[u8], pieces: usize) -> Vec<usize> {
    let mut cuts = vec![PREFIX.len()];
    for piece in 1..pieces {
        let at = cuts[piece - 1].max(text.len() / pieces * piece);
        let number = text[at..].iter().position(|byte| !byte.is_ascii_digit());
        cuts.push(number.map_or(text.len(), |length| at + length));
    }
    cuts.push(text.len());
    cuts
}

/// What was found in a piece of a line.
struct Counted {
    heaps: Tally,
    end: End,
}

/// Where the numbers of a piece end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With the piece.
    OfPiece,
    /// Before this byte, which is neither digit nor blank.
    At(usize),
    /// Before one that the engine does not read.
    Unreadable,
}

/// Reads the numbers of a piece that begins with no digit of a number before it.
struct Count<'t> {
    text: &'t [u8],
}

impl Task for Count<'_> {
    type Result = Counted;

    #[inline(always)]
    fn run<E: Engine>(self, engine: E) -> Counted {
        let mut heaps = Tally::default();
        let mut numbers = [0; AT_A_TIME + MOST_ENDS];
        let mut count = 0;
        let mut before = 0;
        let mut end = End::OfPiece;
        let mut blocks = Blocks::new(self.text);
        while let Some((base, window)) = blocks.next() {
            let Kinds { digits, newlines, others } = engine.classify(super::run::second(window));
            let digits = Digits { before, here: digits };
            before = digits.here;
            let room = numbers.get_mut(count..).and_then(<[u64]>::first_chunk_mut);
            if !room.is_some_and(|room| engine.read(window, digits, room)) {
                end = End::Unreadable;
                break;
            }
            let stops = newlines | others;
            // A number ends before the first stop, or right there.
            let upto = stops ^ stops.wrapping_sub(1);
            count += (digits.ends() & upto).count_ones() as usize;
            if stops != 0 {
                end = End::At(base + stops.trailing_zeros() as usize);
                break;
            }
            if count >= AT_A_TIME {
                heaps.add(&numbers[..count]);
                count = 0;
            }
        }
        heaps.add(&numbers[..count]);
        Counted { heaps, end }
    }
}
