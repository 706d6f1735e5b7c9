//! The page is embedded from `web/dist`, which `cargo xtask start` builds first. Where it has not been built, a
//! small page stands in for it, so that the program compiles without Node.js.

use std::path::Path;

const STAND_IN: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>Ludex</title>
<body style=\"font:17px/1.5 system-ui,sans-serif;max-width:40em;margin:3em auto;padding:0 1em\">
<h1>Ludex</h1>
<p>The page was not built into this program. Run <code>cargo xtask start</code>, which needs Node.js.</p>
<p>The server itself is running: <a href=\"api/games\">games</a>, <a href=\"api/agents\">agents</a>,
<a href=\"api/openapi.json\">description of the interface</a>.</p>
";

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = web.join("dist/index.html");
    println!("cargo::rerun-if-changed={}", web.join("dist").display());
    if !page.exists() {
        let written =
            std::fs::create_dir_all(web.join("dist")).and_then(|()| std::fs::write(&page, STAND_IN));
        if let Err(error) = written {
            println!("cargo::warning=the page's stand-in cannot be written: {error}");
        }
    }
}
