/** The package: emitted from the tree, imports only what it declares, and contains nothing of Node. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import root from '../../../package.json' with { type: 'json' }
import { emit, packageOf } from '../../sdk/test/fixtures/emitted.ts'
import own from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const project = fileURLToPath(new URL('..', import.meta.url))

t.test('the emitted package imports nothing but what it declares, and runs', async t => {
  const { directory, sources, imported } = await emit('questionnaire')
  t.same([...new Set(imported.map(packageOf))], ['@lhncbc/ucum-lhc', 'fhirpath', 're2js', 'react'])
  t.same([...new Set([...sources.keys()].map(file => file.split('/', 1)[0]))].sort(), ['fhir', 'ui'])
  // The directive for frameworks with server components.
  for (const [file, source] of sources)
    t.equal(/^'use client';?$/m.test(source), /from ['"]react['"]|onClick/.test(source), file)

  // Server components call the functions of the entries themselves.
  for (const { default: built } of Object.values(own.exports).filter(each => typeof each !== 'string'))
    t.notMatch(sources.get(built.replace('./dist/', '')), /^'use client'/m, built)

  const entry = pathToFileURL(join(directory, 'ui/questionnaire/index.js')).href
  const script = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(entry)}))))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  t.same(JSON.parse(stdout), [
    'ErrorSummary',
    'LegalConsentForm',
    'QuestionRenderer',
    'QuestionnaireForm',
    'QuestionnaireProvider',
    'QuestionnaireView',
    'calculateProgress',
    'en',
    'findQuestionnaireItem',
    'getAllQuestionsFromPage',
    'getExclusiveOptionCode',
    'getVisiblePages',
    'hasAnswerValue',
    'isQuestionHidden',
    'preloadControls',
    'storedDrafts',
    'useQuestionnaire',
  ])
})

t.test('the package wants the versions that the project is tested with', async t => {
  const versions: Record<string, string> = root.dependencies
  for (const [name, version] of Object.entries(own.dependencies)) t.equal(version, versions[name], name)
  t.equal(own.version, root.version)
  t.same(own.engines, root.engines)
})

t.test('the example of the README compiles', async t => {
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const compiled = await readFile(join(project, 'test/fixtures/readme.tsx'), 'utf8')
  const [, example] = /```tsx\n(.*?)```/s.exec(readme) ?? []
  t.equal(
    compiled.slice(compiled.indexOf('import')).replace("'../../index.ts'", "'@andiron/questionnaire'"),
    example,
  )
})

t.test('the style sheets have every token and class that applications rely on', async t => {
  const tokens = await readFile(join(project, 'tokens.css'), 'utf8')
  const families: Readonly<Record<string, readonly string[]>> = {
    space: ['xs', 'sm', 'md', 'lg', 'xl', '2xl'],
    'font-size': ['sm', 'base', 'lg', 'xl'],
    'font-weight': ['normal', 'medium', 'semibold', 'bold'],
    radius: ['sm', 'md', 'lg', 'full'],
    transition: ['fast', 'base', 'slow'],
    shadow: ['sm', 'md', 'focus'],
    'choice-chip': ['radius', 'padding-x', 'padding-y', 'gap'],
  }
  for (const [family, names] of Object.entries(families))
    for (const name of names) t.match(tokens, `--wq-${family}-${name}:`)
  const styles = await readFile(join(project, 'styles.css'), 'utf8')
  for (const name of [
    'choice-layout-stacked',
    'choice-layout-inline-wrap',
    'selected',
    'disabled',
    'has-error',
  ])
    t.match(styles, `.wq-${name}`)
})
