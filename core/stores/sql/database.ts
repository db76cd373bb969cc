/** The database port: PostgreSQL's wire and a dialect that its distributed relatives share. */

/** A value that a statement takes: what `pg` sends without guessing. */
export type SqlValue = string | number | boolean | null | Date | Uint8Array

export interface QueryOptions {
  /** Milliseconds before the statement is given up, 0 for never. Unless said, the server's usual patience. */
  readonly timeout?: number
  /** The text of the statement is constant: each connection has it parsed and planned once. @default false */
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
  /** Rows read in batches by a cursor, for results that must not be held whole. */
  stream<Row extends object>(sql: string, values?: readonly SqlValue[]): AsyncIterable<Row>
  close(): Promise<void>
}

/** A database server that can open several databases by name, creating those that are missing. */
export interface DatabaseServer {
  open(database: string): Promise<Database>
  /** Stops what was started; a server that was only connected to is left running. */
  close(): Promise<void>
}
