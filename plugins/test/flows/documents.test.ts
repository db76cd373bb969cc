/** An assistant finds a person's files and reads them: pictures, texts, and other files by URL. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { tokensOf } from '../../../core/contract/listing.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import {
  createDocumentReference,
  DOCUMENT_TYPE_CONCEPTS,
} from '../../../fhir/resources/document-reference.ts'
import { uids } from '../../../schemas/uids.ts'
import { pdfOf, wordOf } from '../../attachments/test/fixtures/documents.ts'
import { QUARTERS } from '../../attachments/test/fixtures/heic.ts'
import { bearer, now, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { assistant, ERAS, listening } from '../fixtures/assistants.ts'
import { keep } from '../fixtures/files.ts'

const { app, url } = await listening(t)
const alice = createKeyPair()
const bob = createKeyPair()
const tokenOf = (keyPair = alice) =>
  createSelfSignedJwt({ keyPair, scopes: ['read'], now: now(), lifetime: 604_800 })

/** A rotated photo with EXIF data: 3000 by 1500 points as stored. */
const noise = Buffer.alloc(3000 * 1500 * 3, 0)
for (let at = 0; at < noise.length; at++) noise[at] = (at * 2_654_435_761) >>> 24
const PHOTO = await sharp(noise, { raw: { width: 3000, height: 1500, channels: 3 } })
  .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 95 })
  .toBuffer()
