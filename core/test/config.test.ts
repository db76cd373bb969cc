/**
 * Error messages for an invalid config: the location, the expected and the actual value, and the nearest
 * known one.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ConfigError, checkConfig, checkOptions } from '../config/config.ts'
import { readConfigFile } from '../config/config-file.ts'
import type { ConfigInput } from '../config/config-schema.ts'

const problemsOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

async function fileWith(t: Test, text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'andiron-config-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const file = join(directory, 'andiron.json')
  await writeFile(file, text)
  return file
}

t.test('an empty config is the whole product on embedded defaults', async t => {
  t.match(checkConfig({}), {
    host: '127.0.0.1',
    port: 8420,
    data: './data',
    stores: {
      database: { driver: 'embedded' },
      records: { driver: 'network', nodes: 3 },
      tokens: { driver: 'sql' },
    },
    plugins: {},
  })
})

t.test('leaves the value that is handed in as it was', async t => {
  const input = { stores: {} }
  checkConfig(input)
  t.same(input, { stores: {} })
})

t.test('names an unknown key, what is known and the nearest', async t => {
  t.match(
    problemsOf(() => checkConfig({ prot: 1 } as object)),
    [{ path: ['prot'], nearest: 'port', got: "the unknown key 'prot'", expected: /^one of .*port/ }],
  )
  t.match(
    problemsOf(() => checkConfig({ stores: { records: { driver: 'netwrk' } } } as object)),
    [{ path: ['stores', 'records', 'driver'], nearest: 'network', got: "'netwrk'" }],
  )
})

t.test('suggests nothing when nothing is near', async t => {
  t.match(
    problemsOf(() => checkConfig({ zzzzzzzz: 1 } as object)),
    [{ nearest: undefined }],
  )
})

t.test('lists every problem at once', async t => {
  t.equal(problemsOf(() => checkConfig({ port: 'x', host: 5, limits: { body: 1 } } as never)).length, 3)
})

t.test('asks for the other half of the credentials of a store', async t => {
  const objects = (half: object) =>
    problemsOf(() => checkConfig({ stores: { objects: { driver: 's3', bucket: 'b', ...half } } }))
  const missing = (key: string) => [{ path: ['stores', 'objects', key], got: 'nothing' }]
  t.match(objects({ accessKeyId: 'id' }), missing('secretAccessKey'))
  t.match(objects({ secretAccessKey: 'hidden' }), missing('accessKeyId'))
  t.same(objects({ accessKeyId: 'id', secretAccessKey: 'hidden' }), [])
})

t.test('asks for the URL of a database or Redis that is chosen', async t => {
  t.match(
    problemsOf(() => checkConfig({ stores: { database: { driver: 'postgres' } } })),
    [{ path: ['stores', 'database', 'url'], got: 'nothing' }],
  )
})

t.test('says what the nodes of a network can be', async t => {
  t.match(
    problemsOf(() => checkConfig({ stores: { records: { nodes: 'three' } } } as never)),
    [
      {
        path: ['stores', 'records', 'nodes'],
        expected: /^an integer from 1 to 9, or a list \(Number of storage nodes/,
      },
    ],
  )
})

t.test('states the range of a number and the types of a value', t => {
  const properties = {
    ...{ least: { type: 'integer', minimum: 3 }, most: { type: 'number', maximum: 0.5 } },
    ...{
      texts: { type: ['string', 'array'] },
      either: { oneOf: [{ type: 'boolean' }, { enum: ['a', 'b'] }] },
    },
  }
  const options = { least: 1, most: 0.6, texts: 7, either: 'c' }
  t.match(
    problemsOf(() => checkOptions('some', { type: 'object', properties }, options)).map(
      each => each.expected,
    ),
    [
      'an integer of at least 3',
      'a number of at most 0.5',
      'a string or an array',
      'a boolean, or one of a, b',
    ],
  )
  t.end()
})

t.test('does not repeat a long value: it may be a secret', async t => {
  const [problem] = problemsOf(() => checkConfig({ builderKey: 's'.repeat(70) }))
  t.equal(problem?.got, 'a text of 70 characters')
})

t.test('locates the options of a plugin under plugins', async t => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: { expiresIn: { type: 'integer', default: 15 } },
  }
  t.match(
    problemsOf(() => checkOptions('presign', schema, { expiresin: 3 })),
    [{ path: ['plugins', 'presign', 'expiresin'], nearest: 'expiresIn' }],
  )
  t.same(checkOptions('presign', schema, {}), { expiresIn: 15 })
  t.match(
    problemsOf(() => checkOptions('bare', undefined, { a: 1 })),
    [{ expected: 'no options' }],
  )
})

t.test('a config file', async t => {
  t.test('gives problems their line', async t => {
    const file = await fileWith(
      t,
      '{\n  "host": "127.0.0.1",\n  "stores": {\n    "records": { "nods": 3 }\n  }\n}',
    )
    const read = await readConfigFile(file, {})
    try {
      checkConfig(read.config)
      t.fail('accepted')
    } catch (error) {
      const text = read.explain(error as ConfigError)
      t.match(text, `${file}:4: stores.records.nods`)
      t.match(text, "Did you mean 'nodes'?")
    }
  })

  t.test('fills in variables and refuses those that are not set', async t => {
    const file = await fileWith(
      t,
      '{\n "stores": { "tokens": { "driver": "redis",\n "url": "${REDIS_URL}" } } }',
    )
    const { config } = await readConfigFile(file, { REDIS_URL: 'redis://r' })
    t.match(config, { stores: { tokens: { url: 'redis://r' } } })
    await t.rejects(readConfigFile(file, {}), {
      message: /:3: stores\.tokens\.url\n {2}expected the environment variable REDIS_URL/,
    })
  })

  t.test('prints nothing of what the environment filled in, nor the password of a URL', async t => {
    const env = { PASSWORD: 'hun/t:er@2', PORT: 'eighty', URL: 'redis://:s3cr%65t@cache.example' }
    const text = `{
      "port": "\${PORT}",
      "baseUrl": "https://me:\${PASSWORD}@profile.example/",
      "stores": {
        "database": { "driver": "postgres", "url": "mysql://andiron:\${PASSWORD}@db.example/x" },
        "tokens": { "driver": "redis", "url": "\${URL}" },
        "records": { "nodes": ["https://n:literal@node.example/"] }
      }
    }`
    const { config, explain, conceal } = await readConfigFile(await fileWith(t, text), env)
    try {
      checkConfig(config)
      t.fail('it is wrong in four places')
    } catch (error) {
      const said = `${explain(error as ConfigError)}${(error as Error).message}`
      t.match(
        said,
        /port\n {2}expected an integer from 0 to 65535\n {2}got what the environment has for PORT/,
      )
      t.match(said, /stores\.database\.url/)
      for (const secret of [env.PASSWORD, 'hun/', 'eighty\n', 'literal'])
        t.notOk(explain(error as ConfigError).includes(secret), secret)
      t.notOk(said.includes(env.PASSWORD))
    }
    const met = [
      `cannot connect to mysql://andiron:${env.PASSWORD}@db.example/x`,
      `password "${env.PASSWORD}" is wrong, as is ${encodeURIComponent(env.PASSWORD)}`,
      `refused ${env.URL}: s3cr%65t or s3cret`,
      'https://n:literal@node.example/v1 does not answer: literal',
      `{"url":${JSON.stringify(env.URL)}}`,
    ].map(conceal)
    for (const each of met)
      for (const secret of ['hun', 't:er', 's3cr', 'literal']) t.notOk(each.includes(secret), each)
    t.equal(conceal('port 8420 of db.example'), 'port 8420 of db.example')
  })

  t.test('gives way to the environment for host, port, data and base URL', async t => {
    const file = await fileWith(t, '{ "port": 1, "host": "a" }')
    const env = {
      ANDIRON_PORT: '8500',
      ANDIRON_HOST: '::1',
      ANDIRON_DATA: '/srv',
      ANDIRON_BASE_URL: 'https://p.example',
    }
    t.match(checkConfig((await readConfigFile(file, env)).config), {
      port: 8500,
      host: '::1',
      data: '/srv',
      baseUrl: 'https://p.example',
    })
  })

  t.test('gives a variable the type of its option, and a literal text none', async t => {
    const text = `{ "port": "\${PORT}", "trustProxy": "\${HOPS}", "data": "\${DATA}",
      "stores": { "records": { "driver": "network", "nodes": "\${NODES}" },
        "objects": { "driver": "s3", "bucket": "\${BUCKET}", "region": "r" } },
      "plugins": { "some": { "count": "\${NODES}", "isOn": "\${ON}", "part": "\${PART}", "name": "\${NODES}", "all": ["\${NODES}"] } } }`
    const env = { PORT: '8500', HOPS: '2', DATA: '7', NODES: '5', BUCKET: '12', ON: 'true', PART: '0.5' }
    const { config } = await readConfigFile(await fileWith(t, text), env)
    const checked = checkConfig(config)
    t.match(checked, {
      ...{ port: 8500, trustProxy: 2, data: '7' },
      stores: { records: { nodes: 5 }, objects: { bucket: '12' } },
    })
    const options = {
      type: 'object',
      properties: {
        ...{ count: { type: 'integer', minimum: 2 }, isOn: { type: 'boolean' }, part: { type: 'number' } },
        ...{ name: { type: 'string' }, all: { type: 'array' } },
      },
    }
    const given = checked.plugins['some'] as object
    t.same(checkOptions('some', options, given), {
      ...{ count: 5, isOn: true, part: 0.5, name: '5', all: ['5'] },
    })
    for (const [PORT, expected] of [
      ['', /expected an integer/],
      ['8500x', /expected an integer/],
      ['1e3', /expected an integer/],
      ['99999', /expected an integer from 0 to 65535, got/],
    ] as const)
      await t.rejects(
        async () => checkConfig((await readConfigFile(await fileWith(t, text), { ...env, PORT })).config),
        { message: expected },
        PORT,
      )
    t.throws(() => checkConfig({ port: '8500' } as never), {
      message: /expected an integer from 0 to 65535, got '8500'/,
    })
  })

  t.test('gives way to JWT_USER_OAUTH_TTL for the life of tokens that only read', async t => {
    const ttlIn = async (text: string) => {
      const { config } = await readConfigFile(await fileWith(t, text), { JWT_USER_OAUTH_TTL: '86400' })
      return config.plugins
    }
    t.same(await ttlIn('{}'), { oauth: { tokenLifetime: '86400' } })
    t.same(await ttlIn('{ "plugins": { "oauth": true } }'), { oauth: { tokenLifetime: '86400' } })
    t.same(await ttlIn('{ "plugins": { "oauth": { "clientLifetime": 60, "tokenLifetime": 4000 } } }'), {
      oauth: { clientLifetime: 60, tokenLifetime: '86400' },
    })
    t.same(await ttlIn('{ "plugins": { "oauth": false } }'), { oauth: false })
  })

  t.test('that is no JSON says where it stops being it', async t => {
    const file = await fileWith(t, '{\n "port": 8420,\n "host"\n}')
    await t.rejects(readConfigFile(file, {}), { code: 'AND_INVALID_CONFIG', message: /andiron\.json:\d+: / })
    await t.rejects(readConfigFile(await fileWith(t, '[]'), {}), { message: /expected an object/ })
  })

  t.test('that names a key twice is refused', async t => {
    const file = await fileWith(t, '{ "port": 1,\n "port": 2 }')
    await t.rejects(readConfigFile(file, {}), { message: /andiron\.json:2: / })
  })

  t.test('that is missing says so without a stack', async t => {
    await t.rejects(readConfigFile('/nowhere/andiron.json', {}), {
      message: '/nowhere/andiron.json: cannot be read (ENOENT)',
    })
  })
})

t.test('believes proxies by their number or their addresses, and never everybody', async t => {
  for (const trustProxy of [false, 1, 2, ['10.0.0.0/8', 'loopback', '192.0.2.7', '2001:db8::/32']] as const)
    t.same(checkConfig({ trustProxy } as ConfigInput).trustProxy, trustProxy)
  const everybody = [
    true,
    0,
    11,
    -1,
    1.5,
    'loopback',
    [],
    ['0.0.0.0/0'],
    ['::/0'],
    ['10.0.0.0/33'],
    ['127.1'],
  ]
  for (const trustProxy of [...everybody, ['proxy.example'], ['10.0.0.0/8', 'constructor'], ['fe80::1%eth0']])
    t.match(
      problemsOf(() => checkConfig({ trustProxy } as never)),
      [{ path: ['trustProxy'], expected: /the number of hops; a list of their addresses/ }],
      JSON.stringify(trustProxy),
    )
})
