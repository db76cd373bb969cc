-- Storage nodes that are added, besides those that are replaced; and the end of the time for which writes wait.
ALTER TABLE node_moves ADD COLUMN IF NOT EXISTS adds boolean NOT NULL DEFAULT FALSE;
ALTER TABLE node_moves ADD COLUMN IF NOT EXISTS held_until timestamptz;
