/** The texts of the form in other languages: `strings={de}`. */
export { ar } from './ar.ts'
export { de } from './de.ts'
export { es } from './es.ts'
export { fr } from './fr.ts'
