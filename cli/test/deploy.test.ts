/** The files in `deploy/`: what `andiron init` writes of them is checked, and what it writes for compose is run. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { checkConfig } from '../../core/config/config.ts'
import { readConfigFile } from '../../core/config/config-file.ts'
import { copyTemplate, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { root } from '../../core/test/fixtures/prepared.ts'
import { missing } from '../../core/test/fixtures/programs.ts'
import { builtOf } from '../../tooling/built.cjs'
import { examine } from '../doctor.ts'
import { deploymentOf, KINDS } from '../init.ts'
import { type Manifest, renderChart } from './fixtures/chart.ts'
import { run, serving } from './fixtures/program.ts'

const execute = promisify(execFile)

interface Found {
  readonly healthy?: readonly string[]
  readonly doctor?: Ended
  readonly demo?: Ended
  readonly afterKill?: Ended
  readonly stopped?: Readonly<Record<string, number>>
  readonly error?: string
}
interface Ended {
  readonly code: number
  readonly stdout: string
}

/** Stands for the environment of a deployment, in the config of every kind. */
const standIns = {
  DATABASE_URL: 'postgres://andiron@127.0.0.1/andiron_gateway',
  REDIS_URL: 'redis://127.0.0.1',
  S3_ACCESS_KEY_ID: 'synthetic',
  S3_SECRET_ACCESS_KEY: 'synthetic',
}

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

const isRoot = process.getuid?.() === 0

t.test(
  'compose: two gateways, three nodes and everything beside them',
  { skip: !isRoot || missing('deployment') },
  async t => {
    const directory = await temporaryDirectory(t)
    const [deployment, kept] = [join(directory, 'deployment'), join(directory, 'kept')]
    await mkdir(kept)
    const made = await run([
      'init',
      deployment,
      '--kind',
      'compose',
      '--domain',
      'study.example',
      '--email',
      'internal',
    ])
    t.match(made, { code: 0, said: /docker compose up -d/ })
    const { stdout } = await execute(
      'unshare',
      [
        '--net',
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        process.execPath,
        builtOf(join(root, 'cli/test/fixtures/compose-up.ts')),
        deployment,
        kept,
      ],
      { timeout: 200_000, maxBuffer: 1e8 },
    )
    const found: Found = Object.assign(
      {},
      ...stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    )
    t.equal(found.error, undefined)
    const wrong = found.doctor?.stdout.split('\n').filter(line => line.startsWith('WRONG'))
    t.same(wrong, [], 'the doctor finds nothing')
    t.same(found.healthy, ['n1', 'n2', 'n3', 'gateway-1', 'gateway-2'], 'by the HEALTHCHECK of the image')
    t.match(found.doctor, { code: 0, stdout: /running at https:\/\/study\.example/ })
    t.match(
      found.demo,
      { code: 0, stdout: /https:\/\/n3\.study\.example.* has it/ },
      'people submit through Caddy',
    )
    t.match(found.afterKill, { code: 0, stdout: /has it/ }, 'and when one gateway is killed')
    t.same(found.stopped, { 'gateway-2': 0, n1: 0, n2: 0, n3: 0 }, 'SIGTERM ends each with 0')
  },
)

