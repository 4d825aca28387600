//! The plain game once the players sit at the board.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_play::remote::News;
use outflank_play::worker::Answer;
use outflank_play::{Awaited, Command, Event, Greeting, Refusal, UndoOption, rulebook, setup};
use outflank_rules::{Color, Position, Square};
use outflank_study::{Advice, Adviser, Effort, Reviewer};

use super::action::{self, Action};
use super::backend::{Applied, Backend, RemoteGame};
use super::console::{Console, Woken};
use super::{WIDTH, unfinished, welcome, words};
use crate::saves::SavedGame;
use crate::screen::remote_view::Connection;
use crate::{OnAnswer, Places, Session, Update, export, now, reviews};

/// A game and the console it is played at.
pub(super) struct PlainGame<W> {
    console: Console<W>,
    backend: Backend,
    /// Numbers what the engine was asked.
    asked: u64,
    /// The hint for a position, and how many of its steps have been told.
    hint: Option<(Advice, usize)>,
    /// What is done if the next line says yes.
    pending: Option<Command>,
}

/// What to do after a line.
enum Next {
    Stay,
    Resume(Box<SavedGame>),
    Leave,
}

impl<W: Write> PlainGame<W> {
    /// A game of this program.
    pub(super) fn here(console: Console<W>, session: Session, tell: OnAnswer) -> PlainGame<W> {
        let backend = Backend::Here(Box::new(session), tell);
        PlainGame { console, backend, asked: 0, hint: None, pending: None }
    }

    /// A game on a server.
    pub(super) fn joined(console: Console<W>, remote: RemoteGame) -> PlainGame<W> {
        let backend = Backend::Elsewhere(Box::new(remote));
        PlainGame { console, backend, asked: 0, hint: None, pending: None }
    }

    /// Tells how a game stands that was found on a server, and what the players have said in it; then plays it.
    pub(super) fn sit_down(mut self, said: &[Event]) -> io::Result<()> {
        if let Backend::Elsewhere(remote) = &self.backend
            && let Some(back) = remote.view.links.back.clone()
        {
            self.console.say(&format!("The link back to your seat, for you alone: {back}"))?;
        }
        let game = self.backend.game();
        let settings = game.settings();
        let [black, white] = Color::ALL.map(|color| settings.introduction(color));
        let asked = game.request().filter(|request| self.backend.plays(!request.by));
        let asked = asked.map(|request| format!("{} Type yes or no.", request.question(settings)));
        let result = game.result().map(|result| result.sentence(settings));
        let said: Vec<String> = said.iter().map(|event| event.sentence(settings)).collect();
        self.console.say(&format!("{black} against {white}."))?;
        self.rules_in_force()?;
        self.board()?;
        for told in said.into_iter().chain(result).chain(asked) {
            self.console.say(&told)?;
        }
        self.rounds()
    }

    /// Plays a game that has just begun.
    pub(super) fn play(mut self, update: &Update) -> io::Result<()> {
        self.show(update)?;
        self.rounds()
    }

    /// Tells how a game stands that was left.
    pub(super) fn go_on(mut self, update: &Update) -> io::Result<()> {
        let game = self.backend.game();
        let [black, white] = Color::ALL.map(|color| game.settings().introduction(color));
        self.console.say(&format!("The game goes on: {black} against {white}."))?;
        self.rules_in_force()?;
        if update.events.is_empty() {
            self.board()?;
        } else {
            self.show(update)?;
        }
        self.rounds()
    }

    fn rounds(mut self) -> io::Result<()> {
        loop {
            let next = match &self.backend {
                Backend::Elsewhere(_) => self.joined_turn()?,
                Backend::Here(..) if self.thinking() => self.computer()?,
                Backend::Here(..) => self.person()?,
            };
            match next {
                Next::Stay => {}
                Next::Resume(saved) => {
                    let Backend::Here(session, tell) = self.backend else { return Ok(()) };
                    // The game on the board is left first, so that it is kept and its file free.
                    let config = session.config().clone();
                    drop(session);
                    return welcome::resume(self.console, *saved, config, tell);
                }
                Next::Leave => return Ok(()),
            }
        }
    }

