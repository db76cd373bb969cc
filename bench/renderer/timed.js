/** Gives the page `mount()`: it draws, waits until as many inputs are painted as the form has questions, and tells how long that took. */
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

/** Waits for the frame that begins with this being true, until it is painted: what is queued in a frame runs after its paint. */
const painted = stands =>
  new Promise(done => {
    const frame = () => (stands() ? setTimeout(done) : requestAnimationFrame(frame))
    requestAnimationFrame(frame)
  })
