//! Charts as SVG: the picture that is composed of a chart, written as a file.

use std::io::{self, Write};

use super::chart::{Chart, Show};
use super::compose::compose;
use super::scene::{Places, Scene};

/// Draws the chart and writes it.
///
/// # Errors
///
/// Says that `out` cannot be written, or, without the feature `pictures`, that a map has more than a million cells.
pub fn write(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<()> {
    write_and_place(chart, show, out).map(drop)
}

/// Draws the chart and writes it. Returns the places of its cells in the picture, for programs that point at them.
///
/// # Errors
///
/// Says that `out` cannot be written, or, without the feature `pictures`, that a map has more than a million cells.
pub fn write_and_place(chart: &Chart, show: Show, out: &mut dyn Write) -> io::Result<Places> {
    let Scene {
        width,
        height,
        shapes,
        places,
    } = compose(chart, show)?;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans Mono, ui-monospace, Menlo, Consolas, monospace">"#
    )?;
    writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
    writeln!(out, "{shapes}</svg>")?;
    Ok(places)
}
