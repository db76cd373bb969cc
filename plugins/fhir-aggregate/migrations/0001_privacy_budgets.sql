-- The privacy budget of each form, with the noisy numbers that were drawn from it; no true number is in it.
-- The core of an earlier release made this table.
CREATE TABLE IF NOT EXISTS privacy_budgets (
  subject uuid PRIMARY KEY,
  -- A write replaces the version that it has read, and no other.
  version bigint NOT NULL,
  -- JSON array.
  draws text NOT NULL
);

-- Its forerunner, which the release before this one does not use either.
DROP TABLE IF EXISTS questions;
