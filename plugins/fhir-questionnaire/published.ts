/** Lists the questionnaires of an application, without their items. */

import { type App, type StoredRecord, walk } from '../../core/index.ts'
import { type PublishedQuestionnaire, PublishedQuestionnaires } from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'

const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: {
    _count: {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Maximum questionnaires on a page.',
    },
    cursor: { type: 'string', maxLength: 512, description: '`next` of the previous page.' },
  },
} as const

/** Maximum characters of JSON to read for a page. */
const MOST_READ = 8 * 1024 * 1024

/** `GET /api/questionnaire`. */
export function servePublished(app: App): void {
  const { questionnaires } = app
  const { records } = app.gateway

  app.get(
    '/api/questionnaire',
    {
      schema: {
        operationId: 'listQuestionnaires',
        summary: 'List the questionnaires of an application',
        security: [{ application: ['write:questionnaire'] }],
        querystring,
        response: { 200: { description: 'A page.', ...ref(PublishedQuestionnaires) } },
      },
    },
    async ({ caller, query: { _count: limit, cursor } }, reply) => {
      reply.header('cache-control', 'no-store')
      const listed: PublishedQuestionnaire[] = []
      let next: string | undefined
      let read = 0
      // It reads whole forms, a few at a time: a page of large ones ends early.
      const filter = questionnaires.publishedWith(caller.key)
      for await (const page of walk(records, uids.Questionnaire, filter, { after: cursor, total: limit })) {
        listed.push(...page.records.map(summaryOf))
        next = page.next
        read += page.size
        if (read >= MOST_READ) break
      }
      return { questionnaires: listed, ...(next !== undefined && { next }) }
    },
  )
}

function summaryOf({
  _id,
  _created,
  _updated,
  title,
  status,
  version,
}: StoredRecord): PublishedQuestionnaire {
  return {
    _id,
    ...(typeof title === 'string' && { title }),
    status: String(status),
    ...(typeof version === 'string' && { version }),
    _created,
    _updated,
  }
}
