/** Reads the state of the gateway with the operator's key. */
import type { OperatorStatus } from '../../../schemas/operator-status.ts'

import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'

/** The key was refused. */
export class KeyRefused extends Said {
  constructor() {
    super(() => words.keyRefused)
  }
}

/** @throws KeyRefused, or Said with a sentence for the operator */
export async function readStatus(key: string, signal: AbortSignal): Promise<OperatorStatus> {
  const response = await fetch('/api/operator/status', {
    headers: { authorization: `Bearer ${key}` },
    credentials: 'omit',
    signal,
  })
  if (response.status === 401) throw new KeyRefused()
  if (response.status === 429) {
    const many = Number(response.headers.get('retry-after')) || 60
    throw new Said(() => words.gatewayBusy({ many }))
  }
  if (!response.ok) throw new Said(() => words.gatewayAnswers({ status: String(response.status) }))
  return (await response.json()) as OperatorStatus
}
