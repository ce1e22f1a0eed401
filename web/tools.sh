# Finds or installs what building and testing the page needs. Sourced by the scripts beside it.

# Says why nothing can be done here, and leaves with 77: "skipped".
cannot() {
    echo "web: skipped: $*" >&2
    exit 77
}

# `need PROGRAM PACKAGE...`: installs Debian's packages where the program is missing.
need() {
    command -v "$1" >/dev/null && return
    local program=$1
    shift
    install "$@"
    command -v "$program" >/dev/null || cannot "there is no $program, and $* did not bring it"
}

install() {
    command -v apt-get >/dev/null || cannot "there is no apt-get to install $*"
    [ "$(id -u)" = 0 ] || cannot "only root can install $*"
    if ! apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1; then
        { apt-get update && apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1 ||
            cannot "apt-get cannot install $*"
    fi
}

# Sets WASM_CARGO and WASM_FLAGS, the cargo that compiles for wasm32-unknown-unknown and its options.
#
# With rustup that is its own target. Where rustup has none, Debian's Rust for browsers compiles the standard
# library from its source, which is of the same version.
need_wasm_target() {
    WASM_FLAGS=()
    WASM_CARGO=(cargo)
    local root
    root=$(rustc --print sysroot)
    if [ -d "$root/lib/rustlib/wasm32-unknown-unknown/lib" ]; then return; fi
    if command -v rustup >/dev/null && timeout 120 rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
        return
    fi
    if ! [ -x /usr/bin/cargo ] || ! [ -d /usr/src/rustc-web* ] && ! dpkg -s rust-web-src >/dev/null 2>&1; then
        install rustc-web cargo-web rust-web-src
    fi
    [ -x /usr/bin/cargo ] || cannot "Debian has no rustc-web"
    linker=$(ls /usr/bin/wasm-ld-* 2>/dev/null | sort -V | tail -1)
    if [ -z "$linker" ]; then
        install lld-22
        linker=$(ls /usr/bin/wasm-ld-* | sort -V | tail -1)
    fi
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker RUSTC_BOOTSTRAP=1
    # Rustup's proxies come first in the path, and would be called for the compiler.
    WASM_CARGO=(env -u RUSTUP_TOOLCHAIN "RUSTC=/usr/bin/rustc" /usr/bin/cargo)
    WASM_FLAGS=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
}

# Node, new enough for Vite. Debian's may be too old.
need_node() {
    command -v node >/dev/null && command -v npm >/dev/null || install nodejs npm
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
        cannot "node $(node --version) is too old: 20.19 is needed"
}
