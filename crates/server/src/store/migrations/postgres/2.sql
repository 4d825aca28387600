-- What was worked out from a game, kept so that it is not worked out again. Another key means that it is to be made anew.
CREATE TABLE review (
    game text PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    key text NOT NULL,
    review text NOT NULL
);
