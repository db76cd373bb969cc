/** `andiron start`: serves until it is told to stop, then lets what is under way finish. */
import closeWithGrace from 'close-with-grace'
import { serve } from '../../plugins/index.ts'
import { sentenceOf } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

export async function start(options: Located): Promise<void> {
  const settings = await readSettings(options)
  const running = await explaining(settings, () => serve(settings.config, { directory: settings.directory }))
  const { app, url, origins } = running
  const { limits } = app.gateway.config

  const lines = [
    ['gateway', app.gateway.baseUrl],
    ...[...origins].map(([name, origin]) => [name, origin]),
    ['API docs', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['health', `${url}/health/ready`],
  ] as const
  process.stdout.write(`andiron ${app.gateway.version} is listening\n`)
  for (const [name, origin] of lines) process.stdout.write(`  ${name.padEnd(9)} ${origin}\n`)

  // Beyond the time that requests get, the stores get some to close.
  closeWithGrace({ delay: limits.drain + 10_000, logger: false }, async ({ signal, err }) => {
    if (err) app.log.fatal({ err }, 'stopping')
    else app.log.info({ signal }, 'stopping')
    try {
      await running.close()
    } catch (error) {
      process.stderr.write(`andiron: ${sentenceOf(error)}\n`)
    }
  })
}
