//! What a compiler cannot hold: which crate may use which, files that say what they are and stay readable,
//! nothing that belongs to one machine.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const LONGEST_FILE: usize = 700;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files below a folder, without what git ignores.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if ["target", ".git", "data", "node_modules", "artifacts", "corpus"].contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The Rust files of the workspace with their text, named as seen from its root.
fn sources() -> Vec<(String, String)> {
    let root = root();
    let rust = files(&root.join("crates")).into_iter().filter(|path| path.extension() == Some("rs".as_ref()));
    rust.map(|path| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    })
    .collect()
}

/// Which of our crates each crate uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The graph that ARCHITECTURE.md draws: lines `crate -> crate, crate` in its first block of text.
fn drawn() -> Graph {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let block = architecture.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let mut graph = Graph::from([("rules".to_owned(), BTreeSet::new())]);
    for line in block.lines() {
        let (name, uses) = line.split_once("->").unwrap_or_else(|| panic!("{line:?} draws no arrow"));
        let uses = uses.split(',').map(|name| name.trim().to_owned()).collect();
        assert!(graph.insert(name.trim().to_owned(), uses).is_none(), "{name} is drawn twice");
    }
    graph
}

/// The graph that the manifests make, without what only tests use.
fn built() -> Graph {
    let mut graph = Graph::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let mut section = "";
        let mut uses = BTreeSet::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let used = line.strip_prefix("outflank-").and_then(|rest| rest.split(['.', ' ', '=']).next());
            uses.extend(used.filter(|_| section == "[dependencies]").map(str::to_owned));
        }
        graph.insert(folder.file_name().unwrap().to_string_lossy().into_owned(), uses);
    }
    graph
}

#[test]
fn crates_use_exactly_what_the_architecture_draws() {
    let (drawn, built) = (drawn(), built());
    let lines = |graph: &Graph| -> BTreeSet<String> {
        graph
            .iter()
            .flat_map(|(name, uses)| uses.iter().map(move |used| format!("{name} -> {used}")))
            .collect()
    };
    let (drawn_edges, built_edges) = (lines(&drawn), lines(&built));
    let extra: Vec<_> = built_edges.difference(&drawn_edges).collect();
    let missing: Vec<_> = drawn_edges.difference(&built_edges).collect();
    assert!(extra.is_empty(), "in a manifest, but not in ARCHITECTURE.md: {extra:#?}");
    assert!(missing.is_empty(), "in ARCHITECTURE.md, but in no manifest: {missing:#?}");
    assert!(drawn.keys().eq(built.keys()), "crates that are drawn, and those that are there");
}

/// A dependency that no source file names is an edge too many.
#[test]
fn crates_use_what_they_depend_on() {
    let sources = sources();
    let mut idle = Vec::new();
    for (name, uses) in built() {
        let folder = format!("crates/{name}/src/");
        for used in uses {
            let word = format!("outflank_{used}");
            if !sources.iter().any(|(file, text)| file.starts_with(&folder) && text.contains(&word)) {
                idle.push(format!("{name} -> {used}"));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:#?}");
}

/// Every crate has its row in the table of ARCHITECTURE.md.
#[test]
fn every_crate_is_explained() {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let silent: Vec<String> =
        built().into_keys().filter(|name| !architecture.contains(&format!("\n| `{name}` |"))).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn the_rules_depend_on_nothing() {
    let manifest = fs::read_to_string(root().join("crates/rules/Cargo.toml")).unwrap();
    assert!(!manifest.contains("\n[dependencies]"));
}

/// The engine runs where there are no threads and no clock, because one module alone knows of them.
#[test]
fn only_sys_knows_time_threads_and_pages() {
    let system = ["std::thread", "std::fs", "std::io", "std::net", "std::process", "memmap2"];
    let is_clock = |line: &str| {
        line.contains("std::time") && ["Instant", "SystemTime"].iter().any(|clock| line.contains(clock))
    };
    let mut faults = Vec::new();
    for (name, text) in sources() {
        if !name.starts_with("crates/engine/src/") || name.starts_with("crates/engine/src/sys") {
            continue;
        }
        for line in text.lines() {
            // Imports grouped below `std` would hide what they import.
            if system.iter().any(|module| line.contains(module))
                || is_clock(line)
                || line.contains("use std::{")
            {
                faults.push(format!("{name}: {}", line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_file_says_what_it_is() {
    let is_item = |line: &str| {
        let line = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) ")).unwrap_or(line);
        ["struct ", "enum ", "trait ", "fn ", "type ", "const ", "static ", "const fn "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let mut silent = Vec::new();
    for (name, text) in sources() {
        let test = name.contains("/tests/") || name.ends_with("/tests.rs");
        let documented = text
            .lines()
            .take_while(|line| !is_item(line))
            .any(|line| line.starts_with("//!") || line.trim_start().starts_with("///"));
        if !documented && !test {
            silent.push(name);
        }
    }
    assert!(silent.is_empty(), "no doc comment before the first item: {silent:#?}");
}

#[test]
fn files_stay_readable() {
    let long: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| text.lines().count() > LONGEST_FILE)
        .map(|(name, _)| name)
        .collect();
    assert!(long.is_empty(), "more than {LONGEST_FILE} lines: {long:#?}");
    let old: Vec<String> =
        sources().into_iter().map(|(name, _)| name).filter(|name| name.ends_with("/mod.rs")).collect();
    assert!(old.is_empty(), "noun.rs beside noun/, not mod.rs: {old:#?}");
}

/// The headings of a page as they are named in links: `## What is new?` is `what-is-new`.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter_map(|line| line.strip_prefix('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            title.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect()
        })
        .collect()
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let root = root();
    let mut broken = Vec::new();
    for path in files(&root).into_iter().filter(|path| path.extension() == Some("md".as_ref())) {
        let page = fs::read_to_string(&path).unwrap();
        let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("https://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let is_there = target.exists()
                && (anchor.is_empty() || anchors(&fs::read_to_string(&target).unwrap()).contains(anchor));
            if !is_there {
                broken.push(format!("{}: {link}", path.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// A README names programs as `examples/name.rs`, which is no link.
#[test]
fn every_example_that_a_readme_names_is_there() {
    let root = root();
    let mut missing = Vec::new();
    for path in files(&root).into_iter().filter(|path| path.ends_with("README.md")) {
        let page = fs::read_to_string(&path).unwrap();
        let code = page.split('`').filter(|code| code.starts_with("examples/") && !code.contains(' '));
        missing.extend(code.map(|code| path.with_file_name(code)).filter(|example| !example.exists()));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn nothing_is_left_undone_or_belongs_to_one_machine() {
    let root = root();
    // Spelled in halves, so that this file does not accuse itself.
    let words = [
        ["to", "do!("].concat(),
        ["unimplem", "ented!("].concat(),
        ["db", "g!("].concat(),
        ["/ho", "me/"].concat(),
        ["/wo", "rk/"].concat(),
        ["/ro", "ot/"].concat(),
        ["/Us", "ers/"].concat(),
    ];
    let mut faults = Vec::new();
    for path in files(&root) {
        // What is not text has no words.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            for word in &words {
                if line.contains(word.as_str()) {
                    let name = path.strip_prefix(&root).unwrap().display();
                    faults.push(format!("{name}:{number}: {word}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
