#!/usr/bin/env node
/** The command `andiron`: starts, describes and diagnoses a gateway. */
import './compile-cache.ts'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { FHIR_VERSIONS } from '../fhir/model/version.ts'
import { fail, version } from './report.ts'

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
  andiron init                           write a config, systemd units or a compose file
  andiron start                          serve everything on embedded defaults, data in ./data
  andiron start --config andiron.json    serve with a config file
  andiron plugins --config andiron.json  list the plugins and their contributions
  andiron reload --config andiron.json   take over a changed config or plugin without a stop
  andiron doctor --config andiron.json   find problems and their solutions
  andiron backup /backups --key-file key  back up while people write; andiron restore restores it
  andiron node --port 8501 --data ./n1   serve one storage node, for a gateway on this machine or another
  andiron app login study.andiron-key.json  let this server read the responses to the forms of an application
  andiron validate form.json             check a form; or responses, with --questionnaire form.json

Environment:
  ANDIRON_HOST, ANDIRON_PORT, ANDIRON_DATA, ANDIRON_BASE_URL override the config file; options override both.
  \${NAME} in the config file is replaced by the environment variable.

Exit codes: 0 success; 1 the gateway cannot start, the doctor found a problem, or a resource is invalid; 2 invalid command line.`,
  )
  .exitOverride(error => process.exit(error.exitCode === 0 ? 0 : 2))

const located = (command: Command): Command =>
  command
    .option('-c, --config <file>', 'config file (default: andiron.json, if it exists)')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on; storage nodes listen on the following ports')
    .option('--data <directory>', 'directory of the keys and the embedded database')

const count = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a positive integer.')
  return Number(text)
}

const portNumber = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port, from 0 to 65535.')
  return Number(text)
}

/** Options of commands that open a repository of backups. */
const keyFile = () =>
  new Option('--key-file <file>', 'file with the secret that seals the backups, mode 0600').env(
    'ANDIRON_BACKUP_KEY_FILE',
  )
const endpoint = () =>
  new Option('--endpoint <url>', 'S3 store of the backups (default: that of stores.objects, or AWS)')
const region = () => new Option('--region <name>', 'its region (default: that of stores.objects)')

const inPlace = (command: Command): Command =>
  ofNodeToo(command)
    .argument('<place>', 'a directory, or s3://bucket/prefix')
    .addOption(keyFile())
    .addOption(endpoint())
    .addOption(region())

const ofNodeToo = (command: Command): Command =>
  located(command)
    .option('--node', 'one storage node alone, as `andiron node` runs it')
    .addOption(
      new Option('--database <url>', 'PostgreSQL of that node; best in the environment').env(
        'ANDIRON_DATABASE',
      ),
    )

program
  .command('init')
  .description('Write a deployment: a config, systemd units, or a compose file, with fresh secrets.')
  .argument('[directory]', 'where to write it; no file is replaced')
  .option('--kind <kind>', 'local (a config alone), systemd, or compose')
  .option('--domain <name>', 'public host name of the gateway; nodes get n1.<name> to n3.<name>')
  .option('--email <address>', "for certificates of Let's Encrypt; `internal` for those of a local authority")
  .addHelpText(
    'after',
    `
In a terminal it asks for what is missing. Secrets are written to files with mode 0600, and never printed.
Examples:
  andiron init
  andiron init ./health --kind compose --domain profile.example --email operator@profile.example`,
  )
  .action(async (directory, options) => (await import('./init.ts')).init(directory, options))
located(program.command('start').description('Start the gateway and its storage nodes.'))
  .option('--workers <number>', 'processes that share the port; auto: one for each processor core')
  .option('--watch', 'reload when the config file or a plugin of it changes: for development')
  .addHelpText(
    'after',
    `
SIGHUP, or 'andiron reload', loads the config and the plugins anew, in a second process that takes over the port. If they
are broken, the running gateway goes on. SIGTERM stops it: not ready for limits.drainDelay, then no new connections.`,
  )
  .action(async options => (await import('./start.ts')).start(options))
program
  .command('reload')
  .description('Load config and plugins anew in the running gateways of a data directory, one after another.')
  .option('-c, --config <file>', 'config file (default: andiron.json, if it exists)')
  .option('--data <directory>', 'directory of the keys and the embedded database')
  .addHelpText(
    'after',
    `
