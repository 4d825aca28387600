use crate::support::Folder;

#[test]
fn every_level_has_a_line_for_people_and_for_programs() {
    let folder = Folder::new("levels");
    let table = folder.outflank(&["levels"]);
    for name in ["First game", "Club", "Perfect"] {
        assert!(table.text().contains(name), "{table:?}");
    }
    let json = folder.outflank(&["levels", "--json"]);
    let rows: Vec<serde_json::Value> =
        json.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let levels: Vec<u64> = rows.iter().map(|row| row["level"].as_u64().unwrap()).collect();
    assert_eq!(levels, (1..=10).collect::<Vec<u64>>());
    assert!(rows.iter().all(|row| row["loss"].as_f64().unwrap() > 0.0));
}

#[test]
fn a_measurement_counts_the_games_it_played() {
    let folder = Folder::new("levels-measure");
    let run = folder.outflank(&["levels", "--measure", "--games", "2", "--level", "2", "--json"]);
    let row: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!((&row["level"], &row["games"]), (&2.into(), &2.into()));
    let data = folder.outflank(&["levels", "--measure", "--games", "2", "--level", "2"]);
    assert!(data.text().lines().any(|line| line.starts_with("2 ") && line.ends_with(" 2")), "{data:?}");
}

#[test]
fn games_are_only_counted_when_measuring() {
    let folder = Folder::new("levels-bad");
    assert!(folder.outflank(&["levels", "--games", "5"]).complaint().contains("--measure"));
    assert!(folder.outflank(&["levels", "--level", "11"]).complaint().contains("1 to 10"));
}
