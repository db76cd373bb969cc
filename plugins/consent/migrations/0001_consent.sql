-- The latest decision of a person on an application, and on one of its forms or collections.
CREATE TABLE IF NOT EXISTS consent_decisions (
  -- Compressed public keys in hex.
  person text NOT NULL,
  reader text NOT NULL,
  -- `_id` of a form or uid of a collection; empty for all of the application.
  subject text NOT NULL,
  -- JSON of the decision.
  decision text NOT NULL,
  -- The JWT in which the person signed it.
  signed text NOT NULL,
  -- Milliseconds since the epoch, as signed: an older decision never replaces a newer one.
  signed_at bigint NOT NULL,
  -- A permission for every purpose, without a period: it withholds nothing.
  unlimited boolean NOT NULL,
  -- Set by the deletion of the profile: the row goes once the records are gone.
  forget_at bigint,
  -- `_id` of the Consent on the storage nodes.
  record text NOT NULL,
  PRIMARY KEY (person, reader, subject)
);

CREATE INDEX IF NOT EXISTS consent_decisions_by_reader ON consent_decisions (reader) WHERE NOT unlimited;
