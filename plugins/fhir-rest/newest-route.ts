/** `$lastn`: the newest resources of each group (FHIR R4, Observation, 10.1.18.2). */
import { contextOf, type FhirNewest } from '../../core/index.ts'
import { sendResource } from './answers.ts'
import { InvalidSearch, NotAcceptable, TooManyToCompare, TooMuchIncluded } from './errors.ts'
import { type Limits, type Place, partOf } from './place.ts'
import { preferencesOf } from './preferences.ts'
import { COMMON, MOST_COUNT, readQuery } from './query.ts'
import { newest } from './search.ts'
import { reachOf, searchset } from './search-route.ts'
import { answers, newestQuerystring } from './shapes.ts'

/** The result is one page, in its own order. */
const INAPPLICABLE: ReadonlySet<string> = new Set(['_count', '_cursor', '_sort', '_total'])

export function serveNewest(place: Place, { groupOf, by }: FhirNewest, limits: Limits): void {
  const { app, type, path, security, refusals: known, reading, url } = place
  const sort = [...COMMON, ...(type.search ?? [])]
    .filter(({ name }) => name === by)
    .map(parameter => ({ parameter, direction: -1 as const }))

  app.get(
    `${path}/$lastn`,
    {
      exposeHeadRoute: true,
      schema: {
        ...{ operationId: `fhirNewest${type.type}`, summary: `$lastn on ${type.type}`, security },
        description:
          'The newest resources of each group, the group with the newest first. Takes the parameters of the search.',
        querystring: newestQuerystring(type),
        response: { 200: answers('A Bundle of type searchset.') },
      },
      config: {
        rateLimited: true,
        errors: [NotAcceptable, InvalidSearch, TooManyToCompare, TooMuchIncluded],
        refusals: known,
      },
    },
    async (request, reply) => {
      const { strict } = preferencesOf(request.headers['prefer'])
      const given = partOf(request)
      for (const [name] of given)
        if (INAPPLICABLE.has(name)) throw new InvalidSearch(name, 'does not apply to $lastn')
      const [max = '1', ...others] = given.filter(([name]) => name === 'max').map(([, value]) => value)
      if (others.length > 0 || !/^[1-9]\d{0,8}$/.test(max))
        throw new InvalidSearch('max', 'takes one number from 1')
      const most = Math.min(Number(max), MOST_COUNT)
      const terms = { ...reading(), strict, pageSize: limits.pageSize }
      const conditions = given.filter(([name]) => name !== 'max')
      const query = readQuery(type, conditions, terms)
      const found = await newest(
        type,
        query,
        { groupOf, most, sort },
        contextOf(request),
        reachOf(request, limits),
      )
      const { count: _, ...rest } = query
      const applied = { ...rest, understood: [...query.understood, ['max', String(most)] as const] }
      const at = `${url()}/$lastn`
      return sendResource(request, reply, await searchset(request, reply, type, found, applied, at))
    },
  )
}
