//! The version of the program.

/// Returns the version of the package, and the commit if it is known: `0.1.0` or `0.1.0 (1a2b3c4d5e)`.
pub fn version() -> String {
    match env!("GRUNDY_COMMIT") {
        "" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
    }
}
