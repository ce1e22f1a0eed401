//! Certificates as text: a header line with the version, then one line a record.
//!
//! ```text
//! grundy-certificates 2
//! 1 nim 1
//! 2 sequence 310 71 12 0 9f0c…        range preperiod period mask checksum (`- -`: no period)
//! 3 range 1 300000                    low high
//! 4 lasker
//! 5 outcomes 30 0 4 51e2…
//! 6 table 2 0 3 / 81aa… 03bc…         values / checksums
//! 7 board 2<0,1,3 0< / 16 =01-2,2     value<those it goes to / lines a block, borders
//! 8 matching 2 4 4,5,8,4 / 1-2<4 / 3-6   vertices and ears / barrier-mate<parent / pairs
//! 9 labels 1=0.4 2=inf                vertex=value.rank
//! 10 reached 120 3ac1…                positions checksum
//! 11 theorem
//! 12 wrong
//! 13 rising 38 1 3 4 70cd…            range preperiod period saltus checksum
//! 14 sum nim 3 + lasker               those of the games of a sum
//! 15 unproved the table would have …
//! ```

use std::fmt::Write;

use super::{Barrier, Certificate, Cycle, Labelled, PieceValues, cursor};

/// What the first line of a file of certificates begins with. After it, the program that wrote the
/// file may name itself: `grundy-certificates 2 by grundy 0.1.0`.
pub const HEADER: &str = "grundy-certificates 2";

/// Whether this is the first line of a file of certificates that this version reads.
pub fn is_header(line: &str) -> bool {
    line.strip_prefix(HEADER).is_some_and(|rest| rest.is_empty() || rest.starts_with(" by "))
}

/// Appends the line of record `number`, with its end.
pub fn write(number: u64, certificate: &Certificate, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "{number} ");
    let _ = write_body(certificate, out);
    out.push('\n');
}

/// A certificate without the number of its record.
pub fn body(certificate: &Certificate) -> String {
    let mut out = String::new();
    let _ = write_body(certificate, &mut out);
    out
}

fn write_body(certificate: &Certificate, out: &mut String) -> std::fmt::Result {
    match certificate {
        Certificate::Nim { sum } => write!(out, "nim {sum}")?,
        Certificate::Sequence { range, cycle, mask, checksum } => {
            write!(out, "sequence {range} {} {mask} {checksum:016x}", show(cycle))?;
        }
        Certificate::Rising { range, cycle, saltus, checksum } => {
            write!(out, "rising {range} {} {saltus} {checksum:016x}", show(&Some(*cycle)))?;
        }
        Certificate::Range { low, high } => write!(out, "range {low} {high}")?,
        Certificate::Lasker => out.push_str("lasker"),
        Certificate::Outcomes { range, cycle, checksum } => {
            write!(out, "outcomes {range} {} {checksum:016x}", show(cycle))?;
        }
        Certificate::Board { pieces, every, borders } => {
            out.push_str("board");
            for PieceValues { value, options } in pieces {
                write!(out, " {value}")?;
                for (i, option) in options.iter().flatten().enumerate() {
                    write!(out, "{}{option}", if i == 0 { '<' } else { ',' })?;
                }
                if options.as_ref().is_some_and(Vec::is_empty) {
                    out.push('<');
                }
            }
            write!(out, " / {every}")?;
            borders.iter().try_for_each(|border| write!(out, " {border}"))?;
        }
        Certificate::Table { values, blocks } => {
            out.push_str("table");
            values.iter().try_for_each(|value| write!(out, " {value}"))?;
            out.push_str(" /");
            blocks.iter().try_for_each(|block| write!(out, " {block:016x}"))?;
        }
        Certificate::Matching { missed, barrier, pairs } => {
            out.push_str("matching");
            for path in missed.iter() {
                for (i, vertex) in path.iter().enumerate() {
                    write!(out, "{}{vertex}", if i == 0 { ' ' } else { ',' })?;
                }
            }
            out.push_str(" /");
            for Barrier { vertex, mate, parent } in barrier {
                write!(out, " {vertex}-{mate}<{parent}")?;
            }
            out.push_str(" /");
            pairs.iter().try_for_each(|(a, b)| write!(out, " {a}-{b}"))?;
        }
        Certificate::Labels(labels) => {
            out.push_str("labels");
            labels.iter().try_for_each(|Labelled { vertex, value }| match value {
                Some((value, rank)) => write!(out, " {vertex}={value}.{rank}"),
                None => write!(out, " {vertex}=inf"),
            })?;
        }
        Certificate::Theorem => out.push_str("theorem"),
        Certificate::Reached { positions, checksum } => {
            write!(out, "reached {positions} {checksum:016x}")?;
        }
        Certificate::Sum(parts) => {
            for (i, part) in parts.iter().enumerate() {
                out.push_str(if i == 0 { "sum " } else { " + " });
                write_body(part, out)?;
            }
        }
        Certificate::Wrong => out.push_str("wrong"),
        Certificate::Unproved(reason) => write!(out, "unproved {reason}")?,
    }
    Ok(())
}

