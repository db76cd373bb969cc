/** `andiron keys`: shows and replaces the keys of a gateway or a node while it runs. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkConfig } from '../core/config/config.ts'
import type { Config } from '../core/config/config-schema.ts'
import { InvalidKey } from '../core/errors.ts'
import { openBuilder } from '../core/keys/builder-key.ts'
import { ManagedRing } from '../core/keys/key-ring.ts'
import { fail } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

export interface RotateOptions extends Located {
  /** Seconds until the new key signs. */
  readonly start: number
  /** Seconds for which the old key is accepted beside it. */
  readonly overlap: number
}

/** A key by its name on the command line. */
interface Named {
  readonly name: string
  readonly ring: ManagedRing
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The first line of each consequence of a rotation, by kind. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  builder:
    'Delegations and tokens for the old key end with it; what it attested stays valid. Clients read the new key at /.well-known/andiron.json.',
  node: 'Tokens for the old key are accepted until it ends. Gateways that know the node accept the new key by themselves.',
  url: 'URLs that the old key signed are accepted until it ends.',
}

/** Replaces one key. */
export async function rotate(
  which: string,
  number: number | undefined,
  { start, overlap, ...located }: RotateOptions,
): Promise<void> {
  try {
    const settings = await readSettings(located)
    await explaining(settings, async () => {
      const config = checkConfig(settings.config)
      const data = resolve(fileURLToPath(settings.directory), config.data)
      const { name, ring } = await ringNamed(which, number, config, data)
      if (ring.isNew) throw new InvalidKey(`There is no ${name} key in ${data} yet: the first start makes it`)
      const before = ring.keys.at(-1)?.did ?? ring.did
      const starts = Math.ceil(Date.now() / 1000) + start
      await ring.rotate({ starts, ends: starts + overlap })
      const newest = ring.keys.at(-1)
      const { file } = ring
      const made = file.replace(/key$/, `${ring.keys.length}`)
      process.stdout.write(
        [
          `${name} key`,
          `  old        ${before}`,
          `  new        ${newest?.did}`,
          `  signs from ${timeOf(starts)}`,
          `  old ends   ${timeOf(starts + overlap)}`,
          `  files      ${made}.key ${made}.jws`,
          '',
          `Back up ${made}.key, and keep every key before it.`,
          CONSEQUENCES[which] ?? '',
          `A running process reads the files within a second. One with another data directory needs both before ${timeOf(starts)}.`,
          '',
        ].join('\n'),
      )
    })
  } catch (error) {
    fail(error)
  }
}

/** Lists the keys with their times. */
export async function list(located: Located): Promise<void> {
  try {
    const settings = await readSettings(located)
    await explaining(settings, async () => {
      const config = checkConfig(settings.config)
      const data = resolve(fileURLToPath(settings.directory), config.data)
      for (const { name, ring } of await ringsOf(config, data)) {
        if (ring.isNew) continue
        for (const { did, starts, ends } of ring.keys) {
          const from = starts === 0 ? '' : `  from ${timeOf(starts)}`
          const until = ends === Number.MAX_SAFE_INTEGER ? '' : `  until ${timeOf(ends)}`
          process.stdout.write(`${name.padEnd(8)} ${did}${from}${until}\n`)
        }
      }
    })
  } catch (error) {
    fail(error)
  }
}

async function ringNamed(
  which: string,
  number: number | undefined,
  config: Config,
  data: string,
): Promise<Named> {
  if (which === 'builder') {
    if (config.builderKey)
      throw new InvalidKey(
        `The config gives the builder key: write it to ${join(data, 'builder.key')} (64 hex digits, mode 0600), take 'builderKey' out of the config, restart, and rotate again`,
      )
    return { name: 'builder', ring: await openBuilder(config, data) }
  }
  if (which === 'url') return { name: 'url', ring: await ManagedRing.open(data, 'objects') }
  if (number === undefined) return { name: 'node', ring: await ManagedRing.open(data, 'node') }
  return { name: `node ${number}`, ring: await ManagedRing.open(join(data, 'nodes'), `node-${number}`) }
}

async function ringsOf(config: Config, data: string): Promise<readonly Named[]> {
  const { nodes } = config.stores.records
  const count = typeof nodes === 'number' ? nodes : 0
  return [
    { name: 'builder', ring: await openBuilder(config, data) },
    { name: 'url', ring: await ManagedRing.open(data, 'objects') },
    { name: 'node', ring: await ManagedRing.open(data, 'node') },
    ...(await Promise.all(
      Array.from({ length: count }, async (_, at) => ({
        name: `node ${at + 1}`,
        ring: await ManagedRing.open(join(data, 'nodes'), `node-${at + 1}`),
      })),
    )),
  ]
}
