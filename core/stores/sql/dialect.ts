/** The SQL dialect that PostgreSQL shares with CockroachDB, Yugabyte and Citus, for migrations. */

import { type Statement, splitStatements } from './statements.ts'

/** A word that the dialect refuses, and its alternative. */
interface Rule {
  readonly pattern: RegExp
  readonly says: string
}

const refused: readonly Rule[] = [
  {
    pattern: /\bREFERENCES\b|\bFOREIGN\s+KEY\b/i,
    says: 'a foreign key does not reach across shards: keep the id and check it in the code',
  },
  { pattern: /\bTRIGGER\b/i, says: 'triggers are not shared: do it in the statement that writes' },
  {
    pattern: /\b(LISTEN|UNLISTEN|NOTIFY|pg_notify)\b/i,
    says: 'LISTEN and NOTIFY end at one server: poll a table',
  },
  { pattern: /\bpg_(try_)?advisory_\w+/i, says: 'advisory locks end at one server: use a row that expires' },
  { pattern: /\bTEMP(ORARY)?\b/i, says: 'temporary tables belong to one session: use a subquery' },
  {
    pattern: /\b(xmin|xmax|cmin|cmax|ctid|tableoid)\b/i,
    says: "system columns are one engine's own: keep a column of your own",
  },
  {
    pattern: /\b(SMALL|BIG)?SERIAL[248]?\b|\bSEQUENCE\b|\bnextval\b|\bAS\s+IDENTITY\b/i,
    says: 'a counter is a hot spot, and its order is not kept: use gen_random_uuid() or an id of the caller',
  },
  {
    pattern: /\b(FUNCTION|PROCEDURE|EXTENSION|DOMAIN|RULE|MATERIALIZED)\b/i,
    says: 'only tables and indexes are shared',
  },
  { pattern: /\b(UNLOGGED|INHERITS|TABLESPACE|EXCLUDE|CONCURRENTLY)\b/i, says: 'this is not shared' },
  {
    pattern: /\bUSING\s+(GIST|SPGIST|BRIN|HASH)\b|\bjsonb_path_ops\b/i,
    says: 'shared indexes are plain ones, and plain GIN on jsonb',
  },
  {
    pattern: /^(BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|END)\b/i,
    says: 'every statement is a transaction of its own',
  },
]

/** The permitted statements. Each does one thing, so that the runner can detect that it was done before. */
const allowed = [
  /^CREATE\s+(TABLE|INDEX|UNIQUE\s+INDEX)\b/i,
  /^ALTER\s+TABLE\s+\w+\s+(ADD|DROP)\s+COLUMN\s[^,]*$/i,
  /^ALTER\s+TABLE\s+\w+\s+ALTER\s+COLUMN\s+\w+\s+(SET|DROP)\s+(DEFAULT|NOT\s+NULL)\b[^,]*$/i,
  /^DROP\s+(TABLE|INDEX)\s[^,]*$/i,
  /^INSERT\s+INTO\b.*\bON\s+CONFLICT\b/is,
  /^(UPDATE|DELETE\s+FROM)\b/i,
]

/** Every construct in a file that is outside the dialect, as `file:line: problem and remedy`. */
export function checkDialect(file: string, sql: string): string[] {
  return splitStatements(sql).flatMap(statement => {
    const problems = refused.flatMap(({ pattern, says }) => {
      const found = pattern.exec(statement.bare)
      return found ? [`${file}:${lineAt(statement, found.index)}: '${found[0]}': ${says}`] : []
    })
    if (problems.length > 0 || allowed.some(form => form.test(statement.bare))) return problems
    const words = statement.bare.split(/\s+/).slice(0, 3).join(' ')
    return [
      `${file}:${statement.line}: '${words} …': a statement makes or drops one table, index or column, or changes ` +
        'rows in a way that may happen twice',
    ]
  })
}

function lineAt({ bare, line }: Statement, index: number): number {
  return line + bare.slice(0, index).split('\n').length - 1
}
