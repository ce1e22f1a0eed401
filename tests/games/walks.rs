//! Factor, geography and graph records against game search, which knows only the rules.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::collections::HashMap;

use grundy_base::edge::Edge;
use grundy_base::random::Random;
use grundy_base::range::Range;
use grundy_games::{Catalogue, Context, Goal, answer};
use grundy_record::{Ask, Field, GraphRules, Move, Record, Rules, Value, Verdict};

fn record(
    game: &str,
    limit: u64,
    edges: &[(u32, u32)],
    damaged: &[u64],
    position: &[u64],
) -> Record<'static> {
    let mut record = Record::default();
    let graph = GraphRules {
        vertices: limit,
        edges: edges.iter().copied().map(Edge::from).collect(),
    };
    record.rules = match game {
        "factor" => Rules::Number(limit),
        _ => Rules::Graph(graph),
    };
    record.modifiers.damaged_numbers = damaged.iter().map(|&n| Range { low: n, high: n }).collect();
    record.position.numbers = position.to_vec();
    record.asks.push(Ask::Verdict);
    record
}

/// Asks a record everything the search can tell: the moves that reach the verdict, and all legal
/// ones for `best`.
fn check(
    context: &Context,
    game: &str,
    record: &Record<'_>,
    verdict: Verdict,
    reaching: &[Move],
    legal: &[Move],
) {
    let name = game;
    let hint = || format!("{name} {:?} {:?}", record.rules, record.position.numbers);
    let catalogue = Catalogue::standard();
    let game = catalogue.find(game).unwrap();
    let mut instance = game
        .open(record, context)
        .unwrap_or_else(|f| panic!("{}: {f:?}", hint()));
    let mut asked = |ask| answer(&[], &mut *instance, ask, context).unwrap();
    let count = if let Verdict::Win(count) = verdict {
        count
    } else {
        0
    };
    assert_eq!(asked(Ask::Verdict), Field::Verdict(verdict), "{}", hint());
    assert_eq!(
        asked(Ask::Winner),
        Field::Winner(verdict.outcome()),
        "{}",
        hint()
    );
    assert_eq!(asked(Ask::Count), Field::Count(count), "{}", hint());
    assert_eq!(
        asked(Ask::Moves),
        Field::Moves(reaching.to_vec()),
        "{}",
        hint()
    );
    let best = reaching.first().or(legal.first()).cloned();
    assert_eq!(asked(Ask::Best), Field::Best(best), "{}", hint());
    let mut listed = Vec::new();
    let mut visit = |mv| {
        listed.push(mv);
        std::ops::ControlFlow::Continue(())
    };
    let _ = instance.visit(Goal::Legal, &mut visit).unwrap();
    assert_eq!(listed, legal, "{}", hint());
}

/// A walk that never returns, on a graph of at most 32 vertices: bit v is vertex v.
struct Walks {
    neighbours: Vec<u32>,
    known: HashMap<(u32, u32), bool>,
}

impl Walks {
    fn new(order: u32, edges: &[(u32, u32)]) -> Self {
        let mut neighbours = vec![0u32; order as usize + 1];
        for &(a, b) in edges {
            neighbours[a as usize] |= 1 << b;
            neighbours[b as usize] |= 1 << a;
        }
        Walks {
            neighbours,
            known: HashMap::new(),
        }
    }

    fn divisors(limit: u32) -> Self {
        let pairs = (1..=limit).flat_map(|a| (2..=limit / a).map(move |factor| (a, a * factor)));
        Walks::new(limit, &pairs.collect::<Vec<_>>())
    }

    /// Returns whether the player to move wins with the token on `token`, where the vertices of `gone` (that of the token
    /// among them) are out of play.
    fn wins(&mut self, gone: u32, token: u32) -> bool {
        if let Some(&known) = self.known.get(&(gone, token)) {
            return known;
        }
        let wins =
            bits(self.neighbours[token as usize] & !gone).any(|w| !self.wins(gone | 1 << w, w));
        self.known.insert((gone, token), wins);
        wins
    }

    /// Checks the position with these legal moves.
    fn check(&mut self, context: &Context, game: &str, record: &Record<'_>, gone: u32, legal: u32) {
        let winning = bits(legal)
            .filter(|&w| !self.wins(gone | 1 << w, w))
            .map(|w| Move::Number(w.into()));
        let winning: Vec<Move> = winning.collect();
        let legal: Vec<Move> = bits(legal).map(|w| Move::Number(w.into())).collect();
        let verdict = if winning.is_empty() {
            Verdict::Lose
        } else {
            Verdict::Win(winning.len() as u128)
        };
        check(context, game, record, verdict, &winning, &legal);
    }
}

fn bits(set: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |bit| set >> bit & 1 == 1)
}

fn evens(limit: u32) -> u32 {
    (2..=limit)
        .step_by(2)
        .fold(0, |set, number| set | 1 << number)
}

