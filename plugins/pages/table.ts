/** The pages of this gateway: one row for each. */
import type { FastifyRequest } from 'fastify'
import type { App } from '../../core/index.ts'
import { framePolicy, placesPolicy } from './frame-policy.ts'
import type { Policy } from './policy.ts'

/** A page: its path, and its HTML file in `ui/pages`. */
export interface Page {
  /** Path pattern of the route. */
  readonly path: string
  readonly file: string
  readonly operationId: string
  /** The purpose of the page, for the OpenAPI document. */
  readonly summary: string
  /** Path parameters with their descriptions. */
  readonly params?: Readonly<Record<string, string>>
  /** Query parameters with their descriptions; all are optional. */
  readonly query?: Readonly<Record<string, string>>
  /** True for the page that people can install as an app. */
  readonly isApp?: boolean
  /** False for a page that this gateway does not serve; the path is then not found. @default always */
  isOn?(app: App): boolean
  /**
   * Directives that replace those of the strict policy: `frame-ancestors` of a frame, by the requesting
   * application.
   */
  policy?(request: FastifyRequest, app: App): Policy | Promise<Policy>
}

export const PAGES: readonly Page[] = [
  { path: '/', file: 'index.html', operationId: 'homePage', summary: 'Overview of this gateway' },
  {
    path: '/questionnaire/:id',
    file: 'questionnaire.html',
    operationId: 'questionnairePage',
    summary: 'Try a questionnaire (for tests only)',
    params: { id: 'The `_id` of the questionnaire.' },
  },
  {
    path: '/application',
    file: 'application.html',
    operationId: 'applicationPage',
    summary: 'Register applications, publish questionnaires, read responses',
    // Its worker is the only script that it starts by a URL.
    policy: () => ({ 'trusted-types': 'andiron-worker' }),
  },
  {
    path: '/consent',
    file: 'consent.html',
    operationId: 'consentPage',
    summary: 'Allow or decline access of a program to your profile',
    // It counts on the storage nodes what is in each profile.
    policy: (_request, app) => placesPolicy(app),
  },
  {
    path: '/profile',
    file: 'profile.html',
    operationId: 'profilePage',
    summary: 'View, share, export and delete your data',
    isApp: true,
    policy: async (_request, app) => ({
      ...(await placesPolicy(app)),
      ...{ 'worker-src': "'self'", 'manifest-src': "'self'", 'trusted-types': 'andiron-worker andiron-pdf' },
    }),
  },
  {
    path: '/operator',
    file: 'operator.html',
    operationId: 'operatorPage',
    summary: 'The state of this gateway, for its operator',
    // Not by an import: the plugin `operations` may be off.
    isOn: app => app.hasDecorator('operator'),
  },
  {
    path: '/wallet-external',
    file: 'wallet-external.html',
    operationId: 'walletPage',
    summary: 'Save data for an application (its wallet frame)',
    query: {
      applicationId:
        'The application that opens the page. Only its callback origins may embed the page and send it messages.',
      origin: 'The one of these origins that embeds the page.',
    },
    policy: framePolicy,
  },
]
