//! Characters that editors, pages and keyboards put in the place of those of the language.

use crate::quote::is_visible;

/// The characters from `!` to `~`, in the order in which Unicode has their full-width forms from U+FF01 on.
const FULL_WIDTH: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// Returns the plain text that a character stands for in records; `None` if it stands for itself.
pub fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => "",
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => "-",
        '\u{201c}'..='\u{201f}' | '«' | '»' | '″' => "\"",
        '\u{2018}'..='\u{201b}' | '′' => "'",
        '×' | '✕' | '✖' | '⨯' => "x",
        '→' | '⇒' | '↦' | '⟶' | '⟼' => ">",
        '…' => "..",
        '\u{660}'..='\u{669}' => digit(c, 0x660),
        '\u{6f0}'..='\u{6f9}' => digit(c, 0x6f0),
        '\u{966}'..='\u{96f}' => digit(c, 0x966),
        '\u{ff01}'..='\u{ff5e}' => {
            let place = (c as usize) - 0xff01;
            &FULL_WIDTH[place..=place]
        }
        _ => return None,
    })
}

/// Returns the decimal digit of another script, whose digit 0 has this number.
fn digit(c: char, zero: u32) -> &'static str {
    let place = (u32::from(c) - zero) as usize;
    &"0123456789"[place..=place]
}

/// Returns the plain text that a character stands for in user-defined rules; `None` if it stands for itself.
pub fn plain_in_rules(c: char) -> Option<&'static str> {
    Some(match c {
        '×' | '⋅' | '·' => "*",
        '÷' => "/",
        '→' | '⇒' | '↦' | '⟶' | '⟼' => "->",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '∧' => "and",
        '∨' => "or",
        '¬' => "not",
        '∈' => "in",
        '⊕' => "^",
        _ => return plain(c),
    })
}

/// Writes a text with all its characters plain.
pub fn in_plain(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match plain(c) {
            Some(plain) => written.push_str(plain),
            None => written.push(c),
        }
    }
    written
}

/// Names a character for a message: itself if it can be seen, else its number.
pub fn called(c: char) -> String {
    match plain(c) {
        Some(" ") => format!("the space U+{:04X}", u32::from(c)),
        _ if is_visible(c) => format!("`{c}`"),
        _ => format!("the character U+{:04X}", u32::from(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_pages_become_plain_ones() {
        for (text, expected) in [
            ("1–3", "1-3"),
            ("3\u{a0}4", "3 4"),
            ("3×3", "3x3"),
            ("1→2", "1>2"),
            ("“nim”", "\"nim\""),
            ("ｎｉｍ：７", "nim:7"),
            ("nim: 3", "nim: 3"),
            ("٣ ۴ ५", "3 4 5"),
        ] {
            assert_eq!(in_plain(text), expected);
        }
        assert_eq!(plain_in_rules('→'), Some("->"));
        assert_eq!(plain_in_rules('n'), None);
        assert_eq!(called('\u{a0}'), "the space U+00A0");
        assert_eq!(called('–'), "`–`");
    }
}
