-- People who play here, each known by the hash of a key that only they have.
CREATE TABLE person (
    key BLOB PRIMARY KEY,
    feed BLOB NOT NULL UNIQUE,     -- the hash of the secret in the addresses of their feeds
    skeleton TEXT NOT NULL UNIQUE, -- their name as it looks
    version INTEGER NOT NULL,      -- counts changes, so that two at once are noticed
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Offers to play. Whoever deletes a row has taken the offer.
CREATE TABLE offer (
    id TEXT PRIMARY KEY,
    key BLOB NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    posted_ms INTEGER NOT NULL,
    terms TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Games that go on, with each of their players who has a key.
CREATE TABLE playing (
    key BLOB NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX playing_game ON playing (game);

-- Rounds that are over. Ratings follow from them.
CREATE TABLE played (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    black BLOB REFERENCES person (key) ON DELETE SET NULL,
    white BLOB REFERENCES person (key) ON DELETE SET NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, round)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_black ON played (black, ended_ms);
CREATE INDEX played_white ON played (white, ended_ms);
CREATE INDEX played_ended ON played (ended_ms);
CREATE INDEX token_key ON token (hash) WHERE kind = 4;
