//! A chunk of records into answers.

use std::borrow::Cow;
use std::io::Write as _;
use std::time::Instant;

use fxhash::FxHashSet;

use super::items::{Entry, Item, Items, ObjectLine, RecordText, entry_of, label_of};
use super::lines::NumberLines;
use super::output::{Answer, Output, Remark};
use super::part::ChunkPart;
use super::reader::Chunk;
use super::rows::stray;
use super::rules_cache::{CachedRules, RulesCache, RulesOfRecord};
use super::slowest::{self, Slow};
use super::{Format, Options};
#[cfg(feature = "proofs")]
use crate::prover::Prover;
use grundy_base::budget::LimitKind;
use grundy_base::simd::Simd;
use grundy_base::sync::progress;
use grundy_games::Context;
use grundy_language::objects::RecordObject;
use grundy_language::{Diagnostic, ParseError, Statement, SyntaxError, judges_input};
use grundy_record::{Ask, Fault, Field, Record, text};

/// Solves chunks.
pub(super) struct Solver<'a> {
    /// The context in which records are answered.
    pub(super) context: &'a Context,
    /// The settings of the batch.
    pub(super) options: Cow<'a, Options>,
    /// The asks of records that bring none.
    pub(super) asks: &'a [Ask],
    /// The rules that are kept open.
    open_rules: RulesCache<'a>,
    /// Answers lines of numbers, if one number for each is all that is wanted, as text.
    number_lines: Option<NumberLines>,
    /// The prover of answers, if they are to be proved.
    #[cfg(feature = "proofs")]
    prover: Option<Prover>,
    /// The rules whose clauses were looked at.
    clauses_seen: FxHashSet<Box<str>>,
}

impl<'a> Solver<'a> {
    /// Makes a solver that asks this of records which bring no asks.
    pub(super) fn new(context: &'a Context, asks: &'a [Ask], options: Cow<'a, Options>) -> Self {
        let plain = !options.proofs.proves() && !options.echo;
        let text = plain && (options.format == Format::Text || options.check);
        Solver {
            context,
            asks,
            open_rules: RulesCache::new(context, asks),
            number_lines: if text {
                NumberLines::new(Simd::current(), asks)
            } else {
                None
            },
            #[cfg(feature = "proofs")]
            prover: Prover::if_wanted(&options, context),
            options,
            clauses_seen: FxHashSet::default(),
        }
    }

    /// Answers the records of a part that no other worker takes. Before each that may take long, `leave` is
    /// given what was answered, and says whether the batch goes on; what is returned is the rest.
    pub(super) fn solve(
        &mut self,
        part: &ChunkPart,
        leave: impl Fn(&mut Output) -> bool,
    ) -> Output {
        let mut output = Output::default();
        let chunk = &*part.chunk;
        if let Some(cut_off) = chunk.cut_off {
            output.lines = cut_off.lines;
            if cut_off.is_record {
                self.too_long(chunk, cut_off.limit, &mut output);
            }
            return output;
        }
        let in_board = chunk.in_board && part.start == 0;
        let mut items = Items::new(&chunk.bytes, &self.context.catalogue, self.asks, in_board);
        items.at = part.start;
        items.next = &chunk.next;
        loop {
            self.light_lines(part, &mut items, &mut output);
            if !leave(&mut output)
                || !self.next_item(&mut items, |at| part.claim_line(at), &mut output)
            {
                break;
            }
            if self.options.strict && output.wrong {
                break;
            }
        }
        output.lines = items.lines;
        output.end = part.close();
        output
    }

    /// Answers the next record, or says that the next line is a stray row. Returns whether there was any that begins
    /// where `may_begin` lets it.
    pub(super) fn next_item(
        &mut self,
        items: &mut Items<'_>,
        may_begin: impl Fn(usize) -> bool,
        output: &mut Output,
    ) -> bool {
        if !may_begin(items.at) {
            return false;
        }
        let begin = output.text.len();
        let claimed = items.at;
        let text = RecordText {
            line: items.lines + 1,
            header: items.line(),
            ..RecordText::default()
        };
        if self.with_known_rules(&text, output) {
            items.pass_over_line();
        } else {
            match items.next_if(|at| at == claimed || may_begin(at)) {
                None => return false,
                Some(Item::Stray { line, text }) => {
                    output.remark(begin, Remark::Wrong(stray(line, text, items.rest())));
                }
                Some(Item::Object { line, text }) => self.object(line, text, output),
                Some(Item::Record(entry)) => {
                    output.records += 1;
                    self.entry(entry, items.rest(), output);
                }
            }
        }
        true
    }

