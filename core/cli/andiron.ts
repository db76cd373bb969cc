#!/usr/bin/env node
/** The command `andiron`: starts a gateway, and tells what it is made of and what is wrong with it. */
import { Command } from 'commander'
import { fail, version } from './report.ts'

// A command is loaded when it is given: help does not wait for a gateway.
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

Environment:
  ANDIRON_HOST, ANDIRON_PORT, ANDIRON_DATA, ANDIRON_BASE_URL override the config file; options override both.
  \${NAME} in the config file is filled in from the environment.

Exit codes: 0 all is well, 1 the gateway cannot start or the doctor found something, 2 the command line is wrong.`,
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
).action(async options => (await import('./doctor.ts')).doctor(options))

program.parseAsync().catch(fail)
