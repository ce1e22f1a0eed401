//! Reading long lists of small numbers with signs between.

use super::{Barrier, Certificate, Ears, Labelled};
use grundy_record::digits;

/// A place in a line.
struct Cursor<'l> {
    text: &'l [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Whether this byte stood here; it is then passed.
    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let is_here = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_here);
        is_here
    }

    /// The number that begins here, without zeros in front.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let (value, end) = digits::small(self.text, self.at).or_else(|| self.number_near_the_end())?;
        if self.text[self.at] == b'0' && end > self.at + 1 {
            return None;
        }
        self.at = end;
        Some(value)
    }

    #[cold]
    fn number_near_the_end(&self) -> Option<(u32, usize)> {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let word = std::str::from_utf8(&rest[..length]).ok()?;
        Some((word.parse().ok()?, self.at + length))
    }

    /// Two numbers with this byte between.
    #[inline]
    fn two(&mut self, between: u8) -> Option<(u32, u32)> {
        let first = self.number()?;
        if !self.take(between) {
            return None;
        }
        Some((first, self.number()?))
    }

    fn is_at_the_end(&self) -> bool {
        self.at == self.text.len()
    }
}

/// What is behind the word `matching`.
pub(super) fn matching(text: &str) -> Option<Certificate> {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
    let (mut missed, mut barrier, mut pairs) = (Ears::default(), Vec::new(), Vec::new());
    while !cursor.take(b'/') {
        missed.extend(cursor.number()?);
        while cursor.take(b',') {
            missed.extend(cursor.number()?);
        }
        missed.close();
        if !cursor.take(b' ') {
            return None;
        }
    }
    loop {
        if !cursor.take(b' ') {
            return None;
        }
        if cursor.take(b'/') {
            break;
        }
        let (vertex, mate) = cursor.two(b'-')?;
        let parent = if cursor.take(b'<') { cursor.number()? } else { return None };
        barrier.push(Barrier { vertex, mate, parent });
    }
    while cursor.take(b' ') {
        pairs.push(cursor.two(b'-')?);
    }
    cursor.is_at_the_end().then_some(Certificate::Matching { missed, barrier, pairs })
}

/// What is behind the word `labels`.
pub(super) fn labels(text: &str) -> Option<Certificate> {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
    let mut labels = Vec::new();
    while !cursor.is_at_the_end() {
        if !labels.is_empty() && !cursor.take(b' ') {
            return None;
        }
        let vertex = cursor.number()?;
        if !cursor.take(b'=') {
            return None;
        }
        let value = if cursor.text[cursor.at..].starts_with(b"inf") {
            cursor.at += "inf".len();
            None
        } else {
            Some(cursor.two(b'.')?)
        };
        labels.push(Labelled { vertex, value });
    }
    Some(Certificate::Labels(labels))
}
