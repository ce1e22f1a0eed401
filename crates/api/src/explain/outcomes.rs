//! Explanations of positions without Grundy values, flags among them: the outcome that each move leaves.

use itertools::Itertools;

use super::examples::MAX_EXPLAINED_ITEMS;
use crate::text::list;
use crate::{Error, Moves, Position};
use grundy_record::{Move, Outcome, Period, Verdict};

/// The largest heap of flags whose losing numbers are all computed, to show the last of them.
const MAX_FLAGS_HEAP: u64 = 1_000_000;

pub(super) fn explain(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let mut lines = vec![match verdict {
        Verdict::Win(_) => {
            "A position is won when some move leaves one that is lost for the other.".into()
        }
        Verdict::Lose => {
            "A position is lost when every move leaves one that is won for the other.".into()
        }
        Verdict::Draw => {
            "A position is drawn when no move leaves a lost one and some move a drawn one.".into()
        }
    }];
    let mut moves = match verdict {
        Verdict::Win(1..) | Verdict::Draw => position.some_winning_moves()?,
        _ => Vec::new(),
    };
    moves.truncate(MAX_EXPLAINED_ITEMS / 2);
    let legal = position.first_moves(MAX_EXPLAINED_ITEMS)?;
    moves.extend(legal.moves);
    let moves: Vec<Move> = moves
        .into_iter()
        .unique()
        .take(MAX_EXPLAINED_ITEMS)
        .collect();
    let left = |_: &Move, next: &Position<'_>| {
        Ok(match next.outcome()? {
            Outcome::Lose => "a lost position: this wins".into(),
            Outcome::Win => match next.best() {
                Ok(Some(reply)) if verdict == Verdict::Lose => {
                    format!("a position from which the other wins, by {reply}")
                }
                _ => "a position from which the other wins".into(),
            },
            Outcome::Draw => "a draw".into(),
        })
    };
    lines.extend(each_move(
        position,
        &Moves {
            moves,
            more: legal.more,
        },
        left,
    )?);
    Ok(lines)
}

/// Explains a position of a rule that has no values. Nothing shorter than the search is known.
pub(super) fn of_rule(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let misere = position.record_line().contains("misere");
    let ends = if misere {
        ", which are won under misère play"
    } else {
        ""
    };
    let mut lines = vec![format!(
        "No shorter reason is known than a search: what each move leaves is won or lost for the same reason, down to \
         positions without a move{ends}."
    )];
    lines.extend(explain(position, verdict)?);
    Ok(lines)
}

/// Writes a line for each move: the move and what it leaves.
fn each_move(
    position: &Position<'_>,
    Moves { moves, more }: &Moves,
    left: impl Fn(&Move, &Position<'_>) -> Result<String, Error>,
) -> Result<Vec<String>, Error> {
    let options = moves
        .iter()
        .filter_map(|mv| Some((mv, position.option(mv)?)));
    let lines = options.map(|(mv, next)| Ok(format!("  {mv}   leaves {}", left(mv, &next)?)));
    lines.chain(more.then(|| Ok("  …".into()))).collect()
}

/// Explains flags: the outcome that each move leaves, the losing numbers, their period.
pub(super) fn of_flags(position: &Position<'_>, verdict: Verdict) -> Result<Vec<String>, Error> {
    let mut lines = vec![
        position.rules_in_words(),
        "So numbers are decided from below: one is winning when a move leaves a losing number, losing when \
         every move leaves a winning one, and a draw otherwise."
            .into(),
        String::new(),
    ];
    let heaps = &position.record().position.numbers;
    let heap = heaps.first().copied().unwrap_or(0);
    let legal = position.first_moves(MAX_EXPLAINED_ITEMS)?;
    let left = |mv: &Move, next: &Position<'_>| {
        let to = match mv {
            Move::Heap { to, .. } => *to,
            _ => 0,
        };
        Ok(match next.outcome()? {
            Outcome::Lose => format!("{to}, a losing number: this wins"),
            Outcome::Win => format!("{to}, from which the other wins"),
            Outcome::Draw => format!("{to}, a draw"),
        })
    };
    lines.extend(each_move(position, &legal, left)?);
    if legal.moves.is_empty() {
        lines.push(match verdict {
            Verdict::Draw => format!("From {heap} nothing can be taken."),
            _ => format!("At {heap} play is over."),
        });
    }
    lines.push(String::new());
    if heap <= MAX_FLAGS_HEAP {
        let numbers = position.losing()?;
        // The numbers nearest to the heap matter most.
        let hidden = numbers.len().saturating_sub(2 * MAX_EXPLAINED_ITEMS);
        let dots = if hidden > 0 { "… " } else { "" };
        lines.push(format!(
            "Losing numbers to {heap}: {dots}{}",
            list(&numbers[hidden..], usize::MAX)
        ));
        if let Some(target) = numbers.iter().rev().find(|&&number| number < heap) {
            lines.push(format!("The next one below {heap} is {target}."));
        }
    }
    let end = position.record().modifiers.left.unwrap_or(0);
    lines.push(match position.period()? {
        Some(Period {
            preperiod, period, ..
        }) => format!(
            "From {} on, winning, losing and drawn numbers repeat every {period} (proved).",
            u128::from(end) + u128::from(preperiod)
        ),
        None => {
            "No period of winning, losing and drawn numbers was found within the limits.".into()
        }
    });
    Ok(lines)
}
