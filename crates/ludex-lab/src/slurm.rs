//! Plans on a cluster: a job array in which every task plays one shard.

use std::path::Path;

/// What the script is to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array<'a> {
    /// The plan.
    pub plan: &'a Path,
    /// The folder of the run, which all nodes must see.
    pub folder: &'a Path,
    /// The word of the effort.
    pub effort: &'a str,
    /// How many shards.
    pub shards: u64,
    /// Processors for each.
    pub cpus: u64,
    /// The longest a task may take, as Slurm writes it.
    pub time: &'a str,
}

/// The script that `sbatch` takes.
pub fn script(array: &Array<'_>) -> String {
    let plan = quoted(&array.plan.to_string_lossy());
    let folder = quoted(&array.folder.to_string_lossy());
    let name: String = array
        .plan
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
        .collect();
    let Array { effort, shards, cpus, time, .. } = array;
    format!(
        "#!/bin/bash\n\
         # Plays {plan} in {shards} tasks. Submit it and let the results be put together when all are done:\n\
         #   job=$(sbatch --parsable THIS_FILE)\n\
         #   sbatch --dependency=afterok:$job --wrap \"${{LUDEX:-ludex}} lab merge {folder}\"\n\
         # A task that was ended early may be submitted again: it goes on where it was.\n\
         #SBATCH --job-name=ludex-{name}\n\
         #SBATCH --array=0-{}\n\
         #SBATCH --cpus-per-task={cpus}\n\
         #SBATCH --time={time}\n\
         set -eu\n\
         exec \"${{LUDEX:-ludex}}\" lab run {plan} --out {folder} --effort {effort} \\\n\
         \x20 --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
        shards - 1
    )
}

/// A text that the shell takes as it is.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_names_every_shard_once_and_quotes_paths() {
        let array = Array {
            plan: Path::new("my plan's.toml"),
            folder: Path::new("runs/x"),
            effort: "full",
            shards: 8,
            cpus: 2,
            time: "01:00:00",
        };
        let text = script(&array);
        assert!(text.starts_with("#!/bin/bash\n") && text.contains("#SBATCH --array=0-7\n"), "{text}");
        assert!(text.contains("lab run 'my plan'\\''s.toml' --out 'runs/x' --effort full"), "{text}");
        assert!(text.contains("--shard \"$SLURM_ARRAY_TASK_ID/8\""), "{text}");
        assert!(text.contains("--job-name=ludex-my_plan_s\n"), "{text}");
    }
}
