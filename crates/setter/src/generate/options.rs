//! Options of the generator as text: numbers, ranges, shares, sizes, keywords.

#![expect(
    clippy::cast_possible_truncation,
    reason = "shares have at most 9 decimals"
)]

use grundy_base::range::Range;
use grundy_record::{Keyword, Size};

/// A share of a board or of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// An exact number.
    Count(u64),
    /// The probability of each cell or member, in 65536ths.
    Part(u32),
}

/// Reads a number, or a percentage such as `0.5%`.
///
/// # Errors
///
/// Says what form a share has.
pub fn parse_share(text: &str) -> Result<Share, String> {
    let help = "a share is a number, or a percentage such as 10% or 0.5%";
    let Some(percent) = text.strip_suffix('%') else {
        return text.parse().map(Share::Count).map_err(|_| help.into());
    };
    // The decimals are read as an integer: rounding must not depend on the machine.
    let (whole, decimals) = percent.split_once('.').unwrap_or((percent, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(decimals) || decimals.len() > 9 {
        return Err(help.into());
    }
    let scale = 10u128.pow(decimals.len() as u32);
    let value: u128 = format!("{whole}{decimals}").parse().map_err(|_| help)?;
    let rounded = (value * 65536 + 50 * scale) / (100 * scale);
    match u32::try_from(rounded) {
        Ok(part @ 0..=65536) => Ok(Share::Part(part)),
        _ => Err("a share is at most 100%".into()),
    }
}

/// Reads a number: digits, or digits and a power of ten such as `1e6`.
///
/// # Errors
///
/// Says what form a number has.
pub fn parse_number(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no number; write digits, or 1e6 for a million");
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    if !digits(number) || !digits(power) {
        return Err(wrong());
    }
    let large = || format!("`{text}` is more than {}", u64::MAX);
    let number = number.parse::<u64>().map_err(|_| large())?;
    let power = power
        .parse::<u32>()
        .ok()
        .and_then(|power| 10u64.checked_pow(power))
        .ok_or_else(large)?;
    number.checked_mul(power).ok_or_else(large)
}

/// Reads a number or a range `a-b`.
///
/// # Errors
///
/// Says what form a range has; a range must not be empty.
pub fn parse_range(text: &str) -> Result<Range, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let low = parse_number(low)?;
    let high = parse_number(high)?;
    if low > high {
        return Err(format!(
            "`{text}` has no number in it: the smaller number stands first"
        ));
    }
    Ok(Range { low, high })
}

/// Reads the size of a board, `8x8`.
///
/// # Errors
///
/// Says what form a size has.
pub fn parse_size(text: &str) -> Result<Size, String> {
    let size = text.split_once('x').and_then(|(rows, cols)| {
        Some(Size {
            rows: parse_side(rows)?,
            cols: parse_side(cols)?,
        })
    });
    size.ok_or_else(|| {
        format!(
            "`{text}` is no size; write 8x8, to {} rows and columns",
            Size::MAX
        )
    })
}

/// Reads the number of rows or columns of a board.
fn parse_side(text: &str) -> Option<u64> {
    let side = text.parse().ok()?;
    (1..=Size::MAX).contains(&side).then_some(side)
}

/// Reads a keyword that rules may have.
///
/// # Errors
///
/// Lists the keywords that there are.
pub fn parse_keyword(word: &str) -> Result<Keyword, String> {
    use Keyword::{Misere, Normal, OrLess, Overshoot, Positive, Ring, Turned};
    let known = [Misere, Overshoot, OrLess, Positive, Normal, Ring, Turned];
    let all = || itertools::join(known.map(Keyword::word), ", ");
    let keyword = known.into_iter().find(|keyword| keyword.word() == word);
    keyword.ok_or_else(|| format!("`{word}` is no keyword here: {}", all()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_a_power_of_ten() {
        assert_eq!(parse_number("1e6"), Ok(1_000_000));
        assert_eq!(parse_number("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(parse_range("1-10"), Ok(Range::new(1, 10)));
        assert_eq!(parse_range("7"), Ok(Range::single(7)));
        for wrong in [
            "",
            "e6",
            "1e",
            "-1",
            "1e20",
            "18446744073709551616",
            "1.5e3",
            "x",
            "5e99999999999",
        ] {
            assert!(parse_number(wrong).is_err(), "{wrong}");
        }
        for wrong in ["3-2", "1-", "-5", "1-2-3"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_exact_decimals() {
        assert_eq!(parse_share("100"), Ok(Share::Count(100)));
        assert_eq!(parse_share("10%"), Ok(Share::Part(6554)));
        assert_eq!(parse_share("0.5%"), Ok(Share::Part(328)));
        assert_eq!(parse_share("100%"), Ok(Share::Part(65536)));
        assert_eq!(parse_share("0%"), Ok(Share::Part(0)));
        for wrong in [
            "",
            "%",
            "-1",
            "101%",
            "1e3%",
            "10 %",
            "0.%.",
            "1.0000000001%",
        ] {
            assert!(parse_share(wrong).is_err(), "{wrong}");
        }
    }
}
