//! Likely slips in rules, and the corrections that are written out for them.

use std::ops::Range;

use super::fault::RuleFault;
use super::read::{CLAUSE_WORDS, RuleReader, nearest};
use super::term::{Term, What};
use super::token::{Token, TokenKind, is_in_name};
use crate::tree::SetName;

/// The most bytes of a correction that is written out.
const MAX_CORRECTION: usize = 120;

impl RuleReader<'_, '_> {
    /// Returns the text of the rule, up to the colon after it.
    fn whole(&self) -> &str {
        let text = self.tokens.text();
        &text[..text.find(':').unwrap_or(text.len())]
    }

    /// Reports a rule that begins with its options: `[n-1] | [n-2]`.
    #[cold]
    #[inline(never)]
    pub(super) fn no_pattern(&self) -> Option<RuleFault> {
        let whole = self.whole();
        if whole.contains(['>', '=', '→', '⇒', '↦', '⟶', '⟼']) {
            return None;
        }
        let inside = whole.trim_start().strip_prefix('[')?.split(']').next()?;
        let terms: Vec<&str> = inside.split(',').map(str::trim).collect();
        let names: Vec<&str> = terms.iter().filter_map(|term| first_name(term)).collect();
        let differ = (1..names.len()).all(|i| !names[..i].contains(&names[i]));
        let is_pattern = terms == names || inside.contains("...");
        if is_pattern || names.len() != terms.len() || !differ {
            return None;
        }
        let start = whole.len() - whole.trim_start().len();
        let options = whole.trim();
        let rule = format!("[{}] -> {options}", names.join(","));
        Some(RuleFault::new(
            start..start + options.len(),
            "the position before the arrow is missing",
            correction("a rule is a position, an arrow and its options", &rule),
        ))
    }

    /// Reports another sign where the arrow of a rule is needed.
    #[cold]
    #[inline(never)]
    pub(super) fn other_arrow(&self) -> Option<RuleFault> {
        let start = self.tokens.place();
        let rest = &self.tokens.text()[start..];
        let signs = ["-->", "=>", "==>", "|->", "~>", "- >", "=", ">", ":"];
        let sign = signs.iter().find(|sign| {
            rest.strip_prefix(**sign)
                .is_some_and(|after| after.trim_start().starts_with(['[', '{']))
        })?;
        Some(RuleFault::new(
            start..start + sign.len(),
            format!("`{sign}` stands where the arrow is needed"),
            "write `->`",
        ))
    }

    /// Reports a token that cannot follow an option, or a clause.
    pub(super) fn after_option(&self, token: Token, clauses: bool) -> RuleFault {
        if let Some(fault) = self.foreign(token).or_else(|| self.times_after(token)) {
            return fault;
        }
        let text = self.tokens.text_of(token);
        let after = self.whole()[token.end.min(self.whole().len())..].trim_start();
        if matches!(text, "or" | "and" | "," | "/" | "else") && after.starts_with('[') {
            return RuleFault::new(
                token.at(),
                format!("`{text}` stands between two options"),
                "write `|`",
            );
        }
        if CLAUSE_WORDS.contains(&text) {
            let message = format!("a clause begins here, `{text}`, without a `;` before it");
            return RuleFault::new(token.at(), message, format!("write `; {text}`"));
        }
        let next = after.split(' ').next().unwrap_or_default();
        if text == "," && CLAUSE_WORDS.contains(&next) {
            let message = format!("`,` stands before the clause `{next}`");
            return RuleFault::new(token.at(), message, "write `;`");
        }
        if clauses
            && matches!(text, "if" | "for")
            && let Some(fault) = self.guard_after_clause(token)
        {
            return fault;
        }
        if token.kind == TokenKind::Name && after.starts_with("in ") {
            let message = format!("`{text} in …` stands without its `for`");
            return RuleFault::new(token.at(), message, format!("write `for {text}`"));
        }
        let clause = self.whole()[..token.start]
            .rsplit(';')
            .next()
            .unwrap_or_default();
        if clauses && clause.trim_start().starts_with("let ") && token.kind == TokenKind::Name {
            let help = "a list has numbers only: `let a = 3 -1 4`";
            return RuleFault::new(token.at(), format!("unexpected `{text}` in a list"), help);
        }
        if text == "," && clauses && after.starts_with('(') {
            let help = "the lists of a list are separated by blanks alone";
            return RuleFault::new(token.at(), "a comma between lists", help);
        }
        let help = match text {
            "[" => "`|` stands between options, `+` between the parts of one",
            "in" => "a `for` binds names: `for k in 1..3`",
            "," => "options are separated by `|`: `[n-1] | [n-2]`",
            "=" => "two numbers are compared by `==`",
            "*" | "^" => "equal parts are written with their number in front: `t*[n/t]`",
            "->" => "a rule has one arrow; a special case is a guard: `[n-1] | [n-2] if n > 5`",
            _ if clauses => {
                "a `;` stands before each clause: `lose if`, `win if`, `draw if`, `legal if`, `let`, `misere`, `loopy`"
            }
            _ => {
                "an option is followed by `for NAME in SET`, `if CONDITION`, `|` and the next, `;` and a clause, or `:` and positions"
            }
        };
        RuleFault::new(token.at(), format!("unexpected `{text}`"), help)
    }

