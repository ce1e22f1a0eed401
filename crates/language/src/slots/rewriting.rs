//! Rules that change cells: `XO>.X OX>.O turned never XX graph 3 1-2 2-3`.

use std::ops::Range;
use std::sync::Arc;

use crate::error::{SyntaxError, SyntaxKind, quote};
use crate::layout::is_digits;
use crate::nearest;
use crate::number::number;
use crate::reader::{Reader, char_at};
use crate::scan::Token;
use crate::slots::word::write_word;
use grundy_record::{Clause, Keyword, Modifiers, Place, Rules};
use grundy_rules::rewrite::{
    CellWord, Directions, FREE, LetterGraph, Replacement, Rewriting, Sign, Symbol, VertexPair,
};

/// The advice on the form of a rule.
const FORM: &str = "a rule is BEFORE>AFTER, each of letters: `XO>.X`";

/// The advice on the signs of words.
const SIGNS: &str = "letters are `A`–`Z`, `a`–`z`, `0`–`9` and `.`, which is a free cell; `_` is any letter, `_1` \
                     to `_9` are letters that agree, and `#` after `>` is a wall";

/// The advice on a repeated letter.
const REPEATED: &str =
    "`*` stands after one letter before `>`, and after one letter after `>`: `X.*.>..*X`";

/// The largest number of vertices.
const MAX_VERTICES: u64 = 4096;

/// The words that are keywords.
const KEYWORDS: [&str; 10] = [
    "turned", "king", "knight", "ring", "alive", "joined", "misere", "never", "ends", "graph",
];

/// Reads the rules of a record up to the sign or the end after them, which stays to be read.
pub(super) fn read(
    reader: &mut Reader<'_>,
    rules: &mut Rules,
    modifiers: &mut Modifiers,
) -> Result<(), SyntaxError> {
    let mut reading = Reading {
        rewriting: Rewriting::default(),
        keywords: Vec::new(),
        tall: None,
        repeated: None,
        closing: None,
    };
    let mut token = reader.scanner.next();
    while let Token::Word(span) = token {
        token = reading.word(reader, span)?;
    }
    if let Token::Sign(sign, at) = token {
        if sign == b'?' {
            check_question_mark(reader.scanner.text, at)?;
        }
        reader.scanner.at = at;
    }
    reading.check()?;
    if reading.rewriting.misere {
        modifiers.keywords.insert(Keyword::Misere);
    }
    *rules = Rules::Rewriting(Arc::new(reading.rewriting));
    Ok(())
}

/// Reports a `?` that stands for any letter, which is `_`: the question mark before asks has blanks around it, or a colon
/// was before it.
fn check_question_mark(text: &[u8], at: usize) -> Result<(), SyntaxError> {
    let word_goes_on = text
        .get(at + 1)
        .is_some_and(|byte| !matches!(byte, b' ' | b'\t'));
    if word_goes_on && at > 0 && !matches!(text[at - 1], b' ' | b'\t') {
        return Err(SyntaxError::new(
            at..at + 1,
            "`?` is no sign of a rule",
            "any letter is `_`: `A_>B_`; asks stand after the position",
        ));
    }
    Ok(())
}

