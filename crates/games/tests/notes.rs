//! The notes of a worker.

use grundy_games::{Noted, Notes};

#[test]
fn the_engine_chosen_last_is_noted() {
    let notes = Notes::default();
    notes.engine_by("lists: few items", vec!["by hand"]);
    notes.engine("table: many items");
    notes.engine_if_any(None::<&str>);
    assert_eq!(
        notes.take(),
        Noted {
            engine: Some("table: many items"),
            ways: vec![]
        }
    );
    assert_eq!(notes.take(), Noted::default());
}
