/** The pauses between questions to the service. */

/** Milliseconds between two questions. */
export const POLL = 15_000

/** Milliseconds of the longest pause, while the service is busy. */
const LONGEST = 300_000

/**
 * The pause before the next question: twice as long after each failure, and the usual one after a success.
 * @param pause - the last one
 * @param failure - undefined after a success
 */
export const nextPause = (pause: number, failure: unknown): number =>
  failure === undefined ? POLL : Math.min(LONGEST, pause * 2)
