/**
 * The cost of an aggregate query, in CPU of gateway, nodes and database, compared with reading the same
 * responses.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../plugins/index.ts'
import type { Aggregation } from '../schemas/aggregate.ts'
import { aggregate, readResponses } from '../ui/sdk/index.ts'
import { inTurn, rowsOf, type Suite, type Table } from './harness.ts'
import { createStudy, type Study, seed } from './seed.ts'

/** Responses per person. */
const EACH = 5

export const aggregation: Suite = quick =>
  quick ? aggregationTables([20], 1) : aggregationTables([500, 2000], 5)

const question: Aggregation = {
  measures: [
    { linkId: '1', op: 'histogram' },
    { linkId: '2', op: 'count' },
  ],
  groupBy: '3',
}

/** @param sizes - responses to a form */
export async function* aggregationTables(sizes: readonly number[], rounds: number): AsyncGenerator<Table> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(data, 0o711)
  const gateway = await serve(
    {
      ...{ port: 0, data, log: { level: 'silent' } },
      plugins: {
        operations: { requestsPerMinute: 1_000_000 },
        // Wide enough that the budget outlasts the benchmark.
        'fhir-aggregate': { margin: 1000 },
      },
    },
    { fastify: { logger: false } },
  )
  try {
    for (const size of sizes) {
      const study = await createStudy(gateway.url)
      for (let done = 0; done < size; done += EACH) await seed(gateway.app, study, EACH)
      yield await measured(`Ask about ${size} responses of ${size / EACH} people`, study, gateway.url, rounds)
    }
  } finally {
    await gateway.close()
    await rm(data, { recursive: true })
  }
}

/** Wall-clock time in microseconds, because most of the work is done by the database, another process. */
async function measured(title: string, study: Study, url: string, rounds: number): Promise<Table> {
  const { application, questionnaire } = study
  const candidates = [
    {
      name: 'floor: reading every response',
      samples: [] as number[],
      async run() {
        let count = 0
        for await (const _ of readResponses(application, questionnaire, url, { count: 200 })) count += 1
        if (count === 0) throw new Error('nothing was read')
      },
    },
    {
      name: 'andiron, three numbers in four groups',
      samples: [] as number[],
      run: () => aggregate(application, questionnaire, question, url, { refresh: true }),
    },
    {
      name: 'andiron, the answer that is kept',
      samples: [] as number[],
      run: () => aggregate(application, questionnaire, question, url),
    },
  ]
  for (const { run } of candidates) await run()
  for (let round = 0; round < rounds; round++) {
    for (const { run, samples } of inTurn(candidates, round)) {
      const start = performance.now()
      await run()
      samples.push((performance.now() - start) * 1000)
    }
  }
  return { title, of: 'question', rows: rowsOf(candidates) }
}