    /// Reports a guard or a `for` after a clause that has none, `; bag if len(p) > 1`, from this token on.
    fn guard_after_clause(&self, token: Token) -> Option<RuleFault> {
        let text = self.whole();
        let start = text[..token.start].rfind(';')?;
        let clause = text[start + 1..token.start].trim();
        let end = text[start + 1..].find(';');
        let end = end.map_or(text.len(), |length| start + 1 + length);
        let guard = text[token.start..end].trim();
        if clause.contains(' ') {
            return None;
        }
        Some(RuleFault::new(
            start..token.start + guard.len(),
            format!(
                "`{clause}` holds for all positions and has no `{}`",
                self.tokens.text_of(token)
            ),
            correction(
                "what an option needs stands before the clauses",
                &format!("{guard} ; {clause}"),
            ),
        ))
    }

    /// Reports a clause before the arrow, `[p...] ; bag -> …`.
    #[cold]
    #[inline(never)]
    pub(super) fn clause_before_arrow(&self) -> Option<RuleFault> {
        let start = self.tokens.place();
        let rest = self.whole().get(start..)?.trim_end();
        let (before, options) = rest.split_once("->")?;
        let clause = before.trim_start_matches(';').trim();
        let is_word = ["bag", "partition", "set", "misere", "loopy"].contains(&clause);
        is_word.then(|| {
            RuleFault::new(
                start..start + rest.len(),
                format!("the clause `{clause}` stands before the arrow"),
                correction(
                    "clauses stand after the options",
                    &format!("-> {} ; {clause}", options.trim()),
                ),
            )
        })
    }

    /// Reports that a rule uses the only number of its positions as a list; `used` is where.
    #[cold]
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    pub(super) fn list_is_meant(&self, name: &str, used: &str) -> Option<RuleFault> {
        let is_stretch = used != name && (used.contains("..") || used.ends_with("[]"));
        let is_unbound = !self.scope.contains(&name);
        let is_meant = self.scope.first() == Some(&name) || is_unbound && is_stretch;
        if self.list.is_some() || self.arity != 1 || !is_meant {
            return None;
        }
        let is = if is_unbound {
            "is not bound"
        } else {
            "is a number"
        };
        let message = if used == name || used.len() > MAX_CORRECTION {
            format!("`{name}` {is} here, and a list is needed")
        } else {
            format!("`{name}` {is} here, and `{used}` needs a list")
        };
        let help = format!("a position that is a list is `[{name}...]`");
        Some(RuleFault::new(self.pattern.clone(), message, help))
    }

    /// Returns a name with the brackets that come next.
    pub(super) fn with_brackets(&self, name: Token) -> &str {
        let end = self.bracket().map_or(name.end, |(bracket, _)| bracket.end);
        self.tokens.slice(name.start..end)
    }

