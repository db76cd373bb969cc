-- What each owner keeps in the collections of a builder; under the empty name, what the builder keeps in all. `accepted`:
-- the builder has attested a document of that owner.
CREATE TABLE IF NOT EXISTS usage (
  builder text NOT NULL,
  owner text NOT NULL,
  records bigint NOT NULL,
  bytes bigint NOT NULL,
  collections integer NOT NULL,
  queries integer NOT NULL,
  accepted boolean NOT NULL,
  PRIMARY KEY (builder, owner)
);

INSERT INTO usage (builder, owner, records, bytes, collections, queries, accepted)
SELECT c.builder, d.owner, count(*), sum(COALESCE(d.bytes, octet_length(d.body::text))), 0, 0,
  bool_or(jsonb_exists(d.body, '_attestation'))
FROM documents d JOIN collections c ON c.id = d.collection WHERE d.owner IS NOT NULL GROUP BY c.builder, d.owner
ON CONFLICT (builder, owner) DO NOTHING;

INSERT INTO usage (builder, owner, records, bytes, collections, queries, accepted)
SELECT b.id, '', COALESCE(n.records, 0), COALESCE(n.bytes, 0),
  (SELECT count(*) FROM collections c WHERE c.builder = b.id),
  (SELECT count(*) FROM queries q WHERE q.builder = b.id), TRUE
FROM builders b LEFT JOIN (
  SELECT c.builder, count(*) AS records, sum(COALESCE(d.bytes, octet_length(d.body::text))) AS bytes
  FROM documents d JOIN collections c ON c.id = d.collection GROUP BY c.builder
) n ON n.builder = b.id
ON CONFLICT (builder, owner) DO NOTHING;

-- Under two empty names, how many builders there are.
INSERT INTO usage (builder, owner, records, bytes, collections, queries, accepted)
SELECT '', '', count(*), 0, 0, 0, TRUE FROM builders
ON CONFLICT (builder, owner) DO NOTHING;

-- The builder whose node this is, where its operator does not name one: the first that registered.
CREATE TABLE IF NOT EXISTS service (
  id integer PRIMARY KEY,
  builder text NOT NULL
);

INSERT INTO service (id, builder) SELECT 1, id FROM builders ORDER BY created, id LIMIT 1
ON CONFLICT (id) DO NOTHING;
