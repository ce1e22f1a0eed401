//! The piece of a placement game: `queen`.

use super::{Missing, Word};
use crate::language::error::SyntaxError;
use crate::record::{Piece, Place, Rules};

pub(super) fn read(word: &mut Word<'_, '_>, piece: &mut Option<Piece>) -> Result<(), SyntaxError> {
    let found = Piece::of(word.bytes());
    if piece.is_some() {
        return Err(word.wrong("a second piece", "all pieces are of one kind"));
    }
    *piece = found;
    word.mark(Place::Item(0));
    Ok(())
}

pub(super) fn missing(rules: &Rules<'_>) -> Option<Missing<'static>> {
    let help = "name it after the game: `king`, `queen`, `rook`, `bishop` or `knight`";
    rules.piece.is_none().then_some(("the piece is missing", help.into()))
}

pub(super) fn write(piece: Option<Piece>, out: &mut Vec<u8>) {
    if let Some(piece) = piece {
        out.push(b' ');
        out.extend_from_slice(piece.word().as_bytes());
    }
}
