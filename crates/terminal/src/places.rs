use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

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
        let folders = etcetera::base_strategy::choose_base_strategy().ok();
        let state = folders.map(|folders| folders.state_dir().unwrap_or_else(|| folders.data_dir()));
        Places { results: PathBuf::new(), state: state.map(|state| state.join("outflank")) }
    }

    /// Everything below one folder, for tests.
    pub fn below(folder: &Path) -> Places {
        Places { results: folder.to_owned(), state: Some(folder.join("state")) }
    }
}
