/**
 * Exact samples of the discrete Gaussian distribution. Canonne, Kamath, Steinke, "The Discrete Gaussian for
 * Differential Privacy" (NeurIPS 2020), algorithms 1 to 3. Uses only integers and random bits, because the
 * low bits of floating-point noise reveal the value that it should hide (Mironov, 2012).
 */
import { randomFillSync } from 'node:crypto'

/** A uniform random integer from 0 up to, but excluding, `below`. */
export type Uniform = (below: bigint) => bigint

/** @param fill - fills bytes with random bits; tests pass a fixed sequence */
export function uniformFrom(fill: (bytes: Uint8Array) => unknown = randomFillSync): Uniform {
  const pool = Buffer.alloc(4096)
  let used = pool.length
  const take = (count: number): Buffer => {
    if (used + count > pool.length) {
      fill(pool)
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
  return below => {
    if (below <= 0n) throw new RangeError('No integer lies below')
    const bits = (below - 1n).toString(2).length
    const bytes = Math.ceil(bits / 8)
    const mask = (1n << BigInt(bits)) - 1n
    for (;;) {
      // Surplus bits are dropped, and a number that is too large is drawn again: a remainder would favour
      // small ones.
      const drawn =
        (bytes <= 6 ? BigInt(take(bytes).readUIntBE(0, bytes)) : BigInt(`0x${take(bytes).toString('hex')}`)) &
        mask
      if (drawn < below) return drawn
    }
  }
}

/** True with the probability e^(−numerator/denominator) (algorithm 1). */
export function withChanceOfExp(uniform: Uniform, numerator: bigint, denominator: bigint): boolean {
  let rest = numerator
  for (; rest > denominator; rest -= denominator) if (!withChanceOfExp(uniform, 1n, 1n)) return false
  for (let k = 1n; ; k++) if (uniform(denominator * k) >= rest) return k % 2n === 1n
}

/** An integer x with a probability proportional to e^(−|x|/scale) (algorithm 2). */
export function discreteLaplace(uniform: Uniform, scale: bigint): bigint {
  for (;;) {
    const low = uniform(scale)
    if (!withChanceOfExp(uniform, low, scale)) continue
    let high = 0n
    while (withChanceOfExp(uniform, 1n, 1n)) high++
    const magnitude = low + scale * high
    const isNegative = uniform(2n) === 1n
    if (isNegative && magnitude === 0n) continue
    return isNegative ? -magnitude : magnitude
  }
}

/** An integer x with a probability proportional to e^(−x²/(2·variance)) (algorithm 3). */
export function discreteGaussian(uniform: Uniform, variance: bigint): bigint {
  const scale = squareRoot(variance) + 1n
  for (;;) {
    const drawn = discreteLaplace(uniform, scale)
    // (|y| − variance/scale)² / (2·variance), as a fraction.
    const distance = (drawn < 0n ? -drawn : drawn) * scale - variance
    if (withChanceOfExp(uniform, distance * distance, 2n * variance * scale * scale)) return drawn
  }
}

/** The integer square root, rounded down. */
function squareRoot(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root > value) root--
  while ((root + 1n) * (root + 1n) <= value) root++
  return root
}
