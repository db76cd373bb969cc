/** Value sets that the terminology server lists as a whole, so that answers are checked without it. */
import { isObject, objects } from '../../fhir/values/unchecked-json.ts'
import type { RemoteTerms } from './registry.ts'
import type { Answer, Parameter } from './terminology-server.ts'

type Resource = Readonly<Record<string, unknown>>

/** A value set that is too large to be listed, one that the server does not know, or no answer. */
export type Unlisted = 'partial' | 'unknown' | 'failed'

/** Maximum value sets of one form; further ones count as unknown. */
const MOST_PER_FORM = 50
/** Maximum codes of an expansion that is kept for a form. */
const MOST_CODES = 1_000

export interface RemoteSets {
  /** Value sets with an `expansion` of all codes. */
  readonly found: ReadonlyMap<string, Resource>
  readonly missing: ReadonlyMap<string, Unlisted>
  /** Equal for equal expansions. */
  readonly revisions: readonly string[]
}

const NONE: RemoteSets = { found: new Map(), missing: new Map(), revisions: [] }

/** The parameter that names a value set to a terminology server. */
export function nameOf(canonical: string): Parameter[] {
  const at = canonical.indexOf('|')
  if (at < 0) return [{ name: 'url', valueUri: canonical }]
  return [
    { name: 'url', valueUri: canonical.slice(0, at) },
    { name: 'valueSetVersion', valueString: canonical.slice(at + 1) },
  ]
}

/** Asks for all value sets at once, within the time of one answer. */
export async function remoteSets(
  canonicals: readonly string[],
  { server, preferred = () => [] }: RemoteTerms = { server: undefined },
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<RemoteSets> {
  if (server === undefined || canonicals.length === 0) return NONE
  const found = new Map<string, Resource>()
  const missing = new Map<string, Unlisted>()
  const revisions: string[] = []
  // One code more than fits shows that there are more.
  const count: Parameter = { name: 'count', valueInteger: MOST_CODES + 1 }
  const answers = await Promise.all(
    canonicals
      .slice(0, MOST_PER_FORM)
      .map(name =>
        server.ask('ValueSet/$expand', [...nameOf(name), count], server.serverFor(preferred(name))),
      ),
  )
  let left = mostBytes
  for (const [index, answer] of answers.entries()) {
    const name = canonicals[index] ?? ''
    if (answer.outcome === 'answered') left -= answer.size
    const state = left < 0 ? 'partial' : stateOf(answer)
    if (state !== undefined) missing.set(name, state)
    else if (answer.outcome === 'answered') found.set(name, wholeOf(answer.resource))
    revisions.push(`${name} ${state ?? `remote ${serialOf(answer)}`}`)
  }
  return { found, missing, revisions }
}

const serialOf = (answer: Answer) => (answer.outcome === 'answered' ? answer.serial : 0)

/** Undefined for a whole expansion. */
function stateOf(answer: Answer): Unlisted | undefined {
  if (answer.outcome === 'failed') return answer.isTooLarge ? 'partial' : 'failed'
  if (answer.outcome === 'refused') return answer.code === 'not-found' ? 'unknown' : 'partial'
  const { expansion } = answer.resource
  if (!isObject(expansion)) return 'failed'
  const { total, contains } = expansion
  const count = countOf(contains)
  const isWhole = count <= MOST_CODES && (typeof total !== 'number' || total <= count)
  return isWhole ? undefined : 'partial'
}

/** The entries of an expansion, without recursion. */
function countOf(contains: unknown): number {
  let count = 0
  const waiting = [...objects(contains)]
  for (let entry = waiting.pop(); entry !== undefined && count <= MOST_CODES; entry = waiting.pop()) {
    count++
    for (const below of objects(entry['contains'])) waiting.push(below)
  }
  return count
}

const wholes = new WeakMap<Resource, Resource>()

/** The parts of the answer that the check needs: one object for one answer, so that its codes are indexed once. */
function wholeOf(answer: Resource): Resource {
  const { url, version, expansion } = answer
  const whole = wholes.get(answer) ?? { resourceType: 'ValueSet', url, version, expansion }
  wholes.set(answer, whole)
  return whole
}
