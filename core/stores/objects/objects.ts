/** The objects port: sealed files, which their owners transfer through signed URLs and the gateway reads. */
import type { Readable } from 'node:stream'
import type { ServedObjects } from './objects-served.ts'

/**
 * The permission of a signed URL. The URL must be valid when the request begins; its duration is not limited.
 */
export type ObjectPermission =
  | {
      readonly method: 'PUT'
      readonly key: string
      readonly contentType: string
      /**
       * The exact length in bytes. If set, the request must also carry `If-None-Match: *`, so that every
       * store refuses to overwrite an object. If not, overwriting depends on the store.
       */
      readonly size?: number
      /** The part of an object that the request uploads; its `size` is required. Sent again, it replaces itself. */
      readonly part?: ObjectPart
      /** Seconds. */
      readonly expiresIn: number
    }
  | { readonly method: 'GET' | 'DELETE'; readonly key: string; readonly expiresIn: number }

/** A part of an object that arrives in parts. */
export interface ObjectPart {
  /** The upload, as `begin` returned it. */
  readonly upload: string
  /** From 1 to 10,000. */
  readonly number: number
}

/** Objects that arrive in parts. Until all are joined there is no object, and afterwards none of its parts. */
export interface ObjectParts {
  /** Begins an upload; returns the store's name for it. */
  begin(key: string, contentType: string): Promise<string>
  /** The bytes of each part that is stored durably, by number; `undefined` if there is no such upload. */
  received(key: string, upload: string): Promise<ReadonlyMap<number, number> | undefined>
  /** Makes the received parts an object, in the order of their numbers; `false` if there is no such upload. */
  join(key: string, upload: string): Promise<boolean>
  /** Removes the parts of every unfinished upload of a key. */
  abort(key: string): Promise<void>
}

/** A request that its holder may send. */
export interface SignedRequest {
  readonly url: string
  /** Further headers that the request must carry with exactly these values. */
  readonly headers: Readonly<Record<string, string>>
}

export interface ObjectBody {
  readonly size: number
  readonly body: Readable
}

export interface ObjectsHealth {
  readonly ready: boolean
  /** The problem, for an operator. */
  readonly problem?: string
  /**
   * The minimum in milliseconds by which the store's clock is ahead of ours (negative: behind). Signed URLs
   * depend on both.
   */
  readonly clockSkew?: number
}

/** Stores sealed files. Clients transfer them with signed URLs. */
export interface ObjectStore {
  /** The request for a permission; its URL is relative to the gateway if `served` is set. */
  sign(permission: ObjectPermission): Promise<SignedRequest>
  /** The size of an object; `undefined` if there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Reads an object from an offset; the size is that of all of it. */
  read(key: string, start?: number): Promise<ObjectBody | undefined>
  /** Stores a small object of the gateway's own; one that exists stays. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Deletes an object; a missing one is no error. */
  delete(key: string): Promise<void>
  readonly parts: ObjectParts
  /** Lets the pages of these origins, and no others, use signed requests. */
  allowOrigins(origins: readonly string[]): Promise<void>
  health(): Promise<ObjectsHealth>
  close(): Promise<void>
  /** Serves signed requests, if no other server does. */
  readonly served?: ServedObjects
}

/** The options of every driver. */
export interface ObjectStoreOptions {
  /** A clock in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}
