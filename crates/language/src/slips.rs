//! Likely slips, and the advice that fits them: for habits from other languages a message such as "is not a number"
//! is no help.

use std::ops::Range;

use super::encoding::foreign;
use super::error::{SyntaxError, SyntaxKind};
use super::layout::{has_inner_cr, is_blank, is_digits, is_numbers, skip_blanks, without_comment};
use super::nearest;
use super::objects::RecordObject;
use grundy_classics::{Classic, classics, rewritings};
use grundy_record::{Ask, Keyword, PositionKind, Signature, Signatures, Slot};
use grundy_rules::quote::quote;
use grundy_rules::spelling;

/// Replaces the advice of an error by a better one if its place in the line shows a likely slip. A wrong line is looked
/// at once, so this may take its time.
pub(super) fn advise(line: &[u8], games: &dyn Signatures, error: SyntaxError) -> SyntaxError {
    if let Some(encoding) = foreign(line) {
        let message = format!("this looks like {encoding} text").into();
        let help =
            "records are UTF-8: save the file as UTF-8 (PowerShell: `| Out-File -Encoding utf8`)";
        return SyntaxError {
            message,
            help: help.into(),
            ..error
        };
    }
    if has_inner_cr(line) {
        let help = "lines end with LF, or with CR and LF; here stands CR alone";
        return SyntaxError {
            help: help.into(),
            ..error
        };
    }
    if let Some(error) = in_other_characters(line, &error) {
        return error;
    }
    let better = position_missing(line, &error)
        .or_else(|| size_after_colon(line, &error))
        .or_else(|| commas(line, &error))
        .or_else(|| ellipsis(line, games, &error))
        .or_else(|| brackets(line, games, &error))
        .or_else(|| asks_joined(line, &error));
    if let Some(error) = better {
        return error;
    }
    match advice(line, games, &error) {
        Some(help) => SyntaxError {
            help: help.into(),
            ..error
        },
        None => error,
    }
}

/// Reports blanks after the commas of a tuple, `3, 4`, and commas without a number, `3,,4`.
fn commas(line: &[u8], error: &SyntaxError) -> Option<SyntaxError> {
    let before = line[..error.span.start.min(line.len())].last();
    if error.kind != SyntaxKind::NumberMissing || before != Some(&b',') {
        return None;
    }
    let mut span = word_around(line, &error.span);
    let mut text = String::from_utf8(line[span.clone()].to_vec()).ok()?;
    if text.ends_with(',') && line.get(span.end).is_some_and(|&byte| is_blank(byte)) {
        let next = skip_blanks(line, span.end);
        let next = word_around(line, &(next..next));
        text += std::str::from_utf8(&line[next.clone()]).ok()?;
        span.end = next.end;
    }
    let joined = itertools::join(text.split(',').filter(|part| !part.is_empty()), ",");
    if joined.len() > MAX_CORRECTED || joined.is_empty() {
        return None;
    }
    Some(SyntaxError {
        span,
        help: format!("no space and no second comma stands after a comma: `{joined}`").into(),
        ..error.clone()
    })
}

/// Reports numbers in brackets: `(3,5)` for `3,5`, `{1,2,3}` for `1 2 3`.
fn brackets(line: &[u8], games: &dyn Signatures, error: &SyntaxError) -> Option<SyntaxError> {
    if error.kind != SyntaxKind::NoNumber {
        return None;
    }
    let word = word_around(line, &error.span);
    let is_open = |byte: &u8| matches!(byte, b'(' | b'[' | b'{');
    let start = word.start + line[word].iter().position(is_open)?;
    let is_close = |byte: &u8| matches!(byte, b')' | b']' | b'}');
    let end = start + line[start..].iter().position(is_close)?;
    let inside = std::str::from_utf8(&line[start + 1..end]).ok()?;
    let are_numbers = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || " ,;-.".contains(c))
    };
    if !are_numbers(inside) || inside.len() > MAX_CORRECTED {
        return None;
    }
    let before = &line[..start];
    let signature = signature_of(before, games)?;
    let has_commas = if before.contains(&b':') {
        has_tuples(signature)
    } else {
        !signature.has(Slot::Amounts)
    };
    let sign = if has_commas { "," } else { " " };
    let numbers = inside
        .split([' ', ',', ';'])
        .filter(|number| !number.is_empty());
    let plain = itertools::join(numbers, sign);
    Some(SyntaxError {
        span: start..end + 1,
        message: format!("{} stands in brackets", quote(&line[start..=end])).into(),
        help: format!("numbers stand without brackets: `{plain}`").into(),
        ..error.clone()
    })
}

