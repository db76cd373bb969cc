/**
 * `andiron attest`: lists the service's own records without an attestation, and attests them on the
 * operator's request.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { checkConfig } from '../core/config/config.ts'
import { openBuilder } from '../core/keys/builder-key.ts'
import { choosePrimitives } from '../core/keys/native.ts'
import type { Unsealed } from '../core/stores/network/unsealed.ts'
import { openStores } from '../core/stores/open.ts'
import { createGateway } from '../plugins/index.ts'
import { startLocalNodes } from '../plugins/storage-node/node/local.ts'
import { fail } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'
import { type Suspect, suspicionsOf } from './suspicions.ts'

export interface AttestOptions extends Located {
  readonly yes?: boolean
  readonly include?: readonly string[]
}

export async function attest({ yes = false, include = [], ...located }: AttestOptions): Promise<void> {
  try {
    const settings = await readSettings(located)
    await explaining(settings, async () => {
      const config = checkConfig(settings.config)
      await attestIn(config, settings.directory, yes, new Set(include))
    })
  } catch (error) {
    fail(error)
  }
}

async function attestIn(
  config: ReturnType<typeof checkConfig>,
  directory: URL,
  yes: boolean,
  include: ReadonlySet<string>,
): Promise<void> {
  const data = resolve(fileURLToPath(directory), config.data)
  const builder = await openBuilder(config, data)
  const primitives = await choosePrimitives()
  const log = pino({ level: 'silent' })
  const stores = await openStores({ config, data, builder, primitives, log, startLocalNodes })
  try {
    for (const [at, node] of stores.localNodes.entries()) node.url = `node ${at + 1}`
    const app = await createGateway(config, { directory, stores, fastify: { logger: false } })
    try {
      await app.ready()
      const { network } = stores
      const found: Unsealed[] = []
      if (network) for await (const each of network.unsealed()) found.push(each)
      const names = new Map([...app.gateway.collections].map(({ uid, name }) => [uid, name]))
      const suspects = suspicionsOf(found, [config.did.prefix])
      const wanted = suspects.filter(
        ({ unsealed, reasons }) => reasons.length === 0 || include.has(unsealed.id),
      )
      for (const suspect of suspects) process.stdout.write(lineOf(suspect, names))
      if (suspects.length === 0) process.stdout.write('Every record of the service is sealed.\n')
      else if (!yes) {
        process.stdout.write(
          `\n${suspects.length} records without a seal are not served, ${suspects.length - wanted.length} of them left out as suspicious.\n` +
            `Nothing was written: --yes seals ${wanted.length}; --include <id> adds one that is marked.\n`,
        )
      } else {
        let sealed = 0
        for (const { unsealed } of wanted) if (await network?.seal(unsealed)) sealed += 1
        process.stdout.write(`\n${sealed} records sealed, ${suspects.length - sealed} left as they are.\n`)
        if (sealed < suspects.length) process.exitCode = 1
      }
    } finally {
      await app.close()
    }
  } finally {
    await stores.close()
  }
}

/** Records may contain untrusted text: control and bidirectional characters must not reach the terminal. */
const shown = (text: unknown): string => String(text).replace(/\p{C}/gu, '?').slice(0, 200)

function lineOf({ unsealed, reasons }: Suspect, names: ReadonlyMap<string, string>): string {
  const { collection, id, record } = unsealed
  const about = ['name', 'title', 'url', 'applicationId', 'publisher', 'did', 'application']
    .filter(field => typeof record[field] === 'string')
    .map(field => `${field} ${shown(record[field])}`)
  const mark = reasons.length > 0 ? 'SUSPICIOUS' : 'ok        '
  const why = reasons.map(reason => `             ${shown(reason)}\n`).join('')
  return `${mark} ${names.get(collection) ?? collection} ${id}  ${about.join(', ')}\n${why}`
}