fn show(cycle: &Option<Cycle>) -> String {
    cycle.map_or("- -".to_owned(), |Cycle { preperiod, period }| format!("{preperiod} {period}"))
}

/// Reads one line: the number of its record, and the certificate. `None` when it is none.
pub fn read(line: &str) -> Option<(u64, Certificate)> {
    let (number, rest) = line.split_once(' ')?;
    let certificate = match rest.strip_prefix("sum ") {
        Some(parts) => Certificate::Sum(parts.split(" + ").map(single).collect::<Option<_>>()?),
        None => single(rest)?,
    };
    Some((decimal(number)?, certificate))
}

/// A certificate of one game.
fn single(body: &str) -> Option<Certificate> {
    let (kind, rest) = body.split_once(' ').unwrap_or((body, ""));
    let mut words = rest.split_ascii_whitespace();
    let certificate = match kind {
        "nim" => Certificate::Nim { sum: decimal(words.next()?)? },
        "sequence" => Certificate::Sequence {
            range: decimal(words.next()?)?,
            cycle: cycle(&mut words)?,
            mask: decimal(words.next()?)?,
            checksum: hexadecimal(words.next()?)?,
        },
        "rising" => Certificate::Rising {
            range: decimal(words.next()?)?,
            cycle: cycle(&mut words)??,
            saltus: decimal(words.next()?).filter(|&saltus| saltus > 0)?,
            checksum: hexadecimal(words.next()?)?,
        },
        "range" => Certificate::Range { low: decimal(words.next()?)?, high: decimal(words.next()?)? },
        "lasker" => Certificate::Lasker,
        "outcomes" => Certificate::Outcomes {
            range: decimal(words.next()?)?,
            cycle: cycle(&mut words)?,
            checksum: hexadecimal(words.next()?)?,
        },
        "board" => Certificate::Board {
            pieces: before_slash(&mut words, piece)?,
            every: decimal(words.next()?)?,
            borders: words.by_ref().map(str::to_owned).collect(),
        },
        "table" => {
            let values = before_slash(&mut words, decimal)?;
            Certificate::Table { values, blocks: words.by_ref().map(hexadecimal).collect::<Option<_>>()? }
        }
        "matching" => return cursor::matching(rest),
        "labels" => return cursor::labels(rest),
        "reached" => {
            Certificate::Reached { positions: decimal(words.next()?)?, checksum: hexadecimal(words.next()?)? }
        }
        "theorem" => Certificate::Theorem,
        "wrong" => Certificate::Wrong,
        "unproved" => return Some(Certificate::Unproved(rest.to_owned())),
        _ => return None,
    };
    words.next().is_none().then_some(certificate)
}

/// Digits only, in one way: `parse` alone would take a sign and zeros in front.
fn decimal(word: &str) -> Option<u64> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    plain.then(|| word.parse().ok())?
}

fn small(word: &str) -> Option<u32> {
    decimal(word)?.try_into().ok()
}

fn hexadecimal(word: &str) -> Option<u64> {
    let plain = word.len() == 16 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    plain.then(|| u64::from_str_radix(word, 16).ok())?
}

/// What the words before a slash say; none where there is no slash.
fn before_slash<'w, T>(
    words: &mut impl Iterator<Item = &'w str>,
    read: impl Fn(&'w str) -> Option<T>,
) -> Option<Vec<T>> {
    let mut list = Vec::new();
    loop {
        match words.next()? {
            "/" => return Some(list),
            word => list.push(read(word)?),
        }
    }
}

fn cycle<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<Option<Cycle>> {
    match (words.next()?, words.next()?) {
        ("-", "-") => Some(None),
        (preperiod, period) => {
            Some(Some(Cycle { preperiod: decimal(preperiod)?, period: decimal(period).filter(|&p| p > 0)? }))
        }
    }
}