    /// Reports a list with nothing in the brackets after it, `p[]`; the next token is the closing one.
    #[cold]
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    pub(super) fn empty_brackets(&self, list: &Term) -> RuleFault {
        let text = self.tokens.slice(list.at.clone());
        let text = if text.len() <= 40 { text } else { "a" };
        let end = self.tokens.place() + 1;
        let help = match list.what {
            What::Rows(_) => {
                format!("`{text}[0]` is the first list, `len({text})` how many there are")
            }
            _ => format!(
                "`{text}` is the whole list, `{text}[0]` its first number, `{text}[1..]` what follows this, `len({text})` how many it has"
            ),
        };
        RuleFault::new(
            list.at.start..end,
            format!("nothing stands in the brackets of `{text}[]`"),
            help,
        )
    }

    /// Reports a number of equal parts after them, `[n/t]*t`, where it stands in front.
    fn times_after(&self, sign: Token) -> Option<RuleFault> {
        if !matches!(self.tokens.text_of(sign), "*" | "^") {
            return None;
        }
        let text = self.whole();
        let before = text[..sign.start].trim_end();
        let open = before.ends_with(']').then(|| before.rfind('['))??;
        let part = &before[open..];
        let after = &text[sign.end..];
        let blanks = after.len() - after.trim_start().len();
        let word = words(after).into_iter().next()?;
        let name = &after[word.clone()];
        if word.start != blanks {
            return None;
        }
        Some(RuleFault::new(
            open..sign.end + blanks + name.len(),
            "the number of equal parts stands after them",
            correction("it stands in front", &format!("{name}*{part}")),
        ))
    }

    /// Reports a name that nothing binds where it is used.
    #[cold]
    #[inline(never)] // Its texts would take stack in every level of nested terms.
    pub(super) fn not_bound(&self, at: Range<usize>, name: &str) -> RuleFault {
        if let Some(fault) = self.bound_elsewhere(&at, name) {
            return fault;
        }
        let near_set = || nearest(name, SetName::ALL.iter().map(|set| set.text()));
        let help = match nearest(name, self.scope.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => match near_set() {
                Some(set) if set != "powers" => format!("did you mean `{set}(n)`?"),
                _ => {
                    let names: Vec<&str> = self.list.iter().chain(&self.scope).copied().collect();
                    format!(
                        "the names here are {}; `for {name} in …` would bind it",
                        list(&names)
                    )
                }
            },
        };
        RuleFault::new(at, format!("`{name}` is not bound"), help)
    }

    /// Reports a name whose `for` stands where it does not bind the name here.
    fn bound_elsewhere(&self, at: &Range<usize>, name: &str) -> Option<RuleFault> {
        let text = self.whole();
        let options = options(text);
        let mine = options
            .iter()
            .find(|option| option.start <= at.start && at.end <= option.end)?;
        let words = words(text);
        let is = |i: usize, word: &str| words.get(i).is_some_and(|at| &text[at.clone()] == word);
        let binds = |i: usize| is(i, name) && is(i + 1, "in") && i > 0 && is(i - 1, "for");
        let places: Vec<usize> = (0..words.len())
            .filter(|&i| binds(i))
            .map(|i| words[i - 1].start)
            .collect();
        let here = places.iter().find(|place| mine.contains(place));
        let message = format!("`{name}` is not bound here");
        let Some(&place) = here else {
            let place = *places.first()?;
            let other = options.iter().find(|option| option.contains(&place))?;
            let binding = text[place..other.end].trim();
            let option = text[mine.clone()].trim();
            let start =
                mine.start + (text[mine.clone()].len() - text[mine.clone()].trim_start().len());
            let help = correction(
                "each option has a `for` of its own",
                &format!("{option} {binding}"),
            );
            return Some(RuleFault::new(start..start + option.len(), message, help));
        };
        if let Some(open) = text[mine.start..place].rfind('[')
            && depth(&text[mine.start + open..place]) > 0
            && let Some(length) = closed(&text[mine.start + open + 1..])
            && self.list.is_some()
        {
            let start = mine.start + open;
            let inside = &text[start + 1..start + 1 + length];
            let help = correction("a list is made by `list`", &format!("[list({inside})]"));
            return Some(RuleFault::new(start..start + length + 2, message, help));
        }
        if depth(&text[mine.start..place]) > 0 {
            let help = format!("its `for {name} in …` binds it within the parentheses alone");
            return Some(RuleFault::new(at.clone(), message, help));
        }
        let qualifier = words.iter().rev().find(|word| {
            word.start >= mine.start
                && word.end <= at.start
                && matches!(&text[(*word).clone()], "for" | "if")
                && depth(&text[mine.start..word.start]) == depth(&text[mine.start..place])
        })?;
        if place < at.start {
            return None;
        }
        let first = text[place..mine.end].trim();
        let second = text[qualifier.start..place].trim();
        let end = place + text[place..mine.end].trim_end().len();
        let help = correction(
            "qualifiers are read from left to right",
            &format!("{first} {second}"),
        );
        Some(RuleFault::new(
            qualifier.start..end,
            format!("`{name}` is used before its `for`"),
            help,
        ))
    }

