/** The entries of the transaction Bundle that an extraction makes. */
import { type Json, object, objects, text } from '../values/unchecked-json.ts'
import { Excess, expressionIn, MOST_RESOURCES, type Place, type Places } from './extraction-points.ts'

/** An entry of the transaction. */
export interface ExtractedEntry {
  readonly fullUrl: string
  readonly resource: Json
  readonly request: { readonly method: string; readonly url: string } & Json
}

const CONDITIONS = ['ifNoneMatch', 'ifModifiedSince', 'ifMatch', 'ifNoneExist'] as const

/** Collects entries up to the maximum number of resources. */
export class Entries {
  readonly all: ExtractedEntry[] = []
  readonly #places: Places
  readonly #fullUrls = new Set<string>()

  constructor(places: Places) {
    this.#places = places
  }

  /**
   * Adds a resource. The parts of the extension (`fullUrl`, `ifNoneExist` …) are expressions; a resource with
   * an id is an update.
   */
  add(resource: Json, parts: unknown, place: Place): void {
    const told = objects(parts)
    const part = (name: string): string | undefined => {
      const expression = expressionIn(told.find(each => each['url'] === name))
      if (expression === undefined) return undefined
      const [result] = this.#places.run(expression, place.focus, place, `'${name}'`)
      return text(result)
    }
    const id = part('resourceId')
    const given = id === undefined ? resource : { ...resource, id: id.split('/').at(-1) }
    const conditions = CONDITIONS.flatMap(name => {
      const value = part(name)
      return value === undefined ? [] : [[name, value]]
    })
    this.put({ resource: given, fullUrl: part('fullUrl'), request: Object.fromEntries(conditions) }, place)
  }

  /** Adds an entry whose parts may be absent. */
  put(
    entry: { readonly resource: Json; readonly fullUrl?: unknown; readonly request?: unknown },
    place: Place,
  ) {
    if (this.all.length >= MOST_RESOURCES)
      throw new Excess(`More than ${MOST_RESOURCES} resources would be extracted`)
    const { resource } = entry
    const type = text(resource['resourceType']) ?? ''
    const id = text(resource['id'])
    const given = text(entry.fullUrl)
    const isTaken = given !== undefined && this.#fullUrls.has(given)
    if (isTaken)
      this.#places.tell(
        'warning',
        'duplicate',
        place,
        `Several resources have the fullUrl '${given.slice(0, 100)}'.`,
      )
    const own = `urn:uuid:${this.#places.id(place, 'resource', this.all.length)}`
    const fullUrl = given === undefined || isTaken ? own : given
    this.#fullUrls.add(fullUrl)
    this.all.push({
      fullUrl,
      resource,
      request: {
        ...(id === undefined ? { method: 'POST', url: type } : { method: 'PUT', url: `${type}/${id}` }),
        ...(object(entry.request) as Partial<ExtractedEntry['request']> | undefined),
      },
    })
  }
}
