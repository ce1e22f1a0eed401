//! The parts of a program, with what stands in them: each language writes them in its own way.

/// A part of a program.
pub(super) enum Part<'p> {
    /// A constant.
    Number(i64),
    /// A comparison, as a number: 1 or 0.
    Test {
        left: &'p str,
        sign: &'p str,
        right: &'p str,
    },
    /// The lesser or the greater of two numbers; the sign is `min` or `max`.
    Choice {
        left: &'p str,
        sign: &'p str,
        right: &'p str,
    },
    /// The quotient of numbers from 0, rounded down.
    Quotient { left: &'p str, right: &'p str },
    /// One expression if the condition is not 0, and else another.
    Branch {
        condition: &'p str,
        then: &'p str,
        otherwise: &'p str,
    },
    /// A call of the helper `columns`, with a list of expressions.
    Columns { list: &'p str, q: i64 },
    /// A parameter of a function.
    Parameter(&'p str),
    /// The call of the program's function for the position that was read.
    Call { name: &'p str, arity: usize },
    /// A word that stands for the number that a call gives.
    Word { words: &'p str, call: &'p str },
    /// A constant list, before the function that reads it.
    List { name: &'p str, values: &'p str },
    /// A function of a list that repeats; `first` and `cycle` name constant lists, the first of `count` numbers and the
    /// second of `len`.
    Repeats {
        name: &'p str,
        first: &'p str,
        count: usize,
        cycle: &'p str,
        len: usize,
        rise: i64,
    },
    /// A function of the digits of a number, read by an automaton; `next` and `gives` name constant lists.
    Automaton {
        name: &'p str,
        next: &'p str,
        gives: &'p str,
        base: usize,
    },
    /// A function that folds the digits of a number in base `k`; the others name constant lists.
    Folds {
        name: &'p str,
        first: &'p str,
        keep: &'p str,
        times: &'p str,
        plus: &'p str,
        k: usize,
    },
    /// A function that is the nim-sum of an expression in `i` over the binary places of a number.
    Places { name: &'p str, worth: &'p str },
    /// A function that says whether a number belongs to a sequence: its first values, and the expression of the next.
    Recurs {
        name: &'p str,
        values: &'p str,
        term: &'p str,
    },
    /// A term of the sequence `x`, this many before the next.
    Back(usize),
    /// The function that was asked for, with its parameters.
    Function {
        name: &'p str,
        parameters: &'p str,
        body: &'p str,
    },
    /// The rest of the program: it reads positions and writes an expression for each.
    Main {
        example: &'p str,
        arity: usize,
        shown: &'p str,
    },
}
