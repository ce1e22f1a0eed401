//! Graphs: labels checked one vertex at a time, by the conditions that only the true labelling
//! meets (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986). With F(u) the followers of
//! u and K(u) the finite values among them:
//!
//! - A vertex of value m has m = mex K(u).
//! - Each follower of it that has a larger value or none has itself a follower of value m whose
//!   rank is smaller: an opponent who goes there is sent back, and play comes to an end.
//! - A vertex without value has a follower v without value such that mex K(u) ∉ K(v): no value
//!   could be given to it.
//!
//! In a graph without cycles all vertices have values, and the ranks are an order of play.
//!
//! Time: the followers' values are sorted once a vertex and searched once an arc.

use super::lists::Lists;
use super::names::Indices;
use super::{Checked, Meter, rejected};
use crate::certificate::Labelled;
use grundy_record::{Ask, Field, GraphRules, Move, Record, Value, Verdict};

/// What a certificate says of a vertex: its value and its rank, or that it has no value.
type Label = Option<(u32, u32)>;

/// The part of the graph that has labels; vertices are numbered as the certificate lists them.
struct Graph<'c> {
    listed: &'c [Labelled],
    indices: Indices,
    followers: Lists,
    /// K(u), ascending, each value with the least rank it has there: at the place of u's list of
    /// followers, this many.
    values: Vec<(u32, u32)>,
    lengths: Vec<u32>,
}

impl<'c> Graph<'c> {
    /// The vertices listed, if all that can be reached from them is listed, too.
    fn new(record: &Record<'_>, listed: &'c [Labelled]) -> Checked<Graph<'c>> {
        let Some(GraphRules { vertices, edges: arcs }) = record.rules.graph() else {
            return rejected("there is no graph");
        };
        let limit = match u32::try_from(*vertices) {
            Ok(limit) if limit < u32::MAX => limit,
            _ => return rejected("there are not so many vertices"),
        };
        let is_vertex = |vertex: u32| (1..=limit).contains(&vertex);
        if !arcs.iter().all(|&(a, b)| is_vertex(a) && is_vertex(b)) {
            return rejected("an arc leads outside the graph");
        }
        let is_dense = limit as usize <= 1024 + 4 * arcs.len();
        let indices = match Indices::new(limit, is_dense, listed.iter().map(|label| label.vertex)) {
            Ok(indices) => indices,
            Err(vertex) => return rejected(format!("there is no vertex {vertex}, or two labels for it")),
        };
        let mut missing = None;
        let followers = Lists::new(listed.len(), |visit| {
            for &(from, to) in arcs {
                let Some(from) = indices.of(from) else { continue };
                match indices.of(to) {
                    Some(to) => visit(from, to),
                    None => missing = Some(to),
                }
            }
        });
        if let Some(vertex) = missing {
            return rejected(format!("vertex {vertex} has no label"));
        }
        let values = vec![(0, 0); followers.len()];
        let mut graph = Graph { listed, indices, values, lengths: vec![0; listed.len()], followers };
        graph.gather();
        Ok(graph)
    }

    /// Finds K(u) for all u.
    fn gather(&mut self) {
        for vertex in 0..self.lengths.len() as u32 {
            let range = self.followers.range(vertex);
            let values = &mut self.values[range];
            let mut length = 0;
            for &follower in self.followers.of(vertex) {
                if let Some(label) = self.listed[follower as usize].value {
                    values[length] = label;
                    length += 1;
                }
            }
            values[..length].sort_unstable();
            let mut kept = 0;
            for i in 0..length {
                if kept == 0 || values[kept - 1].0 != values[i].0 {
                    values[kept] = values[i];
                    kept += 1;
                }
            }
            self.lengths[vertex as usize] = kept as u32;
        }
    }

    fn name(&self, vertex: u32) -> u32 {
        self.listed[vertex as usize].vertex
    }

    fn label(&self, vertex: u32) -> Label {
        self.listed[vertex as usize].value
    }

    /// K(u).
    fn values(&self, vertex: u32) -> &[(u32, u32)] {
        let start = self.followers.range(vertex).start;
        &self.values[start..start + self.lengths[vertex as usize] as usize]
    }

    /// The least rank of a follower of this value.
    fn rank_of(&self, vertex: u32, value: u32) -> Option<u32> {
        let values = self.values(vertex);
        values.binary_search_by_key(&value, |&(value, _)| value).ok().map(|at| values[at].1)
    }

    /// Checks the label of a vertex.
    fn check(&self, vertex: u32) -> Checked<()> {
        let mex = (0..).zip(self.values(vertex)).take_while(|&(i, &(value, _))| i == value).count() as u32;
        let followers = self.followers.of(vertex);
        let Some((value, rank)) = self.label(vertex) else {
            let is_open = |&to: &u32| self.label(to).is_none() && self.rank_of(to, mex).is_none();
            if followers.iter().any(is_open) {
                return Ok(());
            }
            return rejected(format!("nothing keeps vertex {} from having a value", self.name(vertex)));
        };
        if value != mex {
            return rejected(format!("vertex {} has the value {mex}, if any", self.name(vertex)));
        }
        let goes_on = |&&to: &&u32| {
            let is_smaller = self.label(to).is_some_and(|(smaller, _)| smaller < value);
            !is_smaller && self.rank_of(to, value).is_none_or(|back| back >= rank)
        };
        match followers.iter().find(goes_on) {
            Some(&to) => {
                let (from, to) = (self.name(vertex), self.name(to));
                rejected(format!("from vertex {from}, play may go on at {to}"))
            }
            None => Ok(()),
        }
    }

    /// Whether K(u) has this value.
    fn has(&self, vertex: u32, value: u64) -> bool {
        u32::try_from(value).is_ok_and(|value| self.rank_of(vertex, value).is_some())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Win,
    Lose,
    Draw,
}

