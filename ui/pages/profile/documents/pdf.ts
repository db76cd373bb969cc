/**
 * Draws pages of a PDF by PDF.js, in a worker from the assets of this page. Scripts in the PDF never run, its links are
 * ink.
 */
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url'

/** Most points of the canvas, for a page of any shape. */
const MOST_POINTS = 9_000_000
/** Points of a picture in the PDF. */
const MOST_OF_PICTURE = 40_000_000
/** Maximum length of the text of a page in characters. */
const LONGEST = 20_000
/** Points in the width of a page, so that it can be enlarged. */
const WIDTH = 1600

/** The worker is the only script that it permits. */
const policy = globalThis.trustedTypes?.createPolicy('andiron-pdf', { createScriptURL: () => workerUrl })

export interface Pdf {
  /** The number of pages. */
  readonly pages: number
  /** Draws a page, counted from 1, and reads its text. @throws `AbortError` when `signal` fires */
  draw(number: number, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<string>
}

/** @throws if the PDF is damaged or locked, and `AbortError` when `signal` fires, which also ends the worker */
export async function openPdf(file: Blob, signal: AbortSignal): Promise<Pdf> {
  const port = new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' })
  signal.addEventListener('abort', () => port.terminate(), { once: true })
  const failed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    port.addEventListener('error', () => reject(new Error('The worker has failed')), { once: true })
  })
  failed.catch(() => {})
  const opened = getDocument({
    data: await file.arrayBuffer(),
    worker: PDFWorker.create({ port }),
    // The policy of the page permits neither.
    ...{ isEvalSupported: false, useWasm: false },
    // Nothing is fetched: fonts that the PDF lacks are those of the device.
    ...{ useWorkerFetch: false, useSystemFonts: true, enableXfa: false },
    ...{ maxImageSize: MOST_OF_PICTURE, verbosity: 0 },
  }).promise
  opened.catch(() => {})
  const pdf = await Promise.race([opened, failed])
  return {
    pages: pdf.numPages,
    async draw(number, canvas, ended) {
      const page = await Promise.race([pdf.getPage(number), failed])
      ended.throwIfAborted()
      const { width, height } = page.getViewport({ scale: 1 })
      const scale = Math.min(WIDTH / width, Math.sqrt(MOST_POINTS / (width * height)))
      const viewport = page.getViewport({ scale })
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      const task = page.render({ canvas, viewport })
      ended.addEventListener('abort', () => task.cancel(), { once: true })
      await Promise.race([task.promise, failed])
      const { items } = await Promise.race([page.getTextContent(), failed])
      page.cleanup()
      let text = ''
      for (const item of items) {
        if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
        if (text.length > LONGEST) break
      }
      return text.slice(0, LONGEST).trim()
    },
  }
}
