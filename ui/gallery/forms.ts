/**
 * The forms of the gallery: the examples, one with every kind of text and repetition, and long ones to
 * measure.
 */
import type { Questionnaire } from 'fhir/r5.js'
import bloodPressure from '../../examples/forms/blood-pressure.json' with { type: 'json' }
import everyType from '../../examples/forms/every-type.json' with { type: 'json' }
import gad7 from '../../examples/forms/gad-7.json' with { type: 'json' }
import medicines from '../../examples/forms/medicines.json' with { type: 'json' }
import phq9 from '../../examples/forms/phq-9.json' with { type: 'json' }
import schlaf from '../../examples/forms/schlaf.json' with { type: 'json' }
import { computed, dated, drawn, mixed, rich, scales, searched, signatures } from './generated-forms.ts'

const examples = { phq9, gad7, bloodPressure, medicines, schlaf, everyType } as unknown as Record<
  string,
  Questionnaire
>

/** The example forms, by id. */
export const EXAMPLES: ReadonlyMap<string, Questionnaire> = new Map(
  Object.values(examples).map(form => [form.id ?? '', form]),
)

/**
 * A form of the gallery: an example, `rich`, `drawn`, `scales`, `computed`, `dated`, `searched`, `signatures`, or
 * `mixed-500`.
 */
export function formNamed(name: string): Questionnaire | undefined {
  const [, many] = /^mixed-(\d{1,4})$/.exec(name) ?? []
  if (many !== undefined) return mixed(Number(many))
  return new Map([
    ...EXAMPLES,
    ['rich', rich],
    ['drawn', drawn],
    ['scales', scales],
    ['computed', computed],
    ['dated', dated],
    ['searched', searched],
    ['signatures', signatures],
  ]).get(name)
}
