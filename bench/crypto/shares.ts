/** Splitting a secret field, the key of a file, over three nodes, and recombining it. */
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { createEncryptionKey } from '../../core/crypto/file.ts'
import { joinShares, splitSecret } from '../../core/crypto/shares.ts'
import { compare, type Scale, type Table } from '../harness.ts'

// Its ESM entry fails to load with libsodium-wrappers-sumo 0.7.16.
const blindfold: typeof import('@nillion/blindfold') = createRequire(import.meta.url)('@nillion/blindfold')

const NODES = 3
const secret = JSON.stringify(createEncryptionKey())
const shares = splitSecret(secret, NODES)

/** The same with Node's Buffers, which browsers lack. */
function splitBuffers(text: string): string[] {
  const last = Buffer.from(`\u0001${text}`)
  const masks = Array.from({ length: NODES - 1 }, () => randomBytes(last.length))
  for (const mask of masks) xorInto(last, mask)
  return [...masks, last].map(share => share.toString('base64'))
}

function joinBuffers(shares: readonly string[]): string {
  const [secret = Buffer.alloc(0), ...others] = shares.map(share => Buffer.from(share, 'base64'))
  for (const other of others) xorInto(secret, other)
  return secret.toString('utf8', 1)
}

function xorInto(target: Buffer, mask: Buffer): void {
  for (let at = 0; at < target.length; at++) target[at] = (target[at] ?? 0) ^ (mask[at] ?? 0)
}

/** Tells the peer the number of nodes. */
const clusterKey = () =>
  blindfold.ClusterKey.generate({ nodes: Array.from({ length: NODES }, () => ({})) }, { store: true })

export async function splitting(scale: Scale): Promise<Table> {
  const key = await clusterKey()
  return compare(
    'Split a secret over three nodes',
    [
      { name: 'floor: random bytes, XOR and base64 in buffers of Node', run: () => splitBuffers(secret) },
      { name: 'andiron', run: () => splitSecret(secret, NODES) },
      { name: '@nillion/blindfold', run: () => blindfold.encrypt(key, secret) },
    ],
    scale,
  )
}

export async function joining(scale: Scale): Promise<Table> {
  const key = await clusterKey()
  if (joinBuffers(shares) !== secret) throw new Error('the floor does not join what was split')
  return compare(
    'Join the shares of three nodes',
    [
      { name: 'floor: base64 and XOR in buffers of Node', run: () => joinBuffers(shares) },
      { name: 'andiron', run: () => joinShares(shares) },
      { name: '@nillion/blindfold', run: () => blindfold.decrypt(key, [...shares]) },
    ],
    scale,
  )
}