const PDF = Buffer.from('%PDF-1.7\n\x00\xff binary')
const TEXT = `Befund: alles gut. ${'ü😀"\\'.repeat(30_000)} Ende`
let fetched = 0
const elsewhere = createServer((_request, response) => {
  fetched += 1
  response.end()
})
await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
t.teardown(() => elsewhere.close())
const { port } = elsewhere.address() as AddressInfo
const SVG = Buffer.from(
  `<?xml version="1.0"?>
  <svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><script>alert(1)</script>
    <image href="http://127.0.0.1:${port}/a.png" width="9" height="9"/><image href="file:///etc/hostname" width="9" height="9"/>
    <style>@import url('http://127.0.0.1:${port}/a.css')</style><rect width="60" height="40" fill="#c00"/>
  </svg>`,
)
const LOOP = Buffer.from(
  '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
)
/** A few lines that take minutes to process. */
const ENDLESS = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${'<rect width="2000" height="2000" opacity=".5"/>'.repeat(5000)}</svg>`,
)
const PNG = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#00ff0080' } })
  .withMetadata({ exif: { IFD0: { Artist: 'SECRET' } } })
  .png()
  .toBuffer()

const file = (content: Uint8Array, file_name: string, file_type: string, who = alice) =>
  keep(app, who, content, { file_name, file_type })
const photo = await file(PHOTO, 'photo.jpg', 'image/jpeg')
const pdf = await file(PDF, 'Befund.pdf', 'application/pdf')
const text = await file(Buffer.from(TEXT), 'notes.txt', 'text/plain')
const letter = await file(pdfOf(['The fall', 'The ankle heals']), 'letter.pdf', 'application/pdf')
const report = await file(
  await wordOf(['Alles gut']),
  'report.docx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
)
const drawing = await file(SVG, 'drawing.svg', 'image/svg+xml')
const sketch = await file(PNG, 'sketch.png', 'image/png')
const loop = await file(LOOP, 'loop.svg', 'image/svg+xml')
const endless = await file(ENDLESS, 'endless.svg', 'image/svg+xml')
const heic = await file(QUARTERS, 'telephone.heic', 'image/heic')
const torn = await file(QUARTERS.subarray(0, 24), 'torn.heic', 'image/heic')
const liar = await file(PDF, 'not-a-picture.png', 'image/png')
const broken = await file(PHOTO.subarray(0, 5000), 'broken.jpg', 'image/jpeg')
const large = await file(Buffer.alloc(800 * 1024, 0xff), 'scan.bin', 'application/octet-stream')
const theirs = await file(PHOTO, 'secret.jpg', 'image/jpeg', bob)

const { applicationId } = await registered(app)
const described = await sendRequest(
  app,
  'POST',
  '/api/submission',
  bearer(alice, ['write']),
  submissionOf(
    applicationId,
    {
      ...createDocumentReference({
        ...{
          binaryId: pdf.binaryId,
          fileName: 'Befund.pdf',
          fileType: 'application/pdf',
          fileSize: PDF.length,
        },
        ...{ subjectDid: alice.did, description: 'After the fall', type: DOCUMENT_TYPE_CONCEPTS.LAB_REPORT },
      }),
    },
    uids.DocumentReference,
  ),
)
if (described.statusCode !== 201) throw new Error(described.body)

interface Part {
  readonly type: string
  readonly text: string
  readonly data: string
  readonly mimeType: string
  readonly resource: { readonly blob: string; readonly mimeType: string }
}
interface Answer {
  readonly isError?: boolean
  readonly content: readonly Part[]
  readonly structuredContent: Record<string, unknown> & {
    readonly documents: { readonly binaryId: string; readonly name: string }[]
  }
}

const callerOf = async (t: Test, era: (typeof ERAS)[number], token = tokenOf()) => {
  const client = await assistant(t, era, `${url}/mcp`, token)
  // With the list a client checks every answer against the schema that the tool declares.
  await client.listTools()
  return {
    client,
    call: async (name: string, given: object = {}): Promise<Answer> =>
      (await client.callTool({ name, arguments: { ...given } })) as never,
  }
}

for (const era of ERAS)
  t.test(`in the era of ${era}`, async t => {
    const { client, call } = await callerOf(t, era)

    await t.test('the list has every file, with what is told of it', async t => {
      const { content } = await call('my_document_references')
      t.match(
        content[0]?.text,
        `${pdf.binaryId},Befund.pdf,${PDF.length},application/pdf,Laboratory report (11502-2),After the fall,20`,
      )
      const { structuredContent, content: note } = await call('my_document_references', { structured: true })
      t.match(structuredContent, { total: 14, returned: 14 })
      t.notMatch(JSON.stringify(note), /Befund/, 'not twice')
      t.match(
        structuredContent.documents.find(({ binaryId }) => binaryId === pdf.binaryId),
        {
          ...{
            name: 'Befund.pdf',
            size: PDF.length,
            contentType: 'application/pdf',
            description: 'After the fall',
          },
          ...{ documentType: 'Laboratory report', documentTypeCode: '11502-2', date: /^\d{4}-/ },
        },
      )
      t.notMatch(JSON.stringify(structuredContent), /encryption_key|secret\.jpg|user-uploads/)
      const cases: [object, string[]][] = [
        [{ type: '11502-2' }, ['Befund.pdf']],
        [{ type: 'laboratory' }, ['Befund.pdf']],
        [{ contentType: 'text/plain' }, ['notes.txt']],
        [{ contentType: 'application/vnd*', limit: 1 }, []],
        [{ contentType: 'word' }, ['report.docx']],
        [{ contentType: 'PDFs', type: 'befund' }, ['Befund.pdf']],
        [{ type: 'after fall' }, ['Befund.pdf']],
        [{ contentType: '__proto__' }, []],
        [{ to: '2020' }, []],
      ]
      for (const [given, names] of cases)
        t.same(
          (
            await call('my_document_references', { ...given, structured: true })
          ).structuredContent.documents.map(({ name }) => name),
          names,
        )
      const none = await call('my_document_references', { type: 'x-ray' })
      t.match(none.content[0]?.text, /No file matches. The profile has: .*application\/pdf/)
      t.match(await call('my_document_references', { from: '2026-13', to: 'now' }), {
        ...{ isError: true, content: [{ text: /'from' is '2026-13'.*'to' is 'now'/ }] },
      })
    })

    await t.test('a picture comes upright, small, and without what the camera noted', async t => {
      const { content, structuredContent } = await call('my_document_content', { binaryId: photo.binaryId })
      t.match(structuredContent, { given: 'picture', name: 'photo.jpg', size: PHOTO.length })
      const picture = content.find(({ type }) => type === 'image')
      t.equal(picture?.mimeType, 'image/jpeg')
      t.ok((picture?.data.length ?? 0) < 1024 * 1024)
      const bytes = Buffer.from(picture?.data ?? '', 'base64')
      const { width = 0, height = 0, exif, orientation } = await sharp(bytes).metadata()
      t.ok(height > width && height <= 1568, `${width}×${height}`)
      t.same([exif, orientation], [undefined, undefined])
      t.notOk(bytes.includes('SECRET-PLACE'))
      t.match(await call('my_document_content'), { isError: true, content: [{ text: /binaryId/ }] })
    })

    await t.test('anything else comes as a URL that works once', async t => {
      for (const { binaryId } of [pdf, large]) {
        const { content, structuredContent } = await call('my_document_content', { binaryId })
        t.match(structuredContent, { given: 'url', expiresIn: 60 })
        t.notOk(content.some(({ type }) => type === 'image'))
        const lines = content[0]?.text.split('\n') ?? []
        t.ok(lines.includes(String(structuredContent['url'])), 'on a line of its own')
        t.match(content[0]?.text, /expires in 60 seconds and can only be used once/)
      }
      const { structuredContent } = await call('my_document_content', { binaryId: pdf.binaryId, as: 'url' })
      const download = await fetch(String(structuredContent['url']))
      t.ok(Buffer.from(await download.arrayBuffer()).equals(PDF))
      t.equal((await fetch(String(structuredContent['url']))).status, 404)
      t.match(
        (await call('my_document_content', { binaryId: photo.binaryId, as: 'url' })).structuredContent,
        { given: 'picture' },
        'a picture never does',
      )
    })

    await t.test('a HEIC of a telephone comes as JPEG', async t => {
      const { content, structuredContent } = await call('my_document_content', { binaryId: heic.binaryId })
      t.match(structuredContent, { given: 'picture' })
      t.match(
        content.find(({ type }) => type === 'image'),
        { mimeType: 'image/jpeg' },
      )
    })

    await t.test('a picture that cannot be shown says so, and comes as no URL', async t => {
      for (const [{ binaryId }, why] of [
        [broken, /is broken/],
        [liar, /holds none/],
        [torn, /is broken/],
        [loop, /too involved/],
        [endless, /too involved/],
      ] as const)
        for (const as of ['auto', 'url']) {
          // It occupies a processor for seconds: once is enough.
          if (binaryId === endless.binaryId && (as === 'url' || era !== ERAS[0])) continue
          const { content, structuredContent } = await call('my_document_content', { binaryId, as })
          t.same([structuredContent['given'], structuredContent['url']], ['none', undefined])
          t.match(content, [{ type: 'text', text: why }])
        }
    })

    await t.test('a PNG stays one, and an SVG is drawn as one, without what it links to', async t => {
      for (const [{ binaryId }, width] of [
        [sketch, 300],
        [drawing, 120],
      ] as const) {
        const { content } = await call('my_document_content', { binaryId })
        const picture = content.find(({ type }) => type === 'image')
        t.equal(picture?.mimeType, 'image/png')
        const seen = await sharp(Buffer.from(picture?.data ?? '', 'base64')).metadata()
        t.match(seen, { format: 'png', width, hasAlpha: true })
        t.equal(seen.exif, undefined)
      }
      t.equal(fetched, 0)
    })

    await t.test('a text is read piece by piece', async t => {
      let whole = ''
      let given: object = { binaryId: text.binaryId, as: 'text' }
      for (;;) {
        const { structuredContent, content } = await call('my_document_content', given)
        t.equal(structuredContent['text'], undefined, 'not twice')
        t.ok(
          JSON.stringify(structuredContent).length + content.map(part => part.text).join('').length <=
            100_000,
        )
        t.ok(tokensOf(JSON.stringify(structuredContent) + content.map(part => part.text).join('')) <= 10_000)
        whole += content[0]?.text
        t.equal(structuredContent['total'], TEXT.length)
        if (structuredContent['nextOffset'] === undefined) break
        given = { ...given, offset: structuredContent['nextOffset'] }
      }
      t.equal(whole, TEXT)
      const none = await call('my_document_content', { binaryId: pdf.binaryId, as: 'text' })
      t.match(none, { isError: true, content: [{ text: /it is broken.*"inline" or "url"/ }] })
      const page = await call('my_document_content', { binaryId: letter.binaryId, pages: '2' })
      t.match(page.content[0], { text: '[2 of 2]\nThe ankle heals' })
      t.match(page.structuredContent, { given: 'text', pages: 2 })
      const word = await call('my_document_content', {
        ...{ binaryId: report.binaryId, as: 'text', structured: true },
      })
      t.match(word.structuredContent, { given: 'text', text: 'Alles gut' })
      t.notMatch(JSON.stringify(word.content), /Alles gut/, 'not twice')
      for (const pages of ['9', '2-1'])
        t.match(await call('my_document_content', { binaryId: letter.binaryId, pages }), { isError: true })
    })

    await t.test('bytes are embedded where a client opens no URL', async t => {
      const { content } = await call('my_document_content', { binaryId: pdf.binaryId, as: 'inline' })
      t.match(content[0], { type: 'resource', resource: { mimeType: 'application/pdf' } })
      t.ok(Buffer.from(content[0]?.resource.blob ?? '', 'base64').equals(PDF))
      const active = await call('my_document_content', { binaryId: loop.binaryId, as: 'inline' })
      t.match(active.content[0]?.resource, { mimeType: 'application/octet-stream' }, 'an SVG is bytes')
      const tooLarge = await call('my_document_content', { binaryId: large.binaryId, as: 'inline' })
      t.match(tooLarge, { isError: true, content: [{ text: /as "url"/ }] })
    })

    await t.test("others' files and those that never were are the same", async t => {
      const answers = await Promise.all(
        [theirs.binaryId, crypto.randomUUID(), 'x', ''].flatMap(binaryId =>
          ['auto', 'url', 'text', 'inline'].map(as => call('my_document_content', { binaryId, as })),
        ),
      )
      t.equal(new Set(answers.map(answer => JSON.stringify(answer.content))).size, 1)
      t.match(answers[0], { isError: true, content: [{ text: /my_document_references/ }] })
    })

    await t.test('the same files are resources', async t => {
      const { resources } = await client.listResources()
      t.equal(resources.filter(({ uri }) => uri.startsWith('health://me/documents/')).length, 14)
      const read = async (binaryId: string) =>
        (await client.readResource({ uri: `health://me/documents/${binaryId}` })).contents[0]
      t.match(await read(photo.binaryId), { mimeType: 'image/jpeg', blob: String })
      t.match(await read(pdf.binaryId), { mimeType: 'application/pdf', blob: PDF.toString('base64') })
      const long = await read(text.binaryId)
      t.match(long, { mimeType: 'text/plain', text: TEXT.slice(0, 90_000) })
      t.match(long, {
        text: /of 150024 characters. my_document_content reads on: as "text", offset 99000\]$/,
      })
      await t.rejects(read(theirs.binaryId), { code: era === '2025-11-25' ? -32002 : -32602 })
    })
  })

