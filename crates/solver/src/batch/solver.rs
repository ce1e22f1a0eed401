//! A chunk of records into answers.

use std::io::Write as _;
use std::time::Instant;

use super::contained::contained;
use super::items::{Entry, Item, Items, Rows};
use super::output::{Object, Output, weight, write_label};
use super::part::Part;
use super::plain_nim::{PlainNim, Single};
use super::prepared_rules::PreparedRules;
use super::reader::Chunk;
use super::repeats::Repeats;
use super::rows::{check_count, place, stray};
use super::same_rules::SameRules;
use super::slowest::{self, Slow};
use super::verify::more_games;
use super::{Format, Options};
use crate::certificate::{Certificate, text};
use crate::games::{self, Context};
use crate::language::{Diagnostic, ParseError, Statement, SyntaxError, answer, parse};
use crate::prover::Prover;
use crate::record::{Board, Fault, Field, Place};
use crate::simd::Simd;
use crate::sync::progress;
use crate::theory::budget::LimitKind;
use crate::verify::{Checker, Claim, Finding};

/// Why an error of a game comes without proof.
const UNPROVED_ERROR: &str = "that the record is wrong, or beyond a limit, is not proved";

/// After so many records in turn that take no time, what was answered is left for the writer all the same.
const MOST_LIGHT: u32 = 256;

/// Solves chunks.
pub(super) struct Solver<'a> {
    pub(super) context: &'a Context,
    pub(super) options: &'a Options,
    /// Answers runs of plain nim records, where their verdict as text is all that is wanted, if that.
    plain_nim: Option<PlainNim>,
    same_rules: Option<SameRules<'a>>,
    prepared_rules: Option<PreparedRules<'a>>,
    repeats: Option<Repeats>,
    prover: Prover,
    checker: Checker,
}

impl<'a> Solver<'a> {
    pub(super) fn new(context: &'a Context, options: &'a Options) -> Self {
        let plain = !options.proofs.proves() && !options.echo;
        let texts = options.format == Format::Text;
        let simd = Simd::current();
        let single = Single::of(&options.asks).filter(|_| plain && (texts || options.check));
        let answers_alone = plain && texts && !options.check;
        Solver {
            context,
            options,
            plain_nim: single.map(|single| PlainNim::new(simd, options.budget.threads, single)),
            same_rules: answers_alone.then(|| SameRules::new(context, &options.asks, simd)),
            prepared_rules: PreparedRules::new(context, &options.asks).filter(|_| answers_alone),
            repeats: answers_alone.then(Repeats::new),
            prover: Prover::default(),
            checker: Checker::new(1),
        }
    }

