//! What players report of each other: a queue for the administrator.

use std::sync::Arc;

use super::Key;
use crate::api_error::ApiError;
use crate::app::App;
use crate::secret::{self, Hash};
use crate::store::{PeopleChange, ReportRow, StoreError};
use crate::wire::{Reason, Report, ReportRequest};

impl App {
    /// A player reports the other player of a game.
    pub(crate) async fn report(
        self: &Arc<App>,
        key: &Key,
        game: &str,
        request: &ReportRequest,
    ) -> Result<(), ApiError> {
        self.known(key).await?;
        let (round, keys) = self.inspect(game, |game, _| (game.round(), game.keys())).await?;
        if !keys.contains(&key.hash) {
            return Err(Reason::NoSeat.into());
        }
        let against = keys.into_iter().find(|other| *other != key.hash).ok_or(Reason::NobodyToReport)?;
        let round = match request.round {
            None => round,
            Some(wanted) if (1..=round).contains(&wanted) => wanted,
            Some(_) => return Err(Reason::NoSuchGame.into()),
        };
        let report = ReportRow {
            id: secret::game_id().map_err(|_| Reason::NoRandomness)?,
            at_ms: self.now().0,
            game: game.to_owned(),
            round,
            reporter: key.hash,
            against,
            reason: serde_json::to_string(&request.reason).unwrap_or_default(),
        };
        tracing::info!(game, reason = report.reason, "a player has been reported");
        let stored = self.change_people(vec![PeopleChange::Report(report)]).await;
        stored.map_err(|error| match error {
            StoreError::Changed(_) => Reason::AlreadyReported.into(),
            error => self.unavailable(&error),
        })
    }

    /// All open reports, the oldest first.
    pub(super) async fn reports(&self) -> Result<Vec<Report>, ApiError> {
        let found = self.journal.people(|people| {
            let rows = people.reports()?;
            let keys: Vec<Hash> = rows.iter().flat_map(|row| [row.reporter, row.against]).collect();
            let names = people.with_keys(&keys)?;
            let played = people.played(None)?;
            let name = |n: usize| names[n].as_ref().map(|person| person.name.clone()).unwrap_or_default();
            let read = |(n, row): (usize, ReportRow)| {
                Some(Report {
                    over: played.iter().any(|past| (&past.game, past.round) == (&row.game, row.round)),
                    reason: serde_json::from_str(&row.reason).ok()?,
                    by: name(2 * n),
                    against: name(2 * n + 1),
                    at: row.at_ms,
                    id: row.id,
                    game: row.game,
                    round: row.round,
                })
            };
            Ok(rows.into_iter().enumerate().filter_map(read).collect())
        });
        found.await.map_err(|error| self.unavailable(&error))
    }
}
