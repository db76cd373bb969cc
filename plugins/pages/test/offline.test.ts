/** `/profile` as an installed app: without a network, with and without a copy on the device, and across releases. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import {
  createSoftwareWallet,
  deriveStorageKeypair,
  loadEnvironment,
  submitData,
  uids,
} from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { isAccessible } from '../../test/fixtures/accessibility.ts'
import { gateway, published, registered, submissionOf } from '../../test/fixtures/actors.ts'
import { complaintsOf, installWallet } from '../../test/fixtures/browser.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

/** All that this browser stores of the origin, as text. */
const STORED = `(async () => {
  const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
  const textOf = value => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return String.fromCharCode(...new Uint8Array(value.buffer ?? value))
    return value && typeof value === 'object' ? Object.entries(value).map(each => each.map(textOf).join()).join() : String(value)
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise(give => (indexedDB.open(name).onsuccess = ({ target }) => give(target.result)))
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll()
      found.push(name + ':' + textOf(await new Promise(give => (all.onsuccess = () => give(all.result)))))
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (!request.url.includes('/assets/')) found.push(request.url, await (await cache.match(request)).text())
  }
  return found.join('\\n')
})()`

/** The DIDs that may have a copy in this browser. */
const COPIES = `new Promise(give => {
  indexedDB.open('andiron-copies').onsuccess = ({ target: { result: database } }) => {
    if (!database.objectStoreNames.contains('copies')) return give([])
    database.transaction('copies').objectStore('copies').getAllKeys().onsuccess = ({ target }) => {
      database.close()
      give(target.result)
    }
  }
})`

/** The number of copies with a content. */
const WRITTEN = `new Promise(give => {
  indexedDB.open('andiron-copies').onsuccess = ({ target: { result: database } }) => {
    database.transaction('copies').objectStore('copies').getAll().onsuccess = ({ target }) => {
      database.close()
      give(target.result.filter(({ sealed }) => sealed).length)
    }
  }
})`

const CACHED = `(async () => {
  const urls = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
  return urls
})()`

/** Waits for a condition that is itself awaited in the page. */
async function until(page: Page, condition: string): Promise<void> {
  while (!(await page.evaluate(condition))) await page.waitForTimeout(50)
}

const areKept = (page: Page, many: number) =>
  until(page, `${COPIES}.then(({ length }) => length === ${many})`)

const areWritten = (page: Page, many: number) =>
  until(page, `${WRITTEN}.then(written => written === ${many})`)

const isReady = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => true)')

