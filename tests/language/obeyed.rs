//! A person who obeys a message gets an answer: the corrections that messages name are applied, and answered.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::ops::Range;
use std::path::Path;

use grundy_base::budget::Budget;
use grundy_base::testing::sized;
use grundy_batch::{Answer, Options, Source};
use grundy_language::Diagnostic;

/// The comment by which an input says that the message about the next line names no correction that gives an answer, and
/// why.
///
/// It stands above the record.
const EXCUSE: &str = "// No correction: ";

/// The most corrections that are applied one after another to one line.
const MAX_CORRECTIONS: usize = 5;

/// The words of forms, in the place of which a person writes others.
const FORMS: [&str; 8] = [
    "RULE",
    "NAME",
    "CONDITION",
    "GAME",
    "BEFORE",
    "RxC",
    "row,col",
    "drow,dcol",
];

/// A message about a line, as a person reads it.
#[derive(Debug)]
struct Message {
    /// The line, from 0.
    line: usize,
    /// The characters of the line that are marked.
    marked: Range<usize>,
    help: String,
}

impl Message {
    /// Returns the message that a diagnostic is for a person, if it has a help.
    fn of(wrong: &Diagnostic) -> Option<Message> {
        let place = |number: u64| usize::try_from(number).expect("a short text") - 1;
        let column = place(wrong.column);
        // What is missing is marked by one character in its place.
        let width = usize::try_from(wrong.width).expect("a short text").max(1);
        (!wrong.help.is_empty()).then(|| Message {
            line: place(wrong.line),
            marked: column..column + width,
            help: wrong.help.clone().into_owned(),
        })
    }
}

/// The messages about a text, and how many of its records are answered.
struct Said {
    messages: Vec<Message>,
    answered: usize,
}

/// Answers a text, by this thread alone.
fn said(text: &str) -> Said {
    let options = Options {
        budget: Budget {
            memory: 16 << 20,
            work: 1 << 20,
            threads: 1,
        },
        ..Options::default()
    };
    let mut said = Said {
        messages: Vec::new(),
        answered: 0,
    };
    let mut receive = |answer: Answer| {
        match answer.fields {
            Ok(_) => said.answered += 1,
            Err(mut wrong) => {
                wrong.say_limit(options.raised_by);
                said.messages.extend(Message::of(&wrong));
            }
        }
        Ok(())
    };
    let source = Source::new("<text>", Box::new(Cursor::new(text.to_owned())));
    grundy_batch::run_each(vec![source], &mut receive, &options).expect("memory is read");
    said
}

/// Returns what a help has in backquotes, but for commands, options and forms with words in the place of others.
fn quoted(help: &str) -> Vec<&str> {
    let quoted = help.split('`').skip(1).step_by(2);
    let stands_for_itself = |text: &&str| {
        let is_command = text.starts_with("grundy ") || text.starts_with("Limits::");
        let is_form = text.contains('…') || FORMS.iter().any(|form| text.contains(form));
        !is_command && !is_form
    };
    quoted.filter(stands_for_itself).collect()
}

/// Returns a line with each thing done to a part of it that a person may do who reads this correction.
fn corrected(line: &str, marked: &Range<usize>, correction: &str) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let part = |range: Range<usize>| -> String {
        let end = range.end.min(characters.len());
        characters[range.start.min(end)..end].iter().collect()
    };
    let before = part(0..marked.start);
    let after = part(marked.end..characters.len());
    let mut lines = vec![
        format!("{before}{correction}{after}"),
        format!("{before}{correction}"),
        format!("{line} {correction}"),
        format!("{before} {correction} {after}"),
    ];
    if let Some((rules, position)) = line.split_once(':') {
        let asks = position.split_once('?').map(|(_, asks)| asks);
        let asks = asks.map(|asks| format!(" ?{asks}")).unwrap_or_default();
        lines.push(format!("{rules}: {correction}{asks}"));
        lines.push(format!("{rules} {correction}:{position}"));
    }
    lines
}

