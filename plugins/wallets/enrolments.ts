/** The enrolments of wallets, which keep a person from creating a second profile by accident. */
import { createHmac } from 'node:crypto'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Gateway, uuidOf } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import type { Enrolment, EnrolmentRecord, EnrolmentRequest, WrappedKey } from '../../schemas/wallet.ts'
import { WalletEnrolled } from './errors.ts'

type WriteContext = Parameters<Gateway['publish']>[3]

export interface Enrolments {
  /** @param subject - the account in its session */
  find(subject: string): Promise<Enrolment | undefined>
  /**
   * Enrols a wallet, or seals its key anew. With another storage key, the person must confirm which one they
   * give up.
   * @throws WalletEnrolled
   */
  enrol(subject: string, sent: Omit<EnrolmentRequest, 'proof'>, context: WriteContext): Promise<Enrolment>
  /** Deletes every wallet enrolled under a storage key, with its sealed key. */
  forget(key: string): Promise<void>
}

/** Milliseconds for which two enrolments of one wallet can overlap; after that the stored record decides. */
const RACE = 60_000

export function createEnrolments(gateway: Gateway): Enrolments {
  const { records, tokens, builder, config } = gateway
  const keyOf = (did: string) => keyIdOf(did, [config.did.prefix])

  /** An HMAC with a key of the service, so that a reader of a node cannot look up the owner of a wallet. */
  const idOf = (subject: string) =>
    uuidOf(
      'enrolment',
      createHmac('sha256', builder.first.privateKey).update(`enrolment ${subject}`).digest('hex'),
    )

  const read = async (subject: string) =>
    (await records.read(uids.Enrolment, idOf(subject))) as EnrolmentRecord | undefined

  /** Stored separately, under a derived id: fields that are split over the nodes are written only once. */
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
      // Reporting that nothing was sealed would make the wallet derive another key.
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
        // Of several devices that enrol one wallet concurrently, or start again from the same key, one
        // succeeds.
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
      // A wrapping that an old passphrase opens and should no longer open. For a key that was given up, it
      // stays as the last way back.
      const before = current?.key === key ? current.wrapped : undefined
      if (before !== undefined && before !== record.wrapped) await gateway.unpublish(uids.WrappedKey, before)
      return { did, ...(wrapped && { wrapped }) }
    },

    async forget(key) {
      // The sealed keys first: if interrupted, this is called again and still finds the enrolment.
      for (const uid of [uids.WrappedKey, uids.Enrolment]) {
        const { records: kept } = await records.find(uid, { key }, { limit: 200 })
        for (const { _id } of kept) await gateway.unpublish(uid, _id)
      }
    },
  }
}
