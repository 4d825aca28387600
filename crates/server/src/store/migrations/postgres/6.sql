-- What players have reported of each other, until the person in charge has seen to it.
CREATE TABLE report (
    id text PRIMARY KEY,
    at_ms bigint NOT NULL,
    game text NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    round bigint NOT NULL,
    reporter bytea NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    against bytea NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    reason text NOT NULL,
    UNIQUE (game, round, reporter)
);
CREATE INDEX report_reporter ON report (reporter);
CREATE INDEX report_against ON report (against);
