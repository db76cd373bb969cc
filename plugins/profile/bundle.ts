/** All FHIR resources of a profile as one Bundle, written page by page. */
import type { BundleEntry, FhirResource } from 'fhir/r4.js'
import {
  type App,
  type Caller,
  type Collection,
  ownPages,
  resourceOf,
  type StoredRecord,
} from '../../core/index.ts'
import { auditEventOf } from '../../fhir/resources/audit-event.ts'
import { uids } from '../../schemas/uids.ts'

/** The numbers of written resources, by type. */
export type Counts = Map<string, number>

export const countOne = (counts: Counts, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** True if the records of a collection are FHIR resources. */
export const isFhir = ({ schema }: Collection): boolean =>
  'resourceType' in ((schema as { properties?: object }).properties ?? {})

/** Records read at a time. */
const PAGE = 200

type Resource = Readonly<Record<string, unknown>> & { readonly resourceType?: string }

/**
 * The text of the Bundle (FHIR R4, 2.36), of type `collection`. Holds one page of records in memory at a
 * time, and includes each answered form once.
 * @param counts - increased for every resource, by its type
 */
export async function* bundleText(
  app: App,
  caller: Caller,
  { counts, now }: { readonly counts: Counts; readonly now: Date },
): AsyncGenerator<string, void> {
  const head = `{"resourceType":"Bundle","type":"collection","timestamp":"${now.toISOString()}","entry":[\n`
  // Written with the first resource, so that nothing has been sent if reading it fails.
  let before = head
  for await (const [id, resource] of resourcesOf(app, caller)) {
    countOne(counts, resource.resourceType ?? 'other')
    const entry: BundleEntry = { fullUrl: `urn:uuid:${id}`, resource: resource as unknown as FhirResource }
    yield before + JSON.stringify(entry)
    before = ',\n'
  }
  yield `${before === head ? head : ''}\n]}\n`
}

/** Every resource with its id. */
async function* resourcesOf(app: App, caller: Caller): AsyncGenerator<readonly [string, Resource], void> {
  const { gateway } = app
  const forms = new Map<string, readonly [string, Resource]>()
  for (const collection of gateway.collections) {
    if (collection.kind !== 'owned' || !isFhir(collection)) continue
    for await (const page of ownPages(gateway, collection.uid, caller))
      for (const record of page) {
        if (collection.uid === uids.QuestionnaireResponse) await noteForm(record)
        yield [record._id, withMeta(record)]
      }
  }
  yield* forms.values()
  yield* accessesOf(app, caller)

  /** The answered revision, once. A deployment need not have the plugin of forms. */
  async function noteForm(response: StoredRecord): Promise<void> {
    if (!app.hasDecorator('questionnaires')) return
    const form = (await app.questionnaires.answeredBy(response))?.resource
    if (form === undefined) return
    const { _id, _created, _updated, ...resource } = form
    forms.set(`${_id} ${resource.meta?.versionId}`, [_id, resource as unknown as Resource])
  }
}

async function* accessesOf(
  { gateway }: App,
  { key, did }: Caller,
): AsyncGenerator<readonly [string, Resource], void> {
  const parties = { person: did, service: gateway.builder.did }
  for (let after: string | undefined; ; ) {
    const page = await gateway.audit.of(key, { limit: PAGE, ...(after !== undefined && { after }) })
    for (const entry of page.entries) yield [entry.id, auditEventOf(entry, parties) as unknown as Resource]
    if (page.next === undefined) return
    after = page.next
  }
}

function withMeta(record: StoredRecord): Resource {
  const resource = resourceOf(record)
  return { ...resource, meta: { ...(resource['meta'] as object), lastUpdated: record._updated } }
}