    /// Answers the records of a part that no other worker takes. Before each that may take long, `leave` is
    /// given what was answered, and says whether the batch goes on; what is returned is the rest.
    pub(super) fn solve(&mut self, part: &Part, leave: impl Fn(&mut Output) -> bool) -> Output {
        let mut output = part.output();
        let chunk = part.chunk();
        if let Some(cut_off) = chunk.cut_off {
            output.lines = cut_off.lines;
            if !cut_off.comment {
                self.too_long(chunk, cut_off.limit, &mut output);
            }
            return output;
        }
        let in_board = chunk.in_board && part.start() == 0;
        let mut items = Items::new(&chunk.bytes, &self.context.catalogue, &self.options.asks, in_board)
            .before(&chunk.next)
            .from(part.start())
            .knowing_rules();
        let mut light = 0;
        loop {
            if let Some(plain_nim) = &mut self.plain_nim
                && PlainNim::begins(items.rest())
            {
                let begin = items.offset();
                let end = part.claim_run(begin);
                let run = plain_nim.answer(&chunk.bytes[begin..end], &mut output.text);
                items.pass_over(run.bytes, run.lines);
                part.give_back(items.offset());
                output.records += run.lines;
                if self.options.check {
                    output.text.clear();
                }
                if run.lines > 0 {
                    continue;
                }
            }
            if let Some(same_rules) = &mut self.same_rules {
                let begin = items.offset();
                let begins = |at: usize| part.claim_line(begin + at);
                let run = same_rules.answer(items.rest(), &mut output, &begins, &leave);
                items.pass_over(run.bytes, run.lines);
                part.give_back(items.offset());
                output.records += run.lines;
            }
            let text = items.rest();
            if let Some(prepared_rules) = &mut self.prepared_rules
                && light < MOST_LIGHT
                && let Some((field, bytes)) = prepared_rules.answer(text)
            {
                if !part.claim_line(items.offset()) {
                    break;
                }
                answer::write_field(&field, &mut output.text);
                output.text.push(b'\n');
                output.records += 1;
                items.pass_over(bytes, 1);
                light += 1;
                continue;
            }
            let candidate = self.repeats.as_ref().and_then(|_| Repeats::candidate(text));
            if let (Some(repeats), Some(candidate)) = (&self.repeats, candidate)
                && let Some((answer, bytes)) = repeats.answer(candidate, text)
            {
                if !part.claim_line(items.offset()) {
                    break;
                }
                output.text.extend_from_slice(answer);
                output.records += 1;
                items.pass_over(bytes, 1);
                continue;
            }
            if !leave(&mut output) {
                break;
            }
            light = 0;
            let before = (output.text.len(), output.diagnostics.len() + output.notes.len());
            let begin = items.offset();
            let Some(item) = items.next_if(|at| part.claim_line(at)) else { break };
            match item {
                Item::Stray(line, text) => {
                    output.diagnostics.push(stray(line, text));
                }
                Item::Record(entry) => {
                    output.records += 1;
                    if let Some(statement) = self.record(entry, &mut output) {
                        items.take_back(statement);
                    }
                    // One line and no more was taken, and nothing was said beside its answer.
                    if let (Some(repeats), Some(candidate)) = (&mut self.repeats, candidate)
                        && candidate.ends_at(begin, items.offset())
                        && before.1 == output.diagnostics.len() + output.notes.len()
                        && let Some(answer) = output.text.get(before.0..)
                    {
                        repeats.remember(candidate, text, answer);
                    }
                }
            }
            if self.options.strict && !output.diagnostics.is_empty() {
                output.stop = true;
                break;
            }
        }
        output.lines = items.lines();
        output.end = part.close();
        output
    }

