//! The types of the protocol in TypeScript, for the page: `crates/server/web/types/protocol.d.ts`.
//!
//! `WRITE_TYPES=1 cargo test -p outflank-wire typescript` writes the file again; without `WRITE_TYPES` the test
//! says whether it is current.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    About, AdminCommand, AdminGames, AdminState, AnalyseRequest, AnalysisMessage, Archive, BookRequest,
    ClientMessage, Created, Explorer, GlossaryEntry, GraphMessage, GraphRequest, JoinRequest, Joined,
    KeyFound, LobbyMessage, LobbyRequest, MeRequest, MyGames, NewGame, Players, PracticeMessage,
    PracticeRequest, QrRequest, Refusal, RenewRequest, ReportRequest, ReviewMessage, ReviewRequest,
    RulesText, ServerMessage, View, ViewRequest, WordsRequest,
};

const HEAD: &str = "\
// Generated from the types of the crate `wire`, and held to them by its tests; do not edit.
// To write it anew: WRITE_TYPES=1 cargo test -p outflank-wire typescript
";

/// Declarations by name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists need none.
        if T::output_path().is_none() || self.found.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        // A comment of one line takes one line.
        let declaration = declaration.lines().collect::<Vec<_>>().join("\n").replace("/**\n * ", "/** ");
        let declaration = declaration.replace("\n */", " */").replace(" \n", "\n") + "\n";
        self.found.insert(T::ident(&self.config), declaration);
        T::visit_dependencies(self);
    }
}

#[test]
fn the_types_of_the_page_are_current() {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, found: BTreeMap::new() };
    declarations.visit::<About>();
    declarations.visit::<AnalyseRequest>();
    declarations.visit::<AnalysisMessage>();
    declarations.visit::<BookRequest>();
    declarations.visit::<ClientMessage>();
    declarations.visit::<Created>();
    declarations.visit::<Explorer>();
    declarations.visit::<GlossaryEntry>();
    declarations.visit::<GraphMessage>();
    declarations.visit::<GraphRequest>();
    declarations.visit::<JoinRequest>();
    declarations.visit::<Joined>();
    declarations.visit::<AdminCommand>();
    declarations.visit::<AdminState>();
    declarations.visit::<AdminGames>();
    declarations.visit::<ReportRequest>();
    declarations.visit::<Archive>();
    declarations.visit::<KeyFound>();
    declarations.visit::<Players>();
    declarations.visit::<LobbyMessage>();
    declarations.visit::<LobbyRequest>();
    declarations.visit::<MeRequest>();
    declarations.visit::<MyGames>();
    declarations.visit::<WordsRequest>();
    declarations.visit::<NewGame>();
    declarations.visit::<PracticeMessage>();
    declarations.visit::<PracticeRequest>();
    declarations.visit::<QrRequest>();
    declarations.visit::<Refusal>();
    declarations.visit::<RenewRequest>();
    declarations.visit::<ReviewMessage>();
    declarations.visit::<ReviewRequest>();
    declarations.visit::<RulesText>();
    declarations.visit::<ServerMessage>();
    declarations.visit::<View>();
    declarations.visit::<ViewRequest>();
    let text: Vec<&str> = [HEAD].into_iter().chain(declarations.found.values().map(String::as_str)).collect();
    let text = text.join("\n");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/web/types/protocol.d.ts");
    if env::var_os("WRITE_TYPES").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "write it anew: WRITE_TYPES=1 cargo test -p outflank-wire typescript");
}
