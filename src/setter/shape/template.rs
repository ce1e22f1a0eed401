//! The pieces of a template, as far as shapes have them.

use std::fmt;

/// A piece of a template.
#[derive(Debug)]
pub(super) enum Node {
    /// Plain text.
    Text(String),
    /// `{{ … }}`.
    Show(Shown),
    /// `{% for NAME in LIST %}`: the name, the path of the list, what is inside.
    For(String, Vec<String>, Vec<Node>),
}

/// A shown value: a path, and perhaps a filter with an argument.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) path: Vec<String>,
    pub(super) filter: Option<(String, Option<String>)>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path.join("."))?;
        self.filter.as_ref().map_or(Ok(()), |(name, _)| write!(f, "|{name}"))
    }
}

/// The pieces of a template in the language of Jinja; a block takes the line with it that it stands in.
pub(super) fn nodes(text: &str) -> Result<Vec<Node>, String> {
    // Loops that are open: their name, their list, what stands before them.
    let mut open: Vec<(String, Vec<String>, Vec<Node>)> = Vec::new();
    let mut now: Vec<Node> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let at = rest.find("{{").into_iter().chain(rest.find("{%")).chain(rest.find("{#")).min();
        let at = at.unwrap_or(rest.len());
        let (mut before, tag) = rest.split_at(at);
        let is_block = !tag.is_empty() && !tag.starts_with("{{");
        if is_block {
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            let starts = line > 0 || now.is_empty() || !matches!(now.last(), Some(Node::Show(_)));
            if starts && before[line..].bytes().all(|byte| byte == b' ') {
                before = &before[..line];
            }
        }
        if !before.is_empty() {
            now.push(Node::Text(before.into()));
        }
        if tag.is_empty() {
            break;
        }
        let closing = match &tag[..2] {
            "{{" => "}}",
            "{%" => "%}",
            _ => "#}",
        };
        let end = tag.find(closing).ok_or("a tag has no end")?;
        let inside = &tag[2..end];
        rest = &tag[end + 2..];
        if inside.starts_with('-') || inside.ends_with('-') {
            return Err("it takes blanks away with `-`".into());
        }
        if is_block {
            rest = rest.strip_prefix('\n').unwrap_or(rest);
        }
        match closing {
            "#}" => {}
            "}}" => now.push(Node::Show(shown(inside)?)),
            _ => {
                let words: Vec<&str> = inside.split_whitespace().collect();
                match words[..] {
                    ["for", name, "in", list] => {
                        let list = list.split('.').map(str::to_owned).collect();
                        open.push((name.into(), list, std::mem::take(&mut now)));
                    }
                    ["endfor"] => {
                        let (name, list, before) = open.pop().ok_or("a loop ends that did not begin")?;
                        let body = std::mem::replace(&mut now, before);
                        now.push(Node::For(name, list, body));
                    }
                    _ => return Err(format!("it has `{}`", inside.trim())),
                }
            }
        }
    }
    if open.is_empty() { Ok(now) } else { Err("a loop has no end".into()) }
}

fn shown(inside: &str) -> Result<Shown, String> {
    let unknown = || format!("it shows `{}`", inside.trim());
    let (path, filter) = match inside.split_once('|') {
        Some((path, filter)) => (path.trim(), Some(filter.trim())),
        None => (inside.trim(), None),
    };
    let path: Vec<String> =
        path.replace('[', ".").replace(']', "").split('.').map(|part| part.trim().to_owned()).collect();
    let fits = |part: &String| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if !path.iter().all(fits) {
        return Err(unknown());
    }
    let Some(filter) = filter else { return Ok(Shown { path, filter: None }) };
    let (name, argument) = match filter.split_once('(') {
        None => (filter, None),
        Some((name, argument)) => {
            let argument = argument.strip_suffix(')').ok_or_else(unknown)?.trim();
            let quoted = |quote: char| argument.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
            let text = quoted('"').or(quoted('\'')).ok_or_else(unknown)?;
            (name, Some(text.replace("\\n", "\n")))
        }
    };
    if !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(unknown());
    }
    Ok(Shown { path, filter: Some((name.into(), argument)) })
}
