//! The text of rules that change cells: `XO>.X OX>.O turned never XX graph 3 1-2 2-3`.

use std::collections::HashSet;
use std::ops::Range;

use grundy_base::edge::Edge;

use super::{CellWord, Directions, FREE, LetterGraph, Replacement, Rewriting, Sign, Symbol};
use crate::grammar::{RuleFault, nearest};
use crate::quote::{char_at, quote};

/// The advice on the form of a rule.
const FORM: &str = "a rule is BEFORE>AFTER, each of letters: `XO>.X`";

/// The advice on the signs of words.
const SIGNS: &str = "letters are `A`–`Z`, `a`–`z`, `0`–`9` and `.`, which is a free cell; `_` is any letter, `_1` \
                     to `_9` are letters that agree, and `#` after `>` is a wall";

/// The advice on a repeated letter.
const REPEATED: &str =
    "`*` stands after one letter before `>`, and after one letter after `>`: `X.*.>..*X`";

/// The largest number of vertices.
const MAX_VERTICES: u16 = 4096;

/// The words that are keywords.
const KEYWORDS: [&str; 10] = [
    "turned", "king", "knight", "ring", "alive", "joined", "misere", "never", "ends", "graph",
];

/// The rules that a text begins with, and where they end.
pub struct ReadRewriting {
    /// The rules.
    pub rewriting: Rewriting,
    /// The number of bytes before the sign that ends them: a `:`, a `?`, a `+` on its own, or the end of the text.
    pub length: usize,
    /// The place of the word `misere`, if it stands there.
    pub misere: Option<Range<usize>>,
}

/// Reads the rules and keywords that a text begins with. A text without rules is no error here.
///
/// # Errors
///
/// Returns the first mistake, with its place in the text.
pub fn read_rewriting(text: &str) -> Result<ReadRewriting, RuleFault> {
    let text = text.as_bytes();
    let mut reading = Reading {
        text,
        at: 0,
        rewriting: Rewriting::default(),
        keywords: Vec::new(),
        tall: None,
        repeated: None,
        closing: None,
    };
    while let Some(word) = reading.next_word() {
        reading.word(word)?;
    }
    let length = reading.at;
    if text.get(length) == Some(&b'?') {
        check_question_mark(text, length)?;
    }
    reading.check()?;
    let misere = reading.last_of(&["misere"]).map(|keyword| keyword.at);
    Ok(ReadRewriting {
        rewriting: reading.rewriting,
        length,
        misere,
    })
}

/// Reports a `?` that was meant to stand for any letter, which is `_`. The question mark before asks has blanks around
/// it or comes after a colon.
fn check_question_mark(text: &[u8], at: usize) -> Result<(), RuleFault> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let rest = &text[at + 1..];
    let word_goes_on = rest.first().is_some_and(|byte| !is_blank(byte));
    let begins_rule = || {
        let end = rest.iter().position(|byte| is_blank(byte) || *byte == b':');
        rest[..end.unwrap_or(rest.len())].contains(&b'>')
    };
    let stands_in_word = at > 0 && !is_blank(&text[at - 1]);
    if word_goes_on && (stands_in_word || begins_rule()) {
        return Err(RuleFault::new(
            at..at + 1,
            "`?` is no sign of a rule",
            "any letter is `_`: `A_>B_`; asks stand after the position",
        ));
    }
    Ok(())
}

/// The rules that were read so far, and the first place of each thing that may not agree with another.
struct Reading<'t> {
    /// The text of the record, from the first rule on.
    text: &'t [u8],
    /// The place after the last word.
    at: usize,
    /// The rules and keywords that were read.
    rewriting: Rewriting,
    /// The keywords, in the order in which they stand.
    keywords: Vec<PlacedKeyword>,
    /// The first word of several rows.
    tall: Option<Range<usize>>,
    /// The first rule with a repeated letter.
    repeated: Option<Range<usize>>,
    /// The first rule that leaves fewer cells.
    closing: Option<Range<usize>>,
}

