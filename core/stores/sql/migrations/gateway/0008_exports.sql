-- Exports that applications have asked for, until they expire. What is to be exported, and how far that has been worked
-- out, is JSON of the plugin 'fhir-bulk'; no record of a person is in it.
CREATE TABLE IF NOT EXISTS exports (
  id uuid PRIMARY KEY,
  -- The application's compressed public key in hex.
  owner text NOT NULL,
  request text NOT NULL,
  progress text NOT NULL,
  done boolean NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock; so are the others.
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  -- Which gateway works it out, and until when nobody else does.
  holder uuid,
  held_until bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS exports_by_owner ON exports (owner, expires_at);

CREATE INDEX IF NOT EXISTS exports_by_state ON exports (done, held_until);

-- The files of an export: which records are in each, never the records themselves.
CREATE TABLE IF NOT EXISTS export_files (
  export uuid NOT NULL,
  position integer NOT NULL,
  file text NOT NULL,
  -- JSON: what was left out when it was last read to its end.
  left_out text,
  PRIMARY KEY (export, position)
);