It exits with 0 when every gateway has taken the change over, and with 1 and the reason when one goes on as before.`,
  )
  .action(async options => (await import('./reload.ts')).reload(options))
located(
  program
    .command('plugins')
    .description('List the plugins: enabled or not, their source, and their contributions.'),
)
  .option('--json', 'print JSON')
  .action(async options => (await import('./plugins.ts')).plugins(options))
located(
  program
    .command('doctor')
    .description('Check config, keys, stores, nodes and clock, and suggest solutions.'),
)
  .option('--repair', 'compare the records on all nodes, and copy missing ones')
  .addOption(new Option('--dry-run', 'compare the records only, without changes').implies({ repair: true }))
  .option('--backup <place>', 'read the newest backup there to its end instead; needs the key file')
  .addOption(keyFile())
  .addOption(endpoint())
  .addOption(region())
  .option('--max-age <hours>', 'age at which a backup is no longer fresh', count, 26)
  .addHelpText(
    'after',
    `
A repair copies records and never deletes any. It skips records of the last minutes. All nodes must answer; with an
embedded database, stop the gateway first. The exit code is 0 if all nodes hold the same records in the end, and 1 if
differences are left.`,
  )
  .action(async options => (await import('./doctor.ts')).doctor(options))

const backup = inPlace(
  program
    .command('backup')
    .description('Back up the databases of gateway and local nodes, files and keys, while people write.'),
)
  .addHelpText(
    'after',
    `
Everything that was acknowledged before one point in time is in it, whole; a write under way is in it with its journal
entry, by which the restored gateway ends it. The first backup of a place copies everything, later ones what is new.
Each part is sealed under a key of its own, derived from the key file:
  openssl rand -hex 32 > backup.key && chmod 600 backup.key
  andiron backup /backups --key-file backup.key
Keep a copy of the key file apart from the backups.`,
  )
  .action(async (place, options) => (await import('./backup.ts')).backup(place, options))

inPlace(
  backup
    .command('prune')
    .description('Remove old backups, and what no other backup needs; the newest always stays.'),
)
  .option('--keep-last <number>', 'keep the latest backups', count)
  .option(
    '--keep-daily <number>',
    'keep the latest backup of each of so many days (UTC) that have one',
    count,
  )
  .option(
    '--keep-weekly <number>',
    'keep the latest backup of each of so many weeks (UTC) that have one',
    count,
  )
  .option('--dry-run', 'say what it would do, and change nothing')
  .addHelpText(
    'after',
    `
A backup that any of the rules keeps stays. Every backup is whole by itself: those that stay lose nothing. A backup that is
made at the same time fails, and is made again.

Example:
  andiron backup prune /backups --key-file backup.key --keep-daily 14 --keep-weekly 8`,
  )
  // The command above has the options of a place as well, and takes them first.
  .action(async (place, _, command) => (await import('./backup.ts')).prune(place, command.optsWithGlobals()))

inPlace(
  backup
    .command('drill')
    .description('Restore the newest backup to a scratch database, and compare it with the live deployment.'),
)
  .addOption(
    new Option(
      '--scratch <place>',
      'directory for an embedded scratch database (default: the data directory), or the URL of a PostgreSQL server',
    ).env('ANDIRON_DRILL_SCRATCH'),
  )
  .addHelpText(
    'after',
    `
