//! A plan on a cluster of one node gives the bytes of a local run.
//!
//! Runs only where `LUDEX_FULL` is set, on Debian and as root: it installs Slurm if it is not there, and starts and
//! stops its three services by itself.

use std::path::{Path, PathBuf};
use std::process::Command;

const LUDEX: &str = env!("CARGO_BIN_EXE_ludex");
const PLAN: &str = "title = 'cluster'\nseed = 9\n[[contest]]\ngame = 'kalah'\n\
    agents = ['uct(iterations=50)', 'greedy', 'random']\ncount = 60\nopening = { plies = 4 }\n";

fn run(program: &str, args: &[&str], folder: &Path) -> String {
    let output = Command::new(program)
        .args(args)
        .env("LUDEX", LUDEX)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{program} {args:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn a_slurm_job_array_gives_the_bytes_of_a_local_run() {
    if std::env::var_os("LUDEX_FULL").is_none() {
        return;
    }
    let folder: PathBuf = std::env::temp_dir().join(format!("ludex-slurm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("plan.toml"), PLAN).unwrap();
    run(LUDEX, &["lab", "run", "plan.toml", "--out", "local", "--quiet"], &folder);
    let script = run(LUDEX, &["lab", "slurm", "plan.toml", "--out", "cluster", "--shards", "4"], &folder);
    std::fs::write(folder.join("job.sh"), script).unwrap();
    let cluster = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cluster.sh");
    println!("{}", run("bash", &[&cluster.to_string_lossy(), "job.sh"], &folder));
    run(LUDEX, &["lab", "merge", "cluster"], &folder);
    let read = |run: &str| std::fs::read(folder.join(run).join("results.parquet")).unwrap();
    assert!(read("local") == read("cluster"), "results.parquet differs");
    std::fs::remove_dir_all(folder).unwrap();
}
