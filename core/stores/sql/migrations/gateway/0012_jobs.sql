-- Background work of plugins, until it is done. A job that nobody holds begins when it is due; one that is held is lost when it is due.
CREATE TABLE IF NOT EXISTS jobs (
  -- The plugin and the name of the job in its spec.
  kind text NOT NULL,
  id text NOT NULL,
  -- JSON of the plugin.
  state text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock.
  due_at bigint NOT NULL,
  attempts integer NOT NULL,
  -- The attempt that is at work on it.
  holder uuid,
  PRIMARY KEY (kind, id)
);

CREATE INDEX IF NOT EXISTS jobs_by_time ON jobs (due_at);