t.test('init writes secrets for their owner only, prints none, and replaces nothing', async t => {
  const directory = join(await temporaryDirectory(t), 'health')
  const options = ['--domain', 'Study.Example', '--email', 'op+x@study.example']
  const made = await run(['init', directory, '--kind', 'systemd', ...options])
  t.match(made, { code: 0, said: /systemctl enable --now andiron-node@8501/ })
  const secret = /^BUILDER_KEY=([0-9a-f]{64})$/m.exec(await readFile(join(directory, 'andiron.env'), 'utf8'))
  t.ok(secret)
  t.notMatch(made.said, secret?.[1])
  for (const [name, mode] of [
    ['andiron.env', 0o600],
    ['node.env', 0o600],
    ['andiron.json', 0o644],
  ] as const)
    t.equal((await stat(join(directory, name))).mode & 0o777, mode, name)

  const again = await run(['init', directory, '--kind', 'compose', ...options])
  t.match(again, { code: 2, said: /has andiron\.json, Caddyfile already; nothing was written/ })
  t.notOk((await readdir(directory)).includes('compose.yaml'))
  const lacking = await run(['init', '--kind', 'docker', '--domain', 'x"\n}', '--email', 'a b'])
  t.match(lacking, { code: 2, said: /--kind: .*\n +--domain: .*\n +--email: .*\n +<directory>: / })

  await t.test('in a terminal it asks four questions', { skip: process.platform !== 'linux' }, async t => {
    const asked = join(await temporaryDirectory(t), 'asked')
    const command = `${process.execPath} ${builtOf(join(root, 'cli/andiron.ts'))} init`
    const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const answers: [RegExp, string][] = [
      [/Deployment, local, systemd, compose/, 'compose'],
      [/Public host name/, 'study.example'],
      [/E-mail address/, 'internal'],
      [/Directory \(\.\/compose\)/, asked],
    ]
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [question, answer] = answers[0] ?? []
      if (!question?.test(said)) return
      answers.shift()
      child.stdin.write(`${answer}\r`)
    })
    const [code] = await once(child, 'close')
    t.equal(code, 0, said)
    t.same(answers, [])
    t.ok((await readdir(asked)).includes('compose.yaml'))
  })

  await t.test('the units start a gateway and a node', { skip: !isRoot }, async t => {
    const state = await temporaryDirectory(t)
    const unit = async (name: string, file: string, port: string) => {
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('%i', port)
      const [, command = ''] =
        /^ExecStart=\/usr\/bin\/node \S+\/dist\/cli\/andiron\.js (.*)$/m.exec(text) ?? []
      const [, folder = ''] = /^StateDirectory=(.*)$/m.exec(text) ?? []
      const data = join(state, folder)
      await copyTemplate(join(data, 'postgres'))
      const here = command.replace(`/var/lib/${folder}`, data).replace('/etc/andiron', directory)
      const environment = variablesIn(await readFile(join(directory, file), 'utf8'))
      return serving(t, here.split(' '), { ...environment, ANDIRON_DATA: data, ANDIRON_PORT: port })
    }
    const [gateway, node] = await Promise.all([
      unit('andiron.service', 'andiron.env', '0'),
      unit('andiron-node@.service', 'node.env', '0'),
    ])
    t.match(gateway.url, 'https://study.example')
    t.match(await (await fetch(`${node.url}/health`)).text(), 'OK')
    t.match(node.said(), /builders +did:nil:0[23]/, 'and the node takes this gateway only')
    t.same(await Promise.all([gateway.end(), node.end()]), [0, 0])
  })
})

t.test('what init writes is a valid config, and the doctor agrees before the first start', async t => {
  const directory = await temporaryDirectory(t)
  for (const kind of KINDS) {
    const files = await deploymentOf(kind, 'study.example', 'op@study.example')
    const texts = [...files.values()].map(({ text }) => text).join('')
    t.notMatch(texts, /profile\.example/)
    const place = join(directory, kind)
    await mkdir(place)
    for (const [name, { text, mode }] of files) await writeFile(join(place, name), text, { mode })
    t.same(
      [...texts.matchAll(/^([A-Z0-9_]+)=$/gm)].map(([, name]) => name),
      [],
      'every secret has a value',
    )
    const read = await readConfigFile(join(place, 'andiron.json'), {
      ...standIns,
      BUILDER_KEY: '1f'.repeat(32),
    })
    t.ok(checkConfig(read.config))
  }
  const file = join(directory, 'local/andiron.json')
  let said = ''
  const wrong = await examine({ config: file, port: '0' }, text => {
    said += text
  })
  t.equal(wrong, 0, said)
  const [one, two] = await Promise.all([1, 2].map(() => deploymentOf('compose', 'a.example', 'internal')))
  t.not(one?.get('.env')?.text, two?.get('.env')?.text, 'secrets are fresh')
})

t.test('the units are confined', async t => {
  for (const name of [
    'andiron.service',
    'andiron-node@.service',
    'andiron-backup.service',
    'andiron-node-backup@.service',
  ]) {
    const unit = join(root, 'deploy/systemd', name)
    const found = await execute('systemd-analyze', ['security', '--offline=true', unit]).then(
      ({ stdout }) => Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]),
      () => undefined,
    )
    if (found === undefined) t.comment('systemd-analyze is not installed')
    else t.ok(found <= 2, `${name}: ${found}`)
  }
})

