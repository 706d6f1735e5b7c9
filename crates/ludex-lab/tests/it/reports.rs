//! Reports of runs.

use ludex_lab::game::Flow;
use ludex_lab::report::{Block, digests, page_of};
use ludex_lab::run::{Shard, identity, load, run};

use crate::plans::read;

const PLAN: &str = "title = 'Nim <reports>'\nabout = 'Three agents.'\nseed = 3\n\
    [[contest]]\nname = 'three'\ngame = 'nim(30)'\nagents = ['uct(iterations={n})', 'random', 'greedy(heuristic=standing)']\n\
    vary = { n = [2, 8, 32, 128] }\ncount = 40\nopening = { plies = 4 }\nkeep = ['branching', 'curve']\n\
    [[contest]]\nname = 'cut'\ngame = 'nim(40)'\nagents = ['random']\nplies = 16\ncount = 60\n";

#[test]
fn a_report_has_all_its_parts_and_drops_no_game() {
    let plan = read(PLAN).unwrap();
    let folder = std::env::temp_dir().join(format!("ludex-lab-{}-report", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    run(&plan, &folder, 2, Shard::WHOLE, &[], &mut |_| Flow::On).unwrap();
    let rows = load(&plan, &folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let page = page_of(&plan, &digests(&plan, &rows), &[identity(&plan)], "ludex lab run plan.toml".into());
    let headings: Vec<&str> = page.sections.iter().map(|section| section.heading.as_str()).collect();
    for part in [
        "Scores",
        "Differences",
        "three: nim(heap=30), n 128",
        "three: over n",
        "Lengths and choices",
        "How games went",
        "Time and work",
        "Crashes, time-outs and unfinished games",
    ] {
        assert!(headings.contains(&part), "{part} is missing in {headings:?}");
    }
    let cut = rows[12].iter().filter(|row| row.trouble.is_some()).count();
    let troubles = page.sections.iter().find(|section| section.heading.starts_with("Crashes")).unwrap();
    let listed = troubles.blocks.iter().find_map(|block| match block {
        Block::Table(table) => Some(table.rows.len()),
        _ => None,
    });
    assert!(cut > 0 && listed == Some(cut), "{cut} {listed:?}");
    let html = page.to_html();
    assert!(
        html.contains("<h1>Nim &lt;reports&gt;</h1>")
            && !html.contains("NaN")
            && !html.contains("http://local")
    );
    assert!(
        html.matches("<svg").count() > 8 && html.matches("<svg").count() == html.matches("</svg>").count()
    );
    let (markdown, pictures) = page.to_markdown("nim");
    assert!(markdown.contains("](nim-1.svg)") && pictures.len() == html.matches("<svg").count());
    assert!(page.to_terminal().contains("again: ludex lab run plan.toml"));
    if let Some(path) = std::env::var_os("LUDEX_KEEP_REPORT") {
        std::fs::write(path, html).unwrap();
    }
}
