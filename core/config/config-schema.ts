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
    'data',
    'network',
    'fileScheme',
    'fileSchemeAliases',
    'did',
    'log',
    'limits',
    'stores',
    'plugins',
  ],
  properties: {
    $schema: { type: 'string', description: 'Lets an editor complete and check this file.' },
    baseUrl: {
      ...url,
      description:
        'Where people and applications reach the gateway, without a slash at the end. Default: the address it listens on.',
    },
    host: {
      type: 'string',
      minLength: 1,
      default: '127.0.0.1',
      description: 'The address to listen on; `0.0.0.0` for every interface.',
    },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 8420,
      description: 'The port to listen on; 0 picks a free one.',
    },
    data: {
      type: 'string',
      minLength: 1,
      default: './data',
      description: 'Directory of keys, of the embedded database and of files, relative to this file.',
    },
    network: {
      type: 'string',
      pattern: '^[a-z0-9-]{1,32}$',
      default: 'andiron',
      description: 'Name of the storage network, the first part of every upload key.',
    },
    fileScheme: {
      type: 'string',
      pattern: '^[a-z][a-z0-9+.-]{1,31}$',
      default: 'andiron',
      description: 'URL scheme of stored files, without `://`.',
    },
    fileSchemeAliases: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', pattern: '^[a-z][a-z0-9+.-]{1,31}$' },
      default: [],
      description: 'Other schemes under which records may name stored files.',
    },
    trustProxy: {
      oneOf: [
        { enum: [false] },
        { type: 'integer', minimum: 1, maximum: 10 },
        { type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', format: 'network' } },
      ],
      default: false,
      description:
        'The proxies whose `X-Forwarded-*` is believed: `1`, or how many stand in a row; or a list of their addresses and networks, as `["10.0.0.0/8", "loopback"]`; or `false` for none. `true` alone would believe the address that a client writes, and is refused.',
    },
    builderKey: {
      type: 'string',
      writeOnly: true,
      pattern: '^(0x)?[0-9a-fA-F]{64}$',
      description:
        'Private key of the service on the storage network, in hex; best as `${BUILDER_KEY}`. Default: generated once, in the data directory.',
    },
    did: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['prefix'],
      description: 'How this deployment writes identities. Identities are always compared by key.',
      properties: {
        prefix: {
          type: 'string',
          pattern: '^did:[a-z0-9]+:$',
          default: 'did:nil:',
          description: 'Comes before the compressed public key in hex.',
        },
      },
    },
    wallet: {
      type: 'object',
      additionalProperties: false,
      default: {},
      required: ['domainName'],
      description:
        'What wallets show when they sign. Changing it changes every key that is derived from then on.',
      properties: {
        domainName: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          default: 'Andiron Health Wallet',
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
          description: 'The least urgent entries to write.',
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
          description: 'Largest JSON body, in bytes.',
        },
        file: {
          type: 'integer',
          minimum: 1,
          default: 268_435_456,
          description: 'Largest file that a person can store, in bytes.',
        },
        page: {
          type: 'integer',
          minimum: 65_536,
          default: 4_194_304,
          description:
            'Bytes of records after which a storage node ends a page, whatever its limit. A record that is larger comes alone.',
        },
        requestTimeout: {
          type: 'integer',
          minimum: 100,
          default: 30_000,
          description: 'Milliseconds in which a whole request must have arrived.',
        },
        uploadTimeout: {
          type: 'integer',
          minimum: 100,
          default: 3_600_000,
          description:
            'Milliseconds in which a file must have arrived that is uploaded to the gateway itself; `requestTimeout` is then how long nothing may come.',
        },
        headersTimeout: {
          type: 'integer',
          minimum: 100,
          default: 10_000,
          description: 'Milliseconds in which the headers of a request must have arrived.',
        },
        drain: {
          type: 'integer',
          minimum: 0,
          default: 10_000,
          description: 'Milliseconds that requests under way get to finish when the gateway stops.',
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
            'The threads in which work runs whose cost a caller chooses: expressions of forms, forms that nobody registered, pictures, stored queries.',
          properties: {
            threads: {
              type: 'integer',
              minimum: 1,
              maximum: 256,
              description:
                'Threads that work at a time; one caller gets half of them. Default: one less than the processor has cores, but 2 or more.',
            },
            milliseconds: {
              type: 'integer',
              minimum: 10,
              default: 1_000,
              description: 'Milliseconds of processor time that one task may take.',
            },
            megabytes: {
              type: 'integer',
              minimum: 64,
              default: 128,
              description: 'MiB of memory that one task may use.',
            },
            queue: {
              type: 'integer',
              minimum: 1,
              default: 64,
              description:
                'Tasks that wait for a thread; beyond them, requests are answered 503. One caller gets a quarter of the places.',
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
          description: 'The PostgreSQL behind tokens and local storage nodes.',
          properties: {
            driver: {
              enum: ['embedded', 'postgres'],
              default: 'embedded',
              description: '`embedded` runs one inside the data directory; `postgres` connects to `url`.',
            },
            url: {
              type: 'string',
              writeOnly: true,
              pattern: '^postgres(ql)?://',
              description: 'Of the server; best as `${DATABASE_URL}`.',
            },
          },
          if: { required: ['driver'], properties: { driver: { const: 'postgres' } } },
          // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
          then: { required: ['url'] },
        },
        records: {
          type: 'object',
          default: {},
          required: ['driver', 'nodes'],
          additionalProperties: false,
          description: 'Where records are kept.',
          properties: {
            driver: {
              enum: ['network', 'memory'],
              default: 'network',
              description:
                '`network` writes to every storage node; `memory` forgets all at the stop (for tests).',
            },
            nodes: {
              oneOf: [
                { type: 'integer', minimum: 1, maximum: 9 },
                { type: 'array', minItems: 1, maxItems: 9, uniqueItems: true, items: url },
              ],
              default: 3,
              description:
                'How many storage nodes run inside this gateway, or the URLs of nodes that run elsewhere.',
            },
          },
        },
        objects: {
          type: 'object',
          default: {},
          required: ['driver', 'region'],
          additionalProperties: false,
          description: 'Where sealed files are kept.',
          properties: {
            driver: {
              enum: ['disk', 's3', 'memory'],
              default: 'disk',
              description:
                '`disk` keeps them in the data directory and serves them itself; `s3` uses a bucket; `memory` forgets all at the stop (for tests).',
            },
            bucket: { type: 'string', minLength: 1, description: 'Name of a bucket that exists.' },
            region: { type: 'string', minLength: 1, default: 'us-east-1', description: 'Of the bucket.' },
            endpoint: {
              ...url,
              description: 'Where the S3-compatible store is, as people reach it too. Default: AWS.',
            },
            accessKeyId: { type: 'string', minLength: 1, description: 'Best as `${S3_ACCESS_KEY_ID}`.' },
            secretAccessKey: {
              type: 'string',
              writeOnly: true,
              minLength: 1,
              description:
                'Best as `${S3_SECRET_ACCESS_KEY}`. Without the two: what the AWS SDK finds in its environment.',
            },
          },
          dependentRequired: {
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
          description: 'Where nonces, tickets and idempotency keys are kept.',
          properties: {
            driver: {
              enum: ['sql', 'redis', 'memory'],
              default: 'sql',
              description:
                '`sql` uses the database above; `redis` connects to `url`; `memory` serves one process and forgets (for tests).',
            },
            url: {
              type: 'string',
              writeOnly: true,
              pattern: '^rediss?://',
              description: 'Of the Redis server; best as `${REDIS_URL}`.',
            },
            replicas: {
              type: 'integer',
              minimum: 0,
              default: 0,
              description: 'Redis replicas that must confirm a write before it counts.',
            },
            volatile: {
              type: 'boolean',
              default: false,
              description:
                'Whether a Redis without append-only file is accepted. After a restart it forgets which tokens were used: tickets can be redeemed again, and signed requests replayed.',
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
        'A plugin and its options. Built-in plugins are on with their defaults; `false` takes one out; any other key is a module to load.',
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
