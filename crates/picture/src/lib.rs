//! What does a map of who wins look like? A [`Chart`] of cells is drawn in a terminal, as SVG, PNG or CSV. The crate
//! knows no game: others lay their positions out.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `chart` | [`Chart`]: the cells, each with its outcome, value and winning move |
//! | `palette` | the colours of cells |
//! | `compose/` | the place and the size of everything in a picture: grids, and graphs of vertices and edges |
//! | `scene` | a picture that is being drawn, shape by shape |
//! | `svg`, `png`, `csv`, `terminal` | the chart in each of these forms |
//! | `glyphs` | letters as pixels |
//! | `pixels` | a map of pixels as the bytes of a PNG file |

mod chart;
mod compose;
mod csv;
#[cfg(feature = "pictures")]
mod glyphs;
mod palette;
#[cfg(feature = "pictures")]
mod pixels;
#[cfg(feature = "pictures")]
mod png;
mod scene;
mod svg;
mod terminal;

pub use chart::{CellKind, Chart, ChartCell, Link, Links, MoveName, Show};
pub use csv::write as write_csv;
#[cfg(feature = "pictures")]
pub use png::write as write_png;
pub use scene::Places;
pub use svg::{write as write_svg, write_and_place as write_svg_and_place};
pub use terminal::{Room, draw as draw_in_terminal};
