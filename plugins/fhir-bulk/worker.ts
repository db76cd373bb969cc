/** Works out the files of an export in the background, from wherever the attempt before has ended. */
import type { Job, JobContext } from '../../core/index.ts'
import { type ExportProgress, type ExportRequest, nextStep } from './plan.ts'

export interface WorkOptions {
  readonly recordsPerFile: number
}

/** The job of an export, whose id it has. */
export async function workOut(job: Job, { app, options, log }: JobContext<WorkOptions>): Promise<void> {
  const { exports } = app
  const kept = await exports.get(job.id, Date.now())
  if (kept === undefined || kept.done) return
  log.info({ export: job.id }, 'working out an export')
  const request = JSON.parse(kept.request) as ExportRequest
  let progress = JSON.parse(kept.progress) as ExportProgress
  for (;;) {
    const step = await nextStep(app, request, progress, options.recordsPerFile)
    const isKept = await job.step(transaction => exports.advance(job.id, step, transaction))
    if (!isKept || step.done) return
    progress = JSON.parse(step.progress) as ExportProgress
  }
}