/// The rules that were read so far, and the first place of each thing that may not agree with another.
struct Reading {
    rewriting: Rewriting,
    /// The keywords, each with its place.
    keywords: Vec<(&'static str, Range<usize>)>,
    /// The first word of several rows.
    tall: Option<Range<usize>>,
    /// The first rule with a repeated letter.
    repeated: Option<Range<usize>>,
    /// The first rule that leaves fewer cells.
    closing: Option<Range<usize>>,
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

impl Reading {
    /// Reads a word of the rules with those that belong to it, and returns the token after them.
    fn word(&mut self, reader: &mut Reader<'_>, span: Range<usize>) -> Result<Token, SyntaxError> {
        let text = reader.scanner.text;
        let Some(keyword) = keyword(&text[span.clone()]) else {
            self.rule(text, span)?;
            return Ok(reader.scanner.next());
        };
        if self.has(keyword) {
            let message = format!("`{keyword}` stands twice");
            return Err(SyntaxError::new(
                span,
                message,
                "each keyword may stand once",
            ));
        }
        self.keywords.push((keyword, span.clone()));
        let rewriting = &mut self.rewriting;
        match keyword {
            "turned" => rewriting.directions = Directions::Turned,
            "king" => rewriting.directions = Directions::King,
            "knight" => rewriting.directions = Directions::Knight,
            "ring" => rewriting.ring = true,
            "alive" => rewriting.alive = true,
            "joined" => rewriting.joined = true,
            "misere" => {
                reader.mark(Place::Keyword(Keyword::Misere), &span);
                rewriting.misere = true;
            }
            "graph" => return self.graph(reader, span),
            _ => return self.words(reader, keyword, span),
        }
        Ok(reader.scanner.next())
    }

    fn has(&self, keyword: &str) -> bool {
        self.keywords.iter().any(|(word, _)| *word == keyword)
    }

    /// Returns the place of the last of these keywords that stands in the record.
    fn last_of(&self, keywords: &[&str]) -> Option<(&'static str, Range<usize>)> {
        let mut found = self.keywords.iter().rev();
        found
            .find(|(word, _)| keywords.contains(word))
            .map(|(word, span)| (*word, span.clone()))
    }

    /// Reads a rule, which fills the span.
    fn rule(&mut self, text: &[u8], span: Range<usize>) -> Result<(), SyntaxError> {
        let bytes = &text[span.clone()];
        let mut signs = memchr::memchr_iter(b'>', bytes);
        let Some(sign) = signs.next() else {
            if text.get(span.end) == Some(&b'?') {
                check_question_mark(text, span.end)?;
            }
            return Err(no_rule(bytes, span));
        };
        if sign == 0 || signs.next().is_some() {
            return Err(SyntaxError::quoting(text, span, "{} is not a rule", FORM));
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

    /// Reads the words after `never` or `ends`, and returns the token after them.
    fn words(
        &mut self,
        reader: &mut Reader<'_>,
        keyword: &'static str,
        at: Range<usize>,
    ) -> Result<Token, SyntaxError> {
        let mut words = Vec::new();
        let stop = loop {
            let token = reader.scanner.next();
            let text = reader.scanner.text;
            let Token::Word(span) = token else {
                break token;
            };
            let bytes = &text[span.clone()];
            if self::keyword(bytes).is_some() || bytes.contains(&b'>') {
                break Token::Word(span);
            }
            let word = cell_word(text, span.clone(), Role::Alone)?;
            if word.rows.len() > 1 {
                self.tall.get_or_insert(span);
            }
            if !words.contains(&word) {
                words.push(word);
            }
        };
        if words.is_empty() {
            let message = format!("a word is missing after `{keyword}`");
            let help = format!("write the letters that it is about: `{keyword} XX`");
            return Err(SyntaxError::new(at, message, help));
        }
        if keyword == "never" {
            self.rewriting.never = words;
        } else {
            self.rewriting.ends = words;
        }
        Ok(stop)
    }

    /// Reads the number of vertices and the edges after `graph`, and returns the token after them.
    fn graph(&mut self, reader: &mut Reader<'_>, at: Range<usize>) -> Result<Token, SyntaxError> {
        let text = reader.scanner.text;
        let help = format!(
            "write the number of vertices, from 1 to {MAX_VERTICES}, then the edges: `graph 3 1-2 2-3`"
        );
        let token = reader.scanner.next();
        let span = match token {
            Token::Word(span) if is_digits(&text[span.clone()]) => span,
            _ => {
                let message = "the number of vertices is missing after `graph`";
                return Err(SyntaxError::new(at, message, help));
            }
        };
        let vertices = number(text, span.clone())?;
        if vertices == 0 || vertices > MAX_VERTICES {
            return Err(SyntaxError::quoting(text, span, "{} is out of range", help));
        }
        let mut graph = LetterGraph {
            vertices: u16::try_from(vertices).unwrap_or(u16::MAX),
            ..LetterGraph::default()
        };
        let stop = loop {
            let token = reader.scanner.next();
            let Token::Word(span) = token else {
                break token;
            };
            let Some(ends) = edge(text, &span) else {
                break Token::Word(span);
            };
            let pair = VertexPair {
                from: vertex(text, ends.from, vertices)?,
                to: vertex(text, ends.to, vertices)?,
            };
            if pair.from == pair.to {
                let message = format!("{} is joined with itself", pair.from + 1);
                return Err(SyntaxError::new(
                    span,
                    message,
                    "an edge joins two vertices",
                ));
            }
            let list = if ends.is_arc {
                &mut graph.arcs
            } else {
                &mut graph.edges
            };
            list.push(pair);
        };
        deduplicate(&mut graph.edges);
        deduplicate(&mut graph.arcs);
        self.rewriting.graph = Some(graph);
        Ok(stop)
    }

    /// Checks that the rules and the keywords agree.
    fn check(&self) -> Result<(), SyntaxError> {
        let wrong = |span: &Range<usize>, message: &str, help: &str| {
            Err(SyntaxError::new(
                span.clone(),
                message.to_owned(),
                help.to_owned(),
            ))
        };
        let turns: Vec<&(&str, Range<usize>)> = self
            .keywords
            .iter()
            .filter(|(word, _)| matches!(*word, "turned" | "king" | "knight"))
            .collect();
        if let [(first, _), (second, span), ..] = turns[..] {
            let message = format!("both `{first}` and `{second}`");
            return wrong(
                span,
                &message,
                "one of `turned`, `king` and `knight` may stand",
            );
        }
        let is_graph = self.rewriting.graph.is_some();
        let by_steps = self.last_of(&["king", "knight"]);
        if is_graph && let Some((word, span)) = self.last_of(&["ring", "king", "knight"]) {
            let message = format!("`{word}` and a graph");
            return wrong(
                &span,
                &message,
                "a graph has its own edges: leave out one of the two",
            );
        }
        if self.rewriting.ring
            && let Some((word, span)) = &by_steps
        {
            let message = format!("`{word}` and `ring`");
            return wrong(
                span,
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
fn no_rule(word: &[u8], span: Range<usize>) -> SyntaxError {
    let message = format!("{} is neither a rule nor a keyword", quote(word));
    let text = String::from_utf8_lossy(word);
    let near = nearest(&text, KEYWORDS);
    let help: Clause = match near {
        Some(near) => format!("did you mean `{near}`?").into(),
        None => "a rule is BEFORE>AFTER: `XO>.X`; the position stands after a colon".into(),
    };
    SyntaxError::new(span, message, help)
}

/// The ends of an edge in a text.
struct Ends {
    from: Range<usize>,
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
fn vertex(text: &[u8], span: Range<usize>, vertices: u64) -> Result<u16, SyntaxError> {
    let vertex = number(text, span.clone())?;
    if vertex == 0 || vertex > vertices {
        let message = format!("there is no vertex {vertex}");
        let help = format!("vertices are numbered from 1 to {vertices}, the number after `graph`");
        return Err(SyntaxError::new(span, message, help));
    }
    Ok(u16::try_from(vertex - 1).unwrap_or(u16::MAX))
}

/// Drops the pairs that stand before, and keeps the order of the others.
fn deduplicate(pairs: &mut Vec<VertexPair>) {
    let mut met = std::collections::HashSet::new();
    pairs.retain(|pair| met.insert(*pair));
}

/// Reads a word of one row or several, which fills the span.
fn cell_word(text: &[u8], span: Range<usize>, role: Role) -> Result<CellWord, SyntaxError> {
    let mut rows: Vec<Vec<Sign>> = vec![Vec::new()];
    let mut at = span.start;
    let mut first_repeated = None;
    while at < span.end {
        let row = rows.len() - 1;
        let next = at + 1;
        let here = at..next;
        let symbol = match text[at] {
            b'/' => {
                rows.push(Vec::new());
                at = next;
                continue;
            }
            b'*' => {
                let last = rows[row].last_mut();
                let Some(last) = last.filter(|last| !last.repeated && role != Role::Alone) else {
                    let message = "`*` may not stand here";
                    return Err(SyntaxError::new(here, message, REPEATED));
                };
                last.repeated = true;
                if first_repeated.is_some() {
                    let message = "a second `*` in one word";
                    return Err(SyntaxError::new(here, message, REPEATED));
                }
                first_repeated = Some(here);
                at = next;
                continue;
            }
            b'#' if role == Role::After => Symbol::Wall,
            b'#' => {
                let help = "`#` stands after `>` and in positions; no word matches it";
                let error = SyntaxError::new(here, "a wall never changes", help);
                // It begins no comment.
                return Err(error.of_kind(SyntaxKind::NoCell));
            }
            b'_' => match text[next..span.end].first() {
                Some(b'0') => {
                    let help = "letters that agree are numbered from `_1` to `_9`";
                    return Err(SyntaxError::new(at..next + 1, "`_0` is no letter", help));
                }
                Some(digit) if digit.is_ascii_digit() => {
                    at += 1;
                    Symbol::Same(digit - b'0')
                }
                _ => Symbol::Any,
            },
            letter if letter == FREE || letter.is_ascii_alphanumeric() => Symbol::Letter(letter),
            _ => {
                let sign = char_at(text, at);
                return Err(SyntaxError::quoting(text, sign, "{} is no letter", SIGNS));
            }
        };
        rows[row].push(Sign {
            symbol,
            repeated: false,
        });
        at += 1;
    }
    if rows.iter().any(Vec::is_empty) {
        let help = "letters stand on both sides of `/`, and a free cell is `.`";
        return Err(SyntaxError::quoting(
            text,
            span,
            "{} has an empty row",
            help,
        ));
    }
    if rows.iter().any(|row| row.len() != rows[0].len()) {
        let help = "the rows of a word are equally long; `_` is any letter";
        return Err(SyntaxError::quoting(
            text,
            span,
            "{} has rows of different lengths",
            help,
        ));
    }
    if let Some(here) = first_repeated
        && rows.len() > 1
    {
        return Err(SyntaxError::new(
            here,
            "`*` in a word of several rows",
            "only words of one row have a `*`",
        ));
    }
    Ok(CellWord { rows })
}

/// Checks that AFTER is as long as BEFORE, or shorter on a row.
fn check_lengths(
    before: &CellWord,
    after: &CellWord,
    before_span: &Range<usize>,
    after_span: &Range<usize>,
) -> Result<(), SyntaxError> {
    let whole = before_span.start..after_span.end;
    let single = |word: &CellWord| word.signs().filter(|sign| !sign.repeated).count();
    if after.has_repeated() && !before.has_repeated() {
        let message = "`*` stands after `>` alone";
        return Err(SyntaxError::new(after_span.clone(), message, REPEATED));
    }
    if single(after) > single(before) {
        let help = "put `.` or another letter for cells that empty, and name in BEFORE the cells that fill: \
                    `X.>XX`";
        return Err(SyntaxError::new(
            after_span.clone(),
            "AFTER is longer than BEFORE",
            help,
        ));
    }
    if before.rows.len() > 1 && after.rows == [Vec::new()] {
        let message = "AFTER is missing, and BEFORE has several rows";
        return Err(SyntaxError::new(
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
        return Err(SyntaxError::new(
            whole,
            message,
            "both have the same rows; `_` after `>` is a cell that stays",
        ));
    }
    if before.rows.len() > 1 && single(before) != single(after) {
        return Err(SyntaxError::new(
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
) -> Result<(), SyntaxError> {
    for sign in rule.after.signs() {
        match sign.symbol {
            Symbol::Any if rule.closes_up() => {
                let help = "number what stays: `_1_2>_1`";
                return Err(SyntaxError::quoting(
                    text,
                    after_span,
                    "the row closes up, and `_` in {} has no cell of its own",
                    help,
                ));
            }
            Symbol::Same(number) => {
                let stands = rule
                    .before
                    .signs()
                    .any(|before| before.symbol == sign.symbol);
                if !stands {
                    let message = format!("`_{number}` does not stand before `>`");
                    let help = format!("write `_{number}` before `>` where its letter stands");
                    return Err(SyntaxError::new(after_span, message, help));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Appends the rules and the keywords, but for `misere`.
pub(super) fn write(rewriting: &Rewriting, out: &mut Vec<u8>) {
    for rule in &rewriting.rules {
        write_word(rule, out);
    }
    match rewriting.directions {
        Directions::AsDrawn => {}
        Directions::Turned => write_word("turned", out),
        Directions::King => write_word("king", out),
        Directions::Knight => write_word("knight", out),
    }
    for (keyword, stands) in [
        ("ring", rewriting.ring),
        ("alive", rewriting.alive),
        ("joined", rewriting.joined),
    ] {
        if stands {
            write_word(keyword, out);
        }
    }
    for (keyword, words) in [("never", &rewriting.never), ("ends", &rewriting.ends)] {
        if !words.is_empty() {
            write_word(keyword, out);
        }
        for word in words {
            write_word(word, out);
        }
    }
    if let Some(graph) = &rewriting.graph {
        write_word(format_args!("graph {}", graph.vertices), out);
        for (pairs, sign) in [(&graph.edges, '-'), (&graph.arcs, '>')] {
            for VertexPair { from, to } in pairs {
                write_word(format_args!("{}{sign}{}", from + 1, to + 1), out);
            }
        }
    }
}
