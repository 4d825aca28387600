//! Openings in a practice session, and why they do not help in a game that is still being played.
//!
//! The client decides which positions are asked, by the opening it names and by the log it sends. So every position that
//! a prompt gives information about is looked up first, like the positions of an analysis.

use outflank_rules::Color;
use outflank_study::coach::{self, Coach, Training};
use outflank_study::drill::{Drill, Reply};

use super::session::Session;
use crate::api_error::ApiError;
use crate::wire::{OpeningState, PracticeMessage, Reason, Side};

/// Lines of a training.
const LINES: usize = 10;
/// So many lines are tried when positions of games that are still played come up.
const TRIES: usize = 4;

impl Session<'_> {
    /// The openings that can be trained.
    pub(super) async fn openings(&mut self) -> Result<(), ApiError> {
        let now = self.now();
        // What people play is laid out first, and the log may be long.
        let trained = self.aside(move |lines| coach::trained(&*lines, now)).await?;
        let openings = trained.iter().map(OpeningState::from).collect();
        self.say(&PracticeMessage::Openings { openings });
        Ok(())
    }

    pub(super) async fn training(
        &mut self,
        opening: &str,
        side: Option<Side>,
    ) -> Result<Box<dyn Drill + Send>, ApiError> {
        let opening = coach::opening(opening)
            .map_err(|error| ApiError::from(Reason::BadDrill { detail: error.to_string() }))?;
        let side = side.map_or(!opening.position().turn(), Color::from);
        let (source, now, seed) = (self.app.config.book, self.now(), self.app.now().0);
        let training = self.aside(move |lines| {
            let coach = Coach::new(source(), opening, side, &*lines);
            Training::new(coach, Some(LINES), seed, now)
        });
        Ok(Box::new(training.await?))
    }

    /// Refuses what would help in a game between people that is still played.
    pub(super) async fn refuse_live(&mut self) -> Result<(), ApiError> {
        match self.drill.as_ref().map(|drill| drill.shown()) {
            Some(shown) if !shown.is_empty() => self.app.refuse_live(&shown).await,
            _ => Ok(()),
        }
    }

    /// Leaves lines out that must not be shown now. The drill is over where there are no others.
    pub(super) async fn leave_live_lines_out(&mut self) -> Result<(), ApiError> {
        for _ in 0..TRIES {
            if self.refuse_live().await.is_ok() {
                return Ok(());
            }
            let now = self.now();
            if let Some(drill) = &mut self.drill {
                drill.reply(Reply::Skip, now);
            }
        }
        let live = self.refuse_live().await;
        if live.is_err() {
            (self.drill, self.prompt) = (None, None);
        }
        live
    }
}
