//! Sizes on the command line: `64M`, `2GiB`, `1000000`.

use crate::language::diagnostic::RaisedBy;
use crate::theory::budget::LimitKind;

/// Reads a number of bytes, with a suffix `k`, `M`, `G` or `T` (powers of 1024; `B` and `iB` may
/// follow).
///
/// # Errors
///
/// The form of a size, for the error of a word that is not one.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, suffix) = text.split_at(digits);
    let suffix = suffix.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let shift = match suffix {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err("a size is a number, and k, M, G or T: 512M".into()),
    };
    let number = number.parse::<u64>().map_err(|_| "a size begins with a number: 512M")?;
    number.checked_mul(1 << shift).ok_or_else(|| "this size is larger than any memory".into())
}

/// How a limit is raised, where sequences are kept or not.
pub(super) fn raising(keeps: bool) -> RaisedBy {
    match keeps {
        true => |limit| match limit {
            LimitKind::Work => {
                "--max-work raises this limit; a sequence in the directory of --save goes on from where it is"
            }
            other => raised_by(other),
        },
        false => raised_by,
    }
}

/// The option that raises a limit.
fn raised_by(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Memory => "--max-memory raises this limit",
        LimitKind::Work => "--max-work raises this limit",
        _ => "the limits of each game are listed by `grundy games`",
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn suffixes_are_powers_of_1024() {
        assert_eq!(parse("1000"), Ok(1000));
        assert_eq!(parse("64k"), Ok(64 << 10));
        assert_eq!(parse("512M"), Ok(512 << 20));
        assert_eq!(parse("2GiB"), Ok(2 << 30));
        assert_eq!(parse("1TB"), Ok(1 << 40));
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "M", "5x", "-1", "99999999999T", "1 0"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
