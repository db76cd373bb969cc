/** Runs one aggregation pipeline in a thread of its own: documents come in batches, the result goes out once. */
import { parentPort, workerData } from 'node:worker_threads'
import { Aggregator } from 'mingo'

/** What the thread is started with. */
export interface PipelineJob {
  readonly pipeline: readonly Record<string, unknown>[]
  /** Collections that the pipeline looks up in, by their ids. */
  readonly lookups: Readonly<Record<string, Record<string, unknown>[]>>
}

/** A batch of documents; an empty one says that there are no more. */
export type PipelineBatch = readonly Record<string, unknown>[]

const { pipeline, lookups } = workerData as PipelineJob
const documents: Record<string, unknown>[] = []

parentPort?.on('message', (batch: PipelineBatch) => {
  documents.push(...batch)
  if (batch.length > 0) return
  const aggregator = new Aggregator([...pipeline], {
    scriptEnabled: false,
    collectionResolver: name => lookups[name] ?? [],
  })
  parentPort?.postMessage(JSON.stringify(aggregator.run(documents)))
  parentPort?.close()
})
