/** The texts of the form in other languages: `strings={de}`, or on demand by `loadStrings`. */

export { loadStrings, STRING_LANGUAGES } from '../load-strings.ts'
export { ar } from './ar.ts'
export { de } from './de.ts'
export { es } from './es.ts'
export { fr } from './fr.ts'
export { hi } from './hi.ts'
export { pt } from './pt.ts'
export { zh } from './zh.ts'
