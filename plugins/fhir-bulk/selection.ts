/** The questionnaires and records that a request to export names, if the caller may read them. */
import type { FastifyRequest } from 'fastify'
import type { Parameters } from 'fhir/r4.js'
import { keyIdOf } from '../../core/crypto/index.ts'
import {
  type App,
  type Caller,
  contextOf,
  coversScope,
  type Filter,
  InsufficientScope,
  NEWEST,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { ExportNotAsync, NothingToExport } from './errors.ts'
import { givenIn, readParameters } from './export-parameters.ts'
import type { ExportedCollection, ExportRequest } from './plan.ts'

/** The scope for all questionnaires of an application. */
export const EVERYTHING = 'read:questionnaire[*]'

export type SelectedForms = Pick<ExportRequest, 'scope' | 'questionnaires' | 'forms'>

export const NO_FORMS: SelectedForms = { forms: {}, questionnaires: [] }

/** The types and the instant that the parameters name. @throws ExportNotAsync, ExportParameter */
export function selectionIn(request: FastifyRequest, types: readonly string[]) {
  const given = givenIn(
    request.query as Readonly<Record<string, unknown>>,
    request.body as Parameters | null | undefined,
  )
  const preferences = [request.headers['prefer'] ?? []].flat().join(',').split(/[,;]/)
  const prefers = (preference: string) => preferences.some(each => each.trim() === preference)
  if (!prefers('respond-async')) throw new ExportNotAsync()
  return readParameters(given, types, prefers('handling=lenient'))
}

/** All questionnaires of the caller. @throws InsufficientScope */
export async function allForms(app: App, caller: Caller): Promise<SelectedForms> {
  if (!coversScope(caller.scopes, EVERYTHING)) throw new InsufficientScope(EVERYTHING)
  const forms = app.questionnaires.publishedWith(caller.key)
  return { forms, questionnaires: await idsOf(app, forms), scope: EVERYTHING }
}

/** One of the caller's questionnaires. @throws NothingToExport */
export async function oneForm(
  { questionnaires, gateway }: App,
  caller: Caller,
  id: string,
): Promise<SelectedForms> {
  const registered = await questionnaires.get(id)
  const publisher = registered && keyIdOf(registered.resource.publisher, [gateway.config.did.prefix])
  if (publisher !== caller.key) throw new NothingToExport(id)
  return { forms: { _id: id, ...NEWEST }, questionnaires: [id], scope: `read:questionnaire[${id}]` }
}

async function idsOf({ gateway }: App, forms: Filter): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await gateway.records.find(uids.Questionnaire, forms, {
      limit: 200,
      ...(after !== undefined && { after }),
    })
    ids.push(...page.records.map(({ _id }) => _id))
    if (page.next === undefined) return ids
    after = page.next
  }
}

/**
 * The records of a custom collection that were submitted for the caller.
 * @throws InsufficientScope, UnknownCollection, and any error of a listener of `readRecords`
 */
export async function recordsIn(
  { applications }: App,
  request: FastifyRequest,
  collection: string,
  type: string,
): Promise<ExportedCollection> {
  const shared = await applications.sharedRecords(collection, contextOf(request))
  if (shared === undefined) throw new InsufficientScope(`read:collection[${collection}]`)
  return { collection, type, filter: shared.filter }
}
