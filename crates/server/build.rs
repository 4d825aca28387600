//! Puts the files of the page into the program, each as it is and compressed. Scripts and styles get an address with a
//! hash of all of them, so that browsers can keep them for ever.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

#[path = "src/mime.rs"]
mod mime;

/// Folders of tools.
const SKIPPED: [&str; 3] = ["node_modules", "tests", "types"];

fn main() {
    let web = PathBuf::from(env("CARGO_MANIFEST_DIR")).join("web");
    println!("cargo::rerun-if-changed=web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/mime.rs");
    let mut files = Vec::new();
    collect(&web, &web, &mut files);
    files.sort();

    let contents: Vec<Vec<u8>> =
        files.iter().map(|name| fs::read(web.join(name)).expect("a file of the page can be read")).collect();
    let version = format!("{:08x}", checksum(&contents.concat()));
    let out = PathBuf::from(env("OUT_DIR"));
    let mut code = format!("pub(crate) const VERSION: &str = {version:?};\n");
    code.push_str("pub(crate) static ASSETS: &[Asset] = &[\n");
    for (number, (name, mut content)) in files.iter().zip(contents).enumerate() {
        let mut source = text(&web.join(name));
        let packed = text(&out.join(format!("{number}.gz")));
        if name == "index.html" {
            content = versioned(&content, &files, &version);
            source = text(&out.join("index.html"));
            fs::write(&source, &content).expect("the output folder can be written to");
        }
        fs::write(&packed, gzip(&content)).expect("the output folder can be written to");
        writeln!(
            code,
            "    Asset {{ name: {name:?}, mime: {:?}, etag: {:?}, plain: include_bytes!({source:?}), gzip: \
             include_bytes!({packed:?}) }},",
            mime::of(name).expect("only known types are collected"),
            format!("\"{:08x}\"", checksum(&content)),
        )
        .expect("writing to a string works");
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code).expect("the output folder can be written to");
}

/// The document with its links to scripts and styles leading to this version of them. Scripts name each other relative
/// to themselves, so that they stay within it.
fn versioned(document: &[u8], files: &[String], version: &str) -> Vec<u8> {
    let mut document = String::from_utf8(document.to_vec()).expect("the page is text");
    let is_code = |name: &&String| {
        mime::of(name).is_some_and(|kind| kind.starts_with("text/javascript") || kind.starts_with("text/css"))
    };
    for name in files.iter().filter(is_code) {
        for attribute in ["href", "src"] {
            let link = format!("{attribute}=\"/{name}\"");
            document = document.replace(&link, &format!("{attribute}=\"/assets/{version}/{name}\""));
        }
    }
    document.into_bytes()
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
