/** The colours of a theme: the tokens that follow from them, and their contrast wherever they are used. */
import { contrastOf, hexOf, oklchOf } from './colour.ts'

/** Colours in hex; what is absent is that of the design. */
export interface Colours {
  readonly accent?: string
  readonly accentDark?: string
  readonly background?: string
  readonly backgroundDark?: string
}

/** A colour that cannot be read or seen somewhere. */
export interface ColourFault {
  readonly field: keyof Colours
  /** The text or part of a page that is affected. */
  readonly use: string
  readonly ratio: number
  readonly least: number
  /** The nearest colour of the same hue that has no fault. */
  readonly nearest?: string
}

type Scheme = 'light' | 'dark'
type Triple = readonly [l: number, c: number, h: number]
type Tokens = Readonly<Record<string, string>>

/** The tokens of `ui/design/tokens.css` that a theme replaces, or that are read on them. */
export const DESIGN: Readonly<Record<Scheme, Readonly<Record<string, Triple>>>> = {
  light: {
    bg: [0.972, 0.007, 75],
    'bg-sunken': [0.948, 0.009, 72],
    surface: [0.995, 0.003, 85],
    'surface-2': [0.966, 0.007, 75],
    'line-strong': [0.61, 0.016, 60],
    ink: [0.245, 0.014, 50],
    'ink-2': [0.405, 0.016, 55],
    'ink-3': [0.48, 0.016, 58],
    accent: [0.525, 0.15, 37],
    'accent-hover': [0.465, 0.14, 37],
    'accent-ink': [0.48, 0.142, 37],
    'accent-soft': [0.948, 0.026, 48],
    'accent-edge': [0.84, 0.07, 45],
    'on-accent': [0.99, 0.006, 70],
    link: [0.455, 0.13, 255],
    focus: [0.5, 0.17, 255],
    good: [0.42, 0.09, 158],
    warn: [0.44, 0.095, 72],
    bad: [0.46, 0.175, 18],
  },
  dark: {
    bg: [0.178, 0.007, 55],
    'bg-sunken': [0.152, 0.006, 55],
    surface: [0.218, 0.008, 55],
    'surface-2': [0.258, 0.009, 55],
    'line-strong': [0.58, 0.014, 60],
    ink: [0.945, 0.008, 75],
    'ink-2': [0.8, 0.01, 70],
    'ink-3': [0.72, 0.012, 65],
    accent: [0.735, 0.128, 47],
    'accent-hover': [0.79, 0.112, 50],
    'accent-ink': [0.785, 0.112, 50],
    'accent-soft': [0.285, 0.042, 43],
    'accent-edge': [0.42, 0.075, 43],
    'on-accent': [0.19, 0.03, 45],
    link: [0.78, 0.095, 250],
    focus: [0.8, 0.11, 245],
    good: [0.8, 0.12, 158],
    warn: [0.84, 0.12, 82],
    bad: [0.78, 0.125, 16],
  },
}

const GROUNDS = ['bg', 'bg-sunken', 'surface', 'surface-2'] as const
const ACCENTS = ['accent', 'accent-hover', 'accent-ink', 'accent-soft', 'accent-edge', 'on-accent'] as const
const TEXTS = ['ink', 'ink-2', 'ink-3', 'link', 'good', 'warn', 'bad'] as const

/** Contrast of text, and of what shows a control or its state: WCAG 2.2, criteria 1.4.3 and 1.4.11. */
const TEXT = 4.5
const CONTROL = 3

interface Use {
  readonly use: string
  readonly tokens: readonly string[]
  readonly on: readonly string[]
  readonly least: number
}

const OF_ACCENT: readonly Use[] = [
  {
    use: 'the text of a button',
    tokens: ['on-accent'],
    on: ['accent', 'accent-hover', 'accent-ink'],
    least: TEXT,
  },
  { use: 'a control on the page', tokens: ['accent'], on: GROUNDS, least: CONTROL },
  { use: 'coloured text', tokens: ['accent-ink'], on: [...GROUNDS, 'accent-soft'], least: TEXT },
  { use: 'text on a selected answer', tokens: ['ink', 'ink-2'], on: ['accent-soft'], least: TEXT },
]

const OF_BACKGROUND: readonly Use[] = [
  { use: 'text', tokens: TEXTS, on: GROUNDS, least: TEXT },
  { use: 'the edge of a control', tokens: ['line-strong', 'focus'], on: GROUNDS, least: CONTROL },
]

/** Every fault of the colours that are given. */
export const faultsOf = (colours: Colours): ColourFault[] => SCHEMES.flatMap(each => faultsIn(each, colours))

/** The style sheet that replaces the tokens; empty if no colour is given. */
export function styleOf(colours: Colours): string {
  const [light, dark] = SCHEMES.map(scheme => tokensOf(scheme, givenIn(scheme, colours))) as [Tokens, Tokens]
  const replaced = [
    ...(colours.accent || colours.accentDark ? ACCENTS : []),
    ...(colours.background || colours.backgroundDark ? GROUNDS : []),
  ]
  const lines = replaced.map(token => `  --${token}: light-dark(${light[token]}, ${dark[token]});\n`)
  return lines.length === 0 ? '' : `:root {\n${lines.join('')}}\n`
}

/** The colours of the ground of a page. */
export const groundsOf = (colours: Colours): Readonly<Record<Scheme, string>> => ({
  light: tokensOf('light', givenIn('light', colours))['bg'] ?? '',
  dark: tokensOf('dark', givenIn('dark', colours))['bg'] ?? '',
})