    /// Rules other than the standard ones are told before anybody moves.
    fn rules_in_force(&mut self) -> io::Result<()> {
        let variant = self.backend.game().settings().start.variant();
        if variant.is_standard() {
            return Ok(());
        }
        let (title, about) = rulebook::about(variant);
        self.console.say(&format!("Rules: {title}. {about}"))
    }

    fn thinking(&self) -> bool {
        matches!(self.backend.game().awaited(), Awaited::Engine(_))
    }

    /// Waits for the computer. Lines wait too, unless no person plays and they could not be said otherwise.
    fn computer(&mut self) -> io::Result<Next> {
        let alone = Color::ALL.iter().all(|&color| !self.backend.game().seat(color).is_human());
        let lines = alone && !(self.console.input_ended && self.console.typed.is_empty());
        match self.console.wait(lines, self.until_flag_falls())? {
            Woken::Line(line) => return self.obey(&line),
            Woken::End | Woken::News(_) => {}
            Woken::Late => self.apply(Command::Tick)?,
            Woken::Answer(answer) => return self.play_answer(&answer),
        }
        Ok(Next::Stay)
    }

    fn play_answer(&mut self, answer: &Answer) -> io::Result<Next> {
        let Backend::Here(session, _) = &mut self.backend else { return Ok(Next::Stay) };
        match session.answer(answer) {
            Ok(update) => self.show(&update)?,
            Err(refusal) => {
                let why = refusal.sentence(session.game().settings());
                return Err(io::Error::other(format!("the engine has failed: {why}")));
            }
        }
        Ok(Next::Stay)
    }

    fn prompt(&mut self) -> io::Result<()> {
        let game = self.backend.game();
        let prompt = match game.turn() {
            Some(color) => format!("{} ({}): ", game.settings().name(color), color.letter()),
            None => "What next: ".to_owned(),
        };
        self.console.write(&prompt)
    }

    fn person(&mut self) -> io::Result<Next> {
        self.prompt()?;
        loop {
            match self.console.wait(true, self.until_flag_falls())? {
                Woken::Line(line) => return self.obey(&line),
                // An answer that nobody waits for any more.
                Woken::Answer(_) | Woken::News(_) => {}
                Woken::Late => {
                    self.console.say("")?;
                    self.apply(Command::Tick)?;
                    return Ok(Next::Stay);
                }
                Woken::End => {
                    self.console.say("\nThe input has ended.")?;
                    return self.leave();
                }
            }
        }
    }

    /// A game on a server: whatever happens first.
    fn joined_turn(&mut self) -> io::Result<Next> {
        let game = self.backend.game();
        let mine = game.turn().is_some_and(|turn| self.backend.plays(turn));
        let prompted = mine || game.is_over();
        // A script that has said everything sees what comes of it.
        let ended = self.console.input_ended && self.console.typed.is_empty();
        if ended && prompted {
            return self.leave();
        }
        if prompted {
            self.prompt()?;
        }
        loop {
            match self.console.wait(!ended, None)? {
                Woken::Line(line) => return self.obey(&line),
                Woken::News(news) if self.is_silent(&news) => self.hear(news)?,
                Woken::News(news) => {
                    if prompted {
                        self.console.say("")?;
                    }
                    self.hear(news)?;
                    return Ok(Next::Stay);
                }
                Woken::End => {
                    if prompted {
                        self.console.say("\nThe input has ended.")?;
                    }
                    return Ok(Next::Stay);
                }
                Woken::Answer(_) | Woken::Late => {}
            }
        }
    }

    /// Whether there is nothing to say about news, so that the prompt can stay as it is.
    fn is_silent(&self, news: &News) -> bool {
        let Backend::Elsewhere(remote) = &self.backend else { return true };
        match news {
            News::Done => true,
            News::Presence(presence) => remote.view.clone().meet(*presence).is_empty(),
            News::Game(report) => {
                let up = remote.view.connection == Connection::Up;
                let silent = |event: &Event| event.is_silent() || !remote.view.hears(event);
                up && report.sides == remote.view.sides && report.events.iter().all(silent)
            }
            News::Lost => remote.view.connection == Connection::Lost,
            News::Refused(_) | News::Seat(_) | News::Ended(_) => false,
        }
    }

