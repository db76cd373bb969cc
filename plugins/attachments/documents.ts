/** The text of PDF and office documents, extracted in a thread of the sandbox. */
import { defineTask, NotUnderstood, type Sandbox, TooExpensive, urlOfPackage } from '../../core/index.ts'
import type { DocumentInput, DocumentOutput } from './document-task.ts'
import { NoTextInDocument } from './errors.ts'

const TASK = defineTask<DocumentInput, DocumentOutput>('./document-task', import.meta.url)

/** The build for Node.js of the optional package. */
const PDF_JS = 'pdfjs-dist/legacy/build/pdf.mjs'
/** The cost limits of one document: a PDF of 500 pages takes about two seconds. */
const BUDGET = { milliseconds: 8_000, megabytes: 256 } as const

export interface DocumentText {
  readonly text: string
  /** Pages of a PDF, slides, or sheets. */
  readonly pages: number
}

/** The kind of a document, by its first bytes. */
export function documentKind(bytes: Uint8Array): 'pdf' | 'office' | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (head.includes('%PDF-')) return 'pdf'
  return head.startsWith('PK\x03\x04') ? 'office' : undefined
}

/** Reads documents, PDF if the package is installed. */
export class Documents {
  readonly #sandbox: Sandbox
  readonly #pdfjs: string | undefined

  constructor(sandbox: Sandbox, pdfjs = PDF_JS) {
    this.#sandbox = sandbox
    this.#pdfjs = urlOfPackage(pdfjs)
  }

  /**
   * The text of a document, or of some of its pages.
   * @param caller - the key for fair sharing of threads
   * @throws NoTextInDocument with the reason, NotUnderstood for pages that it does not have, SandboxFull
   */
  async text(
    bytes: Uint8Array,
    { pages, caller }: { readonly pages?: string | undefined; readonly caller: string },
  ): Promise<DocumentText> {
    const isPdf = documentKind(bytes) === 'pdf'
    if (isPdf && this.#pdfjs === undefined)
      throw new NoTextInDocument('this deployment reads no PDF, for it lacks the package pdfjs-dist')
    const range = pages === undefined ? undefined : rangeOf(pages)
    const output = await this.#run({ bytes, pages: range, ...(isPdf && { pdfjs: this.#pdfjs }) }, caller)
    if ('fails' in output) {
      if (output.fails === 'range')
        throw new NotUnderstood(`'pages' is '${pages}', and the document has ${output.pages}.`)
      throw new NoTextInDocument(REASONS[output.fails])
    }
    if (output.text.replaceAll(/\[\d+ of \d+\]|\s/g, '') === '')
      throw new NoTextInDocument('it holds pictures of pages and no letters, as a scan does')
    return output
  }

  async #run(input: DocumentInput, caller: string): Promise<DocumentOutput> {
    try {
      return await this.#sandbox.run(TASK, input, { ...BUDGET, key: caller })
    } catch (error) {
      if (error instanceof TooExpensive) throw new NoTextInDocument('it is too involved: ask for a few pages')
      throw error
    }
  }
}

const REASONS = {
  broken: 'it is broken, or unpacks to too much',
  encrypted: 'it is protected by a password',
  unknown: 'it is an archive and none of Word, Excel, PowerPoint or OpenDocument',
} as const

function rangeOf(pages: string): readonly [number, number] {
  const [first = 1, last = first] = pages.split('-').map(Number)
  if (first < 1 || last < first) throw new NotUnderstood(`'pages' is '${pages}': write 3, or 2-5.`)
  return [first, last]
}
