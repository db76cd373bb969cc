-- The numbers that were asked about a subject, each under a keyed digest: one that was asked before is free.
CREATE TABLE IF NOT EXISTS questions (
  subject uuid NOT NULL,
  digest text NOT NULL,
  -- Milliseconds since the epoch, by the gateway's clock.
  asked_at bigint NOT NULL,
  PRIMARY KEY (subject, digest)
);
