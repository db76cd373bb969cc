/** Routes that read the topics. */
import type { App } from '../../core/index.ts'
import { resourceAnswer, searchset, searchUrl, sendFhir, wantedRelease } from './answers.ts'
import { UnknownTopic } from './errors.ts'
import { TOPICS, topicResource, topicUrl } from './topics.ts'

export function serveTopics(app: App): void {
  app.get(
    '/fhir/SubscriptionTopic',
    {
      schema: {
        operationId: 'fhirSearchSubscriptionTopic',
        summary: 'List the subscription topics',
        security: [],
        querystring: {
          type: 'object',
          properties: {
            url: {
              type: 'string',
              maxLength: 2000,
              description: 'One or several canonical URLs, with commas.',
            },
          },
        },
        response: { 200: resourceAnswer('A Bundle of type searchset.') },
      },
    },
    async function searchTopics(request, reply) {
      const { query } = request
      const release = wantedRelease(request) === 'R5' ? 'R5' : 'R4B'
      const urls = query.url?.split(',')
      const topics = TOPICS.filter(
        ({ name }) => urls?.includes(topicUrl(app.gateway.baseUrl, name)) ?? true,
      ).map(topic => topicResource(topic, app.gateway.baseUrl, release))
      return sendFhir(
        reply,
        searchset(topics, app.gateway.baseUrl, searchUrl('SubscriptionTopic', { url: query.url })),
        release,
      )
    },
  )

  app.get(
    '/fhir/SubscriptionTopic/:id',
    {
      schema: {
        operationId: 'fhirReadSubscriptionTopic',
        summary: 'Read a subscription topic',
        security: [],
        params: { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 64 } } },
        response: { 200: resourceAnswer('The topic.') },
      },
      config: { errors: [UnknownTopic] },
    },
    async function readTopic(request, reply) {
      const topic = TOPICS.find(({ name }) => name === request.params.id)
      if (!topic) throw new UnknownTopic(request.params.id)
      const release = wantedRelease(request) === 'R5' ? 'R5' : 'R4B'
      return sendFhir(reply, topicResource(topic, app.gateway.baseUrl, release), release)
    },
  )
}