/// Reports asks with commas between them.
fn asks_joined(line: &[u8], error: &SyntaxError) -> Option<SyntaxError> {
    let line = without_comment(line);
    let start = error.span.start.min(line.len());
    let rest = std::str::from_utf8(&line[start..]).ok()?;
    if error.kind != SyntaxKind::NoAsk || !rest.contains([',', ';']) || rest.len() > MAX_CORRECTED {
        return None;
    }
    let words = || {
        rest.split([' ', '\t', ',', ';'])
            .filter(|word| !word.is_empty())
    };
    if !words().all(is_ask) {
        return None;
    }
    let asks = itertools::join(words(), " ");
    Some(SyntaxError {
        span: start..line.trim_ascii_end().len(),
        help: format!("asks are separated by spaces: `{asks}`").into(),
        ..error.clone()
    })
}

/// Reports the size of a board after the colon: `cram: 5x7` for `cram 5x7:`.
fn size_after_colon(line: &[u8], error: &SyntaxError) -> Option<SyntaxError> {
    let at = error.span.start;
    let is_missing = matches!(
        &*error.message,
        "the board is missing" | "the bar is missing"
    );
    if !is_missing || line.get(skip_blanks(line, at)) != Some(&b':') {
        return None;
    }
    let start = skip_blanks(line, at) + 1;
    let text = without_comment(line);
    let rest = std::str::from_utf8(text.get(start..)?).ok()?;
    let size = rest.split_ascii_whitespace().next()?;
    let (rows, columns) = size.split_once('x')?;
    if !is_digits(rows.as_bytes()) || !is_digits(columns.as_bytes()) {
        return None;
    }
    let before = std::str::from_utf8(&line[..at]).ok()?.trim_end();
    let end = start + rest.find(size)? + size.len();
    Some(SyntaxError {
        span: before.len()..end,
        message: "the size stands after the colon".into(),
        help: format!("it stands before the colon: `{before} {size}:`").into(),
        ..error.clone()
    })
}

/// Reports a range that is written with dots by themselves: `1 2 3 ... 9`.
fn ellipsis(line: &[u8], games: &dyn Signatures, error: &SyntaxError) -> Option<SyntaxError> {
    let span = word_around(line, &error.span);
    let dots = std::str::from_utf8(&line[span.clone()]).ok()?;
    let is_wrong = matches!(
        error.kind,
        SyntaxKind::NoNumber | SyntaxKind::NoPartOfRules | SyntaxKind::UnknownKeyword
    );
    if !is_wrong || !matches!(dots, ".." | "..." | "…" | "to") {
        return None;
    }
    let last = |text: &[u8]| {
        let text = text.trim_ascii_end();
        let start = text.iter().rposition(|byte| !byte.is_ascii_digit());
        start.map_or(0, |start| start + 1)..text.len()
    };
    let first = last(&line[..span.start]);
    let next = skip_blanks(line, span.end);
    let length = line[next..].iter().take_while(|byte| byte.is_ascii_digit());
    let second = next..next + length.count();
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let among_rules = !line[..span.start].contains(&b':');
    let may_be_range = signature_of(line, games)
        .is_some_and(|signature| signature.has(Slot::Amounts) || !among_rules);
    if !may_be_range {
        return None;
    }
    let sign = if among_rules { "-" } else { ".." };
    let from = String::from_utf8_lossy(&line[first.clone()]);
    let to = String::from_utf8_lossy(&line[second.clone()]);
    Some(SyntaxError {
        span: first.start..second.end,
        message: format!("{} stands between numbers", quote(dots.as_bytes())).into(),
        help: format!("a range is one word: `{from}{sign}{to}`").into(),
        ..error.clone()
    })
}

/// Finds the signature of the game with which a line begins, after its label.
fn signature_of<'s>(line: &[u8], games: &'s dyn Signatures) -> Option<&'s Signature> {
    let text = std::str::from_utf8(&line[..line.len().min(256)]).ok()?;
    let mut words = text.split([' ', '\t', ':', '?']);
    let name = words.find(|word| !word.is_empty() && !word.starts_with('@'))?;
    games.signature(name)
}

