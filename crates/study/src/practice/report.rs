//! The report on a player's games and practice, in words.

use super::{Deck, Event, Line, Seconds, Statistics, Status, day};
use crate::{Phase, lessons};

/// What the week's days are called, Monday first.
pub const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// How many tasks were done on each day of this week, Monday first, and which day it is.
pub fn week(lines: &[Line], now: Seconds) -> ([usize; 7], usize) {
    // 1 January 1970 was a Thursday.
    let weekday = (day(now) + 3) % 7;
    let monday = day(now).saturating_sub(weekday);
    let mut done = [0; 7];
    for line in lines {
        let task = matches!(
            line.event,
            Event::Answer(_) | Event::Puzzle(_) | Event::Gym(_) | Event::Opening(_) | Event::Lesson { .. }
        );
        let since = day(line.time).checked_sub(monday).and_then(|days| usize::try_from(days).ok());
        if let (true, Some(count)) = (task, since.and_then(|days| done.get_mut(days))) {
            *count += 1;
        }
    }
    (done, weekday as usize)
}

/// What costs a player most, how accurate their games were, which cards there are, and which lesson helps: lines of text.
/// `lesson` says how a lesson is reached, by its number.
pub fn report(deck: &Deck, now: Seconds, lesson: impl Fn(usize) -> String) -> Vec<String> {
    let found = Statistics::new(deck);
    let mut out = Vec::new();
    let games =
        if found.games == 1 { "the last game".to_owned() } else { format!("the last {} games", found.games) };
    out.push(format!("Discs lost per game, in {games}:"));
    for cost in &found.phases {
        let name = match cost.of {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::End => "last twenty squares",
        };
        out.push(format!("  {name:<34} {:>5.1}", cost.discs));
    }
    for cost in &found.colors {
        let games = if cost.count == 1 { "game" } else { "games" };
        out.push(format!("  with {:<29} {:>5.1}  ({} {games})", cost.of, cost.discs, cost.count));
    }
    if !found.causes.is_empty() {
        out.push("What costs most:".to_owned());
        for cost in found.causes.iter().take(6) {
            let times = if cost.count == 1 { "once".to_owned() } else { format!("{} times", cost.count) };
            out.push(format!("  {:<34} {:>5.1}  ({times})", cost.of.title(), cost.discs));
        }
    }
    let accuracy: Vec<String> =
        found.accuracy.iter().rev().take(12).rev().map(|a| format!("{a:.0}")).collect();
    out.push(format!("Accuracy, the last game at the right: {}", accuracy.join(" ")));
    let active = deck.cards().filter(|state| state.status == Status::Active && !state.card.fine).count();
    let retired = deck.cards().filter(|state| state.status == Status::Retired).count();
    out.push(format!("Cards: {active} to learn, {retired} known, {} due now.", deck.due(now).len()));
    if let Some(cost) = found.costliest()
        && let Some(number) = lessons::number_for_cause(cost.of)
    {
        let title = &lessons::Course::embedded().lessons[number - 1].title;
        out.push(format!("{} {} ({title}) is about it.", cost.sentence(), lesson(number)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_of_this_week_are_counted() {
        // 18 November 2026 is a Wednesday.
        let now = 1_794_960_000;
        let lesson = |days_ago: u64| {
            Line::new(now - days_ago * 86_400, Event::Lesson { lesson: "corners".to_owned() })
        };
        let lines = [lesson(0), lesson(0), lesson(2), lesson(3)];
        assert_eq!(week(&lines, now), ([1, 0, 2, 0, 0, 0, 0], 2));
    }
}
