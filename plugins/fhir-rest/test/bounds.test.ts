/** Searches that anybody may make, over more than fits into memory. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import type { Filter } from '../../../core/index.ts'
import { uids } from '../../../schemas/uids.ts'
import { gateway } from '../../test/fixtures/actors.ts'

const KiB = 1024

type Find = FastifyInstance['gateway']['records']['find']

/** Forms as they are stored, each of some size, with titles that come again. */
async function withForms(app: FastifyInstance, count: number, size: number): Promise<void> {
  const { records } = app.gateway as unknown as {
    records: { create(uid: string, record: object): Promise<void> }
  }
  for (let at = 0; at < count; at++)
    await records.create(uids.Questionnaire, {
      ...{ _id: crypto.randomUUID(), resourceType: 'Questionnaire', status: 'active' },
      title: `Synthetic form ${'é😀'.repeat(100)} ${at % 7}`,
      description: 'x'.repeat(size),
    })
}

/** The maximum part of a store page that the gateway held. */
function watched(app: FastifyInstance): { largest: number; read: number } {
  const seen = { largest: 0, read: 0 }
  const { records } = app.gateway
  const find: Find = records.find.bind(records)
  Object.assign(records, {
    find: async (uid: string, filter: Filter, page: Parameters<Find>[2]) => {
      const found = await find(uid, filter, page)
      const size = JSON.stringify(found.records).length
      seen.largest = Math.max(seen.largest, size)
      seen.read += size
      return found
    },
  })
  return seen
}

interface Bundle {
  readonly total?: number
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
  readonly link: readonly { readonly relation: string; readonly url: string }[]
}

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

async function pagesOf(app: FastifyInstance, first: string) {
  const ids: string[] = []
  let [url, pages, largest]: [string | undefined, number, number] = [first, 0, 0]
  for (; url !== undefined && pages < 200; pages++) {
    const answer: Answer = await app.inject(url)
    const { entry = [], link, total }: Bundle = answer.json()
    if (pages === 0) ids.push(`total ${total}`)
    largest = Math.max(largest, answer.body.length)
    ids.push(...entry.map(({ resource }) => resource.id))
    const next: string | undefined = link.find(({ relation }) => relation === 'next')?.url
    url = next && new URL(next).pathname + new URL(next).search
  }
  return { ids, pages, largest }
}

const generous = { operations: { requestsPerMinute: 1_000_000 } }

t.test('what anybody sorts is never held whole, and every page goes on behind the last', async t => {
  const app = await gateway(t, { plugins: generous })
  await withForms(app, 120, 100 * KiB)
  const seen = watched(app)
  for (const query of ['_sort=-title', '_sort=status', 'title=synth']) {
    const { ids, largest } = await pagesOf(app, `/fhir/Questionnaire?${query}&_count=150`)
    t.equal(ids[0], 'total 120', query)
    t.equal(new Set(ids).size, 121, `${query}: each form once`)
    t.ok(largest < 10 * KiB * KiB, `${query}: ${largest} bytes in an answer`)
  }
  const { ids, largest } = await pagesOf(app, '/fhir/Questionnaire?_count=200')
  t.equal(new Set(ids).size, 121, 'in the order of the store, too')
  t.ok(largest < 11 * KiB * KiB, `${largest} bytes in an answer`)
  t.ok(seen.largest < 5 * KiB * KiB, `${seen.largest} bytes in a page of the store`)
})

t.test('a search that would look through too much says how to narrow it', async t => {
  const app = await gateway(t, { plugins: { ...generous, 'fhir-rest': { mostSearchedBytes: 500 * KiB } } })
  await withForms(app, 30, 50 * KiB)
  const seen = watched(app)
  const sorted = await app.inject('/fhir/Questionnaire?_sort=title')
  t.equal(sorted.statusCode, 422)
  t.match(sorted.json(), {
    issue: [
      {
        details: {
          coding: [{ code: 'AND_TOO_LARGE_TO_SORT' }],
          text: /narrow the search or omit _sort/,
        },
      },
    ],
  })
  t.ok(seen.read < 1300 * KiB, `${seen.read} bytes read before it gave up`)
  const { ids } = await pagesOf(app, '/fhir/Questionnaire?title=synth&_count=20')
  t.equal(new Set(ids).size, 31, 'without sorting it goes on page by page')
  t.equal((await app.inject('/fhir/Questionnaire?_sort=title&status=draft')).statusCode, 200, 'narrowed')
})

t.test('what is looked through counts as work', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 20 } } })
  await withForms(app, 300, 10)
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await app.inject('/fhir/Questionnaire?_sort=title')).statusCode)
  t.same(statuses, [200, 200, 200, 200, 429, 429], 'one for the request, four for pages of the store')
  t.equal((await app.inject('/fhir/Questionnaire')).statusCode, 429)
})
