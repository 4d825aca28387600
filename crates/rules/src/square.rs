use std::fmt;
use std::str::FromStr;

use crate::Bitboard;

macro_rules! squares {
    ($($name:ident)*) => {
        /// One of the 64 places on the board, column letter first: `a1` is the top left corner as players
        /// draw it, `h8` the bottom right one.
        ///
        /// A square is a number from 0 (a1) to 63 (h8), row by row, and `Option<Square>` is one byte.
        ///
        /// ```
        /// use outflank_rules::Square;
        ///
        /// let square: Square = "F5".parse()?;
        /// assert_eq!(square, Square::F5);
        /// assert_eq!(square.to_string(), "f5");
        /// assert_eq!((square.column(), square.row()), (5, 4));
        /// assert_eq!(size_of::<Option<Square>>(), 1);
        /// # Ok::<(), outflank_rules::ParseSquareError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Square { $($name),* }

        impl Square {
            /// All squares in order, a1, b1, … h8.
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square with this number, 0 for a1 to 63 for h8.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::ALL[index]) } else { None }
    }

    /// The square in this column (0 for a) and row (0 for 1).
    pub const fn from_column_row(column: usize, row: usize) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square::ALL[row * 8 + column]) } else { None }
    }

    /// The number of the square, 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The column, 0 for a to 7 for h.
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The row, 0 for the first (top) to 7 for the eighth.
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// The set with only this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self.index())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column() as u8, b'1' + self.row() as u8];
        f.pad(std::str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such square")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[column, row] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a') as usize;
        let row = row.wrapping_sub(b'1') as usize;
        Square::from_column_row(column, row).ok_or(ParseSquareError)
    }
}