/// Says whether a word is an ask.
fn is_ask(word: &str) -> bool {
    Ask::ALL.iter().any(|ask| ask.word() == word)
}

/// Says whether each position of a game is numbers that are joined by commas.
fn has_tuples(signature: &Signature) -> bool {
    matches!(
        signature.position,
        PositionKind::Tuples { .. } | PositionKind::Cells | PositionKind::Taken
    )
}

/// The most bytes of a word that is written out in a correction.
const MAX_CORRECTED: usize = 120;

/// Finds the word of a line around a place: what stands between blanks, colons and question marks.
fn word_around(line: &[u8], span: &Range<usize>) -> Range<usize> {
    let separates = |byte: &u8| matches!(byte, b' ' | b'\t' | b':' | b'?');
    let start = span.start.min(line.len());
    let end = span.end.clamp(start, line.len());
    let before = line[..start].iter().rposition(separates);
    let after = line[end..].iter().position(separates);
    before.map_or(0, |at| at + 1)..after.map_or(line.len(), |at| end + at)
}

/// Reports a character of pages and editors in the word that is wrong, such as a dash for `-`; rules report theirs.
fn in_other_characters(line: &[u8], error: &SyntaxError) -> Option<SyntaxError> {
    if error.kind == SyntaxKind::OwnRule {
        return None;
    }
    let span = word_around(line, &error.span);
    let word = std::str::from_utf8(&line[span.clone()]).ok()?;
    // Dots between numbers are a range.
    if word == "…" {
        return None;
    }
    let (c, meant) = word.chars().find_map(|c| Some((c, spelling::plain(c)?)))?;
    if matches!(meant, "\"" | "'") && !is_of_lists(line) {
        let whole = std::str::from_utf8(without_comment(line)).ok()?.trim();
        let bare = spelling::in_plain(whole).replace(QUOTES, "");
        let help = if bare.len() <= MAX_CORRECTED {
            format!("leave out the quotes: `{bare}`")
        } else {
            "leave out the quotes".to_owned()
        };
        return Some(SyntaxError {
            span,
            message: format!(
                "{} stands in a record, which has no quotes",
                spelling::called(c)
            )
            .into(),
            help: help.into(),
            ..error.clone()
        });
    }
    let message = match meant {
        "" => format!("{} stands in a word", spelling::called(c)),
        " " => format!(
            "{} stands where a plain space is meant",
            spelling::called(c)
        ),
        meant => format!("{} stands where `{meant}` is meant", spelling::called(c)),
    };
    let plain = spelling::in_plain(word);
    let plain = plain.trim();
    let help = if plain.len() <= MAX_CORRECTED {
        format!("write `{plain}`")
    } else {
        "write the plain character".to_owned()
    };
    Some(SyntaxError {
        span,
        message: message.into(),
        help: help.into(),
        ..error.clone()
    })
}

/// Says whether the positions of a record are lists, which may be words in quotes.
fn is_of_lists(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"...").is_some()
        || memchr::memmem::find(line, "…".as_bytes()).is_some()
}

/// Reports asks right after a rule, which ends at the colon before a position.
fn position_missing(line: &[u8], error: &SyntaxError) -> Option<SyntaxError> {
    let at = error.span.start;
    if error.kind != SyntaxKind::OwnRule || line.get(at) != Some(&b'?') {
        return None;
    }
    let line = without_comment(line);
    let asks = std::str::from_utf8(line.get(at + 1..)?).ok()?.trim();
    if asks.is_empty() || !asks.split_ascii_whitespace().all(is_ask) {
        return None;
    }
    let pattern = line.split(|&byte| byte == b']').next()?;
    let position = if pattern.ends_with(b"...") {
        "()".to_owned()
    } else {
        let commas = pattern.iter().filter(|&&byte| byte == b',').count();
        itertools::join(std::iter::repeat_n('0', commas + 1), ",")
    };
    let end = line.trim_ascii_end().len();
    let help = format!(
        "a colon and a position stand between a rule and its asks: `: {position} ? {asks}`"
    );
    Some(SyntaxError {
        span: at..end,
        message: "the position before the asks is missing".into(),
        help: help.into(),
        ..error.clone()
    })
}

