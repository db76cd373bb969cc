/** The version of FHIR of requests and responses, and how a resource is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FhirRelease, FhirResource } from '../../core/index.ts'

const RELEASES: Readonly<Record<string, FhirRelease>> = { '4.0': 'R4', '4.3': 'R4B', '5.0': 'R5' }
const NUMBERS: Readonly<Record<FhirRelease, string>> = { R4: '4.0', R4B: '4.3', R5: '5.0' }

const releaseIn = (text = ''): FhirRelease | undefined =>
  RELEASES[/fhirVersion="?(4\.0|4\.3|5\.0)(?![\d])/.exec(text)?.[1] ?? '']

/** The version that a client wants to read. */
export const wantedRelease = ({ headers }: Pick<FastifyRequest, 'headers'>): FhirRelease | undefined =>
  releaseIn(headers.accept)

/** The version of a Subscription in the body; R5's has a `topic`. */
export const sentRelease = ({ headers }: FastifyRequest, sent: FhirResource): FhirRelease => {
  const named = releaseIn(headers['content-type'])
  if (sent['topic'] !== undefined) return 'R5'
  return named === undefined || named === 'R5' ? 'R4' : named
}

export const sendFhir = (reply: FastifyReply, resource: FhirResource, release: FhirRelease) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-type', `application/fhir+json; fhirVersion=${NUMBERS[release]}; charset=utf-8`)
    .send(JSON.stringify(resource))

/** The link `self` of a search: the parameters that it used. */
export const searchUrl = (
  type: string,
  used: Readonly<Record<string, string | readonly string[] | undefined>>,
): string => {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(used))
    for (const value of [values ?? []].flat()) query.append(name, value)
  return query.size > 0 ? `${type}?${query}` : type
}

/** A Bundle of search results. @param url - the search with the parameters that were used */
export const searchset = (
  resources: readonly FhirResource[],
  baseUrl: string,
  url: string,
): FhirResource => ({
  resourceType: 'Bundle',
  id: crypto.randomUUID(),
  type: 'searchset',
  total: resources.length,
  link: [{ relation: 'self', url: `${baseUrl}/fhir/${url}` }],
  ...(resources.length > 0 && {
    entry: resources.map(resource => ({
      fullUrl: `${baseUrl}/fhir/${resource.resourceType}/${String(resource['id'])}`,
      resource,
      search: { mode: 'match' },
    })),
  }),
})

/** A resource in the OpenAPI document. */
export const resourceAnswer = (description: string) => ({
  description,
  content: { 'application/fhir+json': { schema: { $ref: 'FhirResource#' } } },
})
