/** The OpenAPI document and the gateway agree: each example of a body is sent, and each answer is one described. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { ConfigSchema } from '../../core/config/config-schema.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { addFormats } from '../../core/http/meta-schema.ts'
import type { Plugin } from '../../core/index.ts'
import { builtIn } from '../../plugins/index.ts'
import {
  anApplication,
  bearer,
  form,
  gateway,
  published,
  register,
} from '../../plugins/test/fixtures/actors.ts'
import { type ApiDocument, examplesOf, type Operation } from '../../plugins/test/fixtures/described.ts'
import { example } from '../../schemas/identity.ts'

const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 1_000_000 } } })
const document: ApiDocument = (await app.inject('/openapi.json')).json()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

t.test('every body has an example, which its schema accepts', async t => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats(ajv)
  ajv.addSchema({ ...document, $id: 'api' })
  const withComponents = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object
  for (const { method, path, operation } of operations)
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      const examples = examplesOf(document, media)
      t.not(examples.length, 0, `${method} ${path} as ${type}`)
      for (const each of examples)
        t.ok(ajv.validate(withComponents(media.schema ?? {}), each), `${method} ${path}: ${ajv.errorsText()}`)
    }
})

interface Options {
  readonly type?: string
  readonly default?: unknown
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Options>>
}

/** Another value for each number of a config that has a default. */
function otherNumbers({ properties = {}, required }: Options): object {
  if (required) return {}
  const others = Object.entries(properties).map(([name, option]) => {
    const { default: value, type, maximum = Number.POSITIVE_INFINITY } = option
    if (typeof value !== 'number') return [name, type === 'object' ? otherNumbers(option) : {}]
    if (type === 'number') return [name, value * 0.99]
    return [name, value < maximum ? value + 1 : value - 1]
  })
  return Object.fromEntries(others.filter(([, other]) => JSON.stringify(other) !== '{}'))
}

t.test('the document does not depend on the numbers and addresses of a config', async t => {
  const isOn = ({ manifest }: Plugin) => !manifest.optIn
  const plugins = builtIn
    .filter(isOn)
    .map(({ manifest: { name, config = {} } }) => [name, otherNumbers(config as Options)])
  const { limits } = ConfigSchema.properties
  const app = await gateway(t, {
    trustProxy: 1,
    baseUrl: 'https://profile.example/andiron',
    limits: otherNumbers(limits as Options),
    plugins: Object.fromEntries(plugins),
  })
  const other = partsOf((await app.inject('/openapi.json')).json())
  const parts = partsOf(document)
  t.same([...other.keys()], [...parts.keys()])
  t.same(
    [...parts.keys()].filter(name => other.get(name) !== parts.get(name)),
    [],
  )
})

/** The paths and components of a document, as text. */
const partsOf = ({ paths, components }: ApiDocument): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({ ...paths, ...components.schemas, ...components.responses }).map(([name, part]) => [
      name,
      JSON.stringify(part),
    ]),
  )

/** The operations that accept their example on a gateway with one application and one form; others refuse it. */
const ACCEPTED = new Set([
  ...['beginWalletSession', 'registerValueSet', 'registerQuestionnaire', 'updateQuestionnaire', 'validate'],
  ...['exportEverythingAsParameters', 'exportQuestionnaireAsParameters', 'registerClient', 'revokeToken'],
  ...['registerBackend', 'callAssistantTools', 'fhirCreateQuestionnaire', 'fhirValidateQuestionnaire'],
  ...[
    'fhirValidateQuestionnaireResponse',
    'fhirPopulateQuestionnaireByIdWithBody',
    'fhirPopulateQuestionnaire',
  ],
  ...[
    'fhirAssembleQuestionnaireByIdWithBody',
    'fhirAssembleQuestionnaire',
    'fhirExtractQuestionnaireResponse',
  ],
  ...['fhirQuestionnairePackageQuestionnaireByIdWithBody', 'fhirQuestionnairePackageQuestionnaire'],
  ...['fhirExpandValueSetWithBody', 'fhirValidateCodeValueSetWithBody', 'fhirPostSearchQuestionnaire'],
])

/** The URL parameters of operations that require one. */
const QUERIES: Readonly<Record<string, string>> = {
  delegateStorage: '?requestType=write',
  delegateStorageWithoutPrefix: '?requestType=write',
}

t.test('each request is answered as described: status, media type, headers and body', async t => {
  const study = anApplication('sleep-study')
  t.equal((await register(app, study)).statusCode, 201)
  const { _id } = await published(app, study, form('phq-9'))
  const person = createKeyPair()
  /** The token that the first security scheme of an operation takes. */
  const tokenFor = ({ security = [] }: Operation): object => {
    const [[scheme, scopes = []] = ['', []]] = security.flatMap(each =>
      Object.entries(each as Readonly<Record<string, readonly string[]>>),
    )
    if (scheme === '') return {}
    const wanted =
      scopes.length > 0 ? scopes.map(scope => scope.replace('{id}', _id)) : ['read:questionnaire[*]']
    return bearer(scheme === 'application' ? study.keyPair : person, wanted)
  }
  const urlOf = (path: string, { operationId = '' }: Operation) =>
    path
      .replace('{id}', _id)
      .replace('{applicationId}', study.applicationId)
      .replace(/\{\w+\}/g, example.uuid) + (QUERIES[operationId] ?? '')
  const accepted = new Set<string>()
  for (const { method, path, operation } of operations) {
    const { operationId = '', requestBody } = operation
    const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) =>
      examplesOf(document, media).map(body => ({ type, body })),
    )
    for (const { type, body } of bodies.length > 0 ? bodies : [{ type: undefined, body: undefined }]) {
      // The fixture throws for an answer that is not described.
      const { statusCode } = await app.inject({
        method,
        url: urlOf(path, operation),
        headers: {
          ...{ ...tokenFor(operation), prefer: 'respond-async', accept: ACCEPT },
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(type !== undefined && { payload: written(type, body) }),
      } as InjectOptions)
      if (type !== undefined && statusCode < 300) accepted.add(operationId)
    }
  }
  for (const operationId of ACCEPTED) t.ok(accepted.has(operationId), operationId)
})

/** Of a client that takes everything, as MCP demands it. */
const ACCEPT = 'application/json, text/event-stream, */*'

function written(type: string, body: unknown): string {
  if (typeof body === 'string') return body
  return type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
}
