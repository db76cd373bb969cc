/**
 * Executions of prepared statements. A statement has the same rows each time, so each connection asks once for their
 * description; `pg` asks, and reads the answer, with every execution.
 */
import pg from 'pg'

/** The parts of `pg.Query` that its types lack, and that the client calls. */
interface Query {
  submit(connection: pg.Connection): unknown
  handleRowDescription(message: Description): void
  handleCommandComplete(message: object, connection: pg.Connection): void
}

interface Description {
  readonly fields: readonly pg.FieldDef[]
}

type Done = (error: Error | undefined, result: pg.QueryResult) => void

const Query = pg.Query as unknown as new (statement: pg.QueryConfig, done: Done) => Query

export interface PreparedStatement extends pg.QueryConfig {
  readonly name: string
}

/**
 * The rows of the statements that ran on a connection, by name. Held by the connection and gone with it: a statement is
 * prepared on its connection, whichever pool and database have that.
 */
const described = new WeakMap<pg.Connection, Map<string, Description>>()

class Execution extends Query {
  readonly #name: string
  /** Read by the client. */
  readonly query_timeout: number
  #rows = new Map<string, Description>()
  #description: Description | undefined

  constructor(statement: PreparedStatement, timeout: number, done: Done) {
    super(statement, done)
    this.#name = statement.name
    this.query_timeout = timeout
  }

  override submit(connection: pg.Connection): unknown {
    this.#rows = described.get(connection) ?? this.#rows
    described.set(connection, this.#rows)
    this.#description = this.#rows.get(this.#name)
    if (this.#description === undefined) return super.submit(connection)
    if (this.#description.fields.length > 0) super.handleRowDescription(this.#description)
    return super.submit(undescribing(connection))
  }

  override handleRowDescription(message: Description): void {
    this.#description = message
    super.handleRowDescription(message)
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    this.#rows.set(this.#name, this.#description ?? { fields: [] })
    super.handleCommandComplete(message, connection)
  }
}

/** The view of each connection that does not ask for descriptions: one for all of its statements. */
const undescribed = new WeakMap<pg.Connection, pg.Connection>()

/** The same connection, which does not ask for a description. */
function undescribing(connection: pg.Connection): pg.Connection {
  const known = undescribed.get(connection)
  if (known !== undefined) return known
  const silent = Object.create(connection, { describe: { value() {} } }) as pg.Connection
  undescribed.set(connection, silent)
  return silent
}

/**
 * Runs a prepared statement on a connection.
 * @param timeout - milliseconds after which the client gives up; 0 for none
 */
export function execute(
  client: pg.ClientBase,
  statement: PreparedStatement,
  timeout: number,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result))
    client.query(new Execution(statement, timeout, done))
  })
}