    /// Waits for what becomes of a command that was sent. Lines wait too, unless there is no connection.
    fn until_answered(&mut self) -> io::Result<()> {
        loop {
            let lost = matches!(&self.backend, Backend::Elsewhere(remote) if remote.view.connection == Connection::Lost);
            match self.console.wait(lost, None)? {
                Woken::News(news) => {
                    let answers = matches!(news, News::Done | News::Refused(_));
                    self.hear(news)?;
                    if answers {
                        return Ok(());
                    }
                }
                Woken::Line(line) if action::parse(&line) == Ok(Action::Quit) => {
                    self.console.typed.push_front(line);
                    return Ok(());
                }
                Woken::Line(_) => self.console.say("There is no connection; it is being tried again.")?,
                Woken::End => return Ok(()),
                Woken::Answer(_) | Woken::Late => {}
            }
        }
    }

    /// Tells news from a server.
    fn hear(&mut self, news: News) -> io::Result<()> {
        let Backend::Elsewhere(remote) = &mut self.backend else { return Ok(()) };
        match news {
            News::Done => Ok(()),
            News::Refused(why) => self.console.say(&why),
            News::Seat(link) => {
                let told = format!("The link back to your seat, for you alone: {link}");
                remote.view.links.back = Some(link);
                self.console.say(&told)
            }
            News::Lost => {
                if std::mem::replace(&mut remote.view.connection, Connection::Lost) == Connection::Lost {
                    return Ok(());
                }
                self.console.say("The connection is lost; it is being tried again.")
            }
            News::Ended(why) => Err(io::Error::other(why.trim_end_matches('.').to_owned())),
            News::Presence(presence) => {
                for (color, here) in remote.view.meet(presence) {
                    let name = remote.live.settings().name(color);
                    let does = if here { "is here" } else { "has left" };
                    self.console.say(&format!("{name} {does}."))?;
                }
                Ok(())
            }
            News::Game(report) => {
                let was_lost = remote.view.hear(&report, now());
                remote.live = report.game;
                if was_lost {
                    self.console.say("Connected again.")?;
                }
                let told = |event: &Event| !event.is_silent() && remote.view.hears(event);
                let events: Vec<Event> = report.events.into_iter().filter(told).collect();
                self.show(&Update { events, notices: Vec::new() })
            }
        }
    }