    /// Reports an open bracket, and all that stands in it up to the place where it should have been closed.
    pub(super) fn not_closed(&self, open: Token, end: usize) -> RuleFault {
        let sign = self.tokens.text_of(open);
        let close = match sign {
            "[" => "]",
            "{" => "}",
            _ => ")",
        };
        let inside = self.tokens.slice(open.start..end).trim_end();
        RuleFault::new(
            open.start..open.start + inside.len(),
            format!("this `{sign}` is not closed"),
            correction("close it where it ends", &format!("{inside}{close}")),
        )
    }

    /// Reports a `|` between numbers outside all parentheses, where it begins the next option; the number before it stands
    /// at this place.
    pub(super) fn bitwise_or(&self, before: &Range<usize>, bar: Token) -> RuleFault {
        let text = self.whole();
        let after = &text[bar.end..];
        let ends = [
            "=", "!", "<", ">", " and ", " or ", " if ", " for ", ";", "|", "[",
        ];
        let operand = up_to(after, &ends);
        let number = text[before.start..bar.start].trim();
        let message = "`|` begins the next option here";
        if operand.trim().is_empty() {
            return RuleFault::new(bar.at(), message, "write `(a | b)` for the bitwise or");
        }
        let both = format!("({number} | {})", operand.trim());
        RuleFault::new(
            before.start..bar.end + operand.len(),
            message,
            correction("the bitwise or stands in parentheses", &both),
        )
    }

    /// Reports `split(p, c)` in the place of a number: it stands where a position stands, without brackets around it.
    pub(super) fn split_in_brackets(&self, at: Range<usize>) -> RuleFault {
        let message = "`split` leaves positions, where a number is needed";
        let text = self.whole();
        let open = text[..at.start].trim_end();
        let close = text[at.start..].find(')').map(|close| at.start + close + 1);
        if let Some(end) = close
            && open.ends_with('[')
            && text[end..].trim_start().starts_with(']')
        {
            let start = open.len() - 1;
            let blanks = text[end..].len() - text[end..].trim_start().len();
            let help = format!("it stands without brackets: `{}`", &text[at.start..end]);
            return RuleFault::new(start..end + blanks + 1, message, help);
        }
        let help = "`split(p, c)` stands where a position stands: `-> split(p, 0)`";
        RuleFault::new(at, message, help)
    }

    /// Reports a position that stands without its brackets, `n-1`, from the next token on.
    pub(super) fn without_brackets(&self, about: &str) -> Option<RuleFault> {
        let start = self.tokens.place();
        let rest = &self.whole()[start.min(self.whole().len())..];
        let ends = ["->", "|", ";", " for ", " if ", "=", "→"];
        let position = up_to(rest, &ends);
        let is_of_terms = position.starts_with(|c: char| c.is_ascii_alphanumeric())
            && !position.contains(['[', ']', '{', '}']);
        if !is_of_terms {
            return None;
        }
        Some(RuleFault::new(
            start..start + position.len(),
            "a position stands without its brackets",
            correction(about, &format!("[{position}]")),
        ))
    }

