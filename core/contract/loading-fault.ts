/** Finds the place in a plugin's files at which loading it failed: file and line. */
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Maximum files of a plugin that are checked. */
const MOST_FILES = 100
/** `file:line` in a frame of a stack, or in the line that Node.js prints above one. */
const FRAME = /(?:^|\(|at )((?:file:\/\/)?\/[^\s()]+?):(\d+)(?::\d+\)?)?$/gm
const IMPORTED = /\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g

/** @returns `file:line` relative to the working directory, or `undefined` if unknown */
export async function placeOf(error: unknown, entry: URL): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined
  const { stack = '', name } = error
  const frames = [...stack.matchAll(FRAME)]
  // Frames of its own files first: a library that it calls is seldom the cause.
  const folder = fileURLToPath(new URL('.', entry))
  const [, file, line] = frames.find(([, path]) => path?.includes(folder)) ?? frames[0] ?? []
  if (file !== undefined && line !== undefined) return show(file, line)
  // V8 knows the line of a syntax error in a module, but Node.js does not expose it; `node --check` prints
  // it.
  return name === 'SyntaxError' ? syntaxErrorBelow(entry) : undefined
}

/** The first file with a syntax error, among a module and its relative imports. None of them is run. */
async function syntaxErrorBelow(entry: URL): Promise<string | undefined> {
  for await (const file of filesBelow(entry)) {
    const line = await lineOf(file)
    if (line !== undefined) return show(file.href, line)
  }
  return undefined
}

/** A module and its relative imports, found in their text: also of a module that cannot be loaded. */
export async function* filesBelow(entry: URL): AsyncGenerator<URL> {
  const files = new Set([entry.href])
  for (const href of files) {
    const source = await readFile(new URL(href), 'utf8').catch(() => undefined)
    if (source === undefined) continue
    yield new URL(href)
    for (const [, , specifier] of source.matchAll(IMPORTED))
      if (specifier !== undefined && files.size < MOST_FILES) files.add(new URL(specifier, href).href)
  }
}

/** The line of a syntax error; of a `.js` file without a `type`, which Node.js checks as neither kind, as a module. */
async function lineOf(file: URL): Promise<string | undefined> {
  const path = fileURLToPath(file)
  return (await checked(['--check', path])) ?? (await checked(['--check', '--input-type=module', '-'], path))
}

/** @param input - a file to read as standard input */
function checked(options: readonly string[], input?: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      options,
      // Without the environment, which contains secrets and options for Node.js.
      { env: {}, timeout: 5_000 },
      (failed, _out, said) => resolve(failed ? /^\S.*:(\d+)\r?\n/.exec(said)?.[1] : undefined),
    )
    if (input === undefined || child.stdin === null) return
    // A check that has ended does not read on.
    child.stdin.on('error', () => {})
    createReadStream(input)
      .on('error', () => child.kill())
      .pipe(child.stdin)
  })
}

function show(file: string, line: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const here = relative(process.cwd(), path)
  return `${here.startsWith('..') ? path : here}:${line}`
}
