import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { builtIn } from '../../../../plugins/index.ts'
import { migrationsIn } from '../../../contract/plugin.ts'
import { checkDialect } from '../dialect.ts'
import { migrationsOf } from '../migrate.ts'
import { splitStatements } from '../statements.ts'

t.test('every migration keeps to the dialect', async t => {
  const plugins = migrationsIn(builtIn.map(({ manifest }) => manifest))
  t.not(plugins.length, 0)
  const sets = (['gateway', 'node'] as const).map(set => ({ plugin: set, directory: migrationsOf(set) }))
  for (const { plugin: set, directory } of [...sets, ...plugins]) {
    const files = (await readdir(directory)).filter(name => name.endsWith('.sql'))
    t.not(files.length, 0)
    for (const name of files) {
      t.same(checkDialect(`${set}/${name}`, await readFile(new URL(name, directory), 'utf8')), [])
    }
  }
})

t.test('the dialect has', async t => {
  const sentences = [
    'CREATE TABLE a (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), doc jsonb NOT NULL CHECK (id IS NOT NULL))',
    'CREATE TABLE IF NOT EXISTS a (id int)',
    'CREATE UNIQUE INDEX a_by_b ON a (b, c DESC) WHERE c IS NOT NULL',
    'CREATE INDEX a_by_doc ON a USING gin (doc)',
    'ALTER TABLE a ADD COLUMN b text',
    'ALTER TABLE a DROP COLUMN b',
    'ALTER TABLE a ALTER COLUMN b SET DEFAULT 1',
    'DROP TABLE a',
    'DROP INDEX IF EXISTS a_by_b',
    "INSERT INTO a (id) VALUES ('x') ON CONFLICT DO NOTHING",
    "UPDATE a SET b = 'x' WHERE b IS NULL",
    'DELETE FROM a WHERE b IS NULL',
    "-- a TRIGGER in a comment\nUPDATE a SET b = 'LISTEN; SERIAL' /* xmin */",
    'UPDATE a SET "xmin" = 1',
    '',
    ' ; -- nothing',
  ]
  for (const sql of sentences) t.same(checkDialect('file.sql', sql), [], sql)
})

t.test('the dialect has not', async t => {
  const sentences: [sql: string, problem: RegExp][] = [
    ['CREATE TABLE a (b uuid REFERENCES b (id))', /'REFERENCES': a foreign key/],
    ['CREATE TABLE a (b uuid, FOREIGN KEY (b) REFERENCES b)', /foreign key/],
    ['CREATE TRIGGER a AFTER INSERT ON b EXECUTE PROCEDURE c()', /'TRIGGER'/],
    ['LISTEN a', /poll a table/],
    ["SELECT pg_notify('a', 'b')", /poll a table/],
    ['SELECT pg_try_advisory_xact_lock(1)', /a row that expires/],
    ['CREATE TEMP TABLE a (b int)', /temporary/],
    ['create temporary table a (b int)', /temporary/],
    ['CREATE INDEX a ON b (xmin)', /system columns/],
    ['DELETE FROM a WHERE ctid IS NOT NULL', /system columns/],
    ['CREATE TABLE a (id BIGSERIAL)', /a hot spot/],
    ['CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY)', /a hot spot/],
    ["CREATE TABLE a (id int DEFAULT nextval('b'))", /a hot spot/],
    ['CREATE EXTENSION pgcrypto', /only tables and indexes/],
    ['CREATE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$', /only tables and indexes/],
    ['CREATE UNLOGGED TABLE a (b int)', /not shared/],
    ['CREATE TABLE a () INHERITS (b)', /not shared/],
    ['CREATE INDEX CONCURRENTLY a ON b (c)', /not shared/],
    ['CREATE INDEX a ON b USING gist (c)', /plain GIN/],
    ['CREATE INDEX a ON b USING gin (c jsonb_path_ops)', /plain GIN/],
    ['BEGIN', /transaction of its own/],
    ['CREATE VIEW a AS SELECT 1', /makes or drops one/],
    ['ALTER TABLE a ADD COLUMN b int, ADD COLUMN c int', /makes or drops one/],
    ['ALTER TABLE a RENAME TO b', /makes or drops one/],
    ['DROP TABLE a, b', /makes or drops one/],
    ['INSERT INTO a VALUES (1)', /may happen twice/],
    ['DO $$ BEGIN PERFORM 1; END $$', /makes or drops one/],
    ['GRANT SELECT ON a TO b', /makes or drops one/],
  ]
  for (const [sql, problem] of sentences) {
    const problems = checkDialect('file.sql', sql)
    t.not(problems.length, 0, sql)
    t.match(problems[0], problem)
  }
})

t.test('a problem is shown where it stands', async t => {
  const sql = '-- head\nCREATE TABLE a (\n  id int,\n  b int REFERENCES c\n);\n\n\nGRANT a\nTO b;\n'
  t.match(checkDialect('0001_a.sql', sql), [/^0001_a\.sql:4: 'REFERENCES'/, /^0001_a\.sql:8: 'GRANT a TO …'/])
})

t.test('a file is split at the semicolons that end statements', async t => {
  const sql = `-- one; two
    SELECT ';''' AS ";";
    /* ; */ SELECT $body$ ; $$ ; $body$
    ;;
    SELECT 3`
  t.same(
    splitStatements(sql).map(({ text, line }) => [text, line]),
    [
      [`SELECT ';''' AS ";"`, 2],
      ['SELECT $body$ ; $$ ; $body$', 3],
      ['SELECT 3', 5],
    ],
  )
})
