/** Placeholders of the views of a profile. */
import type { IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { Bar, Reading, Rows, type RowsProps } from '../shell/placeholder.tsx'

/** One with a switch, in a card: lines under its name, and what can be unfolded. */
export const SwitchedRow = ({ lines }: { readonly lines: number }): ReactNode => (
  <ul className="card list" aria-hidden="true">
    <li className="switched">
      <Bar look="icon" />
      <Bar />
      <Bar look="toggle" />
      <ul className="plain">
        {Array.from({ length: lines }, (_, at) => (
          <li key={at}>
            <Bar />
          </li>
        ))}
      </ul>
      <p className="folded" />
    </li>
  </ul>
)

const Cards = ({ many }: RowsProps): ReactNode => (
  <ul className="cards">
    {Array.from({ length: many }, (_, at) => (
      <li key={at}>
        <div className="card trend">
          <Bar />
          <span className="metric">
            <Bar look="short" />
          </span>
          <Bar look="drawing" />
          <span className="finding">
            <Bar />
          </span>
        </div>
      </li>
    ))}
  </ul>
)

const Lede = (): ReactNode => (
  <p className="lede">
    <Bar />
  </p>
)

const Part = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <section>
    <h2>
      <Bar look="short" />
    </h2>
    {children}
  </section>
)

const VIEWS: Readonly<Partial<Record<IconName, () => ReactNode>>> = {
  overview: () => (
    <>
      <Lede />
      <div className="two">
        <div>
          <Part>
            <Cards many={4} />
          </Part>
          <Part>
            <Rows many={2} />
          </Part>
        </div>
        <Part>
          <Rows many={2} />
        </Part>
      </div>
    </>
  ),
  measurements: () => <Cards many={6} />,
  answers: () => <Rows many={4} />,
  documents: () => (
    <>
      <Rows many={2} />
      <div className="card">
        <Bar look="drawing" />
      </div>
    </>
  ),
  sharing: () => (
    <>
      <Lede />
      <Part>
        <SwitchedRow lines={2} />
      </Part>
      <Part>
        <SwitchedRow lines={1} />
      </Part>
    </>
  ),
  settings: () => (
    <>
      <Part>
        <Rows many={2} />
      </Part>
      <Part>
        <Rows many={3} />
      </Part>
    </>
  ),
}

const Events = (): ReactNode => (
  <>
    <Lede />
    <Rows many={6} />
  </>
)

/** A view without its data, as `timeline` and `activity` are lists of events; one sentence says so. */
export const Awaited = ({ of }: { readonly of: IconName }): ReactNode => (
  <Reading>{(VIEWS[of] ?? Events)()}</Reading>
)
