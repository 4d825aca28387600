-- What people have practised: lines of a log that only grows, each once.
CREATE TABLE practice (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key bytea NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    digest bytea NOT NULL,
    line text NOT NULL,
    UNIQUE (key, digest)
);
