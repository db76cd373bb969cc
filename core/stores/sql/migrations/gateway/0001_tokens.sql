-- Tickets, codes, nonces and idempotency keys: what one may use once, under the hash of the secret that names it.
-- The kind is part of the key, so that no request for one kind can meet an entry of another.
CREATE TABLE tokens (
  kind text NOT NULL,
  hash bytea NOT NULL,
  value text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock.
  expires_at bigint NOT NULL,
  PRIMARY KEY (kind, hash)
);

CREATE INDEX tokens_by_expiry ON tokens (expires_at);
