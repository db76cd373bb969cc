CREATE INDEX runs_by_expiry ON runs (expires);
