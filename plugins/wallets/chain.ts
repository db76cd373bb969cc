/** Signatures of contracts: the chain decides whether an account accepts them (ERC-1271, ERC-6492). */
import type { FastifyBaseLogger } from 'fastify'
import type { Transport } from 'viem'
import { requirePackage } from '../../core/index.ts'
import { ChainUnreachable } from './errors.ts'

type Hex = `0x${string}`

export interface ChainOptions {
  /** EIP-155. */
  readonly id: number
  /** The URL of a JSON-RPC endpoint; it may contain a key, so it appears in no message and no log. */
  readonly url: string
}

export interface Chain {
  readonly id: number
  /**
   * True if the contract at the address, deployed or not yet, accepts the signature of the hash.
   * @throws ChainUnreachable if the chain gives no answer, which never counts as one
   */
  takes(address: string, hash: Hex, signature: Hex): Promise<boolean>
}

/** Time-out of one call in milliseconds, and the number of retries. */
const PATIENCE = { timeout: 5_000, retryCount: 1 }

/** Codes with which a node reports that a call was executed and reverted: a valid answer, meaning no. */
const REVERTED: readonly unknown[] = [3, -32_000, -32_015]

/** The first signature of a contract loads viem. */
export function createChain({ id, url }: ChainOptions, log: FastifyBaseLogger): Chain {
  requirePackage('viem', "The option 'chain' of the plugin 'wallets'")
  let known: Promise<void> | undefined

  /** Rejects unless the endpoint is of this chain: another chain may have another contract at the address. */
  function rightChain(ask: () => Promise<number>): Promise<void> {
    known ??= ask().then(other => {
      if (other !== id) throw new Error(`the endpoint is of chain ${other}`)
    })
    known.catch(() => {
      known = undefined
    })
    return known
  }

  return {
    id,
    async takes(address, hash, signature) {
      const [{ createClient, http }, { getChainId, verifyHash }] = await Promise.all([
        import('viem'),
        import('viem/actions'),
      ])
      const failures: unknown[] = []
      const client = createClient({ transport: noting(http(url, PATIENCE), failures) })
      try {
        await rightChain(() => getChainId(client))
        const taken = await verifyHash(client, { address: address as Hex, hash, signature })
        // viem reports a failed call as a reverted one: only an answer of the chain counts as no.
        if (taken || failures.length === 0) return taken
      } catch (error) {
        failures.push(error)
      }
      const { name, message } = failures[0] as Error
      // The message of a failed request contains the URL.
      log.warn({ chain: id, reason: name === 'Error' ? message : name }, 'the chain did not answer')
      throw new ChainUnreachable(address)
    },
  }
}

/** The same transport; records each failure that is not an answer. */
function noting(transport: Transport, failures: unknown[]): Transport {
  return parameters => {
    const { request, ...rest } = transport(parameters)
    return {
      ...rest,
      async request(call: Parameters<typeof request>[0]) {
        try {
          return await request(call)
        } catch (error) {
          if (!REVERTED.includes((error as { code?: unknown }).code)) failures.push(error)
          throw error
        }
      },
    }
  }
}
