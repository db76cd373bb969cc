/**
 * The arithmetic of the privacy budget: the amount of noise, the number of results, and the inference risk of
 * all of them together.
 *
 * A number with discrete Gaussian noise is ½·Δ²/variance-zCDP (Canonne, Kamath, Steinke, 2020, theorem 4),
 * and costs add up even if queries are chosen adaptively (Bun, Steinke, 2016, lemma 2.3). The best guess
 * between two states of one person compares the sum of all numbers with the midpoint, and is right as often
 * as that sum of Gaussians is on its own side (Dong, Roth, Su, 2022).
 */

export interface Accounting {
  /** The variance of one number's noise; 0 for exact numbers. */
  readonly variance: bigint
  /** The error margin of a count of people, in 19 of 20 cases. */
  readonly margin: number
  /** Maximum numbers about everybody within a window; infinite for exact numbers. */
  readonly numbers: number
  /** Cost of one such number, in billionths of ρ. */
  readonly unit: number
  /** The minimum reported count for `classes` classes: in 39 of 40 cases, no empty class is reported. */
  enough(classes?: number): number
}

/** The minimum reported count, with or without noise. */
const LEAST = 5
/** The budget of a form is one row, which each query reads: this limits its length. */
const MOST = 1000

/**
 * @param certainty - maximum probability of a correct guess about one person that is correct with probability
 * ½ without the answers
 * @param margin - people
 */
export function accountingOf(certainty: number, margin: number): Accounting {
  if (certainty === 1)
    return { variance: 0n, margin: 0, numbers: Number.POSITIVE_INFINITY, unit: 0, enough: () => LEAST }
  const variance = varianceOf(margin)
  return {
    ...{ variance: BigInt(variance), margin, numbers: Math.min(MOST, numbersWithin(certainty, variance)) },
    unit: Math.ceil(1e9 / (2 * variance)),
    enough: (classes = 1) => Math.max(LEAST, marginOf(variance, 0.05 / classes)),
  }
}

/** The largest whole variance for which noise stays within the margin in 19 of 20 cases. */
export const varianceOf = (margin: number): number =>
  Math.max(
    1,
    largest(variance => marginOf(variance, 0.05) <= margin),
  )

/** The largest whole number that passes a monotonic test. */
function largest(passes: (value: number) => boolean): number {
  let high = 1
  while (passes(high)) high *= 2
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

/** The least m such that the noise exceeds m with a probability of at most `beyond`. */
export function marginOf(variance: number, beyond: number): number {
  const weight = (x: number) => Math.exp((-x * x) / (2 * variance))
  let all = 1
  for (let x = 1; weight(x) > 0; x++) all += 2 * weight(x)
  let within = 1
  let margin = 0
  while (all - within > beyond * all) within += 2 * weight(++margin)
  return margin
}

/** The maximum count of numbers for which the best guess has at most this certainty. */
export const numbersWithin = (certainty: number, variance: number): number =>
  largest(numbers => certaintyOf(numbers, variance) <= certainty)

/**
 * The probability that the best guess is correct, given so many numbers that one person moves by one each.
 * Sums are drawn on so fine a grid that their noise is practically continuous; counts on the grid of whole
 * people, which the second term treats exactly.
 */
export function certaintyOf(numbers: number, variance: number): number {
  const smooth = normal(Math.sqrt(numbers / variance) / 2)
  return numbers * variance > FINE ? smooth : Math.max(smooth, onGrid(numbers, numbers * variance))
}

/** The variance above which the grid of whole people changes the result by less than a millionth. */
const FINE = 1e6

/** The probability of distinguishing a discrete Gaussian from a shifted one. */
function onGrid(shift: number, variance: number): number {
  const weight = (x: number) => Math.exp((-x * x) / (2 * variance))
  let [all, middle] = [1, 1]
  for (let x = 1; weight(x) > 0; x++) {
    all += 2 * weight(x)
    // At half of the shift, if that is a whole number, both are equally likely.
    middle += x < shift / 2 ? 2 * weight(x) : x === shift / 2 ? weight(x) : 0
  }
  return 0.5 + middle / all / 2
}

/** The distribution function of the normal distribution, by its series about 0. */
export function normal(z: number): number {
  let term = z
  let sum = z
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (z * z) / n
    sum += term
  }
  return 0.5 + (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
