/** Loads value sets, code systems and forms from files, and finds them by their canonical URL. */
import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { namesOf } from '../fhir/terminology/canonicals.ts'
import { documentsOf } from './documents.ts'
import { unreadable } from './report.ts'

type Resource = Readonly<Record<string, unknown>>

/** Resources by their names. */
export interface KnownResources {
  find(canonical: string): Resource | undefined
  add(resource: Resource): void
}

/** The number of resources to keep; beyond it the least recently used are dropped. */
const MOST = 10_000
const TYPES: ReadonlySet<unknown> = new Set(['ValueSet', 'CodeSystem', 'Questionnaire'])
const FILES: ReadonlySet<string> = new Set(['.json', '.ndjson', '.jsonl'])

/** Reads files and folders recursively. A Bundle contributes its entries. */
export async function readKnown(paths: readonly string[]): Promise<KnownResources> {
  const byName = new LRUCache<string, Resource>({ max: MOST })
  const known: KnownResources = {
    find: canonical => byName.get(canonical),
    add(resource) {
      for (const name of namesOf(resource)) byName.set(name, resource)
    },
  }
  for (const path of paths)
    for (const file of await filesOf(path))
      for await (const { content, broken } of documentsOf(file, () => undefined)) {
        if (broken !== undefined) unreadable(file)({ message: broken })
        for (const resource of resourcesIn(content)) known.add(resource)
      }
  return known
}

async function filesOf(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(unreadable(path))
  if (!found.isDirectory()) return [path]
  const names = await readdir(path, { recursive: true }).catch(unreadable(path))
  return names.filter(name => FILES.has(extname(name))).map(name => join(path, name))
}

function resourcesIn(content: unknown): readonly Resource[] {
  if (typeof content !== 'object' || content === null) return []
  const { resourceType, entry } = content as Resource
  if (resourceType === 'Bundle' && Array.isArray(entry))
    return entry.flatMap(each => resourcesIn((each as { resource?: unknown } | null)?.resource))
  return TYPES.has(resourceType) ? [content as Resource] : []
}
