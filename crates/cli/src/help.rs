//! How the pages of help are laid out.

use clap::Command;

/// The commands as `outflank help` lists them: those that players need first.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "serve", "join", "games", "levels", "rules"]),
    ("Learn", &["lessons", "puzzle", "practice", "gym", "coach"]),
    ("Study", &["review", "study", "hint", "book", "solve", "show", "convert"]),
    ("Engines and tools", &["gtp", "nboard", "match", "work", "perft", "bench", "completions", "man"]),
];

/// The command with the commands below it in groups, and with paragraphs wrapped once, as wide as the terminal is,
/// however they are wrapped in the source.
pub(crate) fn lay_out(command: Command) -> Command {
    let commands = groups(&command);
    flowed(command).help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{commands}Options of the game:\n{{options}}{{after-help}}"
    ))
}

/// The list of commands.
fn groups(command: &Command) -> String {
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let line = |name: &&str| {
        let about = command.find_subcommand(name).and_then(Command::get_about).cloned().unwrap_or_default();
        format!("  {literal}{name:11}{literal:#}  {about}\n")
    };
    let group = |(title, names): (&str, &[&str])| {
        let lines: String = names.iter().map(line).collect();
        format!("{header}{title}:{header:#}\n{lines}\n")
    };
    GROUPS.map(group).concat()
}

fn flowed(command: Command) -> Command {
    let command = command.mut_subcommands(flowed);
    match command.get_after_help().map(ToString::to_string) {
        Some(help) => command.after_help(flow(&help)),
        None => command,
    }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::args;

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let command = args::command();
        let there: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        assert_eq!(listed.len(), there.len());
        assert_eq!(BTreeSet::from_iter(listed), there);
    }
}
