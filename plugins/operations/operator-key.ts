/** The key of the operator: a secret for the page of the gateway's state, in the config or in a file. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyRequest } from 'fastify'
import {
  addressOf,
  type Budget,
  type Caller,
  createBudget,
  type Peers,
  type SecurityScheme,
} from '../../core/index.ts'
import { OperatorKeyRefused, OperatorKeyUnusable } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Present if the config has a key of the operator. */
    operator?: OperatorKey
  }
}

/** Characters of the shortest key: 128 bits in hex. */
export const LEAST = 32
/** Refused keys of one address per minute. */
const ATTEMPTS = 10

export interface OperatorKeyOptions {
  readonly operatorKey?: string | undefined
  readonly operatorKeyFile?: string | undefined
}

/** Verifies keys. Keeps a digest only. */
export class OperatorKey {
  readonly #digest: Buffer
  readonly #attempts: Budget

  /** @param peers - count refused keys together */
  constructor(key: string, peers?: Peers) {
    this.#attempts = createBudget({ name: 'operator', limit: ATTEMPTS, peers })
    this.#digest = digestOf(key)
  }

  /** @throws OperatorKeyRefused; TooManyRequests for an address with too many refused keys */
  verify({ headers, ip }: FastifyRequest): void {
    const [, key] = /^Bearer (\S{1,512})$/i.exec(headers.authorization ?? '') ?? []
    // Digests have one length, and say nothing about how much of a key was right.
    if (key !== undefined && timingSafeEqual(digestOf(key), this.#digest)) return
    this.#attempts.spend(addressOf(ip), 1)
    throw refused()
  }
}

const refused = (): Error =>
  Object.assign(new OperatorKeyRefused(), { headers: { 'www-authenticate': 'Bearer' } })

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Opens the key of the config; `undefined` if there is none. @throws OperatorKeyUnusable */
export async function openOperatorKey(
  { operatorKey, operatorKeyFile }: OperatorKeyOptions,
  peers?: Peers,
): Promise<OperatorKey | undefined> {
  if (operatorKey !== undefined && operatorKeyFile !== undefined)
    throw new OperatorKeyUnusable("the config has both 'operatorKey' and 'operatorKeyFile'")
  const key = operatorKeyFile === undefined ? operatorKey : await readKeyFile(resolve(operatorKeyFile))
  if (key === undefined) return undefined
  if (key.length < LEAST || /\s/.test(key))
    throw new OperatorKeyUnusable(`it has fewer than ${LEAST} characters, or white space`)
  return new OperatorKey(key, peers)
}

async function readKeyFile(file: string): Promise<string> {
  const { mode } = await stat(file).catch(() => {
    throw new OperatorKeyUnusable(`the file '${file}' does not exist`)
  })
  if (process.platform !== 'win32' && mode & 0o077)
    throw new OperatorKeyUnusable(`others can read '${file}'; run: chmod 600 ${file}`)
  return (await readFile(file, 'utf8')).trim()
}

/** The security scheme of the operator: it proves no identity, and is accepted by no route with a person's data. */
export const operatorScheme: SecurityScheme = {
  describe: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of the operator, from the config.',
  },
  errors: [OperatorKeyRefused],
  async authenticate(request): Promise<Caller> {
    const { operator } = request.server
    if (operator === undefined) throw refused()
    operator.verify(request)
    return { did: '', key: 'operator', scopes: [] }
  },
}
