//! Runs the program as a user does: every test of it goes through here.
//!
//! [`Program`] is a run that is prepared: arguments, environment, limits of the system, standard input. [`Program::run`]
//! waits for its end; [`Program::start`] gives a [`Started`] to talk to. `GRUNDY_PROGRAM` names another program than the
//! one of this build.
//!
//! A test that waits for something waits for a line, for the end of a stream, or for words on standard error, and never
//! for a time: a program that says nothing is ended after [`TIME_LIMIT`], and the test fails.

#![allow(
    dead_code,
    reason = "the goldens, which are a program of their own, use a part of it"
)]

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use grundy_base::testing::TemporaryFolder;

/// The time after which a run counts as one that never ends: so long that the busiest machine does not fail.
pub const TIME_LIMIT: Duration = Duration::from_secs(900);

/// The function that writes a standard input while the program reads it.
type InputWriter = Box<dyn FnOnce(&mut dyn Write) + Send>;

/// The standard input of a run.
enum Input {
    /// The pipe is left to the test, or closed at once by [`Program::run`].
    Pipe,
    /// A thread writes the pipe and closes it.
    Written(InputWriter),
    /// A file, or whatever the system gives.
    System(Stdio),
}

/// A run that is prepared.
pub struct Program {
    command: Command,
    input: Input,
    time_limit: Duration,
}

/// Returns the program of this build, or the one that `GRUNDY_PROGRAM` names.
pub fn path() -> OsString {
    std::env::var_os("GRUNDY_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_grundy").into())
}

