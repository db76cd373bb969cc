/** Seals the files of a backup: a key for each part, derived from the operator's key file. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'

/** The cost of the derivation, stored in the header of a repository. */
export interface KeyCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** The recommendation of OWASP: 128 MiB, so that guessing a passphrase is expensive. */
export const KEY_COST: KeyCost = { N: 2 ** 17, r: 8, p: 1 }

/** Limits the memory that the header of a stranger can claim. */
export const MOST_COST = 2 ** 20

export function masterKeyOf(secret: string, salt: Buffer, { N, r, p }: KeyCost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** The keys of one part. Neither follows from those of another part. */
export class PartKeys {
  readonly #seal: Buffer
  readonly #name: Buffer

  constructor(master: Buffer, part: string) {
    const derive = (use: string) =>
      Buffer.from(hkdfSync('sha256', master, '', `andiron backup ${use} ${part}`, 32))
    this.#seal = derive('seal')
    this.#name = derive('name')
  }

  /** A name that follows from the content, for holders of the key only. */
  nameOf(content: Buffer): string {
    return createHmac('sha256', this.#name).update(content).digest('hex')
  }

  /** AES-256-GCM under a random nonce; `about` is authenticated and not stored. */
  seal(content: Buffer, about: string): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#seal, nonce).setAAD(Buffer.from(about))
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
  }

  /** @throws Error if a single bit of content or `about` differs */
  open(sealed: Buffer, about: string): Buffer {
    if (sealed.length < 28) throw new Error('it is too short')
    const decipher = createDecipheriv('aes-256-gcm', this.#seal, sealed.subarray(0, 12), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  }
}
