//! Maps of who wins: a record laid out as a [`Chart`], drawn in a terminal, as SVG, PNG or CSV.

mod chart;
mod compose;
mod csv;
mod layout;
mod palette;
#[cfg(feature = "pictures")]
mod png;
mod svg;
mod terminal;

pub use chart::{CellKind, Chart, ChartCell, Links, MoveName, Show};
pub use csv::write as write_csv;
pub use layout::{MAX_CHART_CELLS, MAX_CHART_SIDE, MapPart, MapWindow, chart};
#[cfg(feature = "pictures")]
pub use png::write as write_png;
pub use svg::{Places, write as write_svg, write_and_place as write_svg_and_place};
pub use terminal::{Room, draw as draw_in_terminal};
