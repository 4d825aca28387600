ALTER TABLE game ADD COLUMN wake_ms INTEGER;      -- when it has to be looked at: a flag falls, the computer moves
ALTER TABLE game ADD COLUMN old_since_ms INTEGER; -- when it was first found old enough to be deleted
UPDATE game SET wake_ms = 0 WHERE attention;
DROP INDEX game_attention;
ALTER TABLE game DROP COLUMN attention;
CREATE INDEX game_wake ON game (wake_ms) WHERE wake_ms IS NOT NULL;

-- Times in which nothing could be stored: running clocks are given them back.
CREATE TABLE outage (
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL
) STRICT;

-- Boards of games between people that are still played: the engine does not help with them.
CREATE TABLE live_board (
    board BLOB NOT NULL,
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (board, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX live_board_game ON live_board (game);
