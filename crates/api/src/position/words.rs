//! A position in words: the rules as a person says them, and the name of a component.

use super::Position;
use grundy_base::range::Range;
use grundy_record::{Keyword, Look, Rules};

/// The most ranges of amounts that rules in words list.
const MAX_RANGES_IN_WORDS: usize = 12;

impl Position<'_> {
    /// Says the rules of the game, with the record's own numbers if these are all that differs.
    pub fn rules_in_words(&self) -> String {
        let modifiers = &self.record().modifiers;
        let amounts = match &self.record().rules {
            Rules::Amounts(amounts) if amounts.is_plain() => amounts_in_words(&amounts.ranges),
            _ => return self.signature().how_to_play.clone().into_owned(),
        };
        let Some(left) = modifiers.left else {
            let end = if modifiers.has(Keyword::Misere) {
                "A player who cannot move wins."
            } else {
                "A player who cannot move loses."
            };
            return format!("A move takes {amounts} from one heap. {end}");
        };
        if modifiers.has(Keyword::Overshoot) {
            format!(
                "A move takes {amounts}. A player who faces {left} loses. A move may leave fewer than {left}: the \
                 game is then drawn, and so it is when a player who faces more can take nothing."
            )
        } else if modifiers.has(Keyword::OrLess) {
            format!("A move takes {amounts}. A player who faces {left} or fewer loses.")
        } else {
            format!(
                "A move takes {amounts} and leaves at least {left}. A player who faces {left} loses; a player who \
                 faces more and can take nothing ends the game in a draw."
            )
        }
    }

    /// Names a component of the position.
    pub(crate) fn component_name(&self) -> &'static str {
        match self.signature().look {
            Look::Tokens => "token",
            Look::Pieces => "piece",
            Look::Piles | Look::Letters => "position",
            Look::Strip => "coin",
            Look::Plain => "head",
            _ => "heap",
        }
    }
}

/// Writes amounts in words: `1, 2 or 5`, `1 to 20`.
fn amounts_in_words(amounts: &[Range]) -> String {
    let mut words: Vec<String> = Vec::new();
    for range in amounts.iter().take(MAX_RANGES_IN_WORDS) {
        if range.high - range.low <= 4 {
            words.extend(range.numbers().map(|amount| amount.to_string()));
        } else {
            words.push(format!("{} to {}", range.low, range.high));
        }
    }
    if amounts.len() > MAX_RANGES_IN_WORDS {
        return format!("{} or one of the other amounts", words.join(", "));
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::Context;

    #[test]
    fn rules_have_the_numbers_of_the_record() {
        for (record, words) in [
            (
                "subtraction 1 2 5: 9",
                "A move takes 1, 2 or 5 from one heap. A player who cannot move loses.",
            ),
            (
                "subtraction misere 1-20: 9",
                "A move takes 1 to 20 from one heap. A player who cannot move wins.",
            ),
            (
                "flags 1-3 left 1: 21",
                "A move takes 1, 2 or 3 and leaves at least 1. A player who faces 1 loses;",
            ),
            (
                "flags 1-6 left 5 or-less: 21",
                "A player who faces 5 or fewer loses.",
            ),
            (
                "flags 2 left 1 overshoot: 9",
                "A move takes 2. A player who faces 1 loses. A move may leave fewer",
            ),
            ("nim: 3", "A move takes any number"),
        ] {
            let context = Context::default();
            let text = Position::read(record.as_bytes(), &context)
                .unwrap()
                .rules_in_words();
            assert!(text.contains(words), "{record}: {text}");
        }
    }
}