t.test('an installed profile', async t => {
  const data = await temporaryDirectory(t)
  const [directory] = await Promise.all([builtPages(), copyDeployment(data)])
  const running = await serve(
    { port: 0, data, log: { level: 'error' }, plugins: { pages: { directory } } },
    { fastify: { logger: false } },
  )
  t.teardown(() => running.close())
  const { app, url } = running
  const environment = await loadEnvironment(url)
  const wallet = createSoftwareWallet('9d'.repeat(32))
  const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
    environment,
  })
  const study = await registered(app)
  const { _id } = await published(app, study, { ...mood, title: 'Your mood' })
  await submitData(person, submissionOf(study.applicationId, moodResponse(_id, 'rather well')), url)
  await submitData(
    person,
    submissionOf(
      study.applicationId,
      {
        ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: '2026-03-01' },
        code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
        valueQuantity: { value: 73, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
      },
      uids.Observation,
    ),
    url,
  )

  const context = await openContext(t)
  await installWallet(context, wallet)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const copySwitch = page.getByRole('switch', { name: 'Keep a copy on this device' })
  const reopen = async () => {
    await page.reload()
    await button(/used here before|last on/)
      .first()
      .click()
  }
  const notice = page.getByText(/^As of .*, not connected\.$/)
  /** Also while the records are being read. */
  const age = page.locator('.retried')

  await page.goto(`${url}/profile`)
  await button('Test Wallet').click()
  await heading('Your health').waitFor()
  await page.getByText('Body weight').waitFor()
  await isReady(page)

  await t.test('opens without a network, and has nothing of it unless the person wants that', async t => {
    t.notMatch(await page.evaluate(STORED), /rather well|Body weight|29463|How are you/)
    const cached: string[] = await page.evaluate(CACHED)
    t.ok(cached.includes(`${url}/profile`))
    for (const each of cached) t.match(each, /\/profile$|\/assets\/[\w.-]+$/)
    await context.setOffline(true)
    await page.reload()
    await heading('Your health profile').waitFor()
    await page.getByText('The service cannot be reached. Check your connection, and try again.').waitFor()
    await isAccessible(t, page, 'offline without a copy')
    t.equal(await button(/used here before/).count(), 0)
    await context.setOffline(false)
    await button(/used here before/).click()
    await heading('Your health').waitFor()
  })

  await t.test('keeps a copy for a person who chooses it, encrypted', async t => {
    await page.getByRole('link', { name: 'Settings' }).click()
    t.equal(await copySwitch.isChecked(), false, 'off by default')
    await copySwitch.click()
    await areWritten(page, 1)
    t.same(await page.evaluate(COPIES), [person.did])
    t.notMatch(await page.evaluate(STORED), /rather well|Body weight|29463|How are you|encryption_key/)
  })

  await t.test('but none before it is known who can read', async t => {
    await copySwitch.click()
    await areKept(page, 0)
    let answer = () => {}
    const asked = new Promise<void>(give => {
      answer = give
    })
    await context.route('**/api/consent*', async route => {
      await asked
      await route.continue()
    })
    await reopen()
    await age.waitFor({ state: 'detached' })
    await copySwitch.click()
    await areKept(page, 1)
    await page
      .getByRole('switch', { name: 'Keep a copy on this device', checked: true, disabled: false })
      .waitFor()
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByText('Your mood').waitFor()
    t.equal(await page.evaluate(WRITTEN), 0)
    answer()
    await areWritten(page, 1)
    await context.unroute('**/api/consent*')
  })

  await t.test('and shows it without a network, with its age', async t => {
    await context.setOffline(true)
    await reopen()
    await notice.waitFor()
    await page.locator('summary', { hasText: 'Your mood' }).click()
    await page.getByText('rather well').waitFor()
    await page.getByText('How are you?').waitFor()
    await isAccessible(t, page, 'answers offline')
    for (const name of ['Overview', 'Measurements', 'Documents', 'Sharing', 'Activity', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await notice.waitFor()
      await isAccessible(t, page, `${name} offline`)
    }
    t.equal(await button('Download everything').isDisabled(), true)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: /Body weight.*73 kg/s }).waitFor()
    await page.getByText('You and 2 others can read.').waitFor()
    await context.setOffline(false)
    await age.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Settings' }).click()
    t.equal(await button('Download everything').isDisabled(), false)
  })

  await t.test('also while the gateway is there and the nodes are not', async () => {
    await context.route('**/v1/**', route => route.abort())
    await reopen()
    await notice.waitFor()
    await context.unroute('**/v1/**')
    await button('Try again').click()
    await age.waitFor({ state: 'detached' })
  })

  await t.test('but not to the key of another profile', async t => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await button('Open another profile').click()
    await button(/This browser makes/).click()
    await button('Make a new, empty profile').click()
    await heading('Your health').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await copySwitch.click()
    await areKept(page, 2)
    const others: string[] = await page.evaluate(COPIES)
    const other = others.find(did => did !== person.did) ?? ''
    // Not in the page, which could still write its own copy.
    await page.goto(`${url}/health/live`)
    await page.evaluate(`new Promise(give => {
      indexedDB.open('andiron-copies').onsuccess = ({ target: { result: database } }) => {
        const copies = database.transaction('copies', 'readwrite').objectStore('copies')
        copies.get('${person.did}').onsuccess = ({ target }) =>
          (copies.put({ ...target.result, did: '${other}' }).onsuccess = () => give(database.close()))
      }
    })`)
    await page.goto(`${url}/profile`)
    await context.setOffline(true)
    await reopen()
    await page.getByText('This device keeps no copy of this profile yet.').waitFor()
    t.notMatch(await page.locator('body').innerText(), /Body weight/)
    await context.setOffline(false)
    await button(/used here before|last on/)
      .first()
      .waitFor()
  })

  await t.test('and is gone when it is switched off, or with its profile', async t => {
    const open = async (which: number) => {
      await page.reload()
      await page.getByRole('group').getByRole('button').nth(which).click()
      await heading('Settings').waitFor()
    }
    await page.evaluate("location.hash = 'settings'")
    await open(0)
    await copySwitch.click()
    await page.getByText('The copy on this device is deleted.').waitFor()
    t.equal(((await page.evaluate(COPIES)) as string[]).length, 1)
    await open(1)
    await page
      .getByRole('region', { name: 'Profiles on this device' })
      .getByRole('listitem')
      .filter({ hasText: 'It is open now' })
      .getByRole('button', { name: /^Remove .* from this device$/ })
      .click()
    await button('Yes, remove it').click()
    await button('Test Wallet').waitFor()
    t.same(await page.evaluate(COPIES), [])
    await button('Test Wallet').click()
    await heading('Your health').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    t.equal(await copySwitch.isChecked(), false, 'off again')
    await copySwitch.click()
    await areKept(page, 1)
    await page.getByRole('textbox', { name: 'Type “delete” to confirm' }).fill('delete')
    await button('Delete everything').click()
    await page.getByText('Everything is deleted.').waitFor()
    await page.getByText('You have no records').or(heading('Settings')).first().waitFor()
    await areKept(page, 0)
  })
  const lost = /Failed to load resource|net::ERR/
  t.same(
    complaints.filter(each => !lost.test(each)),
    [],
  )
})

