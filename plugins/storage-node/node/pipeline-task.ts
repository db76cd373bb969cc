/**
 * Runs one aggregation pipeline in a thread: receives documents in batches as text, and returns the result
 * once.
 */
import type { MessagePort } from 'node:worker_threads'
import { Aggregator } from 'mingo'

export interface PipelineInput {
  readonly pipeline: readonly Record<string, unknown>[]
  /** Sends one batch per request. */
  readonly port: MessagePort
  /** Maximum characters of JSON in the result. */
  readonly most: number
}

/** Documents as JSON, with the name of the `$lookup` collection if they belong to one. */
export interface PipelineBatch {
  readonly documents: readonly string[]
  readonly lookup?: string
  /** True for the last batch. */
  readonly isLast?: boolean
}

/** The JSON of the result, or the reason for its absence. */
export type PipelineOutput = { readonly result: string } | { readonly refused: string }

export default async function runPipeline({ pipeline, port, most }: PipelineInput): Promise<PipelineOutput> {
  const documents: Record<string, unknown>[] = []
  const lookups = new Map<string, Record<string, unknown>[]>()
  await new Promise<void>(resolve => {
    port.on('message', ({ documents: batch, lookup, isLast = false }: PipelineBatch) => {
      const list = lookup === undefined ? documents : (lookups.get(lookup) ?? [])
      if (lookup !== undefined) lookups.set(lookup, list)
      for (const text of batch) list.push(JSON.parse(text) as Record<string, unknown>)
      if (isLast) resolve()
      else port.postMessage('more')
    })
    port.postMessage('more')
  })
  port.close()
  const aggregator = new Aggregator([...pipeline], {
    scriptEnabled: false,
    collectionResolver: name => lookups.get(name) ?? [],
  })
  try {
    const result = JSON.stringify(aggregator.run(documents))
    return result.length > most ? { refused: `The result is larger than ${most} characters` } : { result }
  } catch {
    return { refused: 'The pipeline does not fit the documents' }
  }
}
