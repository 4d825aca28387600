//! Puts the files of the page into the program, each as it is and compressed. Scripts and styles get an address with a
//! hash of all of them, so that browsers can keep them for ever. What the first view needs is one script.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

#[path = "build/bundle.rs"]
mod bundle;
#[path = "src/mime.rs"]
mod mime;

use bundle::{BUNDLE, Modules};

/// Folders of tools.
const SKIPPED: [&str; 3] = ["node_modules", "tests", "types"];

fn main() {
    let web = PathBuf::from(env("CARGO_MANIFEST_DIR")).join("web");
    println!("cargo::rerun-if-changed=web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/mime.rs");
    let mut files = Vec::new();
    collect(&web, &web, &mut files);

    let mut contents: BTreeMap<String, Vec<u8>> = files
        .into_iter()
        .map(|name| (name.clone(), fs::read(web.join(name)).expect("a file of the page can be read")))
        .collect();
    let scripts = contents.iter().filter(|(name, _)| mime::of(name) == mime::of("main.js"));
    let modules = Modules(scripts.map(|(name, script)| (name.clone(), utf8(script))).collect());
    for name in modules.0.keys() {
        contents.insert(name.clone(), modules.outside(name).into_bytes());
    }
    contents.insert(BUNDLE.to_owned(), modules.bundle().into_bytes());

    let version = format!("{:08x}", checksum(&contents.values().flatten().copied().collect::<Vec<u8>>()));
    let document = versioned(&utf8(&contents["index.html"]), contents.keys(), &version);
    contents.insert("index.html".to_owned(), document.into_bytes());
    let out = PathBuf::from(env("OUT_DIR"));
    let mut code = format!("pub(crate) const VERSION: &str = {version:?};\n");
    code.push_str("pub(crate) static ASSETS: &[Asset] = &[\n");
    for (number, (name, content)) in contents.iter().enumerate() {
        let plain = text(&out.join(format!("{number}.plain")));
        let packed = text(&out.join(format!("{number}.gz")));
        fs::write(&plain, content).expect("the output folder can be written to");
        fs::write(&packed, gzip(content)).expect("the output folder can be written to");
        writeln!(
            code,
            "    Asset {{ name: {name:?}, mime: {:?}, etag: {:?}, plain: include_bytes!({plain:?}), gzip: \
             include_bytes!({packed:?}) }},",
            mime::of(name).expect("only known types are collected"),
            format!("\"{:08x}\"", checksum(content)),
        )
        .expect("writing to a string works");
    }
    code.push_str("];\n");
    code.push_str("/// For each view the scripts that come after the first one.\n");
    code.push_str("pub(crate) static VIEWS: &[(&str, &[&str])] = &[\n");
    for name in modules.0.keys() {
        if let Some(view) = name.strip_prefix("views/") {
            writeln!(code, "    ({:?}, &{:?}),", view.trim_end_matches(".js"), modules.needs(name))
                .expect("writing to a string works");
        }
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code).expect("the output folder can be written to");
}

/// The document with its links to scripts and styles leading to this version of them, and to the bundle instead of the
/// module that it begins with. Scripts name each other relative to themselves, so that they stay within it.
fn versioned<'a>(document: &str, files: impl Iterator<Item = &'a String>, version: &str) -> String {
    let mut document = document.replace("src=\"/main.js\"", &format!("src=\"/{BUNDLE}\""));
    let is_code = |name: &&String| {
        mime::of(name).is_some_and(|kind| kind.starts_with("text/javascript") || kind.starts_with("text/css"))
    };
    for name in files.filter(is_code) {
        for attribute in ["href", "src"] {
            let link = format!("{attribute}=\"/{name}\"");
            document = document.replace(&link, &format!("{attribute}=\"/assets/{version}/{name}\""));
        }
    }
    document
}

fn utf8(content: &[u8]) -> String {
    String::from_utf8(content.to_vec()).expect("the page is text")
}

fn text(path: &Path) -> String {
    path.to_str().expect("the way to the sources is text").to_owned()
}

fn env(name: &str) -> String {
    std::env::var(name).expect("cargo sets it")
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !SKIPPED.contains(&&name[..]) && !name.starts_with('.') {
                collect(root, &path, files);
            }
        } else if mime::of(&name).is_some() {
            let relative = path.strip_prefix(root).expect("it was found below the root");
            files.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).expect("writing to memory works");
    encoder.finish().expect("writing to memory works")
}

/// Tells versions of a file apart.
fn checksum(content: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(content);
    crc.sum()
}