t.test('a new release replaces the kept one, and the operator can remove it', async t => {
  const first = await builtPages()
  const second = join(await temporaryDirectory(t), 'pages')
  await cp(first, second, { recursive: true })
  const worker = join(second, 'profile-worker.js')
  await writeFile(worker, (await readFile(worker, 'utf8')).replace(/BUILD='\w+'/, "BUILD='next'"))
  let port = 0
  const start = async (pages: object) => {
    const config = { ...memory, port, plugins: { pages, 'storage-node': { serve: false } } }
    const { url: origin, close } = await serve(config, { fastify: { logger: false } })
    t.teardown(() => close())
    port = Number(new URL(origin).port)
    return { origin, close }
  }
  const caches = 'caches.keys()'
  const one = await start({ directory: first })
  const context = await openContext(t)
  const page = await context.newPage()
  await page.goto(`${one.origin}/profile`)
  await isReady(page)
  const [before]: string[] = await page.evaluate(caches)
  await one.close()

  const two = await start({ directory: second })
  let loads = 0
  page.on('framenavigated', () => loads++)
  await page.reload()
  await until(page, 'navigator.serviceWorker.getRegistration("/profile").then(it => it.waiting !== null)')
  t.same(((await page.evaluate(caches)) as string[]).sort(), [before, 'andiron-profile-next'].sort())
  t.equal(loads, 1, 'the open page stays as it is')
  const other = await context.newPage()
  await other.goto(two.origin)
  await page.close()
  await until(other, `${caches}.then(all => all.join() === 'andiron-profile-next')`)
  await other.goto(`${two.origin}/profile`)
  await two.close()
  await other.reload()
  await other.getByRole('heading', { name: 'Your health profile' }).waitFor()
  t.ok(true, 'and opens while the gateway is away')

  const off = await start({ directory: first, installable: false })
  await other.reload()
  await until(
    other,
    `Promise.all([${caches}, navigator.serviceWorker.getRegistrations()]).then(([a, b]) => a.length + b.length === 0)`,
  )
  t.equal(await other.locator('link[rel=manifest]').count(), 0)
  await off.close()
  t.equal(
    await other.reload().then(
      () => 'opened',
      () => 'gone',
    ),
    'gone',
  )
})

t.test('the worker of an operator who switched it off removes itself without the page', async t => {
  const app = await gateway(t, { plugins: { pages: { directory: await builtPages(), installable: false } } })
  const answer = await app.inject('/profile-worker.js')
  t.equal(answer.statusCode, 200)
  t.match(answer.headers, { 'cache-control': 'no-cache', 'content-type': /^text\/javascript/ })
  t.match(answer.body, /registration\.unregister\(\)/)
  t.notMatch(answer.body, /'fetch'/, 'it answers no request')
  t.equal((await app.inject('/profile.webmanifest')).statusCode, 404)
  t.notMatch((await app.inject('/profile')).body, /rel="manifest"/)
})

t.test('the manifest names the app in each language, with icons that are there', async t => {
  const app = await gateway(t, { plugins: { pages: { directory: await builtPages() } } })
  const answer = await app.inject('/profile.webmanifest')
  t.match(answer.headers, { 'content-type': /^application\/manifest\+json/, 'cache-control': 'no-cache' })
  const manifest = answer.json()
  t.match(manifest, {
    start_url: '/profile',
    scope: '/profile',
    name_localized: { de: 'Ihr Gesundheitsprofil' },
  })
  for (const { src, type } of manifest.icons) {
    const icon = await app.inject(src)
    t.equal(icon.statusCode, 200)
    t.match(icon.headers['content-type'], type)
  }
  const { headers } = await app.inject('/profile')
  t.match(headers['content-security-policy'], /worker-src 'self'; manifest-src 'self'/)
  for (const path of ['/', '/consent'])
    t.notMatch((await app.inject(path)).body, /rel="manifest"/, 'no other page is part of the app')
})
