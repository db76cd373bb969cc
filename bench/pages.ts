/**
 * `npm run bench pages`: loads the pages in Chromium as a slow phone does, each time with an empty cache: a fourth of
 * the processor, 1.6 Mbit/s, 150 ms for each request.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { serve } from '../plugins/index.ts'
import { createSoftwareWallet } from '../ui/sdk/index.ts'
import { quantile } from './harness.ts'
import { consentAt, type Seeded, seedPages, WALLET } from './pages/seeded.ts'

/** The measurements of one page: medians over the rounds. */
export interface Loaded {
  readonly name: string
  /** Largest contentful paint, ms. */
  readonly lcp: number
  /** The fastest round: what an idle machine would take. */
  readonly lcpBest: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** Total blocking time: of each task after the first paint, what exceeds 50 ms. */
  readonly tbt: number
  /** Bytes of the scripts that were asked for before the largest paint, gzipped. */
  readonly first: number
  /** Bytes of all scripts and styles until the page is quiet, gzipped. */
  readonly scripts: number
  readonly styles: number
  /** Bytes that crossed the network, everything. */
  readonly transferred: number
  readonly requests: number
}

/** A page as people reach it. */
interface Visit {
  readonly name: string
  /** Text on the page once it is drawn. */
  readonly shows: string
  /** Loads the page; `slow` makes a page slow before that. */
  open(context: BrowserContext, slow: (page: Page) => Promise<void>): Promise<Page>
  /** The step that is measured in place of the load: the time until its text is shown. */
  readonly next?: { readonly name: string; readonly presses: string; readonly shows: string }
}

const PHONE = { width: 412, height: 823 }
const SLOWDOWN = 4
/** Slow 4G as Lighthouse has it. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** A page is quiet when nothing was requested for as long. */
const QUIET = 1_500