/// Finds the advice that fits an error, if there is better advice than it has.
fn advice(line: &[u8], games: &dyn Signatures, error: &SyntaxError) -> Option<String> {
    /// The most bytes of a token that may be a slip.
    const MAX_BYTES: usize = 64;
    let start = error.span.start.min(line.len());
    let end = error.span.end.min(line.len());
    let token = std::str::from_utf8(line.get(start..end)?).ok()?;
    if token.len() > MAX_BYTES {
        return None;
    }
    Some(match error.kind {
        kind if token.starts_with('#')
            && !matches!(kind, SyntaxKind::NoCell | SyntaxKind::Rewriting) =>
        {
            "a comment begins with `//`".into()
        }
        SyntaxKind::NoAsk => return about_ask(token),
        SyntaxKind::NoGame => return about_game(token, line, end, games),
        SyntaxKind::UnknownKeyword if token == "normal" => "normal play needs no word here".into(),
        SyntaxKind::NoPartOfRules | SyntaxKind::UnknownKeyword
            if token.split_once('=').is_some_and(|(key, number)| {
                Keyword::of(key.as_bytes()).is_some() && is_digits(number.as_bytes())
            }) =>
        {
            format!("write `{}`", token.replace('=', " "))
        }
        SyntaxKind::NoPartOfRules
            if token.starts_with(|c: char| c.is_alphabetic())
                && !error.help.starts_with("did you mean") =>
        {
            return did_you_mean(token, Keyword::ALL.iter().map(|keyword| keyword.word()));
        }
        kind if token.contains("->")
            && !error.help.starts_with("an edge of")
            && !matches!(kind, SyntaxKind::OwnRule | SyntaxKind::Rewriting) =>
        {
            format!("write `{}`: an arc has no `-`", token.replace("->", ">"))
        }
        SyntaxKind::NoNumber => {
            return about_number_in_position(token, line, start, games)
                .or_else(|| about_number(token, &line[..start], games));
        }
        _ => return None,
    })
}

/// Advises on a word that stands where a number of a position is needed, by the form of the game's positions.
fn about_number_in_position(
    token: &str,
    line: &[u8],
    start: usize,
    games: &dyn Signatures,
) -> Option<String> {
    let after_colon = line[..start].contains(&b':');
    let signature = signature_of(line, games)?;
    let digits = |text: &str| is_digits(text.as_bytes());
    let numbers = |signs: &[char]| {
        let numbers: Vec<&str> = token.split(signs).collect();
        (numbers.len() > 1 && numbers.iter().all(|&number| digits(number))).then_some(numbers)
    };
    if !after_colon {
        let has_colon = without_comment(line).contains(&b':');
        let may_be_position = has_tuples(signature) && !signature.has(Slot::Vectors);
        return if !has_colon && may_be_position && numbers(&[',']).is_some() {
            Some(format!("the position stands after a colon: `: {token}`"))
        } else if signature.has(Slot::Amounts) {
            let most = token.strip_prefix("<=").or(token.strip_prefix('≤'))?;
            digits(most).then(|| format!("write `1-{most}`"))
        } else {
            None
        };
    }
    if games.signature(token).is_some() {
        return Some("games of a sum are joined by ` + `: `nim: 3 4 + kayles: 5`".into());
    }
    let is_edge = numbers(&['-', '>', '<']).is_some();
    let is_of_graph = signature.begins_with_vertices() || signature.has(Slot::GraphOrBoard);
    if is_edge && is_of_graph {
        return Some(format!(
            "the edges stand before the colon: `{}`",
            signature.example
        ));
    }
    if has_tuples(signature) {
        if let Some(numbers) = numbers(&[';', '/', '|', '-', '_', 'x']) {
            return Some(format!(
                "numbers of one position are joined by commas: `{}`",
                numbers.join(",")
            ));
        }
        let mut characters = token.chars();
        let is_square = characters.next().is_some_and(|c| c.is_ascii_alphabetic());
        return (is_square && digits(characters.as_str())).then(|| {
            "cells are `row,col`, two numbers from 1 on; row 1 is at the top, column 1 at the left"
                .into()
        });
    }
    let separated = numbers(&['|', '/', '+', '&', '-'])?;
    let range = match separated[..] {
        [first, second] if token.contains('-') && signature.asks.contains(Ask::PList) => {
            format!("; all numbers between two are `{first}..{second}`")
        }
        _ => String::new(),
    };
    Some(format!(
        "numbers are separated by spaces: `{}`{range}",
        separated.join(" ")
    ))
}

