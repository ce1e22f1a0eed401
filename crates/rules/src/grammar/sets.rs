//! Reads sets: ranges, braces, and those with names.

use super::fault::RuleFault;
use super::limits::refuse_more;
use super::read::{RuleReader, callable, nearest};
use super::term::{Arguments, What};
use super::token::{Token, TokenKind};
use crate::tree::{Expr, Function, Item, MAX_ITEMS, Set, SetName};

impl RuleReader<'_, '_> {
    /// Reads the set that follows `in`; also returns the height of the tallest term in it.
    pub(super) fn set(&mut self) -> Result<(Set, usize), RuleFault> {
        if self.eat("{")? {
            return self.items_in_braces();
        }
        let token = self.tokens.peek()?;
        let text = self.tokens.text_of(token);
        let name = SetName::ALL.iter().find(|set| set.text() == text).copied();
        let is_name = self.scope.contains(&text) && !self.call_follows();
        if let Some(name) = name
            && !is_name
        {
            return self.set_with_a_name(name);
        }
        if let Some(fault) = self.no_set(token) {
            return Err(fault);
        }
        if text == "["
            && let Some((at, inside)) = self.bracket()
        {
            let help = format!("a set stands in braces: `{{{inside}}}`");
            return Err(RuleFault::new(at, "a set in brackets", help));
        }
        if text == "[" {
            return Err(self.unexpected("a set", "a list stands in braces: `{1, 3}`"));
        }
        if text == "("
            && let Some(fault) = self.set_without_braces(&token.at())
        {
            return Err(fault);
        }
        let low = self.plain_term()?;
        if matches!(low.what, What::List(_) | What::Rows(_)) {
            let (list, height) = self.as_list(low)?;
            return Ok((Set::List(list), height));
        }
        let low = self.as_number(low)?;
        match self.item_from(low)? {
            (range @ Item::Range(..), height) => Ok((Set::Items(vec![range]), height)),
            (Item::One(_), _) => Err(self.a_number_but_no_set(token.start)),
        }
    }

    /// Reads the members of a set after its open brace; also returns the height of the tallest term in them.
    fn items_in_braces(&mut self) -> Result<(Set, usize), RuleFault> {
        let mut items = Vec::new();
        let mut tallest = 0;
        let start = self.tokens.place();
        loop {
            let place = self.tokens.peek()?.at();
            refuse_more(items.len(), MAX_ITEMS, "members and ranges", "a set", place)?;
            let (item, height) = self.item()?;
            items.push(item);
            tallest = tallest.max(height);
            if !self.eat(",")? {
                break;
            }
        }
        if !self.is("}")
            && let Some(fault) = self.members_without_commas(start)
        {
            return Err(fault);
        }
        self.expect(
            "}",
            "the members of a set are joined by commas: `{1, 3, 5..9}`",
        )?;
        Ok((Set::Items(items), tallest))
    }

    /// Reads a set with this name, which is the next token, and its arguments; also returns the height of the tallest.
    fn set_with_a_name(&mut self, name: SetName) -> Result<(Set, usize), RuleFault> {
        let token = self.tokens.take()?;
        let text = name.text();
        if !self.is("(") {
            let message = format!("which {text}?");
            return Err(RuleFault::new(token.at(), message, which(name)));
        }
        let Arguments {
            numbers: arguments,
            end,
            height,
        } = self.arguments()?;
        let needs = name.arguments();
        if arguments.len() != needs {
            let needs = if needs == 1 {
                "one number"
            } else {
                "two numbers"
            };
            let message = format!("`{text}` takes {needs}, not {}", arguments.len());
            return Err(RuleFault::new(token.start..end, message, which(name)));
        }
        Ok((Set::Named(name, arguments), height))
    }