/// A sum of tokens: the finite values added up, and the first two of those without.
#[derive(Clone, Copy, Default)]
struct Total {
    finite: u64,
    infinite: [Option<u32>; 2],
}

impl Total {
    fn add(&mut self, token: u32, label: Label) {
        match label {
            Some((value, _)) => self.finite ^= u64::from(value),
            // Two are as many as any more.
            None => {
                if let Some(place) = self.infinite.iter_mut().find(|place| place.is_none()) {
                    *place = Some(token);
                }
            }
        }
    }

    /// Who wins: with one infinite component, the player to move where its followers' values hold
    /// that of the rest; with more, no one.
    fn outcome(self, graph: &Graph<'_>) -> Outcome {
        match self.infinite {
            [None, _] if self.finite == 0 => Outcome::Lose,
            [None, _] => Outcome::Win,
            [Some(only), None] if graph.has(only, self.finite) => Outcome::Win,
            _ => Outcome::Draw,
        }
    }

    fn value(self, graph: &Graph<'_>) -> Value {
        match self.infinite {
            [None, _] => Value::Finite(self.finite),
            [Some(only), None] => {
                let moved = |&(value, _): &(u32, u32)| u64::from(value) ^ self.finite;
                let mut members: Vec<u64> = graph.values(only).iter().map(moved).collect();
                members.sort_unstable();
                Value::Infinite(members)
            }
            _ => Value::Infinite(Vec::new()),
        }
    }
}

/// The tokens of a position whose graph is labelled.
struct Tokens<'g> {
    graph: &'g Graph<'g>,
    tokens: Vec<u32>,
    labels: Vec<Label>,
    total: Total,
    /// The first three tokens without value: what there may be besides any one of them.
    infinite: Vec<usize>,
}

