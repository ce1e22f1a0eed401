//! Several numbers that are one position: two piles, rows of piles, strips of coins. All but Moore's game are played by a
//! rule in the language of rules.

use crate::moves::rule::Rule;
use crate::moves::vocabulary::*;

/// How many moves of Moore's game are listed at once, and the largest numbers that rules compute with.
const MAX_LISTED_MOVES: u128 = 200_000;
const MAX_NUMBER: u64 = 1 << 41;

/// The most piles of which a rule is written: its text grows with the square of their number.
const MAX_PILES: usize = 200;

/// A game by its name and its number; the rule that it is played by.
struct Piles {
    game: String,
    number: u64,
    rule: Option<Rule>,
}

/// Reads a record of one of these games.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let number = match &given.words[..] {
        [] => None,
        [number] => Some(text::number_within(number, u64::MAX)?),
        _ => return Err(Fail::Wrong),
    };
    let (game, number) = match (given.record.game.as_str(), number) {
        ("euclid", None) => ("euclid", u64::from(given.has("positive"))),
        ("fibonacci-nim", None) => ("take-away", 2),
        ("wythoff", None) => ("wythoff", 1),
        (game @ ("wythoff" | "take-away" | "moore"), Some(number)) => (game, number),
        (game, None) if !text::lists("take-away moore", game) => (game, 0),
        _ => return Err(Fail::Wrong),
    };
    let tuples = given.tuples()?;
    let mut positions = if is_row(game) {
        vec![given.record.numbers()?]
    } else {
        tuples
    };
    let right = |numbers: &Vec<u64>| match game {
        "wythoff" | "euclid" => numbers.len() == 2,
        "take-away" => numbers.len() <= 2,
        "silver-dollar" => numbers.iter().all_unique() && !numbers.contains(&0),
        "welter" => numbers.iter().all_unique(),
        _ => true,
    };
    Fail::Wrong.when(!positions.iter().all(right))?;
    let written: Vec<String> = positions.iter().map(|position| joined(position)).collect();
    if game == "take-away" {
        // At first not all may be taken.
        let single = positions.iter_mut().filter(|heap| heap.len() == 1);
        single.for_each(|heap| heap.push(heap[0].saturating_sub(1)));
    }
    let piles = positions.first().map_or(2, Vec::len);
    let rule = rule(game, number, piles)
        .map(|text| Rule::read(&text))
        .transpose()?;
    Ok(Play::new(
        Piles {
            game: game.to_owned(),
            number,
            rule,
        },
        positions,
    )
    .written(written))
}

/// The rule of a game with this many numbers, if there is one and it is written in few words.
///
/// - `staircase`: coins on steps, any number of them from one step to the one below.
/// - `silver-dollar`: coins on squares from 1, one to the left, not over or onto another.
/// - `welter`: coins on squares from 0, one to the left, not onto another (Welter 1954).
/// - `end-nim`: any number from a pile at an end of what is left (Albert and Nowakowski 2001).
/// - `sequential-nim`: any number from the first pile that is left.
/// - `wythoff`: i from one pile and j from the other, one of them 0 or |i − j| < K (Wythoff 1907, Fraenkel 1982).
/// - `euclid`: a multiple of one number from the other, which stays at least as large as this (Cole and Davie 1969).
/// - `take-away`: at most K times what was taken before (Schwenk 1970); Fibonacci nim for K = 2 (Whinihan 1963).
fn rule(game: &str, number: u64, count: usize) -> Option<String> {
    let number = number.min(MAX_NUMBER);
    // The piles a0, a1, …, some of which change.
    let piles = |changed: &[(usize, &str)]| {
        let change = |i: usize| {
            changed
                .iter()
                .find(|(at, _)| *at == i)
                .map_or("", |(_, change)| change)
        };
        format!(
            "[{}]",
            (0..count).map(|i| format!("a{i}{}", change(i))).join(",")
        )
    };
    // A move in one pile, if these conditions about the others hold.
    let each = |if_others: &dyn Fn(usize, usize) -> Option<String>| {
        let conds = |i: usize| {
            (0..count)
                .filter(move |&j| j != i)
                .filter_map(move |j| if_others(i, j))
        };
        let kind = |i: usize| {
            let conds = conds(i).map(|cond| format!(" if {cond}")).join("");
            format!("{} for k in 1..a{i}{conds}", piles(&[(i, "-k")]))
        };
        (0..count).map(kind).join(" | ")
    };
    let before = |i: usize, j: usize| (j < i).then(|| format!("a{j} == 0"));
    let after = |i: usize, j: usize| (j > i).then(|| format!("a{j} == 0"));
    let kinds = match game {
        "wythoff" => format!(
            "[a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-i,b-j] for i in 1..a, j in 1..b if abs(i-j) < {number}"
        ),
        "euclid" => format!(
            "[a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a ; legal if a >= {number} and b >= {number}"
        ),
        "take-away" => format!("[a-k,k*{number}] for k in 1..min(a,b)"),
        _ if count == 0 || count > MAX_PILES => return None,
        "staircase" => {
            let below = |i: usize| i.checked_sub(1).map(|below| (below, "+k"));
            let down = |i: usize| {
                piles(
                    &[Some((i, "-k")), below(i)]
                        .into_iter()
                        .flatten()
                        .collect_vec(),
                )
            };
            (0..count)
                .map(|i| format!("{} for k in 1..a{i}", down(i)))
                .join(" | ")
        }
        "silver-dollar" => {
            let free = |i: usize, j: usize| Some(format!("(a{j} < a{i}-k or a{j} > a{i})"));
            format!(
                "{} ; legal if {}",
                each(&free),
                (0..count).map(|i| format!("a{i} > 0")).join(" and ")
            )
        }
        "welter" => each(&|i, j| Some(format!("a{j} != a{i}-k"))),
        "end-nim" => format!("{} | {}", each(&before), each(&after)),
        "sequential-nim" => each(&before),
        _ => return None,
    };
    let pattern = if is_row(game) {
        piles(&[])
    } else {
        "[a,b]".to_owned()
    };
    Some(format!("{pattern} -> {kinds}"))
}

