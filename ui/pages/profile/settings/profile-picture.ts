/** The picture of a profile: small, without metadata, and encrypted on the nodes. */
import { fromBase64url, toBase64url } from '../../../../core/crypto/bytes.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { type Purpose, seal, unseal } from '../../keys/profile-encryption.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Said } from '../../shell/run-action.ts'

const PURPOSE: Purpose = 'picture of a profile, version 1'
/** Width and height in pixels. */
const SIDE = 96
/** Bytes of a stored picture: a label bounds what is sealed of it. */
const LARGEST = 12_000
/** Bytes of a file to choose from. */
const LARGEST_FILE = 30_000_000
/** Types without scripts: no SVG. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Types of a shrunk picture, by their first bytes. Safari writes no WebP. */
const SIGNATURES = {
  'image/webp': [0x52, 0x49, 0x46, 0x46],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
} as const

export async function sealPicture(keyPair: StorageKeyPair, url: string): Promise<string> {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), each => each.charCodeAt(0))
  return toBase64url(await seal(keyPair, PURPOSE, bytes))
}

/** As a data: URL; undefined if it cannot be opened, or is no picture. */
export async function openPicture(keyPair: StorageKeyPair, sealed: string): Promise<string | undefined> {
  try {
    const bytes = await unseal(keyPair, PURPOSE, fromBase64url(sealed))
    return bytes && urlOf(bytes)
  } catch {
    return undefined
  }
}

/** The middle of a picture, drawn anew: nothing of the file but its pixels is left. @throws Said */
export async function shrink(file: Blob): Promise<string> {
  const picture =
    PICTURE_TYPES.includes(file.type) && file.size <= LARGEST_FILE
      ? await createImageBitmap(file).catch(() => undefined)
      : undefined
  if (!picture) throw new Said(() => words.noPicture)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const side = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE)
  picture.close()
  for (const quality of [0.85, 0.6, 0.3])
    for (const type of Object.keys(SIGNATURES)) {
      const drawn = await new Promise<Blob | null>(give => canvas.toBlob(give, type, quality))
      const url =
        drawn && drawn.size <= LARGEST ? urlOf(new Uint8Array(await drawn.arrayBuffer())) : undefined
      if (url !== undefined) return url
    }
  throw new Said(() => words.noPicture)
}

function urlOf(bytes: Uint8Array): string | undefined {
  const type = Object.entries(SIGNATURES).find(([, first]) => first.every((byte, at) => bytes[at] === byte))
  return type && `data:${type[0]};base64,${btoa(String.fromCharCode(...bytes))}`
}
