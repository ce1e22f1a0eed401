//! How much of a board or of a list.

/// How much of a board or of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// An exact number.
    Count(u64),
    /// Each with this probability, in 65536ths.
    Part(u32),
}

/// Reads a number, or a percentage such as `0.5%`.
///
/// # Errors
///
/// The form of a share, for errors.
pub fn parse_share(text: &str) -> Result<Share, String> {
    let help = "a share is a number, or a percentage such as 10% or 0.5%";
    let Some(percent) = text.strip_suffix('%') else {
        return text.parse().map(Share::Count).map_err(|_| help.into());
    };
    // Read as an exact decimal: the rounding must not depend on the machine.
    let (whole, decimals) = percent.split_once('.').unwrap_or((percent, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(decimals) || decimals.len() > 9 {
        return Err(help.into());
    }
    let scale = 10u128.pow(decimals.len() as u32);
    let value: u128 = format!("{whole}{decimals}").parse().map_err(|_| help)?;
    let part = (value * 65536 + 50 * scale) / (100 * scale);
    u32::try_from(part)
        .ok()
        .filter(|&part| part <= 65536)
        .map(Share::Part)
        .ok_or("a share is at most 100%".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_decimals() {
        assert_eq!(parse_share("100"), Ok(Share::Count(100)));
        assert_eq!(parse_share("10%"), Ok(Share::Part(6554)));
        assert_eq!(parse_share("0.5%"), Ok(Share::Part(328)));
        assert_eq!(parse_share("100%"), Ok(Share::Part(65536)));
        assert_eq!(parse_share("0%"), Ok(Share::Part(0)));
        for wrong in ["", "%", "-1", "101%", "1e3%", "10 %", "0.%.", "1.0000000001%"] {
            assert!(parse_share(wrong).is_err(), "{wrong}");
        }
    }
}
