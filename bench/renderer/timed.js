/** Draws as soon as the empty page was painted, and waits until as many inputs as the form has questions were. */
export async function timed(draw) {
  const root = document.getElementById('root')
  if (document.readyState !== 'complete') await new Promise(done => addEventListener('load', done))
  await painted(() => true)
  const start = performance.now()
  draw(root)
  await painted(() => root.querySelectorAll('input, textarea, select').length >= 500)
  globalThis.drawn = performance.now() - start
}

/** Waits for the frame that begins with this being true, until it is painted: what is queued in a frame runs after its paint. */
const painted = stands =>
  new Promise(done => {
    const frame = () => (stands() ? setTimeout(done) : requestAnimationFrame(frame))
    requestAnimationFrame(frame)
  })
