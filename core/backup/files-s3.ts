/** Files below a prefix of a bucket. */
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createS3Client, type S3ClientOptions } from '../stores/objects/s3-client.ts'
import { BackupStoreFailed } from './errors.ts'
import type { Files } from './files.ts'

export interface S3FilesOptions extends S3ClientOptions {
  readonly bucket: string
  /** Empty, or ends in a slash. */
  readonly prefix: string
}

export function filesInBucket({ bucket, prefix: root, ...options }: S3FilesOptions): Files {
  const client = createS3Client(options)
  const place = `s3://${bucket}/${root}`

  const done = async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch(cause => {
      throw new BackupStoreFailed(place, String((cause as Error).name), { cause })
    })
  const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
    done(
      answer.catch(error => {
        const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
        if (isMissing && error.name !== 'NoSuchBucket') return undefined
        throw error
      }),
    )
  const at = (name: string) => ({ Bucket: bucket, Key: root + name })

  return {
    place,

    async *list(prefix) {
      let token: string | undefined
      do {
        const page = await done(
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: root + prefix, ContinuationToken: token }),
          ),
        )
        for (const { Key = '', Size = 0, ETag = '', LastModified } of page.Contents ?? [])
          yield { name: Key.slice(root.length), size: Size, mark: `${ETag} ${LastModified?.getTime()}` }
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token !== undefined)
    },

    async read(name) {
      const found = await unlessMissing(client.send(new GetObjectCommand(at(name))))
      return found?.Body as Readable | undefined
    },

    async write(name, content, size) {
      // Not every store knows If-None-Match; the names of a backup are not shared by two contents.
      if ((await unlessMissing(client.send(new HeadObjectCommand(at(name))))) !== undefined) return false
      await done(client.send(new PutObjectCommand({ ...at(name), Body: content, ContentLength: size })))
      return true
    },

    async remove(name) {
      await done(client.send(new DeleteObjectCommand(at(name))))
    },

    async flush() {},

    async close() {
      client.destroy()
    },
  }
}