/// A keyword and its place.
#[derive(Clone)]
struct PlacedKeyword {
    /// The keyword.
    word: &'static str,
    /// The bytes of the keyword in the text.
    at: Range<usize>,
}

/// The words that may have a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The word before `>`.
    Before,
    /// The word after `>`.
    After,
    /// A word of `never` or `ends`.
    Alone,
}

impl Reading<'_> {
    /// Returns the place of the next word, after which reading goes on; `None` before the sign that ends the rules.
    fn next_word(&mut self) -> Option<Range<usize>> {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let blanks = self.text[self.at..]
            .iter()
            .take_while(|byte| is_blank(byte));
        let start = self.at + blanks.count();
        self.at = start;
        let rest = &self.text[start..];
        let ends = |byte: &u8| is_blank(byte) || matches!(byte, b':' | b'?');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        if length == 0 || &rest[..length] == b"+" {
            return None;
        }
        self.at = start + length;
        Some(start..self.at)
    }

    /// Returns to the beginning of a word, which is read again.
    fn step_back(&mut self, word: &Range<usize>) {
        self.at = word.start;
    }

    /// Reads a word of the rules with those that belong to it.
    fn word(&mut self, span: Range<usize>) -> Result<(), RuleFault> {
        let Some(keyword) = keyword(&self.text[span.clone()]) else {
            return self.rule(span);
        };
        if self.last_of(&[keyword]).is_some() {
            let message = format!("`{keyword}` stands twice");
            return Err(RuleFault::new(span, message, "each keyword may stand once"));
        }
        self.keywords.push(PlacedKeyword {
            word: keyword,
            at: span.clone(),
        });
        let rewriting = &mut self.rewriting;
        match keyword {
            "turned" => rewriting.directions = Directions::Turned,
            "king" => rewriting.directions = Directions::King,
            "knight" => rewriting.directions = Directions::Knight,
            "ring" => rewriting.ring = true,
            "alive" => rewriting.alive = true,
            "joined" => rewriting.joined = true,
            "misere" => rewriting.misere = true,
            "graph" => return self.graph(span),
            _ => return self.words(keyword, span),
        }
        Ok(())
    }

    /// Returns the last of these keywords that stands in the record.
    fn last_of(&self, keywords: &[&str]) -> Option<PlacedKeyword> {
        let mut found = self.keywords.iter().rev();
        found
            .find(|keyword| keywords.contains(&keyword.word))
            .cloned()
    }

    /// Reads a rule, which fills the span.
    fn rule(&mut self, span: Range<usize>) -> Result<(), RuleFault> {
        let text = self.text;
        let bytes = &text[span.clone()];
        let mut signs = (0..bytes.len()).filter(|&at| bytes[at] == b'>');
        let Some(sign) = signs.next() else {
            if text.get(span.end) == Some(&b'?') {
                check_question_mark(text, span.end)?;
            }
            return Err(no_rule(text, span));
        };
        if sign == 0 || signs.next().is_some() {
            return Err(quoting(text, span, "{} is not a rule", FORM));
        }
        if matches!(bytes[sign - 1], b'-' | b'=') {
            let arrow = span.start + sign - 1..span.start + sign + 1;
            let message = format!("{} stands where `>` is needed", quote(&text[arrow.clone()]));
            return Err(RuleFault::new(arrow, message, "write `>`"));
        }
        if let Some(fault) = signs_after(text, &span) {
            return Err(fault);
        }
        let before_span = span.start..span.start + sign;
        let after_span = span.start + sign + 1..span.end;
        let before = cell_word(text, before_span.clone(), Role::Before)?;
        let after = if after_span.is_empty() {
            let rows = vec![Vec::new()];
            CellWord { rows }
        } else {
            cell_word(text, after_span.clone(), Role::After)?
        };
        check_lengths(&before, &after, &before_span, &after_span)?;
        let rule = Replacement { before, after };
        check_symbols(text, &rule, after_span)?;
        if rule.before.rows.len() > 1 {
            self.tall.get_or_insert(span.clone());
        }
        if rule.before.has_repeated() {
            self.repeated.get_or_insert(span.clone());
        }
        if rule.closes_up() {
            self.closing.get_or_insert(span);
        }
        // A rule that stands twice counts once.
        if !self.rewriting.rules.contains(&rule) {
            self.rewriting.rules.push(rule);
        }
        Ok(())
    }

    /// Reads the words after `never` or `ends`.
    fn words(&mut self, keyword: &'static str, at: Range<usize>) -> Result<(), RuleFault> {
        let text = self.text;
        let mut words = Vec::new();
        while let Some(span) = self.next_word() {
            let bytes = &text[span.clone()];
            if self::keyword(bytes).is_some() || bytes.contains(&b'>') {
                self.step_back(&span);
                break;
            }
            let word = cell_word(text, span.clone(), Role::Alone)?;
            if word.rows.len() > 1 {
                self.tall.get_or_insert(span);
            }
            if !words.contains(&word) {
                words.push(word);
            }
        }
        if words.is_empty() {
            let message = format!("a word is missing after `{keyword}`");
            let help = format!("write the letters that it is about: `{keyword} XX`");
            return Err(RuleFault::new(at, message, help));
        }
        if keyword == "never" {
            self.rewriting.never = words;
        } else {
            self.rewriting.ends = words;
        }
        Ok(())
    }

    /// Reads the number of vertices and the edges after `graph`.
    fn graph(&mut self, at: Range<usize>) -> Result<(), RuleFault> {
        let text = self.text;
        let help = format!(
            "write the number of vertices, from 1 to {MAX_VERTICES}, then the edges: `graph 3 1-2 2-3`"
        );
        let span = match self.next_word() {
            Some(span) if is_digits(&text[span.clone()]) => span,
            _ => {
                let message = "the number of vertices is missing after `graph`";
                return Err(RuleFault::new(at, message, help));
            }
        };
        let vertices = match number(text, &span) {
            Some(vertices) if (1..=MAX_VERTICES).contains(&vertices) => vertices,
            _ => {
                let message = format!("{} is out of range", quote(&text[span.clone()]));
                return Err(RuleFault::new(span, message, help));
            }
        };
        let mut graph = LetterGraph {
            vertices,
            ..LetterGraph::default()
        };
        while let Some(span) = self.next_word() {
            let Some(ends) = edge(text, &span) else {
                self.step_back(&span);
                break;
            };
            let pair = Edge {
                from: vertex(text, ends.from, vertices)?,
                to: vertex(text, ends.to, vertices)?,
            };
            if pair.from == pair.to {
                let message = format!("{} is joined with itself", pair.from + 1);
                return Err(RuleFault::new(span, message, "an edge joins two vertices"));
            }
            let list = if ends.is_arc {
                &mut graph.arcs
            } else {
                &mut graph.edges
            };
            list.push(pair);
        }
        deduplicate(&mut graph.edges);
        deduplicate(&mut graph.arcs);
        self.rewriting.graph = Some(graph);
        Ok(())
    }

    /// Checks that the rules and the keywords agree.
    fn check(&self) -> Result<(), RuleFault> {
        let wrong = |span: &Range<usize>, message: &str, help: &str| {
            Err(RuleFault::new(
                span.clone(),
                message.to_owned(),
                help.to_owned(),
            ))
        };
        let is_turn =
            |keyword: &&PlacedKeyword| matches!(keyword.word, "turned" | "king" | "knight");
        let turns: Vec<&PlacedKeyword> = self.keywords.iter().filter(is_turn).collect();
        if let [first, second, ..] = turns[..] {
            let message = format!("both `{}` and `{}`", first.word, second.word);
            return wrong(
                &second.at,
                &message,
                "one of `turned`, `king` and `knight` may stand",
            );
        }
        let is_graph = self.rewriting.graph.is_some();
        let by_steps = self.last_of(&["king", "knight"]);
        if is_graph && let Some(keyword) = self.last_of(&["ring", "king", "knight"]) {
            let message = format!("`{}` and a graph", keyword.word);
            return wrong(
                &keyword.at,
                &message,
                "a graph has its own edges: leave out one of the two",
            );
        }
        if self.rewriting.ring
            && let Some(keyword) = &by_steps
        {
            let message = format!("`{}` and `ring`", keyword.word);
            return wrong(
                &keyword.at,
                &message,
                "a ring is one row: leave out one of the two",
            );
        }
        if let Some(span) = &self.closing
            && (is_graph || self.rewriting.ring)
        {
            let help = "write `#` for cells that go";
            return wrong(span, "only rows close up, no rings and graphs", help);
        }
        if let Some(span) = &self.tall
            && (is_graph || by_steps.is_some())
        {
            let message = "with `king`, `knight` or `graph` a word is one row";
            return wrong(span, message, "write it without `/`");
        }
        if let Some(span) = &self.repeated
            && is_graph
        {
            let help = "write a rule for each length: `X.>.X`, `X..>..X`";
            return wrong(span, "`*` is for rows and boards, not for graphs", help);
        }
        Ok(())
    }
}

