/** Transfers on signed URLs: progress, aborts, truncation, and exact sizes. */
import t from 'tap'
import type { AndironError } from '../errors.ts'
import { inSteps, type Progress } from '../progress.ts'
import { download, upload } from '../transfer.ts'
import { json, server } from './fixtures/server.ts'

const SIZE = 3_000_000
const bytes = new Uint8Array(SIZE).fill(7)
const headers = { 'content-type': 'application/octet-stream' }

const failure = (promise: Promise<unknown>): Promise<AndironError> =>
  promise.then(
    () => t.fail('it did not fail') as never,
    error => error,
  )

t.test('an upload says its length, and tells how far it is', async t => {
  const { url, requests } = await server(t, response => response.writeHead(200).end())
  const steps: Progress[] = []
  await upload({ url: `${url}/a?signature=s`, headers, bytes, onProgress: step => steps.push(step) })
  const [request] = requests
  t.match(request, { method: 'PUT', url: '/a?signature=s', headers })
  t.equal(request?.headers['content-length'], String(SIZE))
  t.equal(request?.headers['transfer-encoding'], undefined)
  t.equal(request?.body.length, SIZE)
  t.same(steps.at(-1), { loaded: SIZE, total: SIZE })
  t.ok(steps.length > 5 && steps.length <= 101, `${steps.length} times`)
  t.same(
    steps.map(({ loaded }) => loaded),
    steps.map(({ loaded }) => loaded).sort((a, b) => a - b),
  )
})

t.test('progress is told a hundred times, however many pieces there are', async t => {
  let count = 0
  const report = inSteps(10_000, () => count++)
  for (let loaded = 0; loaded <= 10_000; loaded++) report(loaded)
  await null
  t.equal(count, 101)
  inSteps(10, undefined)(10)
})

t.test('a download has exactly as many bytes as the file', async t => {
  const { url } = await server(t, (response, requests) => {
    const length = Number(requests.url.slice(1))
    if (length > SIZE) response.writeHead(200).end(Buffer.alloc(length))
    else response.writeHead(200, { 'content-length': length }).end(bytes.subarray(0, length))
  })
  const steps: Progress[] = []
  const got = await download({ url: `${url}/${SIZE}`, size: SIZE, onProgress: step => steps.push(step) })
  t.ok(Buffer.from(got).equals(bytes))
  t.same(steps.at(-1), { loaded: SIZE, total: SIZE })
  for (const length of [SIZE - 1, SIZE + 1, 0])
    t.match(await failure(download({ url: `${url}/${length}`, size: SIZE })), {
      code: 'AND_BAD_ANSWER',
      message: `GET ${url}/${length} returned a response that is not ${SIZE} bytes`,
    })
})

t.test('a transfer that is cut off, or never arrives, says where it was going and not with what', async t => {
  const { url } = await server(t, response => {
    response.writeHead(200, { 'content-length': SIZE }).write(bytes.subarray(0, 1000), () => {
      response.destroy()
    })
  })
  const cut = await failure(download({ url: `${url}/a?signature=s`, size: SIZE }))
  t.match(cut, { code: 'AND_NETWORK', message: `GET ${url}/a is unreachable` })
  const nobody = { url: 'http://127.0.0.1:1/a?signature=s', headers, bytes }
  t.match(await failure(upload(nobody)), {
    code: 'AND_NETWORK',
    message: 'PUT http://127.0.0.1:1/a is unreachable',
  })
})

t.test('a refusal comes with its code', async t => {
  const problem = { type: 'about:blank', title: 'No', status: 403, detail: 'Too late', code: 'AND_LATE' }
  const { url } = await server(t, response => json(response, 403, problem))
  for (const ask of [
    () => upload({ url, headers, bytes: bytes.subarray(0, 16) }),
    () => download({ url, size: 16 }),
  ])
    t.match(await failure(ask()), { code: 'AND_LATE', status: 403 })
})

t.test('a signal ends a transfer wherever it is', async t => {
  const { url } = await server(t, (response, requests) => {
    if (requests.method === 'GET')
      response.writeHead(200, { 'content-length': SIZE }).write(bytes.subarray(0, 1000))
  })
  const reason = new Error('closed')
  for (const begin of [
    (signal: AbortSignal) => upload({ url, headers, bytes, signal }),
    (signal: AbortSignal) => download({ url, size: SIZE, signal }),
  ]) {
    t.equal(await failure(begin(AbortSignal.abort(reason))), reason, 'before it begins')
    const controller = new AbortController()
    const ended = failure(begin(controller.signal))
    setTimeout(() => controller.abort(reason), 50)
    t.equal(await ended, reason, 'while it runs')
  }
})
