/**
 * `npm run bench renderer`: a form of 500 mixed questions in a headless Chromium, with our renderer and the
 * installed third-party ones (`npm install --prefix bench/peers/renderers`), in turn and in several rounds.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession } from 'playwright-core'

/** The measurements of one renderer: medians over the rounds, in milliseconds and counts. */
export interface Drawn {
  readonly name: string
  readonly mount: number
  readonly key: number
  readonly keyP95: number
  /** Work per keystroke at the start of a frame, without the wait for the display. */
  readonly work: number
  readonly workP95: number
  readonly toggle: number | undefined
  readonly elements: number
  /** Gzipped, with React; undefined if there is no script. */
  readonly kilobytes: number | undefined
}

/** One renderer: the entry that draws `mixed(500)` into `#root` when it is loaded. */
interface Contestant {
  readonly name: string
  readonly entry: string
}

const root = new URL('.', import.meta.resolve('#root/package.json'))
const at = (path: string) => fileURLToPath(new URL(path, root))

/** A page with only the elements of our form. */
const FLOOR = 'floor: the same elements, static'

const CONTESTANTS: readonly Contestant[] = [
  { name: 'andiron', entry: 'bench/renderer/andiron.jsx' },
  { name: FLOOR, entry: 'bench/renderer/floor.jsx' },
  { name: '@medplum/react 5.2', entry: 'bench/peers/renderers/medplum.jsx' },
  { name: 'lforms 40.1', entry: 'bench/peers/renderers/lforms.jsx' },
  { name: '@aehrc/smart-forms-renderer 1.4', entry: 'bench/peers/renderers/smart-forms.jsx' },
]

const KEYS = 30

/** Draws the form with every renderer that can be built here. */
export async function rendererBench(rounds = 5): Promise<Drawn[]> {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  const built = await buildAll()
  const processes = await browser.newBrowserCDPSession()
  try {
    const samples = new Map<string, Omit<Drawn, 'name' | 'kilobytes'>[]>()
    for (let round = 0; round < rounds; round++) {
      for (const { name, url } of built) {
        const sample = await draw(browser, processes, url)
        samples.set(name, [...(samples.get(name) ?? []), sample])
      }
    }
    return built.map(({ name, kilobytes }) => {
      const own = samples.get(name) ?? []
      const of = (pick: (sample: (typeof own)[number]) => number) => median(own.map(pick))
      return {
        name,
        kilobytes: name === FLOOR ? undefined : kilobytes,
        mount: of(sample => sample.mount),
        key: of(sample => sample.key),
        keyP95: of(sample => sample.keyP95),
        work: of(sample => sample.work),
        workP95: of(sample => sample.workP95),
        toggle: own.some(({ toggle }) => toggle === undefined) ? undefined : of(sample => sample.toggle ?? 0),
        elements: of(sample => sample.elements),
      }
    })
  } finally {
    await browser.close()
    for (const { close } of built) await close()
  }
}

/** The table, with ratios to our renderer. */
export function renderDrawn(drawn: readonly Drawn[]): string {
  const [ours] = drawn
  const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(value < 20 ? 1 : 0))
  return [
    '| | mount ms | × ours | key to paint ms, median / p95 | work for a key ms, median / p95 | toggle ms | elements | JS gz with React, KB |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...drawn.map(
      each =>
        `| ${each.name} | ${ms(each.mount)} | ${(each.mount / (ours?.mount ?? 1)).toFixed(1)} | ${ms(each.key)} / ${ms(
          each.keyP95,
        )} | ${ms(each.work)} / ${ms(each.workP95)} | ${ms(each.toggle)} | ${each.elements.toLocaleString('en')} | ${each.kilobytes?.toFixed(0) ?? '–'} |`,
    ),
    '',
  ].join('\n')
}

interface Built {
  readonly name: string
  readonly url: string
  readonly kilobytes: number
  close(): Promise<void>
}

async function buildAll(): Promise<Built[]> {
  const built: Built[] = []
  for (const { name, entry } of CONTESTANTS) {
    if (!existsSync(at(entry))) continue
    try {
      built.push(await buildOne(name, at(entry)))
    } catch (cause) {
      const [why] = (cause instanceof Error ? cause.message : 'it failed').split('\n', 1)
      process.stderr.write(`${name}: left out, ${why}\n`)
    }
  }
  return built
}