    /// Answers a record whose rules are open already, if they are.
    fn with_known_rules(&mut self, text: &RecordText<'_>, output: &mut Output) -> bool {
        let Some(mut known) = self.open_rules.take(text.header) else {
            return false;
        };
        output.records += 1;
        let CachedRules {
            statement, opened, ..
        } = &mut *known;
        self.record(text, statement, Ok(()), opened, output);
        self.open_rules.put_back(known);
        true
    }

    /// Answers the record of a JSON object, which stands in this line.
    fn object(&mut self, number: u64, line: &[u8], output: &mut Output) {
        let object = match RecordObject::read(line) {
            Ok(object) => object,
            Err(error) => {
                output.records += 1;
                let text = RecordText {
                    line: number,
                    header: line,
                    ..RecordText::default()
                };
                self.echo(&text, output);
                let diagnostic = Diagnostic::new(number, line, error);
                self.answer(&text, None, Err(diagnostic), output);
                return;
            }
        };
        let object = ObjectLine {
            number,
            object: &object,
        };
        let header = object.object.text();
        let text = RecordText {
            line: 1,
            header,
            object: Some(object),
            ..RecordText::default()
        };
        if memchr::memchr(b'\n', header).is_none() && self.with_known_rules(&text, output) {
            return;
        }
        output.records += 1;
        let entry = entry_of(object, &self.context.catalogue, self.asks);
        self.entry(entry, b"", output);
    }

    /// Answers lines of numbers whose rules are open, which take no time.
    fn light_lines(&mut self, part: &ChunkPart, items: &mut Items<'_>, output: &mut Output) {
        let Some(lines) = &mut self.number_lines else {
            return;
        };
        let before = output.text.len();
        let mut claimed = None;
        while let Some((rules_text, rules)) = self.open_rules.by_number(items.rest()) {
            let end = *claimed.get_or_insert_with(|| part.claim_run(items.at));
            let text = part.chunk.bytes.get(items.at..end).unwrap_or_default();
            let run = lines.answer(rules_text, rules, text, &mut output.text);
            if run.lines == 0 {
                break;
            }
            items.pass_over(run.bytes, run.lines);
            output.records += run.lines;
        }
        if claimed.is_some() {
            part.give_back(items.at);
        }
        if self.options.check {
            output.text.truncate(before);
        }
    }

    /// Answers a record that was read as a whole; `rest` is the text after it.
    fn entry(&mut self, Entry { text, statement }: Entry<'_>, rest: &[u8], output: &mut Output) {
        match statement {
            Ok(mut statement) => {
                let mut opened = RulesOfRecord::default();
                let completed = text.complete(&mut statement);
                self.record(&text, &statement, completed, &mut opened, output);
                self.open_rules.keep(text.header, &statement, opened);
            }
            Err(ParseError { label, error }) => {
                self.echo(&text, output);
                let error = judges_input(text.header, rest).unwrap_or(error);
                let diagnostic = text.show(text.line, text.header, error);
                self.answer(&text, label, Err(diagnostic), output);
            }
        }
    }

    /// Answers a record that has its rows, or says why it has not.
    fn record(
        &mut self,
        text: &RecordText<'_>,
        statement: &Statement<'_>,
        completed: Result<(), Fault>,
        opened: &mut RulesOfRecord<'a>,
        output: &mut Output,
    ) {
        let start = self.options.slowest.is_some().then(|| {
            progress::take_done();
            self.context.notes.take();
            Instant::now()
        });
        let line = text.number();
        self.echo(text, output);
        let fields = completed.and_then(|()| self.proved_fields(statement, opened, text, output));
        if let Ok(fields) = &fields {
            let at = output.text.len();
            if let Some(note) = note(fields) {
                output.remark(at, Remark::Note(line, note));
            }
            if let Some(note) = self.contradiction(statement.record()) {
                output.remark(at, Remark::Note(line, note));
            }
        }
        let fields = fields.map_err(|fault| text.place(fault, &self.context.catalogue));
        self.answer(text, statement.label, fields, output);
        if let Some(start) = start {
            let time = start.elapsed();
            if time >= slowest::MIN_TIME {
                let done = progress::take_done();
                let noted = self.context.notes.take();
                let slow = Slow::new(line, text.header, time, done, noted);
                output.remark(output.text.len(), Remark::Slow(slow));
            }
        }
    }