    /// Reports what is meant as parts and is written otherwise: `sum([d] for …)`, `2[n]`, `n/2*[1]`, lists without brackets.
    pub(super) fn parts_otherwise(&self) -> Option<RuleFault> {
        let start = self.tokens.place();
        let rest = &self.whole()[start.min(self.whole().len())..];
        if let Some(inside) = rest.strip_prefix("sum(")
            && let Some(length) = closed(inside)
        {
            return Some(RuleFault::new(
                start..start + "sum(".len() + length + 1,
                "`sum` adds numbers, and here are parts",
                correction(
                    "parts stand in braces",
                    &format!("{{{}}}", &inside[..length]),
                ),
            ));
        }
        let option = up_to(rest, &ENDS_OF_TERMS);
        let begins_with_list = self.list.is_some() && first_name(option) == self.list;
        if begins_with_list && option.contains(['[', '+']) {
            let joined = option.replace(" + ", ",");
            let about = if option.contains('+') {
                "what it is made of is joined by commas"
            } else {
                "an option is a position in brackets"
            };
            return Some(RuleFault::new(
                start..start + option.len(),
                "a position stands without its brackets",
                correction(about, &format!("[{joined}]")),
            ));
        }
        let open = option.find('[')?;
        let part = closed(&option[open + 1..])? + open + 2;
        let factor = option[..open].trim();
        let bare = factor.trim_end_matches('*').trim_end();
        let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_term = |c: char| c.is_ascii_alphanumeric() || " +-*/%&^~<>()".contains(c);
        if bare.is_empty() || !bare.chars().all(is_term) {
            return None;
        }
        let times = if is_word(bare) {
            bare.to_owned()
        } else {
            format!("({bare})")
        };
        Some(RuleFault::new(
            start..start + part,
            "the number of equal parts is one factor",
            correction(
                "a `*` follows it",
                &format!("{times}*{}", &option[open..part]),
            ),
        ))
    }

    /// Reports `|n-3|` and `{1,3}` where a number is needed, of which one begins here.
    #[cold]
    pub(super) fn number_otherwise(&self) -> Option<RuleFault> {
        let text = self.whole();
        let start = self.tokens.place();
        let sign = text[start..].chars().next()?;
        let after = &text[start + 1..];
        let length = match sign {
            '|' => after.find('|')?,
            '{' => closed(after)?,
            _ => return None,
        };
        let inside = &after[..length];
        let end = start + length + 2;
        if sign == '|' {
            let is_plain = !inside.contains([']', '[', ';', ',']) && !inside.trim().is_empty();
            let help = correction("the distance from 0 is", &format!("abs({})", inside.trim()));
            return is_plain.then(|| RuleFault::new(start..end, "`|` begins no number", help));
        }
        let open = text[..start].rfind('[')?;
        let close = end + closed(&text[end..])?;
        let name = ["k", "j", "i"]
            .into_iter()
            .find(|name| !self.scope.contains(name))?;
        let option = format!("{}{name}{}", &text[open..start], &text[end..=close]);
        let option = format!("{option} for {name} in {{{inside}}}");
        Some(RuleFault::new(
            open..close + 1,
            "a set, where a number is needed",
            correction("each of its members has a name in turn", &option),
        ))
    }

    /// Reports `for 1 <= k <= 3`, of which the first number begins here.
    #[cold]
    pub(super) fn name_between(&self) -> Option<RuleFault> {
        let text = self.whole();
        let start = self.tokens.place();
        let rest = &text[start..];
        let bounds = up_to(rest, &ENDS_OF_TERMS);
        let (low, after) = bounds.split_once("<=")?;
        let (name, high) = after.split_once("<=")?;
        let set = format!("{} in {}..{}", name.trim(), low.trim(), high.trim());
        Some(RuleFault::new(
            start..start + bounds.len(),
            "a `for` begins with its name",
            correction("both ends of a range belong to it", &set),
        ))
    }

