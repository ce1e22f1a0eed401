//! The tree of a rule: what a person wrote, with names replaced by numbers.

use std::ops::RangeInclusive;
use std::sync::Arc;

/// The most numbers a position has.
pub const MAX_NUMBERS: usize = 8;

/// The most names of one kind of move: the numbers of the position and those bound by `for`.
pub const MAX_NAMES: usize = 32;

/// The most kinds of moves of a rule.
pub const MAX_KINDS: usize = 1_000;

/// The most parts that a move leaves.
pub const MAX_PARTS: usize = 100;

/// The most sets and guards of a kind of move, or of a comprehension: each is a level of recursion.
pub const MAX_QUALIFIERS: usize = 100;

/// The most clauses of a rule.
pub const MAX_CLAUSES: usize = 100;

/// The most members and ranges that a set in braces lists.
pub const MAX_ITEMS: usize = 100_000;

/// The most numbers of a position that is a list, and of every other list that is made while a rule is evaluated.
pub const MAX_LIST: usize = 4_096;

/// The most different parts that a move leaves, if a rule does not say how many they are.
pub const MAX_LEFT: usize = 1 << 16;

/// The most numbers of all parts that a move leaves: 32 MB.
pub const MAX_LEFT_NUMBERS: usize = 1 << 22;

/// The values of the names of one kind of move, by the number of the name. The first are the
/// numbers of the position.
pub type Names = [i64; MAX_NAMES];

/// A rule: the options of a position, and how play ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rule {
    /// The names of a position's numbers, 1 to [`MAX_NUMBERS`] of them; none if positions are lists.
    pub names: Vec<String>,
    /// The form of positions that are lists of any length; `None` if they are tuples.
    pub list: Option<ListForm>,
    /// The kinds of moves, in the order written.
    pub kinds: Vec<MoveKind>,
    /// The conditions of which each says that there is no move, and that the player to move has lost.
    pub lose: Vec<Cond>,
    /// The conditions of which each says that there is no move, and that the player to move has won.
    pub win: Vec<Cond>,
    /// The conditions of which each says that there is no move, and that nobody has won.
    pub draw: Vec<Cond>,
    /// The conditions that must all hold, or the numbers are no position.
    pub legal: Vec<Cond>,
    /// Whether a player who cannot move has won.
    pub misere: bool,
    /// Whether play without end is a draw.
    pub loopy: bool,
}

/// The form of positions that are lists: `[p...]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListForm {
    /// The name of the list.
    pub name: String,
    /// The rule that says which lists are one position.
    pub order: ListOrder,
}

/// One kind of move: a comprehension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveKind {
    /// The parts of the position left, each with as many numbers as a position has; none if the rule is
    /// [wide](Rule::is_wide).
    pub parts: Vec<Vec<Expr>>,
    /// The parts of the position left, if the rule is [wide](Rule::is_wide); else none.
    pub wide: Vec<Part>,
    /// The sets of the other names, and guards, from left to right.
    pub qualifiers: Vec<Qualifier>,
}

/// A term of a target, by what it leaves: a position, or any number of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `[a,p[1..]]`: one position, by its numbers and the lists that are joined to them.
    Position(Vec<Expr>),
    /// `k*[n]`: as many equal parts.
    Times(Expr, Box<Part>),
    /// `{[d] for d in divisors(n)}`: the parts for all values that the qualifiers allow. If one of them is undefined,
    /// so is the option.
    Each(Vec<Part>, Vec<Qualifier>),
    /// `split(p, c)`: the stretches of a list between the numbers that equal c; empty ones are left out.
    Split(Expr, Expr),
}

/// A `for` or an `if`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    /// The name takes every member of the set.
    For(u8, Set),
    /// The condition under which there is an option.
    If(Cond),
}

/// A finite set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// The union of numbers and ranges.
    Items(Vec<Item>),
    /// A set of the language, with its arguments.
    Named(SetName, Vec<Expr>),
    /// The numbers of a list, in its order; one that stands twice comes twice.
    List(Expr),
}

/// One piece of a set in braces, or a range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// One number.
    One(Expr),
    /// All numbers from the first to the last by the step; both ends belong to it.
    Range(Expr, Expr, Option<Expr>),
}

/// Defines an enumeration whose values have words or signs of the language.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// All values of the type.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Returns the word or sign of the language.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }
    };
}

