/**
 * Fills the form in the bundle for the web, in Chromium (`CHROMIUM`, or /usr/bin/chromium). A stub stands for the
 * service and keeps what is sent. Build it before: `EXPO_PUBLIC_API_BASE_URL=http://localhost:8421 npx expo export -p
 * web`.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' }

const files = createServer(async (request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname
  const content = await readFile(join(dist, path === '/' ? 'index.html' : path)).catch(() => undefined)
  response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(path) || '.html'] ?? 'text/plain' })
  response.end(content)
})

const sent = []
let isDown = true
const service = createServer(async (request, response) => {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  if (isDown) return response.writeHead(400, headers).end('{}')
  sent.push({
    url: request.url,
    token: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks)),
  })
  response.writeHead(201, { ...headers, 'content-type': 'application/json' })
  response.end(JSON.stringify({ insertedUid: crypto.randomUUID() }))
})

await new Promise(done => files.listen(0, '127.0.0.1', done))
await new Promise(done => service.listen(8421, done))
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  page.setDefaultTimeout(20_000)
  page.on('pageerror', error => assert.fail(error))
  await page.goto(`http://127.0.0.1:${files.address().port}/`)
  const press = name => page.getByRole('button', { name, exact: true }).click()

  await page.getByText('Page 1 of 2').waitFor()
  await press('Next')
  await page
    .getByText(/^Answer /)
    .first()
    .waitFor()
  await page.getByLabel('On which day did you measure?').fill('2026-11-23')
  await page.getByLabel('Upper value').fill('900')
  await press('Next')
  await page.getByText('300', { exact: false }).waitFor()
  await page.getByLabel('Upper value').fill('128')
  await page.getByLabel('Pulse').fill('66,5')
  await press('Next')

  await page.getByText('Page 2 of 2').waitFor()
  assert.equal(await page.getByLabel('Which one?').count(), 0)
  await page.getByRole('radio', { name: 'Yes' }).click()
  await page.getByLabel('Which one?').fill('Ramipril')
  await page.getByRole('checkbox', { name: 'Dizzy' }).click()
  await page.getByRole('checkbox', { name: 'Tired' }).click()
  await page.getByRole('checkbox', { name: 'Dizzy' }).click()
  await press('Next')

  await page.getByText('Ramipril').waitFor()
  await press('Send my answers')
  await page.getByText('It is not certain').waitFor()
  isDown = false
  await press('Send my answers')
  await page.getByText('Thank you').waitFor()

  const [{ url, token, body }] = sent
  assert.equal(url, '/api/submission')
  assert.match(token, /^Bearer /)
  assert.equal(sent.length, 1)
  const { submission } = body
  assert.equal(submission.status, 'completed')
  const answers = submission.item.flatMap(({ item }) => item).map(({ linkId, answer }) => [linkId, answer])
  assert.deepEqual(answers, [
    ['day', [{ valueDate: '2026-11-23' }]],
    ['upper', [{ valueInteger: 128 }]],
    ['pulse', [{ valueDecimal: 66.5 }]],
    ['medicine', [{ valueBoolean: true }]],
    ['which', [{ valueString: 'Ramipril' }]],
    ['felt', [{ valueCoding: { system: 'urn:diary', code: 'tired', display: 'Tired' } }]],
  ])
  if (process.env['SHOW']) console.log(JSON.stringify(submission))
  console.log('The form was filled in, checked, corrected and sent.')
} finally {
  await browser.close()
  files.close()
  service.close()
}
