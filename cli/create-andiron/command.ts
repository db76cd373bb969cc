/** The command line of `create-andiron`. */
import { basename, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { create, NotCreated, TEMPLATES, type Template } from './create.ts'

/** The surroundings of the command. */
export interface Surroundings {
  /** The directory of the templates, ending in a slash. */
  readonly templates: URL
  /** Asks in a terminal; absent without one. */
  readonly ask?: (question: string) => Promise<string>
  print(text: string): void
  fail(text: string): void
}

const USAGE = `Usage: npm create andiron <directory> -- --template <${TEMPLATES.join('|')}>

Creates a plugin of a gateway (a collection, a rule, an option, tests and a config),
or an application (a page with a form, built by Vite) in a new or empty directory.`

const NEXT: Readonly<Record<Template, readonly string[]>> = {
  plugin: ['npm install', 'npm test', 'npm start'],
  application: [
    'npm install',
    'npm test',
    'npx andiron start      # a gateway, in a terminal of its own',
    'npm run register       # registers the application and its form',
    'npm run dev            # the page, at http://localhost:5173',
  ],
}

/** Runs the command. Returns the exit code. */
export async function run(
  given: readonly string[],
  { ask, print, fail, templates }: Surroundings,
): Promise<number> {
  try {
    const { values, positionals } = argumentsIn(given)
    if (values.help) {
      print(USAGE)
      return 0
    }
    if (positionals.length > 1)
      throw new NotCreated(`One directory is expected, got ${positionals.length}.\n\n${USAGE}`)
    const answer = async (question: string, standard: string) =>
      (await ask?.(`${question} (${standard}): `))?.trim() || standard
    const template = templateOf(
      values.template ?? (await answer(`Template, ${TEMPLATES.join(' or ')}`, 'plugin')),
    )
    const directory = resolve(positionals[0] ?? (await answer('Directory', `my-${template}`)))
    await create({ template, directory, name: basename(directory), templates })
    const place = relative(process.cwd(), directory)
    const steps = [...(place === '' ? [] : [`cd ${quoted(place)}`]), ...NEXT[template]]
    print(
      `Created the ${template} '${basename(directory)}'. Next:\n\n${steps.map(step => `  ${step}\n`).join('')}`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof NotCreated)) throw error
    fail(error.message)
    return 1
  }
}

function argumentsIn(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new NotCreated(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function templateOf(word: string): Template {
  const found = TEMPLATES.find(template => template === word)
  if (found === undefined) throw new NotCreated(`'${word}' is no template: choose ${TEMPLATES.join(' or ')}.`)
  return found
}

const quoted = (path: string): string =>
  /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
