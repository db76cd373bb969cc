-- Exports that applications have asked for, until they expire; no record of a person is in them.
CREATE TABLE IF NOT EXISTS fhir_bulk_exports (
  id uuid PRIMARY KEY,
  -- The application's compressed public key in hex.
  owner text NOT NULL,
  -- JSON.
  request text NOT NULL,
  progress text NOT NULL,
  done boolean NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock; so are the others.
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS fhir_bulk_exports_by_owner ON fhir_bulk_exports (owner, expires_at);

-- The files of an export: which records are in each, never the records themselves.
CREATE TABLE IF NOT EXISTS fhir_bulk_files (
  export uuid NOT NULL,
  position integer NOT NULL,
  -- JSON.
  file text NOT NULL,
  -- JSON: records left out when the file was last read to its end.
  left_out text,
  PRIMARY KEY (export, position)
);
