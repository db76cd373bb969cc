-- Exports that applications have asked for, until they expire; no record of a person is in them.
-- The core of an earlier release made these tables.
CREATE TABLE IF NOT EXISTS exports (
  id uuid PRIMARY KEY,
  -- The application's compressed public key in hex.
  owner text NOT NULL,
  -- JSON.
  request text NOT NULL,
  progress text NOT NULL,
  done boolean NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock; so are the others.
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  -- For gateways of that release, which leave alone what another one holds; a job holds it now.
  holder uuid,
  held_until bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS exports_by_owner ON exports (owner, expires_at);

CREATE INDEX IF NOT EXISTS exports_by_state ON exports (done, held_until);

-- The files of an export: which records are in each, never the records themselves.
CREATE TABLE IF NOT EXISTS export_files (
  export uuid NOT NULL,
  position integer NOT NULL,
  -- JSON.
  file text NOT NULL,
  -- JSON: records left out when the file was last read to its end.
  left_out text,
  PRIMARY KEY (export, position)
);

-- Exports that such a gateway has left unfinished.
INSERT INTO jobs (kind, id, state, due_at, attempts)
SELECT 'fhir-bulk/export', id::text, 'null', held_until, 0 FROM exports WHERE done = FALSE
ON CONFLICT (kind, id) DO NOTHING;
