/** Applies an update to one document in a thread: what operators make of a document is the client's choice. */
import { update as apply, type Modifier } from 'mingo/updater'
import { resolve } from 'mingo/util'

export interface UpdateInput {
  readonly body: Readonly<Record<string, unknown>>
  /** One that has been read. */
  readonly update: Readonly<Record<string, unknown>>
  /** Characters of JSON that the document may have afterwards. */
  readonly most: number
}

/** The JSON of the document as it is afterwards, nothing if it stays as it is, or why the update is refused. */
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
    // Here, because an index of a billion makes a list that takes as long to write down, if it can be.
    const text = JSON.stringify(changed)
    return text.length > most
      ? { refused: `The document would be larger than ${most} characters` }
      : { body: text }
  } catch {
    return { refused: 'The update does not fit the document' }
  }
}
