/** Plans the files of an export in the background, continuing after the previous attempt. */
import type { Job, JobContext } from '../../core/index.ts'
import { type ExportProgress, type ExportRequest, nextStep } from './plan.ts'

declare module '../../core/index.ts' {
  interface Facts {
    /** A bulk export is complete. Announced with its last file. */
    exportEnded: {
      readonly id: string
      /** The key of the application, compressed, in hex. */
      readonly owner: string
    }
  }
}

export interface WorkOptions {
  readonly recordsPerFile: number
}

/** Runs the job of an export, which has the export's id. */
export async function workOut(job: Job, { app, options, log }: JobContext<WorkOptions>): Promise<void> {
  const { exports } = app
  const kept = await exports.get(job.id, Date.now())
  if (kept === undefined || kept.done) return
  log.info({ export: job.id }, 'preparing an export')
  const request = JSON.parse(kept.request) as ExportRequest
  let progress = JSON.parse(kept.progress) as ExportProgress
  for (;;) {
    const step = await nextStep(app, request, progress, options.recordsPerFile)
    const isKept = await job.step(async transaction => {
      const isKept = await exports.advance(job.id, step, transaction)
      if (isKept && step.done)
        await app.gateway.outbox.announce({ name: 'exportEnded', id: job.id, owner: kept.owner }, transaction)
      return isKept
    })
    if (!isKept || step.done) return
    progress = JSON.parse(step.progress) as ExportProgress
  }
}
