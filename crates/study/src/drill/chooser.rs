//! A drill that first asks which drill it is to be.

use outflank_engine::Analysis;
use outflank_rules::{Bitboard, Position};

use super::{Ask, Drill, Need, Prompt, Reply};
use crate::practice::{Event, Seconds};

/// Several drills, of which one is chosen.
#[derive(Debug)]
pub struct Chooser {
    title: &'static str,
    question: String,
    options: Vec<(String, Box<dyn Drill>)>,
    chosen: Option<Box<dyn Drill>>,
}

impl Chooser {
    /// Drills with what they are called.
    pub fn new(title: &'static str, question: &str, options: Vec<(String, Box<dyn Drill>)>) -> Chooser {
        Chooser { title, question: question.to_owned(), options, chosen: None }
    }
}

impl Drill for Chooser {
    fn title(&self) -> &'static str {
        self.chosen.as_ref().map_or(self.title, |drill| drill.title())
    }

    fn prompt(&self) -> Prompt {
        if let Some(drill) = &self.chosen {
            return drill.prompt();
        }
        Prompt {
            place: String::new(),
            position: Position::default(),
            last: None,
            marks: Bitboard::EMPTY,
            text: vec![self.question.clone()],
            ask: Ask::Choice(self.options.iter().map(|(name, _)| name.clone()).collect()),
            lines: Vec::new(),
            done: Vec::new(),
            left: 0,
        }
    }

    fn reply(&mut self, reply: Reply, now: Seconds) -> Vec<Event> {
        match (&mut self.chosen, reply) {
            (Some(drill), _) => return drill.reply(reply, now),
            (None, Reply::Choice(number)) if number < self.options.len() => {
                self.chosen = Some(self.options.swap_remove(number).1);
            }
            (None, _) => {}
        }
        Vec::new()
    }

    fn clue(&mut self) -> Option<String> {
        self.chosen.as_mut().and_then(|drill| drill.clue())
    }

    fn need(&self) -> Option<Need> {
        self.chosen.as_ref().and_then(|drill| drill.need())
    }

    fn hear(&mut self, id: u64, analysis: &Analysis) -> Vec<Event> {
        self.chosen.as_mut().map_or_else(Vec::new, |drill| drill.hear(id, analysis))
    }

    fn shown(&self) -> Vec<Position> {
        self.chosen.as_ref().map_or_else(Vec::new, |drill| drill.shown())
    }

    fn has_answer(&self) -> bool {
        self.chosen.as_ref().is_some_and(|drill| drill.has_answer())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons::Lessons;

    #[test]
    fn a_chosen_drill_takes_over() {
        let lesson = |number| Box::new(Lessons::new(number).expect("there is one")) as Box<dyn Drill>;
        let options = vec![("one".to_owned(), lesson(1)), ("two".to_owned(), lesson(2))];
        let mut chooser = Chooser::new("lessons", "Which lesson?", options);
        assert_eq!(chooser.prompt().ask, Ask::Choice(vec!["one".to_owned(), "two".to_owned()]));
        assert!(!chooser.has_answer());
        assert_eq!(chooser.reply(Reply::Choice(2), 0), [], "there is no third");
        chooser.reply(Reply::Choice(1), 0);
        assert_eq!(chooser.prompt(), lesson(2).prompt());
        assert_eq!((chooser.title(), chooser.has_answer()), ("lesson", lesson(2).has_answer()));
    }
}
