//! The behaviour of the engine as one number.

use outflank_engine::{Engine, Options, bench};

/// What `outflank bench` prints. A commit that changes it says so and why; see CONTRIBUTING.md.
const SIGNATURE: &str = "9e2140d18bc343c2";

#[test]
fn the_engine_behaves_as_its_signature_says() {
    let mut engine = Engine::new(Options { threads: 1, table_mb: bench::TABLE_MB });
    let signature = bench::bench(&mut engine, |_, _| {}).signature.expect("one thread has a signature");
    assert_eq!(format!("{signature:016x}"), SIGNATURE);
}