impl Program {
    /// Prepares a run with these arguments.
    pub fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(path());
        command.args(arguments);
        Program::of(command)
    }

    /// Prepares a run of another program, such as one that the tests have compiled.
    pub fn of(command: Command) -> Self {
        Program {
            command,
            input: Input::Pipe,
            time_limit: TIME_LIMIT,
        }
    }

    /// Prepares a run after these commands of the shell, such as `ulimit -v 524288`.
    #[cfg(unix)]
    pub fn after(commands: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new("sh");
        let script = format!("{commands}; exec \"$0\" \"$@\"");
        command.args(["-c", &script]).arg(path()).args(arguments);
        Program::of(command)
    }

    /// Adds an argument, such as a path.
    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    /// Sets a variable of the environment.
    pub fn variable(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Gives a text as standard input, through a pipe.
    pub fn input(self, text: impl Into<Vec<u8>>) -> Self {
        let text = text.into();
        // A program that has seen enough closes its input early.
        self.written_input(move |pipe| {
            let _ = pipe.write_all(&text);
        })
    }

    /// Lets a function write the standard input while the program reads it.
    pub fn written_input(mut self, write: impl FnOnce(&mut dyn Write) + Send + 'static) -> Self {
        self.input = Input::Written(Box::new(write));
        self
    }

    /// Gives a text as standard input, in a file.
    pub fn input_file(self, text: &[u8]) -> Self {
        let mut file = TemporaryFolder::new().file("input");
        file.write_all(text).expect("room for a file");
        file.seek(SeekFrom::Start(0)).expect("files can be sought");
        self.input_from(file)
    }

    /// Takes the standard input from a file, where that stands.
    pub fn input_from(mut self, file: File) -> Self {
        self.input = Input::System(file.into());
        self
    }

    /// Ends the run after another time.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// Runs the program to its end.
    pub fn run(self) -> Finished {
        self.start().finish()
    }

    /// Runs the program with a file as its standard output.
    pub fn run_into(self, output: File) -> Finished {
        self.start_with(output.into()).finish()
    }

    /// Starts the program.
    pub fn start(self) -> Started {
        self.start_with(Stdio::piped())
    }

    fn start_with(mut self, output: Stdio) -> Started {
        let (stdin, writer) = match self.input {
            Input::Pipe => (Stdio::piped(), None),
            Input::Written(writer) => (Stdio::piped(), Some(writer)),
            Input::System(input) => (input, None),
        };
        self.command.stdin(stdin).stdout(output);
        self.command.stderr(Stdio::piped());
        let mut child = self.command.spawn().expect("the program starts");
        let mut input = child.stdin.take();
        let writer = writer.map(|write| {
            let mut pipe = input.take().expect("standard input is a pipe");
            thread::spawn(move || write(&mut pipe))
        });
        let errors = Errors::collect(child.stderr.take().expect("standard error is a pipe"));
        Started {
            input,
            output: child.stdout.take().map(BufReader::new),
            errors,
            writer,
            watchdog: Watchdog::new(child.id(), self.time_limit),
            child,
        }
    }
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Finished {
    /// Returns the exit status, if no signal has ended the run.
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// Returns the standard output.
    pub fn answers(&self) -> String {
        String::from_utf8(self.stdout.clone()).expect("answers are UTF-8")
    }

    /// Returns the standard error.
    pub fn said(&self) -> String {
        String::from_utf8(self.stderr.clone()).expect("messages are UTF-8")
    }

    /// Returns the standard output of a run that must succeed.
    pub fn succeeded(&self) -> String {
        assert!(self.status.success(), "{:?}: {}", self.status, self.said());
        self.answers()
    }

    /// Returns the standard error of a run that must be refused before it begins.
    pub fn refused(&self) -> String {
        assert_eq!(self.code(), Some(2), "{}", self.said());
        self.said()
    }
}

/// A run that is under way; it is killed when it is dropped.
pub struct Started {
    /// The standard input, if it is left to the test; `None` closes it.
    pub input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
    errors: Arc<Errors>,
    writer: Option<JoinHandle<()>>,
    watchdog: Watchdog,
    child: Child,
}

impl Started {
    /// Returns the number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes to the standard input.
    pub fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("standard input is open");
        input.write_all(text.as_bytes()).expect("the text is read");
    }

    /// Reads the next line of the standard output, without its end; `None` after the last one.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let output = self.output.as_mut().expect("standard output is a pipe");
        let bytes = output.read_line(&mut line).expect("answers are UTF-8");
        (bytes > 0).then(|| line.trim_end_matches('\n').to_owned())
    }

    /// Reads a number of bytes of the standard output.
    pub fn read(&mut self, bytes: usize) -> Vec<u8> {
        let mut read = vec![0; bytes];
        let output = self.output.as_mut().expect("standard output is a pipe");
        output.read_exact(&mut read).expect("as many bytes");
        read
    }

    /// Closes the standard output, so that the next write of the program fails.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits until the program has said something on standard error that a function accepts.
    pub fn wait_until_said(&self, accepts: impl Fn(&str) -> bool) {
        let accepts = |said: &Said| accepts(&String::from_utf8_lossy(&said.text));
        let said = self
            .errors
            .wait(TIME_LIMIT, |said| said.is_all || accepts(said));
        assert!(accepts(&said), "{}", String::from_utf8_lossy(&said.text));
    }

    /// Waits for the end of the program, but not for longer than this; returns whether it has ended.
    pub fn ends_within(&self, time: Duration) -> bool {
        self.errors.wait(time, |said| said.is_all).is_all
    }

    /// Sends a signal to the program.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        kill.args(["-s", name, &self.id().to_string()]);
        // A program that has ended meanwhile has nobody to listen.
        let _ = kill.status().expect("`kill` runs");
    }

    /// Ends the program at once.
    pub fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
    }

    /// Closes the standard input, and waits for the end.
    pub fn finish(mut self) -> Finished {
        self.input = None;
        let mut stdout = Vec::new();
        if let Some(output) = &mut self.output {
            output.read_to_end(&mut stdout).expect("it can be read");
        }
        let status = self.child.wait().expect("the program ends");
        let stderr = self
            .errors
            .wait(TIME_LIMIT, |said| said.is_all)
            .text
            .clone();
        if let Some(writer) = self.writer.take() {
            writer.join().expect("the input is written");
        }
        assert!(!self.watchdog.has_ended_it(), "the program did not end");
        Finished {
            status,
            stdout,
            stderr,
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// The bytes that a program has written on standard error so far.
#[derive(Default)]
struct Said {
    text: Vec<u8>,
    is_all: bool,
}

/// The standard error of a run, which a thread reads all the time so that the program never waits.
#[derive(Default)]
struct Errors {
    said: Mutex<Said>,
    changed: Condvar,
}

impl Errors {
    /// Begins to read.
    fn collect(mut from: impl Read + Send + 'static) -> Arc<Errors> {
        let errors = Arc::new(Errors::default());
        let into = errors.clone();
        thread::spawn(move || {
            let mut block = [0; 4096];
            while let Ok(bytes @ 1..) = from.read(&mut block) {
                into.lock().text.extend_from_slice(&block[..bytes]);
                into.changed.notify_all();
            }
            into.lock().is_all = true;
            into.changed.notify_all();
        });
        errors
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().expect("no thread panics with it")
    }

    /// Waits until a condition holds, but not for longer than this.
    fn wait(&self, time: Duration, holds: impl Fn(&Said) -> bool) -> MutexGuard<'_, Said> {
        let waits = |said: &mut Said| !holds(said);
        let waited = self.changed.wait_timeout_while(self.lock(), time, waits);
        waited.expect("no thread panics with it").0
    }
}

/// A thread that ends a program which takes too long.
struct Watchdog {
    /// The channel that closes when the run is over.
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<bool>>,
}

impl Watchdog {
    fn new(process: u32, limit: Duration) -> Self {
        let (over, is_over) = mpsc::channel::<()>();
        let thread = thread::spawn(move || {
            let is_late = is_over.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if is_late {
                let process = process.to_string();
                let (end, arguments) = if cfg!(windows) {
                    ("taskkill", ["/F", "/PID", &process])
                } else {
                    ("kill", ["-s", "KILL", &process])
                };
                // It may end at this moment.
                let _ = Command::new(end).args(arguments).status();
            }
            is_late
        });
        Watchdog {
            over: Some(over),
            thread: Some(thread),
        }
    }

    /// Ends the watch; returns whether the program took too long.
    fn has_ended_it(&mut self) -> bool {
        self.over = None;
        let thread = self.thread.take().expect("a watch ends once");
        thread.join().expect("the watchdog does not panic")
    }
}

/// Runs the program with this standard input.
pub fn grundy_with(arguments: &[&str], input: impl Into<Vec<u8>>) -> Finished {
    Program::new(arguments).input(input).run()
}

/// Runs the program, which must succeed; returns its standard output.
pub fn grundy(arguments: &[&str]) -> String {
    let finished = Program::new(arguments).run();
    assert!(
        finished.status.success(),
        "{arguments:?}: {}",
        finished.said()
    );
    finished.answers()
}

/// Runs the program, which must refuse the arguments; returns its standard error.
pub fn refused(arguments: &[&str]) -> String {
    let finished = Program::new(arguments).run();
    assert_eq!(
        finished.code(),
        Some(2),
        "{arguments:?}: {}",
        finished.said()
    );
    finished.said()
}

/// Answers records, which must be right, with the standard asks; returns the lines.
pub fn answers(records: &str, ask: &str) -> Vec<String> {
    let finished = Program::new(&["--ask", ask]).input(records).run();
    assert!(finished.status.success(), "{records}: {}", finished.said());
    finished.answers().lines().map(str::to_owned).collect()
}

/// A game as `grundy games` lists it.
#[derive(Debug)]
pub struct ListedGame {
    /// The name of the game.
    pub name: String,
    /// A record of the game.
    pub example: String,
}

/// Lists all games as `grundy games` does.
pub fn games() -> Vec<ListedGame> {
    let list = grundy(&["games"]);
    let lines: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
    let mut games = Vec::new();
    for game in lines.chunks_exact(2) {
        let name = game[0].split_whitespace().next().expect("a name");
        games.push(ListedGame {
            name: name.to_owned(),
            example: game[1].trim().to_owned(),
        });
    }
    games
}

/// Returns the names of the commands that `grundy --help` lists, but for `help`.
pub fn commands() -> Vec<String> {
    let help = grundy(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // A summary may go on in a line that is indented further.
    let lines = lines.filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}
