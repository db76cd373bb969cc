/** Placeholders of what is awaited, about as large as it will be. Screen readers skip them. */
import type { ReactNode } from 'react'
import { words } from './language/page-texts.ts'

type Look = '' | 'short' | 'icon' | 'square' | 'toggle' | 'drawing' | 'days'

/** A line of text. */
export const Bar = ({ look = '' }: { readonly look?: Look }): ReactNode => (
  <span className={`placeholder ${look}`} aria-hidden="true" />
)

export interface RowsProps {
  readonly many: number
}

/** Lines with an icon, in a card. */
export const Rows = ({ many }: RowsProps): ReactNode => (
  <ul className="card list" aria-hidden="true">
    {Array.from({ length: many }, (_, at) => (
      <li key={at} className="event">
        <Bar look="square" />
        <Bar />
      </li>
    ))}
  </ul>
)

/** Placeholders in place of a view; one sentence says so. */
export const Reading = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <>
    <p role="status" className="wq-visually-hidden">
      {words.moment}
    </p>
    <div className="awaited" aria-hidden="true">
      {children}
    </div>
  </>
)