    /// Answers a record, and gives back what it says.
    fn record<'t>(&mut self, entry: Entry<'t>, output: &mut Output) -> Option<Statement<'t>> {
        if self.options.slowest.is_none() {
            return self.solve_record(entry, output);
        }
        let (line, header) = (entry.line, entry.header);
        progress::take_done();
        let start = Instant::now();
        let statement = self.solve_record(entry, output);
        let time = start.elapsed();
        if time >= slowest::LONG {
            output.slow.push(Slow::new(line, header, time, progress::take_done()));
        }
        statement
    }

    fn solve_record<'t>(&mut self, entry: Entry<'t>, output: &mut Output) -> Option<Statement<'t>> {
        let Entry { line, header, statement, rows } = entry;
        self.echo(header, rows.text, output);
        match statement {
            Ok(mut statement) => {
                match self.proved_fields(&mut statement, header, &rows, output) {
                    Ok(fields) => {
                        output.notes.extend(note(&fields).map(|note| (line, note)));
                        self.answer(statement.label, fields, output);
                    }
                    Err(fault) => {
                        let diagnostic = place(fault, line, header, &self.context.catalogue, &rows);
                        self.certify(|| Certificate::Unproved(UNPROVED_ERROR.into()), output);
                        self.error(statement.label, diagnostic, output);
                    }
                }
                Some(statement)
            }
            Err(ParseError { label, error }) => {
                self.certify(|| Certificate::Wrong, output);
                self.error(label, Diagnostic::new(line, header, error), output);
                None
            }
        }
    }

    /// Writes a record as it stands, where that is wanted.
    pub(super) fn echo(&self, header: &[u8], rows: &[u8], output: &mut Output) {
        if !self.options.echo {
            return;
        }
        output.text.extend_from_slice(header.trim_ascii_end());
        output.text.push(b'\n');
        output.text.extend_from_slice(rows);
        if rows.last().is_some_and(|&byte| byte != b'\n') {
            output.text.push(b'\n');
        }
    }

    /// Begins the line of an answer.
    fn begin_line(&self, label: Option<&str>, out: &mut Vec<u8>) {
        if self.options.echo {
            out.extend_from_slice(b"= ");
        }
        write_label(label, out);
    }

    /// Adds the certificate of a record, when certificates are wanted.
    fn certify(&self, certificate: impl FnOnce() -> Certificate, output: &mut Output) {
        if self.options.proofs.certifies() {
            let line = text::body(&certificate());
            output.listed += line.len();
            output.certificates.push(line);
        }
    }

    /// The fields of a record, proved where that is wanted.
    fn proved_fields<'t>(
        &mut self,
        statement: &mut Statement<'t>,
        header: &[u8],
        rows: &Rows<'t>,
        output: &mut Output,
    ) -> Result<Vec<Field>, Fault> {
        let fields = self.fields(statement, rows)?;
        if self.options.check || !self.options.proofs.proves() {
            return Ok(fields);
        }
        let bytes = header.len() + rows.text.len();
        let (prover, context) = (&mut self.prover, self.context);
        let certificate = contained(|| Ok(prover.prove(statement, bytes, context)))?;
        if self.options.proofs.checks() {
            output.proved += u64::from(self.is_proved(statement, bytes, &fields, &certificate)?);
        }
        self.certify(|| certificate, output);
        Ok(fields)
    }

    /// Checks fields against a certificate: whether they are proved; a fault when they are wrong.
    fn is_proved(
        &mut self,
        statement: &Statement<'_>,
        bytes: usize,
        fields: &[Field],
        certificate: &Certificate,
    ) -> Result<bool, Fault> {
        let mut answer = Vec::new();
        answer::write(fields, &mut answer);
        let (game, record) = (&*statement.game.signature().name, &statement.record);
        let claim = Claim { game, record, more: &more_games(statement), bytes, answer: &answer, certificate };
        let checker = &mut self.checker;
        match contained(|| Ok(checker.check(claim)))? {
            Finding::Proved => Ok(true),
            Finding::Unproved(_) => Ok(false),
            Finding::Rejected(reason) => Err(Fault::new(
                Place::Game,
                format!("the answer fails its own check: {reason}"),
                "this is a defect of grundy, not of the record: please report it with the record",
            )),
        }
    }

    fn fields<'t>(&mut self, statement: &mut Statement<'t>, rows: &Rows<'t>) -> Result<Vec<Field>, Fault> {
        if let Some(size) = statement.awaits_rows {
            check_count(rows, size)?;
            statement.give_rows(Board::Block(rows.text));
        }
        self.ask(statement)
    }

    /// Opens a record and asks what it asks.
    pub(super) fn ask(&self, statement: &Statement<'_>) -> Result<Vec<Field>, Fault> {
        contained(|| {
            let mut instance = statement.open(self.context)?;
            if self.options.check {
                return Ok(Vec::new());
            }
            statement.record.asks.iter().map(|&ask| games::answer(&mut *instance, ask)).collect()
        })
    }

    pub(super) fn answer(&self, label: Option<&str>, fields: Vec<Field>, output: &mut Output) {
        match self.options.format {
            _ if self.options.check => {}
            Format::Text => {
                self.begin_line(label, &mut output.text);
                answer::write(&fields, &mut output.text);
                output.text.push(b'\n');
            }
            Format::BFile => {
                if let Some(label) = label {
                    let _ = writeln!(output.text, "# {label}"); // a Vec takes every write
                }
                answer::write_b_file(&fields, &mut output.text);
            }
            Format::Json => {
                output.listed += fields.iter().map(weight).sum::<usize>();
                output.objects.push(Object { label: label.map(str::to_owned), outcome: Ok(fields) });
            }
        }
    }

    pub(super) fn error(&self, label: Option<&str>, mut diagnostic: Diagnostic, output: &mut Output) {
        diagnostic.say_limit(self.options.raised_by);
        match self.options.format {
            _ if self.options.check => {}
            Format::Text => {
                self.begin_line(label, &mut output.text);
                output.text.extend_from_slice(b"ERROR\n");
            }
            Format::BFile => output.text.extend_from_slice(b"# ERROR\n"),
            Format::Json => {
                let outcome = Err(diagnostic.clone());
                output.objects.push(Object { label: label.map(str::to_owned), outcome });
            }
        }
        output.diagnostics.push(diagnostic);
    }

    fn too_long(&self, chunk: &Chunk, limit: u64, output: &mut Output) {
        output.records = 1;
        // The label stands at the beginning, which is there.
        let label = parse(&chunk.bytes, &self.context.catalogue, &self.options.asks)
            .map_or_else(|wrong| wrong.label, |s| s.label);
        let error = SyntaxError {
            limit: Some(LimitKind::Memory),
            ..SyntaxError::new(
                0..0,
                format!("this record is longer than {limit} bytes"),
                "a sixth of it is for one record's text, five sixths where that is a board in one line",
            )
        };
        self.certify(|| Certificate::Unproved(UNPROVED_ERROR.into()), output);
        self.error(label, Diagnostic::new(1, &chunk.bytes, error), output);
        output.stop = self.options.strict;
    }
}

