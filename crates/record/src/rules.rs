//! The rules and the position of a record, as its text gives them.

use std::fmt;
use std::sync::Arc;

use grundy_base::edge::Edge;
use grundy_base::range::Range;
use grundy_rules::named::NamedSet;
use grundy_rules::parts::{CoinRule, Digit};
use grundy_rules::rewrite::Rewriting;
use grundy_rules::tree::Rule;

use smallvec::SmallVec;

use super::{Keyword, KeywordSet, Piece, Shape, Size, Taken, TakenSet, Tuple, WrittenLetters};

/// A step of a leaper: the numbers that it adds to row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The number added to the row; −64 to 64.
    pub drow: i8,
    /// The number added to the column; −64 to 64.
    pub dcol: i8,
}

/// A list of tuples of 1 to 8 numbers, or of lists of any length.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tuples(Vec<SmallVec<[u64; 2]>>);

impl Tuples {
    /// Returns the arity of the first tuple; 0 while there is none.
    pub fn arity(&self) -> usize {
        self.0.first().map_or(0, SmallVec::len)
    }

    /// Returns the number of tuples.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Says whether there is no tuple.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a tuple. Appends nothing and returns `false` if its arity is not that of the first.
    pub fn push(&mut self, tuple: &[u64]) -> bool {
        let fits = self.is_empty() || tuple.len() == self.arity();
        if fits {
            self.push_any(tuple);
        }
        fits
    }

    /// Appends a tuple of any arity.
    pub fn push_any(&mut self, tuple: &[u64]) {
        self.0.push(SmallVec::from_slice(tuple));
    }

    /// Replaces the tuple with this index by one of no fewer numbers, or by any if it is alone. Replaces nothing and
    /// returns `false` if there is no such tuple, or if it has more numbers.
    pub fn replace(&mut self, index: usize, tuple: &Tuple) -> bool {
        let arity = tuple.as_slice().len();
        let fits = self
            .get(index)
            .is_some_and(|old| self.len() == 1 || old.len() <= arity);
        fits && self.break_up(index, &[*tuple])
    }

    /// Puts the first of these parts in the place of the tuple with this index, and the others after all tuples. Takes
    /// the tuple away if there is no part. Changes nothing and returns `false` if there is no such tuple.
    pub fn break_up(&mut self, index: usize, parts: &[Tuple]) -> bool {
        self.break_into(index, parts.iter().map(Tuple::as_slice))
    }

    /// Does the same with parts that are lists of any length.
    pub fn break_into<'p>(
        &mut self,
        index: usize,
        parts: impl IntoIterator<Item = &'p [u64]>,
    ) -> bool {
        let mut parts = parts.into_iter().map(SmallVec::from_slice);
        let Some(tuple) = self.0.get_mut(index) else {
            return false;
        };
        if let Some(first) = parts.next() {
            *tuple = first;
        } else {
            self.0.remove(index);
        }
        self.0.extend(parts);
        true
    }

    /// Returns the tuple with this index.
    pub fn get(&self, index: usize) -> Option<&[u64]> {
        self.0.get(index).map(SmallVec::as_slice)
    }

    /// Iterates over the tuples in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> + Clone {
        self.0.iter().map(SmallVec::as_slice)
    }

    /// Keeps the tuples for which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(&[u64]) -> bool) {
        self.0.retain(|tuple| keep(tuple));
    }

    /// Forgets the tuples and keeps their memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The vertices of a graph and its edges or arcs, or the elements of an order and its pairs.
#[derive(Clone, Debug, Default)]
pub struct GraphRules {
    /// The number of vertices; 0 while it is not given.
    pub vertices: u64,
    /// The edges or arcs, in order, each end at least 1.
    pub edges: Vec<Edge>,
}

/// The sets of vertices that moves take.
#[derive(Clone, Debug, Default)]
pub struct SetRules {
    /// The number of vertices; 0 while it is not given.
    pub vertices: u64,
    /// The sets, in order.
    pub sets: Vec<TakenSet>,
}

