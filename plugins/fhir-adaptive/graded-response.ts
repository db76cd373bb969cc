/**
 * Samejima's graded response model: the probability of a category of an ordinal item, given a person's trait.
 * Estimates the trait by the mean of its posterior distribution (EAP), on a fixed grid.
 */

/** The parameters of one item with `thresholds.length + 1` categories. */
export interface GradedItem {
  /** The discrimination `a`, greater than 0. */
  readonly discrimination: number
  /** The thresholds `b`, ascending. */
  readonly thresholds: readonly number[]
}

/** The normal distribution of the trait before any answer. */
export interface Prior {
  readonly mean: number
  readonly deviation: number
}

export interface Estimate {
  readonly theta: number
  /** The standard deviation of the posterior distribution. */
  readonly standardError: number
}

export interface GradedAnswer {
  readonly item: GradedItem
  /** From 0. */
  readonly category: number
}

/** The grid, in standard deviations of the prior: the sums of a smooth density on it are exact to 8 digits. */
const REACH = 9
const STEP = 0.05

const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** The probability of a category. */
export function probability(
  { discrimination, thresholds }: GradedItem,
  category: number,
  theta: number,
): number {
  const at = (index: number) => {
    if (index < 0) return Number.POSITIVE_INFINITY
    return discrimination * (theta - (thresholds[index] ?? Number.POSITIVE_INFINITY))
  }
  const [lower, upper] = [at(category - 1), at(category)]
  // Differences of the tail that is near 0: near 1, they would lose every digit.
  return upper > 0 ? logistic(-upper) - logistic(-lower) : logistic(lower) - logistic(upper)
}

/** Fisher's information of an item about a trait. */
export function information(item: GradedItem, theta: number): number {
  const { discrimination, thresholds } = item
  const slopes = [
    0,
    ...thresholds.map(threshold => {
      const above = logistic(discrimination * (theta - threshold))
      return discrimination * above * (1 - above)
    }),
    0,
  ]
  let sum = 0
  for (let category = 0; category <= thresholds.length; category++) {
    const slope = (slopes[category] ?? 0) - (slopes[category + 1] ?? 0)
    const likelihood = probability(item, category, theta)
    if (likelihood > 0) sum += slope ** 2 / likelihood
  }
  return sum
}

/** The mean and the standard deviation of the trait, given the answers. */
export function estimate(answers: readonly GradedAnswer[], { mean, deviation }: Prior): Estimate {
  const points: { readonly theta: number; readonly log: number }[] = []
  for (let z = -REACH; z <= REACH + STEP / 2; z += STEP) {
    const theta = mean + deviation * z
    let log = -(z ** 2) / 2
    for (const { item, category } of answers)
      log += Math.log(Math.max(probability(item, category, theta), Number.MIN_VALUE))
    points.push({ theta, log })
  }
  // Relative to the greatest: the product of many probabilities would vanish.
  const most = Math.max(...points.map(({ log }) => log))
  let [weights, first, second] = [0, 0, 0]
  for (const { theta, log } of points) {
    const weight = Math.exp(log - most)
    weights += weight
    first += weight * (theta - mean)
    second += weight * (theta - mean) ** 2
  }
  const shift = first / weights
  return { theta: mean + shift, standardError: Math.sqrt(second / weights - shift ** 2) }
}