/// Finds the keyword that a word is.
fn keyword(word: &[u8]) -> Option<&'static str> {
    KEYWORDS
        .into_iter()
        .find(|keyword| keyword.as_bytes() == word)
}

/// Reports a word that is neither a rule nor a keyword.
fn no_rule(text: &[u8], span: Range<usize>) -> RuleFault {
    let word = String::from_utf8_lossy(&text[span.clone()]);
    if matches!(&*word, "|" | ";" | "," | "or" | "and") {
        let message = format!("`{word}` stands between rules");
        let help = "rules stand next to one another: `XO>.X OX>.O`";
        return RuleFault::new(span, message, help);
    }
    if let Some(fault) = blanks_around(text, &span) {
        return fault;
    }
    let help = match nearest(&word, KEYWORDS.into_iter()) {
        Some(keyword) => format!("did you mean `{keyword}`?"),
        None => "a rule is BEFORE>AFTER: `XO>.X`; the position stands after a colon".to_owned(),
    };
    let message = format!(
        "{} is neither a rule nor a keyword",
        quote(&text[span.clone()])
    );
    RuleFault::new(span, message, help)
}

/// Reports commas and semicolons after a rule, which nothing separates from the next but a blank.
fn signs_after(text: &[u8], span: &Range<usize>) -> Option<RuleFault> {
    let word = String::from_utf8_lossy(&text[span.clone()]);
    let rule = word.trim_end_matches([',', ';', '|']);
    (rule.len() < word.len()).then(|| {
        let message = format!("{} ends with a sign", quote(word.as_bytes()));
        let help = format!("rules are separated by blanks alone: `{rule}`");
        RuleFault::new(span.clone(), message, help)
    })
}