    /// Reports `[a b]` in the pattern, whose names begin at this byte.
    #[cold]
    pub(super) fn names_without_commas(&self, start: usize) -> Option<RuleFault> {
        let rest = &self.whole()[start..];
        let names = &rest[..rest.find(']')?];
        let are_names = names
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || separates(c));
        are_names.then(|| {
            joined_by_commas(
                start,
                names,
                "a comma is missing between two names",
                "the names of a position's numbers are joined by commas",
            )
        })
    }

    /// Reports `{1 3}`, a set without commas whose first member begins at this byte.
    #[cold]
    pub(super) fn members_without_commas(&self, start: usize) -> Option<RuleFault> {
        let rest = &self.whole()[start..];
        let inside = &rest[..closed(rest)?];
        let are_numbers = inside
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b" ,;".contains(&byte));
        are_numbers.then(|| {
            joined_by_commas(
                start,
                inside,
                "a comma is missing between two members",
                "the members of a set are joined by commas",
            )
        })
    }

    /// Reports the call of a function of other languages that stands at this place: what it is called with is an argument
    /// of what is written for it.
    #[cold]
    pub(super) fn call_otherwise(&self, at: &Range<usize>, name: &str) -> Option<RuleFault> {
        let after = self.whole().get(at.end..)?;
        let blanks = after.len() - after.trim_start().len();
        let inside = after.trim_start().strip_prefix('(')?;
        let inside = &inside[..closed(inside)?];
        let (about, written) = match name {
            "floor" | "int" => ("`/` rounds down", format!("({inside})")),
            "sort" => ("a list in order is", format!("sorted({inside})")),
            "reverse" | "reversed" => {
                let turned =
                    format!("list({inside}[len({inside})-1-i] for i in 0..len({inside})-1)");
                ("a list from its end is", turned)
            }
            _ => return None,
        };
        Some(RuleFault::new(
            at.start..at.end + blanks + inside.len() + 2,
            format!("there is no function `{name}`"),
            correction(about, &written),
        ))
    }

    /// Reports a list where a number is needed that something is added to, as if it were numbers; it stands at this place.
    pub(super) fn sum_with_list(&self, at: &Range<usize>) -> Option<RuleFault> {
        let text = self.whole();
        let list = text.get(at.clone())?.trim();
        let after = text[at.end..].trim_start();
        let sign = after
            .chars()
            .next()
            .filter(|sign| matches!(sign, '+' | '-' | '*'))?;
        let start = text.len() - after.len() + 1;
        let mut open = 0;
        let is_end = |c: char| {
            match c {
                '[' | '(' => open += 1,
                ']' | ')' => open -= 1,
                _ => {}
            }
            open < 0 || open == 0 && c == ','
        };
        let length = text[start..].find(is_end)?;
        let operand = text[start..start + length].trim();
        let is_list = ["sorted(", "list("]
            .iter()
            .any(|word| operand.starts_with(word))
            || first_name(operand) == self.list && operand.contains('[')
            || Some(operand) == self.list;
        let place = at.start..start + length;
        if is_list && sign == '+' {
            let joined = format!("{list},{operand}");
            let help = correction("lists are joined by commas", &joined);
            return Some(RuleFault::new(place, "a sum of lists", help));
        }
        let is_number =
            !operand.is_empty() && operand.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_number.then(|| {
            let each = format!("list(x{sign}{operand} for x in {list})");
            let help = correction("with each of its numbers it is", &each);
            RuleFault::new(
                place,
                format!("`{list}` is a list, where a number is needed"),
                help,
            )
        })
    }

    /// Reports numbers with commas between them after the first, where a set is needed: `1,3` for `{1,3}`; the first
    /// stands at this place.
    pub(super) fn set_without_braces(&self, at: &Range<usize>) -> Option<RuleFault> {
        let text = self.whole();
        let rest = &text[at.start..];
        let length = rest
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | ' ' | '.' | '(' | ')')))
            .unwrap_or(rest.len());
        let mut numbers = rest[..length].trim_end();
        numbers = numbers.trim_end_matches(',');
        let inside = numbers.trim_start_matches('(').trim_end_matches(')');
        let is_list = inside.contains(',') && !inside.contains(['(', ')']);
        is_list.then(|| {
            RuleFault::new(
                at.start..at.start + numbers.len(),
                "a set stands without its braces",
                correction("a set is written in braces", &format!("{{{inside}}}")),
            )
        })
    }

    /// Returns the bracket that begins here with all that stands in it, and the text inside.
    pub(super) fn bracket(&self) -> Option<(Range<usize>, &str)> {
        let start = self.tokens.place();
        let text = self.whole();
        let mut open = 0;
        for (place, c) in text[start..].char_indices() {
            open = match c {
                '(' | '[' | '{' => open + 1,
                ')' | ']' | '}' => open - 1,
                _ => open,
            };
            if open == 0 {
                let end = start + place;
                return Some((start..end + 1, &text[start + 1..end]));
            }
        }
        None
    }

    /// Reports a list of numbers in brackets, `[1,2,3]`, or of lists, `[[1,2],[3]]`.
    #[cold]
    pub(super) fn list_in_brackets(&self, name: &str) -> RuleFault {
        let message = format!("the list `{name}` stands in brackets");
        let about = "numbers have spaces between them and no brackets";
        let Some((at, inside)) = self.bracket() else {
            let at = self.tokens.place();
            let help = correction(about, "let a = 3 1 4");
            return RuleFault::new(at..at + 1, message, help);
        };
        let is_nested = inside.contains(['[', '(', '{']);
        let plain = |c: char| match c {
            '[' | '{' | '(' if is_nested => '(',
            ']' | '}' | ')' if is_nested => ')',
            ',' | '[' | ']' => ' ',
            c => c,
        };
        let written: String = inside.chars().map(plain).collect();
        let written = written
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace("( ", "(")
            .replace(" )", ")");
        let about = if is_nested {
            "each list of lists stands in parentheses, with spaces between its numbers"
        } else {
            about
        };
        RuleFault::new(at, message, correction(about, &written))
    }

    /// Reports numbers of a list, from this place on, that have commas between them.
    #[cold]
    pub(super) fn commas_in_list(&self, start: usize) -> RuleFault {
        let text = self.whole();
        let length = text[start..]
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | ',' | ' ' | '\t')))
            .unwrap_or(text.len() - start);
        let numbers = text[start..start + length].trim();
        let plain = numbers.replace(',', " ");
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        RuleFault::new(
            start..start + numbers.len(),
            "commas between the numbers of a list",
            correction("a list is numbers with spaces between them", &plain),
        )
    }
}

