/** A worker module: decodes one HEIC picture with libheif (WebAssembly), with limits on pixels and memory. */

export interface HeicInput {
  /** URL of the decoder. */
  readonly decoder: string
  readonly bytes: Uint8Array
  /** The longer edge is scaled down to no less than this. */
  readonly edge: number
  /** Maximum pixels of a picture. */
  readonly points: number
  /** Maximum bytes of the decoder's memory. */
  readonly memory: number
}

/** RGBA, row by row; `undefined` for a picture that is broken or exceeds a limit. */
export type HeicOutput =
  | { readonly rgba: Uint8Array; readonly width: number; readonly height: number }
  | undefined

interface HeifImage {
  get_width(): number
  get_height(): number
  is_primary(): boolean
  display(target: Target, done: (target: Target | null) => void): void
}
interface Target {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}
interface LibHeif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}
interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65_536

let most = 0
boundMemory()
// libheif prints the reason for a broken picture to the console, with content of the file.
Object.assign(console, { log: nothing, warn: nothing, error: nothing })

export default async function decode({
  decoder,
  bytes,
  edge,
  points,
  memory,
}: HeicInput): Promise<HeicOutput> {
  most = memory
  const { default: instantiate } = (await import(decoder)) as { readonly default: () => LibHeif }
  try {
    // A new instance for each picture: no data remains for the next, and a failed instance is not reused.
    const images = new (instantiate().HeifDecoder)().decode(bytes)
    const image = images.find(each => each.is_primary()) ?? images[0]
    if (image === undefined) return undefined
    const [width, height] = [image.get_width(), image.get_height()]
    if (width < 1 || height < 1 || width * height > points) return undefined
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
    const drawn = await new Promise<Target | null>(resolve => {
      image.display(target, resolve)
    })
    return drawn === null ? undefined : reduced(drawn, Math.floor(Math.max(width, height) / edge))
  } catch {
    // libheif throws various values for broken files, including numbers and strings.
    return undefined
  }
}

function nothing(): void {}

/** Averages squares of `factor` pixels, so that the thread returns little data. */
function reduced({ data, width, height }: Target, factor: number): HeicOutput {
  const step = Math.min(factor, width, height)
  if (step < 2) return { rgba: new Uint8Array(data.buffer), width, height }
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const rgba = new Uint8Array(columns * rows * 4)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0
        for (let y = 0; y < step; y += 1) {
          const start = ((row * step + y) * width + column * step) * 4 + channel
          for (let x = 0; x < step; x += 1) sum += data[start + x * 4] as number
        }
        rgba[(row * columns + column) * 4 + channel] = sum / (step * step)
      }
  return { rgba, width: columns, height: rows }
}

/**
 * `resourceLimits` of a thread do not cover WebAssembly memory, and a picture of few pixels may name any size
 * in its HEVC stream. libheif grows its memory through this method; this thread runs nothing else.
 */
function boundMemory(): void {
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { readonly prototype: Memory } } })
    .WebAssembly.Memory
  const grow = prototype.grow
  prototype.grow = function (this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > most) throw new RangeError('The decoder uses too much memory')
    return grow.call(this, pages)
  }
}
