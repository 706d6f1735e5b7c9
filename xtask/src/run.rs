//! Running other programs, with errors that say which.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A program to be run.
pub(crate) struct Program {
    name: String,
    command: Command,
}

/// A program in the project's root.
pub(crate) fn command(name: &str, args: &[&str]) -> Program {
    let mut command = Command::new(name);
    command.args(args).current_dir(crate::root());
    Program { name: name.to_string(), command }
}

/// Cargo, the one that runs us.
pub(crate) fn cargo(args: &[&str]) -> Program {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    command(&cargo, args)
}

impl Program {
    pub(crate) fn args(mut self, args: &[&str]) -> Program {
        self.command.args(args);
        self
    }

    pub(crate) fn dir(mut self, dir: &Path) -> Program {
        self.command.current_dir(dir);
        self
    }

    pub(crate) fn env(mut self, key: &str, value: &str) -> Program {
        self.command.env(key, value);
        self
    }

    /// Runs it, showing what it prints.
    pub(crate) fn run(mut self) -> Result<()> {
        let status = self.command.status().with_context(|| format!("{} cannot be started", self.name))?;
        if !status.success() {
            let args: Vec<_> = self.command.get_args().map(|arg| arg.to_string_lossy()).collect();
            bail!("`{} {}` ended with {status}", self.name, args.join(" "));
        }
        Ok(())
    }

    /// Runs it and returns what it prints on standard output.
    pub(crate) fn output(mut self) -> Result<String> {
        self.command.stderr(Stdio::inherit());
        let output = self.command.output().with_context(|| format!("{} cannot be started", self.name))?;
        if !output.status.success() {
            bail!("{} ended with {}", self.name, output.status);
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Where a program is, if it is installed.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())
}
