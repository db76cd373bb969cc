/** A PDF, one page at a time, loaded on demand: the page as a picture, and its text for those who do not see it. */
import { useEffect, useId, useRef, useState } from 'react'
import { numberOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { openPdf, type Pdf } from './pdf.ts'

export interface PdfViewProps {
  readonly file: Blob
  readonly name: string
}

export function PdfView({ file, name }: PdfViewProps) {
  const [pdf, setPdf] = useState<Pdf>()
  const [isBroken, setBroken] = useState(false)
  const [page, setPage] = useState(1)
  /** The text of a page that is drawn. */
  const [drawn, setDrawn] = useState<{ readonly page: number; readonly text: string }>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const status = useId()
  useEffect(() => {
    const end = new AbortController()
    const fail = () => {
      if (!end.signal.aborted) setBroken(true)
    }
    openPdf(file, end.signal).then(setPdf, fail)
    return () => end.abort()
  }, [file])
  useEffect(() => {
    if (!pdf || !canvas.current) return
    const end = new AbortController()
    const fail = () => {
      if (!end.signal.aborted) setBroken(true)
    }
    pdf.draw(page, canvas.current, end.signal).then(text => {
      if (!end.signal.aborted) setDrawn({ page, text })
    }, fail)
    return () => end.abort()
  }, [pdf, page])
  if (isBroken) return <p role="status">{words.pdfBroken}</p>
  if (!pdf) return <p role="status">{words.moment}</p>
  const { pages } = pdf
  const place = words.pageOf({ page: numberOf(page), pages: numberOf(pages) })
  const turn = (to: number) => {
    if (to >= 1 && to <= pages) setPage(to)
  }
  return (
    <section className="pdf" aria-label={name}>
      {pages > 1 && (
        <div className="wq-buttons">
          <button
            type="button"
            className="wq-button"
            aria-disabled={page === 1}
            onClick={() => turn(page - 1)}
          >
            {words.pageBefore}
          </button>
          <button
            type="button"
            className="wq-button"
            aria-disabled={page === pages}
            onClick={() => turn(page + 1)}
          >
            {words.pageAfter}
          </button>
        </div>
      )}
      <p role="status" id={status}>
        {drawn?.page === page ? place : words.moment}
      </p>
      {/* Another page has another canvas: one cannot be drawn on twice at once. */}
      <canvas key={page} ref={canvas} role="img" aria-label={`${name}, ${place}`} />
      {drawn?.page === page &&
        (drawn.text === '' ? (
          <p>
            <small>{words.pageWithoutText}</small>
          </p>
        ) : (
          <details>
            <summary>{words.textOfPage}</summary>
            <p className="page-text" dir="auto">
              {drawn.text}
            </p>
          </details>
        ))}
    </section>
  )
}
