/**
 * Limits on registering applications and publishing: anyone can create a control key and register an
 * application.
 */
import {
  addressOf,
  type Context,
  type ErrorRow,
  type Gateway,
  type Taken,
  type Taking,
} from '../../core/index.ts'
import { AddressPublishingExhausted, PublishingExhausted, TooManyApplications } from './errors.ts'

export interface AllowanceLimits {
  readonly perControlKey: number
  readonly perAddress: number
  readonly publishedRecords: number
  readonly publishedBytes: number
  readonly publishedRecordsOfAddress: number
  readonly publishedBytesOfAddress: number
}

/** Gives back the consumed quota of an operation that failed. */
export type GiveBack = () => Promise<void>

export interface Allowance {
  /** @throws TooManyApplications */
  register(controlAddress: string, ip: string): Promise<GiveBack>
  /**
   * Takes a revision from an application's publishing quota; a revision that is stored already costs nothing.
   * Counted for the key permanently and for the address within a day: applications are as cheap as keys.
   * @throws PublishingExhausted, AddressPublishingExhausted
   */
  publish(
    publisher: Pick<Context, 'caller' | 'address'>,
    collection: string,
    revision: { readonly meta: { readonly versionId: string } },
  ): Promise<GiveBack>
  /** The errors of `publish`, for the description of routes. */
  readonly errors: readonly ErrorRow[]
}

const DAY = 24 * 60 * 60_000

export function createAllowance(
  { quotas, records }: Pick<Gateway, 'quotas' | 'records'>,
  limits: AllowanceLimits,
): Allowance {
  const givingBack = (taken: readonly Taken[]) => async () => {
    for (const each of taken) await quotas.give(each)
  }

  return {
    errors: [PublishingExhausted, AddressPublishingExhausted],
    async register(controlAddress, ip) {
      const one = { records: 1, bytes: 0, at: Date.now() }
      const takings: Taking[] = [
        {
          ...{ kind: 'application-address', subject: addressOf(ip), ...one, window: DAY },
          limit: { records: limits.perAddress, bytes: 0 },
        },
        {
          ...{ kind: 'application-control', subject: controlAddress.toLowerCase(), ...one },
          ...{ window: Number.MAX_SAFE_INTEGER, limit: { records: limits.perControlKey, bytes: 0 } },
        },
      ]
      const taken: Taken[] = []
      for (const taking of takings) {
        const result = await quotas.take(taking)
        if ('taken' in result) {
          taken.push(result.taken)
          continue
        }
        await givingBack(taken)()
        if (taking.window !== DAY)
          throw new TooManyApplications('This control key', String(limits.perControlKey))
        const seconds = String(Math.max(1, Math.ceil((result.exhausted.until - Date.now()) / 1000)))
        throw Object.assign(
          new TooManyApplications('This address, within a day,', String(limits.perAddress)),
          {
            headers: { 'retry-after': seconds },
          },
        )
      }
      return givingBack(taken)
    },

    async publish({ caller, address }, collection, revision) {
      if ((await records.read(collection, revision.meta.versionId)) !== undefined) return givingBack([])
      const amount = { records: 1, bytes: Buffer.byteLength(JSON.stringify(revision)), at: Date.now() }
      const own = await quotas.take({
        ...{ kind: 'published', subject: caller.key, ...amount, window: Number.MAX_SAFE_INTEGER },
        limit: { records: limits.publishedRecords, bytes: limits.publishedBytes },
      })
      if ('exhausted' in own) {
        const { left } = own.exhausted
        throw new PublishingExhausted(String(left.records), String(left.bytes))
      }
      // Maintenance has no address, and no caller controls its writes.
      if (address === undefined) return givingBack([own.taken])
      const shared = await quotas.take({
        ...{ kind: 'published-address', subject: addressOf(address), ...amount, window: DAY },
        limit: { records: limits.publishedRecordsOfAddress, bytes: limits.publishedBytesOfAddress },
      })
      if ('taken' in shared) return givingBack([own.taken, shared.taken])
      await quotas.give(own.taken)
      const { left, until } = shared.exhausted
      const seconds = String(Math.max(1, Math.ceil((until - Date.now()) / 1000)))
      throw Object.assign(new AddressPublishingExhausted(String(left.records), String(left.bytes), seconds), {
        headers: { 'retry-after': seconds },
      })
    },
  }
}