t.test('the chart: probes, ports, secrets and configs are those of the image and the gateway', async t => {
  const manifests = await renderChart(join(root, 'deploy/helm/andiron'), 'health')
  const kinds = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  for (const name of [
    'ConfigMap health',
    'Deployment health',
    'Service health',
    'StatefulSet health-n3',
    'CronJob health-backup-daily',
    'Ingress health-n3',
  ])
    t.ok(kinds.includes(name), name)
  t.equal(new Set(kinds).size, kinds.length)
  const config = manifests.find(({ kind }) => kind === 'ConfigMap')?.['data']['andiron.json']
  const file = join(await temporaryDirectory(t), 'andiron.json')
  await writeFile(file, config)
  const read = await readConfigFile(file, { ...standIns, BUILDER_KEY: '1f'.repeat(32) })
  t.match(checkConfig(read.config), { trustProxy: 1, baseUrl: 'https://profile.example', data: '/data' })
  const image = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
  for (const manifest of manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))) {
    const { spec } = manifest['spec'].template
    t.match(image, `USER ${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}`)
    const [container] = spec.containers
    t.match(container.securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    const isNode = manifest.kind === 'StatefulSet'
    t.same(container.args, isNode ? ['node'] : JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]'))
    t.equal(container.readinessProbe.httpGet.path, isNode ? '/health' : '/health/ready')
    const port = isNode
      ? container.env.find((each: { name: string }) => each.name === 'ANDIRON_PORT').value
      : /ANDIRON_PORT=(\d+)/.exec(image)?.[1]
    t.equal(String(container.ports[0].containerPort), port)
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name)
    const volumes = [
      ...spec.volumes,
      ...(manifest['spec'].volumeClaimTemplates ?? []).map(({ metadata }: Manifest) => metadata),
    ]
    t.same(
      mounted.filter((name: string) => !volumes.some(each => each.name === name)),
      [],
    )
  }
})

t.test('backups and their drills: by a timer, a service and a CronJob, with the same commands', async t => {
  const commands = ['backup', 'backup prune', 'backup drill']
  for (const name of ['andiron-backup.service', 'andiron-node-backup@.service']) {
    const unit = await readFile(join(root, 'deploy/systemd', name), 'utf8')
    const run = [...unit.matchAll(/^ExecStart=.*andiron\.js (backup(?: [a-z]+)?) [$/]/gm)].map(
      ([, each]) => each,
    )
    t.same(run, commands, name)
    t.match(unit, /^LoadCredential=backup\.key:.*\nEnvironment=.*ANDIRON_BACKUP_KEY_FILE=%d\/backup\.key$/m)
  }
  const compose = parse(await readFile(join(root, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true })
  const services = ['backup', 'n1-backup', 'n2-backup', 'n3-backup'].map(name => compose.services[name])
  const manifests = await renderChart(join(root, 'deploy/helm/andiron'), 'health')
  const job = manifests.find(({ kind }) => kind === 'CronJob')?.['spec']
  t.match(job, { schedule: '0 2 * * *', concurrencyPolicy: 'Forbid' })
  const [container] = job.jobTemplate.spec.template.spec.containers
  for (const script of [container.args[0], ...services.map(({ entrypoint }) => entrypoint[2])]) {
    const run = [...script.matchAll(/\bandiron (backup(?: [a-z]+)?) "/g)].map(([, each]) => each)
    t.same(run, commands)
    await execute('sh', ['-n', '-c', script.replaceAll('$$', '$')])
  }
  for (const service of services) t.match(service.environment, { ANDIRON_DRILL_SCRATCH: /^postgres:/ })
})

t.test('the image: pinned, without root, from files that are there', async t => {
  const image = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
  for (const [, base] of image.matchAll(/^FROM (\S+)/gm))
    t.match(base, /^node:\d+\.\d+\.\d+-bookworm(-slim)?$/)
  for (const [, sources = ''] of image.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const source of sources.split(' ')) t.ok(await stat(join(root, source)))
  t.match(image, /^USER [1-9]\d*:[1-9]\d*$/m)
  t.ok(image.lastIndexOf('\nRUN ') < image.lastIndexOf('\nFROM '), 'the last stage runs nothing as root')
  const { files } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { files: string[] }
  t.ok(files.includes('deploy'), 'the npm package has the templates')
  const { services } = parse(await readFile(join(root, 'deploy/compose/compose.yaml'), 'utf8'), {
    merge: true,
  })
  for (const [name, { image }] of Object.entries<{ image: string }>(services))
    t.match(image, /^\$\{ANDIRON_IMAGE:-andiron\}$|^[\w/]+:\d+\.\d+/, name)
})
