/** The database port: PostgreSQL's protocol, and a dialect that its distributed relatives share. */

/** A value of a statement: the types that `pg` sends without conversion. */
export type SqlValue = string | number | boolean | null | Date | Uint8Array

export interface QueryOptions {
  /** Time-out of the statement in milliseconds, 0 for none. @default the server's time-out */
  readonly timeout?: number
  /**
   * True if the text of the statement is constant: each connection parses and plans it once. @default false
   */
  readonly prepared?: boolean
}

export interface Queryable {
  /** Runs one statement; `$1`, `$2` … are bound, never spliced. */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    values?: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row[]>
}

/** The statements of one transaction; other statements of the process are not part of it. */
export type Transaction = Queryable

/** The use of a pool of connections at one time. */
export interface PoolUse {
  /** The name of the database. */
  readonly database: string
  /** Connections that run a statement or a transaction. */
  readonly used: number
  readonly idle: number
  /** Statements that wait for a connection. */
  readonly waiting: number
  readonly most: number
}

export interface Database extends Queryable {
  /**
   * Commits every statement of the work, or none of them, isolated from other changes (`SERIALIZABLE`). The
   * work runs again after a conflict, so it must have no effect besides its statements. Send each of them
   * through the transaction that the work receives: the same statement on the database would wait for a
   * second connection.
   * @throws any error of the work, after a rollback; AND_DATABASE_OUTCOME_UNKNOWN if the connection breaks
   * during the commit
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Reads rows in batches by a cursor, for results that are too large for memory. */
  stream<Row extends object>(sql: string, values?: readonly SqlValue[]): AsyncIterable<Row>
  close(): Promise<void>
}

/** A database server that opens several databases by name, creating missing ones. */
export interface DatabaseServer {
  open(database: string): Promise<Database>
  /** The pools of the databases that are open. */
  pools(): readonly PoolUse[]
  /** Stops the server if we started it; otherwise leaves it running. */
  close(): Promise<void>
}
