//! Positional games: boards with random damage, random graphs, sets and orders, bars with bites taken.

use super::{BoardForm, Error, Parameters, Share, Sink, check, numbers};
use crate::random::Random;
use crate::record::{Size, Slot};

/// The share of damaged cells where none is asked for, in 65536ths: empty boards would all be the same.
const USUAL_DAMAGE: u32 = 1 << 14;

/// The most cells of a board: it is drawn at once.
const MAX_CELLS: u64 = 1 << 26;

pub(super) fn write(
    form: Slot,
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let own = |sink: &mut Sink<'_>, otherwise: &str| {
        sink.word(parameters.rules.as_deref().unwrap_or(otherwise));
    };
    match form {
        Slot::Shapes => own(sink, "tromino"),
        Slot::Piece => own(sink, "queen"),
        _ => {}
    }
    let graph = |sink: &mut Sink<'_>, random: &mut Random| match &parameters.rules {
        Some(rules) => {
            sink.word(rules);
            Ok(())
        }
        None => lists(form, parameters, random, sink),
    };
    match form {
        Slot::Board | Slot::Shapes | Slot::Piece => {
            return board(parameters, random, sink);
        }
        Slot::GraphOrBoard if parameters.limit.is_none() && parameters.rules.is_none() => {
            return board(parameters, random, sink);
        }
        Slot::GraphOrBoard | Slot::Edges | Slot::Sets | Slot::Order => graph(sink, random)?,
        _ => bar(parameters, random, sink)?,
    }
    sink.keywords(parameters);
    sink.text(":");
    sink.end(parameters);
    Ok(())
}

/// Boards of Notakto with up to three crosses each.
pub(super) fn notakto(
    parameters: &Parameters,
    random: &mut Random,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    sink.keywords(parameters);
    sink.text(":");
    for _ in 0..check("--heaps", parameters.count_of_heaps().unwrap_or(2), 0, 1 << 24)? {
        let mut rows = [*b"...", *b"...", *b"..."];
        for _ in 0..random.below(4) {
            rows[random.below(3) as usize][random.below(3) as usize] = b'X';
        }
        for (i, row) in rows.iter().enumerate() {
            sink.text(if i == 0 { " " } else { "/" });
            sink.text(&String::from_utf8_lossy(row));
        }
    }
    sink.end(parameters);
    Ok(())
}

fn board(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    let size = parameters.size.unwrap_or(Size { rows: 5, cols: 5 });
    let cells = check("the number of cells", size.rows.saturating_mul(size.cols), 1, MAX_CELLS)?;
    let mut free = vec![true; cells as usize];
    match parameters.damage {
        Some(Share::Count(count)) => {
            for cell in random.distinct(check("--damage", count, 0, cells)?, cells) {
                free[cell as usize] = false;
            }
        }
        None | Some(Share::Part(_)) => {
            let part = match parameters.damage {
                Some(Share::Part(part)) => part,
                _ => USUAL_DAMAGE,
            };
            free.iter_mut().for_each(|free| *free = random.below(1 << 16) >= u64::from(part));
        }
    }
    let rows = free
        .chunks(size.cols as usize)
        .map(|row| -> String { row.iter().map(|&free| if free { '.' } else { 'X' }).collect() });
    if parameters.form == BoardForm::Inline {
        for (i, row) in rows.enumerate() {
            sink.text(if i == 0 { " " } else { "/" });
            sink.text(&row);
        }
        sink.keywords(parameters);
        sink.end(parameters);
        return Ok(());
    }
    sink.spaced(size.rows);
    sink.text("x");
    sink.number(size.cols);
    sink.keywords(parameters);
    if parameters.form == BoardForm::Block {
        sink.end(parameters);
        for row in rows {
            sink.text(&row);
            sink.text("\n");
        }
        return Ok(());
    }
    let damaged: Vec<u64> = (0..cells).filter(|&cell| !free[cell as usize]).collect();
    if !damaged.is_empty() {
        sink.text(" damaged");
    }
    for cell in damaged {
        sink.tuple(&[cell / size.cols + 1, cell % size.cols + 1]);
    }
    sink.text(":");
    sink.end(parameters);
    Ok(())
}

/// Vertices with random edges, pairs from smaller to larger elements, or sets of one to three.
fn lists(form: Slot, parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    let vertices = check("the number of vertices", parameters.limit.unwrap_or(10), 1, 1 << 26)?;
    let count = check("--edges", parameters.edges.unwrap_or(vertices), 0, 1 << 28)?;
    sink.spaced(vertices);
    let sets = form == Slot::Sets;
    let mut pairs = match parameters.distinct && !sets {
        true => numbers::pairs(vertices, true, count, random)?,
        false => Vec::new(),
    }
    .into_iter();
    let mut drawn = fxhash::FxHashSet::default();
    if parameters.distinct && sets {
        let v = u128::from(vertices);
        let all = v + v * v.saturating_sub(1) / 2 + v * v.saturating_sub(1) * v.saturating_sub(2) / 6;
        check("--edges", count, 0, u64::try_from(all).unwrap_or(u64::MAX))?;
    }
    for _ in 0..count {
        if let Some((from, to)) = pairs.next() {
            sink.spaced(from.min(to));
            sink.text(if form == Slot::Order { "<" } else { "-" });
            sink.number(from.max(to));
        } else if sets {
            let set = loop {
                let size = 1 + random.below(3);
                let mut set = random.distinct(size, vertices);
                set.iter_mut().for_each(|vertex| *vertex += 1);
                set.sort_unstable();
                if !parameters.distinct || drawn.insert(set.clone()) {
                    break set;
                }
            };
            sink.tuple(&set);
        } else if vertices > 1 {
            let from = random.within(1, vertices);
            let other = random.within(1, vertices - 1);
            let to = if other < from { other } else { other + 1 };
            sink.spaced(from.min(to));
            sink.text(if form == Slot::Order { "<" } else { "-" });
            sink.number(from.max(to));
        }
        sink.flush_when_full()?;
    }
    Ok(())
}

fn bar(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    if let Some(rules) = &parameters.rules {
        sink.word(rules);
        return Ok(());
    }
    let size = parameters.size.unwrap_or(Size { rows: 4, cols: 6 });
    let rows = check("the number of rows", size.rows, 1, 1 << 16)?;
    sink.text(" rows");
    let mut most = size.cols;
    for _ in 0..rows {
        let low = if most == size.cols { 1 } else { 0 };
        most = random.within(most.saturating_sub(size.cols / 2).max(low), most);
        sink.spaced(most);
    }
    Ok(())
}
