/** The tokens of backends: random, kept with their rights until they expire or their backend is revoked. */
import { randomBytes, toBase64url } from '../../core/crypto/index.ts'
import type { App, Gateway } from '../../core/index.ts'
import type { Backends, KeptBackend } from './kept-backends.ts'

type Reader = App['applications']['otherTokens'] extends Set<infer Read> ? Read : never

const KIND = 'backend-token'
/** Distinguishes them from JWTs, and names them to scanners of leaked secrets. */
const PREFIX = 'andiron_backend_'
const TOKEN = /^andiron_backend_[A-Za-z0-9_-]{43}$/

/** Lifetime of a token in seconds. */
export const LIFETIME = 300

interface Kept {
  readonly backend: string
  readonly scopes: readonly string[]
}

export interface BackendTokens {
  issue(backend: KeptBackend, scopes: readonly string[]): Promise<string>
  /** The backend and its rights; undefined for a token that is not valid. */
  readonly read: Reader
  /** Revokes a token; ignores any other. */
  end(token: string): Promise<void>
}

/** @param holds - true if the key that registered a backend still speaks for its application */
export function createBackendTokens(
  { tokens }: Pick<Gateway, 'tokens'>,
  backends: Backends,
  holds: (backend: KeptBackend) => Promise<boolean>,
): BackendTokens {
  return {
    async issue({ id }, scopes) {
      const token = PREFIX + toBase64url(randomBytes(32))
      const kept: Kept = { backend: id, scopes }
      await tokens.put(KIND, token, JSON.stringify(kept), Date.now() + LIFETIME * 1000)
      return token
    },
    async read(token) {
      const kept = TOKEN.test(token) ? await tokens.peek(KIND, token) : undefined
      if (kept === undefined) return undefined
      const { backend: id, scopes } = JSON.parse(kept) as Kept
      // Not cached: a revoked backend reads nothing more.
      const backend = await backends.get(id)
      if (backend === undefined || !(await holds(backend))) return undefined
      return { applicationId: backend.application, scopes, backend: { id, name: backend.name } }
    },
    async end(token) {
      if (TOKEN.test(token)) await tokens.take(KIND, token)
    },
  }
}