impl Tokens<'_> {
    /// What the tokens other than this one come to.
    fn without(&self, index: usize) -> Total {
        let mut total = Total { finite: self.total.finite, infinite: [None; 2] };
        match self.labels[index] {
            Some((value, _)) => Total { finite: total.finite ^ u64::from(value), ..self.total },
            None => {
                let others = self.infinite.iter().filter(|&&other| other != index);
                others.for_each(|&other| total.add(self.tokens[other], None));
                total
            }
        }
    }

    /// The moves that reach the outcome, and the first of all.
    fn moves(&self, meter: &Meter) -> Checked<(Vec<Move>, Option<Move>)> {
        let now = self.total.outcome(self.graph);
        let goal = if now == Outcome::Win { Outcome::Lose } else { Outcome::Draw };
        let (mut reaching, mut first) = (Vec::new(), None);
        for index in 0..self.tokens.len() {
            let token = self.tokens[index];
            let others = self.without(index);
            let mut before = None;
            let followers = self.graph.followers.of(token);
            meter.spend(1 + followers.len() as u64)?;
            for &to in followers.iter().filter(|&&to| before.replace(to) != Some(to)) {
                let name = |vertex| u64::from(self.graph.name(vertex));
                let mv = Move::Heap { index, from: name(token), to: name(to) };
                first.get_or_insert_with(|| mv.clone());
                if now != Outcome::Lose {
                    let mut after = others;
                    after.add(to, self.graph.label(to));
                    if after.outcome(self.graph) == goal {
                        reaching.push(mv);
                    }
                }
            }
        }
        Ok((reaching, first))
    }
}

pub(super) fn derive(record: &Record<'_>, listed: &[Labelled], meter: &Meter) -> Checked<Vec<Field>> {
    let mut graph = Graph::new(record, listed)?;
    (0..listed.len() as u32).try_for_each(|vertex| graph.check(vertex))?;
    let index = |&token: &u64| match u32::try_from(token).ok().and_then(|token| graph.indices.of(token)) {
        Some(vertex) => Ok(vertex),
        None => rejected(format!("vertex {token} has no label")),
    };
    let tokens = record.position.numbers.iter().map(index).collect::<Checked<Vec<u32>>>()?;
    let labels: Vec<Label> = tokens.iter().map(|&token| graph.label(token)).collect();
    // Moves are listed by ascending vertices, an arc named twice once.
    let mut with_tokens = tokens.clone();
    with_tokens.sort_unstable();
    with_tokens.dedup();
    for vertex in with_tokens {
        graph.followers.sort_by_key(vertex, |&follower| listed[follower as usize].vertex);
    }
    let mut total = Total::default();
    tokens.iter().zip(&labels).for_each(|(&token, &label)| total.add(token, label));
    let infinite = (0..labels.len()).filter(|&i| labels[i].is_none()).take(3).collect();
    let tokens = Tokens { graph: &graph, tokens, labels, total, infinite };
    let outcome = total.outcome(tokens.graph);
    let verdict = |count: usize| match outcome {
        Outcome::Win => Verdict::Win(count as u128),
        Outcome::Lose => Verdict::Lose,
        Outcome::Draw => Verdict::Draw,
    };
    record
        .asks
        .iter()
        .map(|&ask| {
            Ok(match ask {
                Ask::Verdict if outcome != Outcome::Win => Field::Verdict(verdict(0)),
                Ask::Verdict => Field::Verdict(verdict(tokens.moves(meter)?.0.len())),
                Ask::Winner => Field::Winner(verdict(0).outcome()),
                Ask::Count if outcome != Outcome::Win => Field::Count(0),
                Ask::Count => Field::Count(tokens.moves(meter)?.0.len() as u128),
                Ask::Grundy => Field::Grundy(total.value(tokens.graph)),
                Ask::Values => {
                    let value = |(&token, &label): (&u32, &Label)| {
                        let mut alone = Total::default();
                        alone.add(token, label);
                        alone.value(tokens.graph)
                    };
                    Field::Values(tokens.tokens.iter().zip(&tokens.labels).map(value).collect())
                }
                Ask::Moves => Field::Moves(tokens.moves(meter)?.0),
                Ask::Best => {
                    let (reaching, first) = tokens.moves(meter)?;
                    Field::Best(if outcome == Outcome::Lose { first } else { reaching.first().cloned() })
                }
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}