fn piece(word: &str) -> Option<PieceValues> {
    let Some((value, options)) = word.split_once('<') else {
        return Some(PieceValues { value: small(word)?, options: None });
    };
    let options = match options {
        "" => Vec::new(),
        _ => options.split(',').map(small).collect::<Option<_>>()?,
    };
    Some(PieceValues { value: small(value)?, options: Some(options) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Ears;

    fn matching(missed: &[&[u32]], barrier: Vec<Barrier>, pairs: Vec<(u32, u32)>) -> Certificate {
        let mut ears = Ears::default();
        missed.iter().for_each(|path| ears.push(path.iter().copied()));
        Certificate::Matching { missed: ears, barrier, pairs }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let cycle = Some(Cycle { preperiod: 71, period: 12 });
        let certificates = [
            Certificate::Nim { sum: u64::MAX },
            Certificate::Sequence { range: 310, cycle, mask: 6, checksum: 0xabc },
            Certificate::Rising {
                range: 38,
                cycle: Cycle { preperiod: 1, period: 3 },
                saltus: 4,
                checksum: 7,
            },
            Certificate::Range { low: 2, high: u64::MAX },
            Certificate::Lasker,
            Certificate::Outcomes { range: 9, cycle: None, checksum: u64::MAX },
            Certificate::Board {
                pieces: vec![
                    PieceValues { value: 2, options: Some(vec![0, 1, 3]) },
                    PieceValues { value: 0, options: Some(vec![]) },
                    PieceValues { value: 7, options: None },
                ],
                every: 16,
                borders: vec!["=01-,2".into(), "=1f,,3;".into()],
            },
            Certificate::Board { pieces: vec![], every: 0, borders: vec![] },
            Certificate::Table { values: vec![1, 0], blocks: vec![7, 8] },
            Certificate::Table { values: vec![], blocks: vec![] },
            matching(&[], vec![], vec![(1, 2)]),
            matching(&[], vec![], vec![]),
            matching(
                &[&[9], &[7], &[7, u32::MAX, 2, 7]],
                vec![
                    Barrier { vertex: 3, mate: 9, parent: 7 },
                    Barrier { vertex: 44_444_444, mate: 7, parent: 9 },
                ],
                vec![(100_000_000, 2), (999_999_999, 1_000_000_000)],
            ),
            Certificate::Labels(vec![
                Labelled { vertex: 1, value: Some((0, 4)) },
                Labelled { vertex: 2, value: None },
            ]),
            Certificate::Labels(vec![]),
            Certificate::Reached { positions: 7, checksum: 0xf },
            Certificate::Theorem,
            Certificate::Sum(vec![Certificate::Nim { sum: 3 }, Certificate::Lasker]),
            Certificate::Wrong,
            Certificate::Unproved("too large a table".into()),
        ];
        for certificate in certificates {
            let mut line = String::new();
            write(12, &certificate, &mut line);
            assert_eq!(read(line.trim_end()), Some((12, certificate)), "{line}");
        }
    }

    #[test]
    fn what_is_no_certificate_is_refused() {
        for line in [
            "",
            "1",
            "1 nim",
            "1 nim x",
            "1 nim +3",
            "1 nim 3 4",
            "1 sequence 3 - 4 0 00",
            "1 rising 3 - - 2 0000000000000000",
            "1 rising 3 1 1 0 0000000000000000",
            "1 range 3",
            "1 range 3 4 5",
            "x wrong",
            "1 table / 12",
            "1 table",
            "1 matching",
            "1 matching 1-2",
            "1 matching /",
            "1 matching / /x",
            "1 matching / / ",
            "1 matching / / 1-2 ",
            "1 matching / / 1-02",
            "1 matching / / 1-4294967296",
            "1 matching 1,2, / /",
            "1 matching 1 2/ /",
            "1 matching  / /",
            "1 matching / 1-2 /",
            "1 matching / 1-2<3/",
            "1 matching / 1-2<3 4-5<6",
            "1 matching / 1-2<3 / /",
            "1 labels 1=0",
            "1 labels 1=0.1 ",
            "1 labels 1=info",
            "1 labels 1=0.123456789012345678901234567890",
            "1 board 1<,2 / 16",
            "1 board 1< /",
            "1 nim 01",
            "1 board 1<",
            "1 outcomes 3 0 0 0000000000000000",
            "1 wrong 2",
            "1 lasker 2",
            "1 theorem 1",
            "1 reached 7",
            "1 reached 7 0f",
            "1 magic",
            "1 sum ",
            "1 sum nim 3 +",
            "1 sum sum nim 3",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
