/** The option `terminology`: a server for value sets and code systems that are not registered. */

const MiB = 1024 * 1024

export const TERMINOLOGY = {
  type: 'object',
  additionalProperties: false,
  required: [
    ...['url', 'allowedHosts', 'onFailure', 'timeout', 'largestAnswer', 'cacheEntries', 'cacheBytes'],
    ...['cacheSeconds', 'mostConcurrent'],
  ],
  description:
    'A FHIR terminology server for value sets and code systems that are not registered. It receives words that people ' +
    'type into searches and codes that they answer, without their identities. Default: none.',
  properties: {
    url: {
      type: 'string',
      pattern: '^https?://[^/\\s?#@]+(/[^\\s?#]*)?$',
      description: 'Its base URL: `https://tx.example/r4`. It may be in a private network.',
    },
    authorization: {
      type: 'string',
      writeOnly: true,
      minLength: 1,
      maxLength: 4096,
      pattern: '^[!-~]+( [!-~]+)*$',
      description:
        'Value of the header `Authorization`, for requests to `url` only; preferably `${TERMINOLOGY_AUTHORIZATION}`.',
    },
    allowedHosts: {
      type: 'array',
      uniqueItems: true,
      maxItems: 100,
      items: { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' },
      default: [],
      description:
        'Hosts of other servers that forms may prefer (`preferredTerminologyServer`), as `tx.example` or `tx.example:8443`. They are reached by https and at public addresses only.',
    },
    onFailure: {
      enum: ['refuse', 'warn'],
      default: 'refuse',
      description:
        'Answers that cannot be checked because the server does not answer: `refuse` them with status 503, or accept them with a warning.',
    },
    timeout: {
      type: 'integer',
      minimum: 100,
      maximum: 30_000,
      default: 5_000,
      description: 'Milliseconds for an answer, including one retry.',
    },
    largestAnswer: {
      type: 'integer',
      minimum: 1024,
      default: 4 * MiB,
      description: 'Maximum bytes of an answer; a larger one is a failure.',
    },
    cacheEntries: {
      type: 'integer',
      minimum: 1,
      default: 5_000,
      description: 'Maximum answers in the cache.',
    },
    cacheBytes: {
      type: 'integer',
      minimum: 1,
      default: 64 * MiB,
      description: 'Maximum bytes of the answers in the cache.',
    },
    cacheSeconds: {
      type: 'integer',
      minimum: 1,
      default: 3_600,
      description: 'Seconds for which an answer is used.',
    },
    mostConcurrent: {
      type: 'integer',
      minimum: 1,
      default: 16,
      description: 'Maximum requests in progress; further ones fail at once.',
    },
  },
} as const
