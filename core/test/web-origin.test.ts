/** Origins that are valid in a header, and texts that are not. */
import t from 'tap'
import { isWebOrigin, webOriginOf } from '../http/web-origin.ts'

t.test('origins of web pages', async t => {
  for (const origin of [
    'https://study.example',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'https://xn--bcher-kva.example',
    'https://a_b.example',
  ])
    t.equal(isWebOrigin(origin), true, origin)
})

t.test('what a policy would read as more than one origin', async t => {
  for (const text of [
    ...[
      '*',
      "'self' https:",
      'null',
      '',
      'https://a.example/',
      'https://a.example/path',
      'https://A.example',
    ],
    ...[
      'https://*',
      'https://*.example',
      'https://a.example;script-src',
      'https://a.example,b',
      "https://a'b",
    ],
    ...['https://a.example https://b.example', 'https://a.example:443', 'ftp://a.example', 'data:', 'blob:x'],
    ...[
      'https://a.example\u0000',
      'https://\ud800',
      'https://user@a.example',
      `https://${'a'.repeat(100_000)};x`,
    ],
    ...[undefined, null, 7, {}, ['https://a.example']],
  ])
    t.equal(isWebOrigin(text), false, String(text).slice(0, 60))
})

t.test('the origin of a URL', async t => {
  t.equal(webOriginOf('https://Study.example/app?x#y'), 'https://study.example')
  t.equal(webOriginOf('https://bücher.example/app'), 'https://xn--bcher-kva.example')
  for (const url of ['https://a.example:99999/', 'https://a;b.example/', 'https://*.example/', 'constructor'])
    t.equal(webOriginOf(url), undefined, url)
})
