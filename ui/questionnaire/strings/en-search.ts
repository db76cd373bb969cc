/** English texts of the search of a value set, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'nothingFound' | 'found' | 'searchFailed'>>

export const search: Texts = {
  nothingFound: 'Nothing found.',
  found: many => `${many} found. Choose with the arrow keys.`,
  searchFailed: 'The search does not work now. Try again later.',
}
