/**
 * Aggregate queries: applications get statistics about the people who answered their forms, without reading a
 * response.
 */
import { definePlugin } from '../../core/index.ts'
import {
  AggregateAnswer,
  AggregateBudget,
  Aggregation,
  Query,
  QueryList,
  StoredQuery,
} from '../../schemas/aggregate.ts'
import { RecordAggregation } from '../../schemas/record-aggregation.ts'
import { uids } from '../../schemas/uids.ts'
import { createAggregates, readOptions } from './aggregate.ts'
import { serveAggregates } from './aggregate-routes.ts'
import { speakEnvelope } from './envelope.ts'
import { memoryPrivacyBudgets, sqlPrivacyBudgets } from './privacy-budget.ts'
import { createQueries } from './queries.ts'
import { serveQueries } from './query-routes.ts'

export default definePlugin({
  name: 'fhir-aggregate',
  version: '1.0.0',
  dependencies: ['fhir-questionnaire'],
  migrations: new URL('plugins/fhir-aggregate/migrations/', import.meta.resolve('#root/package.json')),
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['certainty', 'margin', 'days'],
    properties: {
      certainty: {
        type: 'number',
        exclusiveMinimum: 0.5,
        maximum: 1,
        default: 0.75,
        description:
          'Maximum probability that an attacker with every result about a form within `days` is right about one person, if the ' +
          'attacker is right half of the time without them: 0.75 is three times in four. 1 gives exact numbers, and two queries ' +
          'can then single out a person.',
      },
      margin: {
        type: 'integer',
        minimum: 2,
        maximum: 1000,
        default: 10,
        description:
          'Maximum deviation of a number of people in 19 of 20 cases. Groups with fewer people are withheld. A greater margin ' +
          'permits more queries with the same certainty.',
      },
      days: {
        type: 'integer',
        minimum: 1,
        maximum: 36_500,
        default: 30,
        description:
          'Days for which a result is repeated and counts against the certainty. The risk adds up over such periods: over a ' +
          'year of 30-day periods, three in four become 99 in 100.',
      },
    },
  },
  schemas: [Aggregation, RecordAggregation, Query, StoredQuery, QueryList, AggregateAnswer, AggregateBudget],
  collections: [{ uid: uids.Query, name: 'Query', kind: 'standard', schema: StoredQuery }],
  tag: { name: 'Aggregation', description: 'Aggregate results of the responses to a form.' },

  setup(app, options) {
    readOptions(options)
    if (options.certainty === 1)
      app.log.warn(
        'plugins.fhir-aggregate.certainty is 1: numbers are exact, and two queries that differ by one person disclose the answers of that person',
      )
  },

  routes(app, options, { database }) {
    speakEnvelope(app)
    const budgets = database ? sqlPrivacyBudgets(database) : memoryPrivacyBudgets()
    const aggregates = createAggregates(app, budgets, options)
    serveAggregates(app, aggregates)
    serveQueries(app, aggregates, createQueries(app.gateway))
  },
})
