/** Applies an update to one document in a thread, because the client controls the cost of its operators. */
import { update as apply, type Modifier } from 'mingo/updater'
import { resolve } from 'mingo/util'

export interface UpdateInput {
  readonly body: Readonly<Record<string, unknown>>
  /** A parsed update. */
  readonly update: Readonly<Record<string, unknown>>
  /** Maximum characters of JSON in the updated document. */
  readonly most: number
}

/** The JSON of the updated document, nothing if it is unchanged, or the reason for a refusal. */
export type UpdateOutput = { readonly body?: string; readonly refused?: string }

export default function applyUpdate({ body, update, most }: UpdateInput): UpdateOutput {
  // mingo would add a number to a text.
  for (const operator of ['$inc', '$mul'])
    for (const [path, operand] of Object.entries(update[operator] ?? {})) {
      const value = resolve(body, path)
      const isCount = typeof operand === 'number' && (value === undefined || typeof value === 'number')
      if (!isCount) return { refused: 'Only numbers can be counted with' }
    }
  const changed = structuredClone(body) as Record<string, unknown>
  try {
    if (apply(changed, update as Modifier<Record<string, unknown>>).length === 0) return {}
    // Here, because an index of a billion makes a list that takes very long to serialize, if that succeeds.
    const text = JSON.stringify(changed)
    return text.length > most
      ? { refused: `The document would be larger than ${most} characters` }
      : { body: text }
  } catch {
    return { refused: 'The update does not fit the document' }
  }
}
