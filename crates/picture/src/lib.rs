//! Maps of who wins: a [`Chart`] of cells, drawn in a terminal, as SVG, PNG or CSV. It knows no game: others lay
//! their positions out.

mod chart;
mod compose;
mod csv;
mod palette;
#[cfg(feature = "pictures")]
mod png;
mod svg;
mod terminal;

pub use chart::{CellKind, Chart, ChartCell, Links, MoveName, Show};
pub use csv::write as write_csv;
#[cfg(feature = "pictures")]
pub use png::write as write_png;
pub use svg::{Places, write as write_svg, write_and_place as write_svg_and_place};
pub use terminal::{Room, draw as draw_in_terminal};
