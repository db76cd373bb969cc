/**
 * The tokens port: tickets, codes, nonces and idempotency keys, each used exactly once even under
 * concurrency.
 */

export interface TokenStore {
  /**
   * Stores `value` under a token until it is taken or `expiresAt` (milliseconds since the epoch) has passed.
   */
  put(kind: string, token: string, value: string, expiresAt: number): Promise<void>
  /** Returns the value and keeps it: for repeated reads before it is taken or expires. */
  peek(kind: string, token: string): Promise<string | undefined>
  /** Returns and deletes the value in one atomic step: of any number of callers exactly one gets it. */
  take(kind: string, token: string): Promise<string | undefined>
  /**
   * Stores the first value for a key. Every caller gets the stored value; `first` is true for the caller that
   * stored it.
   */
  claim(
    kind: string,
    key: string,
    value: string,
    expiresAt: number,
  ): Promise<{ value: string; first: boolean }>
  /**
   * Deletes the entry of a key if it still has this value, in one atomic step: a lock is released by its holder only.
   */
  release(kind: string, key: string, value: string): Promise<void>
  /** Deletes entries that expired {@link CLOCKS_APART} ago; returns their number. */
  sweep(): Promise<number>
  /** Resolves if the store answers; rejects with the problem otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Milliseconds for which a store keeps an expired entry. Whether it has expired is for each gateway to say by its own
 * clock: one that is behind still accepts the token that an entry revokes, or marks as used.
 */
export const CLOCKS_APART = 15 * 60_000

/** The options of every driver. */
export interface TokenStoreOptions {
  /** A clock in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}
