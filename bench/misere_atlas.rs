//! The misère quotients of octal codes as a table, each proved by the finite check of the reference:
//!
//! ```text
//! nice -n 19 cargo run --release -p grundy-bench --bin misere_atlas -- DIGITS [WORK [SECONDS [CODES]]] > docs/misere-atlas.csv
//! ```
//!
//! DIGITS is 2, 3 or 4: all codes with at most this many digits, the last not 0. WORK is the `--max-work` of a code, of
//! which quotients take a 256th. After SECONDS no further code is begun. CODES may follow: then these only.
//!
//! If normal play decides sums with larger heaps, the row is that of the heaps which prove it, with the last heap that
//! is not firm; or of all heaps, if the first values prove their period.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_base::budget::Budget;
use grundy_certificates::kinds::quotient::{KnownHeapValues, ProvedQuotient, no_values};
use grundy_misere::{HeapGame, MoveKind, Quotient, Unfinished};
use grundy_reference::heap_code::HeapCode;
use grundy_reference::period;

/// The number of values of a code that are looked at for a period.
const FIRST_VALUES: u64 = 8000;

/// The digits of an octal code, the one before the point first.
#[derive(Debug)]
struct Octal(Vec<u8>);

impl HeapGame for Octal {
    fn kinds(
        &self,
        heap: u64,
        each: &mut dyn FnMut(MoveKind) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (left, &digit) in (0..=heap).rev().zip(&self.0) {
            for parts in 0..3 {
                let fits = (parts == 0) == (left == 0) && left >= u64::from(parts);
                if fits && digit >> parts & 1 != 0 {
                    each(MoveKind {
                        left,
                        parts,
                        unequal: false,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds the last heap of which a move may leave only heaps up to this one: a move leaves at most two heaps,
    /// and every heap above k + 1 has a move if a digit is above 1.
    fn last_breaking_into(&self, heap: u64) -> Option<u64> {
        let breaks = self.0.iter().any(|&digit| digit > 1);
        breaks.then(|| 2 * heap.max(6) + self.0.len() as u64 - 1)
    }

    /// Finds the last heap that proves a period: 2(n₀ + p) + k (Guy and Smith; Plambeck and Siegel).
    fn proving(&self, preperiod: u64, period: u64) -> Option<u64> {
        Some(2 * (preperiod + period) + self.0.len() as u64 - 1)
    }
}

/// Lists all codes with this many digits after the point, the last not 0; with two of them also those that begin
/// with 4.
fn codes(digits: u32) -> impl Iterator<Item = String> {
    let first = if digits == 2 { vec![0, 4] } else { vec![0] };
    first.into_iter().flat_map(move |first| {
        (0..1 << (3 * digits))
            .filter(|code| code % 8 != 0)
            .map(move |code| format!("{first}.{code:0width$o}", width = digits as usize))
    })
}

/// Finds the Grundy values of a code, if the first of them prove their period.
fn values(code: &HeapCode) -> Option<KnownHeapValues<'static>> {
    let table = |last| period::table(code, last, period::MAX_MOVES_PROVED);
    let values =
        period::by_window(None, FIRST_VALUES, |e, p| period::window(code, e, p), table).ok()?;
    let cycle = values.cycle();
    Some(KnownHeapValues {
        value: Box::new(move |heap| values.term(heap)),
        cycle: Some(cycle),
    })
}

/// Makes the row of a code.
fn row(code: &str, work: u64) -> String {
    let digits = code
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect();
    let mut quotient = Quotient::new(
        vec![Arc::new(Octal(digits))],
        Budget {
            work,
            ..Budget::default()
        },
    );
    quotient.reach(u64::MAX);
    let rules = HeapCode::read(code).expect("it is a code");
    let proved =
        ProvedQuotient::of(&quotient.certificate(None), &rules).expect("the certificate is proved");
    // The fields are ORDER P, and of all heaps also PREPERIOD PERIOD.
    let said = match quotient.normal().and_then(|_| values(&rules)) {
        Some(values) => proved.text(None, values),
        None => proved.text(proved.heaps(), no_values()),
    };
    let said = said.expect("it is known");

    let last = quotient.size(u64::MAX).heap;
    let ended = match quotient.stopped() {
        None => "",
        Some((_, Unfinished::Infinite)) => "seems infinite",
        Some((_, Unfinished::Large)) => "too large",
        Some((_, Unfinished::Stuck)) => "no quotient found",
        Some((_, Unfinished::Work)) => "work",
    };
    let ended = quotient.normal().map_or(ended.to_owned(), |normal| {
        format!("normal above {}", normal.last[0])
    });
    let heaps = proved.heaps().filter(|_| quotient.normal().is_none());
    let heaps = heaps.map_or_else(|| "all".to_owned(), |heap| heap.to_string());
    let kind = if quotient.monoid().tame() {
        "tame"
    } else {
        "wild"
    };
    let mut words = said.split(' ').chain(["", ""]);
    let [order, losing, preperiod, period] = [(); 4].map(|()| words.next().unwrap_or(""));
    format!("{code},{order},{losing},{kind},{preperiod},{period},{last},{heaps},{ended}")
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let most = arguments.first().copied().unwrap_or(3) as u32;
    let work = arguments.get(1).copied().unwrap_or(Budget::default().work);
    let until = Duration::from_secs(arguments.get(2).copied().unwrap_or(u64::MAX));
    let only: Vec<String> = std::env::args().skip(4).collect();
    let begun = Instant::now();
    let mut out = std::io::stdout();
    writeln!(
        out,
        "code,order,p,kind,preperiod,period,last_new,proved_to,ended"
    )?;
    for code in (2..=most)
        .flat_map(codes)
        .filter(|code| only.is_empty() || only.contains(code))
    {
        if begun.elapsed() >= until {
            break;
        }
        writeln!(out, "{}", row(&code, work))?;
        out.flush()?;
    }
    Ok(())
}
