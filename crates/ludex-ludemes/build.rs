//! Puts the descriptions of `games/` into the program, so that it runs without its source folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"));
    let games = manifest.join("../../games");
    println!("cargo:rerun-if-changed={}", games.display());
    let mut files = Vec::new();
    collect(&games, &mut files);
    files.sort();
    let mut code = String::new();
    for (list, extension) in [("DESCRIPTIONS", "lud"), ("DEFINES", "def")] {
        let chosen: Vec<&PathBuf> =
            files.iter().filter(|file| file.extension().is_some_and(|e| e == extension)).collect();
        writeln!(code, "pub(crate) const {list}: [(&str, &str); {}] = [", chosen.len()).expect("a string");
        for file in chosen {
            let name = file.strip_prefix(&games).expect("a file of the folder").display();
            writeln!(code, "    ({:?}, include_str!({:?})),", format!("games/{name}"), file)
                .expect("a string");
        }
        writeln!(code, "];").expect("a string");
    }
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    fs::write(target.join("shelf.rs"), code).expect("the build folder can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the folder of descriptions can be read").flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
