/** Writes a project from a template, under a name of its own. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'

export const TEMPLATES = ['plugin', 'application'] as const
export type Template = (typeof TEMPLATES)[number]

/** A project that cannot be created; the message is for the person who runs the command. */
export class NotCreated extends Error {}

export interface Project {
  readonly template: Template
  readonly directory: string
  /** The name of the package, and of the plugin. */
  readonly name: string
  /** The directory of the templates, ending in a slash. */
  readonly templates: URL
}

/** The words of the templates that a project replaces. */
const SAMPLE = {
  name: /sleep-diary|symptom-diary/g,
  identifier: /sleepDiary/g,
  uid: /0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10/g,
}

/**
 * Creates the project. No existing file is changed.
 * @throws NotCreated if the name is refused or the directory has files
 */
export async function create({ template, directory, name, templates }: Project): Promise<void> {
  assertName(name)
  const present = (await filesIn(directory)).filter(file => file !== '.git')
  if (present.length > 0)
    throw new NotCreated(
      `The directory '${directory}' is not empty: it has '${present[0]}'. Choose a new one.`,
    )
  const uid = randomUUID()
  const renamed = (text: string) =>
    text.replace(SAMPLE.name, name).replace(SAMPLE.identifier, identifierOf(name)).replace(SAMPLE.uid, uid)
  const source = new URL(`${template}/`, templates)
  await mkdir(directory, { recursive: true })
  for (const file of await readdir(source)) {
    // npm leaves a file with this name out of packages.
    const target = join(directory, file === 'gitignore' ? '.gitignore' : renamed(file))
    await writeNew(target, renamed(await readFile(new URL(file, source), 'utf8')))
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new NotCreated(`Another process has written '${file}'. Choose a new directory.`)
  }
}

async function filesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new NotCreated(`'${directory}' is a file. Choose a new directory.`)
    throw error
  }
}

/** The rules of npm for the name of a new package, and those of a member in JavaScript. */
function assertName(name: string): void {
  const refused = (reason: string) => new NotCreated(`npm refuses the name '${name}': ${reason}.`)
  if (name.length > 214) throw new NotCreated('npm refuses a name of more than 214 characters.')
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
    throw refused("use small letters, digits, '-', '_' and '.', and begin with a letter or digit")
  if (['node_modules', 'favicon.ico'].includes(name) || builtinModules.includes(name))
    throw refused('it is reserved')
  if (identifierOf(name) in {})
    throw new NotCreated(`Every object has a member '${identifierOf(name)}'. Choose another name.`)
}

/** `sleep-diary` as `sleepDiary`. */
export function identifierOf(name: string): string {
  const words = name.split(/[^a-z0-9]+/).filter(word => word !== '')
  const joined = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
  return /^[0-9]/.test(joined) ? `plugin${joined}` : joined
}
