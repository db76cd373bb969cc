/** `andiron init`: writes a deployment from the files in `deploy/`, with fresh secrets. */
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { toHex } from '../core/crypto/bytes.ts'
import { createKeyPair } from '../core/crypto/keys.ts'
import { unusable, version } from './report.ts'

export const KINDS = ['local', 'systemd', 'compose'] as const
export type Kind = (typeof KINDS)[number]

export interface InitOptions {
  readonly kind?: string
  readonly domain?: string
  readonly email?: string
}

/** The files of each kind: a template in its directory, and its name in the deployment if that differs. */
const FILES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  local: { 'andiron.json': 'andiron.json' },
  systemd: {
    'andiron.service': 'andiron.service',
    'andiron-node@.service': 'andiron-node@.service',
    'andiron.json': 'andiron.json',
    Caddyfile: 'Caddyfile',
    'andiron.env.example': 'andiron.env',
    'node.env.example': 'node.env',
    'andiron-backup.service': 'andiron-backup.service',
    'andiron-backup.timer': 'andiron-backup.timer',
    'andiron-node-backup@.service': 'andiron-node-backup@.service',
    'andiron-node-backup@.timer': 'andiron-node-backup@.timer',
    'backup.env.example': 'backup.env',
  },
  compose: {
    'compose.yaml': 'compose.yaml',
    'andiron.json': 'andiron.json',
    Caddyfile: 'Caddyfile',
    's3.json': 's3.json',
    'env.example': '.env',
  },
}

/** Files that only their owner may read. */
const SECRET: ReadonlySet<string> = new Set(['andiron.env', 'node.env', 'backup.env', 's3.json', '.env'])

const NEXT: Readonly<Record<Kind, readonly string[]>> = {
  local: ['npx andiron start'],
  systemd: [
    `npm install --prefix /opt/andiron ./andiron-${version}.tgz`,
    'install -D -m 644 -t /etc/andiron andiron.json && install -m 600 -t /etc/andiron andiron.env node.env backup.env',
    'openssl rand -hex 32 | install -m 600 /dev/stdin /etc/andiron/backup.key',
    'install -m 644 -t /etc/systemd/system *.service *.timer',
    'install -m 644 Caddyfile /etc/caddy/Caddyfile && systemctl reload caddy',
    'systemctl enable --now andiron-node@8501 andiron-node@8502 andiron-node@8503 andiron',
    'systemctl enable --now andiron-backup.timer andiron-node-backup@{8501,8502,8503}.timer',
  ],
  compose: [
    'docker build -f deploy/Dockerfile -t andiron <a clone of the repository>',
    'docker compose up -d',
    'docker compose exec gateway-1 node /opt/andiron/dist/cli/andiron.js doctor --config /etc/andiron/andiron.json',
  ],
}

/** The directory of the templates. */
const TEMPLATES = new URL('deploy/', import.meta.resolve('#root/package.json'))

