/** The schema that migrations leave in a database: its tables with their columns, and its indexes. */
import type { Database } from './database.ts'
import { splitStatements } from './statements.ts'

/** Something of the schema that a database lacks. */
export interface MissingPart {
  /** `index documents_by_owner`. */
  readonly what: string
  /** The statement that makes it again; absent for what took its rows with it. */
  readonly statement?: string
}

interface Expected {
  readonly columns: Map<string, Set<string>>
  /** The statements that made the indexes, by their names. */
  readonly indexes: Map<string, { readonly table: string; readonly statement: string }>
}

const CREATE_TABLE = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s*\((.*)\)$/is
const DROP_TABLE = /^DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?(\w+)/i
const CREATE_INDEX = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s+(\w+)/i
const DROP_INDEX = /^DROP\s+INDEX\s+(?:IF\s+EXISTS\s+)?(\w+)/i
const ADD = /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(\w+)\s+ADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/i
const DROP = /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(\w+)\s+DROP\s+(?:COLUMN\s+)?(?:IF\s+EXISTS\s+)?(\w+)/i
const CONSTRAINT = /^(?:PRIMARY|UNIQUE|CHECK|CONSTRAINT|FOREIGN)\b/i

/** The schema that these files make, in their order. */
function expectedBy(files: readonly string[]): Expected {
  const columns: Expected['columns'] = new Map()
  const indexes: Expected['indexes'] = new Map()
  for (const { bare, text } of files.flatMap(splitStatements)) {
    const [, created = '', body = ''] = CREATE_TABLE.exec(bare) ?? []
    if (created !== '') columns.set(created, new Set([...(columns.get(created) ?? []), ...columnsIn(body)]))
    const [, index = '', on = ''] = CREATE_INDEX.exec(bare) ?? []
    if (index !== '') indexes.set(index, { table: on, statement: text.replace(/\s+/g, ' ') })
    const [, gone = ''] = DROP_TABLE.exec(bare) ?? []
    columns.delete(gone)
    for (const [name, { table }] of indexes) if (table === gone) indexes.delete(name)
    indexes.delete(DROP_INDEX.exec(bare)?.[1] ?? '')
    const [, changed = '', added = ''] = ADD.exec(bare) ?? []
    if (added !== '' && !CONSTRAINT.test(added)) columns.get(changed)?.add(added)
    const [, table = '', dropped = ''] = DROP.exec(bare) ?? []
    columns.get(table)?.delete(dropped)
  }
  return { columns, indexes }
}

/** The names of the columns in the body of CREATE TABLE. */
function columnsIn(body: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of body) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
    .map(part => part.trim())
    .filter(part => part !== '' && !CONSTRAINT.test(part))
    .map(part => part.split(/\s/)[0] ?? '')
}

/** Compares a migrated database with the files of its migrations. */
export async function missingParts(database: Database, files: readonly string[]): Promise<MissingPart[]> {
  const { columns, indexes } = expectedBy(files)
  const found = await database.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  const valid = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indisvalid`,
  )
  const [has, built] = [
    new Set(found.map(({ table, column }) => `${table}.${column}`)),
    new Set(valid.map(({ name }) => name)),
  ]
  const tables = new Set(found.map(({ table }) => table))
  const lost = [...columns].filter(([table]) => !tables.has(table))
  return [
    ...lost.map(([table]) => ({ what: `table ${table}` })),
    ...[...columns].flatMap(([table, names]) =>
      tables.has(table)
        ? [...names]
            .filter(name => !has.has(`${table}.${name}`))
            .map(name => ({ what: `column ${table}.${name}` }))
        : [],
    ),
    ...[...indexes].flatMap(([name, { table, statement }]) =>
      built.has(name) || !tables.has(table) ? [] : [{ what: `index ${name}`, statement }],
    ),
  ]
}