/** The colours of one scheme. */
interface Given {
  readonly accent?: string | undefined
  readonly background?: string | undefined
}

const SCHEMES = ['light', 'dark'] as const
const FIELDS = { light: ['accent', 'background'], dark: ['accentDark', 'backgroundDark'] } as const

/** An accent for light alone is made as light as it must be for dark. */
function givenIn(scheme: Scheme, { accent, accentDark, background, backgroundDark }: Colours): Given {
  if (scheme === 'light') return { accent, background }
  const given = { background: backgroundDark }
  if (accentDark !== undefined || accent === undefined) return { ...given, accent: accentDark }
  const { c, h } = oklchOf(accent)
  const start = hexOf({ l: DESIGN.dark['accent']?.[0] ?? 0, c: c * 0.85, h })
  const isLegible = (accent: string) =>
    failing(OF_ACCENT, tokensOf('dark', { ...given, accent })).length === 0
  return { ...given, accent: isLegible(start) ? start : (nearestTo(start, isLegible) ?? start) }
}

function faultsIn(scheme: Scheme, colours: Colours): ColourFault[] {
  const [accentField, backgroundField] = FIELDS[scheme]
  const accent = colours[accentField]
  const given = givenIn(scheme, colours)
  // An accent that is given is at fault itself, and one that is made follows the background.
  const uses = given.accent === undefined ? [...OF_BACKGROUND, ...OF_ACCENT] : OF_BACKGROUND
  const ofBackground =
    given.background === undefined
      ? []
      : faultsAt(backgroundField, given.background, uses, background => tokensOf(scheme, { background }))
  // Beside a background at fault, the accent is compared with that of the design.
  const background = ofBackground.length === 0 ? given.background : undefined
  const ofAccent =
    accent === undefined
      ? []
      : faultsAt(accentField, accent, OF_ACCENT, accent => tokensOf(scheme, { accent, background }))
  return [...ofAccent, ...ofBackground]
}

function faultsAt(
  field: keyof Colours,
  colour: string,
  uses: readonly Use[],
  tokens: (colour: string) => Tokens,
): ColourFault[] {
  const faults = failing(uses, tokens(colour))
  if (faults.length === 0) return []
  const nearest = nearestTo(colour, each => failing(uses, tokens(each)).length === 0)
  return faults.map(fault => ({ field, ...fault, ...(nearest !== undefined && { nearest }) }))
}

/** The uses without enough contrast, each with its lowest ratio. */
const failing = (uses: readonly Use[], tokens: Tokens) =>
  uses.flatMap(({ use, tokens: names, on, least }) => {
    const ratios = names.flatMap(name =>
      on.map(ground => contrastOf(tokens[name] ?? '', tokens[ground] ?? '')),
    )
    const ratio = Math.min(...ratios)
    return ratio < least ? [{ use, ratio, least }] : []
  })

/** Steps of lightness in which a colour is looked for. */
const STEPS = 500

/** The colour of the same hue and the nearest lightness that passes. */
function nearestTo(colour: string, passes: (hex: string) => boolean): string | undefined {
  const { l, ...rest } = oklchOf(colour)
  for (let step = 1; step <= STEPS; step++)
    for (const lightness of [l - step / STEPS, l + step / STEPS]) {
      if (lightness < 0 || lightness > 1) continue
      const hex = hexOf({ ...rest, l: lightness })
      if (passes(hex)) return hex
    }
  return undefined
}

/** The tokens of one scheme: those of the design, and those that follow from the given colours. */
const tokensOf = (scheme: Scheme, { accent, background }: Given): Tokens => ({
  ...OWN[scheme],
  ...(background !== undefined && groundsFrom(scheme, background)),
  ...(accent !== undefined && accentsFrom(scheme, accent)),
})

const inHex = (triples: Readonly<Record<string, Triple>>): Tokens =>
  Object.fromEntries(Object.entries(triples).map(([name, [l, c, h]]) => [name, hexOf({ l, c, h })]))

const OWN: Readonly<Record<Scheme, Tokens>> = { light: inHex(DESIGN.light), dark: inHex(DESIGN.dark) }

/** The steps between these tokens are those of the design. */
function accentsFrom(scheme: Scheme, accent: string): Tokens {
  const { l, c, h } = oklchOf(accent)
  const [own, hover, ink, soft, edge, on] = ACCENTS.map(name => DESIGN[scheme][name]) as Triple[]
  const beside = (to: Triple = [0, 0, 0]) =>
    hexOf({ l: l + to[0] - (own?.[0] ?? 0), c: (c * to[1]) / (own?.[1] ?? 1), h })
  // Of a colourful accent, these are not more colourful than in the design.
  const at = (to: Triple = [0, 0, 0]) =>
    hexOf({ l: to[0], c: Math.min(to[1], (c * to[1]) / (own?.[1] ?? 1)), h })
  return {
    accent,
    'accent-hover': beside(hover),
    'accent-ink': beside(ink),
    'accent-soft': at(soft),
    'accent-edge': at(edge),
    'on-accent': at(on),
  }
}

function groundsFrom(scheme: Scheme, background: string): Tokens {
  const { l, c, h } = oklchOf(background)
  const [own, ...others] = GROUNDS.map(name => DESIGN[scheme][name]) as Triple[]
  const [ownLightness = 0, ownChroma = 1] = own ?? []
  return Object.fromEntries(
    GROUNDS.map((name, at) => {
      const to = others[at - 1]
      return [
        name,
        to === undefined ? background : hexOf({ l: l + to[0] - ownLightness, c: (c * to[1]) / ownChroma, h }),
      ]
    }),
  )
}
