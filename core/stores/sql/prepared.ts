/**
 * Executions of prepared statements. A statement has the same rows each time, so each connection asks once for their
 * description; `pg` asks, and reads the answer, with every execution.
 */
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import pg from 'pg'

/** The values of a statement as `pg` sends its own; `pg-cursor` takes the function from here, too. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): unknown
}

export interface PreparedStatement extends pg.QueryConfig {
  readonly name: string
}

/** The parts of a connection of `pg` that its types lack. */
interface Connection {
  readonly stream: Writable
  /** The texts of the statements that the server has parsed, by name. The client adds them. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(statement: { readonly statement: string; readonly values: readonly unknown[] }): void
  describe(portal: { readonly type: 'P'; readonly name: string }): void
  execute(portal: object): void
  sync(): void
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** The rows of a statement. */
interface Description {
  readonly columns: readonly Column[]
  /** A row of nulls, whose copies have the same shape. */
  readonly empty: Readonly<Record<string, unknown>>
}

const NO_ROWS: Description = { columns: [], empty: {} }

/**
 * The rows of the statements that ran on a connection, by name. Held by the connection and gone with it: a statement is
 * prepared on its connection, whichever pool and database have that.
 */
const described = new WeakMap<Connection, Map<string, Description>>()

type Done = (error: Error | undefined, rows?: readonly object[]) => void

/** One execution, in the terms in which the client calls a query. It is no emitter of events, as that of `pg` is. */
class Execution {
  readonly name: string
  readonly text: string
  /** Milliseconds after which the client gives up; 0 for never. */
  readonly query_timeout: number
  /** The client replaces it when it gives up. */
  callback: Done
  readonly #values: readonly unknown[]
  readonly #rows: object[] = []
  #description = NO_ROWS
  #failure: Error | undefined

  constructor({ name, text, values = [] }: PreparedStatement, timeout: number, done: Done) {
    this.name = name
    this.text = text
    this.query_timeout = timeout
    this.callback = done
    this.#values = values.map(prepareValue)
  }

  submit(connection: Connection): void {
    const { name, text } = this
    const known = described.get(connection)?.get(name)
    this.#description = known ?? NO_ROWS
    // One write for all messages.
    connection.stream.cork()
    try {
      if (connection.parsedStatements[name] === undefined) connection.parse({ name, text })
      connection.bind({ statement: name, values: this.#values })
      if (known === undefined) connection.describe({ type: 'P', name: '' })
      connection.execute({})
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const columns = fields.map(
      ({ name, dataTypeID }): Column => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }),
    )
    this.#description = { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { columns, empty } = this.#description
    const row = { ...empty }
    let at = 0
    for (const { name, parse } of columns) {
      const text = fields[at++] ?? null
      try {
        if (text !== null) row[name] = parse(text)
      } catch {
        // Thrown from here it would end the process, and it may quote the value.
        this.#failure = new Error(`the column '${name}' cannot be read`)
      }
    }
    this.#rows.push(row)
  }

  handleCommandComplete(_message: object, connection: Connection): void {
    const known = described.get(connection) ?? new Map<string, Description>()
    described.set(connection, known)
    known.set(this.name, this.#description)
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#rows)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}

/**
 * Runs a prepared statement on a connection, and returns its rows.
 * @param timeout - milliseconds after which the client gives up; 0 for none
 */
export function execute<Row extends object>(
  client: pg.ClientBase,
  statement: PreparedStatement,
  timeout: number,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, rows) => (error ? reject(error) : resolve(rows as Row[]))
    client.query(new Execution(statement, timeout, done) as unknown as pg.Submittable)
  })
}
