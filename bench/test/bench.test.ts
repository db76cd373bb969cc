/** The benchmarks run, and print tables of one shape. Their figures are not tested. */

import t from 'tap'
import { memory } from '../../core/test/fixtures/memory.ts'
import { long } from '../../core/test/fixtures/rounds.ts'
import { serve } from '../../plugins/index.ts'
import { uids } from '../../schemas/uids.ts'
import { aggregationTables } from '../aggregate.ts'
import { costsBench } from '../costs.ts'
import { cryptoTables } from '../crypto.ts'
import { fileTables } from '../files.ts'
import { compare, inTurn, rowsOf, type Table } from '../harness.ts'
import { renderReads } from '../reads.ts'
import { renderDrawn } from '../renderer.ts'
import { baselineOf, markdownOf } from '../report.ts'
import { createStudy, seed } from '../seed.ts'
import { renderStarts } from '../start.ts'
import { sizes } from '../validation/sizes.ts'

const nothing = { machine: '', ratios: {} }

t.test('every table of the crypto room has a floor, ours, and a peer or a part of ours', async t => {
  const tables: Table[] = []
  for await (const table of cryptoTables({ rounds: 1, turn: 1 }, [16])) tables.push(table)
  t.equal(new Set(tables.map(({ title }) => title)).size, tables.length, 'titles tell them apart')
  for (const { title, rows } of tables) {
    t.ok(rows.length >= 3, title)
    t.match(rows[0], { name: /^floor: /, ratio: 1 })
    t.ok(rows.some(({ name }) => name.startsWith('andiron')))
    for (const { median, best, ratio, lower, upper } of rows)
      for (const figure of [median, best, ratio, lower, upper]) t.ok(figure > 0 && Number.isFinite(figure))
  }
  t.strictSame(
    Object.keys(baselineOf(tables).ratios),
    tables.map(({ title }) => title),
  )
})

t.test('each cost of an outsider has a size and an exponent', { skip: long }, async t => {
  const rows = (await costsBench(true)).split('\n').filter(line => / \| -?[\d.]+ \|/.test(line))
  t.ok(rows.length >= 16)
  for (const row of rows) t.notMatch(row, /NaN|Infinity/, row)
})

t.test('each entry of the validator has a size in a browser', { skip: long }, async t => {
  for (const { name, median } of (await sizes()).rows) t.ok(median > 1000, name)
})

t.test('files come whole, raw, sealed and opened', async t => {
  for await (const { rows } of fileTables({ rounds: 1, turn: 1 }, [16, 300_000])) t.equal(rows.length, 3)
})

t.test('a question is answered, and what it is about is read', { skip: long }, async t => {
  for await (const { rows } of aggregationTables([40], 1)) t.equal(rows.length, 3)
})

t.test('as many responses are stored as are asked for, those of several people at once', async t => {
  const { app, url, close } = await serve({ ...memory, port: 0 }, { fastify: { logger: false } })
  t.teardown(close)
  const progress: number[] = []
  await seed(app, await createStudy(url), 250, stored => progress.push(stored))
  t.equal(await app.gateway.records.count(uids.QuestionnaireResponse, {}), 250)
  t.strictSame([progress.length, Math.max(...progress)], [3, 250])
})

t.test('reading stands beside its floor, asking beside reading', t => {
  const cost = { responses: 1000, own: 20_000, database: 30_000, wall: 70, peak: 100 }
  const lines = renderReads({
    seeding: { responses: 1000, seconds: 2, own: 400 },
    readings: [
      { ...cost, name: 'floor: rows of PostgreSQL' },
      { ...cost, name: 'andiron', own: 170_000, peak: 200 },
    ],
    answers: [{ ...cost, name: 'how many', own: 1000, database: 9000 }],
    spread: [
      { cores: 1, seconds: [2.2, 2, 2.1] },
      { cores: 2, seconds: [1.4, 1.5, 1.3] },
    ],
  }).split('\n')
  t.equal(lines[0], "1,000 responses were seeded in 2 s, with 400 µs of CPU each beside PostgreSQL's.")
  t.strictSame(
    lines.filter(line => line.startsWith('| 1,000')),
    [
      '| 1,000 | floor: rows of PostgreSQL | 20.0 | 30.0 | **1.00** | 0.1 | 100 |',
      '| 1,000 | andiron | 170.0 | 30.0 | **4.00** | 0.1 | 200 |',
      '| 1,000 | how many | 1.0 | 9.0 | **0.050** | 0.1 | 10 |',
    ],
  )
  t.ok(lines.includes('| 2 | 1.40 | 1.30 | **1.50** |'))
  t.end()
})

