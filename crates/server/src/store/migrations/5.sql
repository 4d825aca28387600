-- What players have reported of each other, until the person in charge has seen to it.
CREATE TABLE report (
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    reporter BLOB NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    against BLOB NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    UNIQUE (game, round, reporter)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_reporter ON report (reporter);
CREATE INDEX report_against ON report (against);
