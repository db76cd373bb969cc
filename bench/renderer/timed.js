/** Draws, and waits until as many inputs stand there as the form has questions and a frame was painted. */
export function timed(draw) {
  const root = document.getElementById('root')
  const start = performance.now()
  draw(root)
  const look = () => {
    if (root.querySelectorAll('input, textarea, select').length < 500) return requestAnimationFrame(look)
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(globalThis, { drawn: performance.now() - start })),
    )
  }
  look()
}