/// The vectors that moves subtract. They all have equally many components, which the game checks if some have one.
#[derive(Clone, Debug, Default)]
pub struct VectorRules {
    /// The vectors with one component, in order.
    pub single: Vec<Range>,
    /// The vectors with two components or more, in order, if none adds to a pile.
    pub several: Tuples,
    /// The vectors with two components or more, in order, if some add to a pile.
    pub signed: Vec<Vec<i64>>,
}

/// The coins that a move turns.
#[derive(Clone, Copy, Debug)]
pub struct CoinRules {
    /// The coins of the only row, or of the rows of a product.
    pub rows: CoinRule,
    /// The coins of the columns of a product.
    pub columns: Option<CoinRule>,
}

/// The rules between the game's name and the colon, without keywords ([`Modifiers`]) and boards ([`Record`]): a case
/// for each form. The slots of the game's signature say which form it has.
///
/// [`Record`]: super::Record
#[derive(Clone, Debug, Default)]
pub enum Rules {
    /// Nothing besides keywords and a board: `nim`, `king 8x8`.
    #[default]
    None,
    /// Amounts: `subtraction 1 2 5`.
    Amounts(Amounts),
    /// A code: `octal 0.77`.
    Code(Code),
    /// Vectors: `rocks 1,0 0,1`.
    Vectors(VectorRules),
    /// Steps, in order: `leaper -1,0 8x8`.
    Steps(Vec<Step>),
    /// A number, at least 1: `factor 10`.
    Number(u64),
    /// A graph or an order: `geography 4 1-2`, `poset 4 1<2`.
    Graph(GraphRules),
    /// The edges of a graph whose vertex 0 is the ground, in order: `hackenbush 0-1 1-2`.
    Branches(Vec<Edge<u64>>),
    /// Shapes, in order: `place tromino 5x7`.
    Shapes(Vec<Shape>),
    /// A piece of chess: `placement queen 8x8`.
    Piece(Piece),
    /// Sets of vertices: `take 6 1,2 4>3,5`.
    Sets(SetRules),
    /// The size of a bar of chocolate: `chomp 4x6`.
    Bar(Size),
    /// The lengths of the rows that are left of a bar: `chomp rows 6 6 4 1`.
    Rows(Vec<u64>),
    /// Coins: `coins exactly 2`.
    Coins(CoinRules),
    /// A user-defined rule: `rules [n] -> [n-1]`.
    Own(OwnRule),
    /// Rules that change cells: `rewrite XO>.X turned`.
    Rewriting(Arc<Rewriting>),
}

/// A code in full, `0.12[3F!]`: the digit before the point and the digits after it, then the digits in brackets,
/// which repeat for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The digit before the point, then the digits after it that do not repeat.
    pub prefix: Vec<Digit>,
    /// The digits in brackets.
    pub repeat: Vec<Digit>,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit =
            |digit: &Digit| format!("{:X}{}", digit.bits, if digit.unequal { "!" } else { "" });
        let text = |digits: &[Digit]| digits.iter().map(digit).collect::<String>();
        let (first, rest) = self.prefix.split_at(self.prefix.len().min(1));
        write!(f, "{}.{}", text(first), text(rest))?;
        match &self.repeat[..] {
            [] => Ok(()),
            repeat => write!(f, "[{}]", text(repeat)),
        }
    }
}

/// A user-defined rule: its text and the tree that was read from it.
#[derive(Clone, Debug)]
pub struct OwnRule {
    /// The text, without blanks around it.
    pub text: Arc<str>,
    /// The syntax tree of the text.
    pub rule: Arc<Rule>,
}

/// Rules that change cells, and their text.
#[derive(Clone, Debug)]
pub struct OwnRewriting {
    /// The text of the rules and keywords.
    pub text: Arc<str>,
    /// The rules that were read from it.
    pub rewriting: Arc<Rewriting>,
}

/// Amounts by number and by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Numbers and ranges, in order.
    pub ranges: Vec<Range>,
    /// Named sets, in order.
    pub named: Vec<NamedSet>,
    /// Whether `all-but` stands before them: every amount except these is meant.
    pub all_but: bool,
}

