/** Answers a query, either from the request or stored under a name. */
import type { FastifyInstance } from 'fastify'
import { type Caller, InvalidConfig, nearestOf, uuidOf, withIssues } from '../../core/index.ts'
import { loadUcum } from '../../fhir/expressions/load-ucum.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import { type AggregationPlan, planAggregation } from '../../fhir/results/aggregate.ts'
import { unitsOffered } from '../../fhir/results/counted-unit.ts'
import type { AggregateAnswer, AggregateBudget, Aggregation } from '../../schemas/aggregate.ts'
import type { Issue } from '../../schemas/issue.ts'
import type { RecordAggregate, RecordAggregateResult } from '../../schemas/record-aggregate.ts'
import type { RecordAggregation } from '../../schemas/record-aggregation.ts'
import { uids } from '../../schemas/uids.ts'
import { type Accounting, accountingOf } from './accounting.ts'
import { answerOf } from './answer.ts'
import { createDraws } from './draws.ts'
import { InvalidAggregation, QuestionsSpent } from './errors.ts'
import { uniformFrom } from './noise.ts'
import type { PrivacyBudgets } from './privacy-budget.ts'
import { planRecords } from './record-plan.ts'

export interface AggregateOptions {
  readonly certainty: number
  readonly margin: number
  readonly days: number
}

export interface Aggregates {
  /**
   * Reads a query on a form of the calling application. @throws UnknownQuestionnaire, NotPublisher,
   * InvalidAggregation with every issue
   */
  plan(caller: Caller, questionnaire: string, question: Aggregation): Promise<Planned>
  /**
   * Reads a query on the records of a collection that were submitted for the calling application.
   * @throws UnknownCollection, InvalidAggregation with every issue
   */
  planRecords(caller: Caller, collection: string, question: RecordAggregation): Planned
  /** @throws QuestionsSpent, Busy */
  answer(planned: Planned, options: { readonly refresh?: boolean | undefined }): Promise<AggregateAnswer>
  /** @throws UnknownQuestionnaire, NotPublisher */
  budget(caller: Caller, questionnaire: string): Promise<AggregateBudget>
}

/** A validated query. */
export interface Planned {
  /** The UUID of the privacy budget: `_id` of the form. */
  readonly subject: string
  readonly plan: AggregationPlan
  /** Counts the exact numbers. */
  count(): Promise<RecordAggregateResult>
}

const DAY = 24 * 60 * 60 * 1000

/** The cost of the most common query: a mean by group, and the number of excluded responses. */
const FEWEST = 8

/** @throws InvalidConfig if the options leave almost no queries */
export function readOptions({ certainty, margin }: AggregateOptions): Accounting {
  const accounting = accountingOf(certainty, margin)
  if (accounting.numbers >= FEWEST) return accounting
  let enough = margin
  while (accountingOf(certainty, enough).numbers < FEWEST) enough++
  throw new InvalidConfig(
    `plugins.fhir-aggregate: with certainty ${certainty} a margin of ${margin} leaves ${accounting.numbers} numbers to ask about a form. ` +
      `Set margin to ${enough} at least, or raise certainty`,
  )
}

