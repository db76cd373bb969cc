/** The cost of core/crypto, compared with libraries that do the same and with a lower bound. */
import { cachedTokens } from './crypto/cached.ts'
import { derivation } from './crypto/derive.ts'
import { envelopes } from './crypto/envelope.ts'
import { opening, sealing } from './crypto/files.ts'
import { joining, splitting } from './crypto/shares.ts'
import { signing } from './crypto/sign.ts'
import { verification } from './crypto/verify.ts'
import type { Scale, Suite, Table } from './harness.ts'

const KiB = 1024
const MiB = 1024 * KiB

export const crypto: Suite = quick =>
  quick
    ? cryptoTables({ rounds: 2, turn: 1 }, [4 * KiB])
    : cryptoTables({ rounds: 21, turn: 15 }, [4 * KiB, MiB, 64 * MiB])

/** @param sizes - file sizes in bytes */
export async function* cryptoTables(scale: Scale, sizes: readonly number[]): AsyncGenerator<Table> {
  yield await verification(scale)
  yield await cachedTokens(scale)
  yield await envelopes(scale)
  yield await signing(scale)
  yield await derivation(scale)
  for (const size of sizes) {
    yield await sealing(size, scale)
    yield await opening(size, scale)
  }
  yield await splitting(scale)
  yield await joining(scale)
}
