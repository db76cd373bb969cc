/** Objects in a bucket of an S3-compatible store, for deployments on several machines. */
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCorsCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type Part,
  PutBucketCorsCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { ObjectsUnavailable } from '../errors.ts'
import type { ObjectBody, ObjectParts, ObjectStore, ObjectStoreOptions, ObjectsHealth } from './objects.ts'
import { createS3Client, type S3ClientOptions } from './s3-client.ts'
import { createS3Signer } from './s3-signer.ts'

export interface S3ObjectStoreOptions extends ObjectStoreOptions, S3ClientOptions {
  /** An existing bucket. */
  readonly bucket: string
}

/**
 * Milliseconds: beyond a third of the fifteen seconds that a signed URL usually lives, clocks differ too
 * much.
 */
const MAX_SKEW = 5000

/**
 * Milliseconds after which a check is given up, so that checks of a store that hangs take no connections from others.
 */
const PATIENCE = 1500

/** Connects to a bucket, without sending a request yet. */
export function connectS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  return new S3ObjectStore(options)
}

/** The objects of a bucket. */
class S3ObjectStore implements ObjectStore {
  /** Callers pass it on without the store. */
  readonly sign: ObjectStore['sign']
  readonly parts: ObjectParts
  readonly #bucket: string
  readonly #client: S3Client
  readonly #clock: ReturnType<typeof watchClock>
  /** The origins in the CORS rules that were last sent to the bucket. */
  #allowed: string | undefined

  constructor({ bucket, region, endpoint, credentials, now = Date.now }: S3ObjectStoreOptions) {
    const client = createS3Client({ region, endpoint, credentials })
    this.#bucket = bucket
    this.#client = client
    this.#clock = watchClock(client, now)
    this.sign = createS3Signer({
      bucket,
      region,
      ...(endpoint !== undefined && { endpoint }),
      credentials: () => client.config.credentials(),
      now,
    })
    this.parts = new S3Parts(client, bucket)
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const found = await undefinedIfMissing(
      this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })),
    )
    return found && (found.ContentLength ?? 0)
  }

  async read(key: string, start = 0): Promise<ObjectBody | undefined> {
    const range = start > 0 ? { Range: `bytes=${start}-` } : {}
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...range })
    const found = await undefinedIfMissing(this.#client.send(command))
    if (found === undefined) return undefined
    // A store that ignores the range would send another part of the object.
    if (start > 0 && !found.ContentRange?.startsWith(`bytes ${start}-`))
      throw new ObjectsUnavailable('NoRange', { cause: undefined })
    return { size: start + (found.ContentLength ?? 0), body: found.Body as Readable }
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes })
    await undefinedIfMissing(this.#client.send(command))
  }

  async delete(key: string): Promise<void> {
    await undefinedIfMissing(this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key })))
  }

  async allowOrigins(origins: readonly string[]): Promise<void> {
    const wanted = [...new Set(origins)].sort()
    if (this.#allowed === wanted.join(' ')) return
    const command =
      wanted.length === 0
        ? new DeleteBucketCorsCommand({ Bucket: this.#bucket })
        : new PutBucketCorsCommand({
            Bucket: this.#bucket,
            CORSConfiguration: { CORSRules: [ruleFor(wanted)] },
          })
    await undefinedIfMissing(this.#client.send(command as PutBucketCorsCommand))
    this.#allowed = wanted.join(' ')
  }

  async health(): Promise<ObjectsHealth> {
    let problem: string | undefined
    try {
      const abortSignal = AbortSignal.timeout(PATIENCE)
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal })
    } catch (error) {
      problem = `the bucket '${this.#bucket}' cannot be reached (${reasonOf(error)})`
    }
    const skew = this.#clock.skew()
    if (skew !== undefined && Math.abs(skew) >= MAX_SKEW)
      problem = `its clock is ${Math.round(skew / 1000)} s from ours: signed URLs end too early or too late`
    return {
      ready: problem === undefined,
      ...(problem !== undefined && { problem }),
      ...(skew !== undefined && { clockSkew: skew }),
    }
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }
}

/** The multipart uploads of a bucket. */
class S3Parts implements ObjectParts {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(client: S3Client, bucket: string) {
    this.#client = client
    this.#bucket = bucket
  }

  async begin(key: string, contentType: string): Promise<string> {
    const command = new CreateMultipartUploadCommand({
      Bucket: this.#bucket,
      Key: key,
      ContentType: contentType,
    })
    const begun = await this.#client.send(command).catch(unavailable)
    return begun.UploadId ?? ''
  }

  async received(key: string, upload: string): Promise<ReadonlyMap<number, number> | undefined> {
    const parts = await this.#partsOf(key, upload)
    return parts && new Map(parts.map(({ PartNumber = 0, Size = 0 }) => [PartNumber, Size]))
  }

  async join(key: string, upload: string): Promise<boolean> {
    const parts = await this.#partsOf(key, upload)
    if (parts === undefined) return false
    const MultipartUpload = { Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) }
    const command = new CompleteMultipartUploadCommand({
      ...{ Bucket: this.#bucket, Key: key, UploadId: upload },
      MultipartUpload,
    })
    return (await undefinedIfMissing(this.#client.send(command))) !== undefined
  }

  // By the key, because an upload may have begun whose name nobody stored.
  async abort(key: string): Promise<void> {
    const list = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: key })
    const { Uploads = [] } = await this.#client.send(list).catch(unavailable)
    for (const { Key, UploadId } of Uploads)
      if (Key === key)
        await undefinedIfMissing(
          this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId })),
        )
  }

  /** The parts of an upload, in the order of their numbers. */
  async #partsOf(key: string, upload: string): Promise<Part[] | undefined> {
    const parts: Part[] = []
    for (let after: string | undefined; ; ) {
      const page = await undefinedIfMissing(
        this.#client.send(
          new ListPartsCommand({ Bucket: this.#bucket, Key: key, UploadId: upload, PartNumberMarker: after }),
        ),
      )
      if (page === undefined) return undefined
      parts.push(...(page.Parts ?? []))
      if (!page.IsTruncated) return parts
      after = page.NextPartNumberMarker
    }
  }
}

