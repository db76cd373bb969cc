/** Error responses that several operations have are described once, as components of the OpenAPI document. */
import { STATUS_CODES } from 'node:http'

interface Described {
  readonly description?: string
  readonly content?: Readonly<Record<string, object>>
}

interface Document {
  readonly paths?: object
  components?: { responses?: Record<string, object> } & object
}

/** The first code; without its prefix. */
const CODE = /`AND_(\w+)`/

/** Replaces repeated error responses by references. Changes the document. */
export function shareResponses(document: Document): void {
  const uses = new Map<string, { readonly status: string; readonly in: Record<string, object>[] }>()
  for (const { responses } of Object.values(document.paths ?? {}).flatMap(Object.values))
    for (const [status, response] of Object.entries(responses as Record<string, object>)) {
      if (Number(status) < 400) continue
      const text = JSON.stringify([status, response])
      const use = uses.get(text) ?? { status, in: [] }
      uses.set(text, use)
      use.in.push(responses)
    }
  const shared: Record<string, object> = {}
  for (const { status, in: places } of uses.values()) {
    const response = places[0]?.[status]
    if (response === undefined || places.length < 2) continue
    const name = nameOf(status, response, shared)
    shared[name] = response
    for (const place of places) place[status] = { $ref: `#/components/responses/${name}` }
  }
  document.components = { ...document.components, responses: shared }
}

/** In words of the first code, or of the status: `InvalidJson`; `InvalidJsonFhir` for an OperationOutcome. */
function nameOf(status: string, { description = '', content = {} }: Described, taken: object): string {
  const [, words = STATUS_CODES[status] ?? ''] = CODE.exec(description) ?? []
  const isFhir = Object.keys(content).some(type => type.includes('fhir'))
  const name = [...words.split(/[_\W]/), isFhir ? 'fhir' : ''].map(capitalised).join('')
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}${number}`
    if (!Object.hasOwn(taken, numbered)) return numbered
  }
}

const capitalised = (word: string): string =>
  `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`
