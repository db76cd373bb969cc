/** A person's Observations for populating their response to a form. */
import { sameIdentity } from '../../core/crypto/index.ts'
import { type Context, loopTurn, noteReading, ownRecords, resourceOf } from '../../core/index.ts'
import type { Issue } from '../../fhir/index.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import { linkedCodes, validByTime } from '../../fhir/results/earlier-observations.ts'
import { object, objects, text } from '../../fhir/values/unchecked-json.ts'
import { uids } from '../../schemas/uids.ts'
import type { FormParts } from './form-parts.ts'

/** Maximum codes of a form to search for: the limit of a filter. */
const MOST_CODES = 500
/** Maximum Observations to search, and to try for each code. */
const MOST = 5_000
const TRIED = 20

export interface OwnObservations {
  readonly observations: readonly unknown[]
  readonly issues: readonly Issue[]
}

/**
 * Reads them under the caller's own token, after logging it in their audit trail.
 * @param subject - the subject of the response, as sent
 */
export async function ownObservations(
  { questionnaire, fhirVersion }: FormParts,
  subject: object | undefined,
  context: Context,
): Promise<OwnObservations> {
  const { app, caller } = context
  const { gateway } = app
  if (caller === undefined)
    return none("Send the token of the person with 'local': nobody else's records are read.")
  if (subject !== undefined && !isCaller(subject, context))
    return none('The subject is not the person whose token was sent: none of their records are read.')
  if (!gateway.collections.get(uids.Observation)) return none('Observations are not stored here.')
  await loopTurn()
  const form = readForm(questionnaire, fhirVersion)
  const codes = [...new Set(form.all.flatMap(linkedCodes).map(({ code }) => code))].slice(0, MOST_CODES)
  if (codes.length === 0) return { observations: [], issues: [] }
  const coded = { $in: codes }
  const filter = { $or: [{ 'code.coding.code': coded }, { 'component.code.coding.code': coded }] }
  const found = await ownRecords(gateway, uids.Observation, caller, filter, MOST)
  if (found === undefined)
    return none(`There are more than ${MOST} Observations with the codes of this form.`)
  const records = new Map(found.map(record => [record._id, record]))
  const tried = newestOf(found.map(resourceOf), context.now.getTime())
  const read = tried.flatMap(({ id }) => records.get(String(id)) ?? [])
  if (read.length > 0) {
    const client = caller.client && { client: { ...caller.client, kind: 'assistant' as const } }
    await noteReading(gateway, { action: 'fhirPopulateQuestionnaire', ...client }, read)
  }
  return { observations: tried, issues: [] }
}

/** The latest of each code, by the codes of the Observation and of its components. */
function newestOf(resources: readonly object[], now: number): readonly { readonly id?: unknown }[] {
  const counts = new Map<string, number>()
  return validByTime(resources, now).flatMap(({ observation }) => {
    const parts = [observation, ...objects<{ code: unknown }>(observation.component)]
    const codes = parts.flatMap(({ code }) =>
      objects<{ code: string }>(object<{ coding: unknown }>(code)?.coding).flatMap(
        each => text(each.code) ?? [],
      ),
    )
    const isTried = codes.some(code => (counts.get(code) ?? 0) < TRIED)
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
    return isTried ? [observation] : []
  })
}

function isCaller(subject: object, { app, caller }: Context): boolean {
  const { reference, identifier } = subject as { reference?: unknown; identifier?: { value?: unknown } }
  const named = text(reference) ?? text(object(identifier)?.['value'])
  try {
    return named !== undefined && sameIdentity(named, caller.did, [app.gateway.config.did.prefix])
  } catch {
    return false
  }
}

const none = (words: string): OwnObservations => ({
  observations: [],
  issues: [
    { severity: 'warning', code: 'not-supported', rule: 'populate', expression: 'Parameters', text: words },
  ],
})
