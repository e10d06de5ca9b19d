-- A store of Focal, version 1. Costs are integers in units of 1/unit; times are
-- in nanoseconds; NULL means none.
CREATE TABLE runs (
    id              INTEGER PRIMARY KEY,
    key             TEXT NOT NULL UNIQUE,  -- identity of the run: see store.Key

    problem         TEXT NOT NULL,         -- name under which it was run: domain/problem_set/instance:variant
    domain          TEXT NOT NULL,
    problem_set     TEXT NOT NULL,
    instance        TEXT NOT NULL,
    variant         TEXT NOT NULL,         -- '' where the name has none
    problem_sha256  TEXT NOT NULL,         -- of the problem's content

    algorithm       TEXT NOT NULL,         -- 'fs', 'pfs', ...
    w               REAL NOT NULL,
    w_exact         TEXT NOT NULL,         -- the same as an exact decimal or fraction
    p               REAL NOT NULL,         -- probability of a guided selection; 1 where nothing is drawn, 0 without FOCAL
    schedule        TEXT,                  -- of an anytime algorithm, as JSON
    seed            INTEGER NOT NULL,      -- 64 bits; those above 2^63 - 1 are written as negative numbers

    limit_inserted  INTEGER,
    limit_generated INTEGER,
    limit_expanded  INTEGER,
    limit_time_ns   INTEGER,
    limit_memory    INTEGER,               -- bytes

    status          TEXT NOT NULL,         -- 'solved', 'unsolvable', 'limit: inserted', ...
    unit            INTEGER NOT NULL,
    cost            INTEGER,
    fmin            INTEGER NOT NULL,      -- at acceptance, or at the end without a solution
    lower_bound     INTEGER NOT NULL,
    expanded        INTEGER NOT NULL,
    generated       INTEGER NOT NULL,
    inserted        INTEGER NOT NULL,
    reopened        INTEGER NOT NULL,
    guided          INTEGER NOT NULL,
    head            INTEGER NOT NULL,
    peak_bytes      INTEGER NOT NULL,
    wall_ns         INTEGER NOT NULL,
    cpu_ns          INTEGER NOT NULL,
    warnings        TEXT,                  -- JSON list

    engine_commit   TEXT NOT NULL,         -- of the program that ran it, '' where its build recorded none
    go_version      TEXT NOT NULL,
    host            TEXT NOT NULL,
    cores           INTEGER NOT NULL,      -- of the host
    finished_at     TEXT NOT NULL          -- UTC, RFC 3339
);

CREATE INDEX runs_by_problem ON runs (domain, problem_set, variant, algorithm);

-- The solutions accepted on the way, numbered from 1. A first-solution
-- algorithm has one at the most.
CREATE TABLE incumbents (
    run      INTEGER NOT NULL REFERENCES runs,
    number   INTEGER NOT NULL,
    cost     INTEGER NOT NULL,
    fmin     INTEGER NOT NULL,             -- at acceptance
    w        TEXT NOT NULL,                -- in force then, exact
    expanded INTEGER NOT NULL,
    wall_ns  INTEGER NOT NULL,             -- since the start of the run
    PRIMARY KEY (run, number)
) WITHOUT ROWID;

CREATE TABLE solutions (
    run   INTEGER PRIMARY KEY REFERENCES runs,
    moves TEXT NOT NULL                    -- JSON list of the domain's numbers for moves
);

CREATE TABLE traces (
    run   INTEGER PRIMARY KEY REFERENCES runs,
    trace BLOB NOT NULL                    -- JSON as in focal solve --json-trace, compressed with gzip
);

-- How far each shard has been collected.
CREATE TABLE shards (
    name   TEXT PRIMARY KEY,
    offset INTEGER NOT NULL                -- bytes
);

-- The same runs in the units that people think in.
CREATE VIEW results AS
SELECT problem, algorithm, w, p, seed, status,
       cost * 1.0 / unit AS cost, lower_bound * 1.0 / unit AS lower_bound,
       CASE WHEN status = 'h is not admissible' THEN NULL WHEN cost = lower_bound THEN 1.0
            ELSE cost * 1.0 / lower_bound END AS factor,
       expanded, generated, inserted, reopened, guided, head,
       wall_ns / 1e9 AS seconds, cpu_ns / 1e9 AS cpu_seconds, peak_bytes / 1048576.0 AS mib,
       domain, problem_set, instance, variant
FROM runs;
