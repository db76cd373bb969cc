/** One way from a question to its answer, whether it comes with the request or is kept under a name. */
import type { FastifyInstance } from 'fastify'
import { nearestOf } from '../../core/config/config.ts'
import { withIssues } from '../../core/errors.ts'
import type { Caller } from '../../core/index.ts'
import { type AggregationPlan, planAggregation } from '../../fhir/aggregate.ts'
import { readForm } from '../../fhir/definition.ts'
import type { AggregateAnswer, Aggregation } from '../../schemas/aggregate.ts'
import { uids } from '../../schemas/uids.ts'
import { tell } from './answer.ts'
import { InvalidAggregation, QuestionsSpent } from './errors.ts'
import { createNoise, marginOf } from './noise.ts'

export interface AggregateOptions {
  readonly minimumCohort: number
  readonly noise: number
  readonly questions: number
  readonly days: number
}

export interface Aggregates {
  /** What the application asks about a form of its own. @throws UnknownQuestionnaire, NotPublisher, InvalidAggregation with every issue */
  plan(caller: Caller, questionnaire: string, question: Aggregation): Promise<Planned>
  /** @throws QuestionsSpent */
  answer(planned: Planned): Promise<AggregateAnswer>
}

/** A question that fits its form. */
export interface Planned {
  /** `_id` of the form. */
  readonly questionnaire: string
  readonly plan: AggregationPlan
  /** When it is asked, in milliseconds since the epoch. */
  readonly at: number
}

const DAY = 24 * 60 * 60 * 1000

export function createAggregates(
  { gateway, questionnaires }: FastifyInstance,
  { minimumCohort, noise: scale, questions, days }: AggregateOptions,
): Aggregates {
  const noise = createNoise(gateway.builder.privateKey)

  return {
    async plan(caller, questionnaire, question) {
      const { resource } = await questionnaires.publishedBy(caller, questionnaire)
      const at = Date.now()
      const { plan, issues } = planAggregation(question, {
        form: readForm(resource, 'mix'),
        since: resource._created,
        until: new Date(at).toISOString(),
        nearest: nearestOf,
      })
      if (plan === undefined) throw withIssues(new InvalidAggregation(), issues)
      return { questionnaire: resource._id, plan, at }
    },

    async answer({ questionnaire, plan, at }) {
      const tally = await gateway.records.tally(uids.QuestionnaireResponse, {
        about: questionnaires.responsesTo(questionnaire),
        filter: { $and: [questionnaires.answersTo(questionnaire), plan.filter] },
        ...(plan.by && { by: plan.by.classes }),
        statistics: plan.statistics,
      })
      const disclosure = { minimumCohort, scale, noise }
      const { digests, result, suppressed } = tell(plan, tally, questionnaire, disclosure)
      const since = at - days * DAY
      const asking = { subject: questionnaire, digests, at, since, limit: questions }
      const charged = await gateway.questions.charge(asking)
      if ('again' in charged) throw spent(questions, days, charged.again, at)
      return {
        ...{ message: 'success', result: [...result], suppressed },
        ...{ leftOut: { ...tally.leftOut }, margin: marginOf(scale), questionsLeft: charged.left },
      }
    },
  }
}

function spent(questions: number, days: number, again: number, at: number): Error {
  const seconds = Math.max(1, Math.ceil((again - at) / 1000))
  const error = new QuestionsSpent(questions, days, new Date(again).toISOString())
  return Object.assign(error, { headers: { 'retry-after': String(seconds) } })
}
