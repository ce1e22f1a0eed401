//! `grundy table RECORD`: maps of who wins.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;

use super::exit::{CommandEnd, CommandResult};
use super::output::{create, print};
use super::record;
use super::terminal::is_coloured;
use grundy_api::chart::{self, MapPart};
use grundy_picture::{Chart, Room, Show};

/// Options of `grundy table`.
#[derive(Args, Debug)]
pub(super) struct TableArguments {
    #[command(flatten)]
    record: record::RecordArguments,

    /// Content of a cell
    #[arg(long, value_enum, default_value = "outcomes")]
    show: Show,

    /// The part to draw: the upper left and lower right cells of a map (1,1-20,40), the first and
    /// last of a line of heaps (500-700)
    #[arg(long, value_name = "PART", value_parser = parse_part)]
    window: Option<MapPart>,

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

/// Reads a part of a map.
fn parse_part(text: &str) -> Result<MapPart, String> {
    MapPart::read(text).ok_or_else(|| {
        "a window is two cells (1,1-20,40), or of a line two numbers (500-700)".into()
    })
}

impl TableArguments {
    pub(super) fn run(self) -> CommandResult {
        let show = self.show;
        let writers: [(_, WriteChart); 3] = [
            (&self.svg, grundy_picture::write_svg),
            (&self.png, grundy_picture::write_png),
            (&self.csv, grundy_picture::write_csv),
        ];
        let files: Vec<_> = writers
            .into_iter()
            .filter_map(|(path, write)| Some((path.as_deref()?, write)))
            .collect();
        // No page or terminal has room for more.
        let side = if files.is_empty() {
            PAGE_ROWS as u64
        } else {
            chart::MAX_CHART_SIDE
        };
        let chart = self
            .record
            .find(|position| chart::chart(position, self.window, side, show))?;
        for &(path, write) in &files {
            let mut out = BufWriter::new(create(path)?);
            write(&chart, show, &mut out)
                .and_then(|()| out.flush())
                .map_err(CommandEnd::file(path))?;
        }
        if !files.is_empty() {
            return Ok(());
        }
        let colour = is_coloured(self.record.color, &io::stdout());
        print(grundy_picture::draw_in_terminal(
            &chart,
            show,
            room(),
            colour,
        ))
    }
}

/// A function that writes a chart to a file.
type WriteChart = fn(&Chart, Show, &mut dyn Write) -> io::Result<()>;

/// The rows of a page that no terminal ends. A guess.
const PAGE_ROWS: usize = 200;

/// Measures the room of a map: the terminal, or a page if there is none.
fn room() -> Room {
    if io::stdout().is_terminal() {
        let (width, height) = terminal_size::terminal_size().map_or((100, 40), |(w, h)| (w.0, h.0));
        // A map has lines above and below its rows.
        return Room {
            width: width.into(),
            height: usize::from(height).saturating_sub(6).max(10),
        };
    }
    Room {
        width: 2 * PAGE_ROWS,
        height: PAGE_ROWS,
    }
}
