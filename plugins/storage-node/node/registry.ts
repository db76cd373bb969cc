/** The builders of a local node: those that the operator admits, and the operator's own. */
import { type Database, MalformedBuilder } from '../../../core/node.ts'
import type { Bounds } from './bounds.ts'

/** Every DID is in its stored spelling. */
export interface Registry {
  /** True if the builder may keep collections here; the first to register may become the node's service. */
  admits(did: string, asks?: 'to register'): Promise<boolean>
  /** True if no quota of builders applies: the builder is the service, or the operator names it. */
  trusts(did: string): boolean | Promise<boolean>
}

export interface RegistryOptions {
  readonly database: Database
  readonly builders: Bounds['builders']
  /** DID of the service. @default the first builder that registers */
  readonly service?: string | undefined
  /** The stored spelling of a DID. */
  readonly identity: (did: string) => string
}

/** @throws MalformedBuilder for a malformed DID in the list */
export function createRegistry({ database, builders, identity, ...options }: RegistryOptions): Registry {
  const named = new Set(typeof builders === 'string' ? [] : builders.map(did => spelled(did, identity)))
  const service = options.service === undefined ? undefined : spelled(options.service, identity)
  // With a list, the operator has already named the service.
  let first = typeof builders === 'string' ? undefined : ''

  async function isFirst(did: string): Promise<boolean> {
    const [seat] = await database.query<{ builder: string }>('SELECT builder FROM service WHERE id = 1')
    first = seat?.builder
    return first === did
  }

  const trusts = (did: string) => {
    const known = service ?? first
    return named.has(did) || (known === undefined ? isFirst(did) : known === did)
  }

  return {
    trusts,
    async admits(did, asks) {
      // Of several concurrent registrations, the database decides which is first.
      if (asks !== undefined && service === undefined && first === undefined)
        await database.query(
          'INSERT INTO service (id, builder) VALUES (1, $1) ON CONFLICT (id) DO NOTHING RETURNING id',
          [did],
        )
      return builders === 'open' || (await trusts(did))
    },
  }
}

function spelled(did: string, identity: (did: string) => string): string {
  try {
    return identity(did)
  } catch (cause) {
    throw Object.assign(new MalformedBuilder(did), { cause })
  }
}
