/// A parsed line of the protocol: `[id] command arguments`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The id to repeat in the answer, as it was written; empty if there was none.
    pub id: String,
    pub command: String,
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if it has only blanks or a comment. Control characters are dropped and tabs are blanks, as
    /// the protocol requires.
    pub(super) fn read(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).peekable();
        let is_id = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        words.peek()?;
        let id = words.next_if(is_id).unwrap_or_default();
        let command = words.next().unwrap_or_default();
        Some(Request { id, command, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(String, String, Vec<String>)> {
        Request::read(line).map(|request| (request.id, request.command, request.arguments))
    }

    #[test]
    fn blanks_control_characters_and_comments_are_ignored() {
        for line in ["", "   ", "\r\n", "# note", "\t #12 play"] {
            assert_eq!(read(line), None, "{line:?}");
        }
        let play = |id: &str| Some((id.to_owned(), "play".to_owned(), vec!["b".to_owned(), "f5".to_owned()]));
        assert_eq!(read("play b f5\r\n"), play(""));
        assert_eq!(read("  007\tplay\t b   f5 # the usual\n"), play("007"));
        assert_eq!(read("1 pl\x07ay b f5"), play("1"));
    }

    #[test]
    fn a_number_alone_is_an_id_without_a_command() {
        assert_eq!(read("12"), Some(("12".to_owned(), String::new(), vec![])));
    }
}
