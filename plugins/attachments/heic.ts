/** HEIC as pixels: decoded by the optional package `libheif-js`, in a thread of the sandbox. */
import { defineTask, type Sandbox, TooExpensive, urlOfPackage } from '../../core/index.ts'
import type { HeicInput, HeicOutput } from './heic-task.ts'

const TASK = defineTask<HeicInput, HeicOutput>('./heic-task', import.meta.url)

/** The file of the package that includes the decoder: it loads nothing else at run time. */
export const DECODER = 'libheif-js/libheif-wasm/libheif-bundle.js'

/**
 * The cost limits of one picture. Twelve megapixels of noise take five seconds. `megabytes` limits the memory
 * of JavaScript; {@link HeicInput} limits that of the decoder.
 */
const BUDGET = { milliseconds: 8_000, megabytes: 256 } as const
const DECODER_BYTES = 512 * 1024 * 1024

/** Decodes HEIC if the package is installed. */
export class HeicDecoder {
  readonly #sandbox: Sandbox
  readonly #decoder: string | undefined

  constructor(sandbox: Sandbox, decoder: string) {
    this.#sandbox = sandbox
    this.#decoder = urlOfPackage(decoder)
  }

  get isInstalled(): boolean {
    return this.#decoder !== undefined
  }

  /**
   * The pixels of the picture, scaled down to no less than `edge`; `undefined` if it is broken or costs too
   * much.
   * @param caller - the key for fair sharing of threads
   * @throws SandboxFull if the queue is full
   */
  async points(
    bytes: Buffer,
    { edge, points, caller }: { readonly edge: number; readonly points: number; readonly caller: string },
  ): Promise<HeicOutput> {
    if (this.#decoder === undefined) return undefined
    const input = { decoder: this.#decoder, bytes, edge, points, memory: DECODER_BYTES }
    try {
      return await this.#sandbox.run(TASK, input, { ...BUDGET, key: caller })
    } catch (error) {
      if (error instanceof TooExpensive) return undefined
      throw error
    }
  }
}
