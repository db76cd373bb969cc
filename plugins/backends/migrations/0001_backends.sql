-- The backends of applications: public keys, or where they are. No secret is in it.
CREATE TABLE IF NOT EXISTS backends (
  id uuid PRIMARY KEY,
  application text NOT NULL,
  name text NOT NULL,
  -- JSON: a JWK Set of public keys; NULL for a URL.
  jwks text,
  jwks_url text,
  -- The application's key that registered it, compressed, in hex: a backend ends with that key.
  registered_by text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock; so are the others.
  created_at bigint NOT NULL,
  used_at bigint
);

CREATE INDEX IF NOT EXISTS backends_by_application ON backends (application);