/// Advises on a word that stands where a number is needed.
fn about_number(token: &str, before: &[u8], games: &dyn Signatures) -> Option<String> {
    let after_colon = before.contains(&b':');
    let among_rules_of_graph =
        !after_colon && signature_of(before, games).is_some_and(Signature::begins_with_vertices);
    let digits = |text: &str| is_digits(text.as_bytes());
    let two = |sign: &str| {
        token
            .split_once(sign)
            .is_some_and(|(a, b)| digits(a) && digits(b))
    };
    let parts = |sign: &[char]| token.split(sign).all(digits) && token.contains(sign);
    let list = |token: &str| {
        token
            .split([',', ';'])
            .all(|part| part.is_empty() || digits(part))
    };
    Some(match token {
        _ if token.contains(['{', '}', '[', ']', '(', ')']) => {
            "numbers stand without brackets, separated by spaces: `1 2 3`".into()
        }
        _ if after_colon && Keyword::of(token.as_bytes()).is_some() => {
            format!("`{token}` stands before the colon, among the rules")
        }
        _ if after_colon && is_ask(token) => {
            format!("asks follow a question mark: `? {token}`")
        }
        ";" => "a comment begins with `//`".into(),
        _ if token.starts_with(QUOTES) || token.ends_with(QUOTES) => {
            format!(
                "numbers stand without quotes: `{}`",
                token.trim_matches(QUOTES)
            )
        }
        _ if has_thousands(token) => {
            format!(
                "one number is written without commas, `{}`, several with spaces between them: `{}`",
                token.replace(',', ""),
                token.replace(',', " ")
            )
        }
        _ if token.contains('\r') => {
            "lines end with LF, or with CR and LF; here stands CR alone".into()
        }
        _ if token.contains([',', ';']) && list(token) => {
            format!(
                "numbers are separated by spaces: `{}`",
                token.replace([',', ';'], " ").trim()
            )
        }
        _ if token.strip_prefix('-').is_some_and(digits) => "numbers are not negative".into(),
        _ if token.strip_suffix('.').is_some_and(digits) => {
            let number = token.trim_end_matches('.');
            format!("no full stop ends a record: `{number}`")
        }
        _ if two("..") && after_colon => {
            "positions vary by `a..b` in games that have the ask `p-positions`, such as those of heaps"
                .into()
        }
        _ if two("..") => {
            format!(
                "a range among the rules is `{}`; `..` stands in positions",
                token.replace("..", "-")
            )
        }
        _ if among_rules_of_graph && two("x") => {
            "a size is of boards, and here stands a graph: a number of vertices, then its edges"
                .into()
        }
        _ if token.strip_prefix('+').is_some_and(digits) => {
            format!("numbers have no sign: `{}`", &token[1..])
        }
        _ if parts(&['_']) || parts(&['\'']) || two("e") || two("E") => match all_digits(token) {
            Some(number) => {
                format!("write a number with all its digits and nothing between them: `{number}`")
            }
            None => "write a number with all its digits and nothing between them".into(),
        },
        _ if two(".") => "numbers are whole: no point stands in them".into(),
        _ if token.starts_with("0x") => {
            let number = u64::from_str_radix(&token[2..], 16).ok()?;
            format!("numbers are decimal: `{number}`")
        }
        _ => return None,
    })
}

/// The signs that quote a text.
const QUOTES: [char; 2] = ['"', '\''];

/// Says whether commas stand in a word after each three digits, as in `1,000,000`.
fn has_thousands(word: &str) -> bool {
    let mut groups = word.split(',');
    let first = groups.next().unwrap_or_default();
    let is_first = (1..=3).contains(&first.len()) && is_digits(first.as_bytes()) && first != "0";
    let is_group = |group: &str| group.len() == 3 && is_digits(group.as_bytes());
    let is_likely = word.contains(",0") || word.matches(',').count() > 1;
    is_first && is_likely && groups.all(is_group)
}

/// Writes a number such as `1_000` or `1e6` by its digits alone; `None` if it is too large.
fn all_digits(word: &str) -> Option<u64> {
    let lower = word.to_ascii_lowercase();
    if let Some((digits, power)) = lower.split_once('e') {
        let power = 10u64.checked_pow(power.parse().ok()?)?;
        return digits.parse::<u64>().ok()?.checked_mul(power);
    }
    lower.replace(['_', '\''], "").parse().ok()
}

