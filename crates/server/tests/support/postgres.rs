//! A real PostgreSQL for tests: found on this machine, started in a folder of its own, gone with its owner.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A database server that only this test knows.
pub(crate) struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    child: Option<Child>,
    /// Whether what is written goes to the disk at once: only a test that cuts the server off needs that.
    safe: bool,
    /// More settings.
    settings: Vec<String>,
}

impl Postgres {
    /// Starts one, or says loudly that the test did not run.
    pub(crate) fn start(name: &str) -> Option<Postgres> {
        Postgres::start_with(name, false)
    }

    /// Starts one that keeps what it has promised however it ends.
    #[allow(dead_code, reason = "not every test program needs it")]
    pub(crate) fn start_safe(name: &str) -> Option<Postgres> {
        Postgres::start_with(name, true)
    }

    fn start_with(name: &str, safe: bool) -> Option<Postgres> {
        let Some(bin) = find() else {
            eprintln!(
                "!! NOT RUN: {name} needs PostgreSQL, which is not installed (apt install postgresql)."
            );
            return None;
        };
        let folder = std::env::temp_dir().join(format!("outflank-pg-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the database");
        if is_root() {
            let owner = if has_user("postgres") { "postgres" } else { "nobody" };
            let owned = Command::new("chown").arg(owner).arg(&folder).status();
            assert!(owned.is_ok_and(|status| status.success()), "the folder is given to {owner}");
        }
        let mut postgres = Postgres { bin, folder, child: None, safe, settings: Vec::new() };
        let made = postgres
            .program("initdb")
            .args(["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C", "-D"])
            .arg(postgres.data())
            .stdout(Stdio::null())
            .status();
        assert!(made.is_ok_and(|status| status.success()), "initdb makes a database");
        postgres.run();
        Some(postgres)
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{host}/postgres")
    }

    /// Stops it and starts it again: in good order, or as if the power had failed.
    #[allow(dead_code, reason = "not every test program needs it")]
    pub(crate) fn restart(&mut self, crash: bool) {
        self.stop(if crash { "QUIT" } else { "INT" });
        self.run();
    }

    /// Stops it: `INT` in good order, `QUIT` at once.
    pub(crate) fn stop(&mut self, signal: &str) {
        let Some(mut child) = self.child.take() else { return };
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        if !sent.is_ok_and(|status| status.success()) {
            let _ = child.kill();
        }
        let _ = child.wait();
    }

    /// Starts it and waits until it takes connections.
    pub(crate) fn run(&mut self) {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join("log"));
        let log = log.expect("a file for the log");
        let sync = if self.safe { "fsync=on" } else { "fsync=off" };
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(&self.folder);
        for setting in ["listen_addresses=", "max_connections=100", "shared_buffers=16MB", sync] {
            command.args(["-c", setting]);
        }
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        let child =
            command.stdin(Stdio::null()).stdout(log.try_clone().expect("a handle")).stderr(log).spawn();
        self.child = Some(child.expect("postgres starts"));
        let began = Instant::now();
        // The last line of this file says how far it is.
        let status = self.data().join("postmaster.pid");
        while !std::fs::read_to_string(&status).is_ok_and(|text| text.trim_end().ends_with("ready")) {
            let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(began.elapsed() < Duration::from_mins(1), "postgres is not ready: {}", log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Starts it again so that it takes connections with TLS on a port, which is returned.
    #[allow(dead_code, reason = "not every test program needs it")]
    pub(crate) fn listen_with_tls(&mut self, certificate: &str, key: &str) -> u16 {
        self.stop("INT");
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.expect("a free port").port();
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let mut write = self
                .program("sh")
                .args(["-c", "umask 077; cat > \"$0\""])
                .arg(self.data().join(name))
                .stdin(Stdio::piped())
                .spawn()
                .expect("a shell");
            let mut stdin = write.stdin.take().expect("its input");
            std::io::Write::write_all(&mut stdin, text.as_bytes()).expect("the file is written");
            drop(stdin);
            let _ = write.wait();
        }
        let settings = ["listen_addresses=localhost", "ssl=on"].map(str::to_owned);
        self.settings = settings.into_iter().chain([format!("port={port}")]).collect();
        self.run();
        port
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// One of its programs, as somebody who is not root, and ended with this process however that ends.
    fn program(&self, name: &str) -> Command {
        let program = if name == "sh" { PathBuf::from("/bin/sh") } else { self.bin.join(name) };
        let mut command = if Path::new("/usr/bin/setpriv").exists() {
            let mut command = Command::new("/usr/bin/setpriv");
            command.args(["--pdeathsig", "QUIT"]);
            match (is_root(), has_user("postgres")) {
                (false, _) => {}
                (true, true) => drop(command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"])),
                (true, false) => drop(command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"])),
            }
            command.arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop("QUIT");
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Where the programs are: on the path, or where Debian puts them.
fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut debian: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    debian.sort();
    let folders = std::env::split_paths(&path).chain(debian.into_iter().rev());
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    })
}

fn has_user(name: &str) -> bool {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    users.lines().any(|line| line.split(':').next() == Some(name))
}
