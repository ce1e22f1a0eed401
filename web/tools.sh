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

# Sets WASM_CARGO, WASM_FLAGS and WASM_RUSTFLAGS: the cargo that compiles for wasm32-unknown-unknown, its options
# and the compiler's.
#
# Smallest is a standard library compiled here: with the nightly toolchain where it has that library's source
# (`rustup component add rust-src --toolchain nightly`). Else rustup's own target is taken. If rustup has
# none, Debian's Rust for browsers comes with the source of its standard library.
need_wasm_target() {
    WASM_FLAGS=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
    # The page has no use for the place and the message of a panic.
    WASM_RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none"
    if command -v rustup >/dev/null; then
        if [ -d "$(rustup run nightly rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ]; then
            WASM_CARGO=(cargo +nightly)
            return
        fi
        if timeout 120 rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
            WASM_CARGO=(cargo) WASM_FLAGS=() WASM_RUSTFLAGS=
            return
        fi
    fi
    if ! /usr/bin/cargo --version >/dev/null 2>&1 || ! dpkg -s rust-web-src >/dev/null 2>&1; then
        install rustc-web cargo-web rust-web-src
    fi
    /usr/bin/rustc --version >/dev/null 2>&1 || cannot "Debian has no rustc-web"
    local linkers=(/usr/bin/wasm-ld-[0-9]*)
    [ -x "${linkers[0]}" ] || install lld-22
    linkers=(/usr/bin/wasm-ld-[0-9]*)
    [ -x "${linkers[-1]}" ] || cannot "there is no wasm-ld"
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${linkers[-1]} RUSTC_BOOTSTRAP=1
    # Rustup's proxies come first in the path, and would be called for the compiler.
    WASM_CARGO=(env -u RUSTUP_TOOLCHAIN "RUSTC=/usr/bin/rustc" /usr/bin/cargo)
}

# Node, new enough for Vite. Debian's may be too old.
need_node() {
    command -v node >/dev/null && command -v npm >/dev/null || install nodejs npm
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
        cannot "node $(node --version) is too old: 20.19 is needed"
}
