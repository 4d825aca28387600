//! The tables, made and brought up to date by whichever server comes first.

use tokio_postgres::Client;

use super::link::sentence;
use crate::store::StoreError;

/// Steps from each version of the tables to the next; what has been released stays as it is.
const MIGRATIONS: [&str; 7] = [
    include_str!("../migrations/postgres/1.sql"),
    include_str!("../migrations/postgres/2.sql"),
    include_str!("../migrations/postgres/3.sql"),
    include_str!("../migrations/postgres/4.sql"),
    include_str!("../migrations/postgres/5.sql"),
    include_str!("../migrations/postgres/6.sql"),
    include_str!("../migrations/postgres/7.sql"),
];

/// `Oflk`: the lock under which one server at a time looks whether there is something to do.
const LOCK: i64 = 0x4f66_6c6b;

/// Makes the tables or brings them up to date, all or nothing.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let failed = |error: tokio_postgres::Error| StoreError::Failed(sentence(&error));
    let transaction = client.transaction().await.map_err(failed)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed)?;
    let known = transaction.query_one("SELECT to_regclass('outflank.migration') IS NOT NULL", &[]).await;
    if !known.map_err(failed)?.get::<_, bool>(0) {
        let begin = "CREATE SCHEMA IF NOT EXISTS outflank;
                     CREATE TABLE migration (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())";
        transaction.batch_execute(begin).await.map_err(failed)?;
    }
    let done = transaction.query_one("SELECT coalesce(max(number), 0) FROM migration", &[]).await;
    let done = done.map_err(failed)?.get::<_, i32>(0) as usize;
    if done > MIGRATIONS.len() {
        return Err(StoreError::Failed("the database belongs to a newer version of this program".to_owned()));
    }
    for (n, migration) in (1..).zip(MIGRATIONS).skip(done) {
        transaction.batch_execute(migration).await.map_err(failed)?;
        transaction.execute("INSERT INTO migration (number) VALUES ($1)", &[&n]).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}
