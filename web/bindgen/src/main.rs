//! `bindgen FILE.wasm FOLDER`: writes the JavaScript module that calls a WebAssembly file, and its types.
//! It is the program of wasm-bindgen, of the very version that the WebAssembly was compiled with.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = arguments.as_slice() else {
        eprintln!("usage: bindgen FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(input).typescript(true);
    match bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:?}");
            ExitCode::FAILURE
        }
    }
}
