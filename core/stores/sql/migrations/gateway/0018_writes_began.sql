-- When a write began. Its lease is renewed by each attempt to end it, and so does not say how long it has waited.
ALTER TABLE writes ADD COLUMN began timestamptz NOT NULL DEFAULT now();
