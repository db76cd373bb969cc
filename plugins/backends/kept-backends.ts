/** The registered backends: in the gateway's database, or in memory where the config keeps records there. */
import type { PluginDatabase } from '../../core/index.ts'

export interface KeptBackend {
  readonly id: string
  readonly application: string
  readonly name: string
  /** JSON of a JWK Set; undefined for a URL. */
  readonly jwks?: string
  readonly jwksUrl?: string
  /** The application's key that registered it. */
  readonly registeredBy: string
  readonly createdAt: number
  readonly usedAt?: number
}

export interface Backends {
  add(backend: KeptBackend): Promise<void>
  get(id: string): Promise<KeptBackend | undefined>
  /** Oldest first. */
  of(application: string): Promise<readonly KeptBackend[]>
  /** @returns false if the application has none with this id */
  remove(application: string, id: string): Promise<boolean>
  noteUse(id: string, at: number): Promise<void>
}

interface Row {
  readonly id: string
  readonly application: string
  readonly name: string
  readonly jwks: string | null
  readonly jwks_url: string | null
  readonly registered_by: string
  readonly created_at: string
  readonly used_at: string | null
}

const COLUMNS = 'id, application, name, jwks, jwks_url, registered_by, created_at, used_at'

export function sqlBackends(database: PluginDatabase): Backends {
  return {
    async add({ id, application, name, jwks, jwksUrl, registeredBy, createdAt }) {
      await database.query(
        `INSERT INTO backends (${COLUMNS}) VALUES ($1::uuid, $2, $3, $4, $5, $6, $7::bigint, NULL)`,
        [id, application, name, jwks ?? null, jwksUrl ?? null, registeredBy, createdAt],
      )
    },
    async get(id) {
      const [row] = await database.query<Row>(`SELECT ${COLUMNS} FROM backends WHERE id = $1::uuid`, [id])
      return row && backendOf(row)
    },
    async of(application) {
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM backends WHERE application = $1 ORDER BY created_at, id`,
        [application],
      )
      return rows.map(backendOf)
    },
    async remove(application, id) {
      const removed = await database.query(
        'DELETE FROM backends WHERE application = $1 AND id = $2::uuid RETURNING id',
        [application, id],
      )
      return removed.length > 0
    },
    async noteUse(id, at) {
      await database.query('UPDATE backends SET used_at = $2::bigint WHERE id = $1::uuid', [id, at])
    },
  }
}

const backendOf = (row: Row): KeptBackend => ({
  ...{ id: row.id, application: row.application, name: row.name, registeredBy: row.registered_by },
  createdAt: Number(row.created_at),
  ...(row.jwks !== null && { jwks: row.jwks }),
  ...(row.jwks_url !== null && { jwksUrl: row.jwks_url }),
  ...(row.used_at !== null && { usedAt: Number(row.used_at) }),
})

/** Backends in memory, lost with their process like records in memory. */
export function memoryBackends(): Backends {
  const backends = new Map<string, KeptBackend>()
  return {
    async add(backend) {
      backends.set(backend.id, backend)
    },
    async get(id) {
      return backends.get(id)
    },
    async of(application) {
      return [...backends.values()].filter(each => each.application === application)
    },
    async remove(application, id) {
      return backends.get(id)?.application === application && backends.delete(id)
    },
    async noteUse(id, at) {
      const backend = backends.get(id)
      if (backend) backends.set(id, { ...backend, usedAt: at })
    },
  }
}
