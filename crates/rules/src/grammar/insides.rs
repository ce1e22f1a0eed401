//! The kinds of things that stand inside parentheses: a comprehension, a set, or arguments. The whole rule is looked at
//! once, so that parentheses within parentheses are not looked at again and again.

use fxhash::FxHashMap;

use super::token::{TokenKind, Tokens};
use crate::tree::SetName;

/// The kind of thing that a parenthesis holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// A comprehension, whose first `for` stands at this place.
    Comprehension(usize),
    /// A set: a range, braces, or a set with a name.
    Set,
    /// A list, or a number of one: its name, `sorted(…)` or `list(…)`, and what stands in brackets after it.
    List,
    /// Anything else.
    Terms,
}

/// The things that the parentheses of a rule hold, by the place of the token that follows each parenthesis.
#[derive(Debug, Default)]
pub struct Insides(FxHashMap<usize, Inside>);

/// A parenthesis or bracket that is not closed yet.
#[derive(Default)]
struct Open {
    /// The place of the first token inside, once it is known.
    first: Option<usize>,
    /// The place of the first `for`.
    comprehension: Option<usize>,
    /// Whether the first token is the name of a set.
    begins_with_set: bool,
    /// Whether the first token is the name of a list, or of a function that makes one.
    begins_with_list: bool,
    /// Whether the first token is that of a function, and its parenthesis has not come yet.
    needs_parenthesis: bool,
    /// Whether an operator stands directly inside.
    has_operator: bool,
    /// Whether a `..` or a brace says that the parenthesis holds a range or a set.
    is_range: bool,
    /// Whether a comma stands directly inside.
    has_comma: bool,
    /// The number of tokens directly inside, where a parenthesis and all that it holds count as one.
    count: usize,
}

impl Open {
    /// Notes a token that stands directly inside.
    fn note(&mut self, text: &str, place: usize, is_list: &dyn Fn(&str) -> bool) {
        if self.first.is_none() {
            self.first = Some(place);
            self.is_range = text == "{";
            self.begins_with_set = SetName::ALL.iter().any(|set| set.text() == text);
            self.needs_parenthesis = matches!(text, "sorted" | "list") && !is_list(text);
            self.begins_with_list = self.needs_parenthesis || is_list(text);
        } else if self.needs_parenthesis {
            self.needs_parenthesis = false;
            self.begins_with_list = text == "(";
        } else {
            self.has_operator |= text != "[";
        }
        match text {
            "for" if self.comprehension.is_none() => self.comprehension = Some(place),
            ".." => self.is_range = true,
            "," => self.has_comma = true,
            _ => {}
        }
        self.count += 1;
    }

    /// Returns what the parenthesis holds.
    fn inside(&self) -> Inside {
        // A set by its name is all of it, not the beginning of a term.
        let is_named = self.begins_with_set && self.count == 2;
        match self.comprehension {
            Some(place) => Inside::Comprehension(place),
            None if !self.has_comma && (self.is_range || is_named) => Inside::Set,
            None if self.begins_with_list && !self.has_operator && !self.needs_parenthesis => {
                Inside::List
            }
            None => Inside::Terms,
        }
    }
}

impl Insides {
    /// Looks at all tokens that follow, and goes back to the first; some names are those of lists. The lists that clauses give
    /// end at these places and are passed over.
    pub fn of(
        tokens: &mut Tokens<'_>,
        is_list: &dyn Fn(&str) -> bool,
        ends: impl Iterator<Item = usize>,
    ) -> Insides {
        let start = tokens.place();
        let mut ends = ends;
        let mut insides = FxHashMap::default();
        let mut open = vec![Open::default()];
        loop {
            let token = match tokens.take() {
                Ok(token) if token.kind == TokenKind::End => break,
                Ok(token) => token,
                // A `=` is no token.
                Err(_) if tokens.take_equals() => continue,
                Err(_) => break,
            };
            let text = tokens.text_of(token);
            if matches!(text, ")" | "]" | "}" | ";") {
                // A clause begins outside of all parentheses.
                let closed = if text == ";" { open.len() } else { 1 };
                for closed in open.drain(open.len() - closed..) {
                    insides.extend(closed.first.map(|first| (first, closed.inside())));
                }
                if open.is_empty() {
                    open.push(Open::default());
                }
                if text == ";"
                    && tokens.peek_text() == "let"
                    && let Some(end) = ends.next()
                {
                    tokens.go_to(end);
                }
                continue;
            }
            if let Some(around) = open.last_mut() {
                around.note(text, token.start, is_list);
            }
            if matches!(text, "(" | "[" | "{") {
                open.push(Open::default());
            }
        }
        for unclosed in open {
            insides.extend(unclosed.first.map(|first| (first, unclosed.inside())));
        }
        tokens.go_to(start);
        Insides(insides)
    }

    /// Returns what the parenthesis holds whose first token stands at this place.
    pub fn at(&self, first: usize) -> Inside {
        self.0.get(&first).copied().unwrap_or(Inside::Terms)
    }
}