t.test('a picture of too many points is not opened', async t => {
  const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const { binaryId } = await file(bomb, 'bomb.png', 'image/png')
  const { call } = await callerOf(t, '2025-11-25')
  t.match((await call('my_document_content', { binaryId })).structuredContent, { given: 'none' })
})

t.test('a file that is not as its owner sealed it is not given out', async t => {
  const altered = await file(Buffer.from('Befund'), 'a.txt', 'text/plain')
  await altered.alter(2)
  const { call } = await callerOf(t, '2025-11-25')
  const answer = await call('my_document_content', { binaryId: altered.binaryId, as: 'text' })
  t.match(answer, { isError: true })
  t.notMatch(JSON.stringify(answer), /Befund/)
})

t.test('each reading is in the trail, and none of what was refused', async t => {
  const carol = createKeyPair()
  const { binaryId } = await file(Buffer.from('x'), 'a.txt', 'text/plain', carol)
  const { call, client } = await callerOf(t, '2026-07-28', tokenOf(carol))
  await call('my_document_references')
  await call('my_document_content', { binaryId })
  await call('my_document_content', { binaryId: photo.binaryId })
  await client.listResources()
  const { entries } = (await sendRequest(app, 'GET', '/api/profile/audit', bearer(carol, ['read']))).json()
  t.match(entries, [
    { action: 'resources/list', records: [binaryId] },
    { action: 'my_document_content', records: [binaryId] },
    { action: 'my_document_references', records: [binaryId] },
  ])
  t.equal(entries.length, 3)
})