const ruleFor = (origins: string[]) => ({
  AllowedOrigins: origins,
  AllowedMethods: ['GET', 'PUT', 'DELETE'],
  AllowedHeaders: ['content-type', 'if-none-match'],
  MaxAgeSeconds: 600,
})

/** The response, or `undefined` if there is no such object. @throws ObjectsUnavailable */
async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (
      error instanceof S3ServiceException &&
      error.$metadata.httpStatusCode === 404 &&
      error.name !== 'NoSuchBucket'
    )
      return undefined
    return unavailable(error)
  }
}

function unavailable(error: unknown): never {
  throw new ObjectsUnavailable(reasonOf(error), { cause: error })
}

const reasonOf = (error: unknown): string => {
  const { name, code } = error as NodeJS.ErrnoException
  return code ?? name
}

/** Measures the store's clock in every response. */
function watchClock(client: S3Client, now: () => number): { skew(): number | undefined } {
  let skew: number | undefined
  client.middlewareStack.add(
    next => async args => {
      const sent = now()
      const result = await next(args)
      const { date } = (result.response as { headers?: Record<string, string> }).headers ?? {}
      const shown = Date.parse(date ?? '')
      if (!Number.isNaN(shown)) skew = skewOf(shown, sent, now())
      return result
    },
    { step: 'deserialize', name: 'clock', priority: 'low' },
  )
  return { skew: () => skew }
}

/**
 * The minimum in milliseconds by which another clock is ahead (negative: behind). It showed `date`, in whole
 * seconds, between our `sent` and `received`.
 */
export function skewOf(date: number, sent: number, received: number): number {
  const least = date - received
  const most = date + 1000 - sent
  if (least > 0) return least
  return most < 0 ? most : 0
}
