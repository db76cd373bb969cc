/** The top level of the config, with every default. */
import type { Infer } from '../../schemas/types.ts'

const url = { type: 'string', pattern: '^https?://[^/\\s?#]+(/[^\\s?#]*[^/\\s?#])?$' } as const

export const ConfigSchema = {
  $id: 'Config',
  type: 'object',
  additionalProperties: false,
  required: [
    'host',
    'port',
    'workers',
    'data',
    'network',
    'fileScheme',
    'fileSchemeAliases',
    'did',
    'log',
    'telemetry',
    'limits',
    'stores',
    'plugins',
  ],
  properties: {
    $schema: { type: 'string', description: 'Enables completion and checks in editors.' },
    baseUrl: {
      ...url,
      description: 'Public URL of the gateway, without a trailing slash. Default: the listening address.',
    },
    host: {
      type: 'string',
      minLength: 1,
      default: '127.0.0.1',
      description: 'Address to listen on; `0.0.0.0` for every interface.',
    },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 8420,
      description: 'Port to listen on; 0 picks a free port.',
    },
    workers: {
      oneOf: [{ type: 'integer', minimum: 1, maximum: 64 }, { enum: ['auto'] }],
      default: 1,
      description:
        'Processes in which `andiron start` serves, on one port; `auto` is one for each processor core.',
    },
    data: {
      type: 'string',
      minLength: 1,
      default: './data',
      description: 'Directory of the keys, the embedded database and the files, relative to this file.',
    },
    network: {
      type: 'string',
      pattern: '^[a-z0-9-]{1,32}$',
      default: 'andiron',
      fixed: 'never',
      description: 'Name of the storage network, the first part of every upload key.',
    },
    fileScheme: {
      type: 'string',
      pattern: '^[a-z][a-z0-9+.-]{1,31}$',
      default: 'andiron',
      fixed: { unless: 'fileSchemeAliases' },
      description: 'URL scheme of stored files, without `://`.',
    },
    fileSchemeAliases: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', pattern: '^[a-z][a-z0-9+.-]{1,31}$' },
      default: [],
      description: 'Further URL schemes that records may use for stored files.',
    },
    trustProxy: {
      oneOf: [
        { enum: [false] },
        { type: 'integer', minimum: 1, maximum: 10 },
        { type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', format: 'network' } },
      ],
      default: false,
      description:
        'Trusted proxies for `X-Forwarded-*`: the number of hops; a list of their addresses and networks, as `["10.0.0.0/8", "loopback"]`; or `false` for none. `true` is refused because clients could then forge their address.',
    },
    builderKey: {
      type: 'string',
      writeOnly: true,
      pattern: '^(0x)?[0-9a-fA-F]{64}$',
      description:
        'Private key of the service on the storage network, in hex; preferably `${BUILDER_KEY}`. Default: a key generated at the first start, in the data directory.',
    },
    did: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['prefix'],
      description: 'Notation of identities in this deployment. Identities are always compared by key.',
      properties: {
        prefix: {
          type: 'string',
          pattern: '^did:[a-z0-9]+:$',
          default: 'did:nil:',
          fixed: 'noted',
          description: 'Prefix of the compressed public key in hex.',
        },
      },
    },
    wallet: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['domainName'],
      description: 'Text that wallets show when they sign, from which the key of each person is derived.',
      properties: {
        domainName: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          default: 'Andiron Health Wallet',
          fixed: 'never',
          description: 'Name of the EIP-712 domain.',
        },
      },
    },
    log: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['level'],
      properties: {
        level: {
          enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
          default: 'info',
          description: 'Lowest level to log.',
        },
      },
    },
    telemetry: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['traces', 'endpoint', 'ratio', 'trustTraceparent'],
      description:
        'Traces by OpenTelemetry. They contain routes, durations and error codes, no identity and no content.',
      properties: {
        traces: {
          enum: ['none', 'otlp'],
          default: 'none',
          description:
            '`otlp` sends traces to `endpoint`; install `@opentelemetry/sdk-trace-node`, `@opentelemetry/exporter-trace-otlp-http` and `@opentelemetry/resources`. With `none`, an SDK that the host application starts is used.',
        },
        endpoint: {
          ...url,
          default: 'http://127.0.0.1:4318',
          description: 'URL of an OTLP receiver by HTTP, without `/v1/traces`.',
        },
        ratio: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          default: 1,
          description: 'Share of the requests that are recorded.',
        },
        trustTraceparent: {
          oneOf: [
            { type: 'boolean' },
            { type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', format: 'network' } },
          ],
          default: false,
          description:
            'Callers whose `traceparent` is continued: a list of their addresses and networks, or `true` for all. The trace of any other caller is linked from a new one: a stranger chooses neither the id of a trace nor that it is recorded.',
        },
      },
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: [
        'body',
        'file',
        'page',
        'requestTimeout',
        'uploadTimeout',
        'headersTimeout',
        'drain',
        'reload',
        'sandbox',
      ],
      properties: {
        body: {
          type: 'integer',
          minimum: 1024,
          default: 1_048_576,
          description: 'Maximum size of a JSON body, in bytes.',
        },
        file: {
          type: 'integer',
          minimum: 1,
          default: 268_435_456,
          description: 'Maximum size of a file that a person stores, in bytes.',
        },
        page: {
          type: 'integer',
          minimum: 65_536,
          default: 4_194_304,
          description:
            'Maximum bytes of records on a page of a storage node. A larger record has a page of its own.',
        },
        requestTimeout: {
          type: 'integer',
          minimum: 100,
          default: 30_000,
          description: 'Maximum milliseconds to receive a whole request.',
        },
        uploadTimeout: {
          type: 'integer',
          minimum: 100,
          default: 3_600_000,
          description:
            'Maximum milliseconds to receive a file that is uploaded to the gateway itself. `requestTimeout` then limits each pause in the upload.',
        },
        headersTimeout: {
          type: 'integer',
          minimum: 100,
          default: 10_000,
          description: 'Maximum milliseconds to receive the headers of a request.',
        },
        drain: {
          type: 'integer',
          minimum: 0,
          default: 10_000,
          description: 'Milliseconds that requests in progress have to finish when the gateway stops.',
        },
        drainDelay: {
          type: 'integer',
          minimum: 0,
          maximum: 600_000,
          description:
            'Milliseconds after SIGTERM in which readiness is 503 and requests are still accepted, so that a load balancer can turn to another gateway. Default: 5000 with `baseUrl`, otherwise 0. Ctrl-C does not wait.',
        },
        reload: {
          type: 'integer',
          minimum: 1000,
          default: 60_000,
          description:
            'Milliseconds in which a reloaded instance must be ready; otherwise the running one stays.',
        },
        sandbox: {
          type: 'object',
          additionalProperties: false,
          default: {},
          required: ['milliseconds', 'megabytes', 'queue'],
          description:
            'Threads for work whose cost depends on the caller: expressions of forms, unregistered forms, pictures, stored queries.',
          properties: {
            threads: {
              type: 'integer',
              minimum: 1,
              maximum: 256,
              description:
                'Number of threads; one caller can use half of them. Default: the number of processor cores minus one, divided by `workers`, and at least 2.',
            },
            milliseconds: {
              type: 'integer',
              minimum: 10,
              default: 1_000,
              description: 'Maximum milliseconds of processor time for one task.',
            },
            megabytes: {
              type: 'integer',
              minimum: 64,
              default: 128,
              description: 'Maximum MiB of memory for one task.',
            },
            queue: {
              type: 'integer',
              minimum: 1,
              default: 64,
              description:
                'Maximum tasks that wait for a thread; further requests are refused with 503. One caller can use a quarter of the places.',
            },
          },
        },
      },
    },
    stores: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['database', 'records', 'objects', 'tokens'],
      properties: {
        database: {
          type: 'object',
          default: {},
          required: ['driver'],
          additionalProperties: false,
          description: 'PostgreSQL database of the tokens and the local storage nodes.',
          properties: {
            driver: {
              enum: ['embedded', 'postgres'],
              default: 'embedded',
              description: '`embedded` runs a database in the data directory; `postgres` connects to `url`.',
            },
            url: {
              type: 'string',
              writeOnly: true,
              pattern: '^postgres(ql)?://',
              description:
                'URL of the server; preferably `${DATABASE_URL}`. Its path names the database of the gateway, and begins the names of those of local nodes; without one they are `andiron_gateway`, `node_1`, `node_2` …',
            },
            replica: {
              type: 'string',
              writeOnly: true,
              pattern: '^postgres(ql)?://',
              description:
                'URL of a streaming replica of that server: local nodes read pages of many people, aggregates and stored queries there, once it has everything that was committed before.',
            },
          },
          if: { required: ['driver'], properties: { driver: { const: 'postgres' } } },
          // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
          then: { required: ['url'] },
          dependencies: { replica: ['url'] },
        },
        records: {
          type: 'object',
          default: {},
          required: ['driver', 'nodes', 'spreadReads'],
          additionalProperties: false,
          description: 'Storage of records.',
          properties: {
            driver: {
              enum: ['network', 'memory'],
              default: 'network',
              description:
                '`network` writes to every storage node; `memory` loses all records at the stop (for tests).',
            },
            nodes: {
              oneOf: [
                { type: 'integer', minimum: 1, maximum: 9 },
                { type: 'array', minItems: 1, maxItems: 9, uniqueItems: true, items: url },
              ],
              default: 3,
              description: 'Number of storage nodes in this gateway, or the URLs of external nodes.',
            },
            threshold: {
              type: 'integer',
              minimum: 2,
              maximum: 9,
              description:
                'Number of storage nodes that suffice to read a secret field, such as the key of a file. With fewer than all, the others may be lost; clients of nilDB cannot read such fields. Default: all nodes, in the format of nilDB.',
            },
            spreadReads: {
              type: 'boolean',
              default: false,
              description:
                'Storage nodes share the reads of records: those of one person stay with one node. Every one of them could then withhold records from some readers; otherwise the first that is available answers all that one node can.',
            },
          },
        },
        objects: {
          type: 'object',
          default: {},
          required: ['driver', 'region'],
          additionalProperties: false,
          description: 'Storage of encrypted files.',
          properties: {
            driver: {
              enum: ['disk', 's3', 'memory'],
              default: 'disk',
              description:
                '`disk` keeps files in the data directory and serves them through the gateway; `s3` uses a bucket; `memory` loses all files at the stop (for tests).',
            },
            bucket: { type: 'string', minLength: 1, description: 'Name of an existing bucket.' },
            region: {
              type: 'string',
              minLength: 1,
              default: 'us-east-1',
              description: 'Region of the bucket.',
            },
            endpoint: {
              ...url,
              description: 'URL of the S3-compatible store, reachable for clients too. Default: AWS.',
            },
            accessKeyId: {
              type: 'string',
              minLength: 1,
              description: 'Access key id of the store; preferably `${S3_ACCESS_KEY_ID}`.',
            },
            secretAccessKey: {
              type: 'string',
              writeOnly: true,
              minLength: 1,
              description:
                'Secret access key of the store; preferably `${S3_SECRET_ACCESS_KEY}`. Default: the credentials that the AWS SDK finds in its environment.',
            },
          },
          // The keyword of draft-07, which editors and Ajv read.
          dependencies: {
            accessKeyId: ['secretAccessKey'],
            secretAccessKey: ['accessKeyId'],
          },
          if: { required: ['driver'], properties: { driver: { const: 's3' } } },
          // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
          then: { required: ['bucket'] },
        },
        tokens: {
          type: 'object',
          default: {},
          required: ['driver'],
          additionalProperties: false,
          description: 'Storage of nonces, tickets and idempotency keys.',
          properties: {
            driver: {
              enum: ['sql', 'redis', 'memory'],
              default: 'sql',
              description:
                '`sql` uses the database above; `redis` connects to `url`; `memory` serves one process and loses all tokens at the stop (for tests).',
            },
            url: {
              type: 'string',
              writeOnly: true,
              pattern: '^rediss?://',
              description: 'URL of the Redis server; preferably `${REDIS_URL}`.',
            },
            replicas: {
              type: 'integer',
              minimum: 0,
              default: 0,
              description: 'Number of Redis replicas that must confirm each write.',
            },
            volatile: {
              type: 'boolean',
              default: false,
              description:
                'Whether a Redis is accepted that has no append-only file, or that evicts keys when its memory is full. It forgets which tokens were used: tickets can be redeemed again, and signed requests replayed.',
            },
          },
          if: { required: ['driver'], properties: { driver: { const: 'redis' } } },
          // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
          then: { required: ['url'] },
        },
      },
    },
    plugins: {
      type: 'object',
      default: {},
      description:
        'Plugins and their options. Built-in plugins are enabled by default; `false` disables one; any other key is a module to load.',
      additionalProperties: { oneOf: [{ type: 'boolean' }, { type: 'object' }] },
    },
  },
} as const

/** The config after validation and with its defaults. */
export type Config = Infer<typeof ConfigSchema>

/** The config as an operator or a host application writes it: everything has a default. */
export type ConfigInput = DeepPartial<Config>

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T
