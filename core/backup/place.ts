/** The place of a repository, as an operator names it: a directory, or `s3://bucket/prefix`. */
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import type { Config } from '../config/config-schema.ts'
import { BackupPlace } from './errors.ts'
import type { Files } from './files.ts'

export interface PlaceOptions {
  /** For S3; by default those of `stores.objects`, where these are in S3, too. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  /** Must not be inside of the place. */
  readonly keyFile: string
  /** The data directory: neither may be inside of the other. */
  readonly data: string
}

const S3 = /^s3:\/\/([^/]+)\/?(.*)$/

/** @throws BackupPlace */
export async function openPlace(
  place: string,
  { endpoint, region, keyFile, data }: PlaceOptions,
  objects?: Config['stores']['objects'],
): Promise<Files> {
  const [, bucket, prefix = ''] = S3.exec(place) ?? []
  if (bucket !== undefined) {
    const { filesInBucket } = await import('./files-s3.ts')
    const { accessKeyId, secretAccessKey } = objects ?? {}
    const credentials =
      accessKeyId !== undefined && secretAccessKey !== undefined
        ? { accessKeyId, secretAccessKey }
        : undefined
    return filesInBucket({
      bucket,
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      region: region ?? objects?.region ?? 'us-east-1',
      endpoint: endpoint ?? objects?.endpoint,
      credentials,
    })
  }
  if (/^[a-z0-9]+:\/\//i.test(place))
    throw new BackupPlace(place, "it is neither a directory nor 's3://bucket/prefix'")
  const directory = await realOf(place)
  if (isInside(await realOf(keyFile), directory))
    throw new BackupPlace(place, 'the key file is in it, and a key beside what it seals protects nothing')
  const own = await realOf(data)
  if (isInside(directory, own) || isInside(own, directory))
    throw new BackupPlace(place, `it and the data directory '${own}' would be lost together`)
  return (await import('./files-disk.ts')).filesIn(directory)
}

const isInside = (path: string, directory: string): boolean => {
  const way = relative(directory, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

/** The real path, of which the end need not exist yet. */
async function realOf(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch {
    const parent = dirname(whole)
    return parent === whole ? whole : resolve(await realOf(parent), relative(parent, whole))
  }
}
