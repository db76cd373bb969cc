/** Lists the revisions of a questionnaire, without their items. */
import { type App, REVISION_OF, type StoredRecord, walk } from '../../core/index.ts'
import { type QuestionnaireRevision, QuestionnaireRevisions } from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { NotPublisher, UnknownQuestionnaire } from './errors.ts'

/** Maximum characters of JSON to read for a page. */
const MOST_READ = 8 * 1024 * 1024

/** `GET /api/questionnaire/:id/revisions`. */
export function serveRevisions(app: App): void {
  const { questionnaires } = app
  const { records } = app.gateway

  app.get(
    '/api/questionnaire/:id/revisions',
    {
      schema: {
        operationId: 'listRevisions',
        summary: 'List the revisions of a questionnaire',
        description:
          'For the application that published it, oldest first. Read one with `GET /api/questionnaire/:id?versionId=`. Content ' +
          'that was published before is the revision of then.',
        security: [{ application: ['write:questionnaire'] }],
        params: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
          },
        },
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            _count: {
              type: 'integer',
              minimum: 1,
              maximum: 200,
              default: 50,
              description: 'Maximum revisions on a page.',
            },
            cursor: { type: 'string', maxLength: 512, description: '`next` of the previous page.' },
          },
        },
        response: { 200: { description: 'A page.', ...ref(QuestionnaireRevisions) } },
      },
      config: { errors: [UnknownQuestionnaire, NotPublisher] },
    },
    async ({ caller, params, query: { _count: total, cursor: after } }, reply) => {
      const { _id } = (await questionnaires.publishedBy(caller, params.id)).resource
      reply.header('cache-control', 'no-store')
      const revisions: QuestionnaireRevision[] = []
      let next: string | undefined
      let read = 0
      for await (const page of walk(records, uids.Questionnaire, { [REVISION_OF]: _id }, { after, total })) {
        revisions.push(...page.records.map(summaryOf))
        next = page.next
        read += page.size
        if (read >= MOST_READ) break
      }
      return { revisions, ...(next !== undefined && { next }) }
    },
  )
}

/** The `_id` of its record is the id of a revision. */
const summaryOf = ({ _id, _created, title, status, version }: StoredRecord): QuestionnaireRevision => ({
  ...{ versionId: _id, published: _created, status: String(status) },
  ...(typeof title === 'string' && { title }),
  ...(typeof version === 'string' && { version }),
})