/** Loads every page; the first visits of a round are of the first page. */
export async function pagesBench(rounds = 5): Promise<Loaded[]> {
  const { chromium } = await import('playwright-core')
  const data = await mkdtemp(join(tmpdir(), 'andiron-pages-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(data, 0o711)
  const study = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<p>A study</p>'),
  )
  await new Promise<void>(resolve => study.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(study.address() as AddressInfo).port}`
  const running = await serve({ port: 0, data, log: { level: 'error' } }, { fastify: { logger: false } })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  try {
    const visits = visitsOf(running.url, origin, await seedPages(running.url, origin))
    const samples = new Map<string, Loaded[]>()
    for (let round = 0; round < rounds; round++)
      for (const visit of visits)
        for (const sample of await measure(browser, visit))
          samples.set(sample.name, [...(samples.get(sample.name) ?? []), sample])
    return [...samples.values()].map(medianOf)
  } finally {
    await browser.close()
    await running.close()
    study.close()
    await rm(data, { recursive: true, force: true })
  }
}

/** The table. */
export function renderLoaded(loaded: readonly Loaded[]): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  const ms = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
  return [
    '| | LCP ms, median / best | CLS | TBT ms | first scripts gz kB | all scripts gz kB | styles gz kB | transferred kB | requests |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...loaded.map(
      ({ name, lcp, lcpBest, cls, tbt, first, scripts, styles, transferred, requests }) =>
        `| ${name} | ${ms(lcp)} / ${ms(lcpBest)} | ${cls.toFixed(3)} | ${ms(tbt)} | ${kilobytes(first)} | ${kilobytes(scripts)} | ${kilobytes(
          styles,
        )} | ${kilobytes(transferred)} | ${requests} |`,
    ),
    '',
  ].join('\n')
}

function visitsOf(url: string, origin: string, { applicationId, questionnaire }: Seeded): Visit[] {
  const at =
    (address: string): Visit['open'] =>
    async (context, slow) => {
      const page = await context.newPage()
      await slow(page)
      await page.goto(address)
      return page
    }
  return [
    {
      name: 'wallet frame, in its window',
      shows: 'Synthetic mood study',
      async open(context, slow) {
        const opener = await context.newPage()
        await opener.goto(origin)
        const opened = context.waitForEvent('page')
        await opener.evaluate("void open('about:blank', 'wallet', 'popup')")
        const page = await opened
        await slow(page)
        const address = `${url}/wallet-external?${new URLSearchParams({ applicationId, origin })}`
        await opener.evaluate(`void open(${JSON.stringify(address)}, 'wallet')`)
        return page
      },
    },
    {
      name: '`/consent`',
      shows: 'A synthetic assistant',
      open: async (context, slow) => at(await consentAt(url))(context, slow),
    },
    {
      name: '`/profile`, the choice',
      shows: 'Test Wallet',
      open: at(`${url}/profile`),
      next: { name: '`/profile`, opened', presses: 'Test Wallet', shows: 'Body weight' },
    },
    { name: '`/application`', shows: 'Test Wallet', open: at(`${url}/application`) },
    {
      name: '`/questionnaire/:id`',
      shows: 'Little interest or pleasure',
      open: at(`${url}/questionnaire/${questionnaire}`),
    },
    { name: '`/`', shows: 'For applications', open: at(url) },
  ]
}

async function measure(browser: Browser, { name, shows, open, next }: Visit): Promise<Loaded[]> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 1.75, locale: 'en-US' })
  try {
    await announceWallet(context)
    await context.addInitScript(OBSERVE)
    let traffic: Traffic | undefined
    const page = await open(context, async page => {
      traffic = await slowed(context, page)
    })
    await page.getByText(shows).first().waitFor()
    await traffic?.quiet()
    const loaded = await sampleOf(page, name, traffic)
    if (!next) return [loaded]
    const begun = performance.now()
    await page.getByRole('button', { name: next.presses }).click()
    await page.getByText(next.shows).first().waitFor()
    const shown = performance.now() - begun
    await traffic?.quiet()
    const after = await sampleOf(page, next.name, traffic)
    return [loaded, { ...after, lcp: shown, lcpBest: shown }]
  } finally {
    await context.close()
  }
}

interface Traffic {
  readonly transferred: number
  readonly requests: number
  /** Bytes of each script and style, gzipped. */
  readonly sizes: ReadonlyMap<string, number>
  quiet(): Promise<void>
}

/** Makes a page slow, and counts what it loads. */
async function slowed(context: BrowserContext, page: Page): Promise<Traffic> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const bodies: Promise<void>[] = []
  let last = performance.now()
  const traffic = {
    ...{ transferred: 0, requests: 0, sizes: new Map<string, number>() },
    async quiet() {
      while (performance.now() - last < QUIET) await delay(100)
      await Promise.all(bodies)
    },
  }
  session.on('Network.requestWillBeSent', () => {
    last = performance.now()
    traffic.requests++
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    last = performance.now()
    traffic.transferred += encodedDataLength
  })
  page.on('response', response => {
    const url = response.url()
    if (!url.includes('/assets/')) return
    bodies.push(
      response.body().then(
        body => void traffic.sizes.set(url, gzipSync(body, { level: 9 }).length),
        () => {},
      ),
    )
  })
  return traffic
}

async function sampleOf(page: Page, name: string, traffic: Traffic | undefined): Promise<Loaded> {
  const { begun, ...seen } = (await page.evaluate('observed()')) as Pick<Loaded, 'lcp' | 'cls' | 'tbt'> & {
    readonly begun: readonly string[]
  }
  const { sizes = new Map<string, number>(), transferred = 0, requests = 0 } = traffic ?? {}
  const sum = (extension: string, among: Iterable<string> = sizes.keys()) =>
    [...among].filter(url => url.endsWith(extension)).reduce((all, url) => all + (sizes.get(url) ?? 0), 0)
  return {
    ...{ name, ...seen, lcpBest: seen.lcp, first: sum('.js', begun), scripts: sum('.js') },
    ...{ styles: sum('.css'), transferred, requests },
  }
}

/** Collects the paints, shifts and long tasks of a page. */
const OBSERVE = `{
  const seen = { lcp: 0, fcp: Infinity, shifts: [], tasks: [] }
  const observe = (type, take) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.fcp = startTime))
  observe('layout-shift', shift => shift.hadRecentInput || seen.shifts.push(shift))
  observe('longtask', task => seen.tasks.push(task))
  globalThis.observed = () => ({
    lcp: seen.lcp,
    begun: performance.getEntriesByType('resource').filter(it => it.startTime < seen.lcp).map(it => it.name),
    cls: seen.shifts.reduce((sum, { value }) => sum + value, 0),
    tbt: seen.tasks
      .filter(({ startTime, duration }) => startTime + duration > seen.fcp)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
  })
}`

/** The person's wallet, announced as an extension does (EIP-6963). */
async function announceWallet(context: BrowserContext): Promise<void> {
  const { address, signFn, signMessage } = createSoftwareWallet(WALLET)
  await context.exposeFunction('signTextForBench', (hex: string) =>
    signMessage(Buffer.from(hex.slice(2), 'hex').toString('utf8')),
  )
  await context.exposeFunction('signForBench', (typedData: string) => signFn(JSON.parse(typedData)))
  await context.addInitScript(`{
    const provider = {
      async request({ method, params }) {
        if (method === 'eth_requestAccounts') return ['${address}']
        return method === 'personal_sign' ? signTextForBench(params[0]) : signForBench(params[1])
      },
    }
    const info = { uuid: '1', name: 'Test Wallet', rdns: 'test.wallet', icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const announce = () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    addEventListener('eip6963:requestProvider', announce)
  }`)
}

function medianOf(samples: readonly Loaded[]): Loaded {
  const of = (pick: (sample: Loaded) => number, share = 0.5) => quantile(samples.map(pick), share)
  return {
    name: samples[0]?.name ?? '',
    lcp: of(({ lcp }) => lcp),
    lcpBest: Math.min(...samples.map(({ lcp }) => lcp)),
    cls: of(({ cls }) => cls),
    tbt: of(({ tbt }) => tbt),
    first: of(({ first }) => first),
    scripts: of(({ scripts }) => scripts),
    styles: of(({ styles }) => styles),
    transferred: of(({ transferred }) => transferred),
    requests: Math.round(of(({ requests }) => requests)),
  }
}