t.test('a start stands with its memory, its database and its phases', t => {
  const first = { wall: 4.21, own: 1.5, database: 0.9, peak: 128.4, together: 139.6 }
  const later = [
    { ...first, own: 0.9 },
    { ...first, own: 0.7 },
  ]
  const phases = [{ phase: 'modules', own: 301.4 }]
  t.strictSame(
    renderStarts(first, later, phases)
      .split('\n')
      .filter(line => /^\| [flm]/.test(line)),
    [
      '| first | 1.50 | 0.90 | 4.2 | 128 | 140 |',
      '| later, best of 2 | 0.70 | 0.90 | 4.2 | 128 | 140 |',
      '| modules | 301 |',
    ],
  )
  t.end()
})

t.test('a ratio is the median over rounds, not the quotient of medians', async t => {
  const [, other] = rowsOf([
    { name: 'floor', samples: [1, 10, 100] },
    { name: 'other', samples: [2, 20, 200] },
  ])
  t.strictSame(other, { name: 'other', median: 20, best: 2, ratio: 2, lower: 2, upper: 2 })
})

t.test('everybody has every place in the order', async t => {
  const orders = [0, 1, 2, 3, 4, 5].map(round => inTurn(['a', 'b', 'c'], round).join(''))
  t.strictSame(orders, ['abc', 'acb', 'cab', 'cba', 'bca', 'bac'])
})

t.test('a candidate that fails does not win', async t => {
  const failing = { name: 'fast', run: () => false }
  await t.rejects(compare('a race', [failing], { rounds: 1, turn: 1 }), { message: "'fast' fails" })
})

t.test('a table in Markdown shows the ratios of the baseline beside its own', async t => {
  const table: Table = {
    title: 'Work',
    of: 'call',
    rows: [
      { name: 'floor: nothing', median: 0.5, best: 0.25, ratio: 1, lower: 1, upper: 1 },
      { name: 'andiron', median: 1234.5, best: 1000, ratio: 12.34, lower: 12, upper: 123.4 },
    ],
  }
  const lines = (text: string) => text.split('\n').filter(line => line.startsWith('| '))
  t.strictSame(lines(markdownOf(table, nothing)), [
    '| | CPU µs a call | best | ratio | quartiles | baseline |',
    '| floor: nothing | 0.50 | 0.25 | **1.00** | 1.00–1.00 |  |',
    '| andiron | 1,235 | 1,000 | **12.3** | 12.0–123 |  |',
  ])
  t.match(markdownOf(table, { ...nothing, ratios: { Work: { andiron: 9.87 } } }), '12.0–123 | 9.87 |')
})

t.test('renderers stand in one table, each with its ratio to ours', async t => {
  const keys = { key: 5, keyP95: 18, work: 3, workP95: 8 }
  const ours = { name: 'andiron', mount: 100, ...keys, toggle: 4, elements: 3159, kilobytes: 88 }
  const floor = { ...ours, name: 'floor', mount: 50, toggle: undefined, kilobytes: undefined }
  t.strictSame(renderDrawn([ours, floor]).split('\n').slice(2, 4), [
    '| andiron | 100 | 1.0 | 5.0 / 18.0 | 3.0 / 8.0 | 4.0 | 3,159 | 88 |',
    '| floor | 50 | 0.5 | 5.0 / 18.0 | 3.0 / 8.0 | – | 3,159 | – |',
  ])
})
