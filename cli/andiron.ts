#!/usr/bin/env node
/** The command `andiron`: starts, describes and diagnoses a gateway. */
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { FHIR_VERSIONS } from '../fhir/version.ts'
import { fail, version } from './report.ts'

interface Cached {
  enableCompileCache?(directory: string): unknown
}

// Node 22 and later keep compiled code. It lies beside the build: write access there already changes the program.
if (import.meta.url.endsWith('.js'))
  (module as Cached).enableCompileCache?.(fileURLToPath(new URL('../.cache/', import.meta.url)))

// Commands are loaded on use: `--help` does not load a gateway.
const program = new Command('andiron')
  .description(
    'A FHIR gateway: health data in profiles that people control, on a storage network of several nodes.',
  )
  .version(version)
  .showSuggestionAfterError()
  .addHelpText(
    'after',
    `
Examples:
  andiron start                          serve everything on embedded defaults, data in ./data
  andiron start --config andiron.json    serve what a config file says
  andiron plugins --config andiron.json  see which plugins are on, and what each brings
  andiron doctor --config andiron.json   see what is wrong and how to mend it
  andiron node --port 8501 --data ./n1   serve one storage node, for a gateway on this machine or another
  andiron validate form.json             check a form; or responses, with --questionnaire form.json

Environment:
  ANDIRON_HOST, ANDIRON_PORT, ANDIRON_DATA, ANDIRON_BASE_URL override the config file; options override both.
  \${NAME} in the config file is filled in from the environment.

Exit codes: 0 all is well, 1 the gateway cannot start, the doctor found something, or a resource is refused, 2 the command line is wrong.`,
  )
  .exitOverride(error => process.exit(error.exitCode === 0 ? 0 : 2))

const located = (command: Command): Command =>
  command
    .option('-c, --config <file>', 'config file (default: andiron.json, if there is one)')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on; storage nodes take the ports after it')
    .option('--data <directory>', 'directory of keys and of the embedded database')

located(program.command('start').description('Start the gateway and its storage nodes.')).action(
  async options => (await import('./start.ts')).start(options),
)
located(
  program.command('plugins').description('List the plugins: on or off, from where, and what each brings.'),
)
  .option('--json', 'print it for programs')
  .action(async options => (await import('./plugins.ts')).plugins(options))
located(
  program
    .command('doctor')
    .description('Check config, keys, stores, nodes and clock; say how to mend what is wrong.'),
)
  .option('--repair', 'compare the records on all nodes instead, and copy what some of them lack')
  .addOption(new Option('--dry-run', 'compare them, and change nothing').implies({ repair: true }))
  .addHelpText(
    'after',
    `
A repair copies and never removes. It leaves alone what was written in the last minutes. All nodes must answer; on an
embedded database the gateway must be stopped meanwhile. It exits with 0 when the nodes say the same in the end, with 1
when something is left to mend.`,
  )
  .action(async options => (await import('./doctor.ts')).doctor(options))

located(
  program
    .command('attest')
    .description('List the records of the service that have no seal, and seal them with --yes.'),
)
  .option('--yes', 'seal every record that is not marked as suspicious')
  .option('--include <id...>', 'seal these as well, though they are marked')
  .addHelpText(
    'after',
    `
Forms, value sets, applications, queries and enrolments from before there were seals are not served until they are sealed.
Look at each: what was forged earlier is believed once it is sealed. On an embedded database the gateway must be stopped
meanwhile. It exits with 0 when nothing is left without a seal, or when nothing was to be written.`,
  )
  .action(async options => (await import('./attest.ts')).attest(options))

const count = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number above 0.')
  return Number(text)
}

/** `90s`, `10m`, `24h` or `7d`, in seconds. */
const duration = (text: string): number => {
  const [, number, unit = 's'] = /^(\d{1,6})([smhd]?)$/.exec(text) ?? []
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[unit] ?? 1)
  if (number === undefined || seconds > 366 * 86_400)
    throw new InvalidArgumentError('Expected a time as 90s, 10m, 24h or 7d.')
  return seconds
}

const overlap = (text: string): number => {
  const seconds = duration(text)
  if (seconds < 15)
    throw new InvalidArgumentError('Expected at least 15s: requests in progress need the old key.')
  return seconds
}

