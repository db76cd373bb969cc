/** The shapes of the icons are those of the set. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import t from 'tap'
import { type IconSet, iconShapes, pathOf } from '../generate/icons.ts'
import { root } from '../generate/pages.ts'

const read = async (path: string) => JSON.parse(await readFile(new URL(path, root), 'utf8'))
const table: Readonly<Record<string, string>> = await read('ui/design/icons.json')
const lucide: IconSet = await read('node_modules/@iconify-json/lucide/icons.json')

const STROKES = 'fill="none" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

const drawn = (body: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96">${body}</svg>`))
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer()

/** The greatest difference of a point between two drawings, of 255. */
async function differenceOf(...bodies: readonly [string, string]): Promise<number> {
  const [one, other] = await Promise.all(bodies.map(drawn))
  return Math.max(...Array.from(one ?? [], (point, at) => Math.abs(point - (other?.[at] ?? 0))))
}

t.test('one path draws what the elements of the set draw', async t => {
  for (const name of Object.values(table)) {
    const body = lucide.icons[name]?.body ?? ''
    const path = `<path ${STROKES} d="${pathOf(body)}"/>`
    // The soft edges of two elements that touch are darker than those of one path.
    const difference = await differenceOf(body.replaceAll('currentColor', 'black'), path)
    t.ok(difference < 50, `${name}: ${difference}`)
  }
  const [house, clock] = ['house', 'clock'].map(
    name => `<path ${STROKES} d="${pathOf(lucide.icons[name]?.body ?? '')}"/>`,
  )
  t.ok((await differenceOf(house ?? '', clock ?? '')) > 200, 'and two icons differ')
})

t.test('what one path cannot draw is refused', t => {
  const shapes = (body: string) => iconShapes({ back: 'it' }, { icons: { it: { body } } })
  t.match(shapes('<path d="M1 1h2"/><path d="m3 3l1 1"/>'), "back: 'M1 1h2M0 0m3 3l1 1'")
  t.match(shapes('<rect width="4" height="2" x="1" y="1"/>'), "back: 'M1 1h4v2h-4v-2z'")
  for (const body of [
    '<text>x</text>',
    '<ellipse cx="1" cy="1" rx="1" ry="2"/>',
    '<path d="M1 1" transform="rotate(45)"/>',
    '<path fill="currentColor" d="M1 1"/>',
    '<rect width="4" height="2" x="1" y="1" rx="1" ry="2"/>',
  ])
    t.throws(() => shapes(body), /No path draws/, body)
  t.throws(() => iconShapes({ back: 'gone' }, lucide), /There is no icon 'gone' for 'back'/)
  t.end()
})