/// What is said of an answer beside it: `-` does not say how far a period was looked for.
fn note(fields: &[Field]) -> Option<String> {
    fields.iter().find_map(|field| match field {
        Field::NoPeriod(Some(heap)) => Some(format!(
            "no period was found up to heap {heap}; more work or memory for a record looks further"
        )),
        Field::NoQuotient(heap) => Some(format!(
            "no misère quotient of all heaps was found; that of heaps to {heap} is the last that was"
        )),
        _ => None,
    })
}

#[cfg(all(test, feature = "proofs"))]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::*;
    use crate::batch::reader::Origin;
    use crate::games::{self, Game, Instance};
    use crate::record::{Move, Outcome, Record, Signature, Value, Verdict};

    /// An engine that is right about everything but one field of nim.
    struct Liar;

    struct Lie<'a>(Box<dyn Instance + 'a>);

    impl Game for Liar {
        fn signature(&self) -> &Signature {
            games::nim::Nim.signature()
        }

        fn open<'a>(
            &self,
            record: &'a Record<'a>,
            context: &'a Context,
        ) -> Result<Box<dyn Instance + 'a>, Fault> {
            Ok(Box::new(Lie(games::nim::Nim.open(record, context)?)))
        }
    }

    impl Instance for Lie<'_> {
        fn outcome(&mut self) -> Result<Outcome, Fault> {
            self.0.outcome()
        }

        fn count(&mut self) -> Result<u128, Fault> {
            self.0.count()
        }

        fn verdict(&mut self) -> Result<Verdict, Fault> {
            Ok(Verdict::Win(2))
        }

        fn moves(&mut self) -> Result<Vec<Move>, Fault> {
            self.0.moves()
        }

        fn best(&mut self) -> Result<Option<Move>, Fault> {
            self.0.best()
        }

        fn grundy(&mut self) -> Result<Value, Fault> {
            self.0.grundy()
        }

        fn legal_moves(&mut self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Result<(), Fault> {
            self.0.legal_moves(visit)
        }
    }

    #[test]
    fn a_wrong_answer_does_not_pass_the_self_check() {
        let options = Options { proofs: crate::batch::Proofs::SelfCheck, ..Options::default() };
        let context = Context::new(options.budget);
        let mut solver = Solver::new(&context, &options);
        let mut check = |game: &'static dyn Game, line: &'static [u8]| {
            let mut statement =
                parse(line, &context.catalogue, &options.asks).unwrap_or_else(|_| panic!("a record"));
            statement.game = game;
            let mut output = Output::new(Origin { sequence: 0, source: Arc::default(), first: true }, 0);
            let fields = solver.proved_fields(&mut statement, line, &Rows::default(), &mut output);
            (fields.map(|_| ()).map_err(|fault| fault.message), output.proved)
        };
        assert_eq!(check(&games::nim::Nim, b"nim: 2 3"), (Ok(()), 1));
        assert_eq!(check(&Liar, b"nim: 2 3 ? grundy count"), (Ok(()), 1));
        let (outcome, proved) = check(&Liar, b"nim: 2 3");
        let message = outcome.unwrap_err();
        assert!(
            message.contains("fails its own check: the answer is `WIN 2`, proved is `WIN 1`"),
            "{message}"
        );
        assert_eq!(proved, 0);
    }
}
