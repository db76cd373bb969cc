/** The schemas of the nilDB protocol: every request is validated before the node sees it. */
import type { AclEntry } from '../../../core/index.ts'
import {
  type DocumentAddress,
  type Find,
  MOVED_TABLES,
  type NewBuilder,
  type NewCollection,
  type NewIndex,
  type NewOwnedBatches,
  type NewOwnedDocuments,
  type NewQuery,
  type NewStandardDocuments,
  type NodeMoves,
  type OwnUpdate,
  PIECE,
  type RunQuery,
  type Selection,
  type Update,
  type Withdrawal,
} from '../../../core/node.ts'
import type { RecordAggregate } from '../../../schemas/record-aggregate.ts'
import { schemaOf } from '../../../schemas/types.ts'

const uuid = { type: 'string', format: 'uuid' } as const
const did = { type: 'string', pattern: '^did:', maxLength: 200 } as const
const name = { type: 'string', minLength: 1, maxLength: 255 } as const
const fields = { type: 'object' } as const
const documents = { type: 'array', minItems: 1, items: fields } as const
const direction = { enum: [1, -1] } as const
const sort = { type: 'object', maxProperties: 5, additionalProperties: direction } as const

/** An object with these members, required unless listed as optional; others are ignored. */
function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter(member => !optional.includes(member))
  return { type: 'object', required, properties }
}

const acl = object({
  grantee: did,
  read: { type: 'boolean' },
  write: { type: 'boolean' },
  execute: { type: 'boolean' },
})
const address = { collection: uuid, document: uuid }
const pagination = object(
  {
    limit: { type: 'integer', minimum: 1, maximum: 1000 },
    offset: { type: 'integer', minimum: 0 },
    sort,
    total: { type: 'boolean' },
  },
  ['limit', 'offset', 'sort', 'total'],
)

export const RegisterBuilder = schemaOf<NewBuilder>({ $id: 'RegisterBuilder', ...object({ did, name }) })
export const SucceedBuilder = schemaOf<{ statement: string }>({
  $id: 'SucceedBuilder',
  ...object({ statement: { type: 'string', minLength: 1, maxLength: 2000 } }),
})
export const UpdateBuilder = schemaOf<{ name: string }>({ $id: 'UpdateBuilder', ...object({ name }) })

export const CreateCollection = schemaOf<NewCollection>({
  $id: 'CreateCollection',
  ...object({ _id: uuid, type: { enum: ['standard', 'owned'] }, name, schema: fields }),
})
export const CreateIndex = schemaOf<NewIndex>({
  $id: 'CreateIndex',
  ...object(
    {
      name: { type: 'string', minLength: 4, maxLength: 50 },
      keys: {
        type: 'array',
        minItems: 1,
        maxItems: 32,
        items: { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: direction },
      },
      unique: { type: 'boolean' },
      ttl: { type: 'number' },
    },
    ['ttl'],
  ),
})

export const CreateStandard = schemaOf<NewStandardDocuments>({
  $id: 'CreateStandard',
  ...object({ collection: uuid, data: documents, write: uuid }, ['write']),
})
export const CreateOwned = schemaOf<NewOwnedDocuments>({
  $id: 'CreateOwned',
  ...object({ collection: uuid, data: documents, owner: did, acl, write: uuid }, ['write']),
})
export const CreateAllOwned = schemaOf<NewOwnedBatches>({
  $id: 'CreateAllOwned',
  ...object({
    owner: did,
    acl,
    batches: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: object({ collection: uuid, data: documents, write: uuid }, ['write']),
    },
  }),
})
export const FindData = schemaOf<Find>({
  $id: 'FindData',
  ...object({ collection: uuid, filter: fields, pagination, attested: { type: 'boolean' } }, [
    'pagination',
    'attested',
  ]),
})
export const UpdateData = schemaOf<Update>({
  $id: 'UpdateData',
  ...object({ collection: uuid, filter: fields, update: fields, write: uuid }, ['write']),
})
export const DeleteData = schemaOf<Selection>({
  $id: 'DeleteData',
  ...object({ collection: uuid, filter: { type: 'object', minProperties: 1 } }),
})
export const Withdraw = schemaOf<DocumentAddress & { write: string }>({
  $id: 'Withdraw',
  ...object({ ...address, write: uuid }),
})
export const WithdrawAll = schemaOf<Withdrawal>({
  $id: 'WithdrawAll',
  ...object({
    write: uuid,
    documents: { type: 'array', minItems: 1, maxItems: 1000, items: object(address) },
  }),
})

const equality = object({
  key: name,
  value: { anyOf: [{ type: 'string', maxLength: 1000 }, { type: 'null' }] },
})
const step = object(
  { field: name, where: { anyOf: [equality, { type: 'array', maxItems: 10, items: equality }] } },
  ['where'],
)
const path = { type: 'array', minItems: 1, maxItems: 200, items: step } as const
const paths = { type: 'array', minItems: 1, maxItems: 10, items: path } as const
const scalar = { anyOf: ['string', 'number', 'boolean', 'null'].map(type => ({ type })) } as const
const edges = { type: 'array', minItems: 2, maxItems: 101, items: { type: 'number' } } as const
const others = (members: Record<string, object>) =>
  ({ type: 'array', minItems: 1, maxItems: 9, items: object(members) }) as const
