/** The text of documents: what is read, and what a hostile file costs. */
import t from 'tap'
import { Sandbox } from '../../../core/sandbox/sandbox.ts'
import { textOf } from '../content.ts'
import { Documents, documentKind } from '../documents.ts'
import { archiveOf, openDocumentOf, pdfOf, sheetOf, slidesOf, wordOf } from './fixtures/documents.ts'

const sandbox = new Sandbox()
t.teardown(() => sandbox.close())
const documents = new Documents(sandbox)
const read = async (bytes: Uint8Array, pages?: string) => documents.text(bytes, { pages, caller: 'alice' })

t.test('a PDF page by page', async t => {
  const pdf = pdfOf(['First finding', 'Second finding', 'Third finding'])
  t.same(await read(pdf), {
    text: '[1 of 3]\nFirst finding\n\n[2 of 3]\nSecond finding\n\n[3 of 3]\nThird finding',
    pages: 3,
  })
  t.same(await read(pdf, '2'), { text: '[2 of 3]\nSecond finding', pages: 3 })
  t.same(await read(pdf, '2-9'), { text: '[2 of 3]\nSecond finding\n\n[3 of 3]\nThird finding', pages: 3 })
  await t.rejects(read(pdf, '4'), {
    code: 'AND_NOT_UNDERSTOOD',
    message: /'pages' is '4', and the document has 3/,
  })
  for (const pages of ['0', '3-2']) await t.rejects(read(pdf, pages), { code: 'AND_NOT_UNDERSTOOD' })
})

t.test('office documents', async t => {
  t.match(await read(await wordOf(['Befund &amp; Verlauf', 'Alles gut &lol;'])), {
    text: 'Befund & Verlauf\nAlles gut &lol;',
  })
  t.match(await read(await sheetOf()), { text: '[1 of 1]\nDatum\tPuls\n2026-03-01\t64', pages: 1 })
  t.match(await read(await slidesOf()), { text: '[1 of 2]\nFirst\n\n[2 of 2]\nSecond' })
  t.match(await read(await slidesOf(), '2'), { text: '[2 of 2]\nSecond' })
  t.match(await read(await openDocumentOf()), { text: 'Titel\nGrüße & mehr' })
})

t.test('texts in the encodings of people', t => {
  const words = 'Größe: 1,78 m\nBefund: „gut“\n'
  t.equal(textOf(Buffer.from(words)), words)
  t.equal(textOf(Buffer.from(`\ufeff${words}`, 'utf16le')), words)
  t.equal(textOf(Buffer.from(`\ufeff${words}`, 'utf16le').swap16()), words)
  t.equal(textOf(Buffer.from('Puls: 64', 'utf16le')), 'Puls: 64', 'without a mark')
  t.equal(textOf(Buffer.from('Größe: 1,78 m', 'latin1')), 'Größe: 1,78 m')
  t.equal(textOf(Buffer.from([0x93, ...Buffer.from('quoted text'), 0x94])), '“quoted text”')
  for (const bytes of [Buffer.alloc(1000, 0xff), Buffer.from('a\0b'), Buffer.from('\x01\x02')])
    t.equal(textOf(bytes), undefined)
  t.equal(textOf(Buffer.alloc(0)), '')
  t.end()
})

t.test('a document without text says why', async t => {
  const cases: [string, Buffer | Promise<Buffer>, RegExp][] = [
    ['a scan', pdfOf(['']), /pictures of pages/],
    ['a torn PDF', Buffer.from('%PDF-1.7\n\x00\xff binary'), /broken/],
    ['another archive', archiveOf({ 'a.txt': 'x' }), /archive and none of Word/],
    ['a torn archive', (await wordOf(['x'])).subarray(0, 60), /broken/],
    ['an encrypted PDF', Buffer.from(encrypted()), /password|broken/],
  ]
  for (const [what, bytes, reason] of cases)
    await t.rejects(read(await bytes), { code: 'AND_NO_TEXT_IN_DOCUMENT', message: reason }, what)
  const none = new Documents(sandbox, 'pdfjs-dist-that-is-not-installed')
  await t.rejects(none.text(pdfOf(['x']), { caller: 'alice' }), { message: /lacks the package pdfjs-dist/ })
})

t.test('a hostile document costs a bounded time and no more memory than its thread has', async t => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  const bomb = await archiveOf({ 'word/document.xml': zeros })
  t.ok(bomb.length < 200_000)
  await t.rejects(read(bomb), { message: /unpacks to too much/ })
  const liar = Buffer.from(await archiveOf({ 'word/document.xml': Buffer.alloc(8 * 1024 * 1024) }))
  // The central directory declares fewer bytes than there are.
  liar.writeUInt32LE(100, liar.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  await t.rejects(read(liar), { message: /broken/ })
  const shared = await archiveOf({
    'xl/sharedStrings.xml': `<si><t>${'x'.repeat(100_000)}</t></si>`,
    'xl/worksheets/sheet1.xml': `<row>${'<c t="s"><v>0</v></c>'.repeat(100_000)}</row>`,
  })
  const { text } = await read(shared).catch(() => ({ text: '' }))
  t.ok(text.length <= 2_000_000, `${text.length} characters`)
  const open = await archiveOf({ 'content.xml': '<'.repeat(2_000_000) })
  await t.rejects(read(open), { code: 'AND_NO_TEXT_IN_DOCUMENT' })
  const entries = Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`${at}.xml`, 'x']))
  await t.rejects(read(await archiveOf(entries)), { message: /broken/ })
  const circle = pdfOf(['x']).toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]')
  await t.rejects(read(Buffer.from(circle, 'latin1')), { code: 'AND_NO_TEXT_IN_DOCUMENT' })
  t.match(await read(pdfOf(['still here'])), { text: /still here/ }, 'and the next one is read')
})

t.test('the kind is that of the bytes', t => {
  t.equal(documentKind(pdfOf(['x'])), 'pdf')
  t.equal(documentKind(Buffer.from('PK\x03\x04')), 'office')
  t.equal(documentKind(Buffer.from('text')), undefined)
  t.end()
})

/** A PDF whose encryption dictionary demands a password. */
function encrypted(): Buffer {
  const text = pdfOf(['secret']).toString('latin1')
  const entry = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) >> /ID [(id) (id)]`
  return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R ${entry}`), 'latin1')
}