Nothing starts on the scratch database: it sends and serves nothing, and is erased, also what a drill that was killed has
left. A thousand random records of each node and ten files are compared with the live deployment, which is only read;
what changed since the backup is told apart. The report is signed with the key of the deployment: andiron doctor, /operator
and the metrics show it. The exit code is 1 if anything is missing or differs.`,
  )
  .action(async (place, _, command) => (await import('./backup.ts')).drill(place, command.optsWithGlobals()))

inPlace(
  program
    .command('restore')
    .description('Bring a backup into an empty data directory, or empty databases; replaces nothing.'),
)
  .option('--point <name>', 'the backup, by its name or the beginning of it (default: the newest)')
  .option('--dry-run', 'say what it would do, and change nothing')
  .action(async (place, options) => (await import('./backup.ts')).restore(place, options))

ofNodeToo(
  program
    .command('migrate')
    .description('Apply the changes that this release makes to the databases; the start does so, too.'),
)
  .option('--dry-run', 'list them in words, and change nothing')
  .action(async options => (await import('./migrate.ts')).migrate(options))

const subscriptions = program
  .command('subscriptions')
  .description('The notifications of applications by the plugin fhir-subscriptions.')
located(
  subscriptions
    .command('list', { isDefault: true })
    .description('List the subscriptions of all applications, with what waits and what was given up.'),
)
  .option('--json', 'print JSON')
  .action(async options => (await import('./subscriptions.ts')).list(options))
located(
  subscriptions
    .command('replay')
    .description('Deliver events again, in order; also while the gateway runs.')
    .argument('[id]', 'the subscription; without it, all that have dead letters'),
)
  .option('--from <number>', 'the first event (default: the first dead letter)', count)
  .action(async (id, options) => (await import('./subscriptions.ts')).replay(id, options))

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
  andiron keys rotate node --data ./n1                 a standalone node
  andiron keys rotate url                              the key of signed URLs`,
  )
  .action(async (which, number, options) => (await import('./keys.ts')).rotate(which, number, options))

const nodes = program
  .command('nodes')
  .description('Show the storage nodes of a gateway, and replace or add one while people write.')
located(
  nodes.command('list').description('List the nodes with their keys, releases, backups and replacements.'),
).action(async options => (await import('./nodes.ts')).list(options))
located(
  nodes
    .command('replace')
    .description('Move the data of a node to a new one, sealed for it, and use that in its place.')
    .argument('<number>', 'the place of the old node in the config, from 1 on', count)
    .argument('<url>', 'the new node: empty, of the same release'),
)
  .requiredOption('--release <file>', "the consent of the old node's operator, or - for standard input")
  .option('--erase', 'let the old node delete its documents afterwards')
  .addHelpText(
    'after',
    `
Examples:
  andiron nodes release --data ./n2 --to https://n4.example --service https://gateway.example > n2.release
      by the operator of the old node
  andiron nodes replace 2 https://n4.example --release n2.release
      by the operator of the gateway, which goes on serving

A running gateway moves the data, and continues after it was killed. The old node must answer: one that is lost comes
back only with its own backup (andiron restore --node). Without one its shares are gone, and with them every secret that
needs all shares; andiron doctor --repair copies records without secrets to an empty node, and counts the others.`,
  )
  .action(async (number, url, options) => (await import('./nodes.ts')).replace(number, url, options))
located(
  nodes
    .command('add')
    .description('Add a node behind the others: new records and the shares of new secrets are on it as well.')
    .argument('<url>', 'the new node: empty, of the same release'),
)
  .requiredOption('--release <file>', "the consent of one node's operator to a copy, or - for standard input")
  .addHelpText(
    'after',
    `
Examples:
  andiron nodes release --copy --data ./n1 --to https://n4.example --service https://gateway.example > n1.consent
      by the operator of one of the nodes
  andiron nodes add https://n4.example --release n1.consent
      by the operator of the gateway, which goes on serving

All nodes must answer. Records are copied to the new node without any share: secrets of before stay with the nodes that
have them. Every gateway must run this release.`,
  )
  .action(async (url, options) => (await import('./nodes.ts')).add(url, options))
located(
  nodes.command('cancel').description('Give an unfinished replacement or addition up; the nodes stay.'),
).action(async options => (await import('./nodes.ts')).cancel(options))
ofNodeToo(
  nodes
    .command('partition')
    .description("Divide the documents of a node into PostgreSQL's partitions, while people write."),
)
  .option('--partitions <number>', 'how many; 1 joins them to one table', count, 16)
  .option('--cancel', 'give an unfinished division up; the documents stay as they are')
  .addHelpText(
    'after',
    `
Examples:
  andiron nodes partition                             the nodes in the process of a gateway
  andiron nodes partition --node --data ./n1          a standalone node with the embedded database
  ANDIRON_DATABASE=postgresql://… andiron nodes partition --node   one with a PostgreSQL of its own

It needs the space of a second copy meanwhile. Run it again after it was killed, and it continues. docs/scaling.md says
from what size on it helps.`,
  )
  .action(async options => (await import('./partition.ts')).partition(options))
