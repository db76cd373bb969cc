/**
 * Aggregates on a local node: each version of a document is verified once, and one statement does the rest.
 */

import { commands, equalitiesOf, isRanges, refusal, type StorageNode, sizeOf } from '../../../core/node.ts'
import type {
  Classes,
  Path,
  RecordAggregate,
  RecordAggregateGroup,
  Statistic,
} from '../../../schemas/record-aggregate.ts'
import { ATTESTED, checkAttestations, countOmissions } from './attestation.ts'
import type { NodeContext } from './node-context.ts'
import { selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'

/** Time-out of an aggregate in milliseconds. */
const PATIENCE = 60_000
/** PostgreSQL permits 1,664 columns in a result. */
const MOST_COLUMNS = 1_500
/** A walk visits at most one document for so many of the collection. */
const VISITED_SHARE = 16
/** No id is greater. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function aggregateOperations(context: NodeContext): Pick<StorageNode, 'aggregate'> {
  const { database } = context

  return {
    async aggregate(token, { collection: id, tally: aggregate }) {
      const { subject } = await context.asBuilder(token, commands.queries.execute)
      const collection = await context.collection(id)
      if (collection.kind !== 'owned') throw refusal('DataValidationError', 'People own no standard document')
      const select = (parameters: SqlParameters, filter: RecordAggregate['filter']) =>
        selectionToSql(context, parameters, { collection, builder: subject, permission: 'execute', filter })
      const about = (parameters: SqlParameters) => select(parameters, aggregate.about)
      await checkAttestations(context, collection, about)
      const leftOut = await countOmissions(context, collection, about, { of: 'owners', timeout: PATIENCE })
      const parameters = new SqlParameters()
      const where = select(parameters, { $and: [aggregate.about, aggregate.filter] })
      const rows = await database.query<Record<string, number>>(
        new AggregateSql(parameters).statement(id, where, aggregate, await visitsOf(context, id)),
        parameters.values,
        { timeout: PATIENCE },
      )
      return { groups: rows.map(row => groupOf(row, aggregate.statistics)), leftOut }
    },
  }
}

/** A row has `g`, the number of people `p`, and a column for each number of each statistic. */
function groupOf(
  row: Readonly<Record<string, number>>,
  statistics: readonly Statistic[],
): RecordAggregateGroup {
  return {
    group: row['g'] ?? 0,
    people: row['p'] ?? 0,
    statistics: statistics.map((each, at) =>
      each.op === 'classes'
        ? Array.from({ length: sizeOf(each.of) }, (_, of) => row[`s${at}_${of}`] ?? 0)
        : (row[`s${at}`] ?? 0),
    ),
  }
}

/**
 * The maximum documents that a walk may visit; 0 if it would end early, because people have few each. It follows the
 * size of the collection: a walk passes the documents of others, too. A divided table would be searched in every
 * partition for each visit, and a server without statistics is not known to walk at all.
 */
async function visitsOf({ database }: Pick<NodeContext, 'database'>, collection: string): Promise<number> {
  const statisticsOf = (column: string) =>
    `(SELECT * FROM pg_stats WHERE schemaname = c.relnamespace::regnamespace::text AND tablename = c.relname
        AND attname = '${column}' AND NOT inherited)`
  // A collection that is not among the most common values is a small one.
  const [found] = await database.query<{ visits: number }>(
    `SELECT v.visits::integer AS visits FROM pg_class c
     CROSS JOIN LATERAL ${statisticsOf('owner')} o CROSS JOIN LATERAL ${statisticsOf('collection')} k
     CROSS JOIN LATERAL (SELECT floor(c.reltuples / ${VISITED_SHARE}
       * k.most_common_freqs[array_position(k.most_common_vals::text::text[], $1::uuid::text)]) AS visits) v
     WHERE c.oid = to_regclass('documents') AND c.relkind = 'r'
       AND CASE WHEN o.n_distinct < 0 THEN -o.n_distinct * c.reltuples ELSE o.n_distinct END <= v.visits`,
    [collection],
  )
  return found?.visits ?? 0
}

/** One statement: the latest document of each person, its values at the paths, and their aggregate. */
class AggregateSql {
  private readonly parameters: SqlParameters
  /** The values to read from each document, by jsonpath. */
  private readonly values = new Map<string, string>()
  private columns = 0

  constructor(parameters: SqlParameters) {
    this.parameters = parameters
  }

  statement(collection: string, where: string, { by, statistics }: RecordAggregate, visits: number): string {
    const group = by ? this.classOf(by) : '0'
    const columnsOf = statistics.flatMap((each, at) => this.columnsOf(each, `s${at}`))
    const read = [...this.values].map(
      ([path, name]) => `jsonb_path_query_first(d.body, ${this.parameters.add(path)}::jsonpath) AS ${name}`,
    )
    return `WITH ${this.newest(where, visits)},
      answers AS MATERIALIZED (SELECT ${['d.owner', ...read].join(', ')} FROM newest n
        JOIN documents d ON d.collection = ${this.parameters.add(collection)}::uuid AND d.id = n.id),
      grouped AS (SELECT *, ${group} AS g FROM answers)
      SELECT ${['g', 'count(*)::integer AS p', ...columnsOf].join(', ')} FROM grouped
      WHERE g IS NOT NULL GROUP BY g ORDER BY g`
  }

  /** The latest document of each person, found by visiting so many at most, or by reading all. */
  private newest(where: string, visits: number): string {
    // Sorted by position only: sorting with the contents would spill to disk.
    const all = (gate: string) => `SELECT DISTINCT ON (d.owner) d.owner, d.id FROM documents d
        WHERE ${gate}${where} AND ${ATTESTED} ORDER BY d.owner, d.created DESC, d.id DESC`
    if (visits === 0) return `newest AS (${all('')})`
    const most = `${this.parameters.add(visits)}::integer`
    // Newest first, person by person: the rest of a person is passed over once one matches. A document of another
    // collection may have the id of one in this, whoever owns it.
    return `RECURSIVE walk AS (
        SELECT max(owner) AS owner, 'infinity'::timestamptz AS created, '${LAST_ID}'::uuid AS id, FALSE AS matches,
          0 AS visit FROM documents
        UNION ALL
        SELECT n.owner, n.created, n.id,
          (SELECT TRUE FROM documents d
            WHERE d.id = n.id AND d.owner = n.owner AND d.created = n.created AND ${where} AND ${ATTESTED}),
          w.visit + 1
        FROM walk w CROSS JOIN LATERAL (SELECT o.owner, o.created, o.id FROM documents o
          WHERE (o.owner, o.created, o.id) < (w.owner, CASE WHEN w.matches THEN '-infinity' ELSE w.created END, w.id)
          ORDER BY o.owner DESC, o.created DESC, o.id DESC LIMIT 1) n
        WHERE w.visit < ${most}),
      walked AS MATERIALIZED (SELECT max(visit) < ${most} AS ended FROM walk),
      newest AS MATERIALIZED (SELECT owner, id FROM walk WHERE matches AND (SELECT ended FROM walked)
        UNION ALL (${all('NOT (SELECT ended FROM walked) AND ')}))`
  }

  private columnsOf(statistic: Statistic, name: string): string[] {
    if (statistic.op === 'count') {
      const some = statistic.of.map(path => `${this.value(path)} IS NOT NULL`).join(' OR ')
      return [this.column(`count(*) FILTER (WHERE ${some || 'FALSE'})::integer AS ${name}`)]
    }
    if (statistic.op === 'sum') {
      const [low, high] = [statistic.low, statistic.high].map(end => `${this.parameters.add(end)}::numeric`)
      const numbers = [
        this.number(statistic.of),
        ...(statistic.or ?? []).map(({ of, factor, offset }) => {
          const [times, plus] = [factor, offset].map(each => `${this.parameters.add(each)}::numeric`)
          return `${this.number(of)} * ${times} + ${plus}`
        }),
      ]
      const held = `LEAST(GREATEST(COALESCE(${numbers.join(', ')}), ${low}), ${high})`
      return [this.column(`COALESCE(sum(${held}), 0)::float8 AS ${name}`)]
    }
    const found = this.classOf(statistic.of)
    return Array.from({ length: sizeOf(statistic.of) }, (_, at) =>
      this.column(`count(*) FILTER (WHERE ${found} = ${at})::integer AS ${name}_${at}`),
    )
  }

  private column(sql: string): string {
    this.columns += 1
    if (this.columns > MOST_COLUMNS)
      throw refusal('DataValidationError', 'The tally asks for too many numbers')
    return sql
  }

  /** The number of a row's class; NULL for none. */
  private classOf(classes: Classes): string {
    if (isRanges(classes)) {
      const found = [classes, ...(classes.or ?? [])].map(({ of, edges }) => {
        const value = this.number(of)
        const passed = edges
          .slice(1, -1)
          .map(edge => `(${value} >= ${this.parameters.add(edge)}::numeric)::integer`)
        return `CASE WHEN ${value} IS NOT NULL THEN ${['0', ...passed].join(' + ')} END`
      })
      return `COALESCE(${found.join(', ')})`
    }
    const values = classes.of.map(path => this.value(path))
    const cases = classes.options.map((option, at) => {
      const same = values.map((value, of) => {
        const wanted = option[of] ?? null
        return wanted === null ? `${value} IS NULL` : `${value} = ${this.parameters.json(wanted)}`
      })
      return `WHEN ${same.join(' AND ')} THEN ${at}`
    })
    const any = values.map(value => `${value} IS NOT NULL`).join(' OR ')
    return `CASE WHEN NOT (${any}) THEN NULL ${cases.join(' ')} END`
  }

  private number(path: Path): string {
    const value = this.value(path)
    return `CASE jsonb_typeof(${value}) WHEN 'number' THEN (${value})::numeric END`
  }

  /** The name of the column with the first value at a path. */
  private value(path: Path): string {
    const text = `lax $${path.map(stepOf).join('')}`
    const name = this.values.get(text) ?? `v${this.values.size}`
    this.values.set(text, name)
    return name
  }
}

/** A step of a jsonpath: each element of a list, or those that match a filter. */
const stepOf = ({ field, where }: Path[number]): string => {
  const conditions = equalitiesOf(where).map(({ key, value }) => {
    const member = `@.${JSON.stringify(key)}`
    return value === null ? `!exists(${member} ? (@ != null))` : `${member} == ${JSON.stringify(value)}`
  })
  return `.${JSON.stringify(field)}[*]${conditions.length === 0 ? '' : ` ? (${conditions.join(' && ')})`}`
}
