/** The tokens port: tickets, codes, nonces and idempotency keys, each used exactly once however many ask at once. */

export interface TokenStore {
  /** Keeps `value` under a token until it is taken or `expiresAt` (milliseconds since the epoch) has passed. */
  put(kind: string, token: string, value: string, expiresAt: number): Promise<void>
  /** Returns the value and keeps it: for what may be looked at often before it is taken or expires. */
  peek(kind: string, token: string): Promise<string | undefined>
  /** Returns the value and forgets it, in one atomic step: of any number of callers exactly one gets it. */
  take(kind: string, token: string): Promise<string | undefined>
  /**
   * Writes down the first value offered under a key. Everyone, the first included, is told the value that stands,
   * and `first` says whether it is the caller's own entry.
   */
  claim(
    kind: string,
    key: string,
    value: string,
    expiresAt: number,
  ): Promise<{ value: string; first: boolean }>
  /** Removes what has expired; returns how many entries that were. */
  sweep(): Promise<number>
  /** Resolves when the store answers, rejects with what is wrong otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What every driver takes. */
export interface TokenStoreOptions {
  /** A clock in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}