nodes
  .command('release')
  .description('Consent, as the operator of a node, to its replacement or a copy; prints the consent.')
  .requiredOption('--data <directory>', 'the directory of the node')
  .requiredOption('--to <node>', 'DID or URL of the new node')
  .requiredOption('--service <gateway>', 'DID of the service, or URL of its gateway')
  .option('--copy', 'consent to a copy without shares of secrets, for a node that is added')
  .option('--expires <time>', 'time for the move to begin', duration, 7 * 86_400)
  .action(async options => (await import('./nodes.ts')).release(options))

program
  .command('node')
  .description('Start one storage node, with its own key, database and origin.')
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
      'PostgreSQL URL, in place of the embedded database; prefer the environment variable, because command lines are visible',
    ).env('ANDIRON_DATABASE'),
  )
  .addOption(
    new Option(
      '--replica <url>',
      'the same database on a streaming replica, for pages, aggregates and stored queries; best in the environment',
    ).env('ANDIRON_REPLICA'),
  )
  .option(
    '--requests-per-minute <number>',
    'maximum requests per address; a gateway is one address',
    count,
    60_000,
  )
  .addOption(
    new Option('--metrics-port <number>', 'port of /metrics, on the same address; keep it from the public')
      .argParser(portNumber)
      .env('ANDIRON_METRICS_PORT'),
  )
  .addOption(
    new Option(
      '--trust-proxy <proxies>',
      'trusted proxies for X-Forwarded-For: the number of hops, or their addresses separated by commas',
    ).env('ANDIRON_TRUST_PROXY'),
  )
  .addOption(
    new Option(
      '--builders <who>',
      'permitted owners of collections: DIDs separated by commas, `open` for everyone, or `service` for the first builder that registers',
    )
      .default('service')
      .env('ANDIRON_BUILDERS'),
  )
  .addOption(new Option('--traces <url>', 'OTLP receiver of traces').env('ANDIRON_TRACES'))
  .addOption(
    new Option(
      '--trust-traceparent <who>',
      'gateways whose traces are continued: their addresses separated by commas, or `all`; others are linked',
    ).env('ANDIRON_TRUST_TRACEPARENT'),
  )
  .addHelpText(
    'after',
    `
Examples:
  andiron node --port 8501 --data ./n1
      with an embedded database in ./n1
  ANDIRON_DATABASE=postgres://n1@db.example:5432/node_1 andiron node --host 0.0.0.0 --port 8501 --data ./n1
      with an external database; each node needs its own, and creates it if permitted

List the nodes of a gateway in its andiron.json:
  { "stores": { "records": { "nodes": ["http://n1.example:8501", "http://n2.example:8501", "http://n3.example:8501"] } } }

Keep the directory: node.key in it identifies the node, and gateways refuse another key.`,
  )
  .action(async options => (await import('./node.ts')).node(options))

const app = program
  .command('app')
  .description(
    'Work as an application: register it, publish forms, read responses, from scripts and servers.',
  )
const ofApplication = (command: Command): Command =>
  command
    .addOption(
      new Option('--key <file>', "the application's key file, or the server's own")
        .env('ANDIRON_APP_KEY')
        .default('andiron-app.json'),
    )
    .option('--passphrase-file <file>', 'passphrase of the key file; or ANDIRON_APP_PASSPHRASE')
    .option('--json', 'print JSON; the default unless standard output is a terminal')
ofApplication(
  app
    .command('create')
    .description('Register an application with the key of an account; writes its own key, encrypted.')
    .argument('<id>', 'the public id of the application'),
)
  .requiredOption('--service <url>', 'the gateway')
  .requiredOption('--name <name>', 'the name that people see')
  .option('--callback-url <url...>', 'pages that may open the wallet for it')
  .requiredOption('--control-key-file <file>', 'private key of the account in hex, mode 0600')
  .action(async (id, options) => (await import('./app.ts')).create(id, options))
