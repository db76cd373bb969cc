/**
 * Aggregates on a local node: each version of a document is verified once, and one statement does the rest.
 */

import { randomUUID } from 'node:crypto'
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
import { type Divided, divided, selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'

/** Time-out of an aggregate in milliseconds. */
const PATIENCE = 60_000
/** PostgreSQL permits 1,664 columns in a result. */
const MOST_COLUMNS = 1_500
/** A walk visits at most one document for so many of the collection. */
const VISITED_SHARE = 6
/** A visit costs as much as reading so many documents in the order of the table. */
const VISIT_COST = 2
/** Documents that say how common others like them are. */
const SAMPLE = 100
/** From this share on, reading all costs less than an index that suggests those that match. */
const COMMON_SHARE = 2 / 3
/** The same as `ATTESTED`; the planner estimates that half of the documents are, not one of two hundred. */
const MOSTLY_ATTESTED = `COALESCE(${ATTESTED}, FALSE)`
/** No id is greater. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function aggregateOperations(context: NodeContext): Pick<StorageNode, 'aggregate'> {
  const { database } = context

  return {
    async aggregate(token, { collection: id, tally: aggregate }) {
      const { subject } = await context.asBuilder(token, commands.queries.execute)
      const collection = await context.collection(id)
      if (collection.kind !== 'owned') throw refusal('DataValidationError', 'People own no standard document')
      const selection = {
        collection,
        builder: subject,
        permission: 'execute',
        filter: aggregate.about,
      } as const
      const about = (parameters: SqlParameters) => selectionToSql(context, parameters, selection)
      await checkAttestations(context, collection, about)
      const leftOut = await countOmissions(context, collection, about, { of: 'owners', timeout: PATIENCE })
      const filters = divided(context, { $and: [aggregate.about, aggregate.filter] })
      const share = await shareOf(context, id, filters)
      const parameters = new SqlParameters()
      const accessible = selectionToSql(context, parameters, { ...selection, filter: {} })
      const sql = new AggregateSql(parameters, selectionOf(parameters, accessible, filters, share))
      const rows = await database.query<Record<string, number>>(
        sql.statement(id, aggregate, await visitsOf(context, id, share)),
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
 * The maximum documents that a walk may visit; 0 if it is expected to need more, because people have few each, or few
 * that match. It follows the size of the collection: a walk passes the documents of others, too. A divided table would
 * be searched in every partition for each visit, and a server without statistics is not known to walk at all.
 * @param share - of the collection's documents that match
 */
async function visitsOf(
  { database }: Pick<NodeContext, 'database'>,
  collection: string,
  share: number,
): Promise<number> {
  const statisticsOf = (column: string) =>
    `(SELECT * FROM pg_stats WHERE schemaname = c.relnamespace::regnamespace::text AND tablename = c.relname
        AND attname = '${column}' AND NOT inherited)`
  // A collection that is not among the most common values is a small one.
  const [found] = await database.query<{ visits: number }>(
    `SELECT v.visits::integer AS visits FROM pg_class c
     CROSS JOIN LATERAL ${statisticsOf('owner')} o CROSS JOIN LATERAL ${statisticsOf('collection')} k
     CROSS JOIN LATERAL (SELECT
       k.most_common_freqs[array_position(k.most_common_vals::text::text[], $1::uuid::text)] AS frequency) f
     CROSS JOIN LATERAL (SELECT floor(c.reltuples * f.frequency / ${VISITED_SHARE}) AS visits) v
     WHERE c.oid = to_regclass('documents') AND c.relkind = 'r'
       AND CASE WHEN o.n_distinct < 0 THEN -o.n_distinct * c.reltuples ELSE o.n_distinct END
         <= v.visits * f.frequency * $2::float8`,
    // Each person takes a visit for each document until one matches. Reading all reads those that match alone.
    [collection, share * Math.min(1, (share * VISITED_SHARE) / VISIT_COST)],
  )
  return found?.visits ?? 0
}

/** A statistic in the statement. */
interface Part {
  readonly name: string
  readonly value: string
  readonly columns: readonly string[]
}

/** The conditions on a row `documents d`. */
interface Selection {
  /** Tested on stored documents. */
  readonly stored: string
  /** Tested on stored documents, too: an index finds those that match. */
  readonly indexed: string
  /** Tested on documents whose contents have been read. */
  readonly tested: string
  readonly attested: string
}

/**
 * Decides which conditions an index is to find. It only suggests documents, and PostgreSQL decompresses each once
 * more to test them: where most documents match, all are read instead.
 * @param accessible - the condition of the builder's access
 */
function selectionOf(
  parameters: SqlParameters,
  accessible: string,
  filters: Divided,
  share: number,
): Selection {
  const [indexed, tested] = [filters.indexed(parameters), filters.tested(parameters)]
  const stored = `${accessible} AND ${filters.columns(parameters)}`
  return share >= COMMON_SHARE
    ? { stored, indexed: 'TRUE', tested: `${indexed} AND ${tested}`, attested: MOSTLY_ATTESTED }
    : { stored, indexed, tested, attested: ATTESTED }
}

/** The share of a collection's documents that an index would find, judged by some with consecutive ids. */
async function shareOf(
  { database }: Pick<NodeContext, 'database'>,
  collection: string,
  filters: Divided,
): Promise<number> {
  const parameters = new SqlParameters()
  const matches = `${ATTESTED} AND ${filters.columns(parameters)} AND ${filters.indexed(parameters)}`
  // At a random place of the first sixteenth: few ids precede it.
  const first = randomUUID().replace(/^./, '0')
  const [found] = await database.query<{ share: number | null }>(
    `SELECT avg(CASE WHEN ${matches} THEN 1 ELSE 0 END)::float8 AS share
     FROM (SELECT d.* FROM documents d
       WHERE d.collection = ${parameters.add(collection)}::uuid AND d.id >= ${parameters.add(first)}::uuid
       ORDER BY d.collection, d.id LIMIT ${SAMPLE}) d`,
    parameters.values,
  )
  return found?.share ?? 0
}

/** One statement: the latest document of each person, and the aggregate of its values. */
class AggregateSql {
  private readonly parameters: SqlParameters
  private readonly selection: Selection
  /** The values to read from each document, by jsonpath. */
  private readonly values = new Map<string, string>()
  private columns = 0

  constructor(parameters: SqlParameters, selection: Selection) {
    this.parameters = parameters
    this.selection = selection
  }

  statement(collection: string, { by, statistics }: RecordAggregate, visits: number): string {
    const group = by ? this.classOf(by) : '0'
    const parts = statistics.map((each, at) => this.partOf(each, `s${at}`))
    const reduced = [`${group} AS g`, ...parts.map(({ value, name }) => `${value} AS ${name}`)].join(', ')
    return `WITH ${this.answers(collection, reduced, visits)}
      SELECT ${[by ? 'g' : '0 AS g', 'count(*)::integer AS p', ...parts.flatMap(({ columns }) => columns)].join(', ')}
      FROM answers ${by ? 'WHERE g IS NOT NULL GROUP BY g ORDER BY g' : 'HAVING count(*) > 0'}`
  }

  /** The values with which each person counts, found by visiting so many documents at most, or by reading all. */
  private answers(collection: string, reduced: string, visits: number): string {
    const { attested, indexed, tested } = this.selection
    // Sorted with what the statistics need of a document only: contents would spill to disk.
    const person = 'd.owner COLLATE "C"'
    const all = (gate: string) => `SELECT DISTINCT ON (${person}) ${reduced}
        FROM (SELECT d.owner, d.created, d.id${this.read()}
          FROM (${this.contents(`${gate}${indexed} AND ${attested}`)}) d
          WHERE ${tested} OFFSET 0) d
        ORDER BY ${person}, d.created DESC, d.id DESC`
    if (visits === 0) return `answers AS (${all('')})`
    const most = `${this.parameters.add(visits)}::integer`
    // Newest first, person by person: the rest of a person is passed over once one matches. A document of another
    // collection may have the id of one in this, whoever owns it.
    const visited = 'd.id = n.id AND d.owner = n.owner AND d.created = n.created'
    return `RECURSIVE walk AS (
        SELECT max(owner) AS owner, 'infinity'::timestamptz AS created, '${LAST_ID}'::uuid AS id, FALSE AS matches,
          0 AS visit FROM documents
        UNION ALL
        SELECT n.owner, n.created, n.id,
          (SELECT TRUE FROM (${this.contents(`${visited} AND ${ATTESTED}`)}) d
            WHERE ${indexed} AND ${tested}),
          w.visit + 1
        FROM walk w CROSS JOIN LATERAL (SELECT o.owner, o.created, o.id FROM documents o
          WHERE (o.owner, o.created, o.id) < (w.owner, CASE WHEN w.matches THEN '-infinity' ELSE w.created END, w.id)
          ORDER BY o.owner DESC, o.created DESC, o.id DESC LIMIT 1) n
        WHERE w.visit < ${most}),
      walked AS MATERIALIZED (SELECT max(visit) < ${most} AS ended FROM walk),
      answers AS (SELECT ${reduced}
        FROM (SELECT d.id${this.read()} FROM (SELECT d.id, d.body #> '{}' AS body FROM walk n
          JOIN documents d ON d.collection = ${this.parameters.add(collection)}::uuid AND d.id = n.id
          WHERE n.matches AND (SELECT ended FROM walked) OFFSET 0) d OFFSET 0) d
        UNION ALL (${all('NOT (SELECT ended FROM walked) AND ')}))`
  }

  /** Documents with contents that are decompressed once, not by each condition on them. */
  private contents(where: string): string {
    return `SELECT d.id, d.owner, d.acl, d.created, d.updated, d.body #> '{}' AS body FROM documents d
            WHERE ${where} AND ${this.selection.stored} OFFSET 0`
  }

  /** The values of a document, as further columns. */
  private read(): string {
    return [...this.values]
      .map(
        ([path, name]) =>
          `, jsonb_path_query_first(d.body, ${this.parameters.add(path)}::jsonpath) AS ${name}`,
      )
      .join('')
  }

  /** The value of one person for a statistic, and the columns of its numbers. */
  private partOf(statistic: Statistic, name: string): Part {
    if (statistic.op === 'count') {
      const some = statistic.of.map(path => `${this.value(path)} IS NOT NULL`).join(' OR ')
      const columns = [this.column(`count(*) FILTER (WHERE ${name})::integer AS ${name}`)]
      return { name, value: `(${some || 'FALSE'})`, columns }
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
      const value = `LEAST(GREATEST(COALESCE(${numbers.join(', ')}), ${low}), ${high})`
      return { name, value, columns: [this.column(`COALESCE(sum(${name}), 0)::float8 AS ${name}`)] }
    }
    const columns = Array.from({ length: sizeOf(statistic.of) }, (_, at) =>
      this.column(`count(*) FILTER (WHERE ${name} = ${at})::integer AS ${name}_${at}`),
    )
    return { name, value: this.classOf(statistic.of), columns }
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
