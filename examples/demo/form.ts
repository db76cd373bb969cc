/** A form with options and its responses, as far as the demo needs them. */
import { readFile } from 'node:fs/promises'

interface Option {
  readonly valueCoding: { readonly system: string; readonly code: string; readonly display: string }
}

export interface Item {
  readonly linkId: string
  readonly text?: string
  readonly answerOption?: readonly Option[]
  readonly item?: readonly Item[]
}

export interface Form {
  readonly resourceType: 'Questionnaire'
  readonly title: string
  readonly item: readonly Item[]
}

/** Reads one of the example forms. */
export async function readForm(name: string): Promise<Form> {
  return JSON.parse(await readFile(new URL(import.meta.resolve(`#root/examples/forms/${name}.json`)), 'utf8'))
}

/** The answer to a question, by the zero-based index of its option. */
export function choose({ linkId, text, answerOption = [] }: Item, option: number) {
  const chosen = answerOption[option]
  if (!chosen) throw new Error(`The question '${linkId}' has no option ${option}`)
  return { linkId, ...(text !== undefined && { text }), answer: [{ valueCoding: chosen.valueCoding }] }
}

/** The first group of a form. */
export function groupOf({ title, item: [group] }: Form): Item & { readonly item: readonly Item[] } {
  if (!group?.item) throw new Error(`The form '${title}' does not begin with a group`)
  return { ...group, item: group.item }
}

/** A response, marked as synthetic health data. */
export function responseTo(questionnaire: string, item: readonly object[]) {
  return {
    resourceType: 'QuestionnaireResponse',
    meta: {
      security: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason',
          code: 'HTEST',
          display: 'test health data',
        },
      ],
    },
    questionnaire,
    status: 'completed',
    item,
  }
}
