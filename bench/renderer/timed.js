/** Gives the page `mount()`: draws, waits until every question's input is painted, and returns the time. */
export function timed(draw) {
  const root = document.getElementById('root')
  const stands = () => root.querySelectorAll('input, textarea, select').length >= 500
  globalThis.mount = async () => {
    const start = performance.now()
    draw(root)
    await painted(stands)
    return performance.now() - start
  }
}

/**
 * Waits until the frame in which the condition is true has been painted: work queued in a frame runs after
 * its paint.
 */
const painted = stands =>
  new Promise(done => {
    const frame = () => (stands() ? setTimeout(done) : requestAnimationFrame(frame))
    requestAnimationFrame(frame)
  })
