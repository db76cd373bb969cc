/** The type of a file, from its bytes and its name. */
import t from 'tap'
import { kindOfFile, typeOf } from '../profile/documents/file-type.ts'

const bytes = (text: string) => Uint8Array.from(text, each => each.charCodeAt(0))

t.test('the bytes of a file say more than its name', async t => {
  const pdf = '%PDF-1.7\n'
  const ftyp = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0`
  for (const [content, claimed, expected] of [
    [pdf, 'image/png', 'application/pdf'],
    [`\0\0${pdf}`, '', 'application/pdf'],
    [`${' '.repeat(1024)}${pdf}`, '', 'text/plain'],
    ['\x89PNG\r\n\x1a\n\0', 'application/pdf', 'image/png'],
    ['\xff\xd8\xff\xe0', '', 'image/jpeg'],
    ['RIFF\0\0\0\0WEBPVP8 ', '', 'image/webp'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav', 'audio/wav'],
    [ftyp('heic'), 'image/jpeg', 'image/heic'],
    [ftyp('mif1'), '', 'image/heif'],
    [ftyp('avif'), '', 'image/avif'],
    [ftyp('isom'), 'video/mp4', 'video/mp4'],
    [`${'\0'.repeat(128)}DICM`, '', 'application/dicom'],
    ['\0\x01\x02', 'application/dicom', 'application/dicom'],
    ['PK\x03\x04\0', 'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
    ['Dear Ada', '', 'text/plain'],
    ['a;b', 'text/csv', 'text/csv'],
    ['{}', 'application/json', 'application/json'],
    // A claim that the bytes do not bear out.
    ['no picture', 'image/png', 'text/plain'],
    ['\0\x01\x02', 'image/png', 'application/octet-stream'],
    ['\0\x01\x02', 'text/plain', 'application/octet-stream'],
    ['\xff\xfeA\0', '', 'application/octet-stream'],
    ['', '', 'application/octet-stream'],
  ] as const)
    t.equal(await typeOf(new File([bytes(content)], 'file', { type: claimed })), expected, expected)
  const cut = new TextEncoder().encode(`x${'ü'.repeat(4000)}`)
  t.equal(await typeOf(new File([cut], 'cut')), 'text/plain', 'a character that the head cuts')
})

t.test('a type has a word for people', t => {
  const kinds = {
    'application/pdf': 'pdf',
    'image/heic': 'photo',
    'image/png': 'picture',
    'application/dicom': 'scan',
    'text/csv': 'sheet',
    'text/plain': 'text',
    'application/fhir+json': 'text',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheet',
    'application/x-unknown': 'other',
    '': 'other',
  }
  for (const [type, kind] of Object.entries(kinds)) t.equal(kindOfFile(type), kind, type)
  t.end()
})
