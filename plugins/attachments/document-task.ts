/** A worker module: extracts the text of one PDF or office document, with limits on what it unpacks. */
import { fromBuffer, type ZipFile } from 'yauzl'

export interface DocumentInput {
  /** URL of `pdf.mjs`; absent if the package is not installed. */
  readonly pdfjs?: string | undefined
  readonly bytes: Uint8Array
  /** First and last page, from 1; all pages without it. */
  readonly pages?: readonly [number, number] | undefined
}

/** The text, or the reason why there is none. */
export type DocumentOutput =
  | { readonly text: string; readonly pages: number }
  | { readonly fails: 'broken' | 'encrypted' | 'unknown' | 'range'; readonly pages?: number }

/** Maximum characters that are extracted. */
const LONGEST = 2_000_000
/** Maximum entries of an archive, and maximum bytes of all that is unpacked of it. */
const MOST_ENTRIES = 5_000
const MOST_UNPACKED = 48 * 1024 * 1024
const MOST_PAGES = 5_000

// pdf.js prints warnings with content of the file to the console.
Object.assign(console, { log: nothing, warn: nothing, error: nothing, info: nothing })

export default async function extract({ pdfjs, bytes, pages }: DocumentInput): Promise<DocumentOutput> {
  try {
    const parts = pdfjs === undefined ? await officeParts(bytes) : await pdfPages(pdfjs, bytes, pages)
    if ('fails' in parts) return parts
    const { texts, total, isNumbered } = parts
    const [first, last] = pages ?? [1, total]
    if (first > total) return { fails: 'range', pages: total }
    const chosen = pdfjs === undefined ? texts.slice(first - 1, last) : texts
    let text = ''
    for (const [at, each] of chosen.entries()) {
      text += `${isNumbered ? `${at ? '\n\n' : ''}[${first + at} of ${total}]\n` : ''}${each.trim()}`
      if (text.length > LONGEST) break
    }
    return { text: text.slice(0, LONGEST), pages: total }
  } catch (error) {
    return { fails: (error as Error).name === 'PasswordException' ? 'encrypted' : 'broken' }
  }
}

function nothing(): void {}

interface Parts {
  readonly texts: readonly string[]
  readonly total: number
  readonly isNumbered: boolean
}

interface PdfJs {
  getDocument(options: object): {
    readonly promise: Promise<{
      readonly numPages: number
      getPage(page: number): Promise<{ getTextContent(): Promise<{ readonly items: readonly PdfItem[] }> }>
    }>
  }
}
interface PdfItem {
  readonly str?: string
  readonly hasEOL?: boolean
}

async function pdfPages(url: string, bytes: Uint8Array, pages: DocumentInput['pages']): Promise<Parts> {
  const { getDocument } = (await import(url)) as PdfJs
  const document = await getDocument({
    data: new Uint8Array(bytes),
    // Nothing is compiled, fetched, or drawn; XFA forms are programs.
    ...{ isEvalSupported: false, enableXfa: false, disableFontFace: true, useSystemFonts: false },
    ...{ useWorkerFetch: false, maxImageSize: 1, isOffscreenCanvasSupported: false, verbosity: 0 },
    ...{ cMapUrl: new URL('../../cmaps/', url).href.replace('file://', ''), cMapPacked: true },
  }).promise
  const total = document.numPages
  const [first, last] = pages ?? [1, total]
  const texts: string[] = []
  let length = 0
  for (let page = first; page <= Math.min(last, total, first + MOST_PAGES) && length <= LONGEST; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map(({ str = '', hasEOL = false }) => (hasEOL ? `${str}\n` : str)).join('')
    texts.push(text)
    length += text.length
  }
  return { texts, total, isNumbered: true }
}

/** By the name of an entry that only this format has. */
async function officeParts(bytes: Uint8Array): Promise<Parts | { readonly fails: 'unknown' }> {
  const files = await unpack(bytes)
  const numbered = (pattern: RegExp): string[] =>
    [...files]
      .flatMap(([name, xml]) => {
        const number = pattern.exec(name)?.[1]
        return number === undefined ? [] : [{ number: Number(number), xml }]
      })
      .sort((a, b) => a.number - b.number)
      .map(({ xml }) => xml)
  const document = files.get('word/document.xml')
  if (document !== undefined) return whole(wordText(document))
  const slides = numbered(/^ppt\/slides\/slide(\d{1,5})\.xml$/)
  if (slides.length > 0) return parts(slides.map(xml => textIn(xml, { text: 'a:t', line: ['a:p', 'a:br'] })))
  const sheets = numbered(/^xl\/worksheets\/sheet(\d{1,5})\.xml$/)
  if (sheets.length > 0) {
    const shared = sharedStrings(files.get('xl/sharedStrings.xml') ?? '')
    return parts(sheets.map(xml => sheetText(xml, shared)))
  }
  const content = files.get('content.xml')
  if (content === undefined) return { fails: 'unknown' }
  return whole(
    textIn(content, {
      line: ['text:p', 'text:h', 'table:table-row'],
      cell: ['table:table-cell', 'text:tab'],
    }),
  )
}

