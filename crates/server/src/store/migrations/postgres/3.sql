-- Servers that share this database. What they lose when the database crashes, they make again within a second.
CREATE UNLOGGED TABLE instance (
    id text PRIMARY KEY,
    until timestamptz NOT NULL,        -- it counts as alive until then
    here bytea[] NOT NULL DEFAULT '{}' -- who has the lobby open there, by key
);

-- Which server sees to the clock and the computer's moves of a game. It only saves work: the log's numbers are the fence.
CREATE UNLOGGED TABLE lease (
    game text PRIMARY KEY,
    instance text NOT NULL
);
CREATE INDEX lease_instance ON lease (instance);
