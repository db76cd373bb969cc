/**
 * Noise that follows from what is asked and from the true answer: the same question on the same data has the same noise, and any
 * other question has noise of its own, also where it means the same people.
 */
import { createHmac } from 'node:crypto'
import { canonicalize } from '../../core/crypto/attest.ts'

/** Chance that nobody can foresee who does not know the secret: for each label a number between 0 and 1, never either. */
export type Chance = (label: string) => number

export interface Noise {
  /** What tells one question from another, the true answer to it included; says nothing about either. */
  digest(about: object): string
  chance(digest: string): Chance
}

/** The largest number that six bytes hold, and one. */
const SPAN = 2 ** 48

/** @param secret - the service's own; whoever has it can take the noise away */
export function createNoise(secret: Uint8Array): Noise {
  const key = createHmac('sha256', secret).update('andiron aggregate noise').digest()
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    digest: about => mac(canonicalize(about)).toString('hex'),
    chance: digest => label => (mac(`${digest} ${label}`).readUIntBE(0, 6) + 0.5) / SPAN,
  }
}

/**
 * Noise for a number of people: the difference of two geometric numbers, so that one person more or less changes the odds of any
 * answer by a factor of at most e^(1/scale) (Ghosh, Roughgarden, Sundararajan, 2009).
 */
export function wholeNoise(chance: Chance, scale: number): number {
  const geometric = (label: string) => Math.floor(-scale * Math.log(chance(label)))
  return scale === 0 ? 0 : geometric('more') - geometric('less')
}

/** Noise for a sum to which one person adds at most `reach`: Laplace's (Dwork, McSherry, Nissim, Smith, 2006). */
export function sumNoise(chance: Chance, scale: number, reach: number): number {
  const at = chance('sum') - 0.5
  return scale === 0 ? 0 : -Math.sign(at) * Math.log(1 - 2 * Math.abs(at)) * scale * reach
}

/** How far the noise of a scale goes in 19 of 20 cases: e^(−3) is 0.05. */
export const marginOf = (scale: number): number => 3 * scale

/**
 * A number without the digits that the noise has blurred anyway; the last bits of a floating-point sum would give away
 * more than the number says (Mironov, 2012).
 */
export function rounded(value: number, margin: number): number {
  if (margin <= 0) return Number(value.toPrecision(12))
  const digits = Math.min(15, Math.max(0, 1 - Math.floor(Math.log10(margin))))
  return Number(value.toFixed(digits))
}
