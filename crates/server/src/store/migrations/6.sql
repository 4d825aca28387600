-- What people have practised: lines of a log that only grows, each once.
CREATE TABLE practice (
    number INTEGER PRIMARY KEY,
    key BLOB NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    digest BLOB NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (key, digest)
) STRICT;
