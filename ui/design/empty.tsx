/** The place of what is not there yet: a drawing, and a sentence. */
import type { ReactNode } from 'react'

/**
 * Drawings of one family, on a ground of 96 by 64: a soft disc, before it a `paper` in quiet lines, and one gesture in
 * the colour of the theme.
 */
const DRAWINGS = {
  measurements: (
    <>
      <rect className="paper" x="20" y="13" width="56" height="40" rx="6" />
      <path className="quiet" d="M28 45h40" />
      <path d="M28 38l9-7 9 4 9-11 9-3" />
      <circle className="point" cx="65" cy="21" r="3.5" />
    </>
  ),
  answers: (
    <>
      <rect className="paper" x="31" y="8" width="34" height="48" rx="6" />
      <path className="quiet" d="M49 20h9M49 32h9M49 44h9" />
      <path d="M37.5 20l2.5 2.5 4.5-5" />
      <circle className="quiet" cx="41" cy="32" r="2.5" />
      <circle className="quiet" cx="41" cy="44" r="2.5" />
    </>
  ),
  documents: (
    <>
      <rect className="paper" x="27" y="13" width="32" height="41" rx="6" />
      <path className="paper" d="M57 7H43a6 6 0 0 0-6 6v31a6 6 0 0 0 6 6h20a6 6 0 0 0 6-6V19z" />
      <path className="quiet" d="M45 29h16M45 36h16M45 43h9" />
      <path d="M57 7v8a4 4 0 0 0 4 4h8" />
    </>
  ),
  readers: (
    <>
      <path className="paper" d="M48 7l20 7v16c0 12-8 20-20 26-12-6-20-14-20-26V14z" />
      <path d="M37 28c3 4.5 7 6.5 11 6.5s8-2 11-6.5M48 34.5v4.5M40.5 32.6l-2.5 4M55.5 32.6l2.5 4" />
    </>
  ),
  applications: (
    <>
      <rect className="paper" x="20" y="12" width="56" height="41" rx="6" />
      <path className="quiet" d="M20 22h56M27 17h.1M32 17h.1M49 34h19M49 42h12" />
      <path d="M31 30h8a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-8a3 3 0 0 1-3-3V33a3 3 0 0 1 3-3zM35 35v6M32 38h6" />
    </>
  ),
  timeline: (
    <>
      <rect className="paper" x="26" y="12" width="44" height="42" rx="6" />
      <path className="quiet" d="M38 8v8M58 8v8M26 24h44M36 34h3M46.5 34h3M57 34h3M36 44h3M46.5 44h3" />
      <circle className="point" cx="58.5" cy="44" r="3.5" />
    </>
  ),
} as const

export interface EmptyDrawingProps {
  readonly of: keyof typeof DRAWINGS
}

export interface EmptyProps extends EmptyDrawingProps {
  readonly children: ReactNode
}

export const EmptyDrawing = ({ of }: EmptyDrawingProps): ReactNode => (
  <svg className="drawing" viewBox="0 0 96 64" aria-hidden="true">
    <circle className="soft" cx="48" cy="32" r="29" />
    {DRAWINGS[of]}
  </svg>
)

export const Empty = ({ of, children }: EmptyProps): ReactNode => (
  <div className="empty">
    <EmptyDrawing of={of} />
    <p>{children}</p>
  </div>
)
