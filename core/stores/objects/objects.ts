/** The objects port: sealed files, moved by the people who own them over signed URLs, read by the gateway. */
import type { Readable } from 'node:stream'
import type { ServedObjects } from './objects-served.ts'

/**
 * What the holder of a signed URL may do. The URL counts when the request begins; how long it then takes is free.
 */
export type ObjectPermission =
  | {
      readonly method: 'PUT'
      readonly key: string
      readonly contentType: string
      /**
       * The exact length in bytes. With it the request must also carry `If-None-Match: *`, so that every store refuses to
       * put one object in the place of another. Without it, that is left to what the store does by itself.
       */
      readonly size?: number
      /** Seconds. */
      readonly expiresIn: number
    }
  | { readonly method: 'GET' | 'DELETE'; readonly key: string; readonly expiresIn: number }

/** A request that whoever has it may send. */
export interface SignedRequest {
  readonly url: string
  /** What it must carry besides, exactly so. */
  readonly headers: Readonly<Record<string, string>>
}

export interface ObjectBody {
  readonly size: number
  readonly body: Readable
}

export interface ObjectsHealth {
  readonly ready: boolean
  /** What is wrong, for an operator. */
  readonly problem?: string
  /** Milliseconds by which the store's clock is surely ahead of ours, or behind. Signed URLs live by both. */
  readonly clockSkew?: number
}

export interface ObjectStore {
  /** The request that a permission allows; its URL is relative to the gateway where `served` is there to answer it. */
  sign(permission: ObjectPermission): Promise<SignedRequest>
  /** The size of an object; `undefined` when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  read(key: string): Promise<ObjectBody | undefined>
  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>
  /** Lets the pages of these origins, and of no others, send what was signed for them. */
  allowOrigins(origins: readonly string[]): Promise<void>
  health(): Promise<ObjectsHealth>
  close(): Promise<void>
  /** How signed requests are answered, where there is no other server to do it. */
  readonly served?: ServedObjects
}

/** What every driver takes. */
export interface ObjectStoreOptions {
  /** A clock in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}
