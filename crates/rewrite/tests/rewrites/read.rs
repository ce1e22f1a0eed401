//! A small reader of records for tests: it takes them to be correct.

use grundy_base::edge::Edge;
use grundy_rules::rewrite::{
    CellWord, Directions, LetterBoard, LetterGraph, Replacement, Rewriting, Sign, Symbol,
};

/// A record: rules, positions, and asks.
pub struct TestRecord {
    pub rules: Rewriting,
    pub positions: Vec<LetterBoard>,
    pub asks: Vec<String>,
}

/// Reads a word of a rule.
fn word(text: &str) -> CellWord {
    let mut rows = Vec::new();
    for part in text.split('/') {
        let mut row: Vec<Sign> = Vec::new();
        let mut bytes = part.bytes().peekable();
        while let Some(byte) = bytes.next() {
            if byte == b'*' {
                row.last_mut().expect("`*` stands after a letter").repeated = true;
                continue;
            }
            let symbol = match byte {
                b'_' => match bytes.next_if(u8::is_ascii_digit) {
                    Some(digit) => Symbol::Same(digit - b'0'),
                    None => Symbol::Any,
                },
                b'#' => Symbol::Wall,
                letter => Symbol::Letter(letter),
            };
            row.push(Sign {
                symbol,
                repeated: false,
            });
        }
        rows.push(row);
    }
    CellWord { rows }
}

/// Reads the words between `rewrite` and the colon.
pub fn rules(text: &str) -> Rewriting {
    const KEYWORDS: [&str; 10] = [
        "turned", "king", "knight", "ring", "alive", "joined", "misere", "never", "ends", "graph",
    ];
    let mut rules = Rewriting::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(token) = words.next() {
        match token {
            "turned" => rules.directions = Directions::Turned,
            "king" => rules.directions = Directions::King,
            "knight" => rules.directions = Directions::Knight,
            "ring" => rules.ring = true,
            "alive" => rules.alive = true,
            "joined" => rules.joined = true,
            "misere" => rules.misere = true,
            "never" | "ends" => {
                while let Some(next) =
                    words.next_if(|next| !KEYWORDS.contains(next) && !next.contains('>'))
                {
                    let list = if token == "never" {
                        &mut rules.never
                    } else {
                        &mut rules.ends
                    };
                    list.push(word(next));
                }
            }
            "graph" => rules.graph = Some(graph(&mut words)),
            rule => {
                let (before, after) = rule.split_once('>').expect("a rule has a `>`");
                rules.rules.push(Replacement {
                    before: word(before),
                    after: word(after),
                });
            }
        }
    }
    rules
}

/// Reads the vertices and edges of a graph.
fn graph<'t>(words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>) -> LetterGraph {
    let vertices = words.next().expect("`graph` has a number");
    let mut graph = LetterGraph {
        vertices: vertices.parse().expect("a number of vertices"),
        ..LetterGraph::default()
    };
    let pair = |a: &str, b: &str| -> Option<Edge<u16>> {
        Some(Edge {
            from: a.parse::<u16>().ok()? - 1,
            to: b.parse::<u16>().ok()? - 1,
        })
    };
    while let Some(next) = words.peek() {
        if let Some((a, b)) = next.split_once('-')
            && let Some(edge) = pair(a, b)
        {
            graph.edges.push(edge);
        } else if let Some((a, b)) = next.split_once('>')
            && let Some(arc) = pair(a, b)
        {
            graph.arcs.push(arc);
        } else {
            break;
        }
        words.next();
    }
    graph
}

/// Reads a position; `exponent` stands for the exponents of its powers, if it is given.
pub fn position(text: &str, exponent: Option<u64>) -> LetterBoard {
    let number = |text: &str| text.parse::<usize>().ok();
    if let Some((rows, columns)) = text.split_once('x')
        && let (Some(rows), Some(columns)) = (number(rows), number(columns))
    {
        return LetterBoard::board(rows, &vec![b'.'; rows * columns]);
    }
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let mut base = vec![bytes[i]];
        if bytes[i] == b'(' {
            let end = i + text[i..].find(')').expect("a group is closed");
            base = bytes[i + 1..end].to_vec();
            i = end;
        }
        i += 1;
        let mut times = 1;
        if bytes.get(i) == Some(&b'^') {
            let digits = bytes[i + 1..].iter().take_while(|b| b.is_ascii_digit());
            let end = i + 1 + digits.count();
            times = exponent.unwrap_or_else(|| text[i + 1..end].parse().expect("a power"));
            i = end;
        }
        for _ in 0..times {
            all.extend(&base);
        }
    }
    if all.last() == Some(&b'/') {
        all.pop();
    }
    let lines: Vec<&[u8]> = all.split(|&letter| letter == b'/').collect();
    LetterBoard::board(lines.len(), &lines.concat())
}

/// Reads a record; `None` if it is a sum, has a range, or has no colon.
pub fn record(text: &str) -> Option<TestRecord> {
    let text = text.split("//").next()?.trim();
    let body = text.strip_prefix("rewrite")?;
    if body.contains(" + ")
        || body.contains("..1")
        || body.contains("^0..")
        || body.contains("^1..")
    {
        return None;
    }
    let (head, tail) = body.split_once(':')?;
    let (positions, asks) = tail.split_once('?').unwrap_or((tail, "verdict"));
    Some(TestRecord {
        rules: rules(head),
        positions: positions
            .split_whitespace()
            .map(|text| position(text, None))
            .collect(),
        asks: asks.split_whitespace().map(str::to_owned).collect(),
    })
}
