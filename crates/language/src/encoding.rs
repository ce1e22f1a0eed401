//! The encodings of a file's bytes: UTF-8, or what editors, shells and archives write in its place.

/// A UTF-8 byte order mark.
const UTF_8: &[u8] = b"\xef\xbb\xbf";
/// The byte order marks of UTF-16, little and big end first.
const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// The byte order marks of UTF-32. The first begins with one of UTF-16.
const UTF_32: [&[u8]; 2] = [b"\xff\xfe\0\0", b"\0\0\xfe\xff"];

/// A compressed form of files.
#[derive(Debug)]
pub struct Compressed {
    /// The bytes with which such files begin.
    start: &'static [u8],
    /// The program that makes such files.
    pub by: &'static str,
    /// The program that prints what they hold.
    pub reader: &'static str,
}

/// The compressed forms that are recognised.
static COMPRESSED: [Compressed; 4] = [
    Compressed {
        start: b"\x1f\x8b\x08",
        by: "gzip",
        reader: "zcat",
    },
    Compressed {
        start: b"\xfd7zXZ\0",
        by: "xz",
        reader: "xzcat",
    },
    Compressed {
        start: b"BZh91AY&SY",
        by: "bzip2",
        reader: "bzcat",
    },
    Compressed {
        start: b"\x28\xb5\x2f\xfd",
        by: "zstd",
        reader: "zstdcat",
    },
];

impl Compressed {
    /// Writes what is wrong with a file of this form, and the command that reads it.
    pub fn message(&self, name: &str) -> String {
        let Compressed { by, reader, .. } = self;
        let name = if name.starts_with('<') { "FILE" } else { name };
        format!("this is compressed by {by}: `{reader} {name} | grundy` reads it")
    }
}

/// Says in which compressed form a file is that begins with these bytes.
pub fn compressed(start: &[u8]) -> Option<&'static Compressed> {
    COMPRESSED.iter().find(|form| start.starts_with(form.start))
}

/// Says whether more bytes are needed to know what these are the beginning of.
pub fn may_be_a_beginning(start: &[u8]) -> bool {
    let forms = COMPRESSED.iter().map(|form| form.start);
    forms
        .chain([UTF_8])
        .any(|mark| start.len() < mark.len() && mark.starts_with(start))
}

/// Names the encoding of a text that is no UTF-8: by its byte order mark, or by the zero bytes next to letters.
pub fn foreign(text: &[u8]) -> Option<&'static str> {
    const BYTES_LOOKED_AT: usize = 16;
    let begins = |marks: [&[u8]; 2]| marks.iter().any(|mark| text.starts_with(mark));
    let start = &text[..text.len().min(BYTES_LOOKED_AT)];
    let zeros = memchr::memchr_iter(0, start).count();
    if begins(UTF_32) || memchr::memmem::find(start, b"\0\0\0").is_some() {
        Some("UTF-32")
    } else if begins(UTF_16) || zeros >= 2 {
        Some("UTF-16")
    } else {
        None
    }
}

/// Says whether a file begins with a byte order mark of UTF-16.
pub fn begins_as_utf16(start: &[u8]) -> bool {
    UTF_16.iter().any(|mark| start.starts_with(mark))
}

/// Decodes a whole file: UTF-8 with or without a byte order mark, or UTF-16 with one.
///
/// # Errors
///
/// Gives the number of the first line that cannot be read, from 1, and the reason.
pub fn decode(bytes: &[u8]) -> Result<String, (usize, String)> {
    if let Some(form) = compressed(bytes) {
        return Err((1, format!("this is compressed by {}", form.by)));
    }
    if begins_as_utf16(bytes) && foreign(bytes) != Some("UTF-32") {
        return Ok(from_utf16(bytes));
    }
    let text = bytes.strip_prefix(UTF_8).unwrap_or(bytes);
    match std::str::from_utf8(text) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
            let whole = &text[..error.valid_up_to()];
            let line = 1 + memchr::memchr_iter(b'\n', whole).count();
            let found = foreign(bytes).unwrap_or("not UTF-8");
            Err((
                line,
                format!("this text is {found}: save the file as UTF-8"),
            ))
        }
    }
}

/// Decodes a text of UTF-16 after its byte order mark. What is no letter becomes a sign that stands for one.
fn from_utf16(bytes: &[u8]) -> String {
    let little = bytes.starts_with(UTF_16[0]);
    let unit = |pair: &[u8]| {
        let pair = [pair[0], pair[1]];
        if little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    };
    let units = bytes[2..].chunks_exact(2).map(unit);
    char::decode_utf16(units)
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a text as UTF-16 with a byte order mark.
    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_usual_encoding_of_a_text_is_decoded() {
        let text = "WIN 1\r\nLOSE 0\n\u{1f600}\n";
        let files = [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            utf16(text, u16::to_le_bytes),
            utf16(text, u16::to_be_bytes),
        ];
        for file in files {
            assert_eq!(decode(&file).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_is_no_text_is_named_with_its_line() {
        assert_eq!(decode(b"a\nb\xff\n").unwrap_err().0, 2);
        for (bytes, name) in [
            (&b"\xff\xfe\0\0n\0\0\0i\0\0\0"[..], "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0n", "UTF-32"),
            (b"\x1f\x8b\x08\0", "gzip"),
        ] {
            let (_, reason) = decode(bytes).unwrap_err();
            assert!(reason.contains(name), "{reason}");
        }
        assert_eq!(foreign(b"n\0i\0m\0"), Some("UTF-16"));
        assert_eq!(foreign(b"nim: 3"), None);
        assert!(may_be_a_beginning(b"BZh9") && !may_be_a_beginning(b"Bx"));
    }
}