const keys = program
  .command('keys')
  .description('Show the keys of a gateway or a node, and replace them while it runs.')
located(keys.command('list').description('List the keys with their times.')).action(async options =>
  (await import('./keys.ts')).list(options),
)
located(
  keys
    .command('rotate')
    .description('Replace a key: the new one signs from a stated time on, the old one ends later.')
    .addArgument(new Argument('<which>', 'the key').choices(['builder', 'node', 'url']))
    .argument(
      '[number]',
      'of a node in the gateway; without it, --data is the directory of `andiron node`',
      count,
    ),
)
  .option('--start <time>', 'time until the new key signs, for every gateway to learn it', duration, 60)
  .option('--overlap <time>', 'time for which the old key is accepted beside it', overlap, 86_400)
  .addHelpText(
    'after',
    `
Examples:
  andiron keys rotate builder                          the old key ends in a day
  andiron keys rotate builder --start 0s --overlap 1m  after a theft: the old key ends in a minute
  andiron keys rotate node 2                           the second node of the gateway
  andiron keys rotate node --data ./n1                 a node alone
  andiron keys rotate url                              the key of signed URLs`,
  )
  .action(async (which, number, options) => (await import('./keys.ts')).rotate(which, number, options))

program
  .command('node')
  .description('Start one storage node alone: its own key, its own database, its own origin.')
  .addOption(new Option('--port <number>', 'port to listen on').env('ANDIRON_PORT').makeOptionMandatory())
  .addOption(
    new Option('--data <directory>', 'directory of its key, and of its database unless --database is given')
      .env('ANDIRON_DATA')
      .makeOptionMandatory(),
  )
  .addOption(new Option('--host <address>', 'address to listen on (default: 127.0.0.1)').env('ANDIRON_HOST'))
  .addOption(
    new Option(
      '--database <url>',
      'PostgreSQL to use instead of an embedded one; best in the environment, for a command line is no secret',
    ).env('ANDIRON_DATABASE'),
  )
  .option(
    '--requests-per-minute <number>',
    'requests that one address may send; a gateway is one',
    count,
    60_000,
  )
  .addOption(
    new Option(
      '--trust-proxy <proxies>',
      'proxies whose X-Forwarded-For is believed: how many stand in a row, or their addresses with commas between them',
    ).env('ANDIRON_TRUST_PROXY'),
  )
  .addOption(
    new Option(
      '--builders <who>',
      'who may keep collections: DIDs with commas between them, `open` for anybody, or `service` for the first builder that registers',
    )
      .default('service')
      .env('ANDIRON_BUILDERS'),
  )
  .addHelpText(
    'after',
    `
Examples:
  andiron node --port 8501 --data ./n1
      on an embedded database in ./n1
  ANDIRON_DATABASE=postgres://n1@db.example:5432/node_1 andiron node --host 0.0.0.0 --port 8501 --data ./n1
      on a database elsewhere; each node needs one of its own, and makes it if it may

The gateway is told of its nodes in andiron.json:
  { "stores": { "records": { "nodes": ["http://n1.example:8501", "http://n2.example:8501", "http://n3.example:8501"] } } }

Keep the directory: node.key in it is who the node is, and a gateway does not take another for it.`,
  )
  .action(async options => (await import('./node.ts')).node(options))

program
  .command('validate')
  .description('Check FHIR resources: questionnaires, responses to them, and others.')
  .argument('<file...>', 'JSON files, or NDJSON with a resource on each line; - is standard input')
  .option('-q, --questionnaire <file>', 'the form that the responses answer')
  .option(
    '--value-set <path...>',
    'value sets, code systems and base forms that forms name: JSON or NDJSON files, Bundles, folders',
  )
  .addOption(
    new Option('--fhir-version <version>', 'how to read them; mix takes R4 and R5 in one resource')
      .choices(FHIR_VERSIONS)
      .default('mix'),
  )
  .addOption(
    new Option('--format <format>', 'a line for each issue, or an OperationOutcome for each resource')
      .choices(['text', 'outcome'])
      .default('text'),
  )
  .action(async (files, options) => (await import('./validate.ts')).validate(files, options))

program.parseAsync().catch(fail)
