import sharp from 'sharp'
import t from 'tap'
import { Pictures } from '../picture.ts'

const png = (edge: number) =>
  sharp({
    create: { width: edge, height: edge, channels: 3, background: '#336699' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()

t.test('scales a picture down', async t => {
  const found = await new Pictures().open(await png(2_000), 'a')
  if (typeof found !== 'object') throw new Error('it was not opened')
  t.equal(found.mimeType, 'image/png')
  t.match(await sharp(found.bytes).metadata(), { width: 1568, height: 1568 })
})

t.test('does not open a small file that unfolds to 64 million pixels', async t => {
  const bomb = await png(7_990)
  t.ok(bomb.length < 256 * 1024)
  t.match(await new Pictures().open(bomb, 'a'), /too many points/)
})

t.test(
  'one caller with forty pictures at once is refused beyond its share, and another one is served',
  async t => {
    const pictures = new Pictures()
    const picture = await png(500)
    const all = Array.from({ length: 40 }, () => pictures.open(picture, 'greedy').catch(error => error))
    const other = pictures.open(picture, 'modest')
    const refused = (await Promise.all(all)).filter(each => each instanceof Error)
    t.equal(refused.length, 35)
    t.match(refused[0], { code: 'AND_SANDBOX_FULL', statusCode: 503, headers: { 'retry-after': /^\d+$/ } })
    t.match(await other, { mimeType: 'image/png' })
  },
)
