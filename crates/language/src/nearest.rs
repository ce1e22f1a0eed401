//! Finds the word that was probably meant: "did you mean".

/// Finds the candidate nearest to a word, if it is near enough, whatever the case of letters. At most two letters may be
/// wrong, missing, swapped or in excess (one in words of up to three letters), or the word may be the beginning of the
/// candidate, of three letters or more.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    /// The most bytes of a name.
    const MAX_BYTES: usize = 64;
    if word.len() > MAX_BYTES {
        return None;
    }
    let word = word.to_lowercase();
    let letters = word.chars().count();
    let distance = |candidate: &str| -> Option<usize> {
        let lower = candidate.to_lowercase();
        if letters >= 3 && lower.starts_with(&word) {
            return Some(1);
        }
        let distance = strsim::damerau_levenshtein(&word, &lower);
        let most = if letters <= 3 { 1 } else { 2 };
        (distance <= most && distance < letters).then_some(distance)
    };
    let found = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(candidate)?, candidate)));
    found
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let games = [
            "nim",
            "king",
            "rook",
            "subtraction",
            "dawson-chess",
            "dawson-kayles",
        ];
        for (word, found) in [
            ("KING", Some("king")),
            ("nmi", Some("nim")),
            ("subtract", Some("subtraction")),
            ("sub", Some("subtraction")),
            ("dawson", Some("dawson-chess")),
            ("subtracton", Some("subtraction")),
            ("chess", None),
            ("go", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, games), found, "{word}");
        }
    }
}
