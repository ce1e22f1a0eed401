//! Likely slips, and the advice that fits them: for habits from other languages a message such as "is not a number"
//! is no help.

use super::error::{SyntaxError, SyntaxKind};
use super::layout::{has_inner_cr, is_digits};
use super::nearest;
use grundy_classics::{Classic, classics, rewritings};
use grundy_record::{Ask, Keyword, Signature, Signatures};

/// Replaces the advice of an error by a better one if its place in the line shows a likely slip. A wrong line is looked
/// at once, so this may take its time.
pub(super) fn advise(line: &[u8], games: &dyn Signatures, error: SyntaxError) -> SyntaxError {
    if is_utf16(line) {
        let message = "this looks like UTF-16 text".into();
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
    match advice(line, games, &error) {
        Some(help) => SyntaxError {
            help: help.into(),
            ..error
        },
        None => error,
    }
}

/// Says whether a line has a byte order mark of UTF-16, or the zero bytes that UTF-16 puts next to letters.
fn is_utf16(line: &[u8]) -> bool {
    let zeros = line.iter().take(16).filter(|&&byte| byte == 0).count();
    line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff") || zeros >= 2
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
    let before = line[..start].last();
    Some(match error.kind {
        kind if token.starts_with('#')
            && !matches!(kind, SyntaxKind::NoCell | SyntaxKind::Rewriting) =>
        {
            "a comment begins with `//`".into()
        }
        SyntaxKind::NoAsk => return about_ask(token),
        SyntaxKind::NoGame => return about_game(token, line, end, games),
        SyntaxKind::UnknownKeyword if token == "normal" => "normal play needs no word here".into(),
        SyntaxKind::NoPartOfRules if token.starts_with(|c: char| c.is_alphabetic()) => {
            return did_you_mean(token, Keyword::ALL.iter().map(|keyword| keyword.word()));
        }
        kind if token.contains("->")
            && !matches!(kind, SyntaxKind::OwnRule | SyntaxKind::Rewriting) =>
        {
            format!("write `{}`: an arc has no `-`", token.replace("->", ">"))
        }
        SyntaxKind::NumberMissing if before == Some(&b',') => {
            "no space stands after a comma: `3,4`".into()
        }
        SyntaxKind::NoNumber => return about_number(token, &line[..start], games),
        _ => return None,
    })
}

/// Advises on a word that stands where a number is needed.
fn about_number(token: &str, before: &[u8], games: &dyn Signatures) -> Option<String> {
    let after_colon = before.contains(&b':');
    let name = before
        .split(|&byte| byte == b' ')
        .next()
        .unwrap_or_default();
    let among_rules_of_graph = !after_colon
        && std::str::from_utf8(name)
            .ok()
            .and_then(|name| games.signature(name))
            .is_some_and(Signature::begins_with_vertices);
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
        _ if two("..") && after_colon => {
            "positions vary by `a..b` in games of heaps and in `rules`".into()
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
        _ if parts(&['e', 'E']) || parts(&['_']) || parts(&['\'']) || parts(&['.']) => {
            "write a number with all its digits and nothing between them: `1000000`".into()
        }
        _ => return None,
    })
}

/// Advises on a word that stands where an ask is needed.
fn about_ask(token: &str) -> Option<String> {
    let bare = token.trim_end_matches([',', ';', '.']);
    let is_ask = |text: &str| Ask::ALL.iter().any(|ask| ask.word() == text);
    if bare != token && is_ask(bare) || token.contains(',') && token.split(',').all(is_ask) {
        return Some("asks are separated by spaces: `? verdict moves`".into());
    }
    did_you_mean(bare, Ask::ALL.map(Ask::word))
}

/// Advises on a word that stands where the name of a game is needed.
fn about_game(token: &str, line: &[u8], end: usize, games: &dyn Signatures) -> Option<String> {
    let rest = String::from_utf8_lossy(line.get(end..(end + 64).min(line.len()))?);
    let next = rest
        .trim_start()
        .split([' ', '\t', ':', '?'])
        .next()
        .unwrap_or_default();
    let is_keyword = Keyword::of(token.as_bytes()).is_some();
    if is_keyword && games.signature(next).is_some() {
        return Some(format!(
            "keywords stand behind the name of the game: `{next} {token}: …`"
        ));
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
            ("rocks 1, 0 0,1: 5,5", "no space stands after a comma"),
            ("subtraction {1,2,3}: 10", "without brackets"),
            ("subtraction [1 2]: 10", "without brackets"),
            ("nim: 3 ? verdict, moves", "asks are separated by spaces"),
            ("nim: 3 ? mvoes", "did you mean `moves`?"),
            ("kayles: 3 ? value", "did you mean `values`?"),
            ("nim: 3 ? Grundy", "did you mean `grundy`?"),
            (
                "misere nim: 3",
                "behind the name of the game: `nim misere: …`",
            ),
            ("nim: 3 4 misere", "before the colon"),
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
