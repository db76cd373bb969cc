/** Passes requests on to a gateway with a token: for the conformance suite, which has no way to send one. */
import { createServer, request } from 'node:http'

const [, , target, token] = process.argv
const { hostname, port } = new URL(target)

const server = createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${token}` }
  const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, response => {
    answer.writeHead(response.statusCode, response.headers)
    response.pipe(answer)
  })
  passed.on('error', () => answer.writeHead(502).end())
  asked.pipe(passed)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
