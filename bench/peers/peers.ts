/** The validators of others that are installed beside this file; none is needed, each is timed when it is there. */
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r4.js'

type Contestants = Readonly<Record<string, () => unknown>>

/** One package of others: how to set it up, and what to run. */
interface Peer {
  readonly name: string
  set(form: Questionnaire, response: QuestionnaireResponse): Promise<() => unknown>
}

/** A name that the compiler does not resolve: the package may be missing. */
const load = (name: string): Promise<Record<string, unknown>> => import(name)

const PEERS: readonly Peer[] = [
  {
    // Structure of R4 alone; it never looks at the form.
    name: 'fhir (Lantana): structure',
    async set(_form, response) {
      const { Fhir } = (await load('fhir')) as { Fhir: new () => { validate(resource: object): unknown } }
      const fhir = new Fhir()
      return () => fhir.validate(response)
    },
  },
]

/** What can be timed here. */
export async function peers(form: Questionnaire, response: QuestionnaireResponse): Promise<Contestants> {
  const found: Record<string, () => unknown> = {}
  for (const { name, set } of PEERS) {
    try {
      found[name] = await set(form, response)
    } catch {
      process.stderr.write(`${name}: not installed\n`)
    }
  }
  return found
}
