-- People who play here, each known by the hash of a key that only they have.
CREATE TABLE person (
    key bytea PRIMARY KEY,
    feed bytea NOT NULL UNIQUE,    -- the hash of the secret in the addresses of their feeds
    skeleton text NOT NULL UNIQUE, -- their name as it looks
    version bigint NOT NULL,       -- counts changes, so that two at once are noticed
    body text NOT NULL
);

-- Offers to play. Whoever deletes a row has taken the offer.
CREATE TABLE offer (
    id text PRIMARY KEY,
    key bytea NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    posted_ms bigint NOT NULL,
    terms text NOT NULL
);
CREATE INDEX offer_key ON offer (key);

-- Games that go on, with each of their players who has a key.
CREATE TABLE playing (
    key bytea NOT NULL REFERENCES person (key) ON DELETE CASCADE,
    game text NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (key, game)
);
CREATE INDEX playing_game ON playing (game);

-- Rounds that are over. Ratings follow from them.
CREATE TABLE played (
    game text NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    round bigint NOT NULL,
    ended_ms bigint NOT NULL,
    black bytea REFERENCES person (key) ON DELETE SET NULL,
    white bytea REFERENCES person (key) ON DELETE SET NULL,
    body text NOT NULL,
    PRIMARY KEY (game, round)
);
CREATE INDEX played_black ON played (black, ended_ms);
CREATE INDEX played_white ON played (white, ended_ms);
CREATE INDEX played_ended ON played (ended_ms);
CREATE INDEX token_key ON token (hash) WHERE kind = 4;
