/** A gateway under each of its names, in a browser: the profile page and the wallet upload files under each name. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { freePort } from '../../../core/stores/test/fixtures/free-port.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { createSoftwareWallet } from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { builtPages } from '../../pages/test/fixtures/built.ts'
import { anApplication, register } from '../fixtures/actors.ts'
import { complaintsOf } from '../fixtures/browser.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { agree, heardBy, personAt, popupOf, press } from '../fixtures/person.ts'

demand(t, 'chromium')

const [directory, data] = await Promise.all([builtPages(), temporaryDirectory(t)])
await copyDeployment(data)
// Last, so that nothing takes it meanwhile.
const port = await freePort()
const baseUrl = `http://profile.localhost:${port}`
const running = await serve(
  { port, baseUrl, data, log: { level: 'error' }, plugins: { pages: { directory } } },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())

/** A page of an application without a library: it only exchanges messages. */
const site = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>An application</title>')
})
await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  site.closeAllConnections()
  return new Promise(resolve => site.close(resolve))
})
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
const application = anApplication()
await register(running.app, application, { callbackUrls: [`${origin}/done`] })
const { applicationId } = application

for (const [seed, url] of [
  ['1a', `http://localhost:${port}`],
  ['2b', `http://127.0.0.1:${port}`],
  ['3c', baseUrl],
] as const)
  t.test(`at ${new URL(url).hostname}`, async t => {
    const wallet = createSoftwareWallet(seed.repeat(32))
    const { context, page, complaints } = await personAt(t, `${url}/profile#documents`, wallet)
    const sent: string[] = []
    context.on('request', request => {
      if (request.method() === 'PUT' && request.url().includes('/objects/'))
        sent.push(new URL(request.url()).origin)
    })
    await press(page, 'Test Wallet')
    await press(page, 'Open the empty profile')
    const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada') }
    await page.getByLabel('Upload a file').setInputFiles(letter)
    await page.getByText('letter.txt is stored.').waitFor()
    await press(page, 'Look at letter.txt')
    await page.getByText('Dear Ada').waitFor()
    t.same(complaints, [])

    const asking = await context.newPage()
    const wrong = complaintsOf(asking)
    await asking.goto(origin)
    const popup = await popupOf(context, () =>
      asking.evaluate(
        `{ globalThis.wallet = open('${url}/wallet-external?applicationId=${applicationId}', '_blank', 'popup') }`,
      ),
    )
    const says = (type: string) => asking.waitForFunction(`heard.some(({ type }) => type === '${type}')`)
    await popup.getByRole('button', { name: /used here before/ }).click()
    await says('SESSION_READY')
    await asking.evaluate(`{
      const payload = {
        applicationId: '${applicationId}', reference: 'questionnaire/1/photo', fileName: 'note.txt', fileType: 'text/plain',
        data: new Blob(['A synthetic note.']),
      }
      wallet.postMessage({ type: 'SUBMIT_BINARY_DATA', id: '1', payload }, '${url}')
    }`)
    await agree(popup, 'Save the file')
    await says('BINARY_DATA_SUBMITTED')
    t.notMatch(await heardBy(asking), 'ERROR')
    t.same(wrong, [])
    t.same(sent, [url, url], 'each upload went to the name that the page was opened at')
  })