    /// Makes the note on the first answer of a rule whose clauses say two things of one position.
    fn contradiction(&mut self, record: &Record<'_>) -> Option<String> {
        let own = record
            .rules
            .own()
            .filter(|own| !own.rule.lose.is_empty() && !own.rule.win.is_empty())?;
        if self.clauses_seen.contains(&*own.text) {
            return None;
        }
        self.clauses_seen.insert(own.text.as_ref().into());
        let from: Option<Vec<i64>> = record
            .position
            .tuples
            .get(0)?
            .iter()
            .map(|&n| i64::try_from(n).ok())
            .collect();
        let numbers: Vec<String> = own
            .rule
            .contradiction(&from?)?
            .iter()
            .map(i64::to_string)
            .collect();
        Some(format!(
            "`lose if` and `win if` both hold at {}; `lose if` is looked at first, whatever the order they are written in",
            numbers.join(",")
        ))
    }

    /// Writes a record as it stands, if that is wanted.
    pub(super) fn echo(&self, text: &RecordText<'_>, output: &mut Output) {
        // In JSON the record is a member of the answer.
        if self.options.echo && self.options.format != Format::Json {
            output.text.extend_from_slice(&text.whole());
        }
    }

    /// Finds the fields of a record, and proves them if that is wanted.
    #[cfg_attr(not(feature = "proofs"), allow(unused_variables))]
    fn proved_fields(
        &mut self,
        statement: &Statement<'_>,
        opened: &mut RulesOfRecord<'a>,
        text: &RecordText<'_>,
        output: &mut Output,
    ) -> Result<Vec<Field>, Fault> {
        let fields = opened.answer(statement, self.context, self.options.check)?;
        #[cfg(feature = "proofs")]
        if let Some(prover) = &self.prover
            && !self.options.check
        {
            self.prove(prover, statement, &text.whole(), &fields, output)?;
        }
        Ok(fields)
    }

    /// Adds the answer to a record: its fields, or the diagnostic.
    pub(super) fn answer(
        &self,
        record: &RecordText<'_>,
        label: Option<&str>,
        fields: Result<Vec<Field>, Diagnostic>,
        output: &mut Output,
    ) {
        if let Err(diagnostic) = &fields {
            output.remark(output.text.len(), Remark::Wrong(diagnostic.clone()));
        }
        if self.options.check {
            return;
        }
        let text = &mut output.text;
        match (self.options.format, fields) {
            (Format::Text, fields) => {
                text.extend_from_slice(if self.options.echo { b"= " } else { b"" });
                text::write_label(label, text);
                match fields {
                    Ok(fields) => text::write(&fields, text),
                    Err(_) => text.extend_from_slice(b"ERROR"),
                }
                text.push(b'\n');
            }
            (Format::BFile, Ok(fields)) => {
                if let Some(label) = label {
                    let _ = writeln!(text, "# {label}"); // a Vec takes every write
                }
                text::write_b_file(&fields, text);
            }
            (Format::BFile, Err(_)) => text.extend_from_slice(b"# ERROR\n"),
            (Format::Json, fields) => {
                let bytes: u64 = fields.iter().flatten().map(Field::bytes).sum();
                // The fields are in memory, so a word holds the number of their bytes.
                output.listed += usize::try_from(bytes).unwrap_or(0);
                let echoed = self.options.echo.then(|| record.whole());
                output.listed += echoed.as_ref().map_or(0, Vec::len);
                output.answers.push(Answer {
                    line: record.number(),
                    record: echoed
                        .map(|text| String::from_utf8_lossy(text.trim_ascii_end()).into_owned()),
                    label: label.map(str::to_owned),
                    fields,
                });
            }
        }
    }

