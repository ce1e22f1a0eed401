//! Lists in user-defined rulesets: which terms are lists, what they are, and which of them are one position.

use crate::rules::term::{Term, op};
use crate::{Fail, Res};

/// The most numbers of a list.
pub const MAX_NUMBERS_OF_LIST: usize = 4_096;

/// The rule that says which lists are one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each is one of its own.
    Word,
    /// Lists with the same numbers in any order.
    Bag,
    /// Lists with the same numbers in any order, where zeros do not matter.
    Partition,
    /// Lists with the same numbers in any order, all different.
    Set,
}

impl Order {
    /// Returns the order that a clause names.
    pub fn of(word: &str) -> Order {
        match word {
            "bag" => Order::Bag,
            "partition" => Order::Partition,
            _ => Order::Set,
        }
    }

    /// Returns the list that stands for all that are one position with this one: the numbers ascend, those of a
    /// partition fall.
    pub fn arranged(self, mut numbers: Vec<i128>) -> Vec<i128> {
        if self == Order::Partition {
            numbers.retain(|&n| n != 0);
        }
        if self != Order::Word {
            numbers.sort_unstable();
        }
        if self == Order::Partition {
            numbers.reverse();
        }
        numbers
    }

    /// Says whether an arranged list may be a position, as far as equal numbers go.
    pub fn allows(self, numbers: &[i128]) -> bool {
        self != Order::Set || numbers.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// Returns the term that is the position.
pub fn position() -> Term {
    op("the position", [])
}

/// Says whether an operator without terms is more than a name.
pub fn may_be_empty(word: &str) -> bool {
    matches!(
        word,
        "[]" | "the position" | "the qualifiers" | "the list" | "the lists"
    )
}

/// The type of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    /// One list of numbers.
    List,
    /// Several lists, of which an index chooses one.
    Lists,
    /// A number, a condition, a set or a qualifier: the grammar keeps these apart.
    Other,
}

/// Returns what a term is, and refuses it if something in it is a list where none may stand.
fn type_of(term: &Term) -> Res<Type> {
    let Term::Op(word, terms) = term else {
        return Ok(Type::Other);
    };
    match (word.as_str(), &terms[..]) {
        ("the position" | "the list", _) => Ok(Type::List),
        ("the lists", _) => Ok(Type::Lists),
        ("sorted", [list]) => must_be_list(list).map(|()| Type::List),
        ("list of", terms) => must_be_no_lists(terms).map(|()| Type::List),
        ("slice" | "slice from", [list, ends @ ..]) => {
            must_be_list(list)?;
            must_be_no_lists(ends)?;
            Ok(Type::List)
        }
        ("[", [list, index]) => {
            must_be_no_list(index)?;
            match type_of(list)? {
                Type::List => Ok(Type::Other),
                Type::Lists => Ok(Type::List),
                Type::Other => Err(Fail::Wrong),
            }
        }
        ("len", [list]) => {
            Fail::Wrong.when(type_of(list)? == Type::Other)?;
            Ok(Type::Other)
        }
        ("numbers", [list]) => must_be_list(list).map(|()| Type::Other),
        ("==" | "!=", [a, b]) if type_of(a)? == Type::List => must_be_list(b).map(|()| Type::Other),
        (_, terms) => must_be_no_lists(terms).map(|()| Type::Other),
    }
}

fn must_be_list(term: &Term) -> Res<()> {
    Fail::Wrong.when(type_of(term)? != Type::List)
}

/// Refuses a list where a number, a condition or a set is needed.
pub fn must_be_no_list(term: &Term) -> Res<()> {
    Fail::Wrong.when(type_of(term)? != Type::Other)
}

fn must_be_no_lists(terms: &[Term]) -> Res<()> {
    terms.iter().try_for_each(must_be_no_list)
}

/// Refuses what is no part of what a move leaves: positions are tuples with the numbers of the pattern, or lists.
pub fn must_be_part(part: &Term, arity: Option<usize>) -> Res<()> {
    match (part.op(), arity) {
        (("[]", numbers), Some(arity)) => {
            Fail::Wrong.when(numbers.len() != arity)?;
            must_be_no_lists(numbers)
        }
        (("[]", items), None) => {
            let mut types = items.iter().map(type_of);
            let has_lists = types.try_fold(false, |any, of| Ok(any | (of? == Type::Lists)))?;
            Fail::Wrong.when(has_lists)
        }
        (("times", [times, part]), _) => {
            must_be_no_list(times)?;
            must_be_part(part, arity)
        }
        (("each", [qualifiers, parts]), _) => {
            must_be_no_lists(qualifiers.op().1)?;
            let mut parts = parts.op().1.iter();
            parts.try_for_each(|part| must_be_part(part, arity))
        }
        (("split", [list, by]), None) => {
            must_be_list(list)?;
            must_be_no_list(by)
        }
        _ => Err(Fail::Wrong),
    }
}

/// Says whether a term is a list, of those that are one thing in one place.
pub fn is_list(term: &Term) -> bool {
    type_of(term) == Ok(Type::List)
}
