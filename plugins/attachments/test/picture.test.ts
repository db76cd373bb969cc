import sharp from 'sharp'
import t from 'tap'
import { Sandbox, type SandboxTask } from '../../../core/sandbox/sandbox.ts'
import { DECODER } from '../heic.ts'
import type { HeicInput, HeicOutput } from '../heic-task.ts'
import { Pictures } from '../picture.ts'
import { PLAIN, QUARTERS } from './fixtures/heic.ts'

const sandbox = new Sandbox()
t.teardown(() => sandbox.close())

const png = (edge: number) =>
  sharp({
    create: { width: edge, height: edge, channels: 3, background: '#336699' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()

t.test('scales a picture down', async t => {
  const found = await new Pictures(sandbox).open(await png(2_000), 'a')
  if (typeof found !== 'object') throw new Error('it was not opened')
  t.equal(found.mimeType, 'image/png')
  t.match(await sharp(found.bytes).metadata(), { width: 1568, height: 1568 })
})

t.test('does not open a small file that unfolds to 64 million pixels', async t => {
  const bomb = await png(7_990)
  t.ok(bomb.length < 256 * 1024)
  t.match(await new Pictures(sandbox).open(bomb, 'a'), /too many points/)
})

t.test(
  'one caller with forty pictures at once is refused beyond its share, and another one is served',
  async t => {
    const pictures = new Pictures(sandbox)
    const picture = await png(500)
    const all = Array.from({ length: 40 }, () => pictures.open(picture, 'greedy').catch(error => error))
    const other = pictures.open(picture, 'modest')
    const refused = (await Promise.all(all)).filter(each => each instanceof Error)
    t.equal(refused.length, 35)
    t.match(refused[0], { code: 'AND_SANDBOX_FULL', statusCode: 503, headers: { 'retry-after': /^\d+$/ } })
    t.match(await other, { mimeType: 'image/png' })
  },
)

t.test('draws HEIC', async t => {
  const found = await new Pictures(sandbox).open(QUARTERS, 'a')
  if (typeof found !== 'object') throw new Error(`it was not opened: ${found}`)
  t.equal(found.mimeType, 'image/jpeg')
  const { data, info } = await sharp(found.bytes).raw().toBuffer({ resolveWithObject: true })
  t.match(info, { width: 96, height: 64, channels: 3 })
  const colour = (x: number, y: number) =>
    [...data.subarray((y * 96 + x) * 3, (y * 96 + x) * 3 + 3)].map(each => (each > 127 ? 1 : 0)).join('')
  t.same([colour(20, 15), colour(70, 15), colour(20, 50), colour(70, 50)], ['100', '010', '001', '110'])
})

t.test('names the package that a deployment lacks', async t => {
  t.match(
    await new Pictures(sandbox, { decoder: 'no-such-decoder' }).open(QUARTERS, 'a'),
    /is HEIC.*lacks the package libheif-js/,
  )
  const pictures = new Pictures(sandbox, { scaler: 'no-such-scaler' })
  for (const picture of [QUARTERS, await png(10), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')])
    t.match(await pictures.open(picture, 'a'), /lacks the package sharp/)
  t.equal(await pictures.open(Buffer.from('%PDF-1.7'), 'a'), undefined)
})

t.test('a HEIC that is broken, or claims any size, is not unfolded', async t => {
  const pictures = new Pictures(sandbox)
  const size = QUARTERS.indexOf('ispe') + 8
  const giant = Buffer.from(QUARTERS)
  giant.writeUInt32BE(60_000, size)
  giant.writeUInt32BE(60_000, size + 4)
  const head = QUARTERS.subarray(0, 24)
  const attacks = {
    ...{ giant, head, half: QUARTERS.subarray(0, 600) },
    zeros: Buffer.concat([head, Buffer.alloc(100_000)]),
    boxes: Buffer.concat([head, Buffer.from('\0\0\0\x08meta'.repeat(12_500), 'latin1')]),
    prototype: Buffer.concat([head, Buffer.from('__proto__constructor'.repeat(5_000))]),
  }
  for (const [name, bytes] of Object.entries(attacks))
    t.match(await pictures.open(bytes, 'a'), /is broken, or has too many points/, name)
  t.match(await pictures.open(QUARTERS, 'a'), { mimeType: 'image/jpeg' }, 'the next one is drawn')
})

t.test('the decoder of HEIC gets no more memory than it may have, and scales down', async t => {
  const task: SandboxTask<HeicInput, HeicOutput> = { module: new URL('../heic-task.ts', import.meta.url) }
  const decoder = import.meta.resolve(DECODER)
  const job = { decoder, bytes: PLAIN, edge: 1568, points: 10_000_000, memory: 512 * 1024 * 1024 }
  const run = (change: Partial<HeicInput> = {}) =>
    sandbox.run(task, { ...job, ...change }, { key: 'a', milliseconds: 8_000 })
  const { width, height, rgba } = (await run()) ?? {}
  t.same([width, height, rgba?.length], [1600, 1200, 1600 * 1200 * 4])
  t.notOk(await run({ memory: 20 * 1024 * 1024 }))
  t.notOk(await run({ points: 3200 * 2400 - 1 }))
  // The header claims a hundred points, the stream unfolds to more.
  const liar = Buffer.from(PLAIN)
  const size = PLAIN.indexOf('ispe') + 8
  liar.writeUInt32BE(10, size)
  liar.writeUInt32BE(10, size + 4)
  t.notOk(await run({ bytes: liar }))
})