    /// Reports a number, which begins at this byte and was read, where a set is needed.
    fn a_number_but_no_set(&self, start: usize) -> RuleFault {
        let text = self.tokens.slice(start..self.tokens.place()).trim_end();
        let at = start..start + text.len();
        if self.is(",")
            && let Some(fault) = self.set_without_braces(&at)
        {
            return fault;
        }
        let is_range = text.split('-').all(|number| {
            let number = number.trim();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        let help = if is_range && text.contains('-') {
            let range = text.replacen('-', "..", 1);
            format!("a range has two points: `{range}`")
        } else {
            format!("a range is `1..{text}`, a set of one is `{{{text}}}`")
        };
        RuleFault::new(at, "a number, where a set is needed", help)
    }

    /// Reports the name of a set that does not exist, with a parenthesis after it.
    fn no_set(&mut self, token: Token) -> Option<RuleFault> {
        let text = self.tokens.text_of(token);
        if token.kind != TokenKind::Name || !self.call_follows() || callable(text) {
            return None;
        }
        if self.is_list(text) {
            let after = &self.tokens.text()[token.end..];
            let (inside, _) = after.trim_start().strip_prefix('(')?.split_once(')')?;
            let end = token.end + after.find(')')? + 1;
            let message = format!("`{text}` is a list, not a function");
            let help = format!("one of its members is `{text}[{inside}]`");
            return Some(RuleFault::new(token.start..end, message, help));
        }
        if text == "range" {
            return Some(self.range_function(token));
        }
        let mut functions = Function::ALL.iter().map(|function| function.text());
        let help = match nearest(text, SetName::ALL.iter().map(|set| set.text())) {
            Some(near) => format!("did you mean `{near}`?"),
            None if nearest(text, &mut functions).is_some() => return None,
            None => {
                let sets: Vec<String> = SetName::ALL
                    .iter()
                    .map(|set| format!("`{}`", set.text()))
                    .collect();
                let sets = sets.join(", ");
                format!(
                    "the sets are ranges, `1..n`, both ends of which belong to them, lists, `{{1, 3}}`, and {sets}"
                )
            }
        };
        let message = format!("there is no set `{text}`");
        Some(RuleFault::new(token.at(), message, help))
    }

    /// Reports `range(a,b)`, whose end is not in it; the word stands at this token.
    fn range_function(&self, token: Token) -> RuleFault {
        let message = "there is no set `range`";
        let after = &self.tokens.text()[token.end..];
        let arguments = after
            .trim_start()
            .strip_prefix('(')
            .and_then(|inside| inside.split_once(')'))
            .map(|(arguments, _)| arguments)
            .filter(|arguments| !arguments.contains('('));
        let Some(arguments) = arguments else {
            let help = "a range is `1..n`, and both ends belong to it";
            return RuleFault::new(token.at(), message, help);
        };
        let end = token.end + after.find(')').map_or(0, |at| at + 1);
        let (first, last) = arguments.split_once(',').unwrap_or(("0", arguments));
        let last = last.trim();
        let last = match last.parse::<u64>() {
            Ok(last) => last.saturating_sub(1).to_string(),
            Err(_) => format!("{last}-1"),
        };
        let help = format!(
            "both ends of a range belong to it: `{}..{last}`",
            first.trim()
        );
        RuleFault::new(token.start..end, message, help)
    }

    /// Returns whether a parenthesis follows the next token.
    fn call_follows(&mut self) -> bool {
        let place = self.tokens.place();
        let follows = self.tokens.take().is_ok() && self.is("(");
        self.tokens.go_to(place);
        follows
    }

    /// Reads a number or a range; also returns the height of the tallest term in it.
    fn item(&mut self) -> Result<(Item, usize), RuleFault> {
        let low = self.plain_number()?;
        self.item_from(low)
    }

    /// Reads the rest of a number or a range after its first number.
    fn item_from(&mut self, low: (Expr, usize)) -> Result<(Item, usize), RuleFault> {
        let (low, mut tallest) = low;
        if !self.eat("..")? {
            return Ok((Item::One(low), tallest));
        }
        let (high, height) = self.plain_number()?;
        tallest = tallest.max(height);
        let mut step = None;
        if self.eat("by")? {
            let (by, height) = self.plain_number()?;
            tallest = tallest.max(height);
            step = Some(by);
        }
        Ok((Item::Range(low, high, step), tallest))
    }
}

/// Explains how a set with a name is written.
fn which(name: SetName) -> String {
    match name {
        SetName::Powers => "`powers(b,n)` are 1, b, b², … to n".into(),
        SetName::Divisors => "`divisors(n)` are those of n".into(),
        SetName::Subsets => {
            "`subsets(n)` are the numbers from 1 whose bits are among those of n".into()
        }
        SetName::Bits => "`bits(n)` are the places of the ones of n in binary".into(),
        SetName::Digits => "`digits(n)` are those that occur in n".into(),
        _ => format!("`{0}(n)` are those to n", name.text()),
    }
}
