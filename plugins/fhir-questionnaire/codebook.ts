/** The codebook of a form: what the columns of the table of its responses hold. */
import { type App, CSV, csvRow } from '../../core/index.ts'
import { codebookOf } from '../../fhir/results/columns.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { NotPublisher, UnknownQuestionnaire } from './errors.ts'

/** `GET /api/questionnaire/:id/codebook`. */
export function serveCodebook(app: App): void {
  const { questionnaires } = app

  app.get(
    '/api/questionnaire/:id/codebook',
    {
      schema: {
        operationId: 'readCodebook',
        summary: 'Read the codebook of a questionnaire',
        description:
          'For the application that published it, as CSV: a row for each column that the responses have as `text/csv`, with its ' +
          'question, type, values (`code = display`), and the last revision of the form that has it. Contains no response.',
        security: [{ application: ['read:questionnaire[{id}]'] }],
        params: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
          },
        },
        response: {
          200: {
            description: 'A row for each column.',
            content: { 'text/csv': { schema: { type: 'string' } } },
          },
        },
      },
      config: { errors: [UnknownQuestionnaire, NotPublisher] },
    },
    async ({ caller, params }, reply) => {
      const { _id } = (await questionnaires.publishedBy(caller, params.id)).resource
      const rows = codebookOf(
        await questionnaires.revisions(_id),
        form => (form as StoredQuestionnaire).meta?.versionId,
      )
      return reply.header('cache-control', 'no-store').type(CSV).send(rows.map(csvRow).join(''))
    },
  )
}
