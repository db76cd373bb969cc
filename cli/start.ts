/** `andiron start`: serves until stopped, then finishes pending requests. */
import closeWithGrace from 'close-with-grace'
import { concealUserinfo } from '../core/config/conceal.ts'
import { serve } from '../plugins/index.ts'
import { sentenceOf, tell } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

export async function start(options: Located): Promise<void> {
  const settings = await readSettings(options)
  const running = await explaining(settings, () => serve(settings.config, { directory: settings.directory }))
  const { app, url, origins } = running
  const { limits } = app.gateway.config

  const lines: [name: string, value: string][] = [
    ['gateway', app.gateway.baseUrl],
    ...origins,
    ['API docs', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['health', `${url}/health/ready`],
  ]

  // Beyond the time for requests, the stores need some to close.
  closeWithGrace({ delay: limits.drain + 10_000, logger: false }, async ({ signal, err }) => {
    if (err) app.log.fatal({ err }, 'stopping')
    else app.log.info({ signal }, 'stopping')
    try {
      await running.close()
    } catch (error) {
      process.stderr.write(`andiron: ${settings.conceal(sentenceOf(error))}\n`)
    }
  })
  tell(
    `andiron ${app.gateway.version} is listening`,
    lines.map(([name, value]) => [name, concealUserinfo(value)]),
  )
}
