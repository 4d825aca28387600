-- Searches that wait for a worker or are under way. Whoever asked still has the question, so nothing here has to survive.
CREATE UNLOGGED TABLE work (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    asker text NOT NULL,               -- who waits for the answer
    owner text NOT NULL,               -- whom the time is charged to
    added timestamptz NOT NULL DEFAULT now(),
    urgent boolean NOT NULL,           -- whether a person waits for a move
    task text NOT NULL,
    worker text,                       -- who has it, until when
    until timestamptz,
    tries integer NOT NULL DEFAULT 0,  -- how often it was taken
    progress text,
    answer text
);
CREATE INDEX work_waiting ON work (urgent DESC, id) WHERE answer IS NULL;
CREATE INDEX work_asker ON work (asker);

-- How much time each owner has had. The one with the least is next.
CREATE UNLOGGED TABLE work_owner (
    owner text PRIMARY KEY,
    spent_ms bigint NOT NULL,
    touched timestamptz NOT NULL DEFAULT now()
);

CREATE UNLOGGED TABLE worker (
    id text PRIMARY KEY,
    until timestamptz NOT NULL
);
