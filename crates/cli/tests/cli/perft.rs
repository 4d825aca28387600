use crate::support::Folder;

#[test]
fn json_has_the_count_of_the_published_tables() {
    let folder = Folder::new("perft-json");
    let run = folder.outflank(&["perft", "11", "--json"]);
    let value: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(value["depth"], 11);
    assert_eq!(value["nodes"], 212_258_800);
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(value.as_object().unwrap().len(), 3);
}

#[test]
fn threads_positions_and_rules_change_what_they_should() {
    let folder = Folder::new("perft-options");
    let nodes = |args: &[&str]| {
        let run = folder.outflank(&[&["perft", "--json"], args].concat());
        let value: serde_json::Value = serde_json::from_str(run.text()).unwrap();
        value["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes(&["0"]), 1);
    assert_eq!(nodes(&["8", "--threads", "3"]), 390_216);
    // The four first moves are alike, and so are the lines behind them.
    assert_eq!(nodes(&["7", "--position", "f5"]), 390_216 / 4);
    assert_eq!(nodes(&["1", "--position", "f5", "--rules", "orthogonal"]), 2);
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(nodes(&["6", "--position", start]), 8_200);
}

#[test]
fn one_line_is_not_lines() {
    let run = Folder::new("perft-one").outflank(&["perft", "0"]);
    assert!(run.text().starts_with("depth 0: 1 line in "), "{run:?}");
}

#[test]
fn bad_depths_are_refused() {
    let folder = Folder::new("perft-bad");
    for (depth, said) in [
        ("-1", "DEPTH -1: a whole number from 0 to 99 is expected (see `outflank perft --help`)"),
        ("x", "DEPTH x: a whole number from 0 to 99 is expected"),
        ("100", "DEPTH 100: a whole number from 0 to 99 is expected"),
    ] {
        let run = folder.outflank(&["perft", depth]);
        assert!(run.complaint().contains(said), "{run:?}");
    }
}