const whole = (text: string): Parts => ({ texts: [text], total: 1, isNumbered: false })
const parts = (texts: readonly string[]): Parts => ({ texts, total: texts.length, isNumbered: true })

const WANTED =
  /^(?:word\/document\.xml|content\.xml|ppt\/slides\/slide\d{1,5}\.xml|xl\/sharedStrings\.xml|xl\/worksheets\/sheet\d{1,5}\.xml)$/

/** The wanted entries; an archive that unpacks to more than it declares, or to too much, is broken. */
function unpack(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error || !zip) return reject(error ?? new Error('no archive'))
      const files = new Map<string, string>()
      let spent = 0
      let seen = 0
      zip.on('error', reject).on('end', () => resolve(files))
      zip.on('entry', entry => {
        seen += 1
        if (seen > MOST_ENTRIES) return reject(new Error('too many entries'))
        if (!WANTED.test(entry.fileName)) return zip.readEntry()
        spent += entry.uncompressedSize
        if (spent > MOST_UNPACKED) return reject(new Error('too large'))
        read(zip, entry).then(text => {
          files.set(entry.fileName, text)
          zip.readEntry()
        }, reject)
      })
      zip.readEntry()
    })
  })
}

function read(zip: ZipFile, entry: Parameters<ZipFile['openReadStream']>[0]): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(error ?? new Error('no entry'))
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    })
  })
}

/** The tags of a markup text with the text before each; linear, and no entity is expanded. */
function* tagsOf(
  xml: string,
): Generator<{ readonly before: string; readonly name: string; readonly tag: string }> {
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at)
    if (open < 0) return
    const close = xml.indexOf('>', open)
    if (close < 0) return
    const tag = xml.slice(open + 1, close)
    const end = tag.search(/[\s/]/)
    const name = tag.startsWith('/') ? tag : end < 0 ? tag : tag.slice(0, end)
    yield { before: xml.slice(at, open), name, tag }
    at = close + 1
  }
}

interface Reading {
  /** The only element with text; all text counts without it. */
  readonly text?: string
  /** Elements that end a line. */
  readonly line?: readonly string[]
  /** Elements that end a cell. */
  readonly cell?: readonly string[]
}

function textIn(xml: string, { text, line = [], cell = [] }: Reading): string {
  const lines = new Set(line.flatMap(name => [`/${name}`]))
  const cells = new Set(cell.flatMap(name => [`/${name}`]))
  let found = ''
  let isText = text === undefined
  for (const { before, name, tag } of tagsOf(xml)) {
    if (isText) found += decoded(before)
    if (text !== undefined && (name === text || name === `/${text}`))
      isText = name === text && !tag.endsWith('/')
    const ended = tag.endsWith('/') && !name.startsWith('/') ? `/${name}` : name
    if (lines.has(ended)) found += '\n'
    else if (cells.has(ended)) found += '\t'
    if (found.length > LONGEST) break
  }
  return found.replaceAll(/[ \t]+\n/g, '\n').replaceAll(/\n{3,}/g, '\n\n')
}

const wordText = (xml: string): string =>
  textIn(xml, { text: 'w:t', line: ['w:p', 'w:br'], cell: ['w:tc', 'w:tab'] })

function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let current = ''
  let isText = false
  for (const { before, name, tag } of tagsOf(xml)) {
    if (isText) current += decoded(before)
    if (name === 't' || name === '/t') isText = name === 't' && !tag.endsWith('/')
    else if (name === '/si') {
      strings.push(current)
      current = ''
    }
  }
  return strings
}

function sheetText(xml: string, shared: readonly string[]): string {
  let found = ''
  let cells: string[] = []
  let type = ''
  let value = ''
  let isValue = false
  for (const { before, name, tag } of tagsOf(xml)) {
    if (isValue) value += decoded(before)
    if (name === 'c') {
      type = /\bt="(\w+)"/.exec(tag)?.[1] ?? ''
      value = ''
    } else if (name === 'v' || name === 't') isValue = !tag.endsWith('/')
    else if (name === '/v' || name === '/t') isValue = false
    else if (name === '/c') cells.push(type === 's' ? (shared[Number(value)] ?? '') : value)
    else if (name === '/row') {
      found += `${cells.join('\t')}\n`
      cells = []
    }
    if (found.length > LONGEST) break
  }
  return found
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/g, (whole, hex, decimal, name) => {
        if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
        const point = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
        return point > 0x10ffff ? whole : String.fromCodePoint(point)
      })
    : text
