-- The move by which another node replaces this one (`leaving`), or by which this one replaces another (`arriving`).
CREATE TABLE IF NOT EXISTS moves (
  id text PRIMARY KEY,
  role text NOT NULL,
  peer text NOT NULL,
  own text NOT NULL,
  state text NOT NULL,
  last_box bigint NOT NULL,
  statement text,
  ends bigint,
  fence_ends timestamptz,
  created timestamptz NOT NULL
);

-- The accounts in an order that two databases share, whatever their collation.
CREATE INDEX IF NOT EXISTS usage_in_order ON usage (builder COLLATE "C", owner COLLATE "C");
