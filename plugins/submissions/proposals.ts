/**
 * Proposals of programs: a record that is stored only once its person has signed. It is kept sealed under the
 * secret of its link, until it is answered or expires.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Caller, Context, Gateway, ToolResult } from '../../core/index.ts'
import type { Proposed } from '../../schemas/proposal.ts'
import { TooManyProposals, UnknownProposal, UnreadableProposal } from './errors.ts'

type Members = Readonly<Record<string, unknown>>

/** The proposals of records of one collection. The plugin that owns the collection adds them in its setup. */
export interface ProposalKind {
  /** Members of the record that its person may change before signing. */
  readonly editable: readonly string[]
  /** Called with the record that the person signs. @throws any error; the proposal is kept then */
  admit?(record: Members, context: Context): Promise<void>
}

/** A record that a program proposes. */
export interface NewProposal {
  /** Uid of the collection. */
  readonly collection: string
  readonly record: Members
  /** The record in words. */
  readonly summary: string
  /** The proposed answers in words, if the record is a response. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[]
  /** The application through which the record is submitted. */
  readonly application?: { readonly id: string; readonly name: string }
}

export interface Proposal extends NewProposal {
  /** The compressed public key of the person, in hex. */
  readonly person: string
  /** The program that proposes. */
  readonly client: { readonly id: string; readonly name: string }
  /** ISO 8601. */
  readonly proposedAt: string
  readonly expiresAt: string
}

/** Marks the record with the program that proposed it. */
const PROPOSED_BY = 'urn:andiron:proposed-by'

const KIND = 'proposal'
const HOUR = 3_600_000
/** Less than the day for which an Idempotency-Key is kept: no proposal is stored twice. */
const LIFETIME = 12 * HOUR
/** Of one program; of all programs of a person. */
const MOST_PER_DAY = { one: 20, all: 60 } as const
/** Characters of JSON. */
const LARGEST = 32_768
/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/
/** Characters that a page does not show, or that reorder others: a person would sign text that they do not see. */
const INVISIBLE = /(?![\n\r\t])\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u{E0000}-\u{E007F}]/u

export class Proposals {
  /** By the uid of the collection. */
  readonly kinds = new Map<string, ProposalKind>()
  readonly #gateway: Pick<Gateway, 'tokens' | 'quotas' | 'baseUrl'>

  constructor(gateway: Pick<Gateway, 'tokens' | 'quotas' | 'baseUrl'>) {
    this.#gateway = gateway
  }

  /**
   * Keeps a proposal.
   * @returns the answer of the tool, with the link for the person
   * @throws TooManyProposals, UnreadableProposal
   */
  async propose(proposal: NewProposal, { caller, now }: Context): Promise<ToolResult<Proposed>> {
    const { tokens, baseUrl } = this.#gateway
    const { key, client = { id: 'token', name: 'a program with your token' } } = caller
    refuseUnreadable(proposal)
    const at = now.getTime()
    await this.#count(`${key} ${client.id}`, MOST_PER_DAY.one, at)
    await this.#count(key, MOST_PER_DAY.all, at)
    const secret = randomBytes(32).toString('base64url')
    const expiresAt = new Date(at + LIFETIME).toISOString()
    const { extension = [] } = proposal.record as { extension?: readonly object[] }
    const shown = { id: visible(client.id), name: visible(client.name) }
    const mark = { url: PROPOSED_BY, valueString: `${shown.name} (${shown.id})` }
    const kept: Proposal = {
      ...proposal,
      record: { ...proposal.record, extension: [...extension, mark] },
      ...{ person: key, client: shown, proposedAt: now.toISOString(), expiresAt },
    }
    await tokens.put(KIND, secret, seal(JSON.stringify(kept), secret), at + LIFETIME)
    const url = `${baseUrl}/profile#proposal=${secret}`
    const sentence = `Nothing is stored yet. Ask the person to open this URL and to sign or decline: ${url}\nuntil ${expiresAt}.`
    return {
      structuredContent: { summary: proposal.summary, url, expiresAt },
      content: [{ type: 'text', text: `${proposal.summary}\n${sentence}` }],
      records: [],
    }
  }

  /** @throws UnknownProposal, also for the proposal to another person */
  async read({ key }: Pick<Caller, 'key'>, secret: string): Promise<Proposal> {
    const kept = SECRET.test(secret) ? await this.#gateway.tokens.peek(KIND, secret) : undefined
    const proposal = kept === undefined ? undefined : (JSON.parse(open(kept, secret)) as Proposal)
    if (proposal?.person !== key) throw new UnknownProposal()
    return proposal
  }

  /** The record to store: as it was proposed, with what its person has changed. */
  async signed(
    { collection, record }: NewProposal,
    changed: Members | undefined,
    context: Context,
  ): Promise<Members> {
    const kind = this.kinds.get(collection)
    if (!kind) throw new UnknownProposal()
    const own = kind.editable.filter(name => changed && Object.hasOwn(changed, name))
    const signed = { ...record, ...Object.fromEntries(own.map(name => [name, changed?.[name]])) }
    await kind.admit?.(signed, context)
    return signed
  }

  async remove(secret: string): Promise<void> {
    await this.#gateway.tokens.take(KIND, secret)
  }

  async #count(subject: string, records: number, at: number): Promise<void> {
    const taken = await this.#gateway.quotas.take({
      ...{ kind: KIND, subject, records: 1, bytes: 0, at, window: 24 * HOUR, limit: { records, bytes: 0 } },
    })
    if ('exhausted' in taken) throw new TooManyProposals(records)
  }
}

const visible = (words: string): string => words.replaceAll(new RegExp(INVISIBLE, 'gu'), '')

function refuseUnreadable(proposal: NewProposal): void {
  let isClear = true
  const text = JSON.stringify(proposal, (_name, value: unknown) => {
    if (typeof value === 'string' && INVISIBLE.test(value)) isClear = false
    return value
  })
  if (!isClear) throw new UnreadableProposal('it has control characters or invisible ones')
  if (text.length > LARGEST) throw new UnreadableProposal('it is too long; propose fewer answers at once')
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
