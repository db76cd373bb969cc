/**
 * Writes every page that follows from the code: `node dist/docs/generate.js`; `--check` only names those that are
 * stale.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { generatePages, root, stalePages } from './generate/pages.ts'

const stale = await stalePages(await generatePages())
if (process.argv.includes('--check')) {
  for (const { path } of stale) process.stderr.write(`${path} is stale\n`)
  if (stale.length) process.stderr.write('Run: npm run docs\n')
  process.exitCode = stale.length ? 1 : 0
} else {
  for (const { path, text } of stale) {
    const file = new URL(path, root)
    await mkdir(fileURLToPath(new URL('.', file)), { recursive: true })
    await writeFile(file, text)
    process.stdout.write(`wrote ${path}\n`)
  }
}
