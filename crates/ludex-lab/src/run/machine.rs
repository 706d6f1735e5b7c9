//! What made the numbers: program, plan, machine.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{RunError, Shard, write_whole};
use crate::plan::Expanded;

/// Which program ran which plan where. Everything in it stays the same when a run is interrupted, cut into shards
/// or given another number of threads on the same machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The version of Ludex.
    pub version: String,
    /// The commit it was built from, or `unknown`.
    pub commit: String,
    /// The fingerprint of the program file.
    pub program: String,
    /// The fingerprint of the plan.
    pub plan: String,
    /// The plan's title.
    pub title: String,
    /// The plan's seed.
    pub seed: u64,
    /// The processor, the number of cores and the system.
    pub machine: String,
}

/// What made the numbers of a run of this plan by this program.
pub fn identity(plan: &Expanded) -> About {
    About {
        version: env!("CARGO_PKG_VERSION").to_string(),
        commit: commit(),
        program: program(),
        plan: fingerprint(plan.plan.source.as_bytes()),
        title: plan.plan.title.clone(),
        seed: plan.plan.seed,
        machine: machine(),
    }
}

/// What made the numbers of a page that no plan stands behind: version, program and machine.
pub fn makers() -> Vec<(String, String)> {
    let facts = [
        ("version", format!("{} (commit {})", env!("CARGO_PKG_VERSION"), commit())),
        ("program", program()),
        ("machine", machine()),
    ];
    facts.map(|(key, value)| (key.to_string(), value)).to_vec()
}

/// Writes down that this program plays games of a shard. Who played games of it before stays on the list, so that a
/// run taken up by another version says so.
pub(super) fn sign(plan: &Expanded, folder: &Path, shard: Shard) -> Result<(), RunError> {
    add(&folder.join(format!("about-{}-of-{}.json", shard.index, shard.of)), identity(plan))
}

fn add(path: &Path, about: About) -> Result<(), RunError> {
    let mut all = read(path);
    if !all.contains(&about) {
        all.push(about);
        let text = serde_json::to_string_pretty(&all).unwrap_or_default() + "\n";
        write_whole(path, text.as_bytes())?;
    }
    Ok(())
}

fn read(path: &Path) -> Vec<About> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// What is known of who made the games of a folder: one entry for each different combination.
pub fn signatures(folder: &Path) -> Vec<About> {
    let mut all: Vec<About> = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return all;
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("about-") && name.ends_with(".json") {
            for about in read(&path) {
                if !all.contains(&about) {
                    all.push(about);
                }
            }
        }
    }
    all
}

pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    short(blake3::hash(bytes))
}

/// The fingerprint of the program file, read once and piece by piece: it is many megabytes long.
fn program() -> String {
    static KNOWN: OnceLock<String> = OnceLock::new();
    let read = || -> std::io::Result<String> {
        let mut hasher = blake3::Hasher::new();
        let mut file = std::fs::File::open(std::env::current_exe()?)?;
        let mut head = vec![0; 4096];
        let known = file.read(&mut head)?;
        file.seek(SeekFrom::Start(0))?;
        // What is there for debuggers only is several times as long as the program.
        std::io::copy(&mut file.take(loaded(&head[..known]).unwrap_or(u64::MAX)), &mut hasher)?;
        Ok(short(hasher.finalize()))
    };
    KNOWN.get_or_init(|| read().unwrap_or_else(|_| "unknown".to_string())).clone()
}

/// Where the last part of a program in the format of Linux ends that is loaded when it starts, given its beginning.
fn loaded(head: &[u8]) -> Option<u64> {
    // 64 bits, lowest byte first.
    if !head.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let number = |at: usize, bytes: usize| -> Option<u64> {
        Some(head.get(at..at + bytes)?.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    };
    let (first, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    let mut end = None;
    for part in 0..count {
        let at = usize::try_from(first.checked_add(part * size)?).ok()?;
        if number(at, 4)? == 1 {
            end = end.max(number(at + 8, 8)?.checked_add(number(at + 32, 8)?));
        }
    }
    end
}

fn short(hash: blake3::Hash) -> String {
    hash.to_hex()[..16].to_string()
}

/// The commit named when the program was built, or that of the source tree in which it lies.
fn commit() -> String {
    if let Some(commit) = option_env!("LUDEX_COMMIT") {
        return commit.to_string();
    }
    let ask = || {
        let folder = std::env::current_exe().ok()?.parent()?.to_path_buf();
        let git = |args: &[&str]| {
            let output = std::process::Command::new("git").arg("-C").arg(&folder).args(args).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
        };
        let top = git(&["rev-parse", "--show-toplevel"])?;
        Path::new(&top).join("crates/ludex-core").exists().then_some(())?;
        git(&["rev-parse", "--short=12", "HEAD"])
    };
    ask().unwrap_or_else(|| "unknown".to_string())
}

fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_string())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = cpu.unwrap_or_else(|| std::env::consts::ARCH.to_string());
    format!("{cpu}, {cores} cores, {}", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loaded_part_of_a_program_ends_before_its_file_does() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let end = loaded(&program[..4096]).unwrap_or(program.len() as u64);
        assert!(end > 4096 && end <= program.len() as u64, "{end} of {}", program.len());
        for torn in [0, 5, 20, 63, 100] {
            assert_eq!(loaded(&program[..torn]), None);
        }
        assert_eq!(loaded(b"#!/bin/sh"), None);
    }

    #[test]
    fn another_program_is_added_and_the_same_one_is_not() {
        let about = |commit: &str| About {
            version: "1".into(),
            commit: commit.into(),
            program: "p".into(),
            plan: "f".into(),
            title: "t".into(),
            seed: 1,
            machine: "m".into(),
        };
        let folder = std::env::temp_dir().join(format!("ludex-lab-about-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for commit in ["a", "b", "a", "b"] {
            add(&folder.join("about-0-of-1.json"), about(commit)).unwrap();
        }
        add(&folder.join("about-1-of-2.json"), about("b")).unwrap();
        assert_eq!(signatures(&folder), [about("a"), about("b")]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