    fn until_flag_falls(&self) -> Option<Duration> {
        self.backend.game().deadline().map(|deadline| deadline.since(now()))
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let action = match action::parse(line) {
            Ok(action) => action,
            Err(error) => {
                self.console.say(&error.sentence())?;
                return Ok(Next::Stay);
            }
        };
        let pending = self.pending.take();
        let game = self.backend.game();
        let position = *game.position();
        let speaker = self.backend.speaker(Some(position.turn()));
        match action {
            Action::Nothing => {}
            Action::Play(mv) => self.apply(Command::Play { by: speaker, mv })?,
            Action::Undo(whose) => self.undo(whose.as_deref())?,
            Action::Resign => self.apply(Command::Resign { by: speaker })?,
            Action::Say(None) => {
                let all = (1..).zip(Greeting::ALL).map(|(n, greeting)| format!("{n} {}", greeting.text()));
                self.console.say(&all.collect::<Vec<String>>().join("\n"))?;
            }
            Action::Say(Some(greeting)) => self.apply(Command::Greet { by: speaker, greeting })?,
            Action::Mute => self.mute()?,
            Action::Pause => self.apply(Command::Pause)?,
            Action::Continue => self.apply(Command::Continue)?,
            Action::Restart => self.restart()?,
            Action::Again { swap } => self.apply(Command::Rematch { by: speaker, swap })?,
            Action::Yes => self.answer(pending, true)?,
            Action::No => self.answer(pending, false)?,
            Action::Hint => self.hint()?,
            Action::Best(wanted) => self.best(wanted)?,
            Action::Review => self.review()?,
            Action::Moves => self.console.say(&words::moves(&position))?,
            Action::Board => self.board()?,
            Action::Score => self.console.say(&words::score(self.backend.game(), self.backend.now()))?,
            Action::Last => self.last()?,
            Action::Row(row) => {
                let squares = Square::ALL.into_iter().filter(|square| square.row() == row);
                self.console.say(&words::line(&position, squares))?;
            }
            Action::Column(column) => {
                let squares = Square::ALL.into_iter().filter(|square| square.column() == column);
                self.console.say(&words::line(&position, squares))?;
            }
            Action::Rules => {
                let undo = game.settings().undo;
                self.console.say(&rulebook::text(position.variant(), undo, WIDTH))?;
            }
            Action::Save(name) => {
                let said = match export::save(game, Path::new(&name)) {
                    Ok(()) => format!("The game is in {name}."),
                    Err(error) => format!("{error}."),
                };
                self.console.say(&said)?;
            }
            Action::Help => self.console.say(action::HELP)?,
            Action::Forget(number) => {
                if let Some(places) = self.places()? {
                    unfinished::forget(&mut self.console, &places, number)?;
                }
            }
            Action::Resume(number) => {
                if let Some(places) = self.places()?
                    && let Some(saved) = unfinished::choose(&mut self.console, &places, number)?
                {
                    return Ok(Next::Resume(Box::new(saved)));
                }
            }
            Action::Quit => return self.leave(),
        }
        Ok(Next::Stay)
    }

    fn apply(&mut self, command: Command) -> io::Result<()> {
        match self.backend.apply(command) {
            Applied::Sent => self.until_answered(),
            Applied::Done(update) => self.show(&update),
            Applied::Refused(refusal) => {
                let game = self.backend.game();
                let more = match refusal {
                    Refusal::GameOver => "Type review, again, swap or quit.".to_owned(),
                    Refusal::Illegal { .. } | Refusal::PassWithMoves => words::moves(game.position()),
                    _ => String::new(),
                };
                let said = format!("{} {more}", refusal.sentence(game.settings()));
                self.console.say(said.trim_end())
            }
        }
    }

    /// Hears nothing of the other player from now on, or hears them again.
    fn mute(&mut self) -> io::Result<()> {
        let Backend::Elsewhere(remote) = &mut self.backend else {
            return self.console.say(&Refusal::NobodyToGreet.sentence(self.backend.game().settings()));
        };
        let said = remote.view.mute();
        self.console.say(said)
    }

    /// Where unfinished games are kept; a game on a server is not one of them.
    fn places(&mut self) -> io::Result<Option<Places>> {
        if let Backend::Here(session, _) = &self.backend {
            return Ok(Some(session.config().places.clone()));
        }
        self.console.say("This game is kept on a server; quit first.")?;
        Ok(None)
    }

    /// Answers what was asked last: by the program, or by the other player.
    fn answer(&mut self, pending: Option<Command>, yes: bool) -> io::Result<()> {
        let request = self.backend.game().request();
        match (pending, request) {
            (Some(command), _) if yes => self.apply(command),
            (Some(_), _) => self.console.say("The game goes on."),
            (None, Some(request)) => {
                let by = self.backend.speaker(Some(!request.by));
                self.apply(if yes { Command::Accept { by } } else { Command::Decline { by } })
            }
            (None, None) => self.console.say("There is no question to answer."),
        }
    }

    /// The take-backs possible for those who play from here.
    fn undo_options(&self) -> Vec<UndoOption> {
        let mut options = self.backend.game().undo_options();
        options.retain(|option| self.backend.plays(option.by));
        options
    }

    /// Starts again. A game that has begun would be lost, so that is asked first.
    fn restart(&mut self) -> io::Result<()> {
        let game = self.backend.game();
        if game.is_over() || game.game().moves().is_empty() {
            return self.apply(Command::Restart);
        }
        self.pending = Some(Command::Restart);
        self.console.say("Start again? The game so far is lost. Type yes or no.")
    }

