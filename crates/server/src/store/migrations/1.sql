CREATE TABLE game (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,        -- the last entry of its log
    touched_ms INTEGER NOT NULL, -- when that was written
    attention INTEGER NOT NULL   -- whether it goes on by itself
) STRICT, WITHOUT ROWID;
CREATE INDEX game_attention ON game (id) WHERE attention;
CREATE INDEX game_touched ON game (touched_ms);

CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    command TEXT,
    events TEXT NOT NULL,
    PRIMARY KEY (game, seq),
    UNIQUE (game, command)
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    players INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    PRIMARY KEY (game, hash)
) STRICT;

CREATE TABLE server (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    alive_ms INTEGER NOT NULL
) STRICT;