/// Whether the numbers of a record are one position, else each tuple is one.
fn is_row(game: &str) -> bool {
    !text::lists("wythoff euclid take-away", game)
}

/// Moves that lower up to `most` heaps from this one on, besides those lowered already: by the first of
/// them, by how many it loses, and then those that stop there before those that go on (Moore 1910).
fn several(
    position: &[u64],
    from: usize,
    most: u64,
    next: &mut PositionNumbers,
    moves: &mut Vec<ListedMove>,
) {
    for index in (from..position.len()).filter(|_| most > 0) {
        for to in (0..position[index]).rev() {
            next[index] = to;
            moves.push(ListedMove::to(next));
            several(position, index + 1, most - 1, next, moves);
        }
        next[index] = position[index];
    }
}

impl GameDefinition for Piles {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let many = |all: u128, &heap: &u64| all.saturating_mul(u128::from(heap) + 1);
        let is_moore = self.game == "moore";
        Fail::TooLarge.when(
            position.iter().any(|&number| number > MAX_NUMBER)
                || position.len() > MAX_PILES && !is_moore
                || is_moore && position.iter().fold(1, many) > MAX_LISTED_MOVES,
        )?;
        let mut moves = self
            .rule
            .as_ref()
            .map_or(Ok(Vec::new()), |rule| rule.moves(position))?;
        if is_moore {
            several(position, 0, self.number, &mut position.into(), &mut moves);
        }
        let name = |mv: ListedMove| {
            if is_row(&self.game) {
                mv.named(Name::Changes)
            } else {
                mv
            }
        };
        Ok(moves.into_iter().map(name).collect())
    }

    fn is_far(&self, position: &[u64]) -> bool {
        let sizes = position
            .iter()
            .fold(1, |all: u64, &size| all.saturating_mul(size));
        match self.game.as_str() {
            "wythoff" => sizes > 2 * MAX_POSITIONS as u64,
            "take-away" => sizes > 10 * MAX_POSITIONS as u64,
            _ => false,
        }
    }

    fn numbers(&self, component: &WrittenComponent) -> usize {
        if is_row(&self.game) {
            component.position.len()
        } else {
            1
        }
    }

    fn canonical(&self, mut position: PositionNumbers) -> PositionNumbers {
        match self.game.as_str() {
            // A limit above the heap is as good as the heap.
            "take-away" => position[1] = position[1].min(position[0]),
            "end-nim" | "sequential-nim" => {
                let piles = position.len();
                position.retain(|pile| *pile > 0);
                position.resize(piles, 0);
            }
            "staircase" => {}
            _ => position.sort_unstable(),
        }
        position
    }

    fn theorem(&self) -> Res<Theorem<'_>> {
        theorems::of_piles(&self.game, self.number).ok_or(Fail::TooLarge)
    }
}
