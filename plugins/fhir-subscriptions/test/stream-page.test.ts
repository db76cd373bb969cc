/**
 * A page of an application in a browser reads an event stream, by a plain `EventSource`, while the gateway restarts.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { application, gateway, person, publishForm, submit } from '../../testing/index.ts'
import { until } from './receiver.ts'

demand(t, 'chromium')

const READ = 'read:questionnaire[*]'

/** It has no key: its server gives it a token for each stream. */
const pageFor = (stream: string) => `<!doctype html><title>Synthetic study</title><script>
  const seen = [], ends = []
  let last = 0
  async function open() {
    const answer = await fetch('/token').catch(() => undefined)
    if (!answer?.ok) return setTimeout(open, 200)
    const source = new EventSource('${stream}?after=' + last + '&token=' + (await answer.text()))
    const again = () => { source.close(); setTimeout(open, 200) }
    source.addEventListener('end', event => { ends.push(JSON.parse(event.data).reason); again() })
    source.onerror = again
    source.onmessage = ({ data, lastEventId }) => {
      last = Number(lastEventId)
      for (const event of JSON.parse(data).entry[0].resource.notificationEvent ?? [])
        seen.push([Number(event.eventNumber), event.focus.reference.split('/').at(-1)])
    }
  }
  open()
</script>`

t.test('a page gets each response once and in order, also across a restart of the gateway', async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  const config = { data, plugins: { 'fhir-subscriptions': {} } }
  let app = await gateway(t, { nodes: 3, config })
  let url = await app.listen({ host: '127.0.0.1', port: 0 })
  app.gateway.baseUrl = url

  let id = ''
  const site = createServer(async (request, response) => {
    if (request.url !== '/token')
      return response
        .setHeader('content-type', 'text/html')
        .end(pageFor(`${url}/api/subscription/${id}/stream`))
    const made = await app
      .inject({ method: 'POST', url: `/api/subscription/${id}/stream-token`, headers: study.bearer([READ]) })
      .catch(() => undefined)
    response.writeHead(made?.statusCode ?? 503).end(made?.statusCode === 200 ? made.json().token : '')
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  t.teardown(() => site.close())
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

  const study = await application(app, { callbackUrls: [`${origin}/`] })
  const form = await publishForm(app, study, mood)
  const created = await app.inject({
    ...{ method: 'POST', url: '/fhir/Subscription' },
    headers: { 'content-type': 'application/fhir+json', ...study.bearer([READ]) },
    body: {
      ...{ resourceType: 'Subscription', status: 'requested', channelType: { code: 'event-stream' } },
      topic: `${url}/fhir/SubscriptionTopic/response-submitted`,
    },
  })
  id = created.json().id

  const page = await (await openContext(t)).newPage()
  await page.goto(origin)
  const seen = () => page.evaluate('seen') as Promise<[number, string][]>
  const submitted: string[] = []
  const answer = async () => {
    const submission = moodResponse(form._id, 'secret words')
    const response = await submit(app, person(), { submission, application: study })
    if (response.statusCode !== 201) throw new Error(response.body)
    submitted.push(response.json().insertedUid)
  }
  for (let count = 0; count < 5; count++) await answer()
  await until(async () => (await seen()).length > 0)

  const { port } = new URL(url)
  await app.close()
  app = await gateway(t, { nodes: 3, config })
  url = await app.listen({ host: '127.0.0.1', port: Number(port) })
  app.gateway.baseUrl = url
  // A kill of the gateway that delivers would pause it for its lease; this one has handed over.
  for (let count = 0; count < 5; count++) await answer()
  await until(async () => (await seen()).length >= 10, 30)
  t.same(
    await seen(),
    submitted.map((id, at) => [at + 1, id]),
  )
  t.same(await page.evaluate('ends'), ['stop'])
})