    /// Takes back for whoever is named. Without a name the only take-back possible is made at once, unless it
    /// is a player's last; otherwise the players choose.
    fn undo(&mut self, whose: Option<&str>) -> io::Result<()> {
        let game = self.backend.game();
        let Some(text) = whose else {
            let options = self.undo_options();
            return match &options[..] {
                // Why there is none is best told to the player to move.
                [] => {
                    let by = self.backend.speaker(Some(game.position().turn()));
                    self.apply(Command::Undo { by })
                }
                [option] if !option.is_last() => self.apply(Command::Undo { by: option.by }),
                several => {
                    let offer = words::undo_offer(several, game.settings());
                    if let [option] = several {
                        self.pending = Some(Command::Undo { by: option.by });
                    }
                    self.console.say(&offer)
                }
            };
        };
        let named = |color: &Color| game.seat(*color).shown_name(*color).eq_ignore_ascii_case(text);
        match Color::ALL.into_iter().find(named).or_else(|| text.parse().ok()) {
            Some(by)
                if game.undo_option(by) == Err(Refusal::UndoUsed(by)) && !self.undo_options().is_empty() =>
            {
                self.apply(Command::Undo { by })?;
                self.undo(None)
            }
            Some(by) => self.apply(Command::Undo { by }),
            None => self.console.say("After undo comes black, white or the name of a player."),
        }
    }

