//! What can be typed after `outflank`.

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    bench, book, coach, completions, convert, games, gtp, gym, hint, join, lessons, levels, man, r#match,
    nboard, perft, play, practice, puzzle, review, rules, serve, show, solve, study, work,
};
use crate::help;
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
    /// Play in the terminal (the same as no command).
    #[command(after_help = play::HELP)]
    Play(play::Args),
    /// Play in a browser: alone, on one screen or with a friend by link.
    Serve(serve::Args),
    /// Play or watch a game on a server from the terminal.
    Join(join::Args),
    /// List your games on a server, open one or wait for your turn.
    Games(games::Args),
    /// Show how strong the levels of the computer are.
    Levels(levels::Args),
    /// Read the rules.
    Rules(rules::Args),
    /// Learn the game in eight short lessons.
    Lessons(lessons::Args),
    /// Solve puzzles that suit you, or today's puzzle.
    Puzzle(puzzle::Args),
    /// Practise the positions in which you went wrong.
    Practice(practice::Args),
    /// Play out even endgames, in which every disc you lose counts.
    Gym(gym::Args),
    /// Train an opening against the moves that people play.
    Coach(coach::Args),
    /// Review a game: what each move was worth, what was better and why.
    Review(review::Args),
    /// Go through a game on the full screen and try other moves.
    Study(study::Args),
    /// Show the best moves of a position and what they are worth.
    Hint(hint::Args),
    /// Look a position up in the opening book and in tournament games.
    Book(book::Args),
    /// Find the exact result of a position.
    Solve(solve::Args),
    /// Draw a game or position, or save a picture of it.
    Show(show::Args),
    /// Convert games and positions from any format to another.
    Convert(convert::Args),
    /// Let a program that speaks GTP use the engine.
    Gtp(gtp::Args),
    /// Let the analysis program NBoard use the engine.
    Nboard(nboard::Args),
    /// Play a match between two engines and measure which is stronger.
    Match(r#match::Args),
    /// Run searches for servers on other machines.
    Work(work::Args),
    /// Count the lines of play of a given length.
    Perft(perft::Args),
    /// Measure the speed of the engine.
    Bench(bench::Args),
    /// Print the completion script for a shell.
    Completions(completions::Args),
    /// Write the manual pages to a folder.
    Man(man::Args),
}

const EXAMPLES: &str = "\
Examples:
  outflank --white medium                  play Black against the computer
  outflank serve --open                    play in a browser, or a friend by link
  outflank lessons 2                       learn about corners
  outflank review game.sgf                 what was better, and why
  outflank hint f5d6c3d3c4                 the best moves and what they are worth
  outflank show game.sgf --png game.png    a picture to share
  outflank convert --to sgf games.wtb      from any format to any other
  outflank solve problems.obf              exact results of endgames

`outflank help COMMAND` describes a command and its options.

Exit codes: 0 success, 1 a negative answer, 2 bad input or failure.";

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
    let named = named(&command, &arguments);
    let matches = command.try_get_matches_from_mut(arguments);
    matches
        .and_then(|matches| Args::from_arg_matches(&matches))
        .map_err(|error| UsageError::new(error, &named))
}

/// The command that was meant, as in `outflank book export`, whose page of help is the one to read.
fn named(command: &clap::Command, arguments: &[OsString]) -> String {
    let mut words = arguments.iter().skip(1);
    let mut names = vec!["outflank"];
    let mut found = words.find_map(|word| command.find_subcommand(word));
    while let Some(command) = found {
        names.push(command.get_name());
        found = words.next().and_then(|word| command.find_subcommand(word));
    }
    names.join(" ")
}

/// Everything that can be typed. A number below zero is a bad number, not an unknown option.
pub(crate) fn command() -> clap::Command {
    help::lay_out(Args::command()).mut_subcommands(|command| {
        command.mut_args(|argument| {
            let takes_values = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes_values)
        })
    })
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
