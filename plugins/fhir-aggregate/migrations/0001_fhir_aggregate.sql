-- The privacy budget of each form, with the noisy numbers that were drawn from it; no true number is in it.
CREATE TABLE IF NOT EXISTS fhir_aggregate_budgets (
  subject uuid PRIMARY KEY,
  -- A write replaces the version that it has read, and no other.
  version bigint NOT NULL,
  -- JSON array.
  draws text NOT NULL
);
