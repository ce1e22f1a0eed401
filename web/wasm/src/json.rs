//! JSON for the page.

use grundy::answer::{Taken, Tuple, move_text};
use grundy::{Error, LimitKind, Move, RecordError, Value};
use serde_json::{Value as Json, json};

/// Writes a result, or its error.
pub fn text(found: Result<Json, Error>) -> String {
    let error = match found {
        Ok(found) => return found.to_string(),
        Err(Error::Record(error)) => record_error(error),
        Err(error) => {
            json!({ "line": 1, "column": 1, "width": 0, "message": error.to_string(), "help": "ask `verdict`" })
        }
    };
    json!({ "error": error }).to_string()
}

/// Says how a limit is raised: not in the page.
pub fn raised_by(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Memory => "the program `grundy` may use more memory than a page",
        LimitKind::Work => "the option --max-work of the program `grundy` raises this limit",
        _ => "nothing raises this limit",
    }
}

/// Describes an error by its message, place and remedy.
pub fn record_error(error: RecordError) -> Json {
    let error = error.raised_by(raised_by);
    json!({
        "line": error.line(),
        "column": error.column(),
        "width": error.width(),
        "message": error.message(),
        "help": error.help(),
    })
}

/// Describes a move by its text, and by what it changes.
pub fn mv(mv: &Move) -> Json {
    let mut object = json!({ "text": move_text(mv) });
    let fields = match mv {
        Move::Heap { index, from, to } => {
            json!({ "index": index, "from": [from.to_string()], "to": [[to.to_string()]] })
        }
        Move::Split { index, from, parts } => {
            json!({ "index": index, "from": [from.to_string()], "to": parts.map(|part| [part.to_string()]) })
        }
        Move::Tuple { index, from, to } => {
            json!({ "index": index, "from": tuple(from), "to": [tuple(to)] })
        }
        Move::Parts { index, from, parts } => {
            json!({ "index": index, "from": tuple(from), "to": parts.iter().map(tuple).collect::<Vec<_>>() })
        }
        Move::Lists { index, from, parts } => {
            let parts: Vec<Json> = parts.iter().map(|part| strings(&part.numbers)).collect();
            json!({ "index": index, "from": strings(&from.numbers), "to": parts })
        }
        Move::Several(moves) => {
            json!({ "several": moves.iter().map(self::mv).collect::<Vec<_>>() })
        }
        Move::Number(number) => json!({ "number": number.to_string() }),
        Move::Take { index, what } => {
            let mut taken = match what {
                Taken::Places(places) => json!({ "places": strings(places) }),
                Taken::Cells(cells) => {
                    json!({ "cells": cells.iter().map(tuple).collect::<Vec<_>>() })
                }
                Taken::Edge(edge) => json!({ "edge": edge.ends().map(|end| end.to_string()) }),
                _ => json!({}),
            };
            if let Some(index) = index {
                taken["index"] = json!(index);
            }
            taken
        }
        Move::Letters { index, change } => {
            let places: Vec<String> = change.cells.iter().map(u32::to_string).collect();
            json!({ "index": index, "places": places, "letters": String::from_utf8_lossy(&change.letters) })
        }
        _ => json!({}),
    };
    if let (Json::Object(object), Json::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    object
}

/// Lists the numbers of a tuple as strings.
pub fn tuple(tuple: &Tuple) -> Json {
    strings(tuple.as_slice())
}

/// Lists numbers as strings.
pub fn strings(numbers: &[u64]) -> Json {
    numbers.iter().map(u64::to_string).collect()
}

/// Writes a Grundy value as answers do.
pub fn value(value: &Value) -> Json {
    match value {
        Value::Finite(value) => value.to_string().into(),
        Value::Infinite(members) => {
            let members: Vec<String> = members.iter().map(u64::to_string).collect();
            format!("∞{}", members.join(",")).into()
        }
    }
}
