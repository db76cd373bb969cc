/** Works out exports in the background, those included that a gateway which is gone has left unfinished. */
import type { FastifyBaseLogger } from 'fastify'
import type { Exports, Hold, Step } from '../../core/index.ts'
import type { ExportProgress, ExportRequest } from './plan.ts'

/** Milliseconds between two looks at what is to be done. */
const PAUSE = 1000
const SWEEP = 10 * 60_000

export interface WorkerParts {
  readonly exports: Exports
  readonly next: (request: ExportRequest, progress: ExportProgress) => Promise<Step>
  /** Milliseconds for which an export belongs to a gateway that is heard of no more. */
  readonly holdFor: number
  readonly log: FastifyBaseLogger
}

export interface Worker {
  begin(): void
  /** Hands what is under way to whoever comes next. */
  close(): Promise<void>
}

export function createWorker({ exports, next, holdFor, log }: WorkerParts): Worker {
  const holder = crypto.randomUUID()
  const hold = (): Hold => ({ holder, until: Date.now() + holdFor })
  let closed = false
  let swept = Date.now()

  async function workOut(id: string, request: ExportRequest, begun: ExportProgress): Promise<void> {
    let progress = begun
    for (;;) {
      if (closed) {
        await exports.advance(id, { progress: JSON.stringify(progress), done: false }, { holder, until: 0 })
        return
      }
      const step = await next(request, progress)
      // Somebody else has it, or nobody wants it any more.
      if (!(await exports.advance(id, step, hold())) || step.done) return
      progress = JSON.parse(step.progress) as ExportProgress
    }
  }

  async function look(): Promise<void> {
    while (!closed) {
      const job = await exports.claim(Date.now(), hold())
      if (job === undefined) break
      log.info({ export: job.id }, 'working out an export')
      await workOut(job.id, JSON.parse(job.request), JSON.parse(job.progress))
    }
    if (Date.now() - swept < SWEEP) return
    swept = Date.now()
    await exports.sweep(swept)
  }

  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const begin = () => {
    timer = setTimeout(() => {
      looking = look()
        .catch(error => log.error({ err: error }, 'an export was not worked out; it is tried again later'))
        .finally(() => closed || begin())
    }, PAUSE).unref()
  }
  return {
    begin,
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}
