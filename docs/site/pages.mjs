/**
 * Lays out the pages of the site in `pages/`: the hand-written and generated pages of the repository, each link turned
 * to its place here. A link to a file that is no page becomes plain text.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = fileURLToPath(new URL('pages', import.meta.url))

const markdownIn = async folder =>
  (await readdir(join(root, folder))).filter(name => name.endsWith('.md')).map(name => `${folder}/${name}`)

const readmesIn = async folder =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter(name => /^[^/]+\/README\.md$/.test(name))
    .map(name => `${folder}/${name}`)

/** Each page: its file in the repository, its file on the site. */
const places = new Map([
  ['docs/site/index.md', 'index.md'],
  ...(await markdownIn('docs')).map(file => [file, file.replace('docs/', 'guide/')]),
  ...(await markdownIn('docs/decisions')).map(file => [file, file.replace('docs/', '')]),
  ...(await readmesIn('plugins')).map(file => [file, file.replace('/README', '')]),
  ...(await readmesIn('examples')).map(file => [file, file.replace('/README', '')]),
  ...['sdk', 'react', 'questionnaire'].map(name => [`ui/${name}/README.md`, `packages/${name}.md`]),
  ['cli/create-andiron/README.md', 'packages/create-andiron.md'],
  ...['CHANGELOG', 'SECURITY', 'CONTRIBUTING'].map(name => [`${name}.md`, `${name.toLowerCase()}.md`]),
])

/** Turns one link of a page; `undefined` where it leads to no page. */
function turn(target, file, page) {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
  const [path, hash] = target.split('#')
  const found = posix.join(posix.dirname(file), path)
  if (found.startsWith('docs/images/')) return posix.relative(posix.dirname(page), found.replace('docs/', ''))
  if (found === 'README.md') return '/'
  if (found === 'docs/openapi.json') return '/openapi.json'
  const place = places.get(found) ?? places.get(`${found}/README.md`)
  const base =
    found === 'docs/decisions' || found === 'docs/decisions/' ? 'decisions/0001-dependencies.md' : place
  return base && `${posix.relative(posix.dirname(page), base)}${hash ? `#${hash}` : ''}`
}

// The output of TypeDoc stays.
for (const name of await readdir(pages).catch(() => []))
  if (name !== 'api') await rm(join(pages, name), { recursive: true })

for (const [file, page] of places) {
  const text = await readFile(join(root, file), 'utf8')
  const turned = text.replaceAll(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
    (_, picture, label, target) => {
      const place = turn(target, file, page)
      return place ? `${picture}[${label}](${place})` : label
    },
  )
  await mkdir(dirname(join(pages, page)), { recursive: true })
  await writeFile(join(pages, page), turned)
}
await cp(join(root, 'docs/images'), join(pages, 'images'), { recursive: true })
await mkdir(join(pages, 'public/images'), { recursive: true })
for (const name of ['hero-light.png', 'hero-dark.png'])
  await cp(join(root, 'docs/images', name), join(pages, 'public/images', name))
await cp(join(root, 'docs/openapi.json'), join(pages, 'public/openapi.json'))