    /// Answers a record that is longer than may be kept.
    fn too_long(&self, chunk: &Chunk, limit: u64, output: &mut Output) {
        output.records = 1;
        // The label stands at the beginning, which is there.
        let label = label_of(&chunk.bytes, &self.context.catalogue);
        let error = SyntaxError {
            limit: Some(LimitKind::Memory),
            ..SyntaxError::new(
                0..0,
                format!("this record is longer than {limit} bytes"),
                "a sixth of it is for one record's text, five sixths where that is a board in one line; the rows of a \
                 longer board may stand on lines of their own, below `king 4x5`, and are read as they arrive",
            )
        };
        let text = RecordText {
            line: 1,
            header: &chunk.bytes,
            ..RecordText::default()
        };
        let diagnostic = Diagnostic::new(1, &chunk.bytes, error);
        self.answer(&text, label, Err(diagnostic), output);
    }
}

/// Makes the note on an answer of `-`, which does not say how far a period was looked for.
fn note(fields: &[Field]) -> Option<String> {
    fields.iter().find_map(|field| match field {
        Field::NoPeriod(Some(heap)) => Some(format!(
            "no period was found up to heap {heap}; more work or memory for a record may look further"
        )),
        Field::NoQuotient(Some(heap)) => Some(format!(
            "no misère quotient of all heaps was found; that of heaps to {heap} is the last that was"
        )),
        Field::NoQuotient(None) => {
            Some("the misère quotient of all heaps is infinite; those of heaps up to a largest are finite".into())
        }
        _ => None,
    })
}

#[cfg(test)]
#[cfg(feature = "proofs")]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::reader::Origin;
    use grundy_games::heaps::nim::NIM;
    use grundy_games::{
        Catalogue, EachPosition, Game, Goal, OpenFunction, OpenPosition, RulesResult, Visit,
        Visited,
    };
    use grundy_language::parse;
    use grundy_record::{Outcome, Record, Signature, Value, Verdict};

    /// An engine that is right about everything but one field of nim.
    struct Liar;

    struct Lie<'a>(Box<dyn OpenPosition + 'a>);

    impl Game for Liar {
        fn signature(&self) -> &Signature {
            NIM.signature()
        }

        fn open_rules<'a>(&self, _: &Record<'_>, context: &'a Context) -> RulesResult<'a> {
            let open: OpenFunction =
                |record, context| Ok(Box::new(Lie(NIM.open(record, context)?)));
            Ok(Box::new(EachPosition::new(open, context)))
        }
    }

    impl OpenPosition for Lie<'_> {
        fn outcome(&mut self) -> Result<Outcome, Fault> {
            self.0.outcome()
        }

        fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
            self.0.visit(goal, visit)
        }

        fn verdict(&mut self) -> Result<Verdict, Fault> {
            Ok(Verdict::Win(2))
        }

        fn grundy(&mut self) -> Result<Value, Fault> {
            self.0.grundy()
        }
    }

    #[test]
    fn a_wrong_answer_does_not_pass_the_self_check() {
        let options = Options {
            proofs: crate::Proofs::SelfCheck,
            ..Options::default()
        };
        let honest = Context::new(options.budget);
        let mut with_liar = Catalogue::default();
        assert!(with_liar.add(Arc::new(Liar)));
        let lying = Context::with(Arc::new(with_liar), options.budget);
        let check = |context: &Context, line: &'static [u8]| {
            let mut solver = Solver::new(context, &options.asks, Cow::Borrowed(&options));
            let statement = parse(line, &*context.catalogue, &options.asks)
                .unwrap_or_else(|_| panic!("a record"));
            let mut output = Output::new(
                Origin {
                    sequence: 0,
                    source: Arc::default(),
                },
                0,
            );
            let text = RecordText {
                line: 1,
                header: line,
                ..RecordText::default()
            };
            let fields = solver.proved_fields(
                &statement,
                &mut RulesOfRecord::default(),
                &text,
                &mut output,
            );
            (
                fields.map(|_| ()).map_err(|fault| fault.message),
                output.checked.recomputed,
            )
        };
        assert_eq!(check(&honest, b"nim: 2 3"), (Ok(()), 1));
        assert_eq!(check(&lying, b"nim: 2 3 ? grundy count"), (Ok(()), 1));
        let (outcome, recomputed) = check(&lying, b"nim: 2 3");
        let message = outcome.unwrap_err();
        assert!(
            message.contains("fails its own check: its answer is WIN 1"),
            "{message}"
        );
        assert_eq!(recomputed, 0);
    }
}
