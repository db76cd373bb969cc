/**
 * The theme of a deployment: what is refused at the start, and what the pages, the manifest and the worker have of it.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { ConfigError, type ConfigProblem } from '../../../core/index.ts'
import { contrastOf, hexOf, oklchOf } from '../colour.ts'
import { DESIGN, faultsOf, styleOf } from '../palette.ts'
import { PAGES } from '../table.ts'
import { picturesIn } from '../theme-options.ts'
import { builtPages } from './fixtures/built.ts'
import { pagesWith, THEME, themeDirectory } from './fixtures/themed.ts'

const directory = await builtPages()
const SERVED = PAGES.filter(({ isOn }) => isOn === undefined)
const gatewayWith = (t: Test, theme: object | undefined, base: URL, options: object = {}) =>
  pagesWith(t, { directory, ...(theme && { theme }), ...options }, base)

/** Every problem that stops the start with a theme. */
async function problemsOf(t: Test, theme: object, base: URL): Promise<readonly ConfigProblem[]> {
  try {
    await gatewayWith(t, theme, base)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

t.test('the colours that a theme is compared with are those of the design', async t => {
  const css = await readFile(new URL('../../../ui/design/tokens.css', import.meta.url), 'utf8')
  for (const [at, scheme] of (['light', 'dark'] as const).entries())
    for (const [name, triple] of Object.entries(DESIGN[scheme])) {
      const [, ...both] =
        new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`).exec(css) ?? []
      t.equal(both[at], triple.join(' '), `${scheme} ${name}`)
    }
})

t.test('colours are converted and compared as CSS and WCAG say', t => {
  for (const hex of ['#000000', '#ffffff', '#af4221', '#0b6e4f', '#00ff00', '#7f7f7f'])
    t.equal(hexOf(oklchOf(hex)), hex)
  t.equal(hexOf(oklchOf('#0f8')), '#00ff88')
  // https://www.w3.org/TR/css-color-4/#ex-oklab-samples
  const { l, c, h } = oklchOf('#7d2329')
  t.ok(Math.abs(l - 0.401) < 0.001 && Math.abs(c - 0.123) < 0.001 && Math.abs(h - 21.57) < 1)
  t.equal(contrastOf('#000', '#fff'), 21)
  // The grey that is just too light for text on white.
  t.ok(contrastOf('#777777', '#fff') < 4.5 && contrastOf('#767676', '#fff') > 4.5)
  t.equal(contrastOf('#123456', '#fedcba'), contrastOf('#fedcba', '#123456'))
  t.end()
})

t.test('a colour without contrast is refused with its ratios and the nearest that will do', async t => {
  const base = await themeDirectory(t)
  for (const [field, colour, uses] of [
    ['accent', '#ffd54f', [/4.5:1 for the text of a button/, /3:1 for a control/, /coloured text/]],
    ['accent', '#fff', [/button/, /control/, /coloured/]],
    ['accent', '#ff6600', [/button/, /3:1 for a control/, /coloured/]],
    ['accentDark', '#0b6e4f', [/button/, /control/, /coloured/]],
    ['accentDark', '#000000', [/button/, /control/, /coloured/]],
    ['background', '#000000', [/for text/, /coloured/]],
    ['backgroundDark', '#ffffff', [/for text/, /edge/, /control/, /coloured/]],
  ] as const) {
    const problems = await problemsOf(t, { colours: { [field]: colour } }, base)
    t.equal(problems.length, uses.length, `${field} ${colour}`)
    for (const { path, expected, got, nearest } of problems) {
      t.same(path, ['plugins', 'pages', 'theme', 'colours', field])
      t.match(expected, /^a contrast of at least (4\.5|3):1 for /)
      t.match(got, new RegExp(`^'${colour}' with \\d+\\.\\d\\d:1$`))
      t.match(nearest, /^#[0-9a-f]{6}$/)
      t.same(faultsOf({ [field]: nearest }), [], `${field} ${nearest}, in the place of ${colour}`)
    }
    t.match(
      problems.map(({ expected }) => expected),
      uses,
    )
  }
})

t.test('the nearest colour is the first that will do, and keeps its hue', t => {
  const [fault] = faultsOf({ accent: '#ff6600' })
  const nearest = oklchOf(fault?.nearest ?? '')
  const wanted = oklchOf('#ff6600')
  t.ok(Math.abs(nearest.h - wanted.h) < 2)
  t.not(faultsOf({ accent: hexOf({ ...nearest, l: nearest.l + 0.01 }) }).length, 0)
  t.end()
})

t.test('each ground is legible with each accent that is accepted', t => {
  for (const accent of ['#0b6e4f', '#7a0019', '#1b1464', '#000000', '#5c5c5c', '#0000ff'])
    for (const background of ['#ffffff', '#f0f6ff', '#fff7e6']) {
      t.same(faultsOf({ accent, background, backgroundDark: '#000000' }), [], `${accent} on ${background}`)
      const tokens = new Map(
        [...styleOf({ accent, background }).matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
          ([, name = '', light = '', dark = '']) => [name, { light, dark }],
        ),
      )
      const of = (name: string) => tokens.get(name) ?? { light: '', dark: '' }
      t.equal(of('accent').light, accent)
      t.ok(contrastOf(of('on-accent').dark, of('accent').dark) >= 4.5, `${accent} for dark`)
      t.ok(contrastOf(of('accent').dark, of('surface-2').dark) >= 3, `${accent} for dark`)
    }
  t.equal(styleOf({}), '')
  t.end()
})

t.test('what a theme cannot have is refused, everything at once', async t => {
  const base = await themeDirectory(t)
  const write = (name: string, content: string | Uint8Array) => writeFile(new URL(name, base), content)
  await write('text.svg', 'not a picture')
  await write('page.svg', '<!doctype html><svg viewBox="0 0 1 1"></svg>')
  await write('entities.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"></svg>')
  await write('flat.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  await write('wide.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 20"></svg>')
  await write('large.svg', `<svg viewBox="0 0 1 1">${' '.repeat(128 * 1024)}</svg>`)
  await write('empty.png', '')
  await write('small.png', pngOf(32, 32))
  await write('none.png', pngOf(0, 32))
  await mkdir(new URL('folder.svg', base))

  const at = (theme: object) => problemsOf(t, theme, base)
  for (const [theme, field, problem] of [
    [
      { logo: 'missing.svg' },
      'logo',
      { expected: 'a file that the gateway can read', got: /missing.svg.*ENOENT/ },
    ],
    [{ logo: 'folder.svg' }, 'logo', { expected: 'a file' }],
    [{ logo: 'text.svg' }, 'logo', { expected: /SVG, PNG or WebP/ }],
    [{ logo: 'page.svg' }, 'logo', { expected: /SVG, PNG or WebP/ }],
    [{ logo: 'entities.svg' }, 'logo', { expected: /SVG, PNG or WebP/ }],
    [{ logo: 'empty.png' }, 'logo', { expected: /SVG, PNG or WebP/ }],
    [{ logo: 'flat.svg' }, 'logo', { expected: /viewBox/ }],
    [{ logoDark: 'logo.svg' }, 'logo', { expected: 'a value, as logoDark has one' }],
    [{ logo: 'logo.svg', logoDark: 'none.png' }, 'logoDark', { expected: /a size/ }],
    [{ logo: 'large.svg' }, 'logo', { expected: /at most 128 KiB/, got: '129 KiB' }],
    [{ icon: 'small.png' }, 'icon', { expected: /at least 192 pixels/, got: '32 × 32' }],
    [{ icon: 'wide.svg' }, 'icon', { expected: /a square picture/, got: '200 × 20' }],
    [{ logo: '' }, 'logo', {}],
    [{ name: '' }, 'name', {}],
    [{ name: 'a'.repeat(41) }, 'name', {}],
    [{ name: 'two\nlines' }, 'name', {}],
    [{ name: ' padded' }, 'name', {}],
    [{ name: 'turned \u202e round' }, 'name', {}],
    [{ name: 'turned \u061c again' }, 'name', { got: "'turned U+061C again'" }],
    [{ name: 'Linden\u00adhof' }, 'name', { got: "'LindenU+00ADhof'" }],
    [{ colours: { accent: 'teal' } }, 'colours.accent', {}],
    [{ colours: { accent: '#12345' } }, 'colours.accent', {}],
    [{ colours: { accent: '#12345678' } }, 'colours.accent', {}],
    [{ colours: { accent: '#fff;}' } }, 'colours.accent', {}],
    [{ colours: { acent: '#000' } }, 'colours.acent', { nearest: 'accent' }],
    [{ colors: {} }, 'colors', { nearest: 'colours' }],
    [{ links: { privcy: 'https://a.example' } }, 'links.privcy', { nearest: 'privacy' }],
    [{ links: { privacy: 'http://a.example' } }, 'links.privacy', {}],
    [{ links: { privacy: 'javascript:alert(1)' } }, 'links.privacy', {}],
    [{ links: { privacy: '//a.example' } }, 'links.privacy', {}],
    [{ links: { privacy: 'https://bank.example@a.example' } }, 'links.privacy', {}],
    [{ links: { privacy: 'https://a.example\\@b.example' } }, 'links.privacy', {}],
    [{ links: { privacy: 'https://a example' } }, 'links.privacy', {}],
    [{ links: { privacy: 'https://[' } }, 'links.privacy', { expected: /a browser can open/ }],
    [{ links: { help: 'mailto:' } }, 'links.help', {}],
    [{ links: { help: 'mailto:a@b@c.example' } }, 'links.help', {}],
  ] as const) {
    const [first, ...others] = await at(theme)
    t.same(others, [], JSON.stringify(theme))
    t.match(first, { path: ['plugins', 'pages', 'theme', ...field.split('.')], ...problem })
  }

  const all = await at({
    logo: 'missing.svg',
    icon: 'small.png',
    colours: { accent: '#ffd54f', backgroundDark: '#ffffff' },
    links: { help: 'https://[' },
  })
  t.same([...new Set(all.map(({ path }) => path.slice(3).join('.')))].sort(), [
    'colours.accent',
    'colours.backgroundDark',
    'icon',
    'links.help',
    'logo',
  ])
})

t.test('pictures are known by their bytes, whatever their name', async t => {
  const base = await themeDirectory(t)
  for (const [content, type, size] of [
    [pngOf(300, 100), 'image/png', '300 100'],
    [webpOf('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0x20, 0x00]), 'image/webp', '320 32'],
    [webpOf('VP8L', [0x2f, 0xff, 0xc0, 0x0f, 0x00]), 'image/webp', '256 64'],
    [webpOf('VP8X', [0, 0, 0, 0, 0x3f, 0, 0, 0x1f, 0, 0]), 'image/webp', '64 32'],
    [
      '\uFEFF<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg>\n<svg width="64px" height="32"/>',
      'image/svg+xml',
      '64 32',
    ],
    ["<svg\n width='100%' viewBox='0,0 1e2 50'></svg>", 'image/svg+xml', '100 50'],
  ] as const) {
    await writeFile(new URL('any.txt', base), content)
    const app = await gatewayWith(t, { logo: 'any.txt' }, base)
    const [, address = '', found] =
      /<meta name="logo" content="([^"]+)" data-size="([^"]+)">/.exec((await app.inject('/')).body) ?? []
    t.equal(found, size)
    const answer = await app.inject(address)
    t.match(answer.headers, { 'content-type': type, 'x-content-type-options': 'nosniff' })
    t.ok(answer.rawPayload.equals(Buffer.from(content)))
  }
})

t.test('the pages of a deployment with a theme', async t => {
  const base = await themeDirectory(t)
  const app = await gatewayWith(t, THEME, base)
  const plain = await gatewayWith(t, undefined, base)

  await t.test('have its name, links and colours, and nothing inline', async t => {
    for (const { path } of SERVED) {
      const at = path.replace(/:\w+/g, 'any')
      const { body, headers } = await app.inject(at)
      t.match(body, /<title>(?:[A-Z]\w+ · )?Lindenhof Klinik<\/title>/)
      t.match(body, '<meta name="application-name" content="Lindenhof Klinik">')
      t.match(body, '<link rel="privacy-policy" href="https://clinic.example/privacy">')
      t.match(body, '<link rel="help" href="mailto:help@clinic.example">')
      t.notMatch(body, /<script(?![^>]*src=)|<style| on\w+=|style=/, path)
      t.equal(
        headers['content-security-policy'],
        (await plain.inject(at)).headers['content-security-policy'],
        'the policy is as strict',
      )
      const styles = [...body.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([tag]) => tag)
      const [, address = '', integrity] =
        /href="([^"]+)" integrity="sha384-([^"]+)"/.exec(styles.at(-1) ?? '') ?? []
      t.match(address, /^\/assets\/theme-[\w-]{12}\.css$/, 'after the styles of the page')
      const style = await app.inject(address)
      t.match(style.headers, {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      t.equal(createHash('sha384').update(style.rawPayload).digest('base64'), integrity)
      t.match(style.body, /^:root \{\n {2}--accent: light-dark\(#0b6e4f, #6fcf97\);\n/)
      t.match(style.body, '--bg: light-dark(#f4f8f6, #14100e);')
    }
  })

  await t.test('have its name and logo in their first words, in each language', async t => {
    for (const language of ['en', 'ar', 'zh-TW']) {
      for (const url of ['/', '/profile']) {
        const { body } = await app.inject({ url, headers: { 'accept-language': language } })
        t.match(body, /<picture class="logo">.*<\/picture> <bdi>Lindenhof Klinik<\/bdi>/)
        t.notMatch(body, '<bdi>andiron')
      }
    }
  })

  await t.test('have its logo as a file that runs nothing', async t => {
    const { body } = await app.inject('/profile')
    const logos = [...body.matchAll(/<meta name="logo" content="([^"]+)" data-size="48 48"([^>]*)>/g)]
    t.equal(logos.length, 2)
    t.match(logos[1]?.[2], 'media="(prefers-color-scheme: dark)"')
    const answer = await app.inject(logos[0]?.[1] ?? '')
    t.match(answer.headers, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': /^default-src 'none'; .*sandbox$/,
    })
    t.match(body, `<link rel="icon" href="${logos[0]?.[1]}">`)
    t.match(body, 'content="#f4f8f6" media="(prefers-color-scheme: light)"')
    t.match(body, 'content="#14100e" media="(prefers-color-scheme: dark)"')
  })

  await t.test('are installed under its name, with files that the worker keeps', async t => {
    const [manifest, worker, { body }] = await Promise.all([
      app.inject('/profile.webmanifest').then(answer => JSON.parse(answer.body)),
      app.inject('/profile-worker.js').then(answer => answer.body),
      app.inject('/profile'),
    ])
    t.match(manifest, {
      ...{ id: '/profile', name: THEME.name, short_name: THEME.name, name_localized: undefined },
      ...{ background_color: '#f4f8f6', theme_color: '#f4f8f6' },
      icons: [{ sizes: 'any', type: 'image/svg+xml' }],
    })
    const [, shell = '[]', build] = /^const SHELL=(\[.*?\]),BUILD='([\w-]+)';/.exec(worker) ?? []
    const kept: readonly string[] = JSON.parse(shell)
    const named = body.match(/\/assets\/(?:theme|logo)-[\w.-]+/g) ?? []
    t.equal(new Set(named).size, 3)
    // A cache refuses a list that names a file twice.
    t.equal(new Set(kept).size, kept.length)
    for (const file of named) t.ok(kept.includes(file), file)
    const before = /BUILD='([\w-]+)'/.exec((await plain.inject('/profile-worker.js')).body)?.[1]
    t.not(build, before, 'another theme is another build, which browsers take over')
  })
})

t.test('a page without scripts has it too, and its policy permits no more', async t => {
  const base = await themeDirectory(t)
  const app = await gatewayWith(t, { ...THEME, name: '<b>A & "B"</b>' }, base)
  const { html, policy } = app.pages.plain({
    ...{ title: 'What <i>happened</i>', sentences: ["It's & <script>"], language: '"><script>' },
    technical: { summary: '<script>', detail: '<script>' },
  })
  t.notMatch(html, /<(?:b|i|script)>/)
  t.match(
    html,
    '<title>What &#60;i&#62;happened&#60;/i&#62; · &#60;b&#62;A &#38; &#34;B&#34;&#60;/b&#62;</title>',
  )
  t.match(html, /<picture class="logo"><source media="\(prefers-color-scheme: dark\)"/)
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  t.match(css, styleOf(THEME.colours))
  t.match(policy, `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}';`)
  t.match(policy, "script-src 'none'")
  const logo = /<img src="([^"]+)"/.exec(html)?.[1] ?? ''
  t.equal((await app.inject(logo)).statusCode, 200)
  t.match(app.pages.icons, [{ src: logo, type: 'image/svg+xml', sizes: 'any' }])

  await t.test('and without a theme those of the software', async t => {
    const plain = await gatewayWith(t, undefined, base)
    t.match(plain.pages, { name: 'andiron', theme: undefined })
    t.match(
      plain.pages.icons.map(({ type, sizes }) => `${type} ${sizes}`),
      ['image/svg+xml any', 'image/png 192x192', 'image/png 512x512'],
    )
    for (const { src } of plain.pages.icons) t.equal((await plain.inject(src)).statusCode, 200, src)
    t.match(plain.pages.plain({ title: 'A', sentences: [] }).html, '<title>A · andiron</title>')
    for (const path of ['/', '/profile', '/application']) {
      const { body } = await plain.inject(path)
      const [, icon = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(body) ?? []
      const { rawPayload } = await plain.inject(icon)
      // PNG: the signature, then IHDR with its width and height.
      t.equal(rawPayload.toString('latin1', 1, 4), 'PNG', path)
      t.same([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [180, 180], path)
    }
    const unbuilt = await gatewayWith(t, undefined, base, { directory: new URL('nowhere/', base).pathname })
    t.same(unbuilt.pages.icons, [])
  })

  await t.test('and of pages of one’s own the icons that are described in full and are here', async t => {
    const own = new URL('icons/', base)
    await mkdir(own)
    await writeFile(new URL('profile-worker.js', own), '')
    const type = 'image/png'
    const icons = [
      { src: 'a.png' },
      { src: 'a.png', type },
      { sizes: '192x192', type },
      { src: 'https://elsewhere.example/a.png', sizes: '192x192', type },
      { src: 'data:image/png;base64,', sizes: '192x192', type },
      { src: 'http://[', sizes: '192x192', type },
      { src: 'assets/a.png', sizes: '192x192', type, purpose: 'any' },
    ]
    for (const [manifest, taken] of [
      [{ icons }, [{ src: '/assets/a.png', sizes: '192x192', type }]],
      [{}, []],
    ] as const) {
      await writeFile(new URL('profile.webmanifest', own), JSON.stringify(manifest))
      const app = await gatewayWith(t, undefined, base, { directory: own.pathname })
      t.same(app.pages.icons, taken)
    }
  })
})

t.test('the files of its pictures are known before they are read', async t => {
  const base = new URL('file:///deployment/')
  t.same(picturesIn({ theme: { logo: 'a.svg', icon: '/b.png' } }, base), ['/deployment/a.svg', '/b.png'])
  for (const options of [undefined, null, false, {}, { theme: null }, { theme: { logo: 7 } }, 'theme'])
    t.same(picturesIn(options, base), [])
})

t.test('a page without a theme is the file of the build', async t => {
  const app = await gatewayWith(t, undefined, await themeDirectory(t), { installable: false })
  const { body } = await app.inject('/')
  const built = await readFile(`${directory}/index.html`, 'utf8')
  const inEnglish = built
    .replace(/\n *<link rel="modulepreload" [^>]*hreflang="(?!en)\w+">/g, '')
    .replace(/<!--(\w+)-->(.*?)<!--\/-->/gs, (_, language, words) => (language === 'en' ? words : ''))
  t.equal(body, inEnglish)
})

t.test('a name and a link are text in the page, whatever is in them', async t => {
  const base = await themeDirectory(t)
  const name = `<script>"$&'\``
  const help = 'https://a.example/?a=1&b="><script>'
  const app = await gatewayWith(t, { name, links: { help } }, base)
  const { body } = await app.inject('/')
  t.notMatch(body, '<script>')
  t.match(body, '<title>&#60;script&#62;&#34;$&#38;&#39;`</title>')
  t.match(body, 'href="https://a.example/?a=1&#38;b=&#34;&#62;&#60;script&#62;"')
  t.notMatch(body, 'rel="stylesheet" crossorigin href="/assets/theme', 'without colours there are no styles')
  t.equal(JSON.parse((await app.inject('/profile.webmanifest')).body).name, name)
})

t.test('pages that were built for another path have their theme beside them', async t => {
  const base = await themeDirectory(t)
  const own = new URL('own/', base)
  await mkdir(own)
  const html =
    '<html><head><title>andiron</title><script type="module" src="/health/assets/a.js"></script></head></html>'
  await writeFile(new URL('index.html', own), html)
  const app = await gatewayWith(t, THEME, base, { directory: own.pathname })
  const { body } = await app.inject('/')
  t.match(body, /href="\/health\/assets\/theme-[\w-]+\.css"/)
  t.match(body, /<meta name="logo" content="\/health\/assets\/logo-/)
})

function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function webpOf(chunk: string, data: readonly number[]): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write(`RIFF\x20\0\0\0WEBP${chunk}`, 'latin1')
  bytes.set(data, 20)
  return bytes
}
