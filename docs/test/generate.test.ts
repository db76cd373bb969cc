/** The generated pages match the code, and the tables of errors are consistent. */
import { readdir, readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import t from 'tap'
import { findErrors } from '../generate/find-errors.ts'
import { generatePages, root, stalePages } from '../generate/pages.ts'

const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8')

t.test('every generated page is what the code says', async t => {
  const pages = await generatePages()
  t.same(
    (await stalePages(pages)).map(({ path }) => path),
    [],
    'run npm run docs',
  )
  const [first] = pages
  if (first)
    t.same(await stalePages([{ ...first, text: '' }]), [{ ...first, text: '' }], 'a stale one is named')
})

t.test('the page of errors and the tables are equal in both directions', async t => {
  const page = await read('docs/errors.md')
  const listed = new Set([...page.matchAll(/^\| `(AND_\w+)`/gm)].map(match => match[1]))
  const linked = new Set<string>()
  for (const room of ['core', 'plugins', 'fhir', 'ui']) {
    const files = await readdir(new URL(room, root), { recursive: true })
    for (const file of files) {
      if (!/\.tsx?$/.test(file) || /(^|\/)(test|dist|node_modules)\//.test(file)) continue
      for (const [code] of (await read(`${room}/${file}`)).matchAll(/\bAND_[A-Z0-9_]+\b/g)) linked.add(code)
    }
  }
  t.same([...linked].sort(), [...listed].sort())
})

t.test('no code is used for two different sentences, or with two statuses', async t => {
  const rows = await findErrors(root)
  t.ok(rows.length > 50, 'the tables are found')
  const sentences = new Map<string, Set<string>>()
  const statuses = new Map<string, Set<number>>()
  const add = <T>(of: Map<string, Set<T>>, code: string, value: T) =>
    of.set(code, (of.get(code) ?? new Set<T>()).add(value))
  for (const { code, sentence, status } of rows) {
    add(sentences, code, sentence)
    // The client packages throw without one.
    if (status !== undefined) add(statuses, code, status)
  }
  for (const each of [sentences, statuses])
    t.same(
      [...(each as Map<string, Set<unknown>>)].filter(([, { size }]) => size > 1),
      [],
    )
})

t.test('the schema for editors', async t => {
  const accepts = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(await read('schemas/andiron.schema.json')),
  )
  t.ok(accepts({}), 'asks for nothing that has a default')
  t.ok(accepts({ $schema: 'x', port: 1, plugins: { 'auth-jwt': { cacheSize: 5 }, './mine.js': { any: 1 } } }))
  t.ok(accepts({ plugins: { operations: false, delegation: true } }))
  t.notOk(accepts({ prot: 1 }))
  t.notOk(accepts({ plugins: { 'auth-jwt': { cachesize: 5 } } }), 'knows the options of built-in plugins')
  t.notOk(accepts({ stores: { tokens: { driver: 'redis' } } }), 'asks for the URL of a Redis that is chosen')
})
