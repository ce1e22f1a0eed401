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
use super::names::Names;
use super::{Checked, Meter, rejected};
use crate::certificate::Labelled;
use crate::record::{Ask, Field, Move, Record, Value, Verdict};

/// What a certificate says of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Nothing.
    Missing,
    /// Its value and its rank.
    Finite(u32, u32),
    /// That it has no value.
    Infinite,
}

struct Graph {
    names: Names,
    followers: Lists,
    labels: Vec<Label>,
    /// K(u), ascending, each value with the least rank it has there: at the place of u's list of
    /// followers, this many.
    values: Vec<(u32, u32)>,
    lengths: Vec<u32>,
}

impl Graph {
    fn new(record: &Record<'_>, tokens: &[u32], labels: &[Labelled]) -> Checked<Graph> {
        let arcs = &record.rules.edges;
        let limit = match record.rules.limit.map(u32::try_from) {
            Some(Ok(limit)) if limit < u32::MAX => limit,
            _ => return rejected("there are not so many vertices"),
        };
        let is_vertex = |vertex: u32| (1..=limit).contains(&vertex);
        if !arcs.iter().all(|&(a, b)| is_vertex(a) && is_vertex(b)) {
            return rejected("an arc leads outside the graph");
        }
        if let Some(token) = tokens.iter().find(|&&token| !is_vertex(token)) {
            return rejected(format!("there is no vertex {token}"));
        }
        let names = Names::new(limit, arcs, tokens);
        let order = names.order();
        let mut all = vec![Label::Missing; order];
        for &Labelled { vertex, value } in labels {
            match names.index(vertex).map(|index| &mut all[index as usize]) {
                Some(label @ Label::Missing) => {
                    *label = value.map_or(Label::Infinite, |(value, rank)| Label::Finite(value, rank));
                }
                _ => return rejected(format!("there is no vertex {vertex}, or two labels for it")),
            }
        }
        let followers = Lists::new(order, |visit| {
            for &(from, to) in arcs {
                if let (Some(from), Some(to)) = (names.index(from), names.index(to)) {
                    visit(from, to);
                }
            }
        });
        let mut graph = Graph {
            values: vec![(0, 0); followers.len()],
            lengths: vec![0; order],
            labels: all,
            names,
            followers,
        };
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
                if let Label::Finite(value, rank) = self.labels[follower as usize] {
                    values[length] = (value, rank);
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

    fn label(&self, vertex: u32) -> Checked<Label> {
        match self.labels[vertex as usize] {
            Label::Missing => rejected(format!("vertex {} has no label", self.names.name(vertex))),
            label => Ok(label),
        }
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

    /// Checks the label of a vertex, and that all its followers have one.
    fn check(&self, vertex: u32) -> Checked<()> {
        let mex = (0..).zip(self.values(vertex)).take_while(|&(i, &(value, _))| i == value).count() as u32;
        let name = |vertex| self.names.name(vertex);
        let followers = || self.followers.of(vertex).iter().map(|&to| Ok((to, self.label(to)?)));
        match self.label(vertex)? {
            Label::Finite(value, rank) => {
                if value != mex {
                    return rejected(format!("vertex {} has the value {mex}, if any", name(vertex)));
                }
                for follower in followers() {
                    let (to, label) = follower?;
                    let is_smaller = matches!(label, Label::Finite(smaller, _) if smaller < value);
                    if !is_smaller && self.rank_of(to, value).is_none_or(|back| back >= rank) {
                        let (from, to) = (name(vertex), name(to));
                        return rejected(format!("from vertex {from}, play may go on at {to}"));
                    }
                }
            }
            _ => {
                let mut open = false;
                for follower in followers() {
                    let (to, label) = follower?;
                    open |= label == Label::Infinite && self.rank_of(to, mex).is_none();
                }
                if !open {
                    let vertex = name(vertex);
                    return rejected(format!("nothing keeps vertex {vertex} from having a value"));
                }
            }
        }
        Ok(())
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
            Label::Finite(value, _) => self.finite ^= u64::from(value),
            // Two are as many as any more.
            _ => {
                if let Some(place) = self.infinite.iter_mut().find(|place| place.is_none()) {
                    *place = Some(token);
                }
            }
        }
    }

    /// Who wins: with one infinite component, the player to move where its followers' values hold
    /// that of the rest; with more, no one.
    fn outcome(self, graph: &Graph) -> Outcome {
        match self.infinite {
            [None, _] if self.finite == 0 => Outcome::Lose,
            [None, _] => Outcome::Win,
            [Some(only), None] if graph.has(only, self.finite) => Outcome::Win,
            _ => Outcome::Draw,
        }
    }

    fn value(self, graph: &Graph) -> Value {
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
    graph: &'g Graph,
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
            Label::Finite(value, _) => Total { finite: total.finite ^ u64::from(value), ..self.total },
            _ => {
                let others = self.infinite.iter().filter(|&&other| other != index);
                others.for_each(|&other| total.add(self.tokens[other], Label::Infinite));
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
                let name = |vertex| u64::from(self.graph.names.name(vertex));
                let mv = Move::Heap { index, from: name(token), to: name(to) };
                first.get_or_insert(mv);
                if now != Outcome::Lose {
                    let mut after = others;
                    after.add(to, self.graph.label(to)?);
                    if after.outcome(self.graph) == goal {
                        reaching.push(mv);
                    }
                }
            }
        }
        Ok((reaching, first))
    }
}

pub(super) fn derive(record: &Record<'_>, labels: &[Labelled], meter: &Meter) -> Checked<Vec<Field>> {
    let tokens: Option<Vec<u32>> =
        record.position.numbers.iter().map(|&token| u32::try_from(token).ok()).collect();
    let Some(tokens) = tokens else { return rejected("a token is on no vertex") };
    let mut graph = Graph::new(record, &tokens, labels)?;
    // Whatever can be reached is labelled: each label's check asks for those of the followers.
    for vertex in (0..graph.labels.len() as u32).filter(|&v| graph.labels[v as usize] != Label::Missing) {
        graph.check(vertex)?;
    }
    // Moves are listed by ascending vertices, an arc named twice once.
    graph.followers.sort();
    let tokens: Vec<u32> = tokens.iter().filter_map(|&token| graph.names.index(token)).collect();
    let labels = tokens.iter().map(|&token| graph.label(token)).collect::<Checked<Vec<Label>>>()?;
    let mut total = Total::default();
    tokens.iter().zip(&labels).for_each(|(&token, &label)| total.add(token, label));
    let infinite = (0..labels.len()).filter(|&i| labels[i] == Label::Infinite).take(3).collect();
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
                Ask::Winner => Field::Winner(verdict(0)),
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
                    Field::Best(if outcome == Outcome::Lose { first } else { reaching.first().copied() })
                }
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}
