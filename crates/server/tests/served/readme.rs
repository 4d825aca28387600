//! The README names a test for each of its promises.

#[test]
fn every_test_that_the_readme_names_exists() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/served/");
    let readme = include_str!("../../README.md");
    let named: Vec<(&str, &str)> =
        readme.split('`').skip(1).step_by(2).filter_map(|code| code.split_once("::")).collect();
    assert!(named.len() > 15, "{named:?}");
    for (file, test) in named {
        let source = std::fs::read_to_string(format!("{folder}{file}.rs"));
        let source = source.unwrap_or_else(|error| panic!("{file}::{test}: {error}"));
        assert!(source.contains(&format!("fn {test}(")), "{file}::{test}");
    }
}