/// Advises on a word that stands where an ask is needed.
fn about_ask(token: &str) -> Option<String> {
    let bare = token.trim_end_matches([',', ';', '.']);
    if bare != token && is_ask(bare) || token.contains(',') && token.split(',').all(is_ask) {
        return Some("asks are separated by spaces: `? verdict moves`".into());
    }
    did_you_mean(bare, Ask::ALL.map(Ask::word)).or_else(|| {
        let lower = bare.to_ascii_lowercase();
        let (_, meant) = OTHER_WORDS
            .iter()
            .find(|(words, _)| words.contains(&&*lower))?;
        Some(format!("did you mean `{meant}`?"))
    })
}

/// Words that books, pages and other programs use, and the ask that is meant.
const OTHER_WORDS: [(&[&str], Ask); 6] = [
    (
        &[
            "g",
            "sg",
            "nimber",
            "nimbers",
            "nim-value",
            "nimvalue",
            "nim-sum",
            "nimsum",
            "mex",
            "sprague",
            "sprague-grundy",
            "xor",
        ],
        Ask::Grundy,
    ),
    (
        &[
            "who", "who-wins", "outcome", "result", "first", "player", "wins", "status", "class",
        ],
        Ask::Winner,
    ),
    (
        &["move", "hint", "optimal", "solution", "winning-move"],
        Ask::Best,
    ),
    (
        &["winning-moves", "wins-by", "options", "all-moves"],
        Ask::Moves,
    ),
    (&["cold", "zeros", "lost", "p-heaps"], Ask::Losing),
    (&["depth", "length", "mate", "distance"], Ask::Remoteness),
];

/// Advises on a word that stands where the name of a game is needed.
fn about_game(token: &str, line: &[u8], end: usize, games: &dyn Signatures) -> Option<String> {
    let rest = String::from_utf8_lossy(line.get(end..(end + 64).min(line.len()))?);
    let next = rest
        .trim_start()
        .split([' ', '\t', ':', '?'])
        .next()
        .unwrap_or_default();
    let whole = String::from_utf8_lossy(&line[..line.len().min(MAX_CORRECTED)]);
    let record = whole.trim();
    if token.starts_with('{') {
        let object = RecordObject::read(line).ok()?;
        let record = String::from_utf8_lossy(object.text());
        return Some(format!(
            "objects are read in batches; here stands the text of a record alone: `{record}`"
        ));
    }
    if token.starts_with('[') && record.contains('{') || matches!(record, "[" | "]" | "],") {
        return Some(
            "JSON is read as JSON Lines, an object a line: `jq -c '.[]' FILE | grundy`".into(),
        );
    }
    if token.starts_with('"') && record.contains("\":") || matches!(record, "}" | "},") {
        return Some(
            "JSON Lines have one whole object on each line: `jq -c . FILE | grundy`".into(),
        );
    }
    if token.starts_with(QUOTES) {
        let record = record.replace(QUOTES, "");
        return Some(format!("a record stands without quotes: `{record}`"));
    }
    if is_numbers(record.as_bytes()) && line.len() <= MAX_CORRECTED {
        return Some(format!(
            "a record begins with the name of a game, `nim: {record}`; `grundy games` lists them"
        ));
    }
    if let Some((name, rest)) = token.split_once('(')
        && games.signature(name).is_some()
    {
        let position = rest.trim_end_matches(')').replace(',', " ");
        return Some(format!(
            "a record is a name, a colon and a position: `{name}: {position}`"
        ));
    }
    let is_keyword = Keyword::of(token.as_bytes()).is_some();
    if is_keyword && games.signature(next).is_some() {
        return Some(format!(
            "keywords follow the name of the game: `{next} {token}: …`"
        ));
    }
    if is_ask(token)
        && games.signature(next).is_some()
        && line.len() <= MAX_CORRECTED
        && !record.contains('?')
    {
        let line = without_comment(line);
        let label = String::from_utf8_lossy(&line[..end - token.len()]);
        let label = label.trim_start();
        let after = String::from_utf8_lossy(line.get(end..)?);
        let after = after.trim();
        return Some(format!("asks stand at the end: `{label}{after} ? {token}`"));
    }
    if token == "domineering" {
        let help =
            "players have the same moves here; with both directions for both this is `cram 5x7:`";
        return Some(help.into());
    }
    if matches!(token, "tree" | "forest") {
        let help = "trees are graphs: their edges are cut in `hackenbush 0-1 1-2:`, their vertices taken in \
                    `node-kayles 3 1-2 2-3:` and `arc-kayles`";
        return Some(help.into());
    }
    did_you_mean(token, games.names()).or_else(|| {
        let classics: Vec<String> = classics()
            .iter()
            .chain(rewritings())
            .map(Classic::word)
            .collect();
        did_you_mean(token, classics.iter().map(String::as_str))
    })
}

