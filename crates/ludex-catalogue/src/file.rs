//! Descriptions in files of the user's own.

use std::path::{Path, PathBuf};

use ludex_core::{Spec, SpecError, shorten};
use ludex_ludemes::described::AnyDescribed;
use ludex_ludemes::expand::Library;
use ludex_ludemes::shelf::compile_source;
use ludex_ludemes::text::Source;

/// Files above this size are not descriptions of games.
const LARGEST: u64 = 1_000_000;

/// Whether a name is the path of a description.
pub(crate) fn is_path(name: &str) -> bool {
    name.ends_with(".lud")
}

/// Reads and compiles the description at the path that is the name of `spec`.
pub(crate) fn compile(spec: &Spec) -> Result<AnyDescribed, SpecError> {
    let path = Path::new(spec.name());
    let unreadable = |why: &dyn std::fmt::Display| {
        SpecError::new(format!("the description {} cannot be read: {why}", shorten(spec.name())))
    };
    let size = std::fs::metadata(path).map_err(|error| unreadable(&error))?.len();
    if size > LARGEST {
        return Err(unreadable(&format!("it has {size} bytes, and at most {LARGEST} are read")));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(&error))?;
    let source = Source::new(spec.name(), String::from_utf8_lossy(&bytes));
    let library = library_for(path).map_err(|error| unreadable(&error))?;
    compile_source(source, &library, spec).map_err(|refused| refused.sentence(spec.name()))
}

/// The defines a file may use: those of a folder `def` beside it or above it, if there is one, before our own.
fn library_for(path: &Path) -> std::io::Result<Library> {
    let absolute = std::path::absolute(path)?;
    let folder: Option<PathBuf> =
        absolute.ancestors().skip(1).map(|folder| folder.join("def")).find(|folder| folder.is_dir());
    let mut library = match folder {
        Some(folder) => Library::read(&folder)?,
        None => Library::empty(),
    };
    library.add_ours();
    Ok(library)
}
