-- Version 2: checksums, by which damage is noticed. Each is a CRC-32C of what the
-- program has written (see store.sum), as a number.
ALTER TABLE runs ADD COLUMN crc32c INTEGER NOT NULL DEFAULT -1;   -- of the other columns but id, the moves and the incumbents
ALTER TABLE traces ADD COLUMN crc32c INTEGER NOT NULL DEFAULT -1; -- of the run's key and the trace
ALTER TABLE shards ADD COLUMN crc32c INTEGER NOT NULL DEFAULT -1; -- of name and offset

-- How many rows there are, and the sums of their checksums: one that is gone is missed.
CREATE TABLE totals (
    of    TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    sum   INTEGER NOT NULL
);

CREATE TRIGGER run_added AFTER INSERT ON runs BEGIN
    UPDATE totals SET count = count + 1, sum = sum + NEW.crc32c WHERE of = 'runs';
END;

CREATE TRIGGER run_removed AFTER DELETE ON runs BEGIN
    UPDATE totals SET count = count - 1, sum = sum - OLD.crc32c WHERE of = 'runs';
END;

CREATE TRIGGER trace_added AFTER INSERT ON traces BEGIN
    UPDATE totals SET count = count + 1, sum = sum + NEW.crc32c WHERE of = 'traces';
END;

CREATE TRIGGER trace_removed AFTER DELETE ON traces BEGIN
    UPDATE totals SET count = count - 1, sum = sum - OLD.crc32c WHERE of = 'traces';
END;
