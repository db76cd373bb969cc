/**
 * The port by which the data of a storage node moves to the node that replaces it, or is copied to one that is
 * added: sealed for the new node, relayed by the gateway. Not part of nilDB.
 */

/** The tables that move, in the order in which they are compared. */
export const MOVED_TABLES = [
  'builders',
  'successions',
  'collections',
  'queries',
  'documents',
  'withdrawals',
  'usage',
] as const

export type MovedTable = (typeof MOVED_TABLES)[number]

/** The primary key of a row, as texts. */
export type RowKey = readonly string[]

/** The rows of a table behind `after`, up to `until`; without it, to the end of the table. */
export interface RowRange {
  readonly table: MovedTable
  readonly after?: RowKey
  readonly until?: RowKey
}

/** The id of a move, on both nodes. */
export interface OfMove {
  readonly move: string
}

/** A time in which a node refuses changes: what was compared in it holds until it ends, and not in another one. */
export interface Fence {
  /** UUID. */
  readonly fence: string
}

/** A range as one node has it. */
export interface Extent {
  readonly rows: number
  /** SHA-256 over the rows in order, in hex. */
  readonly digest: string
  /** The last key, if the limit ended the range. */
  readonly until?: RowKey
}

/** A row of the new node, by its key and the SHA-256 of its content in hex. */
export type KnownRow = readonly [key: RowKey, digest: string]

export interface SealedRows {
  /** Base64; only the new node can open it, and only the old one can have made it. */
  readonly box: string
  readonly rows: number
  /** The end of the range that the box covers, unless it reaches the end of the request's range. */
  readonly until?: RowKey
}

export interface MoveTerms {
  /** Seconds since the epoch, as in a succession of keys. */
  readonly starts: number
  readonly ends: number
}

export interface MoveStatus {
  /**
   * `open`: rows move. `fenced`: the old node refuses changes. `closed`: the old node refuses everything, the
   * new one serves.
   */
  readonly state: 'open' | 'fenced' | 'closed'
  /** The succession of the nodes' keys, once the move is closed. */
  readonly statement?: string
  readonly counts: Readonly<Record<MovedTable, number>>
  /** Documents by collection. */
  readonly collections: Readonly<Record<string, number>>
}

/**
 * The steps of a move. All but `release` need a token of the service itself; no delegation suffices. Each can
 * be repeated.
 */
export interface NodeMoves {
  /**
   * Opens the move on the old node. The token is the service's invocation of a delegation that the old node's
   * key signed (`andiron nodes release`), with `to` in its policy.
   */
  release(token: string, body: { readonly to: string } & Adding): Promise<OfMove>
  /** Opens the move on the new node, which must be empty. It serves nobody until `finish`, or `serve`. */
  receive(token: string, body: OfMove & { readonly from: string } & Adding): Promise<object>
  status(token: string, body: OfMove): Promise<MoveStatus>
  extent(token: string, body: OfMove & RowRange & { readonly limit?: number }): Promise<Extent>
  /** The rows of a range on the new node; `until` if {@link PIECE} rows end it earlier. */
  known(
    token: string,
    body: OfMove & RowRange,
  ): Promise<{ readonly known: readonly KnownRow[]; readonly until?: RowKey }>
  /** The rows of the old node that the new one lacks, or has otherwise. */
  seal(token: string, body: OfMove & RowRange & { readonly known: readonly KnownRow[] }): Promise<SealedRows>
  /** Stores sealed rows on the new node. A box counts once, and none after a later one. */
  open(token: string, body: OfMove & { readonly box: string }): Promise<{ readonly rows: number }>
  /**
   * Makes the old node refuse changes with 503, for a minute. With the fence of before, prolongs that one, and refuses
   * if it has ended.
   */
  fence(token: string, body: OfMove & Partial<Fence>): Promise<Fence>
  /** Ends the fence, unless another one has followed. */
  lift(token: string, body: OfMove & Fence): Promise<object>
  /** The new node's consent to replace the old one. */
  consent(token: string, body: OfMove & MoveTerms): Promise<{ readonly consent: string }>
  /** Ends the old node's service, if this fence has held; returns the succession that its key signs. */
  close(
    token: string,
    body: OfMove & MoveTerms & Fence & { readonly consent: string },
  ): Promise<{ readonly statement: string }>
  /** Begins the new node's service. */
  finish(token: string, body: OfMove & { readonly statement: string }): Promise<object>
  /** Deletes the documents of the old node, after `close`. */
  erase(token: string, body: OfMove): Promise<object>
  /**
   * Sets the number of nodes that clients write to: changes of people's documents by clients that know fewer are
   * refused with 503.
   */
  members(token: string, body: { readonly nodes: number }): Promise<object>
  /** Begins the service of a node that is added. Repeat `receive` to take it back. */
  serve(token: string, body: OfMove): Promise<object>
  /** Ends the copying on the node that stays, and its fence. */
  done(token: string, body: OfMove): Promise<object>
}

/** The new node is added: the other one stays, and its shares of secrets are not copied. */
export interface Adding {
  readonly adds?: boolean
}

export const MOVE_STEPS = [
  'release',
  'receive',
  'status',
  'extent',
  'known',
  'seal',
  'open',
  'fence',
  'lift',
  'consent',
  'close',
  'finish',
  'erase',
  'members',
  'serve',
  'done',
] as const satisfies readonly (keyof NodeMoves)[]

/** Rows that are compared one by one. */
export const PIECE = 500

/** The command of a release: distinct, so that no other delegation of a node's key counts as one. */
export const RELEASE = '/nil/db/moves/release'

/** The command of a consent to be copied, for a node that is added. */
export const COPY = '/nil/db/moves/copy'
