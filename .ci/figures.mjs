/**
 * Figures of the repository and of the packed release, beside those of the last tag, or of the commit that is named:
 * `node .ci/figures.mjs [commit]`. They bound nothing: a pull request explains one that grows. Wants a build.
 */
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

const run = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })
const git = (...args) => run('git', ...args)

const CODE = /\.(?:[cm]?[jt]sx?|css|sql|sh|html)$/
const LOCKS = /(?:^|\/)package-lock\.json$/
/** Written by a program, and in the repository all the same. */
const GENERATED =
  /^(?:docs\/(?:openapi\.json|errors\.md|configuration\.md)|schemas\/andiron\.schema\.json|plugins\/[^/]+\/README\.md|ui\/\w+\/texts\/|fhir\/(?:[\w-]+\/)?structure\/r\d)/
const TEST = /(?:^|\/)test\//

/** The text files of a commit, with their lines. */
function filesOf(commit) {
  const empty = git('hash-object', '-t', 'tree', '/dev/null').trim()
  return git('diff', '--numstat', '--no-renames', '-z', empty, commit)
    .split('\0')
    .flatMap(row => {
      const [lines, , path] = row.split('\t')
      return path === undefined || lines === '-' || LOCKS.test(path) ? [] : [{ path, lines: Number(lines) }]
    })
}

const linesIn = files => files.reduce((sum, { lines }) => sum + lines, 0)

/** The number of matches in the sources outside of tests. */
function count(commit, pattern) {
  const sources = ['*.ts', '*.tsx', ':!*/test/*', ':!examples/*']
  try {
    return git('grep', '-hoP', '--no-color', pattern, commit, '--', ...sources)
      .trim()
      .split('\n').length
  } catch (error) {
    // The status of a search without a match.
    if (error.status === 1) return 0
    throw error
  }
}

function membersOfGateway(commit) {
  const source = git('show', `${commit}:core/gateway.ts`)
  const [, body = ''] = /export interface Gateway(?: [^{]*)?\{\n(.*?)\n\}/s.exec(source) ?? []
  return body.match(/^ {2}(?:readonly )?\w+[?(:<]/gm)?.length ?? 0
}

function figuresOf(commit) {
  const files = filesOf(commit)
  const byHand = files.filter(({ path }) => !GENERATED.test(path))
  const code = byHand.filter(({ path }) => CODE.test(path))
  return {
    'lines by hand': linesIn(byHand),
    'of them code': linesIn(code.filter(({ path }) => !TEST.test(path))),
    'of them tests': linesIn(code.filter(({ path }) => TEST.test(path))),
    'lines generated': linesIn(files) - linesIn(byHand),
    files: files.length,
    'members of Gateway': membersOfGateway(commit),
    'casts to never': count(commit, '\\bas never\\b'),
    'casts through unknown': count(commit, '\\bas unknown as\\b'),
  }
}

function packed() {
  const [{ size, unpackedSize, entryCount }] = JSON.parse(
    run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts', '--pack-destination', tmpdir()),
  )
  const kB = bytes => Math.round(bytes / 1000)
  return { 'packed, kB': kB(size), 'unpacked, kB': kB(unpackedSize), 'packed files': entryCount }
}

function lastTag() {
  try {
    return git('describe', '--tags', '--abbrev=0').trim()
  } catch {
    return undefined
  }
}

const before = process.argv[2] ?? lastTag()
const [now, then] = [figuresOf('HEAD'), before && figuresOf(before)]
process.stdout.write(then ? `Since ${before}\n` : 'There is no tag to compare with\n')
for (const [name, figure] of Object.entries({ ...now, ...packed() })) {
  const change = then?.[name] === undefined ? '' : figure - then[name]
  const signed = change > 0 ? `+${change}` : `${change}`
  process.stdout.write(`${name.padEnd(24)}${String(figure).padStart(10)}${signed.padStart(10)}\n`)
}
