//! Arguments that make no sense, each in one sentence that names the page of help to read.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What is wrong with the arguments of a command.
#[derive(Debug)]
pub(crate) struct UsageError {
    error: clap::Error,
    /// The command, as it is typed.
    command: String,
}

impl UsageError {
    /// An error in arguments of which the first to name a command names the one that was meant.
    pub(crate) fn new(error: clap::Error, command: &str) -> UsageError {
        UsageError { error, command: command.to_owned() }
    }

    /// The text to print if this is no error, but asks for help or the version.
    pub(crate) fn page(&self) -> Option<&clap::Error> {
        matches!(self.error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion).then_some(&self.error)
    }

    /// What is wrong and where to read more.
    pub(crate) fn sentence(&self) -> String {
        format!("{} (see `{} --help`)", self.fault(), self.command)
    }

    fn fault(&self) -> String {
        let get = |kind| self.error.get(kind).map(words).filter(|words| !words.is_empty());
        let argument = get(ContextKind::InvalidArg).unwrap_or_default();
        let option = bare(&argument);
        let value = get(ContextKind::InvalidValue);
        let meant = get(ContextKind::SuggestedArg).or(get(ContextKind::SuggestedSubcommand));
        let meant = meant.map(|word| format!("; did you mean {word}?")).unwrap_or_default();
        match (self.error.kind(), value) {
            (ErrorKind::InvalidSubcommand, _) => {
                let command = get(ContextKind::InvalidSubcommand).unwrap_or_default();
                format!("there is no command {command:?}{meant}")
            }
            (ErrorKind::UnknownArgument, _) if argument.starts_with('-') => {
                format!("there is no option {option}{meant}")
            }
            (ErrorKind::UnknownArgument, _) => format!("{argument:?} is one argument too many{meant}"),
            (ErrorKind::MissingRequiredArgument, _) => format!("{argument} is missing"),
            (ErrorKind::InvalidValue | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues, None) => {
                format!("{argument}: the value is missing")
            }
            (ErrorKind::InvalidValue, Some(value)) => {
                let valid = get(ContextKind::ValidValue).unwrap_or_default();
                format!("{option} {value}: {valid} is expected")
            }
            (ErrorKind::ValueValidation, Some(value)) => {
                let reason = std::error::Error::source(&self.error).map(ToString::to_string);
                format!("{option} {value}: {}", reason.unwrap_or_else(|| "is not understood".to_owned()))
            }
            (ErrorKind::ArgumentConflict, _) => match get(ContextKind::PriorArg) {
                Some(prior) if prior != argument => {
                    format!("{option} and {} do not go together", bare(&prior))
                }
                Some(_) => format!("{option} is given twice"),
                // It stands alone, and clap does not tell what is beside it.
                None => format!("{option} does not go together with other arguments"),
            },
            (ErrorKind::InvalidUtf8, _) => "an argument is not UTF-8 text".to_owned(),
            _ => self.first_line(),
        }
    }

    /// What clap says, for cases so rare that they have no sentence of their own.
    fn first_line(&self) -> String {
        let text = self.error.render().to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
    }
}

/// An argument without its value: `--threads <N>` is known as `--threads`, `<DEPTH>` as DEPTH.
fn bare(argument: &str) -> &str {
    argument.split([' ', '=']).next().unwrap_or_default().trim_matches(['<', '>', '[', ']', '.'])
}

/// The words in the context of an error: several are alternatives.
fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::String(word) => word.clone(),
        ContextValue::Strings(words) => match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => words.concat(),
        },
        _ => String::new(),
    }
}
