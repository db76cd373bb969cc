/** The tokens: colours with their contrast, type, space, radii, shadows, motion. */
import { contrastOf } from './contrast.ts'

const GROUNDS = ['bg', 'bg-sunken', 'surface', 'surface-2']
const TEXTS = ['ink', 'ink-2', 'ink-3', 'accent-ink', 'link', 'good', 'warn', 'bad']
const LINES = ['line', 'line-strong', 'accent', 'focus', 'series-1', 'series-2']
/** A text, and the fill that it is on. */
const FILLS = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['ink', 'accent-soft'],
  ['ink', 'accent-edge'],
  ['good', 'good-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
] as const
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl']
const WEIGHTS = ['mid', 'bold', 'head']
const SPACES = ['s1', 's2', 's3', 's4', 's5', 's6', 's8', 's16', 'target', 'target-big']
const RADII = ['sm', 'md', 'lg', 'full']
const MOTIONS = ['fast', 'calm', 'ease']

const css = (token: string): string => `var(--${token})`
const setOf = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)
const ratioOf = (token: string, on: string): string => contrastOf(token, on).toFixed(1)

interface OnGroundsProps {
  readonly title: string
  readonly tokens: readonly string[]
  /** True if they are colours of text. */
  readonly isText?: boolean
}

/** A row for each token, a column for each ground. */
const OnGrounds = ({ title, tokens, isText = false }: OnGroundsProps) => (
  <section>
    <h2>{title}</h2>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <div className="card scroll" tabIndex={0}>
      <table className="colours">
        <thead>
          <tr>
            <td />
            {GROUNDS.map(ground => (
              <th key={ground} scope="col">
                {ground}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tokens.map(token => (
            <tr key={token}>
              <th scope="row">{token}</th>
              {GROUNDS.map(ground => (
                <td key={ground} style={{ background: css(ground), ...(isText && { color: css(token) }) }}>
                  <span className="swatch" style={{ background: css(token) }} /> {ratioOf(token, ground)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

export const Tokens = () => (
  <>
    <p className="lede">
      Contrast by WCAG 2.2: 4.5 for text, 3 for the edge of a control, none for a hairline.
    </p>
    <OnGrounds title="Text" tokens={TEXTS} isText />
    <OnGrounds title="Lines and controls" tokens={LINES} />
    <section>
      <h2>Fills</h2>
      <ul className="plain samples">
        {FILLS.map(([text, fill]) => (
          <li key={fill} className="fill" style={{ background: css(fill), color: css(text) }}>
            {text} on {fill} {ratioOf(text, fill)}
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>Type</h2>
      {SIZES.map(size => (
        <p key={size} style={{ fontSize: css(`text-${size}`) }}>
          {size} {setOf(`text-${size}`)}: Your health
        </p>
      ))}
      {WEIGHTS.map(weight => (
        <p key={weight} style={{ fontWeight: css(`weight-${weight}`) }}>
          {weight} {setOf(`weight-${weight}`)}: Your health
        </p>
      ))}
      <p>
        <code>mono: 7c9f-4d21</code>
      </p>
    </section>
    <section>
      <h2>Space</h2>
      {SPACES.map(space => (
        <div key={space} className="measure">
          <code>
            {space} {setOf(space)}
          </code>
          <span style={{ inlineSize: css(space) }} />
        </div>
      ))}
    </section>
    <section>
      <h2>Radius and elevation</h2>
      <ul className="plain samples">
        {RADII.map(radius => (
          <li key={radius} className="box" style={{ borderRadius: css(`r-${radius}`) }}>
            r-{radius}
          </li>
        ))}
        {['shadow-1', 'shadow-2'].map(shadow => (
          <li key={shadow} className="box raised" style={{ boxShadow: css(shadow) }}>
            {shadow}
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>Motion</h2>
      <dl>
        {MOTIONS.map(motion => [
          <dt key={motion}>{motion}</dt>,
          <dd key={`${motion} value`}>
            <code>{setOf(motion)}</code>
          </dd>,
        ])}
      </dl>
    </section>
  </>
)