/// Returns the line of a message, with the message as it is there, if the line alone gives the same message: other
/// records of its text need not be answered with each correction.
fn alone(lines: &[String], message: &Message) -> Option<(Vec<String>, Message)> {
    let line = lines.get(message.line)?;
    let Said { messages, answered } = said(&format!("{line}\n"));
    let mut same = messages
        .into_iter()
        .filter(|own| own.line == 0 && own.marked == message.marked && own.help == message.help);
    let own = same.next()?;
    (answered == 0).then(|| (vec![line.clone()], own))
}

/// Returns the lines of a text with another in the place of one.
fn with_line(lines: &[String], place: usize, line: &str) -> Vec<String> {
    let mut text = lines.to_vec();
    line.clone_into(&mut text[place]);
    text
}

/// Writes lines as a text.
fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// A search for corrections that lead to one answer more.
struct Trial {
    /// The number of records of the text that are answered before.
    answered: usize,
    /// The lines that were tried in the place of the wrong one: different corrections lead to the same.
    tried: BTreeSet<String>,
}

impl Trial {
    fn new(answered: usize) -> Trial {
        Trial {
            answered,
            tried: BTreeSet::new(),
        }
    }

    /// Says whether some corrections, this many at most, lead from this message about a line of a text to an answer.
    fn leads(&mut self, lines: &[String], message: &Message, most: usize) -> bool {
        let Some(line) = lines.get(message.line) else {
            return false;
        };
        for correction in quoted(&message.help) {
            // A whole record in the place of the line must be right as it is.
            let text = with_line(lines, message.line, correction);
            if said(&joined(&text)).answered > self.answered {
                return true;
            }
            for corrected in corrected(line, &message.marked, correction) {
                if self.is_answered(lines, message, &corrected, most) {
                    return true;
                }
            }
        }
        false
    }

    /// Says whether a text is answered with a line in the place of the one that a message is about, or after further
    /// corrections of what stands after the mistake.
    fn is_answered(
        &mut self,
        lines: &[String],
        message: &Message,
        corrected: &str,
        most: usize,
    ) -> bool {
        if !self.tried.insert(corrected.to_owned()) {
            return false;
        }
        let text = with_line(lines, message.line, corrected);
        let left = said(&joined(&text));
        if left.answered > self.answered {
            return true;
        }
        // The next mistake stands further on.
        let is_next =
            |next: &&Message| next.line == message.line && next.marked.start > message.marked.start;
        let next = left.messages.iter().find(is_next);
        next.is_some_and(|next| most > 1 && self.leads(&text, next, most - 1))
    }
}

#[test]
fn corrections_that_messages_name_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs/bad");
    // As for the goldens, some inputs may be chosen by their names.
    let words = std::env::var("GRUNDY_GOLDENS").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut obeyed = 0;
    for entry in fs::read_dir(folder).expect("the inputs") {
        let path = entry.expect("an input").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let is_chosen = words.is_empty() || words.split(' ').any(|word| name.contains(word));
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        if !is_chosen {
            continue;
        }
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let Said { messages, answered } = said(&text);
        for message in messages {
            let above = message.line.checked_sub(1).map(|above| &lines[above]);
            let is_excused = above.is_some_and(|line| line.starts_with(EXCUSE));
            // Signs alone, as the `/` between rows, are no corrections that must do.
            let names_one = quoted(&message.help).iter().any(|text| text.len() > 1);
            if !names_one && !is_excused {
                continue;
            }
            let place = format!("{name}:{}: {}", message.line + 1, message.help);
            let own = alone(&lines, &message);
            // A record alone almost always fails as it does in its file. So a short run tries an excuse with the whole text
            // only if the record cannot stand alone: for all excuses that takes four times as long.
            let needs_text = own.is_none() || !is_excused || sized(false, true);
            let leads = own
                .is_some_and(|(line, own)| Trial::new(0).leads(&line, &own, MAX_CORRECTIONS))
                || needs_text && Trial::new(answered).leads(&lines, &message, MAX_CORRECTIONS);
            if leads {
                obeyed += 1;
                if is_excused {
                    wrong.push(format!("needs no excuse: {place}"));
                }
            } else if !is_excused {
                wrong.push(place);
            }
        }
    }
    wrong.sort();
    assert!(
        wrong.is_empty(),
        "{}\n{obeyed} were answered",
        wrong.join("\n")
    );
    assert!(obeyed > 300 || !words.is_empty(), "{obeyed}");
}
