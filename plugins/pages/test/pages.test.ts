/** The pages: their files, their policies, and the behaviour without a build. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { gatewayOf } from '../../../core/test/fixtures/memory.ts'
import { gateway, registered } from '../../test/fixtures/actors.ts'
import pages from '../index.ts'
import { PAGES } from '../table.ts'
import { builtPages } from './fixtures/built.ts'

const directory = await builtPages()
/** The pages of every gateway. */
const SERVED = PAGES.filter(({ isOn }) => isOn === undefined)

const TYPES: Readonly<Record<string, RegExp>> = {
  ...{ '.js': /javascript/, '.css': /^text\/css/, '.svg': /^image\/svg/, '.png': /^image\/png/ },
}

t.test('built pages', async t => {
  const app = await gatewayOf(t, [pages], { plugins: { pages: { directory } } })

  await t.test('are served under a policy that lets nothing in from elsewhere', async t => {
    for (const { path } of SERVED) {
      const answer = await app.inject(path.replace(/:\w+/g, 'any'))
      t.equal(answer.statusCode, 200, path)
      t.match(answer.headers, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      const policy = String(answer.headers['content-security-policy'])
      t.match(policy, /^default-src 'none'; script-src 'self'; /, path)
      t.notMatch(policy, /unsafe|\*/, path)
      t.notMatch(answer.body, /<script(?![^>]*src=)|<style| on\w+=|style=/, `${path} holds nothing inline`)
    }
  })

  await t.test('keep their scripts for good, as each change has another name', async t => {
    const files = await readdir(join(directory, 'assets'))
    t.ok(files.length > 0)
    for (const file of files) {
      t.match(file, /-[\w-]{8}\.(?:js|css|svg|png)$/)
      const answer = await app.inject(`/assets/${file}`)
      t.equal(answer.statusCode, 200)
      t.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
      t.match(answer.headers['content-type'], TYPES[extname(file)])
    }
  })

  await t.test('name the digest of everything that they load', async t => {
    const pinned =
      /<(?:script|link) [^>]*"(\/assets\/[^"]+)" integrity="sha384-([^"]+)"(?: hreflang="\w+")?>/g
    for (const { path } of SERVED) {
      const { body } = await app.inject(path.replace(/:\w+/g, 'any'))
      const loaded = [...body.matchAll(pinned)]
      t.ok(loaded.length > 0, path)
      t.equal(loaded.length, body.split('"/assets/').length - 1, `${path} loads nothing besides`)
      for (const [, address = '', digest] of loaded) {
        const { rawPayload } = await app.inject(address)
        t.equal(createHash('sha384').update(rawPayload).digest('base64'), digest, address)
      }
    }
  })

  await t.test(
    'say their first words before any script runs, in the language of the person alone',
    async t => {
      for (const [path, accepted, direction, words] of [
        ['/profile', 'de-AT', 'ltr', 'Ihr Gesundheitsprofil'],
        ['/profile', 'ar', 'rtl', 'ملفك الصحي'],
        ['/profile', 'tlh', 'ltr', 'Your health profile'],
        ['/application', 'fr, en;q=0.5', 'ltr', 'Une application publie des formulaires'],
        ['/', 'zh-TW', 'ltr', '面向由个人掌控的档案中健康数据的网关。'],
      ] as const) {
        const { body } = await app.inject({ url: path, headers: { 'accept-language': accepted } })
        const [, page = ''] = body.split('<div id="page"')
        t.match(page, words, `${path} in ${accepted}`)
        t.equal(page.split('<main').length, 2)
        t.match(page, ` dir="${direction}">`)
        t.notMatch(body, '<!--')
      }
      const { body } = await app.inject('/wallet-external?applicationId=any')
      t.match(body, '<h1>Your health profile</h1>', 'a decision names nobody before it knows who asks')
      t.ok(body.indexOf('rel="stylesheet"') < body.indexOf('<script'), 'styles are asked for before scripts')
    },
  )

  await t.test('describe themselves once, in the language of the person', async t => {
    for (const [path, accepted, description] of [
      ['/', 'en', 'A gateway for health data in profiles that people control.'],
      ['/profile', 'de', 'Ihre Antworten und Dateien'],
      ['/application', 'fr', 'Une application publie des formulaires'],
      ['/wallet-external?applicationId=any', 'en', 'Your health profile'],
    ] as const) {
      const { body } = await app.inject({ url: path, headers: { 'accept-language': accepted } })
      const [, ...descriptions] = body.split('<meta name="description" content="')
      t.equal(descriptions.length, 1, path)
      t.ok(descriptions[0]?.startsWith(description), `${path}: ${descriptions[0]?.slice(0, 80)}`)
    }
  })

  await t.test('are compressed as the browser accepts', async t => {
    const text =
      (await readdir(join(directory, 'assets'))).find(name => name.startsWith('code-editor-')) ?? ''
    const read = (accepted?: string) =>
      app.inject({
        url: `/assets/${text}`,
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      })
    const plain = await read()
    t.notOk(plain.headers['content-encoding'])
    t.match(plain.headers.vary, /accept-encoding/)
    t.ok(plain.rawPayload.equals(await readFile(join(directory, 'assets', text))), 'as it was built')
    const answer = await read('gzip, deflate, br, zstd')
    t.match(answer.headers, {
      ...{ 'content-encoding': 'br', vary: /accept-encoding/ },
      'content-type': plain.headers['content-type'],
      'cache-control': 'public, max-age=31536000, immutable',
    })
    t.ok(answer.rawPayload.length < plain.rawPayload.length / 3)
    t.ok(brotliDecompressSync(answer.rawPayload).equals(plain.rawPayload))

    const asked = (headers: Record<string, string>) => app.inject({ url: `/assets/${text}`, headers })
    const modified = String(plain.headers['last-modified'])
    t.match(await asked({ 'if-modified-since': modified }), { statusCode: 304, body: '' })
    t.notOk(plain.headers.etag, 'the compressed form alone has the tag of the file')
    const whole = await asked({ range: 'bytes=0-9' })
    t.ok(whole.statusCode === 200 && whole.rawPayload.equals(plain.rawPayload), 'ranges are of that form')

    for (const accepted of ['identity', 'br;q=0.000', 'xbr', 'gzip', '*', ','.repeat(1_000)])
      t.notOk((await read(accepted)).headers['content-encoding'], accepted)
    t.equal((await read('br, gzip;q=0.x')).headers['content-encoding'], 'br')
  })

  await t.test('preload the first texts in the language of the browser alone', async t => {
    const languageOf = async (accepted: string | undefined, path = '/profile') => {
      const { body, headers } = await app.inject({
        url: path,
        headers: accepted === undefined ? {} : { 'accept-language': accepted },
      })
      t.match(headers.vary, /accept-language/)
      return [...body.matchAll(/hreflang="(\w+)"/g)].map(([, language]) => language)
    }
    t.same(await languageOf('pt-BR,pt;q=0.9,en;q=0.8'), ['pt'])
    t.same(await languageOf('ja, hi;q=0.5, de;q=0.7'), ['de'])
    for (const accepted of [undefined, 'ja', '*', ';;,', 'en"><script>'])
      t.same(await languageOf(accepted), ['en'], String(accepted))
    for (const path of ['/', '/consent', '/questionnaire/any', '/application'])
      t.same(await languageOf('zh', path), ['zh'], path)
  })

  await t.test('are sent in part, or not again, on request', async t => {
    const [file = ''] = await readdir(join(directory, 'assets'))
    const read = (headers: Record<string, string>) =>
      app.inject({ url: `/assets/${file}`, headers: { ...headers, 'accept-encoding': 'br' } })
    const whole = await read({})
    const part = await read({ range: 'bytes=2-5' })
    t.equal(part.statusCode, 206)
    t.ok(part.rawPayload.equals(whole.rawPayload.subarray(2, 6)))
    t.equal((await read({ 'if-none-match': String(whole.headers.etag) })).statusCode, 304)
    t.match(await read({ range: 'bytes=999999999-' }), {
      ...{ statusCode: 416, body: '', headers: { 'content-range': `bytes */${whole.rawPayload.length}` } },
    })
    t.equal((await read({ 'if-match': '"another"' })).statusCode, 412)
  })

  await t.test('have no other parts', async t => {
    t.equal((await app.inject('/assets/none.js')).statusCode, 404)
    for (const file of ['..%2findex.html', '.hidden', '%2e%2e%2findex.html']) {
      t.equal((await app.inject(`/assets/${file}`)).statusCode, 400, file)
    }
  })
})

t.test('the wallet frame stands in pages of the application that asks, and of nobody else', async t => {
  const app = await gateway(t, { plugins: { pages: { directory } } })
  const { applicationId } = await registered(app)
  const around = async (query: string) => {
    const { headers } = await app.inject(`/wallet-external${query}`)
    return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
  }
  t.equal(await around(`?applicationId=${applicationId}&origin=https://any.example`), 'https://study.example')
  for (const query of ['', '?applicationId=nobody', "?applicationId='self'"])
    t.equal(await around(query), "'none'", query)
  t.equal((await app.inject('/wallet-external?applicationId=%00')).statusCode, 400)
})

t.test('a gateway without built pages starts, and says what to do', async t => {
  const directory = await mkdtemp(join(tmpdir(), 'andiron-none-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const app = await gatewayOf(t, [pages], { plugins: { pages: { directory } } })
  const answer = await app.inject('/questionnaire/any')
  t.equal(answer.statusCode, 503)
  t.match(answer.json(), { code: 'AND_PAGES_NOT_BUILT', detail: /npm run build/ })
})
