/** Verifying a token again. */
import { LRUCache } from 'lru-cache'
import { type VerifiedJwt, verifyJwt } from '../../core/crypto/jwt.ts'
import { libsecp256k1 } from '../../core/keys/native.ts'
import { createVerifiedTokens } from '../../plugins/auth-jwt/verified-tokens.ts'
import { compare, type Scale } from '../harness.ts'
import { arriving, now, tokens } from '../people.ts'

const primitives = libsecp256k1()

/** Correct but unbounded: no gateway could use it. */
const unbounded = new Map<string, { token: string; jwt: VerifiedJwt }>()
const byWholeToken = new LRUCache<string, VerifiedJwt>({ max: 10_000 })
const ours = createVerifiedTokens({
  primitives,
  skew: 30,
  maxLifetime: () => 3600,
  audience: () => [],
  prefixes: [],
  cacheSize: 10_000,
})

for (const token of tokens) {
  const jwt = verifyJwt(token, { now, primitives })
  unbounded.set(token.slice(-22), { token, jwt })
  byWholeToken.set(token, jwt)
  ours.verify(token, now)
}

export const cachedTokens = (scale: Scale) =>
  compare(
    'Verify a token, seen before',
    [
      {
        name: 'floor: a Map that never forgets, by the last 22 characters',
        run(call) {
          const token = arriving(call)
          const known = unbounded.get(token.slice(-22))
          return known?.token === token && known.jwt.claims.exp > now
        },
      },
      { name: 'andiron', run: call => ours.verify(arriving(call), now) },
      {
        name: 'lru-cache by the whole token',
        run: call => (byWholeToken.get(arriving(call))?.claims.exp ?? 0) > now,
      },
      { name: 'andiron, cold', run: call => verifyJwt(arriving(call), { now, primitives }) },
    ],
    scale,
  )
