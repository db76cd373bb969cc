/** The pictures of a theme: their kind by their bytes, their size, and the headers that they are served with. */
import { readFile, stat } from 'node:fs/promises'

export interface Picture {
  readonly bytes: Buffer
  readonly kind: PictureKind
  readonly width: number
  readonly height: number
}

export type PictureKind = 'svg' | 'png' | 'webp'

/** Every page loads it, and the installed app keeps it. */
export const MOST_BYTES = 128 * 1024

/** @throws PictureFault */
export async function readPicture(path: string): Promise<Picture> {
  const bytes = await read(path)
  const found = pictureIn(bytes)
  if (found === undefined) throw new PictureFault('a file in SVG, PNG or WebP', 'another format')
  const { width, height } = found
  if (!(width > 0 && height > 0))
    throw new PictureFault('a picture with a size: an SVG needs a `viewBox`, or a width and a height', 'none')
  return { bytes, ...found }
}

/** The expected picture, and the one in the file. */
export class PictureFault extends Error {
  readonly expected: string
  readonly got: string
  constructor(expected: string, got: string) {
    super(`expected ${expected}, got ${got}`)
    this.expected = expected
    this.got = got
  }
}

/** The sides differ by a twentieth at most. */
export const isSquare = ({ width, height }: Picture): boolean => Math.abs(width / height - 1) <= 0.05

async function read(path: string): Promise<Buffer> {
  try {
    const entry = await stat(path)
    if (!entry.isFile()) throw new PictureFault('a file', 'something else')
    const { size } = entry
    if (size > MOST_BYTES)
      throw new PictureFault(`a file of at most ${MOST_BYTES / 1024} KiB`, `${Math.ceil(size / 1024)} KiB`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof PictureFault) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new PictureFault('a file that the gateway can read', `'${path}' (${code})`)
  }
}

type Found = Omit<Picture, 'bytes'>

function pictureIn(bytes: Buffer): Found | undefined {
  const has = (text: string, at: number) => bytes.toString('latin1', at, at + text.length) === text
  if (has('\x89PNG\r\n\x1a\n', 0) && has('IHDR', 12) && bytes.length > 24)
    return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (has('RIFF', 0) && has('WEBP', 8) && bytes.length > 30) return { kind: 'webp', ...sizeOfWebp(bytes) }
  const start = bytes.toString('utf8', 0, BEGINNING).replace(/<!--[\s\S]*?-->/g, '')
  const [, tag] = SVG.exec(start) ?? []
  return tag === undefined ? undefined : { kind: 'svg', ...sizeOfSvg(tag) }
}

/** The root element of an SVG is in its first bytes. */
const BEGINNING = 8192

/** RFC 9649: the size is in the first chunk. */
function sizeOfWebp(bytes: Buffer): Pick<Picture, 'width' | 'height'> {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return { width: 0, height: 0 }
  }
}

/** The root element, after a declaration and a document type without declarations of its own. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!DOCTYPE[^>[]*>\s*)?<svg(\s[^>]*)>/

function sizeOfSvg(tag: string): Pick<Picture, 'width' | 'height'> {
  const numbers = (name: string, pattern: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']\\s*${pattern}`).exec(tag)?.slice(1).map(Number) ?? []
  const NUMBER = '([\\d.]+(?:e[+-]?\\d+)?)'
  const [width = 0] = numbers('width', `${NUMBER}(?:px)?\\s*["']`)
  const [height = 0] = numbers('height', `${NUMBER}(?:px)?\\s*["']`)
  if (width > 0 && height > 0) return { width, height }
  const [, , boxWidth = 0, boxHeight = 0] = numbers(
    'viewBox',
    `(-?[\\d.]+)[\\s,]+(-?[\\d.]+)[\\s,]+${NUMBER}[\\s,]+${NUMBER}`,
  )
  return { width: boxWidth, height: boxHeight }
}