export function createAggregates(
  { gateway, questionnaires }: FastifyInstance,
  budgets: PrivacyBudgets,
  options: AggregateOptions,
): Aggregates {
  const { certainty, margin, days } = options
  const accounting = readOptions(options)
  const draws = createDraws({
    ...{ accounting, budgets, uniform: uniformFrom(), window: days * DAY },
    now: () => Date.now(),
  })
  const isExact = accounting.variance === 0n
  /** @throws InvalidAggregation */
  const affordable = (plan: AggregationPlan): void => {
    const excess = [...tooMuch(draws.costOf(plan), accounting), ...tooFine(plan)]
    if (excess.length > 0) throw withIssues(new InvalidAggregation(), excess)
  }

  /** Counts without the people who withhold their records from the statistics of the caller. */
  const countFor = async (
    { key }: Caller,
    subject: string,
    collection: string,
    aggregate: RecordAggregate,
  ) => {
    const without = await gateway.withholding.people({ reader: key, purpose: 'statistics' }, subject)
    return gateway.records.aggregate(collection, aggregate, without)
  }

  return {
    async plan(caller, questionnaire, question) {
      const { resource } = await questionnaires.publishedBy(caller, questionnaire)
      const form = readForm(resource, 'mix')
      const { plan, issues } = planAggregation(question, {
        form,
        // Large, and needed by few forms.
        ...(form.all.some(item => unitsOffered(item).length > 1) && { convertUnit: await loadUcum() }),
        since: resource._created,
        until: new Date().toISOString(),
        nearest: nearestOf,
      })
      if (plan === undefined) throw withIssues(new InvalidAggregation(), issues)
      affordable(plan)
      const { _id: subject } = resource
      return {
        ...{ subject, plan },
        count: () =>
          countFor(caller, subject, uids.QuestionnaireResponse, {
            about: questionnaires.responsesTo(subject),
            filter: { $and: [questionnaires.answersTo(subject), plan.filter] },
            ...statisticsOf(plan),
          }),
      }
    },

    planRecords(caller, uid, question) {
      const { applicationId = '' } = caller
      const { schema, applicationField } = gateway.collections.readable(uid)
      const { plan, issues } = planRecords(question, schema)
      if (plan === undefined) throw withIssues(new InvalidAggregation(), issues)
      affordable(plan)
      const own = { [applicationField]: applicationId }
      return {
        // Each application has a budget of its own: no record counts for two.
        subject: uuidOf('aggregate', `${uid} ${applicationId}`),
        plan,
        count: () =>
          countFor(caller, uid, uid, {
            about: own,
            filter: { $and: [own, plan.filter] },
            ...statisticsOf(plan),
          }),
      }
    },

    async answer({ subject, plan, count }, { refresh = false }) {
      const numbers = await draws.numbers({ subject, plan, refresh }, count)
      if (!('people' in numbers)) throw spent(draws.costOf(plan), days, numbers.again)
      const { result, suppressed, leftOut } = answerOf(plan, numbers, accounting)
      return {
        ...{ message: 'success', result: [...result], suppressed, leftOut, margin: accounting.margin },
        asOf: new Date(numbers.asOf).toISOString(),
        ...(numbers.left !== undefined && { questionsLeft: Math.floor(numbers.left / accounting.unit) }),
      }
    },

    async budget(caller, questionnaire) {
      const { resource } = await questionnaires.publishedBy(caller, questionnaire)
      return {
        ...{ message: 'success', certainty, days, margin: isExact ? 0 : margin },
        ...(!isExact && { questions: accounting.numbers, questionsLeft: await draws.left(resource._id) }),
      }
    },
  }
}

const statisticsOf = ({ by, statistics }: AggregationPlan) => ({
  ...(by && { by: by.classes }),
  statistics,
})

const tooMuch = (cost: number, { numbers }: Accounting): Issue[] =>
  cost <= numbers
    ? []
    : [
        issueOf(
          'body.measures',
          `The question needs ${cost} numbers of the privacy budget, and a form has ${numbers}: ask for fewer measures, or without groups.`,
        ),
      ]

/** Maximum classes of all groups together: each is drawn and stored. */
const MOST_CELLS = 2500

function tooFine({ by, measures }: AggregationPlan): Issue[] {
  const groups = by?.labels.length ?? 1
  return measures.flatMap((measure, at) => {
    const cells = 'cells' in measure ? groups * measure.classes.length : groups
    const text = `${cells} classes of all groups together are more than ${MOST_CELLS}.`
    return cells > MOST_CELLS ? [issueOf(`body.measures[${at}].buckets`, text)] : []
  })
}

const issueOf = (expression: string, text: string): Issue => ({
  ...{ severity: 'error', code: 'value', rule: 'aggregate', expression, text },
})

function spent(cost: number, days: number, again = Date.now() + days * DAY): Error {
  const seconds = Math.max(1, Math.ceil((again - Date.now()) / 1000))
  const error = new QuestionsSpent(cost, days, new Date(again).toISOString())
  return Object.assign(error, { headers: { 'retry-after': String(seconds) } })
}
