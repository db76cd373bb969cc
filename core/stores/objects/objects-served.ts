/** Signed URLs of the gateway: an HMAC-SHA256 binds their permissions. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  ObjectExists,
  ObjectForbidden,
  ObjectLengthRequired,
  ObjectNotFound,
  ObjectTooLarge,
} from '../errors.ts'
import type { ObjectBody, ObjectParts, ObjectPermission, ObjectStore, ObjectStoreOptions } from './objects.ts'

/** The storage of the bytes. */
export interface ObjectFiles {
  /** Stores an object durably and completely, or not at all; `false` if the key exists. */
  write(key: string, body: Readable): Promise<boolean>
  read(key: string, start?: number): Promise<ObjectBody | undefined>
  sizeOf(key: string): Promise<number | undefined>
  delete(key: string): Promise<void>
  readonly parts: ObjectParts & {
    /** Stores a part durably and completely, or not at all; `false` if there is no such upload. */
    write(key: string, number: number, body: Readable): Promise<boolean>
  }
  /** Rejects with the problem. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A request to a signed URL. */
export interface ServedRequest {
  readonly key: string
  readonly query: SignedQuery
  readonly contentType?: string | undefined
  readonly contentLength?: number | undefined
}

/** The query of a signed URL; parts that the URL does not bind are absent. */
export interface SignedQuery {
  /** Milliseconds since the epoch. */
  readonly expires: number
  readonly type?: string | undefined
  readonly size?: number | undefined
  /** The number of a part. */
  readonly part?: number | undefined
  readonly signature: string
}

/**
 * Each refuses a request that the URL does not permit: another method, key, length or type, or after its
 * expiry.
 */
export interface ServedObjects {
  /** @throws ObjectForbidden, ObjectLengthRequired, ObjectTooLarge, ObjectExists; ObjectNotFound for a part */
  put(request: ServedRequest, body: Readable): Promise<void>
  /** @throws ObjectForbidden, ObjectNotFound */
  get(request: ServedRequest): Promise<ObjectBody>
  /** @throws ObjectForbidden */
  delete(request: ServedRequest): Promise<void>
}

export interface ServedStoreOptions extends ObjectStoreOptions {
  /**
   * The signing secret: at least 32 random bytes, the same in every process that serves the URLs. A function
   * returns the secret that signs first, then those whose URLs are still accepted.
   */
  readonly secret: Uint8Array | (() => readonly Uint8Array[])
  /** The maximum bytes of an upload with a URL that binds no length. */
  readonly limit: number
}

/** The path of the routes in `objects-routes.ts`. */
export const OBJECTS_PATH = '/objects/'

/** An object store over files that signs and serves its own URLs. */
export function serveObjects(
  files: ObjectFiles,
  { secret, limit, now = Date.now }: ServedStoreOptions,
): ObjectStore {
  const secrets = () => (typeof secret === 'function' ? secret() : [secret])
  const signWith = (
    by: Uint8Array,
    ...[method, key, { expires, type, size, part }]: [string, string, Omit<SignedQuery, 'signature'>]
  ) =>
    createHmac('sha256', by)
      .update(
        JSON.stringify([
          method,
          key,
          expires,
          type ?? null,
          size ?? null,
          ...(part === undefined ? [] : [part]),
        ]),
      )
      .digest()

  function demand(method: ObjectPermission['method'], { key, query }: ServedRequest): void {
    const signature = Buffer.from(query.signature, 'base64url')
    const signed = secrets().some(each => {
      const expected = signWith(each, method, key, query)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    })
    if (!signed || now() >= query.expires) throw new ObjectForbidden()
  }

  return {
    async sign(permission) {
      const { method, key, expiresIn } = permission
      const { contentType, size, part } = permission.method === 'PUT' ? permission : {}
      const bound = {
        expires: now() + expiresIn * 1000,
        ...(contentType !== undefined && { type: contentType }),
        ...(size !== undefined && { size }),
        ...(part !== undefined && { part: part.number }),
      }
      const [newest = new Uint8Array()] = secrets()
      const signature = signWith(newest, method, key, bound).toString('base64url')
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...bound, signature })) query.set(name, String(value))
      return {
        url: `${OBJECTS_PATH}${encodeURIComponent(key)}?${query}`,
        headers: contentType === undefined ? {} : { 'content-type': contentType },
      }
    },

    sizeOf: key => files.sizeOf(key),
    read: (key, start) => files.read(key, start),
    async write(key, bytes) {
      await files.write(key, Readable.from([bytes], { objectMode: false }))
    },
    delete: key => files.delete(key),
    parts: files.parts,
    /** The gateway itself sends the CORS headers of its routes. */
    async allowOrigins() {},

    async health() {
      try {
        await files.ping()
        return { ready: true }
      } catch (error) {
        return { ready: false, problem: (error as Error).message }
      }
    },

    close: () => files.close(),

    served: {
      async put(request, body) {
        demand('PUT', request)
        const { key, query, contentType, contentLength } = request
        if (contentLength === undefined) throw new ObjectLengthRequired()
        if (contentType !== query.type) throw new ObjectForbidden()
        if (query.size !== undefined && contentLength !== query.size) throw new ObjectForbidden()
        if (contentLength > (query.size ?? limit)) throw new ObjectTooLarge(limit)
        if (query.part !== undefined) {
          if (!(await files.parts.write(key, query.part, body))) throw new ObjectNotFound()
        } else if (!(await files.write(key, body))) throw new ObjectExists()
      },
      async get(request) {
        demand('GET', request)
        const object = await files.read(request.key)
        if (object === undefined) throw new ObjectNotFound()
        return object
      },
      async delete(request) {
        demand('DELETE', request)
        await files.delete(request.key)
      },
    },
  }
}
