/** Colours: sRGB in hex, OKLCH, and the contrast of two of them. */

/** Lightness from 0 to 1, chroma, and hue in degrees: CSS Color 4, section 9. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Red, green and blue, each from 0 to 1. */
type Rgb = readonly [number, number, number]

/** @param hex - `#rgb` or `#rrggbb` */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex).map(linear) as unknown as Rgb
  // CSS Color 4, section 18: from linear sRGB to OKLab.
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt) as unknown as Rgb
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bee = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bee),
    h: (Math.atan2(bee, a) * 180) / Math.PI,
  }
}

/** The colour as `#rrggbb`: outside of sRGB, the most colourful one of the same lightness and hue. */
export function hexOf({ l, c, h }: Oklch): string {
  const lightness = clamped(l)
  let [least, most] = [0, c]
  if (!isInGamut(rgbFrom({ l: lightness, c, h })))
    for (let step = 0; step < 20; step++) {
      const half = (least + most) / 2
      if (isInGamut(rgbFrom({ l: lightness, c: half, h }))) least = half
      else most = half
    }
  else least = c
  const rgb = rgbFrom({ l: lightness, c: least, h })
  const digits = rgb.map(each => Math.round(clamped(each) * 255).toString(16))
  return `#${digits.map(each => each.padStart(2, '0')).join('')}`
}

/** The contrast of two colours, from 1 to 21: WCAG 2.2, `contrast ratio`. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, `relative luminance`. */
function luminanceOf(hex: string): number {
  const [r, g, b] = rgbOf(hex).map(linear) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function rgbOf(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
  return [1, 3, 5].map(at => Number.parseInt(digits.slice(at, at + 2), 16) / 255) as unknown as Rgb
}

/** CSS Color 4, section 18: from OKLCH to sRGB, which it may exceed. */
function rgbFrom({ l, c, h }: Oklch): Rgb {
  const angle = (h * Math.PI) / 180
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)]
  const [long, medium, short] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map(each => each ** 3) as unknown as Rgb
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map(encoded) as unknown as Rgb
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const encoded = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

/** Half a step of eight bits. */
const ROUNDING = 0.5 / 255

const isInGamut = (rgb: Rgb): boolean => rgb.every(each => each >= -ROUNDING && each <= 1 + ROUNDING)

const clamped = (value: number): number => Math.min(1, Math.max(0, value))
