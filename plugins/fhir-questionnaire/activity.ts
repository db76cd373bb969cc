/** The numbers of responses to a questionnaire by day, and who gave the latest, without an answer. */
import { type App, contextOf, type Filter } from '../../core/index.ts'
import { ResponseActivity } from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { InvalidDateSearch, NotPublisher, UnknownQuestionnaire } from './errors.ts'
import { participantOf } from './participants.ts'
import { readPages } from './response-pages.ts'

const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: {
    days: {
      type: 'integer',
      minimum: 1,
      maximum: 90,
      default: 30,
      description: 'The number of days until now, today included.',
    },
    after: {
      type: 'string',
      maxLength: 48,
      pattern: 'T\\d{2}:\\d{2}:\\d{2}.*Z$',
      description: 'Only responses stored after this instant: `last` of an earlier answer.',
    },
    utcOffset: {
      type: 'integer',
      minimum: -840,
      maximum: 840,
      default: 0,
      description:
        'Minutes by which the clock of the reader is ahead of UTC: a day begins at their midnight.',
    },
  },
} as const

/** Maximum responses to look at: beyond it, the period becomes shorter. */
const MOST = 2000

/** The responses that are listed. */
const LATEST = 5

const DAY = 86_400_000
const MINUTE = 60_000

/** `GET /api/questionnaire/:id/activity`. */
export function serveActivity(app: App): void {
  const { gateway, questionnaires } = app

  app.get(
    '/api/questionnaire/:id/activity',
    {
      schema: {
        operationId: 'readResponseActivity',
        summary: 'Count the responses to a questionnaire by day',
        description:
          'For the application that published it: the number of responses of each day, and the times of the latest with a ' +
          `pseudonym of the person. Returns no answer and no identity. Counts at most ${MOST} responses: with more, the period ` +
          'is shorter, as `since` says. Responses of people who stopped sharing are not counted.',
        security: [{ application: ['read:questionnaire[{id}]'] }],
        params: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
          },
        },
        querystring,
        response: { 200: { description: 'The numbers.', ...ref(ResponseActivity) } },
      },
      config: { errors: [InvalidDateSearch, UnknownQuestionnaire, NotPublisher], rateLimited: true },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const { days, utcOffset, after } = query
      const { _id } = (await questionnaires.publishedBy(caller, params.id)).resource
      const context = contextOf(request)
      await questionnaires.admitReading([_id], context)
      if (after !== undefined && Number.isNaN(Date.parse(after))) throw new InvalidDateSearch('after', after)
      const now = context.now.getTime()
      const dayOf = (instant: number): string =>
        new Date(instant + utcOffset * MINUTE).toISOString().slice(0, 10)
      const first = Date.parse(dayOf(now - (days - 1) * DAY)) - utcOffset * MINUTE
      const from = Math.max(first, after === undefined ? 0 : Date.parse(after))
      // Stored instants have milliseconds, so that they sort as texts.
      const since = (instant: number): Filter => ({
        $and: [
          questionnaires.answersTo(_id),
          { _created: { [instant === first ? '$gte' : '$gt']: new Date(instant).toISOString() } },
        ],
      })
      const begin = await longestPeriod(from, now, begin =>
        gateway.records.count(uids.QuestionnaireResponse, since(begin), { attested: true }),
      )
      const selection = {
        ...{ questionnaire: _id, filter: since(begin), limit: 200 },
        use: { reader: caller.key, purpose: 'records' } as const,
      }
      const byDay = new Map<string, number>()
      const latest: { id: string; stored: string; participant: string }[] = []
      let responses = 0
      for await (const { records } of readPages(gateway, selection)) {
        for (const record of records) {
          const day = dayOf(Date.parse(record._created))
          byDay.set(day, (byDay.get(day) ?? 0) + 1)
          latest.push({
            ...{ id: record._id, stored: record._created, participant: participantOf(gateway, record) },
          })
          if (latest.length > LATEST) latest.shift()
        }
        responses += records.length
        // People may submit faster than this reads.
        if (responses > 2 * MOST) break
      }
      reply.header('cache-control', 'no-store')
      return {
        ...{ responses, since: new Date(begin).toISOString() },
        last: latest.at(-1)?.stored ?? new Date(begin).toISOString(),
        days: [...byDay].map(([day, responses]) => ({ day, responses })),
        latest: latest.toReversed(),
      }
    },
  )
}

/**
 * The begin of the longest period that has few enough responses: a day that grows threefold, or else halves. Periods
 * that are much longer than that are not counted.
 * @param count - the number of responses since an instant
 */
export async function longestPeriod(
  from: number,
  now: number,
  count: (begin: number) => Promise<number>,
): Promise<number> {
  const fits = async (begin: number) => (await count(begin)) <= MOST
  let begin = Math.max(from, now - DAY)
  if (await fits(begin)) {
    while (begin > from) {
      const longer = Math.max(from, now - 3 * (now - begin))
      if (!(await fits(longer))) break
      begin = longer
    }
    return begin
  }
  do begin = now - Math.floor((now - begin) / 2)
  while (now - begin >= MINUTE && !(await fits(begin)))
  return begin
}