const DOMAIN = /^(?=.{4,200}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const EMAIL = /^[A-Za-z0-9._%+-]{1,64}@[a-z0-9.-]{4,200}$/

interface Answers {
  readonly kind: Kind
  readonly directory: string
  readonly domain: string
  readonly email: string
}

/** Asks for what the options lack if there is a terminal, and writes the files. No file is replaced. */
export async function init(given: string | undefined, options: InitOptions): Promise<void> {
  const { kind, directory, domain, email } = await answersOf(given, options)
  const files = await deploymentOf(kind, domain, email)
  const taken = await Promise.all(
    [...files.keys()].map(async name => ((await isThere(join(directory, name))) ? [name] : [])),
  )
  if (taken.flat().length > 0)
    unusable(
      `'${directory}' has ${taken.flat().join(', ')} already; nothing was written. Choose another directory.`,
    )
  await mkdir(directory, { recursive: true })
  for (const [name, { text, mode }] of files)
    await writeFile(join(directory, name), text, { flag: 'wx', mode })
  const secret = [...files.keys()].filter(name => SECRET.has(name))
  const place = relative(process.cwd(), directory)
  process.stdout.write(
    [
      `Wrote ${[...files.keys()].join(', ')} in ${directory}.`,
      ...(secret.length > 0
        ? [`Secrets are in ${secret.join(' and ')}: keep a copy apart from the machine.`]
        : []),
      ...(kind === 'local' ? [] : [`DNS: ${hostsOf(kind, domain).join(', ')} must name this machine.`]),
      '',
      'Next:',
      ...(place === '' ? [] : [`  cd ${place}`]),
      ...NEXT[kind].map(step => `  ${step}`),
      '',
    ].join('\n'),
  )
}

const hostsOf = (kind: Kind, domain: string): string[] =>
  ['', 'n1.', 'n2.', 'n3.', ...(kind === 'compose' ? ['s3.'] : [])].map(prefix => `${prefix}${domain}`)

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function answersOf(given: string | undefined, options: InitOptions): Promise<Answers> {
  const terminal =
    process.stdin.isTTY && process.stdout.isTTY
      ? createInterface({ input: process.stdin, output: process.stdout })
      : undefined
  try {
    const answer = async (option: string | undefined, question: string, standard?: string) => {
      if (option !== undefined || terminal === undefined) return option
      const hint = standard === undefined ? '' : ` (${standard})`
      return (await terminal.question(`${question}${hint}: `)).trim() || standard
    }
    const kind = await answer(options.kind, `Deployment, ${KINDS.join(', ')}`, 'local')
    const isPublic = kind !== 'local'
    const domain = isPublic ? await answer(options.domain, 'Public host name, as profile.example') : ''
    const email = isPublic
      ? await answer(options.email, "E-mail address for certificates of Let's Encrypt, or internal")
      : ''
    const directory = await answer(given, 'Directory', `./${kind}`)
    return checked({ kind, domain: domain?.toLowerCase(), email, directory })
  } finally {
    terminal?.close()
  }
}

/** Refuses answers that are missing or unusable, all at once. */
function checked({
  kind,
  domain,
  email,
  directory,
}: { [Name in keyof Answers]: string | undefined }): Answers {
  const isKind = KINDS.some(each => each === kind)
  const isPublic = kind !== 'local'
  const problems = [
    ...(isKind ? [] : [`--kind: expected ${KINDS.join(', ')}`]),
    ...(isPublic && !DOMAIN.test(domain ?? '') ? ['--domain: expected a host name, as profile.example'] : []),
    ...(isPublic && email !== 'internal' && !EMAIL.test(email ?? '')
      ? ["--email: expected an e-mail address, or 'internal' for certificates of a local authority"]
      : []),
    ...(directory ? [] : ['<directory>: expected the directory of the deployment']),
  ]
  if (problems.length > 0) unusable(`init needs:\n${problems.map(each => `  ${each}`).join('\n')}`)
  return {
    kind: kind as Kind,
    domain: domain ?? '',
    email: email ?? '',
    directory: resolve(directory as string),
  }
}

/** The files of a deployment, by their names. */
export async function deploymentOf(
  kind: Kind,
  domain: string,
  email: string,
): Promise<ReadonlyMap<string, { readonly text: string; readonly mode: number }>> {
  const secrets = freshSecrets()
  const files = new Map<string, { text: string; mode: number }>()
  for (const [template, name] of Object.entries(FILES[kind])) {
    const sample = await readFile(new URL(`${kind}/${template}`, TEMPLATES), 'utf8')
    const named = sample
      .replaceAll('operator@profile.example', () => email)
      .replaceAll('profile.example', () => domain)
    files.set(name, { text: withSecrets(named, name, secrets), mode: SECRET.has(name) ? 0o600 : 0o644 })
  }
  return files
}

/** An empty variable of an environment file gets its secret; in JSON, a text that is the name of one does. */
function withSecrets(text: string, file: string, secrets: Readonly<Record<string, string>>): string {
  const filled = (all: string, name: string) =>
    (Object.hasOwn(secrets, name) ? secrets[name] : undefined) ?? all
  if (file.endsWith('env'))
    return text.replace(/^([A-Z0-9_]+)=$/gm, (all, name) =>
      Object.hasOwn(secrets, name) ? `${name}=${secrets[name]}` : all,
    )
  return file === 's3.json' ? text.replace(/(?<=")[A-Z0-9_]+(?=")/g, name => filled(name, name)) : text
}

function freshSecrets(): Readonly<Record<string, string>> {
  const builder = createKeyPair()
  const password = () => randomBytes(24).toString('hex')
  return {
    BUILDER_KEY: toHex(builder.privateKey),
    BUILDER_DID: builder.did,
    BACKUP_KEY: toHex(randomBytes(32)),
    ANDIRON_BUILDERS: builder.did,
    GATEWAY_DATABASE_PASSWORD: password(),
    N1_DATABASE_PASSWORD: password(),
    N2_DATABASE_PASSWORD: password(),
    N3_DATABASE_PASSWORD: password(),
    S3_ACCESS_KEY_ID: randomBytes(10).toString('hex'),
    S3_SECRET_ACCESS_KEY: password(),
  }
}
