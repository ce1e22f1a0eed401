//! The layout of pictures: the place and the size of everything. SVG and PNG share it.

mod grid;
mod measures;
mod network;
mod parts;
mod place;

use std::io;

use super::chart::{Chart, Show};
use super::scene::Scene;
#[cfg(feature = "pictures")]
pub use grid::{GRID_FROM, cell_side};
#[cfg(feature = "pictures")]
pub use measures::mark_side;
#[cfg(feature = "pictures")]
pub use parts::{Rim, rims};

/// Draws a chart.
pub fn compose(chart: &Chart, show: Show) -> io::Result<Scene> {
    match &chart.links {
        Some(links) => Ok(network::compose(chart, links, show)),
        None => grid::compose(&chart.broken(usize::MAX), show),
    }
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::*;
    use crate::chart::tests::line;

    #[test]
    fn type_grows_with_the_picture() {
        let sizes = |count: u32| -> f32 {
            let scene = compose(&line(0, count), Show::Outcomes).unwrap();
            let sizes = scene.shapes.split("font-size=\"").skip(1);
            sizes
                .filter_map(|rest| rest.split('"').next()?.parse().ok())
                .fold(0.0, f32::max)
        };
        assert!(sizes(4_000_000) > 2.0 * sizes(20));
    }
}
