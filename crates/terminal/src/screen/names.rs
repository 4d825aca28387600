//! What the players of the last game were called, kept in a file of two lines: Black's name and White's.

use std::fs;
use std::io;
use std::path::PathBuf;

use outflank_play::Name;

use crate::Places;

fn path(places: &Places) -> Option<PathBuf> {
    Some(places.state.as_ref()?.join("names"))
}

/// The names; none if there is no file or nothing can be read from it.
pub(super) fn read(places: &Places) -> [Option<Name>; 2] {
    let text = path(places).and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    let mut lines = text.lines();
    [(); 2].map(|()| lines.next().and_then(Name::new))
}

/// Keeps the names. Where none was chosen the last one stays.
pub(super) fn write(places: &Places, names: &[Option<Name>; 2]) -> io::Result<()> {
    let Some(path) = path(places) else { return Ok(()) };
    let mut kept = read(places);
    for (kept, name) in kept.iter_mut().zip(names) {
        if name.is_some() {
            kept.clone_from(name);
        }
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let text = kept.each_ref().map(|name| name.as_ref().map_or("", Name::as_str));
    fs::write(path, text.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_remembered_until_others_are_chosen() {
        let folder = crate::saves::tests::folder("names");
        let places = Places::below(&folder);
        assert_eq!(read(&places), [None, None]);
        write(&places, &[Name::new("Anna"), None]).unwrap();
        write(&places, &[None, Name::new("Bert")]).unwrap();
        assert_eq!(read(&places), [Name::new("Anna"), Name::new("Bert")]);
        fs::remove_dir_all(folder).unwrap();
    }
}
