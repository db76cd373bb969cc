/** The sandbox of a node: exceeding the budget or the queue yields an error in the node's wire format. */

import { type RunOptions, type Sandbox, type SandboxTask, TooExpensive } from '../../../core/index.ts'
import { NodeBusy, refusal, SandboxFull } from '../../../core/node.ts'

/** Runs a task of a caller. @throws NodeError 400 above its budget, 503 if no thread is free in time */
export async function runTask<Input, Output>(
  sandbox: Sandbox,
  task: SandboxTask<Input, Output>,
  input: Input,
  options: RunOptions,
): Promise<Output> {
  try {
    return await sandbox.run(task, input, options)
  } catch (error) {
    if (error instanceof TooExpensive) throw refusal('DataValidationError', error.message)
    if (error instanceof SandboxFull) throw new NodeBusy(error.message, retryAfter(error))
    throw Object.assign(refusal('DatabaseError', 'The request could not be carried out'), { cause: error })
  }
}

const retryAfter = (error: Error & { headers?: Readonly<Record<string, string>> }): string =>
  error.headers?.['retry-after'] ?? '1'