async function buildOne(name: string, entry: string): Promise<Built> {
  const { build } = await import('esbuild')
  const directory = await mkdtemp(join(tmpdir(), 'andiron-renderer-'))
  const { metafile } = await build({
    entryPoints: { main: entry },
    outdir: directory,
    bundle: true,
    splitting: true,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['andiron-source'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: {
      '.png': 'dataurl',
      '.svg': 'dataurl',
      '.woff': 'dataurl',
      '.woff2': 'dataurl',
      '.ttf': 'dataurl',
    },
    logLevel: 'silent',
  })
  const first = await firstChunk(metafile.outputs, directory)
  const hasStyles = existsSync(join(directory, 'main.css'))
  const server = serve(directory, hasStyles)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    name,
    kilobytes: first / 1024,
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Bytes that are loaded before anything is drawn. */
async function firstChunk(
  outputs: Readonly<Record<string, { readonly imports: readonly { path: string; kind: string }[] }>>,
  directory: string,
): Promise<number> {
  const names = Object.keys(outputs)
  const nameOf = (end: string) => names.find(name => name.endsWith(end))
  const wanted = new Set<string>()
  const visit = (name: string | undefined) => {
    if (name === undefined || wanted.has(name)) return
    wanted.add(name)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement') visit(nameOf(path.split('/').at(-1) ?? path))
  }
  visit(nameOf('/main.js') ?? nameOf('main.js'))
  const files = [...wanted].map(name => readFile(join(directory, name.split('/').at(-1) ?? name)))
  return (await Promise.all(files)).reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}

function serve(directory: string, hasStyles: boolean): Server {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8">${
    hasStyles ? '<link rel="stylesheet" href="/main.css">' : ''
  }<body><div id="root"></div><script type="module" src="/main.js"></script>`
  return createServer(async ({ url = '/' }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      return
    }
    const file = await readFile(join(directory, url.split('/').at(-1) ?? '')).catch(() => undefined)
    const type = url.endsWith('.css') ? 'text/css' : 'text/javascript'
    response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file)
  })
}

/** Measured by the page itself; a string, because it uses browser globals. */
const PAINTED = 'new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))'

const TYPE = `(async () => {
  const input = [...document.querySelectorAll('input:not([type]), input[type=text]')].filter(each => each.offsetParent)[100]
    ?? document.querySelector('input:not([type]), input[type=text]')
  input.focus()
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  const pause = () => new Promise(done => setTimeout(done, 20))
  const press = key => {
    const start = performance.now()
    set.call(input, input.value + (key % 10))
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return start
  }
  const waited = []
  const worked = []
  for (let key = 0; key < ${KEYS}; key++) {
    await pause()
    const start = press(key)
    waited.push((await ${PAINTED}) - start)
  }
  for (let key = 0; key < ${KEYS}; key++) {
    await pause()
    worked.push(await new Promise(done => requestAnimationFrame(() => {
      const start = press(key)
      setTimeout(() => done(performance.now() - start))
    })))
  }
  return { waited, worked }
})()`

/** Answers a yes-or-no question in the middle of the form, and waits for its dependent question. */
const TOGGLE = `(async () => {
  const more = () => document.body.innerText.split('Tell us more').length
  const before = more()
  const question = [...document.querySelectorAll('label, legend, span, div, p')]
    .filter(each => each.textContent.replace(/\\s*\\*$/, '').trim() === 'Question 25.5').at(-1)
  let control
  for (let above = question; above && !control; above = above.parentElement)
    control = above.querySelector('input[type=radio], input[type=checkbox]')
  if (!control) return undefined
  const start = performance.now()
  control.click()
  for (let frame = 0; frame < 120; frame++) {
    const now = await ${PAINTED}
    if (more() > before) return now - start
  }
  return undefined
})()`

/** Maximum CPU share of an idle browser. */
const IDLE_PART = 0.08

/**
 * Waits until the browser is idle: a new window loads internal pages, such as its toolbar, which would
 * compete with the form.
 */
async function idle(processes: CDPSession): Promise<void> {
  const worked = async () => {
    const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const seconds = 0.25
  let before = await worked()
  for (let waited = 0; waited < 15; waited += seconds) {
    await new Promise(done => setTimeout(done, seconds * 1000))
    const now = await worked()
    if (now - before < seconds * IDLE_PART) return
    before = now
  }
}

async function draw(
  browser: Browser,
  processes: CDPSession,
  url: string,
): Promise<Omit<Drawn, 'name' | 'kilobytes'>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.waitForFunction('globalThis.mount !== undefined', undefined, { timeout: 60_000 })
    await idle(processes)
    const mounted = await page.waitForFunction('mount()', undefined, { timeout: 60_000 })
    const mount = (await mounted.jsonValue()) as number
    const elements = (await page.evaluate("document.querySelectorAll('#root *').length")) as number
    await page.waitForTimeout(500)
    const { waited, worked } = (await page.evaluate(TYPE)) as { waited: number[]; worked: number[] }
    const toggle = (await page.evaluate(TOGGLE)) as number | undefined
    return {
      mount,
      elements,
      key: median(waited),
      keyP95: p95(waited),
      work: median(worked),
      workP95: p95(worked),
      toggle,
    }
  } finally {
    await context.close()
  }
}

const ranked = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
const median = (values: readonly number[]) => ranked(values, 0.5)
const p95 = (values: readonly number[]) => ranked(values, 0.95)
