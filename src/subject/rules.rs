//! The rules of a record in words, with its own numbers.

use crate::record::{Range, Slot};

use super::Subject;

/// Longer lists of amounts are cut.
const MAX_AMOUNTS: usize = 12;

impl Subject<'_> {
    /// How the game of the record is played: with the record's own numbers where they say it all, else
    /// as the game describes itself.
    pub fn rules_in_words(&self) -> String {
        let modifiers = &self.record.modifiers;
        let amounts = &self.record.rules.amounts;
        if !self.signature().has(Slot::Amounts) || !amounts.is_plain() {
            return self.signature().how_to_play.clone().into_owned();
        }
        let amounts = amounts_in_words(&amounts.ranges);
        let Some(left) = modifiers.left else {
            let end = match modifiers.misere {
                true => "A player who cannot move wins.",
                false => "A player who cannot move loses.",
            };
            return format!("A move takes {amounts} from one heap. {end}");
        };
        match (modifiers.overshoot, modifiers.or_less) {
            (true, _) => format!(
                "A move takes {amounts}. A player who faces {left} loses. A move may leave fewer than {left}: the \
                 game is then drawn, and so it is when a player who faces more can take nothing."
            ),
            (_, true) => format!("A move takes {amounts}. A player who faces {left} or fewer loses."),
            _ => format!(
                "A move takes {amounts} and leaves at least {left}. A player who faces {left} loses; a player who \
                 faces more and can take nothing ends the game in a draw."
            ),
        }
    }
}

/// `1, 2 or 5`, `1 to 20`.
fn amounts_in_words(amounts: &[Range]) -> String {
    let short = |range: &Range| range.high - range.low <= 4;
    let mut words: Vec<String> = Vec::new();
    for range in amounts.iter().take(MAX_AMOUNTS) {
        match short(range) {
            true => words.extend((range.low..=range.high).map(|amount| amount.to_string())),
            false => words.push(format!("{} to {}", range.low, range.high)),
        }
    }
    if amounts.len() > MAX_AMOUNTS {
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
    use crate::games::Context;

    #[test]
    fn rules_have_the_numbers_of_the_record() {
        for (record, words) in [
            ("subtraction 1 2 5: 9", "A move takes 1, 2 or 5 from one heap. A player who cannot move loses."),
            (
                "subtraction misere 1-20: 9",
                "A move takes 1 to 20 from one heap. A player who cannot move wins.",
            ),
            (
                "flags 1-3 left 1: 21",
                "A move takes 1, 2 or 3 and leaves at least 1. A player who faces 1 loses;",
            ),
            ("flags 1-6 left 5 or-less: 21", "A player who faces 5 or fewer loses."),
            (
                "flags 2 left 1 overshoot: 9",
                "A move takes 2. A player who faces 1 loses. A move may leave fewer",
            ),
            ("nim: 3", "A move takes any number"),
        ] {
            let context = Context::default();
            let said = Subject::read(record.as_bytes(), &context).unwrap().rules_in_words();
            assert!(said.contains(words), "{record}: {said}");
        }
    }
}