/// Completes the fault of a power `a**b` or of three dots by what is written for it: a token knows nothing of those
/// around it.
pub(super) fn completed(text: &str, fault: RuleFault) -> RuleFault {
    match text.get(fault.at.clone()) {
        Some("**") => power(text, fault),
        Some("...") => dots(text, fault),
        _ => fault,
    }
}

/// Completes the fault of three dots: two are meant between the ends of a range or a stretch, none after a list.
fn dots(text: &str, fault: RuleFault) -> RuleFault {
    let at = fault.at.clone();
    let before = text[..at.start].trim_end();
    let after = text[at.end..].trim_start();
    let is_in_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let name: String = after.chars().take_while(is_in_word).collect();
    if !before.contains("->") && before.ends_with('[') && !name.is_empty() {
        let end = text.len() - after.len() + name.len();
        let help = correction("the dots stand after the name", &format!("{name}..."));
        return RuleFault::new(at.start..end, format!("`...` stands before `{name}`"), help);
    }
    let mut outer = before;
    while let Some(open) = outer.rfind(['[', '(']) {
        outer = &outer[..open];
        if depth(&before[open..]) > 0 {
            break;
        }
    }
    let is_in_brackets =
        before[outer.len()..].starts_with('[') && outer.ends_with(|c| is_in_word(&c) || c == ']');
    let start = before.trim_end_matches(|c| is_in_word(&c)).len();
    let list = &before[start..];
    let ends_range = !after.starts_with([']', ')', ',']);
    if is_in_brackets || ends_range {
        let what = if is_in_brackets {
            "a stretch of a list"
        } else {
            "a range"
        };
        return RuleFault::new(at, format!("`...` stands in {what}"), "write `..`");
    }
    if list.is_empty() {
        return fault;
    }
    let help = correction("a list is its name", list);
    RuleFault {
        at: start..at.end,
        help,
        ..fault
    }
}

