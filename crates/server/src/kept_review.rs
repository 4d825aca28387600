//! Reviews that are kept with their games.

use outflank_records::{Record, transcript};
use outflank_study::REVIEW_VERSION;

use crate::api_error::ApiError;
use crate::app::App;
use crate::store::KeptReview;
use crate::wire::Review;

impl KeptReview {
    /// What a kept review is of, and by which version of what makes them: a game may have had another round since.
    pub(crate) fn key_of(record: &Record) -> String {
        let margin = record.result().map_or(0.0, |verdict| verdict.margin);
        let moves = transcript::text(&record.game);
        format!("{} {REVIEW_VERSION} {margin} {moves}", env!("CARGO_PKG_VERSION"))
    }

    /// Whether it is of this record.
    pub(crate) fn is_of(&self, record: &Record) -> bool {
        self.key == KeptReview::key_of(record)
    }

    /// The review, if it can be read.
    pub(crate) fn read(&self) -> Option<Review> {
        serde_json::from_str(&self.review).ok()
    }
}

impl App {
    /// The review stored with a game, if it is of this record. One that cannot be read is made again.
    pub(crate) async fn kept_review(&self, game: &str, record: &Record) -> Result<Option<Review>, ApiError> {
        let id = game.to_owned();
        let kept = self.journal.ask(move |store| store.load_review(&id)).await;
        let kept = kept.map_err(|error| self.unavailable(&error))?;
        Ok(kept.filter(|kept| kept.is_of(record)).and_then(|kept| kept.read()))
    }

    /// Keeps a review with its game. If that fails, it will be made again.
    pub(crate) async fn keep_review(&self, game: String, key: String, review: &Review) {
        let Ok(review) = serde_json::to_string(review) else { return };
        let kept = KeptReview { key, review };
        if let Err(error) = self.journal.ask(move |store| store.save_review(&game, &kept)).await {
            tracing::warn!(%error, "a review could not be kept");
        }
    }
}