const classes = {
  type: 'object',
  anyOf: [
    object({ of: path, edges, or: others({ of: path, edges }) }, ['or']),
    object({
      of: paths,
      options: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'array', items: scalar } },
    }),
  ],
} as const
const statistic = {
  type: 'object',
  anyOf: [
    object({ op: { enum: ['count'] }, of: paths }),
    object(
      {
        ...{ op: { enum: ['sum'] }, of: path, low: { type: 'number' }, high: { type: 'number' } },
        or: others({ of: path, factor: { type: 'number' }, offset: { type: 'number' } }),
      },
      ['or'],
    ),
    object({ op: { enum: ['classes'] }, of: classes }),
  ],
} as const

export const AggregateData = schemaOf<{ collection: string; tally: RecordAggregate }>({
  $id: 'AggregateData',
  ...object({
    collection: uuid,
    tally: object(
      {
        about: fields,
        filter: fields,
        by: classes,
        statistics: { type: 'array', maxItems: 50, items: statistic },
      },
      ['by'],
    ),
  }),
})

export const CreateQuery = schemaOf<NewQuery>({
  $id: 'CreateQuery',
  ...object({
    _id: uuid,
    name: { type: 'string', minLength: 1, maxLength: 100 },
    collection: uuid,
    variables: {
      type: 'object',
      maxProperties: 50,
      additionalProperties: object(
        { path: { type: 'string' }, description: { type: 'string' }, optional: { type: 'boolean' } },
        ['description', 'optional'],
      ),
    },
    pipeline: { type: 'array', items: fields },
  }),
})
export const RunStoredQuery = schemaOf<RunQuery>({
  $id: 'RunStoredQuery',
  ...object({ _id: uuid, variables: fields }),
})

export const UpdateOwn = schemaOf<OwnUpdate>({
  $id: 'UpdateOwn',
  ...object({ ...address, update: fields, filter: fields }, ['filter']),
})
export const GrantAccess = schemaOf<DocumentAddress & { acl: AclEntry }>({
  $id: 'GrantAccess',
  ...object({ ...address, acl }),
})
export const RevokeAccess = schemaOf<DocumentAddress & { grantee: string }>({
  $id: 'RevokeAccess',
  ...object({ ...address, grantee: did }),
})

export const ById = schemaOf<{ id: string }>({ $id: 'ById', ...object({ id: uuid }) })
export const ByAddress = schemaOf<DocumentAddress>({ $id: 'ByAddress', ...object(address) })
export const ReadAllOwn = schemaOf<{ readonly documents: readonly DocumentAddress[] }>({
  $id: 'ReadAllOwn',
  ...object({
    documents: { type: 'array', minItems: 1, maxItems: 100, items: object(address) },
  }),
})
export const ByIndex = schemaOf<{ id: string; name: string }>({
  $id: 'ByIndex',
  ...object({ id: uuid, name: { type: 'string', minLength: 4, maxLength: 50 } }),
})

/** Numbers in a query string are texts; the operations parse them. */
export const PageQuery = schemaOf<Readonly<Record<string, string>>>({
  $id: 'PageQuery',
  type: 'object',
  properties: {
    limit: { type: 'string', pattern: '^[1-9]\\d{0,3}$' },
    offset: { type: 'string', pattern: '^\\d{1,9}$' },
  },
})

const move = { move: { type: 'string', pattern: '^[0-9a-f]{64}$' } } as const
const key = { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 500 } } as const
const range = { table: { enum: MOVED_TABLES }, after: key, until: key } as const
const ends = ['after', 'until'] as const
const time = { type: 'integer', minimum: 1 } as const
const terms = { starts: time, ends: time } as const
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const known = {
  type: 'array',
  maxItems: PIECE,
  items: { type: 'array', minItems: 2, maxItems: 2, items: [key, digest] },
} as const
const adds = { type: 'boolean' } as const
const statement = { type: 'string', minLength: 1, maxLength: 2000 } as const

/** The bodies of the steps of a move. */
export const moves: Readonly<Record<keyof NodeMoves, object>> = {
  release: object({ to: did, adds }, ['adds']),
  receive: object({ ...move, from: did, adds }, ['adds']),
  status: object(move),
  extent: object({ ...move, ...range, limit: { type: 'integer', minimum: 1, maximum: 10_000 } }, [
    ...ends,
    'limit',
  ]),
  known: object({ ...move, ...range }, ends),
  seal: object({ ...move, ...range, known }, ends),
  open: object({ ...move, box: { type: 'string', minLength: 1 } }),
  fence: object({ ...move, fence: uuid }, ['fence']),
  lift: object({ ...move, fence: uuid }),
  consent: object({ ...move, ...terms }),
  close: object({
    ...move,
    ...terms,
    fence: uuid,
    consent: { type: 'string', minLength: 1, maxLength: 200 },
  }),
  finish: object({ ...move, statement }),
  erase: object(move),
  members: object({ nodes: { type: 'integer', minimum: 1, maximum: 255 } }),
  serve: object(move),
  done: object(move),
}
