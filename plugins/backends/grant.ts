/** The grant `client_credentials` with `private_key_jwt`: SMART Backend Services. */
import { keyIdOf } from '../../core/crypto/index.ts'
import { type App, RemoteFailure, type RemoteFault } from '../../core/index.ts'
import { type Assertion, readAssertion } from './assertion.ts'
import { type BackendTokens, LIFETIME } from './backend-tokens.ts'
import { InvalidAssertion, InvalidGrantRequest, NoGrantableScope } from './errors.ts'
import type { Backends, KeptBackend } from './kept-backends.ts'
import type { KeySets } from './key-sets.ts'
import { ALGORITHMS, keysIn, type PublicKey, verifies } from './public-keys.ts'
import { SUPPORTED, type WantedScope, wantedScopes } from './scopes.ts'

type OauthGrant = App['oauth']['grants'] extends Set<infer Grant> ? Grant : never

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Assertions that were used. */
const KIND = 'backend-assertion'
/** Maximum difference between clocks, in seconds. */
const SKEW = 30
const MOST_SCOPES = 100

const FAULTS: Readonly<Record<RemoteFault, string>> = {
  unreachable: 'its key set cannot be read',
  late: 'its key set did not come in time',
  'too-large': 'its key set is too large',
  'no-json': 'its key set is not there as JSON',
  malformed: 'its key set is not JSON',
}

export interface GrantParts {
  readonly backends: Backends
  readonly keySets: KeySets
  readonly tokens: BackendTokens
  readonly holds: (backend: KeptBackend) => Promise<boolean>
}

export function backendGrant(app: App, { backends, keySets, tokens, holds }: GrantParts): OauthGrant {
  const { gateway, applications } = app
  const collections = new Map(
    [...gateway.fhir.types.values()]
      .filter(({ collection }) => gateway.collections.get(collection)?.applicationField !== undefined)
      .map(({ type, collection }) => [type, collection]),
  )

  /** The backend whose key signed. @throws InvalidAssertion */
  async function signerOf(assertion: Assertion): Promise<KeptBackend> {
    const registered = await backends.of(assertion.clientId)
    const valid: KeptBackend[] = []
    for (const each of registered) if (await holds(each)) valid.push(each)
    if (valid.length === 0) throw new InvalidAssertion('it has no registered backend')
    const { jku } = assertion
    const meant = jku === undefined ? valid : valid.filter(({ jwksUrl }) => jwksUrl === jku)
    if (meant.length === 0) throw new InvalidAssertion("the 'jku' of its assertion is not registered")
    let found = 0
    let failure: RemoteFailure | undefined
    for (const backend of meant)
      for (const key of await keysOf(backend, assertion.kid)) {
        found++
        if (key.alg === assertion.alg && verifies(key, assertion.input, assertion.signature)) return backend
      }
    if (found > 0) throw new InvalidAssertion('the signature of its assertion does not match the named key')
    throw new InvalidAssertion(
      failure ? FAULTS[failure.fault] : "none of its keys has the 'kid' of its assertion",
    )

    async function keysOf({ jwks, jwksUrl }: KeptBackend, kid: string): Promise<readonly PublicKey[]> {
      if (jwks !== undefined) return keysIn(JSON.parse(jwks), 10).filter(each => each.kid === kid)
      if (jwksUrl === undefined) return []
      return keySets.find(jwksUrl, kid).catch(error => {
        if (!(error instanceof RemoteFailure)) throw error
        // Another backend of the application may have the key.
        failure = error
        return []
      })
    }
  }

  /** The rights of the wanted scopes that the application has. */
  async function granted(wanted: readonly WantedScope[], key: string) {
    const names: string[] = []
    const rights: string[] = []
    for (const { name, right, form } of wanted) {
      const meant = form === undefined ? right : await formRight(form, key)
      if (form !== undefined && meant === undefined) continue
      names.push(name)
      if (meant !== undefined) rights.push(meant)
    }
    return { names: [...new Set(names)], rights: [...new Set(rights)] }
  }

  async function formRight(form: string, key: string): Promise<string | undefined> {
    const found = app.hasDecorator('questionnaires') ? await app.questionnaires.resolve(form) : undefined
    const publisher = found && keyIdOf(found.resource.publisher, [gateway.config.did.prefix])
    return found && publisher === key ? `read:questionnaire[${found.resource._id}]` : undefined
  }

  return {
    name: 'client_credentials',
    authMethod: 'private_key_jwt',
    algorithms: ALGORITHMS,
    scopes: [...SUPPORTED, ...[...collections.keys()].map(type => `system/${type}.rs`)],
    parameters: ['client_assertion_type', 'client_assertion', 'scope'],
    errors: [InvalidAssertion, InvalidGrantRequest, NoGrantableScope],
    capabilities: ['client-confidential-asymmetric'],
    end: token => tokens.end(token),

    async exchange({ client_assertion_type: type, client_assertion: token, scope }, request) {
      if (type !== ASSERTION_TYPE)
        throw new InvalidGrantRequest(`'client_assertion_type' must be '${ASSERTION_TYPE}'`)
      if (token === undefined) throw new InvalidGrantRequest("it lacks 'client_assertion'")
      if (scope === undefined) throw new InvalidGrantRequest("it lacks 'scope'")
      if (scope.split(' ').length > MOST_SCOPES)
        throw new InvalidGrantRequest(`'scope' has more than ${MOST_SCOPES} entries`)
      const now = Date.now()
      const terms = { now: now / 1000, skew: SKEW, audience: app.oauth.endpoints().token }
      const assertion = readAssertion(token, terms)
      const { clientId, jti, exp, kid } = assertion
      const backend = await signerOf(assertion)
      // After the signature: strangers cannot use up an id, or space in the store.
      const { first } = await gateway.tokens.claim(
        KIND,
        JSON.stringify([clientId, jti]),
        '',
        (exp + 2 * SKEW) * 1000,
      )
      if (!first) throw new InvalidAssertion("its assertion was used before: each one needs a new 'jti'")
      const application = await applications.get(clientId)
      if (!application) throw new InvalidAssertion('it is not registered')
      const { names, rights } = await granted(wantedScopes(scope, collections), application.key)
      if (names.length === 0)
        throw new NoGrantableScope(
          'a backend reads the responses to forms of its application (system/QuestionnaireResponse.rs, with ?questionnaire= for ' +
            'one form) and has the scopes read:… and aggregate:… of its API',
        )
      const access = await tokens.issue(backend, rights)
      await backends.noteUse(backend.id, now)
      request.log.info({ application: clientId, backend: backend.id, kid }, 'a backend got a token')
      return { access_token: access, token_type: 'Bearer', expires_in: LIFETIME, scope: names.join(' ') }
    },
  }
}
