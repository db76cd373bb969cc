/**
 * Proposals of programs: a record that is stored only once its person has signed. It is kept sealed under the
 * secret of its link, until it is answered or expires.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Caller, Gateway } from '../../core/index.ts'
import { TooManyProposals, UnknownProposal } from './errors.ts'

export interface Proposal {
  /** The compressed public key of the person, in hex. */
  readonly person: string
  /** The program that proposes. */
  readonly client: { readonly id: string; readonly name: string }
  /** ISO 8601. */
  readonly proposedAt: string
  readonly expiresAt: string
  /** Uid of the collection. */
  readonly collection: string
  readonly record: Readonly<Record<string, unknown>>
  /** The record in words. */
  readonly summary: string
}

const KIND = 'proposal'
const HOUR = 3_600_000
/** Less than the day for which an Idempotency-Key is kept: no proposal is stored twice. */
const LIFETIME = 12 * HOUR
const MOST_PER_DAY = 20
/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/

export class Proposals {
  readonly #gateway: Pick<Gateway, 'tokens' | 'quotas'>

  constructor(gateway: Pick<Gateway, 'tokens' | 'quotas'>) {
    this.#gateway = gateway
  }

  /** Keeps a proposal. @returns the secret of its link @throws TooManyProposals */
  async add(
    { key, client }: Caller,
    proposal: Pick<Proposal, 'collection' | 'record' | 'summary'>,
    now: Date,
  ): Promise<{ readonly secret: string; readonly expiresAt: string }> {
    const { quotas, tokens } = this.#gateway
    const at = now.getTime()
    const limit = { records: MOST_PER_DAY, bytes: 0 }
    const taken = await quotas.take({
      ...{ kind: KIND, subject: key, records: 1, bytes: 0, at, window: 24 * HOUR, limit },
    })
    if ('exhausted' in taken) throw new TooManyProposals(MOST_PER_DAY)
    const secret = randomBytes(32).toString('base64url')
    const expiresAt = new Date(at + LIFETIME).toISOString()
    const kept: Proposal = {
      ...proposal,
      ...{ person: key, client: client ?? { id: 'token', name: 'a program with your token' } },
      ...{ proposedAt: now.toISOString(), expiresAt },
    }
    await tokens.put(KIND, secret, seal(JSON.stringify(kept), secret), at + LIFETIME)
    return { secret, expiresAt }
  }

  /** @throws UnknownProposal, also for the proposal to another person */
  async read({ key }: Pick<Caller, 'key'>, secret: string): Promise<Proposal> {
    const kept = SECRET.test(secret) ? await this.#gateway.tokens.peek(KIND, secret) : undefined
    const proposal = kept === undefined ? undefined : (JSON.parse(open(kept, secret)) as Proposal)
    if (proposal?.person !== key) throw new UnknownProposal()
    return proposal
  }

  async remove(secret: string): Promise<void> {
    await this.#gateway.tokens.take(KIND, secret)
  }
}

/** A secret is random and seals one proposal, and so does the derived key: the nonce may be constant. */
const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'andiron proposal', 32))
const NONCE = new Uint8Array(12)

function seal(text: string, secret: string): string {
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), NONCE)
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function open(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), NONCE)
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString()
}
