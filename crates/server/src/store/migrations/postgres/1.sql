CREATE TABLE game (
    id text PRIMARY KEY,
    seq bigint NOT NULL,        -- the last entry of its log
    touched_ms bigint NOT NULL, -- when that was written
    wake_ms bigint,             -- when it has to be looked at: a flag falls, the computer moves
    old_since_ms bigint         -- when it was first found old enough to be deleted
);
CREATE INDEX game_wake ON game (wake_ms) WHERE wake_ms IS NOT NULL;

CREATE TABLE entry (
    game text NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    command text,
    events text NOT NULL,
    PRIMARY KEY (game, seq)
);
CREATE UNIQUE INDEX entry_command ON entry (game, command) WHERE command IS NOT NULL;

CREATE TABLE token (
    game text NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    hash bytea NOT NULL,
    players smallint NOT NULL,
    kind smallint NOT NULL,
    added bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (game, hash)
);

-- When any server on this database was last known to be alive.
CREATE TABLE server (
    id integer PRIMARY KEY CHECK (id = 1),
    alive_ms bigint NOT NULL
);

-- Times in which nothing could be stored: running clocks are given them back.
CREATE TABLE outage (
    from_ms bigint NOT NULL,
    to_ms bigint NOT NULL
);

-- Boards of games between people that are still played: the engine does not help with them.
CREATE TABLE live_board (
    board bytea NOT NULL,
    game text NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (board, game)
);
CREATE INDEX live_board_game ON live_board (game);