/// Reports a rule with blanks around its `>`.
fn blanks_around(text: &[u8], span: &Range<usize>) -> Option<RuleFault> {
    /// The longest rule that is written anew.
    const MAX_SHOWN: usize = 60;
    let rest = std::str::from_utf8(text.get(span.start..)?).ok()?;
    let mut words = rest.split([' ', '\t', ':']).filter(|word| !word.is_empty());
    let before = words.next()?;
    let sign = words.next().filter(|word| word.starts_with('>'))?;
    let after = if sign == ">" { words.next()? } else { "" };
    let last = if after.is_empty() { sign } else { after };
    let place = rest.find(sign)?;
    let end = place + rest[place..].find(last)? + last.len();
    let rule = format!("{before}{sign}{after}");
    (rule.len() <= MAX_SHOWN).then(|| {
        RuleFault::new(
            span.start..span.start + end,
            "blanks stand in a rule",
            format!("no blank stands around `>`: `{rule}`"),
        )
    })
}

/// The ends of an edge in a text.
struct Ends {
    /// The digits of the first vertex.
    from: Range<usize>,
    /// The digits of the second vertex.
    to: Range<usize>,
    /// Whether it is walked from the first to the second vertex only.
    is_arc: bool,
}

/// Finds the ends of an edge `1-2` or an arc `1>2`; `None` if a word is neither.
fn edge(text: &[u8], span: &Range<usize>) -> Option<Ends> {
    let word = &text[span.clone()];
    let sign = word.iter().position(|byte| matches!(byte, b'-' | b'>'))?;
    let ends = Ends {
        from: span.start..span.start + sign,
        to: span.start + sign + 1..span.end,
        is_arc: word[sign] == b'>',
    };
    let is_number = |end: &Range<usize>| is_digits(&text[end.clone()]);
    (is_number(&ends.from) && is_number(&ends.to)).then_some(ends)
}

