/** The place of what is not there yet: a drawing, and a sentence. */
import type { ReactNode } from 'react'

/** Lines on a ground of 96 by 64; `soft` ones are filled, `quiet` ones faint. */
const DRAWINGS = {
  measurements: (
    <>
      <rect className="soft" x="14" y="8" width="68" height="46" rx="8" />
      <path className="quiet" d="M24 20h48M24 31h48M24 42h48" />
      <path d="M24 40l11-9 10 5 11-15 9 7" />
      <circle className="point" cx="72" cy="22" r="3" />
    </>
  ),
  answers: (
    <>
      <rect className="soft" x="26" y="6" width="44" height="52" rx="6" />
      <path className="quiet" d="M46 20h16M46 33h16M46 46h10" />
      <path d="M34 20l2.5 2.5 4-5M34 33l2.5 2.5 4-5" />
      <circle className="quiet" cx="37" cy="46" r="3" />
    </>
  ),
  documents: (
    <>
      <path className="soft" d="M30 14a6 6 0 0 1 6-6h26v44a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6z" />
      <path className="fold" d="M54 6l14 14v32a6 6 0 0 1-6 6H40" />
      <path d="M54 6v14h14M40 34h18M40 42h18M40 50h10" />
    </>
  ),
  readers: (
    <>
      <path className="soft" d="M48 8l22 8v16c0 12-9 20-22 24-13-4-22-12-22-24V16z" />
      <path d="M34 32s5-8 14-8 14 8 14 8-5 8-14 8-14-8-14-8z" />
      <circle className="point" cx="48" cy="32" r="3.5" />
      <path className="quiet" d="M36 45l24-26" />
    </>
  ),
  applications: (
    <>
      <rect className="soft" x="16" y="10" width="64" height="44" rx="7" />
      <path d="M16 22h64" />
      <path className="quiet" d="M23 16h.1M30 16h.1M37 16h.1M42 34h28M42 43h18" />
      <rect x="24" y="30" width="11" height="15" rx="3" />
      <circle className="point" cx="70" cy="43" r="3.5" />
    </>
  ),
  timeline: (
    <>
      <rect className="soft" x="22" y="10" width="52" height="46" rx="7" />
      <path d="M22 24h52M36 5v10M60 5v10" />
      <path className="quiet" d="M34 35h6M45 35h6M56 35h6M34 45h6M45 45h6" />
      <circle className="point" cx="59" cy="45" r="3.5" />
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
    {DRAWINGS[of]}
  </svg>
)

export const Empty = ({ of, children }: EmptyProps): ReactNode => (
  <div className="empty">
    <EmptyDrawing of={of} />
    <p>{children}</p>
  </div>
)