named! {
    /// The sets that have names.
    SetName {
        /// The divisors of n from 1 to n; none for n < 1.
        Divisors = "divisors",
        /// The primes from 2 to n.
        Primes = "primes",
        /// 1, 4, 9, … to n.
        Squares = "squares",
        /// 1, 8, 27, … to n.
        Cubes = "cubes",
        /// 1, 3, 6, … to n.
        Triangular = "triangular",
        /// 1, 2, 3, 5, 8, … to n.
        Fibonacci = "fibonacci",
        /// 1, 2, 6, 24, … to n.
        Factorials = "factorials",
        /// 1, b, b², … to n, for b of at least 2.
        Powers = "powers",
        /// The places of the ones of n in binary, lowest first, from 0.
        Bits = "bits",
        /// The decimal digits that occur in n.
        Digits = "digits",
        /// The numbers from 1 whose ones in binary are among those of n.
        Subsets = "subsets",
    }
}

named! {
    /// The functions.
    Function {
        /// The least of two or more.
        Min = "min",
        /// The greatest of two or more.
        Max = "max",
        /// The greatest common divisor of two or more.
        Gcd = "gcd",
        /// Without its sign.
        Abs = "abs",
        /// The first to the power of the second.
        Pow = "pow",
        /// The square root, rounded down.
        Sqrt = "sqrt",
        /// The binary logarithm, rounded down.
        Log2 = "log2",
        /// The number of ones in binary.
        Popcount = "popcount",
        /// The lowest one in binary, as a power of two.
        Lowbit = "lowbit",
        /// The sum of the decimal digits.
        Digitsum = "digitsum",
        /// 1 for primes, else 0.
        Isprime = "isprime",
        /// 1 for 0, 1, 4, 9, …, else 0.
        Issquare = "issquare",
    }
}

named! {
    /// A number made of all members of a set, or of all numbers that a comprehension gives.
    Fold {
        /// The least; undefined if there is none.
        Least = "min",
        /// The greatest; undefined if there is none.
        Greatest = "max",
        /// Their sum.
        Sum = "sum",
        /// The number of them.
        Count = "count",
    }
}

named! {
    /// The rule that says which lists are one position.
    ListOrder {
        /// Each list is a position of its own.
        Word = "",
        /// The order of the numbers does not matter; they ascend.
        Bag = "bag",
        /// Neither the order matters nor how many are 0; the numbers fall, and none is 0.
        Partition = "partition",
        /// The order does not matter, and no two numbers are equal; they ascend.
        Set = "set",
    }
}

named! {
    /// The operators between two numbers.
    Op {
        /// Sum.
        Add = "+",
        /// Difference.
        Sub = "-",
        /// Product.
        Mul = "*",
        /// Quotient, rounded down.
        Div = "/",
        /// Remainder, with the sign of the divisor.
        Rem = "%",
        /// Bitwise and.
        And = "&",
        /// Bitwise or.
        Or = "|",
        /// Bitwise exclusive or.
        Xor = "^",
        /// Times a power of two.
        Shl = "<<",
        /// Divided by a power of two, rounded down.
        Shr = ">>",
    }
}

named! {
    /// The relations between two numbers.
    Relation {
        /// Less.
        Lt = "<",
        /// At most.
        Le = "<=",
        /// More.
        Gt = ">",
        /// At least.
        Ge = ">=",
        /// Equal.
        Eq = "==",
        /// Not equal.
        Ne = "!=",
    }
}

impl SetName {
    /// Counts the arguments that the set takes.
    pub fn arguments(self) -> usize {
        if self == SetName::Powers { 2 } else { 1 }
    }
}

impl Function {
    /// Returns how many arguments the function takes, from the least number to the most.
    pub fn arguments(self) -> RangeInclusive<usize> {
        match self {
            Function::Min | Function::Max | Function::Gcd => 2..=usize::MAX,
            Function::Pow => 2..=2,
            _ => 1..=1,
        }
    }
}

/// A range of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The least difference, if there is one.
    pub least: Option<i64>,
    /// The greatest difference, if there is one.
    pub greatest: Option<i64>,
}

impl Differences {
    /// Makes the range of these ends.
    const fn new(least: Option<i64>, greatest: Option<i64>) -> Differences {
        Differences { least, greatest }
    }
}

