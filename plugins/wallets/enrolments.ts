/** How each wallet was enrolled: what keeps a person from getting a second profile without noticing. */
import { createHmac } from 'node:crypto'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Gateway, uuidOf } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import type { Enrolment, EnrolmentRecord, EnrolmentRequest, WrappedKey } from '../../schemas/wallet.ts'
import { WalletEnrolled } from './errors.ts'

type WriteContext = Parameters<Gateway['publish']>[3]

export interface Enrolments {
  /** @param subject - the account, as its session names it */
  find(subject: string): Promise<Enrolment | undefined>
  /**
   * Enrols a wallet, or seals its key anew. Under another storage key only when that is what the person says they give up.
   * @throws WalletEnrolled
   */
  enrol(subject: string, sent: Omit<EnrolmentRequest, 'proof'>, context: WriteContext): Promise<Enrolment>
  /** Forgets every wallet that was enrolled under a storage key, and what it was sealed as. */
  forget(key: string): Promise<void>
}

/** As long as two enrolments of one wallet can overlap; after that the stored record decides. */
const RACE = 60_000

export function createEnrolments(gateway: Gateway): Enrolments {
  const { records, tokens, builder, config } = gateway
  const keyOf = (did: string) => keyIdOf(did, [config.did.prefix])

  /** Under a key of the service, so that whoever reads a node cannot look up whose wallet it is. */
  const idOf = (subject: string) =>
    uuidOf('enrolment', createHmac('sha256', builder.privateKey).update(`enrolment ${subject}`).digest('hex'))

  const read = async (subject: string) =>
    (await records.read(uids.Enrolment, idOf(subject))) as EnrolmentRecord | undefined

  /** Kept apart, and under an id that follows from it: the fields that are split over the nodes are written once. */
  async function keep(wrapped: WrappedKey, key: string, context: WriteContext): Promise<string> {
    const record = { key, wrapped: JSON.stringify(wrapped) }
    const id = uuidOf('wrapped-key', JSON.stringify(record))
    await gateway.publish(uids.WrappedKey, id, record, context)
    return id
  }

  return {
    async find(subject) {
      const record = await read(subject)
      if (!record) return undefined
      const { did, wrapped } = record
      if (wrapped === undefined) return { did }
      const kept = await records.read(uids.WrappedKey, wrapped)
      // To say that nothing was sealed would have the wallet derive another key.
      if (typeof kept?.['wrapped'] !== 'string') throw new Error('the sealed key of an enrolment is missing')
      return { did, wrapped: JSON.parse(kept['wrapped']) as WrappedKey }
    },

    async enrol(subject, { did, wrapped, replaces }, context) {
      const current = await read(subject)
      const key = keyOf(did)
      if (current && current.key !== key && (!replaces || keyOf(replaces) !== current.key))
        throw new WalletEnrolled()
      const id = idOf(subject)
      if (current?.key !== key) {
        // Of several devices that enrol one wallet at once, or begin anew from the same key, one goes on.
        const step = `${id} after ${current?.key ?? 'nothing'}`
        const { value } = await tokens.claim('enrolment', step, key, context.now.getTime() + RACE)
        if (value !== key) throw new WalletEnrolled()
      }
      const record: EnrolmentRecord = {
        ...{ did, key },
        ...(wrapped && { wrapped: await keep(wrapped, key, context) }),
      }
      if (current) await gateway.republish(uids.Enrolment, id, record, context)
      else await gateway.publish(uids.Enrolment, id, record, context)
      // What a passphrase opened that is no longer to open it. Of a key that was given up, it stays the last way back.
      const before = current?.key === key ? current.wrapped : undefined
      if (before !== undefined && before !== record.wrapped) await gateway.unpublish(uids.WrappedKey, before)
      return { did, ...(wrapped && { wrapped }) }
    },

    async forget(key) {
      // The sealed keys first: cut short, this is called again and finds the enrolment still.
      for (const uid of [uids.WrappedKey, uids.Enrolment]) {
        const { records: kept } = await records.find(uid, { key }, { limit: 200 })
        for (const { _id } of kept) await gateway.unpublish(uid, _id)
      }
    },
  }
}
