/** The CapabilityStatement of this deployment, generated from the offers of the enabled plugins. */
import type {
  FhirListedType,
  FhirOffers,
  FhirRelease,
  FhirResource,
  FhirType,
  Gateway,
} from '../../core/index.ts'
import { COMMON } from './query.ts'

const VERSIONS: Readonly<Record<FhirRelease, string>> = { R4: '4.0.1', R4B: '4.3.0', R5: '5.0.0' }

export interface About {
  readonly gateway: Gateway
  readonly release: FhirRelease
  /** The start time of this gateway. */
  readonly date: Date
  /** The endpoints with which programs sign people in, if enabled. */
  readonly signIn?: Readonly<Record<'authorize' | 'token' | 'register' | 'revoke', string>> | undefined
}

export function capabilityStatement({ gateway, release, date, signIn }: About): FhirResource {
  const { version, baseUrl } = gateway
  const isOfRelease = ({ releases }: { readonly releases?: readonly FhirRelease[] }) =>
    releases?.includes(release) ?? true
  const fhir = {
    ...gateway.fhir,
    listed: gateway.fhir.listed.filter(isOfRelease),
    listedTypes: gateway.fhir.listedTypes.filter(isOfRelease),
  }
  const ofServer = fhir.listed.filter(({ type }) => type === undefined)
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: date.toISOString(),
    kind: 'instance',
    software: { name: 'andiron', version },
    implementation: { description: 'Health data in profiles that people control', url: `${baseUrl}/fhir` },
    fhirVersion: VERSIONS[release],
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        documentation:
          'A person reads and creates their own records. An application reads the responses to its forms, and replaces the ' +
          'resources that it published. No client of this API updates or deletes a record of a person.',
        security: {
          cors: true,
          description:
            'A JWT (ES256K) that the person or the application signs, as a bearer token in the Authorization header; or the token ' +
            'of a backend of the application (SMART Backend Services).',
          ...(signIn && {
            service: [
              {
                coding: [
                  {
                    system: `http://${release === 'R5' ? 'hl7.org/fhir' : 'terminology.hl7.org/CodeSystem'}/restful-security-service`,
                    code: 'OAuth',
                    display: 'OAuth',
                  },
                ],
              },
            ],
            extension: [
              {
                url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
                extension: Object.entries(signIn).map(([url, valueUri]) => ({ url, valueUri })),
              },
            ],
          }),
        },
        resource: [
          ...[...fhir.types.values()].map(type => resourceOf(type, fhir)),
          ...fhir.listedTypes.map(type => ({
            ...listedResourceOf(type, fhir),
            ...type.elements?.(release, baseUrl),
          })),
        ],
        ...(ofServer.length > 0 && {
          operation: ofServer.map(({ name, definition }) => ({ name, definition })),
        }),
      },
    ],
  }
}

/** A type with routes of its plugin's own. */
function listedResourceOf(
  { type, description, interactions, search = [] }: FhirListedType,
  { listed }: FhirOffers,
) {
  const operations = listed.filter(operation => operation.type === type)
  return {
    ...{ type, documentation: description, interaction: interactions.map(code => ({ code })) },
    ...(search.length > 0 && {
      searchParam: search.map(({ name, type, description }) => ({ name, type, documentation: description })),
    }),
    ...(operations.length > 0 && {
      operation: operations.map(({ name, definition }) => ({ name, definition })),
    }),
  }
}

function resourceOf(type: FhirType, { operations, listed }: FhirOffers) {
  const own = [
    ...[...operations, ...listed].filter(operation => operation.type === type.type),
    ...(type.newest ? [{ name: 'lastn', definition: type.newest.definition }] : []),
  ]
  const includes = (type.search ?? []).filter(({ target }) => target !== undefined)
  const codes = [
    'read',
    'vread',
    ...(type.search ? ['search-type'] : []),
    ...(type.creatable || type.publishing ? ['create'] : []),
    ...(type.publishing ? ['update'] : []),
  ]
  return {
    type: type.type,
    documentation: type.description,
    interaction: codes.filter(code => code !== 'vread' || !type.content).map(code => ({ code })),
    versioning: 'versioned',
    readHistory: false,
    updateCreate: false,
    conditionalCreate: (type.creatable || type.publishing) !== undefined && type.search !== undefined,
    conditionalRead: 'full-support',
    conditionalUpdate: false,
    conditionalDelete: 'not-supported',
    ...(includes.length > 0 && { searchInclude: includes.map(({ name }) => `${type.type}:${name}`) }),
    ...(type.search && {
      searchParam: [...COMMON, ...type.search].map(({ name, type, description }) => ({
        name,
        type,
        documentation: description,
      })),
    }),
    ...(own.length > 0 && {
      operation: [...new Map(own.map(({ name, definition }) => [name, { name, definition }])).values()],
    }),
  }
}
