//! The names of the numbers of a position.

/// Names the numbers of a position of which no rule gives the names.
pub fn default_names(arity: usize) -> Vec<String> {
    match arity {
        1 => vec!["n".to_owned()],
        _ => "abcdefgh".chars().take(arity).map(String::from).collect(),
    }
}