#[test]
fn every_position_of_factor_to_16() {
    let context = Context::default();
    for limit in 1..=16 {
        let mut walks = Walks::divisors(limit);
        walks.check(
            &context,
            "factor",
            &record("factor", limit.into(), &[], &[], &[]),
            0,
            evens(limit),
        );
        // There is one history for each position that differs: the numbers drawn, and the last of them.
        let mut seen = std::collections::HashSet::new();
        let mut stack: Vec<Vec<u64>> = bits(evens(limit)).map(|first| vec![first.into()]).collect();
        while let Some(history) = stack.pop() {
            let gone = history.iter().fold(0u32, |set, number| set | 1 << number);
            let last = *history.last().unwrap();
            if !seen.insert((gone, last)) {
                continue;
            }
            let legal = walks.neighbours[last as usize] & !gone;
            walks.check(
                &context,
                "factor",
                &record("factor", limit.into(), &[], &[], &history),
                gone,
                legal,
            );
            stack.extend(bits(legal).map(|next| [&history[..], &[next.into()]].concat()));
        }
    }
}

#[test]
fn random_positions_of_factor_to_22() {
    let context = Context::default();
    for limit in 17..=22u32 {
        let mut walks = Walks::divisors(limit);
        let mut random = Random::new(limit.into());
        for _ in 0..150 {
            let mut damaged: Vec<u64> = (0..random.below(4))
                .map(|_| 1 + random.below(limit.into()))
                .collect();
            damaged.retain(|&n| n != 4);
            let mut gone = damaged.iter().fold(0u32, |set, number| set | 1 << number);
            let mut history = Vec::new();
            let mut legal = evens(limit) & !gone;
            for _ in 0..4 + random.below(9) {
                let choices: Vec<u32> = bits(legal).collect();
                if choices.is_empty() {
                    break;
                }
                let next = choices[random.below(choices.len() as u64) as usize];
                history.push(next.into());
                gone |= 1 << next;
                legal = walks.neighbours[next as usize] & !gone;
            }
            walks.check(
                &context,
                "factor",
                &record("factor", limit.into(), &[], &damaged, &history),
                gone,
                legal,
            );
            // Games with numbers off the board differ from each other, so that what is known is of little use.
            if walks.known.len() > 2_000_000 {
                walks.known.clear();
            }
        }
    }
}

#[test]
fn fresh_games_with_damaged_numbers() {
    let context = Context::default();
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let limit = 1 + random.below(15) as u32;
        let damaged: Vec<u64> = (0..random.below(5))
            .map(|_| 1 + random.below(limit.into()))
            .collect();
        let gone = damaged.iter().fold(0u32, |set, number| set | 1 << number);
        let record = record("factor", limit.into(), &[], &damaged, &[]);
        Walks::divisors(limit).check(&context, "factor", &record, gone, evens(limit) & !gone);
    }
}

#[test]
fn random_walks_on_random_graphs() {
    let context = Context::default();
    for seed in 0..10_000 {
        let mut random = Random::new(seed);
        let order = 1 + random.below(10);
        let vertex = |random: &mut Random| 1 + random.below(order) as u32;
        let edges: Vec<(u32, u32)> = (0..random.below(2 * order + 1))
            .map(|_| (vertex(&mut random), vertex(&mut random)))
            .filter(|(a, b)| a != b)
            .collect();
        let mut walks = Walks::new(order as u32, &edges);
        let mut token = vertex(&mut random);
        let mut path = vec![u64::from(token)];
        let mut gone = 1u32 << token;
        for _ in 0..random.below(4) {
            let choices: Vec<u32> = bits(walks.neighbours[token as usize] & !gone).collect();
            if choices.is_empty() {
                break;
            }
            token = choices[random.below(choices.len() as u64) as usize];
            path.push(token.into());
            gone |= 1 << token;
        }
        let legal = walks.neighbours[token as usize] & !gone;
        walks.check(
            &context,
            "geography",
            &record("geography", order, &edges, &[], &path),
            gone,
            legal,
        );
        // This is the same graph with names far apart.
        let far = |v: u32| v * 100_000_007 / 3;
        let renamed: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (far(a), far(b))).collect();
        let path: Vec<u64> = path.iter().map(|&v| far(v as u32).into()).collect();
        let expected: Vec<Move> = bits(legal)
            .filter(|&w| !walks.wins(gone | 1 << w, w))
            .map(|w| Move::Number(far(w).into()))
            .collect();
        let record = record("geography", 4_000_000_000, &renamed, &[], &path);
        let catalogue = Catalogue::standard();
        let mut instance = catalogue
            .find("geography")
            .unwrap()
            .open(&record, &context)
            .unwrap();
        assert_eq!(
            answer(&[], &mut *instance, Ask::Moves, &context).unwrap(),
            Field::Moves(expected),
            "seed {seed}, renamed"
        );
    }
}