    /// Whether the engine may be asked about the position; if not, that is said.
    fn may_ask(&mut self) -> io::Result<bool> {
        if self.backend.game().position().legal_moves().is_empty() || self.backend.game().is_over() {
            self.console.say(&words::turn(self.backend.game()))?;
            return Ok(false);
        }
        if !self.backend.may_help() {
            self.console.say("Nobody is helped while people play each other.")?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Goes a step further with the hint for the position: where to look, the move, the line.
    fn hint(&mut self) -> io::Result<()> {
        if !self.may_ask()? {
            return Ok(());
        }
        let position = *self.backend.game().position();
        if self.hint.as_ref().is_none_or(|(advice, _)| advice.position != position) {
            let mut adviser = Adviser::new(position);
            while let Some(question) = adviser.next() {
                let analysis = self.ask(question.position, question.limits)?;
                adviser.answer(question.id, &analysis);
                if analysis.lines.is_empty() {
                    break;
                }
            }
            self.hint = adviser.advice().map(|advice| (advice, 0));
        }
        let Some((advice, told)) = &mut self.hint else { return Ok(()) };
        let steps = advice.steps();
        let step = (*told).min(steps.len() - 1);
        *told += 1;
        self.console.say(&format!("Hint: {}", steps[step]))
    }

    /// The best moves of the position.
    fn best(&mut self, wanted: usize) -> io::Result<()> {
        if !self.may_ask()? {
            return Ok(());
        }
        let position = *self.backend.game().position();
        let analysis = self.ask(position, outflank_study::hint(wanted))?;
        self.console.say(&words::best(&analysis, position.turn(), wanted))
    }

    /// Tells what mattered in a game that is over.
    fn review(&mut self) -> io::Result<()> {
        let game = self.backend.game();
        if !game.is_over() {
            return self.console.say("The game can be reviewed when it is over.");
        }
        let record = setup::record(game, "Outflank");
        let names = Color::ALL.map(|color| game.settings().name(color));
        let alike = names[0] == names[1];
        let names = Color::ALL.map(|color| {
            let name = &names[color.index()];
            if alike { format!("{name} ({color})") } else { name.clone() }
        });
        let [black, white] = Color::ALL.map(|color| self.backend.plays(color));
        let you = (black != white).then_some(if black { Color::Black } else { Color::White });
        let places = match &self.backend {
            Backend::Here(session, _) => Some(session.config().places.clone()),
            Backend::Elsewhere(_) => None,
        };
        let kept = places.as_ref().and_then(|places| reviews::read(places, &record.game));
        let kept = kept.and_then(|text| Reviewer::from_text(&record, &text));
        let reviewer = match kept {
            Some(reviewer) => reviewer,
            None => match Reviewer::new(&record, Effort::Usual, None) {
                Ok(reviewer) => self.look_at(reviewer, places.as_ref())?,
                Err(_) => return self.console.say("No move was made, so there is nothing to review."),
            },
        };
        for told in words::review(&reviewer.review(), &names, you) {
            self.console.say(&told)?;
        }
        Ok(())
    }

    /// Has the engine answer all questions of a review, and keeps it.
    fn look_at(&mut self, mut reviewer: Reviewer, places: Option<&Places>) -> io::Result<Reviewer> {
        self.console.say("Looking at the game. This takes a while.")?;
        while let Some(question) = reviewer.next() {
            let analysis = self.ask(question.position, question.limits)?;
            reviewer.answer(question.id, &analysis);
        }
        if let Some((places, text)) = places.zip(reviewer.to_text()) {
            // If it cannot be kept it is made again.
            let _ = reviews::write(places, reviewer.chart().game(), &text);
        }
        Ok(reviewer)
    }

    /// Asks the engine, and waits for it.
    fn ask(&mut self, position: Position, limits: Limits) -> io::Result<Analysis> {
        self.asked += 1;
        self.backend.analyse(self.asked, position, limits);
        loop {
            match self.console.wait(false, None)? {
                Woken::Answer(Answer::Analysis { id, analysis }) if id == self.asked => return Ok(analysis),
                Woken::News(news) => self.hear(news)?,
                _ => {}
            }
        }
    }

    fn last(&mut self) -> io::Result<()> {
        let game = self.backend.game();
        let said = match game.last_placed() {
            None => "No disc has been placed yet.".to_owned(),
            Some((square, flips)) => {
                let by = if game.position().disc_at(square) == Some(Color::Black) {
                    Color::Black
                } else {
                    Color::White
                };
                Event::Placed { by, square, flips }.sentence(game.settings())
            }
        };
        self.console.say(&said)
    }

    /// The board and how things stand.
    fn board(&mut self) -> io::Result<()> {
        let game = self.backend.game();
        let told = format!("\n{}\n{}", game.position(), words::score(game, self.backend.now()));
        let turn = words::turn(game);
        self.console.say(&told)?;
        self.console.say(&turn)
    }

    /// Tells what happened and shows the board once after it.
    fn show(&mut self, update: &Update) -> io::Result<()> {
        let settings = self.backend.game().settings().clone();
        let ended = |event: &&Event| matches!(event, Event::Ended { .. });
        for event in update.events.iter().filter(|event| !ended(event)) {
            self.console.say(&event.sentence(&settings))?;
            match event {
                Event::Started { .. } => self.rules_in_force()?,
                Event::UndoAsked { by } | Event::RematchOffered { by, .. } if self.backend.plays(!*by) => {
                    self.console.say("Type yes or no.")?;
                }
                _ => {}
            }
        }
        if update.events.is_empty() {
            // A move that came too late.
        } else if let Some(event) = update.events.iter().find(ended) {
            let game = self.backend.game();
            let board = format!("\n{}\n{}", game.position(), words::score(game, self.backend.now()));
            self.console.say(&board)?;
            self.console.say(&event.sentence(&settings))?;
        } else {
            self.board()?;
        }
        for notice in &update.notices {
            self.console.say(&notice.to_string())?;
        }
        if self.backend.game().is_over() {
            self.console.say(
                "Type review to hear what mattered, again to play again, swap to swap colours, save FILE or quit.",
            )?;
        }
        Ok(())
    }

    fn leave(&mut self) -> io::Result<Next> {
        match &self.backend {
            Backend::Here(session, _) if session.is_kept() => {
                self.console.say("The unfinished game is kept and offered at the next start.")?;
            }
            Backend::Elsewhere(remote) => {
                if let Some(back) = remote.view.links.back.clone() {
                    self.console.say(&format!("The link back to your seat, for you alone: {back}"))?;
                }
            }
            Backend::Here(..) => {}
        }
        Ok(Next::Leave)
    }
}
