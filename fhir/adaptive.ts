/** Adaptive forms (SDC): the questions are chosen one after the other. */
import type { Extension } from 'fhir/r5.js'
import { type Json, objects } from './values/unchecked-json.ts'

/** The extension that makes a form adaptive: true in a bank, the URL of the engine in a contained form. */
export const ADAPTIVE =
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-questionnaireAdaptive'

/** True if a form says that its questions are chosen one after the other. */
export const isAdaptive = (form: object): boolean =>
  objects<Extension>((form as Json)['extension']).some(
    ({ url, valueBoolean, valueUrl }) =>
      url === ADAPTIVE && (valueBoolean === true || typeof valueUrl === 'string'),
  )
