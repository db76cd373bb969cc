/** Wallets: verification of signatures, sign-in (EIP-4361), and enrolments. */
import { sameIdentity } from '../../core/crypto/index.ts'
import { contextOf, definePlugin, type ErrorRow, InsufficientScope, Unauthorized } from '../../core/index.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import {
  Enrolment,
  EnrolmentRecord,
  EnrolmentRequest,
  WalletAccount,
  WalletMessage,
  WalletProof,
  WalletSession,
  WrappedKeyRecord,
} from '../../schemas/wallet.ts'
import { createChain } from './chain.ts'
import { createEnrolments, type Enrolments } from './enrolments.ts'
import {
  ChainRequired,
  ChainUnreachable,
  UnknownSignIn,
  WalletEnrolled,
  WrongEnrolmentProof,
  WrongWallet,
} from './errors.ts'
import { walletScheme } from './scheme.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignatures, type Signatures } from './signatures.ts'

declare module 'fastify' {
  interface FastifyInstance {
    wallets: Wallets
  }
}

/** The interface of wallets for other plugins. */
export interface Wallets extends Signatures {
  /** The errors of `provedBy`, for the description of routes that call it. */
  readonly errors: readonly ErrorRow[]
  readonly sessions: Sessions
  readonly enrolments: Enrolments
}

const errors = [ChainRequired, ChainUnreachable]

export default definePlugin({
  name: 'wallets',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  config: {
    type: 'object',
    additionalProperties: false,
    properties: {
      chain: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'url'],
        description:
          'The chain of the smart-contract accounts that can register applications and sign in (ERC-1271, ERC-6492). Default: ' +
          'only accounts with their own key can.',
        properties: {
          id: { type: 'integer', minimum: 1, description: 'The chain id (EIP-155): 1 is Ethereum.' },
          url: {
            type: 'string',
            pattern: '^https?://',
            description:
              'A JSON-RPC endpoint of the chain; preferably `${CHAIN_RPC_URL}`, because the URL may contain a key.',
          },
        },
      },
    },
  },
  schemas: [WalletAccount, WalletMessage, WalletProof, WalletSession, Enrolment, EnrolmentRequest],
  collections: [
    { uid: uids.Enrolment, name: 'Enrolment', kind: 'standard', schema: EnrolmentRecord },
    {
      uid: uids.WrappedKey,
      name: 'WrappedKey',
      kind: 'standard',
      schema: WrappedKeyRecord,
      secrets: ['wrapped'],
    },
  ],
  security: { walletSession: walletScheme },
  hooks: { deleteProfile: ({ key }, { app }) => app.wallets.enrolments.forget(key) },
  tag: { name: 'Wallet', description: 'For the pages that hold the keys of a person.' },

  setup(app, { chain }) {
    const signatures = createSignatures(chain && createChain(chain, app.log), app.gateway.primitives)
    app.decorate('wallets', {
      ...{ ...signatures, errors },
      sessions: createSessions(app.gateway, signatures),
      enrolments: createEnrolments(app.gateway),
    })
  },

  routes(app) {
    const { bearerTokens, gateway } = app
    const { sessions, enrolments } = app.wallets
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.post(
      '/api/wallet/message',
      {
        config: { rateLimited: true, sameOrigin: true },
        schema: {
          operationId: 'beginWalletSession',
          summary: 'Create the sign-in message of a wallet',
          description:
            'EIP-4361: the message contains this service, the account, the chain and a nonce, and expires after five minutes.',
          security: [],
          body: ref(WalletAccount),
          response: { 200: { description: 'The message.', ...ref(WalletMessage) } },
        },
      },
      ({ body: { address } }) => sessions.begin(address),
    )

    app.post(
      '/api/wallet/session',
      {
        config: {
          errors: [UnknownSignIn, WrongWallet, ...errors],
          ...{ rateLimited: true, cost: 5, sameOrigin: true },
        },
        schema: {
          operationId: 'openWalletSession',
          summary: 'Sign in with a wallet',
          description: 'A message is valid once. The session contains the enrolment of the wallet.',
          security: [],
          body: ref(WalletProof),
          response: { 201: { description: 'Signed in.', ...ref(WalletSession) } },
        },
      },
      async ({ body: { nonce, signature } }, reply) => {
        const { subject, ...session } = await sessions.open(nonce, signature)
        const enrolment = await enrolments.find(subject)
        return reply.code(201).send({ ...session, ...(enrolment && { enrolment }) })
      },
    )

    app.put(
      '/api/wallet/enrolment',
      {
        config: { errors: [WalletEnrolled, WrongEnrolmentProof], rateLimited: true, sameOrigin: true },
        schema: {
          operationId: 'enrolWallet',
          summary: 'Store the enrolment of a wallet',
          description:
            'Once for each wallet. The same storage key can be sealed again. To replace it with another key, name the old one in ' +
            '`replaces`.',
          security: [{ walletSession: [] }],
          body: ref(EnrolmentRequest),
          response: { 200: { description: 'The current enrolment.', ...ref(Enrolment) } },
        },
      },
      async request => {
        const { proof, ...enrolment } = request.body
        if (!(await isProof(proof, enrolment.did))) throw new WrongEnrolmentProof()
        return enrolments.enrol(request.caller.key, enrolment, contextOf(request))
      },
    )

    async function isProof(token: string, did: string): Promise<boolean> {
      try {
        const proof = await bearerTokens.verifyToken(token, ['enrol'])
        bearerTokens.demand(proof, ['enrol'])
        return sameIdentity(proof.did, did, [gateway.config.did.prefix])
      } catch (error) {
        if (error instanceof Unauthorized || error instanceof InsufficientScope) return false
        throw error
      }
    }
  },
})