/// Outcomes of all placings of `count` tokens, by retrograde analysis on the product graph:
/// true won, false lost, none drawn.
fn placings(followers: &[Vec<u64>], count: usize) -> (Vec<Option<bool>>, impl Fn(&[u64]) -> usize) {
    let order = followers.len();
    let index = move |tokens: &[u64]| {
        tokens
            .iter()
            .fold(0, |at, &token| at * order + token as usize)
    };
    let all = order.pow(count as u32);
    let place = |mut at: usize| {
        let mut tokens = vec![0u64; count];
        for token in tokens.iter_mut().rev() {
            *token = (at % order) as u64;
            at /= order;
        }
        tokens
    };
    let moves: Vec<Vec<usize>> = (0..all)
        .map(|at| {
            let tokens = place(at);
            let mut next = Vec::new();
            for i in 0..count {
                for &to in &followers[tokens[i] as usize] {
                    let mut moved = tokens.clone();
                    moved[i] = to;
                    next.push(index(&moved));
                }
            }
            next
        })
        .collect();
    let mut outcome = vec![None; all];
    loop {
        let mut changed = false;
        for at in 0..all {
            if outcome[at].is_none() {
                if moves[at].iter().any(|&to| outcome[to] == Some(false)) {
                    outcome[at] = Some(true);
                } else if moves[at].iter().all(|&to| outcome[to] == Some(true)) {
                    outcome[at] = Some(false);
                }
                changed |= outcome[at].is_some();
            }
        }
        if !changed {
            return (outcome, index);
        }
    }
}

#[test]
fn tokens_on_random_graphs() {
    let context = Context::default();
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let order = 1 + random.below(6);
        let mut arcs = Vec::new();
        for _ in 0..random.below(3 * order + 1) {
            let (a, b) = (
                1 + random.below(order) as u32,
                1 + random.below(order) as u32,
            );
            let downward = seed % 3 > 0 && random.below(5) > 0;
            let arc = if downward {
                (a.max(b), a.min(b))
            } else {
                (a, b)
            };
            if a != b || seed % 5 == 0 {
                arcs.push(arc);
            }
        }
        // Vertex 0 is there, and nobody goes there.
        let mut followers = vec![Vec::new(); order as usize + 1];
        for &(a, b) in &arcs {
            followers[a as usize].push(u64::from(b));
        }
        for list in &mut followers {
            list.sort_unstable();
            list.dedup();
        }
        let count = (seed % 4) as usize;
        let (outcome, index) = placings(&followers, count);
        for _ in 0..4 {
            let tokens: Vec<u64> = (0..count).map(|_| 1 + random.below(order)).collect();
            let own = outcome[index(&tokens)];
            let mut reaching = Vec::new();
            let mut legal = Vec::new();
            for i in 0..count {
                for &to in &followers[tokens[i] as usize] {
                    let mv = Move::Heap {
                        index: i,
                        from: tokens[i],
                        to,
                    };
                    let mut moved = tokens.clone();
                    moved[i] = to;
                    legal.push(mv.clone());
                    if own != Some(false) && outcome[index(&moved)] == own.map(|_| false) {
                        reaching.push(mv);
                    }
                }
            }
            let verdict = match own {
                Some(true) => Verdict::Win(reaching.len() as u128),
                Some(false) => Verdict::Lose,
                None => Verdict::Draw,
            };
            check(
                &context,
                "graph",
                &record("graph", order, &arcs, &[], &tokens),
                verdict,
                &reaching,
                &legal,
            );
        }
    }
}

#[test]
fn values_of_tokens() {
    let context = Context::default();
    // 3 has no move: 0; 4 goes there: 1; 5 is a heap of 2. From 1 and 2 a token may also stay, so
    // they never need to leave: ∞ with the values they can take.
    let arcs = [
        (1, 1),
        (1, 3),
        (1, 4),
        (2, 2),
        (2, 3),
        (4, 3),
        (5, 4),
        (5, 3),
    ];
    let ask = |tokens: &[u64], ask| {
        let record = record("graph", 5, &arcs, &[], tokens);
        let catalogue = Catalogue::standard();
        let mut instance = catalogue
            .find("graph")
            .unwrap()
            .open(&record, &context)
            .unwrap();
        answer(&[], &mut *instance, ask, &context).unwrap()
    };
    assert_eq!(
        ask(&[1], Ask::Grundy),
        Field::Grundy(Value::Infinite(vec![0, 1]))
    );
    assert_eq!(
        ask(&[2], Ask::Grundy),
        Field::Grundy(Value::Infinite(vec![0]))
    );
    assert_eq!(
        ask(&[2, 5], Ask::Grundy),
        Field::Grundy(Value::Infinite(vec![2]))
    );
    assert_eq!(
        ask(&[2, 1], Ask::Grundy),
        Field::Grundy(Value::Infinite(vec![]))
    );
    assert_eq!(ask(&[5, 4], Ask::Grundy), Field::Grundy(Value::Finite(3)));
    assert_eq!(
        ask(&[5, 2], Ask::Values),
        Field::Values(vec![Value::Finite(2), Value::Infinite(vec![0])])
    );
    assert_eq!(ask(&[], Ask::Values), Field::Values(vec![]));
}
