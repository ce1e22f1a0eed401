//! A map of pixels as the bytes of a PNG file.

use std::io;

use super::palette::Rgb;

/// Writes a map of pixels as a PNG file.
///
/// # Errors
///
/// Fails if there are no columns, or more than a PNG file can have.
pub fn encode(cols: usize, colours: &[Rgb]) -> io::Result<Vec<u8>> {
    let narrow =
        |side: usize| u32::try_from(side).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let rows = colours.len().checked_div(cols).unwrap_or(0);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, narrow(cols)?, narrow(rows)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer
        .write_image_data(colours.as_flattened())
        .map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}
