//! The terminal itself: taken over at the start, given back at the end, whatever the end is.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue, style};

use super::events::ScreenEvent;
use super::options::Options;
use super::theme::Colors;

/// The terminal while the game has it. Dropping it gives it back.
pub(crate) struct Tty {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    mouse: bool,
    wide: bool,
}

/// Whether the terminal is ours; a panic has to know.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Tty {
    pub(crate) fn open(options: Options, events: &Sender<ScreenEvent>) -> io::Result<Tty> {
        // The choice of colours has been made, with NO_COLOR in mind.
        style::force_color_output(options.colors != Colors::None);
        give_back_on_panic(events.clone());
        take(options.mouse)?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| give_back())?;
        let wide = options.unicode && draws_wide();
        Ok(Tty { terminal, mouse: options.mouse, wide })
    }

    /// Whether half blocks are two cells wide.
    pub(crate) fn draws_wide(&self) -> bool {
        self.wide
    }

    pub(crate) fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Stdout>> {
        &mut self.terminal
    }

    /// Gives the shell the terminal until the user comes back.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take(self.mouse)
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        give_back();
    }
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let taken = execute!(
        stdout(),
        EnterAlternateScreen,
        EnableBracketedPaste,
        cursor::SetCursorStyle::SteadyUnderScore,
        cursor::Hide
    );
    let taken = if mouse { taken.and_then(|()| execute!(stdout(), EnableMouseCapture)) } else { taken };
    taken.inspect_err(|_| give_back())
}

fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // If the terminal is gone there is nothing to give back.
        let _ = execute!(
            stdout(),
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            cursor::SetCursorStyle::DefaultUserShape,
            cursor::Show,
            style::ResetColor
        );
        let _ = disable_raw_mode();
    }
}

/// Lets a panic be read. The screen does not go on without a thread that it relied on.
fn give_back_on_panic(events: Sender<ScreenEvent>) {
    let before = panic::take_hook();
    let own = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        give_back();
        before(info);
        if thread::current().id() != own {
            // If nobody listens the game is over anyway.
            let _ = events.send(ScreenEvent::Failed);
        }
    }));
}

/// How long a terminal may take to say where its cursor is, far ones included.
#[cfg(unix)]
const ANSWER: Duration = Duration::from_millis(200);

/// Draws a half block at the left edge and asks where the cursor is then. A terminal that does not answer in time
/// draws as most do.
fn draws_wide() -> bool {
    let drawn = queue!(stdout(), cursor::MoveTo(0, 0), style::Print("▀")).and_then(|()| stdout().flush());
    // What asks for the position waits for two seconds, so it is only used where something comes back.
    #[cfg(unix)]
    let drawn = drawn.and_then(|()| {
        write!(stdout(), "\x1b[6n")?;
        stdout().flush()?;
        if speaks(io::stdin(), ANSWER) { Ok(()) } else { Err(io::ErrorKind::TimedOut.into()) }
    });
    let column = drawn.and_then(|()| cursor::position()).map_or(1, |(column, _)| column);
    column == 2
}

/// Whether there is something to read within so long.
#[cfg(unix)]
fn speaks(input: impl std::os::fd::AsFd, within: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let timeout = Timespec { tv_sec: within.as_secs() as i64, tv_nsec: within.subsec_nanos().into() };
    poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&timeout)).is_ok_and(|ready| ready > 0)
}

/// Sends what is typed, clicked and signalled. The threads end with the program.
pub(crate) fn listen(events: &Sender<ScreenEvent>) {
    let typed = events.clone();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if let Some(event) = handle(event)
                && typed.send(event).is_err()
            {
                return;
            }
        }
        // Nothing will ever be typed again.
        let _ = typed.send(ScreenEvent::Terminated);
    });
    #[cfg(unix)]
    listen_to_signals(events.clone());
}

#[cfg(unix)]
fn listen_to_signals(events: Sender<ScreenEvent>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // Without it the program ends as any other does: the game is kept all the same.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        for _ in signals.forever() {
            if events.send(ScreenEvent::Terminated).is_err() {
                return;
            }
        }
    });
}

fn handle(event: Event) -> Option<ScreenEvent> {
    match event {
        Event::Key(key) => Some(ScreenEvent::Key(key)),
        Event::Paste(text) => Some(ScreenEvent::Paste(text)),
        Event::Resize(..) => Some(ScreenEvent::Resize),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Moved => Some(ScreenEvent::Hover(mouse.column, mouse.row)),
            MouseEventKind::Down(MouseButton::Left) => Some(ScreenEvent::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(ScreenEvent::Scroll(3)),
            MouseEventKind::ScrollUp => Some(ScreenEvent::Scroll(-3)),
            _ => None,
        },
        Event::FocusGained | Event::FocusLost => None,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_terminal_that_says_nothing_is_not_waited_for() {
        let (input, mut terminal) = io::pipe().unwrap();
        let began = Instant::now();
        assert!(!speaks(&input, ANSWER));
        let waited = began.elapsed();
        assert!(waited >= ANSWER && waited < 2 * Duration::from_secs(1), "{waited:?}");
        write!(terminal, "\x1b[1;2R").unwrap();
        assert!(speaks(&input, Duration::from_mins(1)), "an answer is heard at once");
    }
}
