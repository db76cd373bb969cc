#!/usr/bin/env node
/** The command `andiron`: starts a gateway, and tells what it is made of and what is wrong with it. */
import { Command, Option } from 'commander'
import { FHIR_VERSIONS } from '../../fhir/index.ts'
import { doctor } from './doctor.ts'
import { plugins } from './plugins.ts'
import { fail, version } from './report.ts'
import { start } from './start.ts'
import { validate } from './validate.ts'

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

located(program.command('start').description('Start the gateway and its storage nodes.')).action(start)
located(
  program.command('plugins').description('List the plugins: on or off, from where, and what each brings.'),
)
  .option('--json', 'print it for programs')
  .action(plugins)
located(
  program
    .command('doctor')
    .description('Check config, keys, stores, nodes and clock; say how to mend what is wrong.'),
).action(doctor)

program
  .command('validate')
  .description('Check FHIR resources: questionnaires, responses to them, and others.')
  .argument('<file...>', 'JSON files, or NDJSON with a resource on each line; - is standard input')
  .option('-q, --questionnaire <file>', 'the form that the responses answer')
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
  .action(validate)

program.parseAsync().catch(fail)