impl Relation {
    /// Returns whether the relation holds.
    #[inline]
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Relation::Lt => a < b,
            Relation::Le => a <= b,
            Relation::Gt => a > b,
            Relation::Ge => a >= b,
            Relation::Eq => a == b,
            Relation::Ne => a != b,
        }
    }

    /// Lists the ranges of a − b for which the relation holds.
    pub fn differences(self) -> &'static [Differences] {
        const BELOW: Differences = Differences::new(None, Some(-1));
        const AT_MOST: Differences = Differences::new(None, Some(0));
        const EQUAL: Differences = Differences::new(Some(0), Some(0));
        const AT_LEAST: Differences = Differences::new(Some(0), None);
        const ABOVE: Differences = Differences::new(Some(1), None);
        match self {
            Relation::Lt => &[BELOW],
            Relation::Le => &[AT_MOST],
            Relation::Eq => &[EQUAL],
            Relation::Ge => &[AT_LEAST],
            Relation::Gt => &[ABOVE],
            Relation::Ne => &[BELOW, ABOVE],
        }
    }

    /// Returns the relation that holds if this one does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Lt => Relation::Ge,
            Relation::Le => Relation::Gt,
            Relation::Gt => Relation::Le,
            Relation::Ge => Relation::Lt,
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
        }
    }

    /// Returns the relation that says the same with the sides exchanged.
    pub fn turned(self) -> Relation {
        match self {
            Relation::Lt => Relation::Gt,
            Relation::Le => Relation::Ge,
            Relation::Gt => Relation::Lt,
            Relation::Ge => Relation::Le,
            same => same,
        }
    }
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// The value of a name.
    Name(u8),
    /// A number with its sign changed.
    Negate(Box<Expr>),
    /// A number with all its bits turned over: −1 − x.
    Complement(Box<Expr>),
    /// Two numbers joined by an operator.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// A function of numbers.
    Call(Function, Vec<Expr>),
    /// The number at a place of a list, from 0; undefined outside.
    Item(Arc<[i64]>, Box<Expr>),
    /// One number of many.
    Fold(Fold, Box<Comprehension>),
    /// The number at a place of a list that is computed, from 0; undefined outside.
    ItemOf(Box<Expr>, Box<Expr>),
    /// The number of numbers of a list.
    Length(Box<Expr>),
    /// A list, which stands where a list is needed, and nowhere else.
    List(Box<List>),
}

/// A list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// The position.
    Position,
    /// The numbers that a clause gives.
    Given(Arc<[i64]>),
    /// The list at a place among those that a clause gives, from 0; undefined outside.
    Row(Arc<[Arc<[i64]>]>, Expr),
    /// The numbers of a list from a place to another, both included; from the first and to the last if a place is not
    /// given.
    Slice(Expr, Option<Expr>, Option<Expr>),
    /// The numbers of a list, ascending.
    Sorted(Expr),
    /// The numbers that a comprehension gives.
    Comprehension(Comprehension),
}

/// The numbers that an expression gives for all members of sets. If one of them is undefined, the whole is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comprehension {
    /// The expression.
    pub element: Expr,
    /// The sets of its names, and guards, from left to right; the first is a set.
    pub qualifiers: Vec<Qualifier>,
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cond {
    /// One of the two; the second is looked at when the first does not hold.
    Or(Box<Cond>, Box<Cond>),
    /// Both; the second is looked at when the first holds.
    And(Box<Cond>, Box<Cond>),
    /// Not this.
    Not(Box<Cond>),
    /// `a < b <= c`: each relation between its neighbours, from left to right.
    Chain(Box<Expr>, Vec<(Relation, Expr)>),
    /// The number belongs to the set.
    Member(Box<Expr>, Box<Set>),
    /// The two lists have the same numbers in the same order.
    Same(Box<Expr>, Box<Expr>),
}

impl Rule {
    /// Counts the numbers of a position.
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// Returns whether positions, or what moves leave, are not of one size: positions are lists, or a move leaves any
    /// number of parts. Tables, patterns and theorems are about other rules.
    pub fn is_wide(&self) -> bool {
        self.list.is_some() || self.kinds.iter().any(|kind| !kind.wide.is_empty())
    }

    /// Returns whether some move leaves several positions at once, or may leave none.
    pub fn splits(&self) -> bool {
        let splits = |kind: &MoveKind| {
            let is_one = matches!(kind.wide[..], [] | [Part::Position(_)]);
            kind.parts.len() > 1 || !is_one
        };
        self.kinds.iter().any(splits)
    }

    /// Returns whether a list with equal numbers is no position.
    pub fn has_no_equal_numbers(&self) -> bool {
        let order = self.list.as_ref().map(|form| form.order);
        order == Some(ListOrder::Set)
    }

    /// Writes the pattern of the rule: `[a,b]`, `[p...]`.
    pub fn pattern(&self) -> String {
        match &self.list {
            Some(form) => format!("[{}...]", form.name),
            None => format!("[{}]", self.names.join(",")),
        }
    }

