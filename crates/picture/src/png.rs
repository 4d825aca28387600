//! Renders SVG as PNG.

use std::ops::RangeInclusive;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{HEIGHT, WIDTH};

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The picture would have no pixels, or far too many.
    #[error("a picture cannot be {0} pixels wide: {least} to {most} is possible", least = WIDTHS.start(), most = WIDTHS.end())]
    Width(u32),
    /// The renderer rejected our drawing, which would be a bug.
    #[error("the picture could not be rendered: {0}")]
    Render(String),
}

/// The allowed widths of a PNG in pixels. The largest is enough for a poster and takes some 70 megabytes while it is
/// drawn.
pub const WIDTHS: RangeInclusive<u32> = 16..=4096;

pub(crate) fn render(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if !WIDTHS.contains(&width) {
        return Err(PngError::Width(width));
    }
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|error| PngError::Render(error.to_string()))?;
    let scale = width as f32 / WIDTH as f32;
    let height = (HEIGHT * width).div_ceil(WIDTH);
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Width(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Render(error.to_string()))
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;
    use crate::Picture;

    #[test]
    fn discs_are_in_the_right_places() {
        let png = Picture::new(Position::default()).png(WIDTH / 4).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        let square = |column: u32, row: u32| {
            let color = pixels.pixel(10 + 20 * column + 13, 10 + 20 * row + 13).unwrap();
            (color.red(), color.green(), color.blue())
        };
        let (red, green, blue) = square(3, 3);
        assert!(red > 200 && green > 200 && blue > 200, "d4 is white");
        let (red, green, blue) = square(4, 3);
        assert!(red < 80 && green < 80 && blue < 80, "e4 is black");
        let (red, green, blue) = square(0, 0);
        assert!(green > red && green > blue, "a1 is empty");
    }

    #[test]
    fn the_size_is_as_requested_and_within_limits() {
        let picture = Picture::new(Position::default());
        let pixels = Pixmap::decode_png(&picture.png(90).unwrap()).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (90, 99));
        assert_eq!(picture.png(0), Err(PngError::Width(0)));
        assert_eq!(picture.png(u32::MAX), Err(PngError::Width(u32::MAX)));
    }
}
