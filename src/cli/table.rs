//! `grundy table RECORD`: maps of who wins.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::{Run, Stop};
use super::output::print;
use super::{Exit, examples, record};
use crate::picture::{self, Chart, Part, Room, Show};

/// Options of `grundy table`.
#[derive(Args, Debug)]
#[command(after_help = examples("table"))]
pub(super) struct TableArguments {
    #[command(flatten)]
    record: record::RecordArguments,

    /// Content of a cell
    #[arg(long, value_enum, default_value = "outcomes")]
    show: Show,

    /// The part to draw: the upper left and lower right cells of a map (1,1-20,40), the first and
    /// last of a line of heaps (500-700)
    #[arg(long, value_name = "PART", value_parser = parse_part)]
    window: Option<Part>,

    /// Write a picture as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a picture as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Write comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

fn parse_part(text: &str) -> Result<Part, String> {
    Part::read(text)
        .ok_or_else(|| "a window is two cells (1,1-20,40), or of a line two numbers (500-700)".into())
}

impl TableArguments {
    pub(super) fn run(self) -> Run {
        let (show, files) = (self.show, self.files());
        // No page or terminal has room for more.
        let side = if files.is_empty() { PAGE as u64 } else { picture::MAX_SIDE };
        let chart =
            self.record.with_position(|position, _| picture::chart(position, self.window, side, show))?;
        for (path, write) in &files {
            write_to(path, |out| write(&chart, show, out)).map_err(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => error.into(),
                _ => Stop::file(path, &error),
            })?;
        }
        match files.is_empty() {
            true => print(picture::draw_in_terminal(&chart, show, room(), self.record.colours())),
            false => Ok(Exit::ANSWERED),
        }
    }

    /// The files to write, and how.
    fn files(&self) -> Vec<(&Path, WriteChart)> {
        let writers: [(&Option<PathBuf>, WriteChart); 3] = [
            (&self.svg, picture::write_svg),
            (&self.png, picture::write_png),
            (&self.csv, picture::write_csv),
        ];
        writers.into_iter().filter_map(|(path, write)| Some((path.as_deref()?, write))).collect()
    }
}

type WriteChart = fn(&Chart, Show, &mut dyn Write) -> io::Result<()>;

fn write_to(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out: Box<dyn Write> = match path == Path::new("-") {
        true => Box::new(BufWriter::new(io::stdout().lock())),
        false => Box::new(BufWriter::new(File::create(path)?)),
    };
    write(&mut out)?;
    out.flush()
}

/// The rows of a page that no terminal ends.
const PAGE: usize = 200;

/// The room of a map: the terminal, or a page if there is none.
fn room() -> Room {
    if io::stdout().is_terminal() {
        let (width, height) = terminal_size::terminal_size().map_or((100, 40), |(w, h)| (w.0, h.0));
        // A map has lines above and below its rows.
        return Room { width: width.into(), height: usize::from(height).saturating_sub(6).max(10) };
    }
    Room { width: 2 * PAGE, height: PAGE }
}
