/**
 * Writes `repository`, `homepage` and `bugs` into every manifest that is published, from the repository that the
 * workflow runs in. They are not committed: npm compares them with the provenance, and a fork publishes its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env
if (!/^[\w.-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY ?? '')) {
  console.error('GITHUB_REPOSITORY must be set to owner/name')
  process.exit(1)
}
const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
const root = fileURLToPath(new URL('..', import.meta.url))
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const directory of ['', ...workspaces]) {
  const path = join(root, directory, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  if (manifest.private) continue
  manifest.repository = { type: 'git', url: `git+${url}.git`, ...(directory && { directory }) }
  manifest.homepage = `${url}${directory && `/tree/main/${directory}`}#readme`
  manifest.bugs = { url: `${url}/issues` }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  console.log(`${manifest.name}: ${manifest.homepage}`)
}