/// Completes the fault of a power.
fn power(text: &str, fault: RuleFault) -> RuleFault {
    let at = fault.at.clone();
    let before = text[..at.start].trim_end();
    let base = before.bytes().rev().take_while(is_in_name).count();
    let after = &text[at.end..];
    let blanks = after.len() - after.trim_start().len();
    let exponent = after.trim_start().bytes().take_while(is_in_name).count();
    if base == 0 || exponent == 0 {
        return fault;
    }
    let start = before.len() - base;
    let end = at.end + blanks + exponent;
    let base = &before[start..];
    let exponent = &text[at.end + blanks..end];
    RuleFault {
        at: start..end,
        help: format!("write `pow({base},{exponent})`"),
        ..fault
    }
}

/// Writes advice, and the correction if it is short.
fn correction(about: &str, corrected: &str) -> String {
    if corrected.len() > MAX_CORRECTION {
        return about.to_owned();
    }
    format!("{about}: `{corrected}`")
}

/// Finds the first name in a text.
fn first_name(text: &str) -> Option<&str> {
    words(text)
        .into_iter()
        .map(|at| &text[at])
        .find(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Finds the words of a text: letters, digits and `_`.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (place, byte) in text.as_bytes().iter().enumerate() {
        let is_in_word = is_in_name(byte);
        match start {
            None if is_in_word => start = Some(place),
            Some(from) if !is_in_word => {
                words.push(from..place);
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| from..text.len()));
    words
}

/// Finds the options of a rule, each up to the `|` or the `;` after it, and its clauses as further ones.
fn options(text: &str) -> Vec<Range<usize>> {
    let mut start = text.find("->").map_or(0, |arrow| arrow + 2);
    let mut options = Vec::new();
    let mut open = 0;
    for (place, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open -= 1,
            b'|' | b';' if open == 0 || byte == b';' => {
                options.push(start..place);
                start = place + 1;
            }
            _ => {}
        }
    }
    options.push(start..text.len());
    options
}

/// The texts after which the terms of an option are over.
const ENDS_OF_TERMS: [&str; 4] = [" for ", " if ", "|", ";"];

/// Returns a text up to the first of these ends, without blanks before it.
fn up_to<'t>(text: &'t str, ends: &[&str]) -> &'t str {
    let length = ends.iter().filter_map(|end| text.find(end)).min();
    text[..length.unwrap_or(text.len())].trim_end()
}

/// Returns whether a sign stands between words that are meant to be joined by commas.
fn separates(c: char) -> bool {
    c == ',' || c == ';' || c.is_whitespace()
}

/// Reports words from this byte on between which commas are missing.
fn joined_by_commas(start: usize, words: &str, message: &str, about: &str) -> RuleFault {
    let separate = words.split(separates).filter(|word| !word.is_empty());
    let joined = separate.collect::<Vec<_>>().join(",");
    RuleFault::new(
        start..start + words.len(),
        message,
        correction(about, &joined),
    )
}

/// Counts the brackets of a text that are not closed.
fn depth(text: &str) -> i64 {
    text.bytes().fold(0, |open, byte| match byte {
        b'(' | b'[' | b'{' => open + 1,
        b')' | b']' | b'}' => open - 1,
        _ => open,
    })
}

/// Finds the bracket that closes the one before a text, of whatever kind.
fn closed(text: &str) -> Option<usize> {
    let mut open = 1;
    text.find(|c| {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
        open == 0
    })
}

/// Lists names: `a`, `b` and `c`.
fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
