//! Graphs: labels checked one vertex at a time, by the conditions that only the true labelling
//! meets (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986). With F(u) the followers of
//! u and K(u) the finite values among them:
//!
//! - A vertex of value m has m = mex K(u).
//! - Each follower of it that has a larger value or none has itself a follower of value m whose
//!   rank is smaller: an opponent who goes there is sent back, and play comes to an end.
//! - A vertex without value has a follower v without value such that mex K(u) ∉ K(v): no value
//!   could be given to it.

use fxhash::FxHashMap;

use super::{CELLS, Checked, rejected, unproved};
use crate::certificate::Labelled;
use crate::record::{Ask, Field, Move, Record, Value, Verdict};

struct Graph {
    followers: FxHashMap<u32, Vec<u32>>,
    labels: FxHashMap<u32, Option<(u32, u32)>>,
}

impl Graph {
    fn of(&self, vertex: u32) -> &[u32] {
        self.followers.get(&vertex).map_or(&[], Vec::as_slice)
    }

    fn label(&self, vertex: u32) -> Checked<Option<(u32, u32)>> {
        match self.labels.get(&vertex) {
            Some(&label) => Ok(label),
            None => rejected(format!("vertex {vertex} has no label")),
        }
    }

    /// K(u), ascending.
    fn values(&self, vertex: u32) -> Checked<Vec<u32>> {
        let mut values = Vec::new();
        for &follower in self.of(vertex) {
            values.extend(self.label(follower)?.map(|(value, _)| value));
        }
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    fn check(&self, vertex: u32) -> Checked<()> {
        let values = self.values(vertex)?;
        let mex = (0..).zip(&values).take_while(|(i, value)| i == *value).count() as u32;
        match self.label(vertex)? {
            Some((value, rank)) => {
                if value != mex {
                    return rejected(format!("vertex {vertex} has the value {mex}, if any"));
                }
                for &follower in self.of(vertex) {
                    if self.label(follower)?.is_some_and(|(smaller, _)| smaller < value) {
                        continue;
                    }
                    let back = |&w: &u32| {
                        let label = self.labels.get(&w).copied().flatten();
                        label.is_some_and(|(v, r)| v == value && r < rank)
                    };
                    if !self.of(follower).iter().any(back) {
                        return rejected(format!("from vertex {vertex}, play may go on at {follower}"));
                    }
                }
            }
            None => {
                let mut open = false;
                for &follower in self.of(vertex) {
                    open |= self.label(follower)?.is_none()
                        && self.values(follower)?.binary_search(&mex).is_err();
                }
                if !open {
                    return rejected(format!("nothing keeps vertex {vertex} from having a value"));
                }
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Win,
    Lose,
    Draw,
}

/// What a sum of labels comes to: its value, where ∞ carries the set, already moved by the finite
/// values.
fn add(labels: &[Value]) -> Value {
    let mut finite = 0;
    let mut set: Option<Vec<u64>> = None;
    for label in labels {
        match label {
            Value::Finite(value) => finite ^= value,
            Value::Infinite(members) => {
                set = Some(if set.is_none() { members.clone() } else { Vec::new() });
            }
        }
    }
    match set {
        None => Value::Finite(finite),
        Some(mut members) => {
            members.iter_mut().for_each(|member| *member ^= finite);
            members.sort_unstable();
            Value::Infinite(members)
        }
    }
}

fn outcome(value: &Value) -> Outcome {
    match value {
        Value::Finite(0) => Outcome::Lose,
        Value::Finite(_) => Outcome::Win,
        Value::Infinite(members) if members.binary_search(&0).is_ok() => Outcome::Win,
        Value::Infinite(_) => Outcome::Draw,
    }
}

pub(super) fn derive(record: &Record<'_>, labels: &[Labelled]) -> Checked<Vec<Field>> {
    if record.rules.edges.len() as u64 > CELLS {
        return unproved("the graph has too many arcs");
    }
    let mut graph = Graph { followers: FxHashMap::default(), labels: FxHashMap::default() };
    for &(from, to) in &record.rules.edges {
        graph.followers.entry(from).or_default().push(to);
    }
    for followers in graph.followers.values_mut() {
        followers.sort_unstable();
        followers.dedup();
    }
    for &Labelled { vertex, value } in labels {
        if graph.labels.insert(vertex, value).is_some() {
            return rejected(format!("vertex {vertex} is labelled twice"));
        }
    }
    // Whatever can be reached is labelled: each label's check looks up those of the followers.
    for &Labelled { vertex, .. } in labels {
        graph.check(vertex)?;
    }
    let value_of = |vertex: u32| -> Checked<Value> {
        Ok(match graph.label(vertex)? {
            Some((value, _)) => Value::Finite(u64::from(value)),
            None => Value::Infinite(graph.values(vertex)?.into_iter().map(u64::from).collect()),
        })
    };
    let tokens: Vec<u32> = record.position.numbers.iter().map(|&token| token as u32).collect();
    let values = tokens.iter().map(|&token| value_of(token)).collect::<Checked<Vec<Value>>>()?;
    let total = add(&values);
    let outcome_now = outcome(&total);
    let moves = || -> Checked<(Vec<Move>, Option<Move>)> {
        let goal = if outcome_now == Outcome::Win { Outcome::Lose } else { Outcome::Draw };
        let (mut reaching, mut first) = (Vec::new(), None);
        let mut steps = 0;
        for (index, &token) in tokens.iter().enumerate() {
            // The sum of the others, kept apart: adding is not undone where two are infinite.
            let others: Vec<Value> =
                values.iter().enumerate().filter(|&(i, _)| i != index).map(|(_, v)| v.clone()).collect();
            steps += others.len() as u64;
            if steps > CELLS {
                return unproved("enumerating the moves takes too many steps");
            }
            let others = add(&others);
            // Two infinite ones have lost their sets; one more keeps it so.
            for &to in graph.of(token) {
                let mv = Move::Heap { index, from: u64::from(token), to: u64::from(to) };
                first.get_or_insert(mv);
                if outcome_now != Outcome::Lose && outcome(&add(&[others.clone(), value_of(to)?])) == goal {
                    reaching.push(mv);
                }
            }
        }
        Ok((reaching, first))
    };
    record
        .asks
        .iter()
        .map(|&ask| {
            Ok(match ask {
                Ask::Verdict => Field::Verdict(match outcome_now {
                    Outcome::Win => Verdict::Win(moves()?.0.len() as u128),
                    Outcome::Lose => Verdict::Lose,
                    Outcome::Draw => Verdict::Draw,
                }),
                Ask::Winner => Field::Winner(match outcome_now {
                    Outcome::Win => Verdict::Win(0),
                    Outcome::Lose => Verdict::Lose,
                    Outcome::Draw => Verdict::Draw,
                }),
                Ask::Count => Field::Count(match outcome_now {
                    Outcome::Win => moves()?.0.len() as u128,
                    _ => 0,
                }),
                Ask::Grundy => Field::Grundy(total.clone()),
                Ask::Values => Field::Values(values.clone()),
                Ask::Moves => Field::Moves(moves()?.0),
                Ask::Best => {
                    let (reaching, first) = moves()?;
                    Field::Best(if outcome_now == Outcome::Lose { first } else { reaching.first().copied() })
                }
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}
