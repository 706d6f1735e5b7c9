//! The page's packages, the browser, and the tests that run in it.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::run::{cargo, command, find};

/// Installs the page's packages unless those in place are the ones the lock file names.
pub(crate) fn install_packages() -> Result<()> {
    let web = crate::root().join("web");
    if find("npm").is_none() {
        bail!("npm is missing: install Node.js 20 or newer");
    }
    let lock = std::fs::read(web.join("package-lock.json"))?;
    let stamp = web.join("node_modules/.installed-lock");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // Not `npm ci`, which refuses a lock file that names the native parts of some platforms only.
    command("npm", &["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"])
        .dir(&web)
        .run()?;
    std::fs::write(stamp, lock)?;
    Ok(())
}

/// Finds the browser, installing Debian's package when it is absent and we may.
fn chromium() -> Result<PathBuf> {
    const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    if let Some(path) = std::env::var_os("LUDEX_CHROMIUM") {
        return Ok(PathBuf::from(path));
    }
    let installed = || NAMES.iter().find_map(|name| find(name));
    if let Some(path) = installed() {
        return Ok(path);
    }
    let is_root = command("id", &["-u"]).output().is_ok_and(|id| id.trim() == "0");
    if is_root && find("apt-get").is_some() {
        println!("installing Chromium from Debian's packages");
        command("apt-get", &["update", "-qq"]).run()?;
        command("apt-get", &["install", "-y", "-qq", "--no-install-recommends", "chromium"])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .run()?;
    }
    match installed() {
        Some(path) => Ok(path),
        None => bail!(
            "Chromium is missing and cannot be installed without root and apt-get: install it, or name a browser \
             in LUDEX_CHROMIUM"
        ),
    }
}

/// Runs the browser tests against a freshly built program.
pub(crate) fn test() -> Result<()> {
    let web = crate::root().join("web");
    if !web.join("tests").exists() {
        return Ok(());
    }
    let browser = chromium()?;
    // The program that the other tests have built; `cargo build` would choose other features and build it once more.
    cargo(&["test", "--workspace", "--no-run", "--quiet"]).args(&crate::CODE_TESTS).run()?;
    let program = crate::root().join("target/debug/ludex");
    command("npm", &["test", "--silent"])
        .dir(&web)
        .env("LUDEX_CHROMIUM", &browser.to_string_lossy())
        .env("LUDEX_PROGRAM", &program.to_string_lossy())
        .run()
}
