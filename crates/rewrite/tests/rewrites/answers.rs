//! Answers of whole records as text, for tests that compare them with files of answers.

use grundy_base::budget::Budget;

use super::read::TestRecord;
use grundy_rewrite::{RewriteFault, RewriteMove, RewritePosition, Rewrites};

/// Writes a move of the position of this number.
fn move_text(position: &RewritePosition, number: usize, mv: &RewriteMove) -> String {
    let cell = |cell: &u32| {
        let columns = u32::try_from(position.board().columns()).expect("boards of tests are small");
        if position.board().rows() == 1 {
            (cell + 1).to_string()
        } else {
            format!("{},{}", cell / columns + 1, cell % columns + 1)
        }
    };
    let cells: Vec<String> = mv.cells.iter().map(cell).collect();
    let letters = String::from_utf8_lossy(&mv.letters);
    format!("{}:{}>{letters}", number + 1, cells.join("+"))
}

/// The answers of a record whose positions are solved.
struct Solved {
    values: Vec<u32>,
    first_wins: bool,
    legal: Vec<String>,
    winning: Vec<String>,
}

/// Solves the positions of a record.
fn solved(record: &TestRecord, positions: &mut [RewritePosition]) -> Result<Solved, RewriteFault> {
    let mut legal = Vec::new();
    let mut winning = Vec::new();
    let mut values = Vec::new();
    let mut first_wins = record.rules.misere;
    if record.rules.misere {
        for position in positions.iter_mut() {
            first_wins = position.wins_misere()?;
        }
    } else {
        for position in positions.iter_mut() {
            values.push(position.value()?);
        }
        first_wins = values.iter().fold(0, |sum, value| sum ^ value) != 0;
    }
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    for (number, position) in positions.iter_mut().enumerate() {
        let moves = position.moves()?.to_vec();
        for (i, mv) in moves.iter().enumerate() {
            let text = move_text(position, number, mv);
            let wins = if record.rules.misere {
                !position.wins_misere_after(i)?
            } else {
                position.leads_to(i, sum ^ values[number])?
            };
            legal.push(text.clone());
            if wins && first_wins {
                winning.push(text);
            }
        }
    }
    Ok(Solved {
        values,
        first_wins,
        legal,
        winning,
    })
}

/// Joins texts, or returns a dash.
fn listed(texts: &[String]) -> String {
    if texts.is_empty() {
        "-".to_owned()
    } else {
        texts.join(" ")
    }
}

/// Answers a record; `None` if it asks what these tests do not answer.
pub fn answer(record: &TestRecord) -> Option<String> {
    let budget = Budget {
        memory: 1 << 28,
        work: 1 << 34,
        threads: 1,
    };
    let rewrites = Rewrites::new(&record.rules);
    let mut positions = Vec::new();
    for board in &record.positions {
        match rewrites.position(board, budget) {
            Ok(position) => positions.push(position),
            Err(RewriteFault::Limit(limit)) => return Some(format!("LIMIT {limit}")),
            Err(_) => return Some("ERROR".to_owned()),
        }
    }
    let solved = match solved(record, &mut positions) {
        Ok(solved) => solved,
        Err(RewriteFault::Limit(limit)) => return Some(format!("LIMIT {limit}")),
        Err(_) => return Some("ERROR".to_owned()),
    };
    let mut fields = Vec::new();
    for ask in &record.asks {
        fields.push(match ask.as_str() {
            "verdict" if solved.first_wins => format!("WIN {}", solved.winning.len()),
            "verdict" => "LOSE".to_owned(),
            "winner" if solved.first_wins => "FIRST".to_owned(),
            "winner" => "SECOND".to_owned(),
            "count" => solved.winning.len().to_string(),
            "moves" => listed(&solved.winning),
            "best" => {
                let best = solved.winning.first().or(solved.legal.first());
                best.cloned().unwrap_or_else(|| "-".to_owned())
            }
            "grundy" => solved.values.iter().fold(0, |a, b| a ^ b).to_string(),
            "values" => {
                let texts: Vec<String> = solved.values.iter().map(u32::to_string).collect();
                listed(&texts)
            }
            _ => return None,
        });
    }
    Some(fields.join(" | "))
}
