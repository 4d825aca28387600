//! What can be typed after `outflank`.

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    bench, book, coach, completions, convert, games, gtp, gym, hint, join, lessons, levels, man, r#match,
    nboard, perft, play, practice, puzzle, review, rules, serve, show, solve, study, work,
};
use crate::usage::UsageError;

/// Othello, complete: play, study and solve the game.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, max_term_width = 100, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Without a command there is a game.
    #[command(flatten, next_help_heading = "Options of the game")]
    pub(crate) play: play::Args,
}

/// The commands, one file each in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the terminal; the same as no command at all.
    #[command(after_help = play::HELP)]
    Play(play::Args),
    /// Play in a browser: alone, on one screen, or with a friend by link.
    Serve(serve::Args),
    /// Play or watch a game of someone's server from the terminal.
    Join(join::Args),
    /// List your games on someone's server, open one, or wait until it is your turn.
    Games(games::Args),
    /// Read the rules.
    Rules(rules::Args),
    /// Show a game or position: the board, whose turn it is, legal moves, opening; or save a picture.
    Show(show::Args),
    /// Study a game or position on the full screen: try other moves, ask for hints and values, play on.
    Study(study::Args),
    /// Turn games and positions from any format into another.
    Convert(convert::Args),
    /// Count the lines of play of a given length: the check of any rules implementation.
    Perft(perft::Args),
    /// Let two players meet in many games and measure who is stronger.
    Match(r#match::Args),
    /// The best moves of a position and what they are worth.
    Hint(hint::Args),
    /// What the opening book and tournament players know of a position.
    Book(book::Args),
    /// Train an opening as a game against what people play.
    Coach(coach::Args),
    /// Review a game: what every move was worth, how well each side played, what is worth a look.
    Review(review::Args),
    /// Practise your own mistakes, until they are none.
    Practice(practice::Args),
    /// Solve puzzles that suit you, or today's.
    Puzzle(puzzle::Args),
    /// Play even endings out; every disc that is lost counts.
    Gym(gym::Args),
    /// Learn the game in eight short lessons.
    Lessons(lessons::Args),
    /// Solve positions to the last disc.
    Solve(solve::Args),
    /// Measure the engine on a fixed piece of work.
    Bench(bench::Args),
    /// Show how strong the levels of the computer are.
    Levels(levels::Args),
    /// Let programs that speak GTP use the engine.
    Gtp(gtp::Args),
    /// Let the analysis program NBoard use the engine.
    Nboard(nboard::Args),
    /// Search for servers and commands on other machines, from a queue in PostgreSQL.
    Work(work::Args),
    /// Print the completion script for a shell.
    Completions(completions::Args),
    /// Write the manual pages to a folder.
    Man(man::Args),
}

const EXAMPLES: &str = "\
Examples:
  outflank --white medium                  play Black against the computer
  outflank serve --open                    play in a browser, also with a friend by link
  outflank rules                           the rules of the game
  outflank show f5d6c3d3c4f4f6             a game by its moves: the board and the opening
  outflank show game.sgf --png game.png    a picture to share
  outflank study game.sgf                  go through a game, try other moves, see values
  outflank convert --to sgf games.wtb      from any format into any other
  outflank perft 9                         count the lines of nine plies from the start
  outflank match level:6 level:5           who is stronger, and by how much
  outflank hint f5d6c3d3c4                 the best moves and what they are worth
  outflank book f5d6c3                     what the opening book knows, and what people play
  outflank coach tiger                     train an opening
  outflank review game.sgf                 what every move was worth, and what is worth a look
  outflank lessons 2                       learn about corners
  outflank practice                        your own mistakes again, until they are none
  outflank puzzle --daily                  today's puzzle
  outflank gym --empties 12                play even endings out
  outflank solve problems.obf              exact results of endgames
  outflank levels                          how strong the levels of the computer are
  outflank gtp --level 5                   the engine for a program that speaks GTP
  outflank completions bash > outflank.sh  let the shell complete commands and options

Exit codes: 0 success, 1 a negative answer, 2 bad input or failure.
`outflank COMMAND --help` has more on each command.";

/// The arguments of this process.
pub(crate) fn parse() -> Result<Args, UsageError> {
    parse_from(std::env::args_os())
}

fn parse_from(arguments: impl IntoIterator<Item = OsString>) -> Result<Args, UsageError> {
    let mut arguments: Vec<OsString> = arguments.into_iter().map(shield_board).collect();
    // Whoever asks how to ask for help gets help.
    if let [_, help, option] = &arguments[..]
        && help == "help"
        && (option == "--help" || option == "-h")
    {
        arguments.truncate(2);
    }
    let mut command = command();
    let named =
        arguments.iter().skip(1).find_map(|word| command.find_subcommand(word).map(clap::Command::get_name));
    let named = named.map_or("outflank".to_owned(), |name| format!("outflank {name}"));
    let matches = command.try_get_matches_from_mut(arguments);
    matches
        .and_then(|matches| Args::from_arg_matches(&matches))
        .map_err(|error| UsageError::new(error, &named))
}

/// Everything that can be typed. A number below zero is a bad number, not an unknown option; paragraphs of help are
/// wrapped once, as wide as the terminal is, however they are wrapped in the source.
pub(crate) fn command() -> clap::Command {
    Args::command().mut_subcommands(|command| {
        let help = command.get_after_help().map(|help| flow(&help.to_string()));
        let command = command.mut_args(|argument| {
            let takes_values = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes_values)
        });
        match help {
            Some(help) => command.after_help(help),
            None => command,
        }
    })
}

/// Joins the lines of each paragraph. Lines that are indented or come after such a line stay as they are.
fn flow(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if is_prose(last) && is_prose(line) && !last.ends_with(':') => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn is_prose(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(' ')
}

/// A board that begins with an empty square looks like an option; a blank before it helps.
fn shield_board(argument: OsString) -> OsString {
    let is_board = argument.to_str().is_some_and(|text| {
        let squares = text.split_whitespace().next().unwrap_or_default();
        text.starts_with('-') && squares.len() >= 8 && squares.chars().all(|c| "-._·XxOo*●○".contains(c))
    });
    if is_board {
        let mut shielded = OsString::from(" ");
        shielded.push(argument);
        shielded
    } else {
        argument
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_declared_consistently() {
        command().debug_assert();
    }

    #[test]
    fn a_board_is_not_an_option_and_an_unknown_option_not_a_board() {
        let parse = |words: [&str; 4]| parse_from(words.map(OsString::from));
        let board = "---------------------------OX------XO--------------------------- X";
        assert!(parse(["outflank", "show", board, "--json"]).is_ok());
        let error = parse(["outflank", "show", "--jsn", "f5"]).unwrap_err();
        assert!(error.sentence().starts_with("there is no option --jsn"));
    }
}
