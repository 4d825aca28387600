-- What was worked out from a game, kept so that it is not worked out again. Another key means that it is to be made anew.
CREATE TABLE review (
    game TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    review TEXT NOT NULL
) STRICT, WITHOUT ROWID;
