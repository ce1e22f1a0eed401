//! The terms of a rule: numbers, conditions, sets and qualifiers.

/// A number, a condition, a set or a qualifier.
#[derive(Clone, Debug)]
pub enum Term {
    /// A number that stands in the text.
    Number(i128),
    /// A name by its place among those bound so far.
    Name(usize),
    /// An operator, a function or a set with the terms that it is about: `a < b`, `min(a,b)`, `{1, 3..n by 2}` (the
    /// word `{` with a number and the word `..`), `if a < b`, `for k in squares(n)` (the set alone), `a[i]` (the word
    /// `[`, a list and a number), `sum(a[j] for j in l..r)` (the word `sum of`, the qualifiers and the number).
    Op(String, Vec<Term>),
}

/// Returns an operator with its terms.
pub fn op(word: &str, terms: impl IntoIterator<Item = Term>) -> Term {
    Term::Op(word.to_owned(), terms.into_iter().collect())
}

impl Term {
    /// Returns the word of an operator with its terms.
    pub fn op(&self) -> (&str, &[Term]) {
        match self {
            Term::Op(word, terms) => (word, terms),
            _ => ("", &[]),
        }
    }

    /// Returns this term with other places for its names; `None` if a name has none.
    pub fn renamed(&self, place: &dyn Fn(usize) -> Option<usize>) -> Option<Term> {
        Some(match self {
            Term::Number(n) => Term::Number(*n),
            Term::Name(name) => Term::Name(place(*name)?),
            Term::Op(word, terms) => {
                let terms = terms.iter().map(|term| term.renamed(place));
                Term::Op(word.clone(), terms.collect::<Option<_>>()?)
            }
        })
    }
}
