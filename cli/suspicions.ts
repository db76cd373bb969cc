/** Signs that an unattested record may be forged; an operator decides about each. */
import { keyIdOf } from '../core/crypto/did.ts'
import { REVISION_OF, revise } from '../core/records/revisions.ts'
import type { Unsealed } from '../core/stores/network/unsealed.ts'
import { isConsistent } from '../plugins/applications/registry.ts'
import { uids } from '../schemas/uids.ts'

export interface Suspect {
  readonly unsealed: Unsealed
  /** Sentences; empty if nothing is suspicious. */
  readonly reasons: readonly string[]
}

/** The resource types with revisions, by the names in their version ids. */
const KINDS: Readonly<Record<string, string>> = {
  [uids.Questionnaire]: 'questionnaire',
  [uids.ValueSet]: 'value set',
}

export function suspicionsOf(found: readonly Unsealed[], prefixes: readonly string[]): Suspect[] {
  const keyOf = (did: unknown): string | undefined => {
    try {
      return keyIdOf(String(did), prefixes)
    } catch {
      return undefined
    }
  }
  const applications = new Set(
    found
      .filter(({ collection, record }) => collection === uids.Application && isConsistent(record, prefixes))
      .map(({ record }) => String(record['key'])),
  )
  const publishers = new Map<string, Set<string>>()
  for (const { collection, record } of found) {
    if (collection !== uids.Questionnaire || typeof record['url'] !== 'string') continue
    const known = publishers.get(record['url']) ?? new Set()
    publishers.set(record['url'], known.add(keyOf(record['publisher']) ?? ''))
  }

  return found.map(unsealed => {
    const { collection, record, differing } = unsealed
    const kind = KINDS[collection]
    const reasons = [
      differing.length > 0 && `${differing.join(', ')}: lacks it, or says something else`,
      collection === uids.Application &&
        !isConsistent(record, prefixes) &&
        'its id, its key or its origins do not follow from what it was registered with',
      kind !== undefined &&
        !applications.has(keyOf(record['publisher']) ?? '') &&
        'its publisher is the key of no application in this list',
      collection === uids.Questionnaire &&
        (publishers.get(String(record['url']))?.size ?? 0) > 1 &&
        'another publisher has a form under this canonical URL',
      kind !== undefined &&
        !isItsVersion(kind, unsealed) &&
        'its version id does not follow from its content',
    ]
    return { unsealed, reasons: reasons.filter(reason => typeof reason === 'string') }
  })
}

/**
 * True if the version id is the one that the service would compute. Anyone can compute it, so this alone is
 * no proof.
 */
function isItsVersion(kind: string, { id, record }: Unsealed): boolean {
  const { _id, _created, _updated, _attestation, [REVISION_OF]: of, meta, ...resource } = record
  const versionId = (meta as { versionId?: unknown } | undefined)?.versionId
  if (of !== undefined && versionId !== id) return false
  return revise(kind, { ...resource, meta }, typeof of === 'string' ? of : id).meta.versionId === versionId
}
