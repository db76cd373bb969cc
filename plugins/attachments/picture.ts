/** Pictures as models take them: upright, without what the camera noted, and small enough. */
import type { Sharp, SharpOptions } from 'sharp'
import { Turns } from '../../core/index.ts'

export interface Picture {
  readonly bytes: Buffer
  readonly mimeType: 'image/jpeg'
}

/** Base64 of this stays under 1 MiB, which is what clients accept as one result. */
const LARGEST = 768 * 1024 - 1024
/**
 * A picture of more pixels than this is not opened: a small file can unfold to any size. JPEG is decoded at a fraction
 * of its size; anything else is decoded whole.
 */
const MOST_PIXELS = { jpeg: 64_000_000, other: 24_000_000 } as const
/** Seconds after which decoding or scaling is given up. */
const SECONDS = 5
/**
 * Pictures that are opened at a time. libvips works in the threads of libuv, four by default, in which static files and
 * the disk store are read too: two of them stay free.
 */
const AT_ONCE = { threads: 2, queue: 16 } as const
/** First as large as models look at, then smaller. */
const PASSES = [
  { edge: 1568, quality: 80 },
  { edge: 1024, quality: 60 },
  { edge: 640, quality: 50 },
] as const

/** How the formats begin that are opened. SVG is not among them: it is a program, not a picture. */
const BEGINNINGS: readonly [string, number, string][] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF8'],
  ['webp', 8, 'WEBP'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['avif', 4, 'ftypavif'],
]

/** Whether bytes begin like a picture, whatever their owner says that they are. */
export function looksLikePicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1')
  return BEGINNINGS.some(([, at, beginning]) => head.startsWith(beginning, at))
}

/** Opens pictures, a few at a time. */
export class Pictures {
  readonly #turns = new Turns(AT_ONCE)

  /**
   * The picture in some bytes; `undefined` when there is none that can be opened.
   * @param caller - the key under which turns are shared
   * @throws SandboxFull when too many wait already
   */
  async open(bytes: Buffer, caller: string): Promise<Picture | undefined> {
    if (!looksLikePicture(bytes)) return undefined
    return this.#turns.run(caller, () => scaled(bytes))
  }
}

async function scaled(bytes: Buffer): Promise<Picture | undefined> {
  const { default: sharp } = await import('sharp')
  // Nothing of anyone's pictures stays behind, and one picture takes one thread.
  sharp.cache(false)
  sharp.concurrency(1)
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS.jpeg, failOn: 'error', pages: 1 }
  const open = (): Sharp => sharp(bytes, options)
  try {
    // Reads the header alone.
    const { format, width, height } = await open().metadata()
    if (format !== 'jpeg' && width * height > MOST_PIXELS.other) return undefined
    for (const { edge, quality } of PASSES) {
      const picture = await open()
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer()
      if (picture.length <= LARGEST) return { bytes: picture, mimeType: 'image/jpeg' }
    }
  } catch {
    // Broken, too large, or a kind that is not built in: then it is a file like any other.
  }
  return undefined
}