    /// Returns whether the game is one of normal play that must end, so that positions have Grundy values.
    pub fn has_values(&self) -> bool {
        !self.misere && !self.loopy && self.win.is_empty() && self.draw.is_empty()
    }
}

impl Expr {
    /// Calls `visit` with this expression and with all its parts. The insides of comprehensions, which have names of
    /// their own, are left out.
    pub fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Number(_) | Expr::Name(_) | Expr::Fold(..) => {}
            Expr::Negate(a) | Expr::Complement(a) | Expr::Item(_, a) => a.each(visit),
            Expr::Binary(_, a, b) => {
                a.each(visit);
                b.each(visit);
            }
            Expr::Call(_, arguments) => {
                for argument in arguments {
                    argument.each(visit);
                }
            }
            Expr::ItemOf(list, index) => {
                list.each(visit);
                index.each(visit);
            }
            Expr::Length(list) => list.each(visit),
            Expr::List(list) => list.each(visit),
        }
    }

    /// Calls `visit` with the number of every name in the expression that is bound outside of it.
    pub fn names(&self, visit: &mut dyn FnMut(u8)) {
        self.each(&mut |expr| match expr {
            Expr::Name(name) => visit(*name),
            Expr::Fold(_, over) => over.names(visit),
            Expr::List(list) => {
                if let List::Comprehension(over) = &**list {
                    over.names(visit);
                }
            }
            _ => {}
        });
    }

    /// Returns whether this name is in the expression.
    pub fn uses(&self, name: u8) -> bool {
        let mut found = false;
        self.names(&mut |other| found |= other == name);
        found
    }
}

impl List {
    /// Calls `visit` with every expression that the list is made of, but for the insides of a comprehension.
    fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            List::Position | List::Given(_) | List::Comprehension(_) => {}
            List::Row(_, e) | List::Sorted(e) => e.each(visit),
            List::Slice(list, first, last) => {
                list.each(visit);
                for end in [first, last].into_iter().flatten() {
                    end.each(visit);
                }
            }
        }
    }
}

impl Comprehension {
    /// Calls `visit` with the number of every name in the comprehension that is bound outside of it.
    fn names(&self, visit: &mut dyn FnMut(u8)) {
        // Names are numbered in the order in which they are bound.
        let Some(Qualifier::For(own, _)) = self.qualifiers.first() else {
            return;
        };
        let mut visit = |e: &Expr| {
            e.names(&mut |name| {
                if name < *own {
                    visit(name);
                }
            });
        };
        visit(&self.element);
        for qualifier in &self.qualifiers {
            qualifier.exprs(&mut visit);
        }
    }
}

impl Qualifier {
    /// Calls `visit` with every expression of its set or condition.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Qualifier::For(_, set) => set.exprs(visit),
            Qualifier::If(cond) => cond.exprs(visit),
        }
    }
}

/// The ends of a range of neighbours.
#[derive(Clone, Copy, Debug)]
pub struct RangeEnds<'e> {
    /// The first number.
    pub low: &'e Expr,
    /// The last number.
    pub high: &'e Expr,
}

impl Set {
    /// Returns the ends of a set that is one range of neighbours.
    pub fn range(&self) -> Option<RangeEnds<'_>> {
        match self {
            Set::Items(items) => match &items[..] {
                [Item::Range(low, high, None)] => Some(RangeEnds { low, high }),
                _ => None,
            },
            Set::Named(..) | Set::List(_) => None,
        }
    }

    /// Calls `visit` with every expression of the set.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Set::Named(_, arguments) => {
                for argument in arguments {
                    visit(argument);
                }
            }
            Set::List(list) => visit(list),
            Set::Items(items) => {
                for item in items {
                    match item {
                        Item::One(e) => visit(e),
                        Item::Range(low, high, step) => {
                            visit(low);
                            visit(high);
                            if let Some(step) = step {
                                visit(step);
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Cond {
    /// Calls `visit` with every expression of the condition.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Cond::Or(a, b) | Cond::And(a, b) => {
                a.exprs(visit);
                b.exprs(visit);
            }
            Cond::Not(a) => a.exprs(visit),
            Cond::Chain(first, links) => {
                visit(first);
                for (_, e) in links {
                    visit(e);
                }
            }
            Cond::Member(e, set) => {
                visit(e);
                set.exprs(visit);
            }
            Cond::Same(a, b) => {
                visit(a);
                visit(b);
            }
        }
    }

    /// Returns whether this name is in the condition.
    pub fn uses(&self, name: u8) -> bool {
        let mut found = false;
        self.exprs(&mut |e| found |= e.uses(name));
        found
    }
}