/// Names the candidate that was probably meant, if there is one.
fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use grundy_games::Catalogue;

    fn help(line: &[u8]) -> String {
        let catalogue = Catalogue::standard();
        let wrong = parse(line, &*catalogue, &[Ask::Verdict])
            .map(|_| ())
            .unwrap_err();
        format!("{}; {}", wrong.error.message, wrong.error.help)
    }

    #[test]
    fn likely_slips_get_the_advice_that_fits() {
        for (line, advice) in [
            ("nim: 3, 4, 5", "separated by spaces: `3`"),
            ("nim: 3,4,5", "separated by spaces: `3 4 5`"),
            ("rocks 1, 0 0,1: 5,5", "after a comma: `1,0`"),
            ("subtraction {1,2,3}: 10", "without brackets"),
            ("subtraction [1 2]: 10", "without brackets"),
            ("nim: 3 ? verdict, moves", "asks are separated by spaces"),
            ("nim: 3 ? mvoes", "did you mean `moves`?"),
            ("kayles: 3 ? value", "did you mean `values`?"),
            ("nim: 3 ? Grundy", "did you mean `grundy`?"),
            (
                "misere nim: 3",
                "follow the name of the game: `nim misere: …`",
            ),
            ("nim: 3 4 misere", "before the colon"),
            (
                "winner nim: 3 // so",
                "asks stand at the end: `nim: 3 ? winner`",
            ),
            (
                " @a winner nim: 3",
                "asks stand at the end: `@a nim: 3 ? winner`",
            ),
            ("@a \"nim: 3\"", "without quotes: `@a nim: 3`"),
            ("@a subtraction {1,2,3}: 10", "without brackets: `1 2 3`"),
            ("@a geography 3x3: 1", "a number of vertices"),
            ("nim misère: 3", "did you mean `misere`?"),
            ("nim normal: 3", "normal play needs no word"),
            ("# heaps", "a comment begins with `//`"),
            ("nim: 3 # heaps", "a comment begins with `//`"),
            ("graph 3 1->2: 1", "write `1>2`"),
            ("nim: -3", "not negative"),
            ("nim: 1e6", "all its digits"),
            ("subtraction 3..7: 10", "a range among the rules is `3-7`"),
            ("geography 3x3: 1", "a number of vertices"),
            ("tree 1-2: 1", "`hackenbush 0-1 1-2:`"),
            ("nim: 4\rnim: 3", "CR alone"),
            ("// heaps\rnim: 3", "CR alone"),
            ("nim: 1_000", "all its digits"),
            ("subtract 1: 3", "did you mean `subtraction`?"),
            ("dawson: 3", "did you mean `dawson-"),
        ] {
            let said = help(line.as_bytes());
            assert!(said.contains(advice), "{line}: {said}");
        }
        for line in [
            &b"\xff\xfen\0i\0m\0:\0 \x003\0"[..],
            b"\0n\0i\0m\0:\0 \x003\0",
        ] {
            assert!(help(line).contains("UTF-16"), "{line:?}");
        }
    }

    #[test]
    fn what_is_no_slip_keeps_its_own_advice() {
        assert!(help(b"rules [n] -> [min(n)] : 3").contains("write `min(a,b)`"));
        assert!(help(b"rules [n] -> [n-1,0] : 3").contains("the pattern is `[n]`"));
        assert!(help(b"rules [n] -> [n-1] if (n) : 3").contains("write `(n) != 0`"));
        assert!(help(b"rules [n] -> [n-1] if n not in {1} : 3").contains("write `not n in …`"));
        assert!(help(b"nim: x").contains("digits only"));
        assert!(help(b"chess: 3").contains("lists them"));
    }
}