/// Reads a vertex, counted from 0.
fn vertex(text: &[u8], span: Range<usize>, vertices: u16) -> Result<u16, RuleFault> {
    match number(text, &span) {
        Some(vertex) if (1..=vertices).contains(&vertex) => Ok(vertex - 1),
        _ => {
            let written = String::from_utf8_lossy(&text[span.clone()]);
            let message = format!("there is no vertex {written}");
            let help =
                format!("vertices are numbered from 1 to {vertices}, the number after `graph`");
            Err(RuleFault::new(span, message, help))
        }
    }
}

/// Reads digits that fill the span; `None` if the number is too large.
fn number(text: &[u8], span: &Range<usize>) -> Option<u16> {
    std::str::from_utf8(&text[span.clone()]).ok()?.parse().ok()
}

/// Says whether a word is digits.
fn is_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// Makes a fault at a word, which the message quotes in place of its `{}`.
fn quoting(text: &[u8], span: Range<usize>, message: &str, help: &str) -> RuleFault {
    let message = message.replace("{}", &quote(&text[span.clone()]));
    RuleFault::new(span, message, help)
}

/// Drops each pair that also stands earlier, and keeps the order of the others.
fn deduplicate(pairs: &mut Vec<Edge<u16>>) {
    let mut met = std::collections::HashSet::new();
    pairs.retain(|pair| met.insert(*pair));
}

/// Reads a word of one row or several, which fills the span.
fn cell_word(text: &[u8], span: Range<usize>, role: Role) -> Result<CellWord, RuleFault> {
    let mut rows: Vec<Vec<Sign>> = vec![Vec::new()];
    let mut at = span.start;
    let mut first_repeated = None;
    while at < span.end {
        let row = rows.len() - 1;
        let here = at..at + 1;
        match text[at] {
            b'/' => rows.push(Vec::new()),
            b'*' => {
                let last = rows[row].last_mut();
                let Some(last) = last.filter(|last| !last.repeated && role != Role::Alone) else {
                    let message = "`*` may not stand here";
                    return Err(RuleFault::new(here, message, REPEATED));
                };
                last.repeated = true;
                if first_repeated.is_some() {
                    let message = "a second `*` in one word";
                    return Err(RuleFault::new(here, message, REPEATED));
                }
                first_repeated = Some(here);
            }
            _ => {
                let symbol = symbol(text, at..span.end, role)?;
                rows[row].push(Sign {
                    symbol,
                    repeated: false,
                });
                // A letter of a number has two signs: `_1`.
                at += usize::from(matches!(symbol, Symbol::Same(_)));
            }
        }
        at += 1;
    }
    check_rows(text, span, &rows, first_repeated)?;
    Ok(CellWord { rows })
}

/// Reads the symbol with which a part of a word begins.
fn symbol(text: &[u8], span: Range<usize>, role: Role) -> Result<Symbol, RuleFault> {
    let at = span.start;
    let next = at + 1;
    Ok(match text[at] {
        b'#' if role == Role::After => Symbol::Wall,
        b'#' => {
            let help = "`#` stands after `>` and in positions; no word matches it";
            return Err(RuleFault::new(at..next, "a wall never changes", help));
        }
        b'_' => match text[next..span.end].first() {
            Some(b'0') => {
                let help = "letters that agree are numbered from `_1` to `_9`";
                return Err(RuleFault::new(at..next + 1, "`_0` is no letter", help));
            }
            Some(digit) if digit.is_ascii_digit() => Symbol::Same(digit - b'0'),
            _ => Symbol::Any,
        },
        letter if letter == FREE || letter.is_ascii_alphanumeric() => Symbol::Letter(letter),
        _ => {
            let sign = char_at(text, at);
            return Err(quoting(text, sign, "{} is no letter", SIGNS));
        }
    })
}

