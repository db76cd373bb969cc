/**
 * Makes the texts of the pages and of the form components from their catalogues. No version of them is in git: whatever
 * builds, tests or checks them makes them first. Run by itself: `node --import ./tooling/register.js
 * ui/languages/write.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '../../fhir/generate/catalogue.ts'
import { compilePages, type PageSource } from './pages.ts'
import { compileStrings } from './strings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Writes what changed alone: nothing that depends on the rest is made again. */
export function writeTexts(): void {
  const files = new Map([
    ...compileStrings(readCatalogue(join(root, 'fhir/languages'))),
    ...compilePages(readCatalogue<PageSource>(join(root, 'ui/languages'))),
  ])
  for (const [name, contents] of files) {
    const path = join(root, name)
    if (textOf(path) === contents) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  for (const name of readdirSync(join(root, TEXTS), { encoding: 'utf8', recursive: true }))
    if (name.endsWith('.ts') && !files.has(join(TEXTS, name))) rmSync(join(root, TEXTS, name))
}

const TEXTS = 'ui/pages/texts'

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1]?.endsWith('write.ts')) writeTexts()
