/** Pages of documents on a local node: the matches of a filter in an order, and their total. */
import type { Omissions } from '../../../core/index.ts'
import { type Found, type NodeDocument, type Pagination, pageOf, refusal } from '../../../core/node.ts'
import { ATTESTED, checkAttestations, countOmissions } from './attestation.ts'
import { sortToSql } from './filter-sql.ts'
import type { NodeContext } from './node-context.ts'
import { BYTES, DOCUMENT_COLUMNS, type DocumentRow, documentOf } from './rows.ts'
import { placing, refusing, selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'

/** Documents that a walk may visit for each document that it must find. */
const STEPS = 20
/**
 * The factor for the length of a second walk, if the first has found enough to expect that it completes the
 * page.
 */
const FURTHER = 4

type Selection = Parameters<typeof selectionToSql>[2]
type Sort = Readonly<Record<string, 1 | -1>>

/** A row of a page, and the number of rows that the page would have without its limit in bytes. */
type FoundRow = DocumentRow & { readonly found: number }

/** True if documents are requested in order of creation. */
const isNatural = (sort: Sort): boolean => /^_created 1( _id 1)?$/.test(Object.entries(sort).flat().join(' '))

/** Finds pages of documents, within the maximum bytes of a page. */
export class DocumentPages {
  readonly #context: NodeContext

  constructor(context: NodeContext) {
    this.#context = context
  }

  /** One page of the selected documents. */
  async find(all: Selection, pagination: Pagination | undefined, attested: boolean): Promise<Found> {
    const { limit, offset } = pageOf(pagination)
    const selection = { ...all, attested }
    const sort = pagination?.sort ?? { _created: 1 }
    if (attested) {
      if (!isNatural(sort)) throw refusal('DataValidationError', 'attested: is in no order but _created, _id')
      await checkAttestations(this.#context, all.collection, parameters =>
        selectionToSql(this.#context, parameters, all),
      )
    }
    const rows =
      (await this.#walk(selection, sort, limit, offset)) ?? (await this.#seek(selection, sort, limit, offset))
    const seen = offset + rows.length
    const isCut = rows.length < (rows[0]?.found ?? 0)
    const isShort = rows.length < limit && !isCut
    // The last page determines the total; otherwise it must be counted.
    const isLast = isShort && (rows.length > 0 || offset === 0)
    const total = isLast
      ? seen
      : pagination?.total === false
        ? seen + Number(isCut)
        : await this.#count(selection)
    const page = { data: rows.map(documentOf), pagination: { total, limit, offset } }
    if (!attested) return page
    return { ...page, leftOut: await this.#omissionsOf(all, isShort ? undefined : rows.at(-1)) }
  }

  /** The latest documents, latest first, as many as fit into a page. */
  async latest(selection: Selection, limit: number | undefined): Promise<NodeDocument[]> {
    const parameters = new SqlParameters()
    const where = selectionToSql(this.#context, parameters, selection)
    const most = parameters.add(pageOf(limit === undefined ? {} : { limit }).limit)
    const order = 'd.created DESC, d.id DESC'
    const page = `SELECT * FROM documents d WHERE ${where} ORDER BY ${order} LIMIT ${most}`
    const rows = await this.#context.database.query<DocumentRow>(
      this.#bounded(page, order, parameters),
      parameters.values,
    )
    return rows.map(documentOf)
  }

  /**
   * Finds the page by walking through the documents in order, which is fast if many match. The server only
   * estimates how many do, and a wrong estimate makes it walk through all; hence a walk with a limited number
   * of steps, and a second one if the first shows that it will complete the page.
   * @returns `undefined` if the page was not found
   */
  async #walk(
    selection: Selection,
    sort: Sort,
    limit: number,
    offset: number,
    length = STEPS,
  ): Promise<FoundRow[] | undefined> {
    const parameters = new SqlParameters()
    const { place, isPinned } = placing(this.#context, parameters, selection.filter)
    if (isPinned || !isNatural(sort)) return undefined
    const collection = `d.collection = ${parameters.add(selection.collection.id)}::uuid`
    const steps = (offset + limit) * length
    const passed = `documents d WHERE ${collection} AND ${place} AND ${selection.attested ? ATTESTED : 'TRUE'}`
    const walked = parameters.values.length
    const where = selectionToSql(this.#context, parameters, selection)
    const page = `SELECT * FROM (
        SELECT * FROM ${passed} ORDER BY d.created, d.id LIMIT ${parameters.add(steps)}
      ) d WHERE ${where} ORDER BY d.created, d.id LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
    const rows = await this.#context.database.query<FoundRow>(
      this.#bounded(page, 'd.created, d.id', parameters),
      parameters.values,
    )
    const found = rows[0]?.found ?? 0
    if (found === limit) return rows
    if (selection.attested) {
      // Documents of strangers do not count as steps: the walk has seen all of few attested documents.
      const [further] = await this.#context.database.query(
        `SELECT 1 FROM ${passed} ORDER BY d.created, d.id LIMIT 1 OFFSET $${walked + 1}`,
        [...parameters.values.slice(0, walked), steps],
      )
      if (further === undefined) return rows
    }
    const isNear = length === STEPS && found * FURTHER >= limit
    return isNear ? this.#walk(selection, sort, limit, offset, STEPS * FURTHER) : undefined
  }

  /** Finds the page by selecting all matches in any order of an index, and sorting them. */
  async #seek(selection: Selection, sort: Sort, limit: number, offset: number) {
    const parameters = new SqlParameters()
    const where = selectionToSql(this.#context, parameters, selection)
    const order = refusing(() => sortToSql(sort, parameters))
    // OFFSET 0 keeps the planner from using the order and the limit to find the rows.
    const page = `SELECT * FROM (SELECT * FROM documents d WHERE ${where} OFFSET 0) d ORDER BY ${order}
       LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
    return this.#context.database.query<FoundRow>(this.#bounded(page, order, parameters), parameters.values)
  }

  /**
   * A page of rows `d` in this order, cut at the maximum bytes of a page; its first document always stays.
   */
  #bounded(page: string, order: string, parameters: SqlParameters): string {
    return `SELECT ${DOCUMENT_COLUMNS}, d.found FROM (
        SELECT d.*, (count(*) OVER ())::integer AS found,
          sum(${BYTES}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${BYTES} AS before FROM (${page}) d
      ) d WHERE d.before < ${parameters.add(this.#context.pageBytes)}::bigint ORDER BY ${order}`
  }

  /** The documents skipped by a page of attested ones that ends with this row. */
  #omissionsOf(selection: Selection, last: DocumentRow | undefined): Promise<Omissions> {
    return countOmissions(
      this.#context,
      selection.collection,
      parameters => selectionToSql(this.#context, parameters, selection),
      {
        of: 'documents',
        place: parameters => {
          const { place } = placing(this.#context, parameters, selection.filter)
          if (last === undefined) return place
          const end = `(${parameters.add(last.created)}::timestamptz, ${parameters.add(last.id)}::uuid)`
          return `${place} AND (d.created, d.id) <= ${end}`
        },
      },
    )
  }

  async #count(selection: Selection): Promise<number> {
    const parameters = new SqlParameters()
    const where = selectionToSql(this.#context, parameters, selection)
    const [counted] = await this.#context.database.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM documents d WHERE ${where}`,
      parameters.values,
    )
    return counted?.total ?? 0
  }
}