/// Checks the rows of a word, which fills the span: none is empty, all are equally long, and there is no `*` if there are
/// several.
fn check_rows(
    text: &[u8],
    span: Range<usize>,
    rows: &[Vec<Sign>],
    first_repeated: Option<Range<usize>>,
) -> Result<(), RuleFault> {
    if rows.iter().any(Vec::is_empty) {
        let help = "letters stand on both sides of `/`, and a free cell is `.`";
        return Err(quoting(text, span, "{} has an empty row", help));
    }
    if rows.iter().any(|row| row.len() != rows[0].len()) {
        let help = "the rows of a word are equally long; `_` is any letter";
        return Err(quoting(
            text,
            span,
            "{} has rows of different lengths",
            help,
        ));
    }
    if let Some(here) = first_repeated
        && rows.len() > 1
    {
        return Err(RuleFault::new(
            here,
            "`*` in a word of several rows",
            "only words of one row have a `*`",
        ));
    }
    Ok(())
}

/// Checks that AFTER is as long as BEFORE, or shorter on a row.
fn check_lengths(
    before: &CellWord,
    after: &CellWord,
    before_span: &Range<usize>,
    after_span: &Range<usize>,
) -> Result<(), RuleFault> {
    let whole = before_span.start..after_span.end;
    let single = |word: &CellWord| word.signs().filter(|sign| !sign.repeated).count();
    if after.has_repeated() && !before.has_repeated() {
        let message = "`*` stands after `>` alone";
        return Err(RuleFault::new(after_span.clone(), message, REPEATED));
    }
    if single(after) > single(before) {
        let help = "put `.` or another letter for cells that empty, and name in BEFORE the cells that fill: \
                    `X.>XX`";
        return Err(RuleFault::new(
            after_span.clone(),
            "AFTER is longer than BEFORE",
            help,
        ));
    }
    if before.rows.len() > 1 && after.rows == [Vec::new()] {
        let message = "AFTER is missing, and BEFORE has several rows";
        return Err(RuleFault::new(
            whole,
            message,
            "only rows close up: write `#` for cells that go",
        ));
    }
    if before.rows.len() != after.rows.len() {
        let message = format!(
            "BEFORE has {} rows, and AFTER has {}",
            before.rows.len(),
            after.rows.len()
        );
        return Err(RuleFault::new(
            whole,
            message,
            "both have the same rows; `_` after `>` is a cell that stays",
        ));
    }
    if before.rows.len() > 1 && single(before) != single(after) {
        return Err(RuleFault::new(
            whole,
            "AFTER is shorter than BEFORE",
            "only rows close up: write `#` for cells that go",
        ));
    }
    Ok(())
}

/// Checks that what AFTER writes is known: letters of numbers stand in BEFORE, and where a row closes up no cell stays
/// where it is.
fn check_symbols(
    text: &[u8],
    rule: &Replacement,
    after_span: Range<usize>,
) -> Result<(), RuleFault> {
    let closes_up = rule.closes_up();
    let before: HashSet<Symbol> = rule.before.signs().map(|sign| sign.symbol).collect();
    for sign in rule.after.signs() {
        match sign.symbol {
            Symbol::Any if closes_up => {
                let help = "number what stays: `_1_2>_1`";
                return Err(quoting(
                    text,
                    after_span,
                    "the row closes up, and `_` in {} has no cell of its own",
                    help,
                ));
            }
            Symbol::Same(number) if !before.contains(&sign.symbol) => {
                let message = format!("`_{number}` does not stand before `>`");
                let help = format!("write `_{number}` before `>` where its letter stands");
                return Err(RuleFault::new(after_span, message, help));
            }
            _ => {}
        }
    }
    Ok(())
}
