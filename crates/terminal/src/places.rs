use std::env;
use std::path::{Path, PathBuf};

/// Where results and unfinished games are kept.
#[derive(Clone, Debug)]
pub struct Places {
    /// The folder in which results are written, normally the current one.
    pub results: PathBuf,
    /// The folder for what the program keeps for itself, if the user has one.
    pub state: Option<PathBuf>,
}

impl Places {
    /// The current folder for results; for unfinished games `outflank` in the XDG state folder, which is
    /// `~/.local/state` unless `XDG_STATE_HOME` says otherwise.
    pub fn of_user() -> Places {
        let folder = |variable| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = folder("XDG_STATE_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".local/state")))
            .or_else(|| folder("LOCALAPPDATA"));
        Places { results: PathBuf::new(), state: state.map(|state| state.join("outflank")) }
    }

    /// Everything below one folder, for tests.
    pub fn below(folder: &Path) -> Places {
        Places { results: folder.to_owned(), state: Some(folder.join("state")) }
    }
}