impl Amounts {
    /// Says whether no amount is given, by number or by name.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.named.is_empty()
    }

    /// Says whether all amounts are given by number.
    pub fn is_plain(&self) -> bool {
        self.named.is_empty() && !self.all_but
    }
}

impl OwnRule {
    /// Says whether the positions of the rule are lists.
    pub fn is_of_lists(&self) -> bool {
        self.rule.list.is_some()
    }
}

impl VectorRules {
    /// Returns the number of components of the first vector; 0 if there is none.
    pub fn arity(&self) -> usize {
        if let Some(vector) = self.signed.first() {
            vector.len()
        } else if self.several.is_empty() {
            self.single.len().min(1)
        } else {
            self.several.arity()
        }
    }

    /// Says whether there is no vector.
    pub fn is_empty(&self) -> bool {
        self.arity() == 0
    }
}

impl Rules {
    /// Returns the amounts, or the vectors with one component, if all are given by number; else none.
    pub fn amounts(&self) -> &[Range] {
        match self {
            Rules::Amounts(amounts) if amounts.is_plain() => &amounts.ranges,
            Rules::Vectors(vectors) => &vectors.single,
            _ => &[],
        }
    }

    /// Returns the number, if the rules are one.
    pub fn number(&self) -> Option<u64> {
        match self {
            Rules::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the number of vertices, if the rules have vertices.
    pub fn vertices(&self) -> Option<u64> {
        let vertices = match self {
            Rules::Graph(graph) => graph.vertices,
            Rules::Sets(sets) => sets.vertices,
            _ => 0,
        };
        (vertices > 0).then_some(vertices)
    }

    /// Returns the edges or arcs, or the pairs of an order.
    pub fn edges(&self) -> &[Edge] {
        match self {
            Rules::Graph(graph) => &graph.edges,
            _ => &[],
        }
    }

    /// Returns the rules that change cells, if the rules are such.
    pub fn rewriting(&self) -> Option<&Arc<Rewriting>> {
        match self {
            Rules::Rewriting(rewriting) => Some(rewriting),
            _ => None,
        }
    }

    /// Returns the user-defined rule, if the rules are one.
    pub fn own(&self) -> Option<&OwnRule> {
        match self {
            Rules::Own(own) => Some(own),
            _ => None,
        }
    }
}

/// The keywords among the rules.
#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    /// The damaged cells, or the damaged positions of two numbers or more, in order.
    pub damaged: Tuples,
    /// The damaged numbers, or the damaged positions of one number, in order.
    pub damaged_numbers: Vec<Range>,
    /// The number after `left`.
    pub left: Option<u64>,
    /// The keywords that stand among the rules.
    pub keywords: KeywordSet,
}

impl Modifiers {
    /// Says whether a keyword stands among the rules.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(keyword)
    }
}

/// The part of a record after the colon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The heaps, the numbers drawn, or the vertices.
    pub numbers: Vec<u64>,
    /// The cells, or the groups of piles (also groups of one pile).
    pub tuples: Tuples,
    /// Whether some list among the tuples was written as a word, `"abba"`: then lists of letters are written so.
    pub words: bool,
    /// The boards of three rows of three cells: bit 3 · row + column says that a cell has a cross.
    pub boards: Vec<u16>,
    /// The rows, boards and graphs of letters.
    pub letters: Vec<WrittenLetters>,
    /// The ranges of the numbers of each component, if the position varies; then all other fields are empty, but for
    /// letters, whose one power has the range.
    pub ranges: Vec<Box<[Range]>>,
    /// The cells and edges that moves have taken since the record was read, with their components, where the text of
    /// a record cannot say it. `None` if nobody keeps account of it.
    pub taken: Option<Vec<(usize, Taken)>>,
    /// Whether moves have opened each heap of a game whose heaps are rings: an open heap is a row. `None` if no heap
    /// has been opened since the record was read.
    pub opened: Option<Vec<bool>>,
}
