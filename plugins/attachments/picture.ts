/** Pictures for models: upright, without the camera's metadata, and small enough. */
import type { Sharp, SharpOptions } from 'sharp'
import { type Sandbox, Turns, urlOfPackage } from '../../core/index.ts'
import { utf8Of } from './content.ts'
import { drawingOf } from './drawing.ts'
import { DECODER, HeicDecoder } from './heic.ts'

export interface Picture {
  readonly bytes: Buffer
  readonly mimeType: 'image/jpeg' | 'image/png'
}

/** Its base64 stays below 1 MiB, the maximum that clients accept as one result. */
const LARGEST = 768 * 1024 - 1024
/**
 * The maximum pixels of a picture: a small file can unfold to any size. JPEG is decoded at a fraction of its
 * size, other formats at full size.
 */
const MOST_PIXELS = { jpeg: 64_000_000, other: 24_000_000 } as const
/** Time-out in seconds of decoding or scaling. */
const SECONDS = 5
/**
 * Pictures that are decoded concurrently. libvips works in the threads of libuv, four by default, which also
 * read static files and the disk store: two of them stay free.
 */
const AT_ONCE = { threads: 2, queue: 16 } as const
/** The maximum size that models use first, then smaller ones. */
const PASSES = [
  { edge: 1568, quality: 80 },
  { edge: 1024, quality: 60 },
  { edge: 640, quality: 50 },
] as const

/** Limits of an SVG, besides the time-out of its rendering. */
const LARGEST_SVG = 256 * 1024
const MOST_SVG_POINTS = 4_000_000
const MOST_SVG_USES = 200

/** The signatures of the formats that are recognised by their bytes. */
const BEGINNINGS: readonly [string, number, string][] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF8'],
  ['webp', 8, 'WEBP'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['avif', 4, 'ftypavif'],
]

/** HEVC in HEIF, the format of telephones: libvips as installed cannot decode it. */
const HEIC = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/

/** True if the bytes begin like a picture, whatever type is declared. */
export function looksLikePicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1')
  return BEGINNINGS.some(([, at, beginning]) => head.startsWith(beginning, at))
}

const IS_HEIC =
  'This picture is HEIC, which this deployment cannot show, for it lacks the package libheif-js: the person can store it as JPEG or PNG.'
const LACKS_SHARP =
  'This deployment shows no pictures, for it lacks the package sharp: its operator can install it.'
const IS_UNBOUNDED = 'This drawing (SVG) is broken, or too large or too involved to be drawn here.'
const IS_BROKEN = 'This picture is broken, or has too many points to be shown.'

/** Opens pictures, with limited concurrency. */
export class Pictures {
  readonly #turns = new Turns(AT_ONCE)
  readonly #heic: HeicDecoder
  readonly #scales: boolean

  /**
   * @param packages - the modules that decode HEIC and that scale; without one, an error sentence names it
   */
  constructor(sandbox: Sandbox, { decoder = DECODER, scaler = 'sharp' } = {}) {
    this.#heic = new HeicDecoder(sandbox, decoder)
    this.#scales = urlOfPackage(scaler) !== undefined
  }

  /**
   * The picture in some bytes; a sentence with the reason if it cannot be shown; `undefined` for a file of
   * another kind.
   * @param caller - the key for fair sharing of turns
   * @throws SandboxFull if the queue is full
   */
  async open(bytes: Buffer, caller: string): Promise<Picture | string | undefined> {
    const isHeic = HEIC.test(bytes.subarray(4, 16).toString('latin1'))
    const svg = svgIn(bytes)
    if (!this.#scales && (isHeic || svg !== undefined || looksLikePicture(bytes))) return LACKS_SHARP
    if (isHeic) return this.#openHeic(bytes, caller)
    if (svg === undefined)
      return looksLikePicture(bytes) ? this.#turns.run(caller, () => scaled(bytes)) : undefined
    if (!isBounded(svg)) return IS_UNBOUNDED
    return this.#turns.run(caller, async () => {
      const png = await drawingOf(bytes, PASSES[0].edge, MOST_SVG_POINTS)
      return png ? scaled(png) : IS_UNBOUNDED
    })
  }

  async #openHeic(bytes: Buffer, caller: string): Promise<Picture | string> {
    if (!this.#heic.isInstalled) return IS_HEIC
    const bounds = { edge: PASSES[0].edge, points: MOST_PIXELS.other, caller }
    const found = await this.#heic.points(bytes, bounds)
    if (found === undefined) return IS_BROKEN
    const { rgba, width, height } = found
    return this.#turns.run(caller, () => scaled(rgba, { raw: { width, height, channels: 4 } }))
  }
}

async function scaled(bytes: Uint8Array, layout: SharpOptions = {}): Promise<Picture | string> {
  const { default: sharp } = await import('sharp')
  // Nothing of a picture stays in a cache, and one picture uses one thread.
  sharp.cache(false)
  sharp.concurrency(1)
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS.jpeg, failOn: 'error', pages: 1, ...layout }
  const open = (): Sharp => sharp(bytes, options)
  try {
    // Reads only the header.
    const { format, width, height } = await open().metadata()
    if (format !== 'jpeg' && width * height > MOST_PIXELS.other) return IS_BROKEN
    const fitted = (edge: number): Sharp =>
      open()
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    if (format === 'png') {
      // Lines and letters stay sharp, and transparency is kept.
      const picture = await fitted(PASSES[0].edge).png({ compressionLevel: 9 }).toBuffer()
      if (picture.length <= LARGEST) return { bytes: picture, mimeType: 'image/png' }
    }
    for (const { edge, quality } of PASSES) {
      const picture = await fitted(edge)
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer()
      if (picture.length <= LARGEST) return { bytes: picture, mimeType: 'image/jpeg' }
    }
  } catch {
    // Broken, too large, or of an unsupported kind.
  }
  return IS_BROKEN
}

/**
 * The text of an SVG document, recognised by its first element; empty if it is too long to render, or no
 * UTF-8.
 */
function svgIn(bytes: Buffer): string | undefined {
  const head = bytes
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(PROLOGUE, '')
    .trimStart()
  if (!/^<(?:[\w.-]+:)?svg[\s/>]/.test(head)) return undefined
  return bytes.length > LARGEST_SVG ? '' : (utf8Of(bytes) ?? '')
}

/** The prologue before the first element of a document. */
const PROLOGUE = /<\?[^>]{0,500}\?>|<!--.{0,1000}?-->|<!DOCTYPE[^>[]{0,500}(?:\[[^\]]{0,2000}\]\s{0,9})?>/gs

/**
 * True if rendering takes about as long as the text is long: entities, filters and nested copies multiply it.
 * Nothing is fetched: links without a base are not followed.
 */
function isBounded(svg: string): boolean {
  const uses = svg.match(/<(?:[\w.-]+:)?(?:use|pattern|marker|mask|image)\b/g) ?? []
  return svg !== '' && !/<!ENTITY|<(?:[\w.-]+:)?filter\b/.test(svg) && uses.length <= MOST_SVG_USES
}
