/** Value sets and code systems that applications register for their forms. */
import {
  contextOf,
  definePlugin,
  keepRevision,
  loopTurn,
  revise,
  unserved,
  withIssues,
} from '../../core/index.ts'
import { checkStructureOnly, FHIR_VERSIONS, refused } from '../../fhir/index.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { StoredValueSet, ValueSet } from '../../schemas/value-set.ts'
import { InvalidValueSet, UnknownValueSet } from './errors.ts'
import { offer } from './fhir.ts'
import { ValueSets } from './registry.ts'
import { TERMINOLOGY } from './terminology-options.ts'
import { type TerminologyOptions, TerminologyServer } from './terminology-server.ts'

export type { ValueSets } from './registry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    valueSets: ValueSets
  }
}

const MiB = 1024 * 1024

export default definePlugin({
  name: 'fhir-terminology',
  version: '1.0.0',
  dependencies: ['applications'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['fhirVersion', 'cacheBytes', 'cacheSeconds', 'mostPerForm', 'bytesPerForm', 'mostCodes'],
    properties: {
      fhirVersion: {
        enum: FHIR_VERSIONS,
        default: 'mix',
        description:
          'FHIR version for the validation of value sets and code systems: strictly one version, or R4 and R5 mixed.',
      },
      cacheBytes: {
        type: 'integer',
        minimum: 1,
        default: 64 * MiB,
        description: 'Maximum JSON bytes of value sets and code systems in the cache.',
      },
      cacheSeconds: {
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'Seconds until changes made through another gateway take effect.',
      },
      mostPerForm: {
        type: 'integer',
        minimum: 1,
        default: 200,
        description:
          'Maximum references to value sets and code systems that are resolved for one form; further ones count as unknown.',
      },
      bytesPerForm: {
        type: 'integer',
        minimum: 1,
        default: 8 * MiB,
        description:
          'Maximum JSON bytes of the resolved value sets and code systems; further ones count as unknown.',
      },
      mostCodes: {
        type: 'integer',
        minimum: 1,
        default: 20_000,
        description: 'Maximum codes of an expansion; a larger value set is not listed.',
      },
      terminology: TERMINOLOGY,
    },
  },
  schemas: [ValueSet, StoredValueSet],
  collections: [{ uid: uids.ValueSet, name: 'ValueSet', kind: 'standard', schema: ValueSet }],
  fhir: offer,
  tag: { name: 'ValueSet', description: 'Value sets and code systems of forms.' },

  setup(app, { cacheSeconds, terminology, fhirVersion: _, ...limits }) {
    const { gateway, log } = app
    const connect = () =>
      terminology &&
      new TerminologyServer(halved(terminology), {
        lookedUp: gateway.telemetry.cache('terminology'),
        // The host and the outcome only: a request holds codes of a person's answers.
        notice: event => log[event.outcome === 'answered' ? 'debug' : 'warn'](event, 'terminology server'),
      })
    const servers = { server: connect(), answers: connect(), onFailure: terminology?.onFailure }
    app.decorate('valueSets', new ValueSets({ ...limits, ...servers, gateway, ttl: cacheSeconds * 1000 }))
  },

  routes(app, { fhirVersion }) {
    const { gateway, valueSets } = app

    app.post(
      '/api/valueset',
      {
        schema: {
          operationId: 'registerValueSet',
          summary: 'Register a value set or a code system',
          description:
            'Available to the forms of the same application that reference its `url`. The same `url` again creates a new ' +
            'revision; forms that reference `url|version` keep the newest of that version. The application becomes `publisher`.',
          security: [{ application: ['write:questionnaire'] }],
          body: ref(ValueSet),
          response: {
            200: { description: 'Registered as a new revision.', ...ref(StoredValueSet) },
            201: { description: 'Registered.', ...ref(StoredValueSet) },
          },
        },
        config: { errors: [InvalidValueSet, ...app.allowance.errors], rateLimited: true },
      },
      async (request, reply) => {
        const { did: publisher } = request.caller
        const sent = unserved(request.body)
        // Linear in the body, which has a limited number of values; parsing it took a turn of its own.
        await loopTurn()
        const issues = checkStructureOnly(sent, { fhirVersion, resourceType: sent.resourceType })
        if (refused(issues)) throw withIssues(new InvalidValueSet(), issues)
        await loopTurn()
        const id = valueSets.idOf(publisher, sent.url)
        const valueSet = revise('value set', { ...sent, id: sent.id ?? id, publisher }, id)
        const context = contextOf(request)
        await loopTurn()
        await app.allowance.publish(context, uids.ValueSet, valueSet)
        await keepRevision(gateway, uids.ValueSet, id, valueSet, context)
        const isKnown = await gateway.republish(uids.ValueSet, id, valueSet, context)
        if (!isKnown) await gateway.publish(uids.ValueSet, id, valueSet, context)
        await valueSets.changed()
        return reply.code(isKnown ? 200 : 201).send(await found(id))
      },
    )

    app.get(
      '/api/valueset/:id',
      {
        schema: {
          operationId: 'readValueSet',
          summary: 'Read a value set or a code system',
          description:
            'The newest revision; the newest of a `version`; or the revision with this `versionId`.',
          security: [],
          params: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string', maxLength: 64, description: 'Its `_id`.' } },
          },
          querystring: {
            type: 'object',
            additionalProperties: false,
            properties: {
              version: {
                type: 'string',
                maxLength: 255,
                description: 'The version that its author gave it.',
              },
              versionId: { type: 'string', maxLength: 64, description: 'A revision: `meta.versionId`.' },
            },
          },
          response: { 200: { description: 'The resource itself.', ...ref(StoredValueSet) } },
        },
        config: { errors: [UnknownValueSet] },
      },
      async request => found(request.params.id, request.query),
    )

    async function found(id: string, which = {}): Promise<StoredValueSet> {
      const valueSet = await valueSets.get(id, which)
      if (!valueSet) throw new UnknownValueSet(id)
      return valueSet
    }
  },
})

/** Each of the two parts of the terminology server has half of its limits. */
const halved = (options: TerminologyOptions): TerminologyOptions => ({
  ...options,
  cacheEntries: Math.ceil(options.cacheEntries / 2),
  cacheBytes: Math.ceil(options.cacheBytes / 2),
  mostConcurrent: Math.ceil(options.mostConcurrent / 2),
})
