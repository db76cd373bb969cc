/** `andiron reload`: reloads the gateways of a data directory, one after another. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controlled, requestReload } from './control.ts'
import { type Located, readSettings } from './settings.ts'

export async function reload(options: Pick<Located, 'config' | 'data'>): Promise<void> {
  const { config, directory } = await readSettings(options)
  const data = resolve(fileURLToPath(directory), config.data ?? 'data')
  let count = 0
  for (const pid of await controlled(data)) {
    const outcome = await requestReload(data, pid)
    if (outcome === undefined) continue
    count += 1
    if (outcome.reloaded) process.stdout.write(`Process ${pid} is reloaded.\n`)
    else {
      process.stderr.write(`andiron: Process ${pid} is not reloaded and goes on. ${outcome.sentence}\n`)
      process.exitCode = 1
    }
  }
  if (count > 0) return
  process.stderr.write(`andiron: No gateway runs with the data directory '${data}'.\n`)
  process.exitCode = 1
}
