/** The bands of scores in the language of the page. */
import type { Band } from '../../../fhir/results/score-bands.ts'
import { words } from '../language.ts'

export const bandNameOf = ({ name }: Band): string => words.bands?.[name] ?? name
