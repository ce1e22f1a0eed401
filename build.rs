//! Tells the linker how the programs are linked.

/// Links the programs at fixed addresses under glibc: position-independent, each start relocates some 50,000 pointers,
/// which takes longer than a short batch.
fn main() {
    let of_target = |key: &str| std::env::var(key).unwrap_or_default();
    if of_target("CARGO_CFG_TARGET_OS") == "linux" && of_target("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