ofApplication(
  app
    .command('login')
    .description(
      "Register a key of this server's own as a backend, with the key file of the page /application.",
    )
    .argument('<file>', "the application's key file, which is not needed afterwards"),
)
  .option('--name <name>', 'the name of the backend (default: the host name)')
  .action(async (file, options) => (await import('./app.ts')).login(file, options))
ofApplication(
  app
    .command('forms')
    .description('The forms of the application.')
    .command('publish')
    .description('Publish a FHIR Questionnaire.')
    .argument('<file>', 'JSON'),
)
  .option('--id <id>', 'publish it as a new revision of this form')
  .action(async (file, options) => (await import('./app.ts')).publish(file, options))
ofApplication(
  app
    .command('responses')
    .description('The responses to the forms of the application, and the records of custom collections.')
    .command('export')
    .description('Write all responses to a form, or all records of a custom collection, one by one.')
    .argument('<source>', 'the _id of a form, or the name or uid of a collection'),
)
  .option('--csv', 'a table: a row for each response or record')
  .option('--ndjson', 'one resource per line (default)')
  .option('--parquet', 'a table as with --csv, as Parquet, for --output (needs hyparquet-writer)')
  .option('-o, --output <file>', 'a new file, mode 0600 (default: standard output)')
  .action(async (source, options) => (await import('./app.ts')).exportResponses(source, options))
ofApplication(
  app
    .command('aggregate')
    .description('Query an aggregate of a form or of a custom collection, with noise.')
    .argument('<source>', 'the _id of a form, or the name or uid of a collection')
    .argument('<file>', 'the query as JSON, - for standard input'),
).action(async (source, file, options) => (await import('./app.ts')).aggregate(source, file, options))
const notifications = app
  .command('subscriptions')
  .description('The notifications of the application: what its server hears of.')
ofApplication(
  notifications.command('list', { isDefault: true }).description('List the subscriptions with their state.'),
).action(async options => (await import('./app-subscriptions.ts')).list(options))
ofApplication(
  notifications
    .command('create')
    .description(
      'Notify a server, and print the secret that signs its notifications; or open an event stream.',
    ),
)
  .option('--endpoint <url>', 'where the notifications go (default: clients read them as an event stream)')
  .option('--topic <name>', 'a topic of /fhir/SubscriptionTopic (default: response-submitted)')
  .option('--form <id...>', 'the _id of a form (default: every form of the application)')
  .option('--collection <name...>', 'a custom collection, by its name or uid')
  .addOption(
    new Option('--content <content>', 'of a notification').choices(['empty', 'id-only', 'full-resource']),
  )
  .option('--max-count <number>', 'maximum events in one notification (default: 1)', count)
  .option('--name <name>', 'a name for people')
  .action(async options => (await import('./app-subscriptions.ts')).create(options))
ofApplication(
  notifications
    .command('replay')
    .description('Deliver events again, in order, also those that were given up.')
    .argument('<id>', 'the subscription'),
)
  .requiredOption('--from <number>', 'the number of the first event', count)
  .action(async (id, options) => (await import('./app-subscriptions.ts')).replay(id, options))
ofApplication(
  notifications
    .command('delete')
    .description('Delete a subscription, with its events.')
    .argument('<id>', 'the subscription'),
).action(async (id, options) => (await import('./app-subscriptions.ts')).remove(id, options))

program
  .command('validate')
  .description('Check FHIR resources: questionnaires, responses to them, and others.')
  .argument('<file...>', 'JSON files, or NDJSON files with one resource per line; - for standard input')
  .option('-q, --questionnaire <file>', 'the form of the responses')
  .option(
    '--value-set <path...>',
    'value sets, code systems and base forms that forms reference: JSON or NDJSON files, Bundles, folders',
  )
  .addOption(
    new Option('--fhir-version <version>', 'version of FHIR; mix accepts R4 and R5 in one resource')
      .choices(FHIR_VERSIONS)
      .default('mix'),
  )
  .addOption(
    new Option('--format <format>', 'one line per issue, or one OperationOutcome per resource')
      .choices(['text', 'outcome'])
      .default('text'),
  )
  .action(async (files, options) => (await import('./validate.ts')).validate(files, options))

/** Resolves when the command has ended, or serves. */
export const ended: Promise<unknown> = program.parseAsync().catch(fail)
