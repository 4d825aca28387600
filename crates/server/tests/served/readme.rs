//! The README names a test for each of its promises.

use std::path::Path;

/// Where a test is that the README calls `file::test`: beside this file, in `src/file`, or in another package.
fn exists(file: &str, test: &str) -> bool {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = if file.starts_with("src/") {
        package.join(file)
    } else if let Some(file) = file.strip_prefix("crates/") {
        package.join("..").join(file)
    } else {
        package.join("tests/served").join(file)
    };
    std::fs::read_to_string(path.with_extension("rs"))
        .is_ok_and(|source| source.contains(&format!("fn {test}(")))
}

fn named(text: &str) -> impl Iterator<Item = (&str, &str)> {
    // A name is one word; commands have more.
    let code = text.split('`').skip(1).step_by(2).filter(|code| !code.contains(char::is_whitespace));
    code.filter_map(|code| code.split_once("::"))
}

#[test]
fn every_test_that_the_readme_names_exists() {
    for (file, test) in named(include_str!("../../README.md")) {
        assert!(exists(file, test), "{file}::{test}");
    }
}

#[test]
fn every_attack_names_a_test() {
    let readme = include_str!("../../README.md");
    let (_, attacks) = readme.split_once("**What has been tried against it**").unwrap();
    let (attacks, _) = attacks.split_once("\n\n**").unwrap();
    let rows: Vec<&str> = attacks.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 20, "{}", rows.len());
    for row in rows {
        assert!(named(row).count() > 0, "no test holds: {row}");
    }
}

#[test]
fn every_promise_names_a_test() {
    let readme = include_str!("../../README.md");
    let (_, promises) = readme.split_once("## What it promises").unwrap();
    let (promises, _) = promises.split_once("\n## ").unwrap();
    let promises: Vec<&str> = promises.split("\n- ").skip(1).collect();
    assert!(promises.len() > 15, "{}", promises.len());
    for promise in promises {
        assert!(named(promise).count() > 0, "no test holds: {promise}");
    }
}
