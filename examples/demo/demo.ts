/** `npm run demo`: does the main job against a running gateway, or starts one, and shows every step. */
import { AndironError, loadEnvironment } from '../../ui/sdk/index.ts'
import { findGateway } from './gateway.ts'
import { journey } from './journey.ts'
import { bold, failed, line, result } from './print.ts'

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`The demo was stopped (${signal})`)))
  }
})

// It may arrive before anything awaits it.
interrupted.catch(() => {})

async function run(): Promise<void> {
  const gateway = await findGateway(process.env['ANDIRON_BASE_URL'])
  try {
    line(bold('andiron demo'))
    line(`Gateway ${gateway.url}${gateway.own ? ', started for this demo because none runs' : ''}`)
    const environment = await Promise.race([loadEnvironment(gateway.url), interrupted])
    const { applicationId, questionnaireId } = await Promise.race([journey(environment), interrupted])

    line(`\n${bold('Done.')}`)
    if (gateway.own) {
      line('The gateway of this demo stops now, and its data goes with it.')
      line('To look further, run `npm start` in another terminal and the demo again.')
    } else {
      line('To look further:')
      result('API docs', `${gateway.url}/docs`)
      result('environment', `${gateway.url}/.well-known/andiron.json`)
      result('application', `${gateway.url}/api/application/${applicationId}`)
      result('questionnaire', `${gateway.url}/api/questionnaire/${questionnaireId}`)
    }
  } finally {
    await gateway.close()
  }
}

try {
  await run()
} catch (error) {
  failed(error instanceof Error ? error.message : String(error))
  if (error instanceof AndironError) {
    for (const { expression, text } of error.issues ?? []) process.stderr.write(`  ${expression}: ${text}\n`)
  }
  process.exitCode = 1
}
