//! The piece of a placement game: `queen`.

use super::{Missing, Word, write_word};
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
    piece.iter().for_each(|piece| write_word(piece.word(), out));
}
