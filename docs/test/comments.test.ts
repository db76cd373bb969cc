/** Comments and pages: lines of at most 120 characters; comments begin with their subject. */
import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { root } from '../generate/pages.ts'

const ROOMS = ['schemas', 'fhir', 'core', 'plugins', 'cli', 'ui', 'examples', 'docs']
/** Written by others, built, or generated. */
const SKIPPED = /(^|\/)(node_modules|dist|build|test|definitions|\.\w+)\/|^(site|ui\/wallet\/texts)\//
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/) (.*)$/

t.test('no comment is longer than 120 characters, or begins with a question word', async t => {
  const found: string[] = []
  let count = 0
  for (const room of ROOMS)
    for (const file of await readdir(new URL(room, root), { recursive: true })) {
      if (!/\.(tsx?|m?js|css)$/.test(file) || SKIPPED.test(file) || SKIPPED.test(`${room}/${file}`)) continue
      const text = await readFile(new URL(`${room}/${file}`, root), 'utf8')
      if (/do not edit/.test(text.slice(0, 300))) continue
      for (const [at, line] of text.split('\n').entries()) {
        const [, words] = COMMENT.exec(line) ?? []
        if (words === undefined) continue
        count++
        const isLong = line.length > 120 && !/biome-ignore|https?:/.test(line)
        const asks = /^\s*(?:\/\*\*?|\/\/) (?:What|Whether|Who|Where)\b/.test(line) && !isContinued(text, at)
        if (isLong || asks) found.push(`${room}/${file}:${at + 1} ${line.trim().slice(0, 80)}`)
      }
    }
  t.ok(count > 10_000, 'comments are found')
  t.same(found, [])
})

t.test('no line of a page is longer than 120 characters, outside of tables and code', async t => {
  const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
  for (const folder of ['docs', 'docs/decisions'])
    for (const file of await readdir(new URL(folder, root)))
      if (file.endsWith('.md')) pages.push(`${folder}/${file}`)
  for (const name of ['sdk', 'react', 'questionnaire']) pages.push(`ui/${name}/README.md`)
  const found: string[] = []
  for (const page of pages) {
    const text = await readFile(new URL(page, root), 'utf8')
    if (text.startsWith('<!-- Generated')) continue
    const prose = text.replaceAll(/^```.*?^```$/gms, block => block.replaceAll(/./g, ''))
    for (const [at, line] of prose.split('\n').entries())
      if (line.length > 120 && !/^\s*(?:\||<|!)|https?:/.test(line)) found.push(`${page}:${at + 1}`)
  }
  t.same(found, [])
})

/** True if the line goes on with a sentence of the comment above it. */
const isContinued = (text: string, at: number): boolean => /^\s*\/\/ /.test(text.split('\n')[at - 1] ?? '')
