/** The bands of scores in the language of the page. */
import type { Band } from '../../../../fhir/results/score-bands.ts'
import { words } from '../../shell/language/page-texts.ts'

export const bandNameOf = ({ name }: Band): string => words.bands?.[name] ?? name
