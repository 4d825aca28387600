//! The modules that the first view needs in one file, so that a first visit takes few requests.
//!
//! Every module becomes a function that returns what it exports; modules outside of the bundle take from it what they
//! would import. The page is written in a small part of the language, and what is not in it is refused here: imports
//! and exports stand at the beginning of a line, imports name what they take, and no two modules import each other.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the bundle is called.
pub(crate) const BUNDLE: &str = "first.js";
/// What it begins with, in the order in which they run.
const ENTRIES: [&str; 2] = ["views/play.js", "main.js"];

/// The modules of the page by name, as they were written.
pub(crate) struct Modules(pub(crate) BTreeMap<String, String>);

impl Modules {
    /// The bundle.
    pub(crate) fn bundle(&self) -> String {
        let inside = self.inside();
        let mut text = String::new();
        for name in &inside {
            let (body, exports) = self.body(name, &inside, true);
            let exports = exports.join(", ");
            let _ =
                write!(text, "const {} = (() => {{\n{body}return {{ {exports} }};\n}})();\n", variable(name));
        }
        let all: Vec<String> = inside.iter().map(|name| variable(name)).collect();
        let _ = writeln!(text, "export {{ {} }};", all.join(", "));
        text
    }

    /// A module outside of the bundle; as it was written if it is inside.
    pub(crate) fn outside(&self, name: &str) -> String {
        let inside = self.inside();
        if inside.iter().any(|other| other == name) {
            return self.source(name).to_owned();
        }
        self.body(name, &inside, false).0
    }

    /// The modules outside of the bundle that a module needs, itself among them.
    pub(crate) fn needs(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        self.visit(name, &mut found, &mut Vec::new());
        let inside = self.inside();
        found.retain(|name| !inside.contains(name));
        found
    }

    fn source(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("there is no module {name}"))
    }

    /// The modules of the bundle, each after those it imports.
    fn inside(&self) -> Vec<String> {
        let mut found = Vec::new();
        for entry in ENTRIES {
            self.visit(entry, &mut found, &mut Vec::new());
        }
        found
    }

    fn visit(&self, name: &str, found: &mut Vec<String>, way: &mut Vec<String>) {
        if found.iter().any(|other| other == name) {
            return;
        }
        assert!(!way.iter().any(|other| other == name), "{name} imports itself by way of {way:?}");
        way.push(name.to_owned());
        for import in statements(self.source(name)).filter_map(|statement| Import::read(name, statement)) {
            self.visit(&import.from, found, way);
        }
        way.pop();
        found.push(name.to_owned());
    }

    /// The text of a module with its imports taken from the bundle, and what it exports.
    fn body(&self, name: &str, inside: &[String], bundled: bool) -> (String, Vec<String>) {
        let (mut text, mut exports) = (String::new(), Vec::new());
        let code = without_comments(self.source(name));
        for statement in statements(&code) {
            if let Some(import) = Import::read(name, statement) {
                text += &import.written(name, inside, bundled);
            } else if let Some(exported) = statement.strip_prefix("export ") {
                exports.push(exported_name(name, exported));
                text += if bundled { exported } else { statement };
            } else {
                text += statement;
            }
        }
        (with_late_imports(name, &text, inside, bundled), exports)
    }
}

/// Modules that are loaded when they are needed: those of the bundle are there already.
fn with_late_imports(name: &str, text: &str, inside: &[String], bundled: bool) -> String {
    let mut parts = text.split("import(\"");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once("\")").expect("an import ends");
        let target = resolve(name, path);
        let there = inside.contains(&target);
        let module = variable(&target);
        let _ = match (there, bundled) {
            (true, true) => write!(written, "Promise.resolve({module}){rest}"),
            (true, false) => {
                write!(written, "import(\"{}{BUNDLE}\").then((all) => all.{module}){rest}", up(name))
            }
            (false, true) => write!(written, "import(\"./{target}\"){rest}"),
            (false, false) => write!(written, "import(\"{path}\"){rest}"),
        };
    }
    written
}

/// `import { a, b as c } from "./other.js";`
struct Import<'a> {
    names: Vec<(&'a str, &'a str)>,
    from: String,
    text: &'a str,
}

impl<'a> Import<'a> {
    fn read(name: &str, statement: &'a str) -> Option<Import<'a>> {
        let rest = statement.strip_prefix("import ")?;
        let parts = rest.strip_prefix('{').and_then(|rest| rest.split_once("} from \""));
        let (names, from) =
            parts.unwrap_or_else(|| panic!("{name}: {statement:?} does not name what it imports"));
        let (from, _) = from.split_once('"').expect("a text ends");
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let names = names.map(|name| name.split_once(" as ").unwrap_or((name, name))).collect();
        Some(Import { names, from: resolve(name, from), text: statement })
    }

    fn written(&self, name: &str, inside: &[String], bundled: bool) -> String {
        if !inside.contains(&self.from) {
            return self.text.to_owned();
        }
        let names: Vec<String> =
            self.names.iter().map(|(theirs, ours)| format!("{theirs}: {ours}")).collect();
        let module = variable(&self.from);
        let taken = format!("const {{ {} }} = {module};\n", names.join(", "));
        if bundled { taken } else { format!("import {{ {module} }} from \"{}{BUNDLE}\";\n{taken}", up(name)) }
    }
}

/// The parts of a module: an import or the first line of an export, and what comes between.
fn statements(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = if rest.starts_with("import ") {
            rest.find(";\n").map(|end| end + 2)
        } else {
            ["\nimport ", "\nexport "].iter().filter_map(|start| rest.find(start)).min().map(|end| end + 1)
        };
        let (first, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(first)
    })
}

/// What `export const name = …` exports.
fn exported_name(module: &str, declaration: &str) -> String {
    let words = declaration.trim_start_matches("async ");
    let rest =
        ["const ", "function ", "function* ", "class "].iter().find_map(|word| words.strip_prefix(word));
    let rest =
        rest.unwrap_or_else(|| panic!("{module} exports something else than a name: {declaration:.60}"));
    rest.chars().take_while(|c| c.is_alphanumeric() || "_$".contains(*c)).collect()
}

/// Leaves out comments that begin a line.
fn without_comments(code: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in code.lines() {
        let start = line.trim_start();
        let comment = inside || start.starts_with("/*");
        let rest = if !comment {
            line
        } else if let Some((_, rest)) = start.split_once("*/") {
            inside = false;
            rest
        } else {
            inside = true;
            ""
        };
        if !rest.trim().is_empty() && !start.starts_with("//") {
            text += rest.trim_end();
            text.push('\n');
        }
    }
    text
}

/// The name of a module that another names.
fn resolve(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The way from a module to the folder of all.
fn up(name: &str) -> String {
    match name.matches('/').count() {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

/// What a module is called in the bundle.
fn variable(name: &str) -> String {
    format!("m_{}", name.trim_end_matches(".js").replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}
