-- The events of a write that is in progress, as JSON; NULL for a write without any.
ALTER TABLE writes ADD COLUMN IF NOT EXISTS events jsonb;
-- Events of writes that are stored, until the plugin that opened the queue has taken them.
CREATE TABLE IF NOT EXISTS outbox (
  queue text NOT NULL,
  id text NOT NULL,
  -- Milliseconds since the epoch, by the clock of the gateway that began the write.
  at bigint NOT NULL,
  body jsonb NOT NULL,
  -- When the write ended.
  stored timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (queue, id)
);

CREATE INDEX IF NOT EXISTS outbox_by_time ON outbox (queue, stored, id);
